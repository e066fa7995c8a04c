"""Kernels: the loops of every level, how operands lie in memory, threads, and what all of it costs.

Loading libgomp comes first. It reads its environment at that moment, and prints a line to stderr about a thread count that it does
not understand, which no program that imports tenferro asked for. So a malformed count is hidden from it for that moment; it
would have ignored it anyway. tenferro's own reading of the variables follows, with a warning of Python's.
"""

import os
import re

_COUNTS = "OMP_NUM_THREADS"
_WELL_FORMED = re.compile(r"\s*[1-9][0-9]{0,8}\s*(,\s*[1-9][0-9]{0,8}\s*)*")


def _load_threads():
    given = os.environ.get(_COUNTS)
    hidden = given is not None and not _WELL_FORMED.fullmatch(given)
    if hidden:
        del os.environ[_COUNTS]
    try:
        from tenferro._kernels import threads
    finally:
        if hidden:
            os.environ[_COUNTS] = given
    threads.read_environment()


_load_threads()
