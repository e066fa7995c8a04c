# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Layout: how operands of any strides are walked, and moved between their memory and packed registers.

An operation sees an *iteration space*: the broadcast shape of its operands, with a step in bytes for each operand and
axis. Before the walk the space is made as simple as its operands allow::

    shape (300, 1000, 2), x C-ordered, y = z[::-1, :, 0]      axes sorted by stride, outermost first
      -> axes that no operand walks forward are reversed        (base pointers move to the other end)
      -> axes of length 1 go, neighbours that all walk as one merge: two C arrays of any shape are one axis

Sizes are Py_ssize_t throughout, so spaces beyond 2**31 elements are nothing special. Items are moved by size, never by
dtype, and through types without alignment, so that packed records and odd offsets are nothing special either.
"""

from libc.string cimport memcpy

cdef extern from *:
    """
    #include <stdint.h>
    typedef uint8_t item1;
    typedef uint16_t item2 __attribute__((aligned(1), may_alias));
    typedef uint32_t item4 __attribute__((aligned(1), may_alias));
    typedef uint64_t item8 __attribute__((aligned(1), may_alias));
    typedef struct { uint64_t a, b; } __attribute__((packed, aligned(1), may_alias)) item16;
    """
    ctypedef unsigned char item1
    ctypedef unsigned short item2
    ctypedef unsigned int item4
    ctypedef unsigned long long item8
    ctypedef struct item16:
        unsigned long long a
    unsigned short bswap16 "__builtin_bswap16"(unsigned short) nogil
    unsigned int bswap32 "__builtin_bswap32"(unsigned int) nogil
    unsigned long long bswap64 "__builtin_bswap64"(unsigned long long) nogil

ctypedef fused item:
    item1
    item2
    item4
    item8
    item16


# ---------------------------------------------------------------------------------------------------------------------
# the space

cdef inline Py_ssize_t magnitude(Py_ssize_t x) noexcept nogil:
    return -x if x < 0 else x


cdef inline bint belongs_inside(const Space *space, int outer, int inner) noexcept nogil:
    """Whether axis `outer` should lie inside `inner`: whatever steps along both steps further along `inner`."""
    cdef int o
    cdef bint decided = False
    cdef Py_ssize_t a, b
    for o in range(space.n_operands):
        a = magnitude(space.strides[o * MAX_NDIM + outer])
        b = magnitude(space.strides[o * MAX_NDIM + inner])
        if a == 0 or b == 0:
            continue
        if b <= a:
            return False
        decided = True
    return decided


cdef void swap_axes(Space *space, int a, int b, int *perm) noexcept nogil:
    cdef int o
    space.shape[a], space.shape[b] = space.shape[b], space.shape[a]
    perm[a], perm[b] = perm[b], perm[a]
    cdef Py_ssize_t *row
    for o in range(space.n_operands):
        row = space.strides + o * MAX_NDIM
        row[a], row[b] = row[b], row[a]


cdef void order_axes(Space *space, int *perm) noexcept nogil:
    cdef int i, j
    for i in range(space.ndim):
        perm[i] = i
    for i in range(1, space.ndim):
        j = i
        while j > 0 and belongs_inside(space, j - 1, j):
            swap_axes(space, j - 1, j, perm)
            j -= 1


cdef void flip_axes(Space *space, Py_ssize_t *offsets) noexcept nogil:
    cdef int axis, o
    cdef bint backward, forward
    cdef Py_ssize_t step
    for axis in range(space.ndim):
        backward = forward = False
        for o in range(space.n_operands):
            step = space.strides[o * MAX_NDIM + axis]
            backward |= step < 0
            forward |= step > 0
        if backward and not forward:
            for o in range(space.n_operands):
                step = space.strides[o * MAX_NDIM + axis]
                offsets[o] += step * (space.shape[axis] - 1)
                space.strides[o * MAX_NDIM + axis] = -step


cdef inline bint walks_as_one(const Space *space, int outer, int inner) noexcept nogil:
    cdef int o
    cdef const Py_ssize_t *row
    for o in range(space.n_operands):
        row = space.strides + o * MAX_NDIM
        if row[outer] != row[inner] * space.shape[inner]:
            return False
    return True


cdef void coalesce(Space *space) noexcept nogil:
    cdef int o
    cdef int kept = 0
    cdef int axis
    cdef Py_ssize_t *row
    for axis in range(space.ndim):
        if space.shape[axis] == 1:
            continue
        if kept > 0 and walks_as_one(space, kept - 1, axis):
            space.shape[kept - 1] *= space.shape[axis]
            for o in range(space.n_operands):
                row = space.strides + o * MAX_NDIM
                row[kept - 1] = row[axis]
            continue
        space.shape[kept] = space.shape[axis]
        for o in range(space.n_operands):
            row = space.strides + o * MAX_NDIM
            row[kept] = row[axis]
        kept += 1
    if kept == 0:
        space.shape[0] = 1
        for o in range(space.n_operands):
            space.strides[o * MAX_NDIM] = 0
        kept = 1
    space.ndim = kept


cdef void seek(const Space *space, Py_ssize_t flat, Cursor *cursor) noexcept nogil:
    cdef int axis
    for axis in range(space.ndim - 1, 0, -1):
        cursor.index[axis] = flat % space.shape[axis]
        flat //= space.shape[axis]
    cursor.index[0] = flat


cdef void advance(const Space *space, Py_ssize_t n, Cursor *cursor) noexcept nogil:
    cdef int axis = space.ndim - 1
    cursor.index[axis] += n
    while axis > 0 and cursor.index[axis] >= space.shape[axis]:
        cursor.index[axis - 1] += cursor.index[axis] // space.shape[axis]
        cursor.index[axis] %= space.shape[axis]
        axis -= 1


cdef Py_ssize_t offset_of(const Space *space, int operand, const Cursor *cursor) noexcept nogil:
    cdef int axis
    cdef const Py_ssize_t *row = space.strides + operand * MAX_NDIM
    cdef Py_ssize_t offset = 0
    for axis in range(space.ndim):
        offset += cursor.index[axis] * row[axis]
    return offset


# ---------------------------------------------------------------------------------------------------------------------
# items

cdef void gather_items(item *out, const char *src, Py_ssize_t stride, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    cdef item value
    if stride == 0:
        value = (<const item *>src)[0]
        for i in range(n):
            out[i] = value
    elif stride == -<Py_ssize_t>sizeof(item):
        for i in range(n):
            out[i] = (<const item *>src)[-i]
    else:
        for i in range(n):
            out[i] = (<const item *>(src + i * stride))[0]


cdef void gather(char *out, const char *src, Py_ssize_t stride, Py_ssize_t n, int itemsize) noexcept nogil:
    if stride == itemsize:
        memcpy(out, src, n * itemsize)
    elif itemsize == 8:
        gather_items(<item8 *>out, src, stride, n)
    elif itemsize == 4:
        gather_items(<item4 *>out, src, stride, n)
    elif itemsize == 2:
        gather_items(<item2 *>out, src, stride, n)
    elif itemsize == 1:
        gather_items(<item1 *>out, src, stride, n)
    else:
        gather_items(<item16 *>out, src, stride, n)


cdef void scatter_items(char *out, Py_ssize_t stride, const item *src, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        (<item *>(out + i * stride))[0] = src[i]


cdef void scatter(char *out, Py_ssize_t stride, const char *src, Py_ssize_t n, int itemsize) noexcept nogil:
    if stride == itemsize:
        memcpy(out, src, n * itemsize)
    elif itemsize == 8:
        scatter_items(out, stride, <const item8 *>src, n)
    elif itemsize == 4:
        scatter_items(out, stride, <const item4 *>src, n)
    elif itemsize == 2:
        scatter_items(out, stride, <const item2 *>src, n)
    elif itemsize == 1:
        scatter_items(out, stride, <const item1 *>src, n)
    else:
        scatter_items(out, stride, <const item16 *>src, n)


cdef void gather_rows(
    char *out, const char *base, const Space *space, int operand, const Cursor *cursor, Py_ssize_t n, int itemsize
) noexcept nogil:
    cdef Cursor at = cursor[0]
    cdef int last = space.ndim - 1
    cdef Py_ssize_t stride = space.strides[operand * MAX_NDIM + last]
    cdef Py_ssize_t run
    while n > 0:
        run = min(n, space.shape[last] - at.index[last])
        gather(out, base + offset_of(space, operand, &at), stride, run, itemsize)
        advance(space, run, &at)
        out += run * itemsize
        n -= run


cdef void scatter_rows(
    char *base, const Space *space, int operand, const Cursor *cursor, const char *src, Py_ssize_t n, int itemsize
) noexcept nogil:
    cdef Cursor at = cursor[0]
    cdef int last = space.ndim - 1
    cdef Py_ssize_t stride = space.strides[operand * MAX_NDIM + last]
    cdef Py_ssize_t run
    while n > 0:
        run = min(n, space.shape[last] - at.index[last])
        scatter(base + offset_of(space, operand, &at), stride, src, run, itemsize)
        advance(space, run, &at)
        src += run * itemsize
        n -= run


cdef void scatter_masked(
    char *base, const Space *space, int operand, const Cursor *cursor, const char *src, const char *mask, Py_ssize_t n,
    int itemsize
) noexcept nogil:
    cdef Cursor at = cursor[0]
    cdef int last = space.ndim - 1
    cdef Py_ssize_t stride = space.strides[operand * MAX_NDIM + last]
    cdef Py_ssize_t i, run
    cdef char *out
    while n > 0:
        run = min(n, space.shape[last] - at.index[last])
        out = base + offset_of(space, operand, &at)
        for i in range(run):
            if mask[i]:
                memcpy(out + i * stride, src + i * itemsize, itemsize)
        advance(space, run, &at)
        src += run * itemsize
        mask += run
        n -= run


cdef void splat(char *out, const char *item, Py_ssize_t n, int itemsize) noexcept nogil:
    gather(out, item, 0, n, itemsize)


cdef void pad(char *out, Py_ssize_t n, Py_ssize_t padded, int itemsize) noexcept nogil:
    if n > 0 and padded > n:
        splat(out + n * itemsize, out + (n - 1) * itemsize, padded - n, itemsize)


cdef void swap_bytes(char *x, Py_ssize_t n, int width) noexcept nogil:
    cdef Py_ssize_t i
    if width == 2:
        for i in range(n):
            (<item2 *>x)[i] = bswap16((<item2 *>x)[i])
    elif width == 4:
        for i in range(n):
            (<item4 *>x)[i] = bswap32((<item4 *>x)[i])
    else:
        for i in range(n):
            (<item8 *>x)[i] = bswap64((<item8 *>x)[i])
