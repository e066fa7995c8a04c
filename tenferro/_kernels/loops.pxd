# cython: language_level=3
# What a loop looks like to everyone else: types only, so that the modules of loops and `levels` can share them.
#
# A level's table has (N_OPCODES + N_DTYPES) * N_DTYPES entries: loops by opcode and dtype, then the conversions by
# source and target dtype.

from cpython.pycapsule cimport PyCapsule_GetPointer

# Computes nv whole vectors; `a` points to the inputs.
ctypedef void (*loop_t)(void *out, void **a, Py_ssize_t nv) noexcept nogil

cdef struct Loop:
    loop_t run  # NULL: the operation is not defined for the dtype
    int lanes   # elements a vector; 1 for conversions, which count elements

cdef inline Loop *table_of(capsule) except NULL:
    return <Loop *>PyCapsule_GetPointer(capsule, "tenferro loops")
