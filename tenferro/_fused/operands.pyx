# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Operands: NumPy arrays as rows of an iteration space, fresh results, and who shares memory with whom."""

cimport numpy as cnp
from cpython.ref cimport PyObject
from libc.string cimport memcmp, memcpy

from tenferro._kernels.layout cimport MAX_NDIM, Space, coalesce, flip_axes, order_axes
from tenferro._memory.buffer cimport array_nbytes, new_array
from tenferro._memory.pool cimport Pool

import sys

import numpy as np

cnp.import_array()


class Loss(TypeError):
    """An object is more than its array, which is all that tenferro would read."""


def whole(x, str words):
    """`x` itself; `Loss` where it is a kind of ndarray of which something would be lost. `words` tell what it is."""
    if type(x) is np.ndarray or not isinstance(x, np.ndarray):
        return x
    masked = sys.modules.get("numpy.ma")
    if masked is not None and isinstance(x, masked.MaskedArray):
        if masked.is_masked(x):
            raise Loss(
                f"{words} is a masked array, whose mask would be lost: pass x.filled(value), or x.data to ignore it"
            )
    elif type(x).__array_ufunc__ is not np.ndarray.__array_ufunc__:
        name = type(x).__name__
        raise Loss(
            f"{words} is a {name}, whose own rules would be lost: pass x.view(numpy.ndarray) to compute without them"
        )
    return x


cdef int broadcast_shape(Space *space, cnp.ndarray array) noexcept:
    """Widen the space's shape to hold `array` too; -1 where the shapes do not fit."""
    cdef int axis
    cdef int ndim = cnp.PyArray_NDIM(array)
    cdef int shift
    cdef Py_ssize_t length
    if ndim > space.ndim:
        shift = ndim - space.ndim
        for axis in range(space.ndim - 1, -1, -1):
            space.shape[axis + shift] = space.shape[axis]
        for axis in range(shift):
            space.shape[axis] = 1
        space.ndim = ndim
    shift = space.ndim - ndim
    for axis in range(ndim):
        length = cnp.PyArray_DIM(array, axis)
        if space.shape[axis + shift] == 1:
            space.shape[axis + shift] = length
        elif length != 1 and length != space.shape[axis + shift]:
            return -1
    return 0


cdef void set_strides(Space *space, int operand, PyObject *operand_array) noexcept:
    """The steps of an array along the axes of the space; 0 where it is broadcast (NULL: a scalar, everywhere)."""
    cdef int axis, ndim, shift
    cdef Py_ssize_t *row = space.strides + operand * MAX_NDIM
    cdef cnp.ndarray array = None
    if operand_array is not NULL:
        array = <cnp.ndarray>operand_array
    ndim = 0 if array is None else cnp.PyArray_NDIM(array)
    shift = space.ndim - ndim
    for axis in range(shift):
        row[axis] = 0
    for axis in range(ndim):
        row[axis + shift] = cnp.PyArray_STRIDE(array, axis) if cnp.PyArray_DIM(array, axis) != 1 else 0


cdef int build_space(
    Space *space, Py_ssize_t *offsets, PyObject **inputs, int n_inputs, PyObject **outs, int n_outputs,
    const int *out_itemsizes, char layout, Shape *result, Py_ssize_t *out_strides
) noexcept:
    cdef int perm[MAX_NDIM]
    cdef int j, axis
    cdef Py_ssize_t *row
    space.ndim = 0
    space.n_operands = n_inputs
    for j in range(n_inputs):
        if inputs[j] is not NULL and broadcast_shape(space, <cnp.ndarray>inputs[j]) < 0:
            return SHAPES_DIFFER
    for j in range(n_outputs):
        if outs[j] is not NULL and broadcast_shape(space, <cnp.ndarray>outs[j]) < 0:
            return OUT_DIFFERS
    result.ndim = space.ndim
    memcpy(result.shape, space.shape, space.ndim * sizeof(Py_ssize_t))
    for j in range(n_outputs):
        if outs[j] is not NULL and not has_shape(<cnp.ndarray>outs[j], result):
            return OUT_DIFFERS
    for j in range(n_inputs):
        set_strides(space, j, inputs[j])
    choose_order(space, layout, perm)
    # once more, with the outputs in it
    space.n_operands = n_inputs + n_outputs
    memcpy(space.shape, result.shape, space.ndim * sizeof(Py_ssize_t))
    for j in range(n_inputs):
        set_strides(space, j, inputs[j])
        offsets[j] = 0
    for j in range(n_outputs):
        offsets[n_inputs + j] = 0
        row = out_strides + j * MAX_NDIM
        packed_strides(result.shape, perm, result.ndim, out_itemsizes[j], row)
        if outs[j] is not NULL:
            set_strides(space, n_inputs + j, outs[j])
        else:
            for axis in range(result.ndim):
                space.strides[(n_inputs + j) * MAX_NDIM + axis] = row[axis] if result.shape[axis] != 1 else 0
    order_axes(space, perm)
    space.size = size_of(space)
    if space.size > 0:
        flip_axes(space, offsets)
        coalesce(space)
    return 0


cdef void choose_order(Space *space, char layout, int *perm) noexcept nogil:
    """The axes of a fresh result, outermost in memory first."""
    cdef int axis
    if layout == c"K":
        order_axes(space, perm)
        return
    for axis in range(space.ndim):
        perm[axis] = axis if layout == c"C" else space.ndim - 1 - axis


cdef bint has_shape(cnp.ndarray array, const Shape *shape) noexcept:
    return cnp.PyArray_NDIM(array) == shape.ndim and (
        memcmp(cnp.PyArray_DIMS(array), shape.shape, shape.ndim * sizeof(Py_ssize_t)) == 0
    )


cdef Py_ssize_t size_of(const Space *space) noexcept nogil:
    cdef int axis
    cdef Py_ssize_t size = 1
    for axis in range(space.ndim):
        size *= space.shape[axis]
    return size


cdef void packed_strides(
    const Py_ssize_t *shape, const int *perm, int ndim, Py_ssize_t itemsize, Py_ssize_t *strides
) noexcept nogil:
    """Strides of a packed array whose axes lie in memory in the order of `perm`, outermost first."""
    cdef int k
    for k in range(ndim - 1, -1, -1):
        strides[perm[k]] = itemsize
        itemsize *= max(shape[perm[k]], 1)


cdef int swap_width(cnp.dtype descr) noexcept:
    """The width of the words to reverse in a foreign byte order; 0 for native."""
    if descr.byteorder in (c"=", c"|") or cnp.PyArray_ISNBO(descr.byteorder):
        return 0
    return descr.itemsize // 2 if descr.kind == c"c" else descr.itemsize


cdef void extent(cnp.ndarray array, char **first, char **last) noexcept:
    """The bytes that an array's items lie in: [first, last)."""
    cdef int axis
    cdef char *low = <char *>cnp.PyArray_DATA(array)
    cdef char *high = low + cnp.PyArray_ITEMSIZE(array)
    cdef Py_ssize_t span
    for axis in range(cnp.PyArray_NDIM(array)):
        if cnp.PyArray_DIM(array, axis) == 0:
            high = low
            break
        span = (cnp.PyArray_DIM(array, axis) - 1) * cnp.PyArray_STRIDE(array, axis)
        if span < 0:
            low += span
        else:
            high += span
    first[0] = low
    last[0] = high


cdef int overlap(cnp.ndarray a, cnp.ndarray b) noexcept:
    """Whether two arrays share memory: APART, the SAME items in the same places, or TANGLED in some other way."""
    cdef char *a_first
    cdef char *a_last
    cdef char *b_first
    cdef char *b_last
    extent(a, &a_first, &a_last)
    extent(b, &b_first, &b_last)
    if a_first >= b_last or b_first >= a_last:
        return APART
    cdef int ndim = cnp.PyArray_NDIM(a)
    if (
        cnp.PyArray_DATA(a) == cnp.PyArray_DATA(b)
        and ndim == cnp.PyArray_NDIM(b)
        and cnp.PyArray_ITEMSIZE(a) == cnp.PyArray_ITEMSIZE(b)
        and memcmp(cnp.PyArray_DIMS(a), cnp.PyArray_DIMS(b), ndim * sizeof(Py_ssize_t)) == 0
        and memcmp(cnp.PyArray_STRIDES(a), cnp.PyArray_STRIDES(b), ndim * sizeof(Py_ssize_t)) == 0
    ):
        return SAME
    return TANGLED


cdef bint laps_itself(cnp.ndarray array) except -1:
    cdef int i, j, ndim = 0
    cdef Py_ssize_t steps[MAX_NDIM]
    cdef Py_ssize_t lengths[MAX_NDIM]
    cdef Py_ssize_t step, reach = cnp.PyArray_ITEMSIZE(array)
    if cnp.PyArray_SIZE(array) <= 1:
        return False
    for i in range(cnp.PyArray_NDIM(array)):  # axes by their steps
        if cnp.PyArray_DIM(array, i) == 1:
            continue
        step = cnp.PyArray_STRIDE(array, i)
        step = -step if step < 0 else step
        j = ndim
        while j > 0 and steps[j - 1] > step:
            steps[j], lengths[j] = steps[j - 1], lengths[j - 1]
            j -= 1
        steps[j], lengths[j] = step, cnp.PyArray_DIM(array, i)
        ndim += 1
    for i in range(ndim):
        if steps[i] < reach:
            return steps[0] == 0 or offsets_collide(array)
        reach += steps[i] * (lengths[i] - 1)
    return False


cdef bint offsets_collide(cnp.ndarray array) except -1:
    """`laps_itself` of axes that interlock: by all the places of its items."""
    places = np.zeros(1, np.intp)
    for length, stride in zip((<object>array).shape, (<object>array).strides):
        places = np.add.outer(places, np.arange(length) * stride).ravel()
    places.sort()
    return bool(np.any(np.diff(places) < array.itemsize))


cdef cnp.ndarray fresh(
    cnp.dtype descr, int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides, Pool pool
):
    """A new array for a result, its content undefined."""
    cdef int axis
    cdef size_t nbytes
    if array_nbytes(ndim, <const cnp.npy_intp *>shape, descr.itemsize, &nbytes) < 0:
        raise ValueError(
            f"a result of shape {tuple([shape[axis] for axis in range(ndim)])} and dtype {descr} has no address space"
        )
    return new_array(descr, ndim, <cnp.npy_intp *>shape, <cnp.npy_intp *>strides, nbytes, pool)
