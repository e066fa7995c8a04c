# cython: language_level=3
cimport cython
cimport numpy as cnp

from tenferro._memory.pool cimport Pool, pool_t


@cython.final
cdef class Buffer:
    cdef void *data
    cdef size_t nbytes
    cdef pool_t *pool
    cdef object __weakref__


# A block of a pool (None = the default pool) as an object; MemoryError if there is none.
cdef Buffer new_buffer(size_t nbytes, Pool pool)

# An ndarray with undefined content. nbytes must be the product of shape and item size; strides NULL = C order, else
# those of a dense layout. Its base is a Buffer, or NumPy's own memory where that is as fast. pool None = the default.
cdef object new_array(
    cnp.dtype descr, int ndim, cnp.npy_intp *shape, cnp.npy_intp *strides, size_t nbytes, Pool pool
)

# Product of shape and item size into nbytes; -1 where it (or the shape) would not fit an array.
cdef int array_nbytes(int ndim, const cnp.npy_intp *shape, size_t itemsize, size_t *nbytes) noexcept nogil
