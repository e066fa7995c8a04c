# cython: language_level=3
# The pool as other modules see it: an opaque, counted struct and functions that need no GIL; how it works: freelists.h.

cdef extern from *:
    """
    #ifndef TENFERRO_POOL_T
    #define TENFERRO_POOL_T
    typedef struct tenferro_pool pool_t;
    #endif
    """
    ctypedef struct pool_t:
        pass

# An aligned block of at least nbytes, its content undefined; NULL when there is no memory.
cdef void *pool_take(pool_t *pool, size_t nbytes) noexcept nogil
# Give a block back to the pool that it came from; NULL is allowed, as with free().
cdef void pool_give(pool_t *pool, void *block) noexcept nogil
# Whoever holds blocks holds a count, so that the struct outlives the Pool object while blocks are out.
cdef void pool_retain(pool_t *pool) noexcept nogil
cdef void pool_release(pool_t *pool) noexcept nogil


cdef class Pool:
    cdef pool_t *handle
    cdef object __weakref__


cdef Pool default_pool_object()
