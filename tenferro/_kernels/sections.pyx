# cython: language_level=3, freethreading_compatible=True
"""What it takes to start a section of threads: the price that placement weighs against a call's work.

An empty section is timed whole, from the call until the last thread has reported back. *Hot* sections follow each other
at once, so that the threads of the one before still spin; before a *parked* one they have been asleep.

Of many tries the first tenth is passed and the next one taken: the least is luck, and the greater ones belong to
whatever else runs on the machine, for whose time slice a section waits, milliseconds long.
"""

import time

from libc.time cimport time_t
from tenferro._kernels.threads cimport parallel_for

cdef extern from "<time.h>" nogil:
    struct timespec:
        time_t tv_sec
        long tv_nsec
    int clock_gettime(int clock, timespec *out)
    const int CLOCK_MONOTONIC


cdef double _now_ns() noexcept nogil:
    cdef timespec moment
    clock_gettime(CLOCK_MONOTONIC, &moment)
    return moment.tv_sec * 1e9 + moment.tv_nsec


cdef void _nothing(void *context, Py_ssize_t block, int member) noexcept nogil:
    pass


cdef double _section_ns(int width) noexcept nogil:
    cdef double start = _now_ns()
    parallel_for(_nothing, NULL, width, width)
    return _now_ns() - start


def _typical(taken):
    return sorted(taken)[len(taken) // 10]


def hot_ns(int width, int repeats=400):
    """What an empty section of `width` threads typically takes, one after the other, in nanoseconds."""
    if width < 1 or repeats < 1:
        raise ValueError(f"hot_ns: width {width} and repeats {repeats} must be at least 1")
    taken = []
    for _ in range(repeats):
        taken.append(_section_ns(width))
    return _typical(taken)


def parked_ns(int width, int repeats=40, double pause=0.03):
    """The same, of `width` threads that have slept for `pause` seconds before."""
    if width < 1 or repeats < 1 or pause < 0:
        raise ValueError(f"parked_ns: width {width} and repeats {repeats} must be at least 1, pause {pause} at least 0")
    _section_ns(width)
    taken = []
    for _ in range(repeats):
        time.sleep(pause)
        taken.append(_section_ns(width))
    return _typical(taken)
