# cython: language_level=3, freethreading_compatible=True
"""Threads: the one room that knows of OpenMP.

A section is ``parallel_for(body, context, n_blocks, n_threads)``. Everything else about threads is decided here once:

- none is started before the first section that pays for it;
- how many: ``TENFERRO_NUM_THREADS``, else ``OMP_NUM_THREADS``, bounded by the affinity mask and the cgroup's quota;
- a section inside a section runs inline;
- one section at a time has the threads. A Python thread that comes while they are taken runs its work alone: the cores
  are busy already, and every OpenMP team that a further thread opened would stay with it until it ends;
- a team seldom shrinks: libgomp ends the threads that a narrower one leaves over and starts them anew for the next wide
  one. A section of at least a quarter of the width opens the team that its thread has, and the members left over do
  nothing;
- before a team grows it is tried whether the system grants so many threads: libgomp ends the process where it does not;
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
    #include <semaphore.h>
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
    /* The width, up to `width`, of a team that the calling thread can open: tried with threads that do nothing. */
    static void *tenferro_probe(void *gate)
    {
        sem_wait((sem_t *)gate);
        return 0;
    }
    static int tenferro_startable(int width)
    {
        static __thread int proven = 1;
        pthread_t probes[1024];
        sem_t gate;
        int n = 0;
        if (width <= proven || sem_init(&gate, 0, 0) != 0)
            return width < proven ? width : proven;
        while (n < width - proven && n < 1024 && pthread_create(&probes[n], 0, tenferro_probe, &gate) == 0)
            n++;
        for (int i = 0; i < n; i++)
            sem_post(&gate);
        for (int i = 0; i < n; i++)
            pthread_join(probes[i], 0);
        sem_destroy(&gate);
        proven += n;
        return proven;
    }
    /* The width of the team to open for `width` threads: that of the calling thread's, unless it is far too wide. */
    static int tenferro_team(int width)
    {
        static __thread int team = 1;
        if (width > team || team > 4 * width)
            team = width;
        return team;
    }
    static void tenferro_release(void) { atomic_store(&tenferro_busy, 0); }
    static pthread_t tenferro_importer;
    static void tenferro_remember_importer(void) { tenferro_importer = pthread_self(); }
    static int tenferro_is_importer(void) { return pthread_equal(tenferro_importer, pthread_self()); }
    static int tenferro_is_free(void)
    {
        return !atomic_load_explicit(&tenferro_busy, memory_order_relaxed)
            && !atomic_load_explicit(&tenferro_orphaned, memory_order_relaxed);
    }
    """
    void tenferro_watch_forks() nogil
    bint tenferro_acquire() nogil
    int tenferro_startable(int width) nogil
    int tenferro_team(int width) nogil
    void tenferro_release() nogil
    bint tenferro_is_free() nogil
    void tenferro_remember_importer() nogil
    bint tenferro_is_importer() nogil

cdef enum:
    MOST = 1024

#: more threads than this is taken for a slip of the keyboard
MOST_THREADS = MOST

cdef int _default_count = 1
cdef int _openmp_at_import = 1
cdef int _limit_of_importer = MOST


cdef void parallel_for(body_t body, void *context, Py_ssize_t n_blocks, int n_threads) noexcept nogil:
    cdef Py_ssize_t block, member
    cdef int width, team
    if n_threads > 1 and n_blocks > 1 and not omp_in_parallel() and tenferro_acquire():
        width = tenferro_startable(n_threads)
        team = tenferro_team(width)
        for member in prange(team, num_threads=team, schedule="static", chunksize=1):
            if member < width:
                run_share(body, context, n_blocks, member, width)
        tenferro_release()
    else:
        for block in range(n_blocks):
            body(context, block)


cdef void run_share(
    body_t body, void *context, Py_ssize_t n_blocks, Py_ssize_t member, Py_ssize_t width
) noexcept nogil:
    while member < n_blocks:
        body(context, member)
        member += width


cdef bint available() noexcept nogil:
    return tenferro_is_free() and not omp_in_parallel()


cdef int default_count() noexcept nogil:
    return _default_count


cdef int openmp_limit() noexcept nogil:
    """What ``omp_set_num_threads`` allows, in this thread or, as last seen, in the thread that imported tenferro.

    OpenMP keeps the limit for each thread; who sets it in the main thread means the process.
    """
    global _limit_of_importer
    cdef int now = omp_get_max_threads()
    cdef int limit = now if now < _openmp_at_import else MOST
    if tenferro_is_importer():
        _limit_of_importer = limit
    return min(limit, _limit_of_importer)


def _from_environment(name):
    """A thread count from a variable: (count or None, complaint or None)."""
    text = os.environ.get(name, "").strip()
    if not text:
        return None, None
    first = text.split(",")[0].strip()  # OpenMP lists one count for each level of nesting
    if re.fullmatch(r"\+?[0-9]{1,9}", first) and 1 <= int(first) <= MOST_THREADS:
        return int(first), None
    return None, f"{name}={text!r}"


def cgroup_quota(str membership="/proc/self/cgroup", str root="/sys/fs/cgroup"):
    """The CPUs that the bandwidth quotas of the process's cgroup and those above leave, rounded up; None without."""
    try:
        with open(membership, encoding="utf-8") as file:
            path = next(line[3:].strip() for line in file if line.startswith("0::"))
    except (OSError, ValueError, StopIteration):
        path = "/"  # no such file in some sandboxes; in a container the root is its own group
    quotas = []
    parts = [part for part in path.split("/") if part and part != ".."]
    for depth in range(len(parts) + 1):
        try:
            with open("/".join([root, *parts[:depth], "cpu.max"]), encoding="ascii") as file:
                quota, period = file.read().split()[:2]
        except (OSError, ValueError):
            continue
        if quota.isdigit() and period.isdigit() and int(period) > 0:
            quotas.append(max(1, -(-int(quota) // int(period))))
    return min(quotas, default=None)


def usable_cores():
    """CPUs that this process may use: its affinity mask, bounded by the cgroup's quota."""
    try:
        cores = len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        cores = os.cpu_count() or 1
    return max(1, min(cores, cgroup_quota() or cores))


def count_from_environment():
    """The number of threads an engine uses unless told (see the top). One warning names what is no count."""
    complaints = []
    count = None
    for name in ("TENFERRO_NUM_THREADS", "OMP_NUM_THREADS"):
        count, complaint = _from_environment(name)
        if complaint:
            complaints.append(complaint)
        if count is not None:
            count = min(count, usable_cores()) if name == "OMP_NUM_THREADS" else count
            break
    if complaints:
        warnings.warn(
            f"{' and '.join(complaints)}: no number of threads from 1 to {MOST_THREADS}; ignored",
            RuntimeWarning,
            stacklevel=2,
        )
    return count or usable_cores()


def read_environment():
    """Take the default count from the environment; called once, when the package is imported."""
    global _default_count
    _default_count = count_from_environment()


def usual_count():
    """The number of threads an engine uses unless told."""
    return _default_count


def openmp_version():
    """The date of the OpenMP specification that the compiler implements."""
    return OPENMP_DATE


cdef extern from *:
    const int OPENMP_DATE "_OPENMP"

tenferro_watch_forks()
tenferro_remember_importer()
_openmp_at_import = omp_get_max_threads()
