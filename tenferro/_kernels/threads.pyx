# cython: language_level=3, freethreading_compatible=True
"""Threads: the one room that knows of OpenMP.

A section is ``parallel_for(body, context, n_blocks, n_threads)``. Everything else about threads is decided here once:

- none is started before the first section that pays for it;
- how many: ``TENFERRO_NUM_THREADS``, else ``OMP_NUM_THREADS``, bounded by the affinity mask and the cgroup's quota;
- a section inside a section runs inline;
- one section at a time has the threads. A Python thread that comes while they are taken runs its work alone: the cores
  are busy already, and every OpenMP team that a further thread opened would stay with it until it ends;
- after a fork the child runs inline if its parent had opened a team: libgomp's threads don't survive the fork, and
  waiting for them would never end.
"""

import os
import re
import warnings

from cython.parallel cimport prange

cdef extern from "<omp.h>" nogil:
    int omp_get_max_threads()
    int omp_in_parallel()

cdef extern from *:
    """
    #include <pthread.h>
    #include <stdatomic.h>

    /* 0 free, 1 a section runs */
    static atomic_int tenferro_busy;
    /* a team has been opened in this process; the child of a fork finds it set and stays serial */
    static atomic_int tenferro_opened;
    static atomic_int tenferro_orphaned;

    static void tenferro_in_child(void)
    {
        atomic_store(&tenferro_busy, 0);
        if (atomic_load(&tenferro_opened))
            atomic_store(&tenferro_orphaned, 1);
    }
    static void tenferro_watch_forks(void) { pthread_atfork(0, 0, tenferro_in_child); }
    static int tenferro_acquire(void)
    {
        int expected = 0;
        if (atomic_load_explicit(&tenferro_orphaned, memory_order_relaxed))
            return 0;
        if (!atomic_compare_exchange_strong(&tenferro_busy, &expected, 1))
            return 0;
        atomic_store_explicit(&tenferro_opened, 1, memory_order_relaxed);
        return 1;
    }
    static void tenferro_release(void) { atomic_store(&tenferro_busy, 0); }
    static int tenferro_is_free(void)
    {
        return !atomic_load_explicit(&tenferro_busy, memory_order_relaxed)
            && !atomic_load_explicit(&tenferro_orphaned, memory_order_relaxed);
    }
    """
    void tenferro_watch_forks() nogil
    bint tenferro_acquire() nogil
    void tenferro_release() nogil
    bint tenferro_is_free() nogil

#: more threads than this is taken for a slip of the keyboard
MOST_THREADS = 1024

cdef int _default_count = 1
cdef int _openmp_at_import = 1


cdef void parallel_for(body_t body, void *context, Py_ssize_t n_blocks, int n_threads) noexcept nogil:
    cdef Py_ssize_t block
    if n_threads > 1 and n_blocks > 1 and not omp_in_parallel() and tenferro_acquire():
        for block in prange(n_blocks, num_threads=n_threads, schedule="static", chunksize=1):
            body(context, block)
        tenferro_release()
    else:
        for block in range(n_blocks):
            body(context, block)


cdef bint available() noexcept nogil:
    return tenferro_is_free() and not omp_in_parallel()


cdef int default_count() noexcept nogil:
    return _default_count


cdef int openmp_limit() noexcept nogil:
    cdef int now = omp_get_max_threads()
    return now if now < _openmp_at_import else MOST


cdef enum:
    MOST = 1024


def _from_environment(name):
    """A thread count from a variable: None if unset or blank, one warning if it is no sane number."""
    text = os.environ.get(name, "").strip()
    if not text:
        return None
    first = text.split(",")[0].strip()  # OpenMP lists one count for each level of nesting
    if re.fullmatch(r"\+?[0-9]+", first) and 1 <= int(first) <= MOST_THREADS:
        return int(first)
    warnings.warn(
        f"{name}={text!r} is no number of threads from 1 to {MOST_THREADS}; ignored", RuntimeWarning, stacklevel=3
    )
    return None


def _cgroup_quota():
    """The CPUs that the cgroup's bandwidth quota amounts to, rounded up; None without one."""
    try:
        with open("/sys/fs/cgroup/cpu.max", encoding="ascii") as file:
            quota, period = file.read().split()[:2]
    except (OSError, ValueError):
        return None
    if not quota.isdigit() or not period.isdigit() or int(period) == 0:
        return None
    return max(1, -(-int(quota) // int(period)))


def usable_cores():
    """CPUs that this process may use: its affinity mask, bounded by the cgroup's quota."""
    try:
        cores = len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        cores = os.cpu_count() or 1
    return max(1, min(cores, _cgroup_quota() or cores))


def count_from_environment():
    """The number of threads an engine uses unless told: see the module's docstring."""
    for name in ("TENFERRO_NUM_THREADS", "OMP_NUM_THREADS"):
        count = _from_environment(name)
        if count is not None:
            return min(count, usable_cores()) if name == "OMP_NUM_THREADS" else count
    return usable_cores()


def openmp_version():
    """The date of the OpenMP specification that the compiler implements."""
    return OPENMP_DATE


cdef extern from *:
    const int OPENMP_DATE "_OPENMP"

tenferro_watch_forks()
_default_count = count_from_environment()
_openmp_at_import = omp_get_max_threads()
