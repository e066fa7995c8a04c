# cython: language_level=3
cimport numpy as cnp

from tenferro._kernels.layout cimport Space
from tenferro._memory.pool cimport Pool

# Operands as axes of a space; -1 where the shapes do not fit.
cdef int broadcast_shape(Space *space, cnp.ndarray array) noexcept
cdef void set_strides(Space *space, int operand, cnp.ndarray array) noexcept
cdef Py_ssize_t size_of(const Space *space) noexcept nogil
cdef void packed_strides(
    const Py_ssize_t *shape, const int *perm, int ndim, Py_ssize_t itemsize, Py_ssize_t *strides
) noexcept nogil
cdef int swap_width(cnp.dtype descr) noexcept

cdef enum:
    APART = 0
    SAME = 1
    TANGLED = 2

cdef int overlap(cnp.ndarray a, cnp.ndarray b) noexcept

cdef cnp.ndarray fresh(cnp.dtype descr, int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides, Pool pool)
