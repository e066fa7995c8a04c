# cython: language_level=3
cdef enum:
    MAX_NDIM = 64

# An iteration space: axes that all operands share, the last one running fastest. Row o of `strides` (MAX_NDIM wide) is
# operand o's step along each axis, in bytes; 0 where it is broadcast.
cdef struct Space:
    int ndim
    int n_operands
    Py_ssize_t size
    Py_ssize_t shape[MAX_NDIM]
    Py_ssize_t *strides

# A position in a space.
cdef struct Cursor:
    Py_ssize_t index[MAX_NDIM]

# Puts the axes in the order in which the operands lie in memory; perm[k] is the axis that came k-th.
cdef void order_axes(Space *space, int *perm) noexcept nogil
# Reverses the axes along which no operand runs forward; base pointers move by offsets[o].
cdef void flip_axes(Space *space, Py_ssize_t *offsets) noexcept nogil
# Drops axes of length one and merges neighbours that every operand walks as one.
cdef void coalesce(Space *space) noexcept nogil

cdef void seek(const Space *space, Py_ssize_t flat, Cursor *cursor) noexcept nogil
cdef void advance(const Space *space, Py_ssize_t n, Cursor *cursor) noexcept nogil
cdef Py_ssize_t offset_of(const Space *space, int operand, const Cursor *cursor) noexcept nogil

# n items from src, `stride` bytes apart, into packed memory; and back.
cdef void gather(char *out, const char *src, Py_ssize_t stride, Py_ssize_t n, int itemsize) noexcept nogil
cdef void scatter(char *out, Py_ssize_t stride, const char *src, Py_ssize_t n, int itemsize) noexcept nogil
# The same for n items of a space from `cursor` on, across rows.
cdef void gather_rows(
    char *out, const char *base, const Space *space, int operand, const Cursor *cursor, Py_ssize_t n, int itemsize
) noexcept nogil
cdef void scatter_rows(
    char *base, const Space *space, int operand, const Cursor *cursor, const char *src, Py_ssize_t n, int itemsize
) noexcept nogil
# Only the items whose mask byte is non-zero.
cdef void scatter_masked(
    char *base, const Space *space, int operand, const Cursor *cursor, const char *src, const char *mask, Py_ssize_t n,
    int itemsize
) noexcept nogil
# Repeats item n - 1 of packed memory up to item `padded`.
cdef void pad(char *out, Py_ssize_t n, Py_ssize_t padded, int itemsize) noexcept nogil
# n copies of one item.
cdef void splat(char *out, const char *item, Py_ssize_t n, int itemsize) noexcept nogil
# Reverses the bytes of n words of `width` bytes, in place.
cdef void swap_bytes(char *x, Py_ssize_t n, int width) noexcept nogil
