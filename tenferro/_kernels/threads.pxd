# cython: language_level=3
ctypedef void (*body_t)(void *context, Py_ssize_t block, int member) noexcept nogil

# body(context, b, m) for b in 0 ... n_blocks - 1 on at most n_threads threads, of which it is the m-th (from 0) that
# runs the block; two blocks of one m never run at once. Needs no GIL. Runs on the calling
# thread alone when nested in another section, in a forked child of a process that had threads, and while another
# thread's section runs.
cdef void parallel_for(body_t body, void *context, Py_ssize_t n_blocks, int n_threads) noexcept nogil
# Whether a section started now would get threads: placement asks first.
cdef bint available() noexcept nogil
# The number of threads that the environment, the affinity mask and the cgroup allow.
cdef int default_count() noexcept nogil
# The most threads that OpenMP's own setting (threadpoolctl) allows the calling thread.
cdef int openmp_limit() noexcept nogil
