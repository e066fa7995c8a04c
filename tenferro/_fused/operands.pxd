# cython: language_level=3
cimport numpy as cnp

from cpython.ref cimport PyObject

from tenferro._kernels.layout cimport MAX_NDIM, Space
from tenferro._memory.pool cimport Pool

cdef struct Shape:
    int ndim
    Py_ssize_t shape[MAX_NDIM]

cdef enum:
    SHAPES_DIFFER = -1
    OUT_DIFFERS = -2

# The iteration space of inputs and outputs (a NULL input is a scalar, a NULL output fresh), axes ordered, flipped
# and coalesced. `result` is the shape before that, out_strides (MAX_NDIM wide rows) the layout of fresh outputs in
# `layout` order ("K", "C", "F"), and `offsets` how far each operand's first item of the walk lies from its first
# item. 0, SHAPES_DIFFER or OUT_DIFFERS.
cdef int build_space(
    Space *space, Py_ssize_t *offsets, PyObject **inputs, int n_inputs, PyObject **outs, int n_outputs,
    const int *out_itemsizes, char layout, Shape *result, Py_ssize_t *out_strides
) noexcept

cdef int swap_width(cnp.dtype descr) noexcept

cdef enum:
    APART = 0
    SAME = 1
    TANGLED = 2

cdef int overlap(cnp.ndarray a, cnp.ndarray b) noexcept

# Whether two elements of an array share a byte, so that it can't take a result.
cdef bint laps_itself(cnp.ndarray array) except -1

cdef cnp.ndarray fresh(cnp.dtype descr, int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides, Pool pool)
