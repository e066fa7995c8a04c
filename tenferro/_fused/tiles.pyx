# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Tiles: replays the instructions of a program, tile by tile, in cache.

::

    space  |-------------- block of thread 0 --------------|-------------- block of thread 1 --------------|
           | tile | tile | tile | tile | …                 |
    a tile:  loads   memory   -> registers    (an alias where memory is contiguous and native, else a packed copy)
             steps   registers -> registers   (one loop over the whole tile each)
             stores  registers -> memory      (nothing to do where the last step wrote to the output itself)

A tile is at most a chunk of elements, so that all registers of a program stay in L1. It lies in one row of the space
where rows are long; where they are short it runs across them and loads gather item by item. Loops compute whole
vectors. Where a tile's length is no multiple of the vectors', its end is a tile of its own in which nothing is
aliased: it is copied to scratch, padded with its last element, computed, and copied out. So no element is ever
computed differently for standing at an end, and nothing beyond an array is read or written.

Nothing here knows an operation or a Graph: it walks structs. A direct call builds them on its stack, a prepared
program keeps them.
"""

from libc.string cimport memcpy

from tenferro._kernels.layout cimport (
    MAX_NDIM, Cursor, Space, advance, gather, gather_rows, offset_of, pad, scatter_masked, scatter_rows, seek,
    swap_bytes,
)
from tenferro._kernels.levels cimport EXPRESSION_INPUTS, stream as stream_lines
from tenferro._kernels.placement cimport section_ended
from tenferro._kernels.threads cimport parallel_for
from tenferro._memory.pool cimport Pool, default_pool_object, pool_give, pool_take

cdef extern from *:
    """
    #if defined(__x86_64__)
    #define tenferro_is_intel() (__builtin_cpu_init(), __builtin_cpu_is("intel"))
    #else
    #define tenferro_is_intel() 0
    #endif
    """
    bint tenferro_is_intel() nogil

cdef extern from "<unistd.h>" nogil:
    long sysconf(int name)
    const int _SC_LEVEL1_DCACHE_SIZE

cdef enum:
    LEAST_CHUNK = 64
    # Registers begin at different places of a page, unlike operands, which often begin alike: a load that follows a
    # store to the same place of another page waits for it.
    STAGGER = 320
    # Vectors of any level and dtype divide this many elements.
    LINE = 64
    # Rows shorter than this are gathered across rows; a row of its own would pay for a ragged end each time.
    SHORT_ROW = 192
    # Scratch up to this size lives on the stack.
    STACK_SCRATCH = 8192

cdef Py_ssize_t l1_bytes() noexcept:
    """The size of the L1 data cache as the system tells it."""
    cdef long nbytes = sysconf(_SC_LEVEL1_DCACHE_SIZE)
    return nbytes if nbytes >= 16384 else 32768


# Bytes of one register, a sixteenth of L1 (docs/decisions/0003): smaller ones pay more calls an element, larger
# ones are driven out of L1 by the operands that stream past.
cdef Py_ssize_t REGISTER_BYTES = max(l1_bytes() // 16, 1024)
# All registers of a program together.
cdef Py_ssize_t SCRATCH_BYTES = 12 * REGISTER_BYTES

# Outputs of more bytes than this bypass the cache. Whether that pays depends on the processor: on Intel's servers a
# plain store to memory beyond L2 first reads the line, and bypassing gains 1.3 to 1.5 times; on AMD's it loses up
# to 2 times (docs/decisions/0002).
cdef Py_ssize_t NEVER = <Py_ssize_t>(<size_t>-1 >> 1)
cdef Py_ssize_t STREAM_FROM = 4 << 20 if tenferro_is_intel() else NEVER


cdef struct Task:
    Plan *plan
    char **base
    char *scratch
    Py_ssize_t n_blocks
    Py_ssize_t chunk
    bint direct
    bint streamed

# ---------------------------------------------------------------------------------------------------------------------
# a tile

cdef inline void load_tile(
    Plan *p, Load *l, char *base, char **reg, char *scratch, const Cursor *at, Py_ssize_t flat, Py_ssize_t n,
    Py_ssize_t padded, bint one_row
) noexcept nogil:
    """Make the register of one load for n elements; padded != n tells that nothing may be aliased."""
    cdef char *own = scratch + p.places[l.register]
    cdef char *to = own if l.cast is NULL else scratch + l.raw
    cdef const char *src
    cdef Py_ssize_t stride
    if l.flat:
        src = base + flat * l.itemsize
        if l.aliasable and padded == n:
            reg[l.register] = <char *>src
            return
        memcpy(to, src, n * l.itemsize)
    elif one_row:
        src = base + offset_of(&p.space, l.operand, at)
        stride = p.space.strides[l.operand * MAX_NDIM + p.space.ndim - 1]
        if stride == l.itemsize and l.aliasable and padded == n:
            reg[l.register] = <char *>src
            return
        gather(to, src, stride, n, l.itemsize)
    else:
        gather_rows(to, base, &p.space, l.operand, at, n, l.itemsize)
    reg[l.register] = own
    finish_load(p, l, own, to, n, padded)


cdef inline void finish_load(Plan *p, Load *l, char *own, char *raw, Py_ssize_t n, Py_ssize_t padded) noexcept nogil:
    """Byte order, dtype and padding of a register that holds n packed items."""
    cdef void *argument[1]
    if l.swap:
        swap_bytes(raw, n * (l.itemsize // l.swap), l.swap)
    if l.cast is not NULL:
        argument[0] = raw
        l.cast(own, argument, n)
    pad(own, n, padded, p.widths[l.register])


cdef inline char *place_of_output(
    Plan *p, Store *s, char *base, const Cursor *at, Py_ssize_t flat, bint one_row
) noexcept nogil:
    """Where a tile of a direct store begins in the output, or NULL where it is not contiguous there."""
    if s.flat:
        return base + flat * s.itemsize
    if one_row and p.space.strides[s.operand * MAX_NDIM + p.space.ndim - 1] == s.itemsize:
        return base + offset_of(&p.space, s.operand, at)
    return NULL


cdef inline void store_tile(
    Plan *p, Store *s, char *base, char **reg, char *scratch, const Cursor *at, Py_ssize_t flat, Py_ssize_t n,
    bint one_row, bint streamed
) noexcept nogil:
    """Bring one register to its output."""
    cdef char *src = reg[s.register]
    cdef char *out
    cdef Py_ssize_t nbytes = n * s.itemsize
    cdef void *argument[1]
    if s.cast is not NULL:
        argument[0] = src
        s.cast(scratch + s.raw, argument, n)
        src = scratch + s.raw
    elif s.swap:
        memcpy(scratch + s.raw, src, nbytes)
        src = scratch + s.raw
    if s.swap:
        swap_bytes(src, n * (s.itemsize // s.swap), s.swap)
    if s.mask >= 0:
        scatter_masked(base, &p.space, s.operand, at, src, reg[s.mask], n, s.itemsize)
        return
    out = place_of_output(p, s, base, at, flat, one_row)
    if out is NULL:
        scatter_rows(base, &p.space, s.operand, at, src, n, s.itemsize)
    elif streamed and <size_t>out % LINE == 0 and nbytes % LINE == 0:
        argument[0] = src
        stream_lines()(out, argument, nbytes // LINE)
    else:
        memcpy(out, src, nbytes)


cdef inline void run_steps(Plan *p, char **reg, Py_ssize_t n) noexcept nogil:
    cdef void *inputs[EXPRESSION_INPUTS + 1]
    cdef Step *s
    cdef int i, k
    for i in range(p.n_steps):
        s = &p.steps[i]
        for k in range(s.n_inputs):
            inputs[k] = reg[s.inputs[k]]
        inputs[EXPRESSION_INPUTS] = <void *>s.code
        s.run(reg[s.out], inputs, n // s.lanes)


cdef void run_tile(
    Task *t, char **reg, char *scratch, const Cursor *at, Py_ssize_t flat, Py_ssize_t n, bint one_row
) noexcept nogil:
    cdef Plan *p = t.plan
    cdef Py_ssize_t padded = (n + p.quantum - 1) & -p.quantum  # a power of two: no division in a short call
    cdef int i
    cdef Store *s
    cdef char *out
    for i in range(p.n_loads):
        if not p.loads[i].scalar:
            load_tile(p, &p.loads[i], t.base[p.loads[i].operand], reg, scratch, at, flat, n, padded, one_row)
    for i in range(p.n_stores):
        s = &p.stores[i]
        if s.direct:
            out = NULL
            if t.direct and not t.streamed and padded == n:
                out = place_of_output(p, s, t.base[s.operand], at, flat, one_row)
            reg[s.register] = out if out is not NULL else scratch + p.places[s.register]
    run_steps(p, reg, padded)
    for i in range(p.n_stores):
        s = &p.stores[i]
        if not (s.direct and reg[s.register] != scratch + p.places[s.register]):
            store_tile(p, s, t.base[s.operand], reg, scratch, at, flat, n, one_row, t.streamed)


# ---------------------------------------------------------------------------------------------------------------------
# a block: a part of the space that one thread walks

cdef void run_block(void *context, Py_ssize_t block, int member) noexcept nogil:
    cdef int i
    cdef Task *t = <Task *>context
    cdef Plan *p = t.plan
    # blocks begin on whole tiles, so that the tiles of one space are the same for any number of threads
    cdef Py_ssize_t n_lines = (p.space.size + LINE - 1) // LINE
    cdef Py_ssize_t start = 0
    cdef Py_ssize_t stop = p.space.size
    cdef char *scratch = t.scratch + member * p.scratch
    cdef char **reg = <char **>scratch
    cdef Py_ssize_t n, whole
    cdef Cursor at
    if t.n_blocks > 1:
        start = n_lines * block // t.n_blocks * LINE
        stop = min(stop, n_lines * (block + 1) // t.n_blocks * LINE)
    if start >= stop:
        return
    for i in range(p.n_registers):
        reg[i] = scratch + p.places[i]
    splat_scalars(t, reg, scratch, stop - start)
    seek(&p.space, start, &at)
    while start < stop:
        n, one_row = next_tile(t, &at, start, stop)
        whole = n & -p.quantum
        if whole:
            run_tile(t, reg, scratch, &at, start, whole, one_row)
            advance(&p.space, whole, &at)
            start += whole
        if n > whole:
            run_tile(t, reg, scratch, &at, start, n - whole, one_row)
            advance(&p.space, n - whole, &at)
            start += n - whole


cdef inline (Py_ssize_t, bint) next_tile(Task *t, const Cursor *at, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The length of the tile at `at`, and whether it lies in one row."""
    cdef Plan *p = t.plan
    cdef Py_ssize_t n = min(t.chunk, stop - start)
    cdef Py_ssize_t row = p.space.shape[p.space.ndim - 1]
    cdef Py_ssize_t rest = row - at.index[p.space.ndim - 1]
    if n <= rest:
        return n, True
    if row >= SHORT_ROW:
        return rest, True
    return n, False


cdef void splat_scalars(Task *t, char **reg, char *scratch, Py_ssize_t n) noexcept nogil:
    """Fill the registers of the loads that hold one value throughout."""
    cdef int i
    cdef Plan *p = t.plan
    cdef Load *load
    cdef char *own
    cdef char *first
    cdef Py_ssize_t filled = (min(n, p.chunk) + p.quantum - 1) // p.quantum * p.quantum
    for i in range(p.n_loads):
        load = &p.loads[i]
        if not load.scalar:
            continue
        own = scratch + p.places[load.register]
        first = own if load.cast is NULL else scratch + load.raw
        memcpy(first, t.base[load.operand], load.itemsize)
        finish_load(p, load, own, first, 1, filled)


cdef void run_item(Plan *p, char **base, char *scratch) noexcept nogil:
    """A space of one element: one vector of each register, without a walk."""
    cdef char **reg = <char **>scratch
    cdef int i
    cdef Load *load
    cdef Store *s
    cdef char *own
    cdef char *first
    cdef void *argument[1]
    for i in range(p.n_registers):
        reg[i] = scratch + p.places[i]
    for i in range(p.n_loads):
        load = &p.loads[i]
        own = reg[load.register]
        first = own if load.cast is NULL else scratch + load.raw
        copy_item(first, base[load.operand], load.itemsize)
        finish_load(p, load, own, first, 1, p.quantum)
    run_steps(p, reg, p.quantum)
    for i in range(p.n_stores):
        s = &p.stores[i]
        if s.mask >= 0 and reg[s.mask][0] == 0:
            continue
        first = reg[s.register]
        if s.cast is not NULL:
            argument[0] = first
            first = scratch + s.raw
            s.cast(first, argument, 1)
        if s.swap == 0:
            copy_item(base[s.operand], first, s.itemsize)
        else:
            memcpy(scratch + s.raw, first, s.itemsize)
            swap_bytes(scratch + s.raw, s.itemsize // s.swap, s.swap)
            memcpy(base[s.operand], scratch + s.raw, s.itemsize)


cdef inline void copy_item(char *to, const char *item, int itemsize) noexcept nogil:
    if itemsize == 8:
        memcpy(to, item, 8)
    else:
        memcpy(to, item, itemsize)


# ---------------------------------------------------------------------------------------------------------------------
# a plan

cdef void finish_plan(Plan *p) noexcept nogil:
    cdef Py_ssize_t bytes_an_element = 0, place, widest = 1
    cdef int i
    p.unit = p.n_steps == 1
    p.quantum = 1
    for i in range(p.n_steps):
        p.quantum = max(p.quantum, p.steps[i].lanes)
    for i in range(p.n_registers):
        bytes_an_element += p.widths[i]
        widest = max(widest, p.widths[i])
    for i in range(p.n_loads):
        p.loads[i].flat = is_packed(&p.space, p.loads[i].operand, p.loads[i].itemsize)
        p.loads[i].scalar = is_scalar(&p.space, p.loads[i].operand)
        if p.loads[i].scalar:
            tell_steps(p, p.loads[i].register)
        p.loads[i].aliasable = p.loads[i].cast is NULL and p.loads[i].swap == 0
        p.unit &= p.loads[i].flat and p.loads[i].aliasable
        if p.loads[i].cast is not NULL:
            bytes_an_element += p.loads[i].itemsize
            widest = max(widest, <Py_ssize_t>p.loads[i].itemsize)
    for i in range(p.n_stores):
        p.stores[i].flat = is_packed(&p.space, p.stores[i].operand, p.stores[i].itemsize)
        p.unit &= p.stores[i].flat and p.stores[i].direct
        if p.stores[i].cast is not NULL or p.stores[i].swap:
            bytes_an_element += p.stores[i].itemsize
            widest = max(widest, <Py_ssize_t>p.stores[i].itemsize)
    p.chunk = LEAST_CHUNK
    if p.space.size > LEAST_CHUNK:
        p.chunk = min(REGISTER_BYTES // widest, SCRATCH_BYTES // max(1, bytes_an_element))
        p.chunk = max(LEAST_CHUNK, p.chunk // LINE * LINE)
        p.chunk = min(p.chunk, (p.space.size + LINE - 1) // LINE * LINE)
    place = round_up(p.n_registers * sizeof(char *))
    for i in range(p.n_registers):
        p.places[i] = place
        place += round_up(p.chunk * p.widths[i]) + STAGGER
    for i in range(p.n_loads):
        if p.loads[i].cast is not NULL:
            p.loads[i].raw = place
            place += round_up(p.chunk * p.loads[i].itemsize)
    for i in range(p.n_stores):
        if p.stores[i].cast is not NULL or p.stores[i].swap:
            p.stores[i].raw = place
            place += round_up(p.chunk * p.stores[i].itemsize)
    p.scratch = place


cdef inline void tell_steps(Plan *p, int register) noexcept nogil:
    """Let the steps know whose second input holds one value throughout."""
    cdef int i
    for i in range(p.n_steps):
        if p.steps[i].code is NULL and p.steps[i].n_inputs == 2 and p.steps[i].inputs[1] == register:
            p.steps[i].code = b"one"


cdef inline Py_ssize_t round_up(Py_ssize_t nbytes) noexcept nogil:
    return (nbytes + LINE - 1) // LINE * LINE


cdef bint is_scalar(const Space *space, int operand) noexcept nogil:
    cdef int axis
    for axis in range(space.ndim):
        if space.strides[operand * MAX_NDIM + axis] != 0:
            return False
    return True


cdef bint is_packed(const Space *space, int operand, int itemsize) noexcept nogil:
    """Whether the operand lies in memory in the order of the space, without gaps."""
    cdef Py_ssize_t expected = itemsize
    cdef int axis
    for axis in range(space.ndim - 1, -1, -1):
        if space.strides[operand * MAX_NDIM + axis] != expected:
            return False
        expected *= space.shape[axis]
    return True


cdef bint has_streamed_store(Plan *p) noexcept nogil:
    cdef int i
    cdef Py_ssize_t nbytes = 0
    for i in range(p.n_stores):
        nbytes += p.space.size * p.stores[i].itemsize
    return nbytes >= STREAM_FROM


cdef int run_plan(
    Plan *plan, char **base, bint direct, bint stream, int n_threads, Pool pool
) except -1:
    cdef char on_stack[STACK_SCRATCH]
    cdef Task t
    cdef char *block = NULL
    cdef Py_ssize_t nbytes
    if plan.space.size == 0:
        return 0
    t.plan = plan
    t.base = base
    t.direct = direct
    t.streamed = stream and has_streamed_store(plan)
    n_threads = max(1, n_threads)
    t.n_blocks = 1 if n_threads == 1 else n_threads * pieces_of_share(plan.ns / n_threads)
    # one instruction that touches no scratch needs no tiles: its loop runs through
    t.chunk = plan.space.size if plan.unit and direct and not t.streamed else plan.chunk
    nbytes = plan.scratch * n_threads + LINE
    if nbytes <= STACK_SCRATCH:
        t.scratch = <char *>round_up(<Py_ssize_t>on_stack)
    else:
        if pool is None:
            pool = default_pool_object()
        block = <char *>pool_take(pool.handle, nbytes)
        if block is NULL:
            raise MemoryError(f"no memory for {nbytes} bytes of scratch")
        t.scratch = block
    if plan.space.size == 1:
        run_item(plan, base, t.scratch)
    elif n_threads == 1:
        if plan.ns > RELEASE_GIL_NS:
            with nogil:
                run_block(&t, 0, 0)
        else:
            run_block(&t, 0, 0)
    else:
        with nogil:
            parallel_for(run_block, &t, t.n_blocks, n_threads)
            section_ended()
    if block is not NULL:
        pool_give(pool.handle, block)
    return 0


cdef inline Py_ssize_t pieces_of_share(double ns) noexcept:
    """In how many blocks one thread's work is cut, so that others can take over what it has not begun."""
    return min(max(<Py_ssize_t>(ns / PIECE_NS), 1), MOST_PIECES)


# The least length of a block, and the most blocks for each thread.
cdef double PIECE_NS = 5000.0
cdef Py_ssize_t MOST_PIECES = 4

# Work shorter than this keeps the GIL: handing it over costs more than another thread could gain.
cdef double RELEASE_GIL_NS = 2000.0


def stream_from(nbytes=None):
    """The size in bytes from which on outputs bypass the cache; with an argument, set it first (None in: ask only)."""
    global STREAM_FROM
    if nbytes is not None:
        STREAM_FROM = min(max(int(nbytes), 0), NEVER)
    return STREAM_FROM


def register_bytes(nbytes=None):
    """The most bytes that a register takes in cache; with an argument, set it first, for plans made from then on."""
    global REGISTER_BYTES, SCRATCH_BYTES
    if nbytes is not None:
        REGISTER_BYTES = max(int(nbytes), LINE)
        SCRATCH_BYTES = 12 * REGISTER_BYTES
    return REGISTER_BYTES
