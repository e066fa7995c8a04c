"""``python -m tenferro``: its commands are found, and what is not one of them is refused."""

import json
import subprocess
import sys

import pytest

from tenferro.__main__ import COMMANDS


def run(*arguments):
    command = [sys.executable, "-m", "tenferro", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_help_names_every_command():
    done = run("--help")
    assert done.returncode == 0
    assert all(f"\n    {name}" in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "bench"])
def test_every_command_explains_itself(command):
    done = run(command, "--help")
    assert done.returncode == 0 and f"tenferro {command}" in done.stdout


def test_bench_hands_everything_to_pyperf():
    pytest.importorskip("pyperf")
    done = run("bench", "--help")
    assert done.returncode == 0 and "--rigorous" in done.stdout and "--fresh" in done.stdout


def test_info_tells_the_level():
    assert "level" in run("info").stdout
    assert json.loads(run("info", "--json").stdout)["level"] in ("baseline", "v3", "v4")


@pytest.mark.parametrize("arguments", [(), ("nonsense",), ("info", "--nonsense"), ("info", "more")])
def test_what_is_no_command_is_refused(arguments):
    done = run(*arguments)
    assert done.returncode == 2 and "usage" in done.stderr and not done.stdout


def test_one_command_loads_no_other():
    program = "import sys, tenferro.__main__ as m; m.main(['info']); print([n for n in sys.modules if '_cli' in n])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "['tenferro._cli', 'tenferro._cli.info']"
