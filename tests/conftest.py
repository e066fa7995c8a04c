"""What tests of every room share: the modules beside this file, and programs in a process of their own."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))  # `oracle`, `arrangements`, `processes`

from processes import run_python


@pytest.fixture
def python():
    """Run a program text in a process of its own and insist that it ends well; returns its stdout."""

    def run(text, **added):
        done = run_python("-c", text, **added)
        assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    return run
