# cython: language_level=3, freethreading_compatible=True
# distutils: define_macros = NPY_NO_DEPRECATED_API=NPY_2_0_API_VERSION
"""A block of a pool as a Python object, and arrays over it.

    ndarray --base--> Buffer --(pointer, counted)--> pool_t
                        '--> block

NumPy keeps the Buffer alive as long as any view of the array lives; the Buffer's end gives the block back. The tie to
the pool is to its C struct, not to the Pool object: arrays never keep a Pool alive, and freeing waits for no GIL.
"""

cimport cython
cimport numpy as cnp
from cpython.buffer cimport PyBuffer_FillInfo, PyBuffer_Release, PyBUF_SIMPLE, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.object cimport PyTypeObject
from cpython.ref cimport Py_INCREF
from libc.string cimport memcpy

from pickle import PickleBuffer

from tenferro._memory.pool cimport Pool, default_pool_object, pool_give, pool_release, pool_retain, pool_take, pool_t

cdef extern from "numpy/arrayobject.h":
    const cnp.npy_intp NPY_MAX_INTP
    bint PyDataType_REFCHK(cnp.dtype descr)
    object PyArray_NewFromDescr(
        PyTypeObject *subtype, cnp.dtype descr, int nd, const cnp.npy_intp *dims, const cnp.npy_intp *strides,
        void *data, int flags, void *obj)

cnp.import_array()

# Bytes from which on results come from the pool. ns an array made, touched once and dropped (NumPy / pool; Zen 4):
#
#     bytes             512      1024      2048      4096       16384       65536        1 MiB            128 MiB
#     one at a time   56/71     66/76     88/84   107/102     212/208     645/654    28 us/11 us    13.6 ms/4.6 ms
#     16, then none   75/80     84/80     99/87   121/104     230/224     21 us/0.8 us  (malloc trims its heap)
#
# Below, NumPy's own cache of small pieces is up to 16 ns faster. See docs/decisions/0001-pool-threshold.md.
cdef enum:
    MAX_DIMENSIONS = 64  # NumPy's
    POOLED_FROM = 2048


@cython.final
@cython.freelist(64)  # dead Buffer objects (under 100 bytes each) kept for the next array
cdef class Buffer:
    """A block of memory from a pool; it goes back when the last view of it dies.

    Speaks the buffer protocol as writable bytes, so ``memoryview(buffer)`` and ``numpy.frombuffer(buffer)`` see the
    memory without copying. Supports weak references, copying and pickling (out of band with protocol 5).

    Parameters
    ----------
    nbytes : int
        Size in bytes; the content is undefined.
    pool : Pool, optional
        Where the block comes from; the default pool if not given.

    Raises
    ------
    MemoryError
        If the system has no such amount of memory.

    Examples
    --------
    >>> import tenferro as tf
    >>> buffer = tf.Buffer(1000)
    >>> len(buffer), memoryview(buffer).readonly
    (1000, False)
    """

    def __init__(self, nbytes, Pool pool=None):
        cdef Py_ssize_t size = nbytes
        if size < 0:
            raise ValueError(f"the size of a Buffer cannot be negative: {size}")
        with cython.critical_section(self):
            if self.pool != NULL:
                raise TypeError("a Buffer is initialised only once")
            take_block(self, size, pool)

    def __dealloc__(self):
        if self.pool != NULL:
            pool_give(self.pool, self.data)
            pool_release(self.pool)

    def __getbuffer__(self, Py_buffer *view, int flags):
        PyBuffer_FillInfo(view, self, self.data, <Py_ssize_t>self.nbytes, False, flags)

    def __len__(self):
        return <Py_ssize_t>self.nbytes

    @property
    def nbytes(self):
        """Size in bytes."""
        return self.nbytes

    def __copy__(self):
        # A copy goes to the default pool: the Buffer does not know its Pool object, which may be gone.
        cdef Buffer other = new_buffer(self.nbytes, None)
        if self.nbytes:
            memcpy(other.data, self.data, self.nbytes)
        return other

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce_ex__(self, int protocol):
        if protocol >= 5:
            return _buffer_from_bytes, (PickleBuffer(self),)
        return _buffer_from_bytes, (PyBytes_FromStringAndSize(<char *>self.data, <Py_ssize_t>self.nbytes),)

    def __repr__(self):
        return f"<tenferro Buffer of {self.nbytes} bytes at {<size_t>self.data:#x}>"


def _buffer_from_bytes(content):
    """A Buffer with a copy of `content`, any contiguous object of the buffer protocol."""
    cdef Py_buffer view
    cdef Buffer buffer
    PyObject_GetBuffer(content, &view, PyBUF_SIMPLE)
    try:
        buffer = new_buffer(<size_t>view.len, None)
        if view.len:
            memcpy(buffer.data, view.buf, <size_t>view.len)
    finally:
        PyBuffer_Release(&view)
    return buffer


cdef int take_block(Buffer buffer, size_t nbytes, Pool pool) except -1:
    cdef pool_t *handle = (default_pool_object() if pool is None else pool).handle
    cdef void *data = pool_take(handle, nbytes)
    if data == NULL:
        raise MemoryError(f"cannot allocate {nbytes} bytes")
    pool_retain(handle)
    buffer.data = data
    buffer.nbytes = nbytes
    buffer.pool = handle
    return 0


cdef Buffer new_buffer(size_t nbytes, Pool pool):
    cdef Buffer buffer = Buffer.__new__(Buffer)
    take_block(buffer, nbytes, pool)
    return buffer


@cython.cdivision(True)  # the divisor is not zero; a check would need the GIL to raise
cdef int array_nbytes(int ndim, const cnp.npy_intp *shape, size_t itemsize, size_t *nbytes) noexcept nogil:
    cdef size_t largest = <size_t>NPY_MAX_INTP
    cdef size_t total = itemsize
    cdef bint empty = False
    cdef int axis
    # A zero anywhere makes the array empty, but NumPy refuses a shape whose other extents overflow; so do we.
    for axis in range(ndim):
        if shape[axis] < 0:
            return -1
        if shape[axis] == 0:
            empty = True
        elif total != 0:
            if total > largest // <size_t>shape[axis]:
                return -1
            total *= <size_t>shape[axis]
    nbytes[0] = 0 if empty else total
    return 0


cdef object new_array(
    cnp.dtype descr, int ndim, cnp.npy_intp *shape, cnp.npy_intp *strides, size_t nbytes, Pool pool
):
    cdef Buffer buffer
    cdef object array
    if PyDataType_REFCHK(descr):
        raise TypeError(f"memory for Python objects cannot come from a pool: dtype {descr}")
    if nbytes < POOLED_FROM:
        Py_INCREF(descr)  # PyArray_NewFromDescr steals it, also when it fails
        return PyArray_NewFromDescr(<PyTypeObject *>cnp.ndarray, descr, ndim, shape, strides, NULL, 0, NULL)
    buffer = new_buffer(nbytes, pool)
    Py_INCREF(descr)
    array = PyArray_NewFromDescr(
        <PyTypeObject *>cnp.ndarray, descr, ndim, shape, strides, buffer.data, cnp.NPY_ARRAY_WRITEABLE, NULL)
    if <size_t>cnp.PyArray_NBYTES(array) > nbytes:
        raise ValueError(f"{nbytes} bytes do not hold an array of {cnp.PyArray_NBYTES(array)}")
    cnp.set_array_base(array, buffer)
    return array


def empty(shape, dtype=float, order="C", *, Pool pool=None):
    """An array of undefined content whose memory comes from a pool.

    Parameters
    ----------
    shape : int or tuple of ints
    dtype : data type, optional
    order : {"C", "F"}, optional
        Row- or column-major.
    pool : Pool, optional
        The default pool if not given. Small arrays come from NumPy's own allocator, which is faster there.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        For a dtype of Python objects: undefined content would be undefined references.
    ValueError
        If the order is another, the shape is negative anywhere or the array would be larger than the address space.
    MemoryError
        If the system has no such amount of memory.

    Examples
    --------
    >>> empty((512, 256)).shape
    (512, 256)
    """
    cdef cnp.npy_intp extents[MAX_DIMENSIONS]
    cdef cnp.npy_intp strides[MAX_DIMENSIONS]
    cdef size_t nbytes = 0
    cdef cnp.dtype descr = cnp.dtype(dtype)
    if order not in ("C", "F"):
        raise ValueError(f"order must be 'C' or 'F', not {order!r}")
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    cdef int ndim = min(len(sizes), MAX_DIMENSIONS + 1)
    if ndim > MAX_DIMENSIONS:
        raise ValueError(f"an array has at most {MAX_DIMENSIONS} dimensions, not {len(sizes)}")
    for axis, extent in enumerate(sizes):
        extents[axis] = extent
    if array_nbytes(ndim, extents, <size_t>descr.itemsize, &nbytes) < 0:
        raise ValueError(f"no array can have shape {tuple(sizes)} and dtype {descr}")
    if order == "C":
        return new_array(descr, ndim, extents, NULL, nbytes, pool)
    column_strides(ndim, extents, descr.itemsize, strides)
    return new_array(descr, ndim, extents, strides, nbytes, pool)


cdef void column_strides(
    int ndim, const cnp.npy_intp *shape, cnp.npy_intp itemsize, cnp.npy_intp *strides
) noexcept nogil:
    cdef cnp.npy_intp step = itemsize
    cdef int axis
    for axis in range(ndim):
        strides[axis] = step
        step *= max(shape[axis], 1)  # as NumPy: an empty axis does not make the others' strides 0
