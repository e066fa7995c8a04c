"""The loops of every level that this processor runs, tried in a process of its own each, all at the same time."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from processes import environment, free_sections

from tenferro._kernels import levels

WORKER = Path(__file__).with_name("level_worker.py")


class LevelRun:
    """What the worker of one level found: results by "row dtype", and complaints by row."""

    def __init__(self, name, folder, cache):
        self.path = folder / f"{name}.npz"
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER), str(self.path), "1", "2", "5"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # waiting threads sleep: three workers share the cores
            env=environment(TENFERRO_LEVEL=name, XDG_CACHE_HOME=cache, OMP_WAIT_POLICY="passive"),
        )
        self._found = None

    def _finish(self):
        if self._found is None:
            out, err = self.process.communicate(timeout=3600)
            assert self.process.returncode == 0 and not err, f"exit code {self.process.returncode}\n{out}\n{err}"
            self._found = np.load(self.path), out.splitlines()
        return self._found

    @property
    def results(self):
        return self._finish()[0]

    @property
    def complaints(self):
        return self._finish()[1]


@pytest.fixture(scope="session")
def level_runs(tmp_path_factory):
    """{level: LevelRun}, started together on first use."""
    folder = tmp_path_factory.mktemp("levels")
    cache = free_sections(folder)
    return {name: LevelRun(name, folder, cache) for name in levels.supported()}
