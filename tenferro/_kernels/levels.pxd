# cython: language_level=3
from tenferro._kernels.loops cimport Loop, loop_t

include "opcodes.pxi"

cdef enum:
    FIRST_CAST = N_OPCODES * N_DTYPES
    STREAM = (N_OPCODES + N_DTYPES) * N_DTYPES
    N_LOOPS = STREAM + 1

# The loops of the level in use, chosen once, on import.
cdef Loop table[N_LOOPS]

cdef inline Loop *loop_of(int opcode, int code) noexcept nogil:
    return &table[opcode * N_DTYPES + code]

cdef inline loop_t cast_of(int source, int target) noexcept nogil:
    return table[FIRST_CAST + source * N_DTYPES + target].run

# Copies n lines of 64 bytes from a[0] to out (on a 64-byte boundary) with stores that bypass the cache.
cdef inline loop_t stream() noexcept nogil:
    return table[STREAM].run
