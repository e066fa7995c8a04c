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
- who is done with his blocks takes those that others have not begun: a thread that is late holds nobody up;
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

cdef extern from "team.h" nogil:
    const int MOST_MEMBERS
    const int NEIGHBOURS
    void team_watch_forks()
    bint team_acquire()
    void team_release()
    bint team_is_free()
    void team_remember_importer()
    bint team_is_importer()
    int team_startable(int width)
    int team_width(int width)
    int team_processor()
    void team_keep_off(int processor)
    void team_enter(int member)
    Py_ssize_t team_claim(int owner, Py_ssize_t length)
    void team_let_others_in(int team)

cdef extern from "tenferro/_kernels/shared.h" nogil:
    int relaxed_int(const int *word)
    void set_relaxed_int(int *word, int value)

#: more threads than this is taken for a slip of the keyboard
MOST_THREADS = MOST_MEMBERS

cdef int _default_count = 1
cdef int _openmp_at_import = 1
cdef int _limit_of_importer = MOST_MEMBERS


cdef void parallel_for(body_t body, void *context, Py_ssize_t n_blocks, int n_threads) noexcept nogil:
    cdef Py_ssize_t block
    cdef int member, width, team, processor
    if n_threads > 1 and n_blocks > 1 and not omp_in_parallel() and team_acquire():
        width = team_startable(n_threads)
        team = team_width(width)
        processor = team_processor()
        for member in prange(team, num_threads=team, schedule="static", chunksize=1):
            run_member(body, context, n_blocks, member, width, team, processor)
        team_release()
    else:
        for block in range(n_blocks):
            body(context, block, 0)


cdef void run_member(
    body_t body, void *context, Py_ssize_t n_blocks, int member, int width, int team, int processor
) noexcept nogil:
    """What one member of a team does: its own stripe of blocks, then what is left of its neighbours'."""
    cdef int i
    if member > 0:
        team_keep_off(processor)
    team_enter(member)
    if member < width:
        for i in range(min(width, NEIGHBOURS + 1)):
            run_stripe(body, context, n_blocks, (member + i) % width, width, member)
    if member == 0:
        team_let_others_in(team)


cdef void run_stripe(
    body_t body, void *context, Py_ssize_t n_blocks, int owner, int width, int member
) noexcept nogil:
    cdef Py_ssize_t first = n_blocks * owner // width
    cdef Py_ssize_t length = n_blocks * (owner + 1) // width - first
    cdef Py_ssize_t block = team_claim(owner, length)
    while block >= 0:
        body(context, first + block, member)
        block = team_claim(owner, length)


cdef bint available() noexcept nogil:
    return team_is_free() and not omp_in_parallel()


cdef int default_count() noexcept nogil:
    return _default_count


cdef int openmp_limit() noexcept nogil:
    """What ``omp_set_num_threads`` allows, in this thread or, as last seen, in the thread that imported tenferro.

    OpenMP keeps the limit for each thread; who sets it in the main thread means the process.
    """
    cdef int now = omp_get_max_threads()
    cdef int limit = now if now < _openmp_at_import else MOST_MEMBERS
    if team_is_importer():
        set_relaxed_int(&_limit_of_importer, limit)
    return min(limit, relaxed_int(&_limit_of_importer))


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

team_watch_forks()
team_remember_importer()
_openmp_at_import = omp_get_max_threads()
