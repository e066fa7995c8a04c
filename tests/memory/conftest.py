"""What the tests of this room share: fresh processes, and small native programs over the room's C headers."""

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tenferro import _memory

ROOM = Path(_memory.__file__).parent


@pytest.fixture
def run_python():
    """Run code in a fresh interpreter; its exit code must be 0."""

    def run(code, *flags, **environment):
        environment = os.environ | {"PYTHONPATH": str(ROOM.parents[1])} | environment
        command = [sys.executable, *flags, "-c", code]
        process = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert process.returncode == 0, process.stderr
        return process

    return run


@pytest.fixture
def compiled(tmp_path):
    """Build a native program of this folder over the pool's headers; without a compiler the test is skipped."""

    def build(source, *flags):
        compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
        program = tmp_path / "program"
        command = [*compiler, "-D_GNU_SOURCE", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", *flags]
        command += [f"-I{ROOM}", str(Path(__file__).with_name(source)), "-o", str(program)]
        try:
            built = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            pytest.skip(f"no C compiler {compiler[0]}")
        if built.returncode and "cannot find" in built.stderr and "san" in built.stderr:
            pytest.skip("the compiler has no sanitizer")
        assert built.returncode == 0, built.stderr
        return program

    return build
