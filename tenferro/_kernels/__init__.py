"""Kernels: the loops of every level, how operands lie in memory, threads, and what all of it costs.

Loading libgomp comes first, because it reads its environment at that moment, and two things there are not left to
chance:

- It prints a line to stderr about a thread count that it does not understand, which no program that imports tenferro
  asked for. A malformed count is hidden from it for that moment; it would have ignored it anyway. tenferro's own
  reading of the variables follows, with a warning of Python's.
- Threads that wait for work spin for milliseconds unless told otherwise. On a machine with other work a spinning thread
  keeps the very core from which the others would be served, and a section of microseconds takes milliseconds
  (docs/decisions/0004). Where neither ``OMP_WAIT_POLICY`` nor ``GOMP_SPINCOUNT`` says anything, they spin for some
  tens of microseconds and then sleep.
"""

import os
import re

_COUNTS = "OMP_NUM_THREADS"
_WELL_FORMED = re.compile(r"\s*[1-9][0-9]{0,8}\s*(,\s*[1-9][0-9]{0,8}\s*)*")
#: turns of libgomp's waiting loop, 13 ns each on Zen 4, 45 ns on Intel's servers
_SPIN_COUNT = "4000"


def _settings():
    """What libgomp's environment should hold while it is loaded; None: nothing."""
    settings = {}
    if not _WELL_FORMED.fullmatch(os.environ.get(_COUNTS, "1")):
        settings[_COUNTS] = None
    if not (os.environ.get("OMP_WAIT_POLICY") or os.environ.get("GOMP_SPINCOUNT")):
        settings["GOMP_SPINCOUNT"] = _SPIN_COUNT
    return settings


def _apply(settings):
    """Set variables; returns what they were."""
    before = {name: os.environ.get(name) for name in settings}
    for name, value in settings.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    return before


def _load_threads():
    before = _apply(_settings())
    try:
        from tenferro._kernels import threads
    finally:
        _apply(before)
    threads.read_environment()


_load_threads()
