# cython: language_level=3
from tenferro._fused.executor cimport Prepared

# One prepared program and what it was prepared for beside its inputs.
cdef class Kept:
    cdef readonly Prepared prepared
    cdef str layout
    cdef object out

cdef class Step:
    cdef readonly object step
    cdef tuple sources, results, drops
    cdef int run(self, list values) except -1

cdef class Region(Step):
    cdef readonly object program
    cdef object blank
    cdef tuple kept
    cdef tuple operands(self, list values)
    cdef Kept find(self, tuple arrays, object out)

cdef class Schedule:
    cdef readonly object plan
    cdef readonly tuple steps
    cdef readonly Region only
    cdef tuple run(self, tuple leaves)
