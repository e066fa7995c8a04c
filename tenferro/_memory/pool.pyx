# cython: language_level=3, freethreading_compatible=True
# distutils: include_dirs = tenferro/_memory
# distutils: depends = tenferro/_memory/blocks.h tenferro/_memory/freelists.h
"""Pools of memory blocks: the doors. The blocks are in blocks.h, the lists and the limit in freelists.h.

The C functions take the opaque struct, never the Python object, so that any thread may call them without the GIL; and
the struct is counted, so that a block may come back after its Pool is gone.
"""

from tenferro._memory.limit import UNBOUNDED, as_limit, limit_from_environment


cdef extern from "freelists.h" nogil:
    ctypedef struct pool_stats_t:
        size_t hits, misses, evictions, in_use, cached, high_water, blocks_in_use, blocks_cached, limit
    pool_t *freelists_new(size_t limit)
    void *freelists_take(pool_t *pool, size_t nbytes)
    void freelists_give(pool_t *pool, void *block)
    void freelists_retain(pool_t *pool)
    void freelists_release(pool_t *pool)
    void freelists_abandon(pool_t *pool)
    void freelists_set_limit(pool_t *pool, size_t limit)
    size_t freelists_trim(pool_t *pool)
    pool_stats_t freelists_stats(pool_t *pool)


cdef void *pool_take(pool_t *pool, size_t nbytes) noexcept nogil:
    return freelists_take(pool, nbytes)


cdef void pool_give(pool_t *pool, void *block) noexcept nogil:
    freelists_give(pool, block)


cdef void pool_retain(pool_t *pool) noexcept nogil:
    freelists_retain(pool)


cdef void pool_release(pool_t *pool) noexcept nogil:
    freelists_release(pool)


cdef class Pool:
    """Memory blocks that are used again.

    Parameters
    ----------
    limit : int, str or None, optional
        Bytes of idle memory the pool may keep: a number, a text such as ``"512M"``, 0 to keep nothing, None for no
        limit. By default an eighth of the machine's (or the cgroup's) memory, at most 2 GiB.

    Notes
    -----
    Memory that shows in ``stats()["cached"]`` is idle, not leaked: it waits for the next array of about its size, and
    `trim` hands it back to the system. Arrays may outlive their pool; their memory is then freed with them.

    Examples
    --------
    >>> import tenferro as tf
    >>> pool = tf.Pool(limit="64M")
    >>> pool.limit
    67108864
    >>> pool.stats()["hits"]
    0
    """

    def __cinit__(self, *, limit="default"):
        self.handle = freelists_new(as_limit(limit))
        if self.handle == NULL:
            raise MemoryError("cannot allocate a memory pool")

    def __dealloc__(self):
        if self.handle != NULL:
            freelists_abandon(self.handle)

    @property
    def limit(self):
        """Bytes of idle memory the pool may keep; None if unbounded. What is too much for a lower one goes at once."""
        cdef size_t limit = freelists_stats(self.handle).limit
        return None if limit == UNBOUNDED else limit

    @limit.setter
    def limit(self, limit):
        cdef size_t bound = as_limit(limit)
        with nogil:
            freelists_set_limit(self.handle, bound)

    def trim(self):
        """Hand all idle blocks back to the system.

        Returns
        -------
        int
            Bytes handed back.

        Examples
        --------
        >>> import tenferro as tf
        >>> pool = tf.Pool()
        >>> block = tf.Buffer(1 << 20, pool)
        >>> del block
        >>> pool.trim() >= 1 << 20
        True
        """
        cdef size_t freed
        with nogil:
            freed = freelists_trim(self.handle)
        return freed

    def stats(self):
        """What the pool holds and has done, as a dict.

        Returns
        -------
        dict
            ``hits`` and ``misses``: requests served from idle blocks, and from the system; ``evictions``: blocks freed
            because of the limit; in bytes, ``in_use`` by living arrays, ``cached`` (idle, ready for the next array),
            ``held`` (the sum of both), ``high_water`` (the most ever held) and the ``limit`` on ``cached`` (None if
            unbounded); ``blocks_in_use`` and ``blocks_cached``.

        Examples
        --------
        >>> import tenferro as tf
        >>> pool = tf.Pool()
        >>> block = tf.Buffer(1 << 20, pool)
        >>> stats = pool.stats()
        >>> stats["in_use"] >= 1 << 20, stats["blocks_in_use"], stats["misses"]
        (True, 1, 1)
        """
        cdef pool_stats_t stats = freelists_stats(self.handle)
        return {
            "hits": stats.hits,
            "misses": stats.misses,
            "evictions": stats.evictions,
            "in_use": stats.in_use,
            "cached": stats.cached,
            "held": stats.in_use + stats.cached,
            "high_water": stats.high_water,
            "limit": None if stats.limit == UNBOUNDED else stats.limit,
            "blocks_in_use": stats.blocks_in_use,
            "blocks_cached": stats.blocks_cached,
        }

    def __reduce__(self):
        # A pool's blocks belong to this process; what travels is the setting.
        if self is _default:
            return default_pool, ()
        return _pool_with_limit, (self.limit,)

    def __repr__(self):
        stats = self.stats()
        return f"<tenferro Pool: {stats['in_use']} bytes in use, {stats['cached']} cached, limit {stats['limit']}>"


def _pool_with_limit(limit):
    return Pool(limit=limit)


cdef Pool _default = Pool(limit=limit_from_environment())


cdef Pool default_pool_object():
    return _default


def default_pool():
    """The pool that results come from unless an engine has its own."""
    return _default
