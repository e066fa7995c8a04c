# cython: language_level=3
from tenferro._memory.pool cimport Pool

# What a call needs to know of the engine that runs it. CpuEngine (engine.pyx) is its public face.
cdef class Settings:
    # fixed once made, as calls of other threads read them; but for the process's own number of threads
    cdef readonly int most_threads   # 0: as many as the process may use
    cdef readonly Pool pool          # None: the default pool
    cdef readonly str layout         # "K", "C" or "F": memory order of fresh results
    cdef char layout_letter          # the same

# The engine of the current context.
cdef Settings current()

# Nanoseconds an element of a loop on one thread.
cdef double cost_of(int opcode, int code) noexcept nogil
# How many threads pay for work that takes `ns` on one thread; at most `settings` allow.
cdef int threads_for(Settings settings, double ns) noexcept
# Tells that a section has just ended: its threads still spin for a while.
cdef void section_ended() noexcept nogil
