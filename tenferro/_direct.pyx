# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Direct functions: one callable a row of the table, each a program of one instruction.

Three ways lead to `launch`, which fills a plan of one step on the stack and runs it:

- `quick`: exact arrays in native byte order and Python scalars, no keyword. The dtypes are looked up in a table of
  *rules*, filled from NumPy's promotion as pairs of dtypes turn up, so that a call on one element costs no more
  than NumPy's.
- `full`: everything else that NumPy's calling convention allows.
- `tracer.apply`, for a value that is being traced: the call becomes a node of its graph.
"""

cimport cython
cimport numpy as cnp
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.long cimport PyLong_AsDouble, PyLong_CheckExact
from cpython.mem cimport PyMem_RawCalloc
from cpython.ref cimport Py_INCREF, PyObject
from libc.stdint cimport uint64_t

from tenferro._fused.operands cimport (
    APART, SAME, SHAPES_DIFFER, TANGLED, Shape, build_space, fresh, overlap, swap_width,
)
from tenferro._fused.tiles cimport Load, Plan, Step, Store, finish_plan, run_plan
from tenferro._kernels.layout cimport MAX_NDIM
from tenferro._kernels.levels cimport (
    CODE_BF16, CODE_BOOL, CODE_F32, CODE_F64, N_DTYPES, N_OPCODES, OP_POWER, OP_SQUARE, cast_of, loop_of,
)
from tenferro._kernels.placement cimport Settings, cost_of, current, threads_for

cdef extern from "tenferro/_kernels/shared.h":
    int published_int(const int *word)
    void publish_int(int *word, int value)
    uint64_t published_word(const uint64_t *word)
    void publish_word_once(uint64_t *word, uint64_t value)

import numpy as np

from tenferro import engine as _engine
from tenferro._optable import CODE, DTYPES, ITEMSIZE, ROWS, STORAGE
from tenferro._promotion import NUMPY_DTYPES, as_dtype, code_of, describe, resolve

cnp.import_array()

cdef enum:
    MOST_OPERANDS = 5     # three inputs, mask, output
    WEAK_INT = 15         # operand kinds beyond the dtypes' codes: Python scalars
    WEAK_FLOAT = 16
    WEAK_COMPLEX = 17
    N_KINDS = 18
    N_TYPENUMS = 64

    # what is known of a pair of operand kinds, once something is
    SIMPLE = 1
    SLOW = 2

# The answer of the promotion for one opcode and the kinds of up to two operands.
cdef struct Rule:
    signed char state
    signed char code        # of the loop
    signed char result      # dtype of the result in memory
    signed char register    # dtype of the result in the loop
    signed char inputs[2]   # dtypes of the inputs in the loop
    signed char weak[2]     # dtype a Python scalar is rounded to

# A rule is one word, so that threads that learn and use it see all of it or nothing.
cdef union Answer:
    Rule rule
    uint64_t word

# One input: an array, or a scalar held here.
cdef struct Input:
    PyObject *array         # NULL: `value`
    int code                # dtype in memory (or of `value`)
    int register            # dtype in the loop
    char value[16]

# The default of `casting`; any other string, equal or not, takes the full way.
SAME_KIND = "same_kind"

cdef Answer *rules = <Answer *>PyMem_RawCalloc(N_OPCODES * N_KINDS * N_KINDS, sizeof(Answer))
if rules is NULL:
    raise MemoryError("no memory for the table of dtype rules")

cdef signed char[N_TYPENUMS] code_by_typenum
cdef int[N_DTYPES] itemsize_of
cdef PyObject *descr_by_code[N_DTYPES]  # for ever; bfloat16's is there once its type number is
cdef int bfloat16_typenum = -1  # until an array of it has come


cdef int know(int code, cnp.dtype descr) except -1:
    Py_INCREF(descr)
    descr_by_code[code] = <PyObject *>descr
    return 0


cdef int fill_tables() except -1:
    for i in range(N_TYPENUMS):
        code_by_typenum[i] = -1
    for char in "?bhilqBHILQefdFD":
        descr = np.dtype(char)
        code_by_typenum[descr.num] = code_of(descr)
    for code in range(N_DTYPES):
        itemsize_of[code] = ITEMSIZE[DTYPES[code]]
        descr_by_code[code] = NULL
        if code != CODE_BF16:
            know(code, NUMPY_DTYPES[code])

fill_tables()


# ---------------------------------------------------------------------------------------------------------------------
# operand kinds and rules

cdef inline cnp.dtype dtype_of(cnp.ndarray array):
    return <cnp.dtype><void *>cnp.PyArray_DESCR(array)


cdef bint is_bfloat16(cnp.dtype descr):
    """Whether a dtype that NumPy has not of its own is bfloat16, which is then known."""
    if code_of(descr) != CODE_BF16:
        return False
    own = NUMPY_DTYPES[CODE_BF16]
    with cython.critical_section(_engine):
        if bfloat16_typenum < 0:
            know(CODE_BF16, own)
            publish_int(&bfloat16_typenum, descr.type_num)
    return True


cdef inline int kind_of(object x):
    """The kind of an operand that the quick way takes, or -1."""
    cdef int typenum
    if cnp.PyArray_CheckExact(x):
        typenum = cnp.PyArray_TYPE(<cnp.ndarray>x)
        if typenum < N_TYPENUMS:
            return code_by_typenum[typenum] if cnp.PyArray_ISNOTSWAPPED(<cnp.ndarray>x) else -1
        return CODE_BF16 if typenum == published_int(&bfloat16_typenum) or is_bfloat16(dtype_of(<cnp.ndarray>x)) else -1
    if PyFloat_CheckExact(x):
        return WEAK_FLOAT
    if PyLong_CheckExact(x):
        return WEAK_INT
    return -1


cdef object operand_type(int kind):
    """What `resolve` calls an operand kind."""
    if kind == WEAK_INT:
        return int
    return float if kind == WEAK_FLOAT else <object>descr_by_code[kind]


cdef int learn(int opcode, int kind_x, int kind_y, Answer *place) except -1:
    """Ask the promotion for a pair of operand kinds, and note the rule: threads that ask at once find the same."""
    cdef Answer known
    cdef Rule *rule = &known.rule
    known.word = 0
    row = ROWS[opcode]
    kinds = (kind_x, kind_y)[: row.nin]
    answer = resolve(row, tuple([operand_type(kind) for kind in kinds]))
    computed = DTYPES[answer.code]
    rule.code = answer.code
    rule.result = code_of(answer.result)
    rule.register = CODE[row.operand_dtype(-1, computed)]
    for i in range(len(kinds)):
        rule.inputs[i] = CODE[row.operand_dtype(i, computed)]
        rule.weak[i] = code_of(answer.operands[i])
    slow = answer.delegated or (opcode == OP_POWER and computed[0] == "i")  # exponents are looked at first
    for i in range(len(kinds)):
        slow = slow or (row.signature[i] == "I" and rule.weak[i] != rule.inputs[i])
        # only floats are rounded here; other scalars go through NumPy, which knows what fits
        slow = slow or (kinds[i] >= N_DTYPES and rule.weak[i] not in (CODE_F32, CODE_F64))
    rule.state = SLOW if slow else SIMPLE
    publish_word_once(&place.word, known.word)
    return 0


cdef inline int take(Input *operand, object x, int kind, int register, int weak) except -1:
    """Fill in an input from an operand of the quick way."""
    cdef double number
    operand.register = register
    if kind < N_DTYPES:
        operand.array = <PyObject *>x
        operand.code = kind
        return 0
    operand.array = NULL
    operand.code = weak
    number = PyFloat_AS_DOUBLE(x) if kind == WEAK_FLOAT else PyLong_AsDouble(x)
    if weak == CODE_F32:
        (<float *>operand.value)[0] = <float>number
    else:
        (<double *>operand.value)[0] = number
    return 0


cdef object quick(int opcode, object x, object y, bint binary, object out):
    """A call without keywords but `out`."""
    cdef int kind_x = kind_of(x)
    cdef int kind_y = kind_of(y) if binary else 0
    cdef Input inputs[MOST_OPERANDS]
    cdef Settings engine
    cdef Answer *place
    cdef Rule *rule
    if kind_x >= 0 and kind_y >= 0 and (kind_x < N_DTYPES or (binary and kind_y < N_DTYPES)):
        place = &rules[(opcode * N_KINDS + kind_x) * N_KINDS + kind_y]
        if published_word(&place.word) == 0:
            learn(opcode, kind_x, kind_y, place)
        rule = &place.rule
        if rule.state == SIMPLE and (out is None or is_plain_out(out, rule.result)):
            engine = current()
            take(&inputs[0], x, kind_x, rule.inputs[0], rule.weak[0])
            if binary:
                take(&inputs[1], y, kind_y, rule.inputs[1], rule.weak[1])
            return launch(
                opcode, rule.code, rule.register, inputs, 1 + binary, out,
                <cnp.dtype>descr_by_code[rule.result],
                None, engine, engine.layout_letter,
            )
    return full(opcode, (x, y) if binary else (x,), out, True, "same_kind", None, None)


cdef inline bint is_plain_out(object out, int code) noexcept:
    """Whether `out` is an array that takes the result as it is."""
    return cnp.PyArray_CheckExact(out) and kind_of(out) == code and cnp.PyArray_ISWRITEABLE(<cnp.ndarray>out)


# ---------------------------------------------------------------------------------------------------------------------
# one instruction

cdef struct Small:
    Load loads[MOST_OPERANDS]
    Store store
    Step step
    int widths[MOST_OPERANDS]
    Py_ssize_t places[MOST_OPERANDS]
    Py_ssize_t offsets[MOST_OPERANDS]
    Py_ssize_t strides[MOST_OPERANDS * MAX_NDIM]
    Py_ssize_t out_strides[MAX_NDIM]
    PyObject *arrays[MOST_OPERANDS]
    char *base[MOST_OPERANDS]
    Shape shape


cdef bint is_simple(Input *inputs, int n, cnp.ndarray out) noexcept:
    """Whether all arrays have one shape and lie in C order, so that the space is one axis."""
    cdef cnp.ndarray first = out
    cdef cnp.ndarray array
    cdef int i
    if out is not None and not cnp.PyArray_IS_C_CONTIGUOUS(out):
        return False
    for i in range(n):
        if inputs[i].array is NULL:
            continue
        array = <cnp.ndarray>inputs[i].array
        if not cnp.PyArray_IS_C_CONTIGUOUS(array):
            return False
        if first is None:
            first = array
        elif not same_shape(array, first):
            return False
    return first is not None


cdef inline bint same_shape(cnp.ndarray x, cnp.ndarray y) noexcept:
    cdef int axis
    if cnp.PyArray_NDIM(x) != cnp.PyArray_NDIM(y):
        return False
    for axis in range(cnp.PyArray_NDIM(x)):
        if cnp.PyArray_DIMS(x)[axis] != cnp.PyArray_DIMS(y)[axis]:
            return False
    return True


cdef int one_axis(Plan *p, Small *s, Input *inputs, int n, int out_itemsize) noexcept:
    """The space of operands that `is_simple`."""
    cdef cnp.ndarray array
    cdef int i
    p.space.ndim = 1
    for i in range(n):
        s.offsets[i] = 0
        s.strides[i * MAX_NDIM] = itemsize_of[inputs[i].code]
        if inputs[i].array is NULL:
            s.strides[i * MAX_NDIM] = 0
        else:
            array = <cnp.ndarray>inputs[i].array
    s.offsets[n] = 0
    s.strides[n * MAX_NDIM] = out_itemsize
    packed_c(s, array, out_itemsize)
    p.space.size = 1
    for i in range(s.shape.ndim):
        p.space.size *= s.shape.shape[i]
    p.space.shape[0] = p.space.size
    return 0


cdef inline void packed_c(Small *s, cnp.ndarray array, Py_ssize_t step) noexcept:
    """The shape of an array, and the strides of one in C order with items of `step` bytes."""
    cdef int axis
    s.shape.ndim = cnp.PyArray_NDIM(array)
    for axis in range(s.shape.ndim - 1, -1, -1):
        s.shape.shape[axis] = cnp.PyArray_DIMS(array)[axis]
        s.out_strides[axis] = step
        step *= max(s.shape.shape[axis], 1)


cdef object launch(
    int opcode, int code, int register, Input *inputs, int n_inputs, cnp.ndarray out, cnp.dtype result,
    cnp.ndarray mask, Settings engine, char layout
):
    """Run one instruction; `out` None: into a fresh array of dtype `result`. `inputs` has room for the mask."""
    cdef Small s
    cdef Plan p
    cdef int i, n = n_inputs, asked = opcode
    cdef bint simple
    cdef bint stream = True
    cdef cnp.ndarray target = out
    cdef cnp.dtype descr
    cdef int problem
    if opcode == OP_POWER and inputs[0].array is not NULL and is_two(&inputs[1]):
        opcode, n, n_inputs = OP_SQUARE, 1, 1
    if mask is not None:
        inputs[n].array = <PyObject *>mask
        inputs[n].code = inputs[n].register = CODE_BOOL
        n += 1
    descr = result if out is None else dtype_of(out)
    fill_plan(&p, &s, inputs, n)
    simple = layout != c"F" and is_simple(inputs, n, out)
    if simple:
        one_axis(&p, &s, inputs, n, descr.itemsize)
    else:
        problem = general_space(&p, &s, inputs, n, out, descr.itemsize, layout)
        if problem != 0:
            refuse_shapes(asked, inputs, n, out, problem)
    if out is not None:
        for i in range(n):
            if inputs[i].array is not NULL:
                problem = overlap(<cnp.ndarray>inputs[i].array, out)
                if problem == TANGLED or (problem == SAME and i >= n_inputs):
                    return through_copy(opcode, code, register, inputs, n_inputs, out, mask, engine, layout)
                stream = stream and problem == APART
    else:
        target = fresh(descr, s.shape.ndim, s.shape.shape, s.out_strides, engine.pool)
    for i in range(n):
        if inputs[i].array is NULL:
            s.base[i] = inputs[i].value
        else:
            s.base[i] = <char *>cnp.PyArray_DATA(<cnp.ndarray>inputs[i].array) + s.offsets[i]
    s.base[n] = <char *>cnp.PyArray_DATA(target) + s.offsets[n]
    fill_step(&p, &s, opcode, code, register, n_inputs, n, target)
    finish_plan(&p)
    p.ns = p.space.size * cost_of(opcode, code)
    run_plan(&p, s.base, True, stream, threads_for(engine, p.ns), engine.pool)
    if out is None and s.shape.ndim == 0:
        return target[()]
    return target


cdef inline bint is_two(const Input *operand) noexcept:
    """Whether an exponent is the number 2.0: that power is a square, bit for bit."""
    if operand.array is not NULL:
        return False
    if operand.code == CODE_F64:
        return (<const double *>operand.value)[0] == 2.0
    return operand.code == CODE_F32 and (<const float *>operand.value)[0] == 2.0


cdef inline int fill_plan(Plan *p, Small *s, Input *operands, int n) except -1:
    cdef int i
    cdef Load *load
    p.space.strides = s.strides
    p.space.n_operands = n + 1
    p.n_loads = n
    p.n_steps = 1
    p.n_stores = 1
    p.n_registers = n + 1
    p.loads = s.loads
    p.steps = &s.step
    p.stores = &s.store
    p.widths = s.widths
    p.places = s.places
    for i in range(n):
        load = &s.loads[i]
        load.operand = i
        load.register = i
        load.itemsize = itemsize_of[operands[i].code]
        load.swap = 0
        if operands[i].array is not NULL and not cnp.PyArray_ISNOTSWAPPED(<cnp.ndarray>operands[i].array):
            load.swap = swap_width(dtype_of(<cnp.ndarray>operands[i].array))
        load.cast = NULL
        if operands[i].code != operands[i].register:
            load.cast = cast_of(operands[i].code, operands[i].register)
        s.widths[i] = itemsize_of[operands[i].register]
    return 0


cdef inline int fill_step(
    Plan *p, Small *s, int opcode, int code, int register, int n_inputs, int n, cnp.ndarray target
) except -1:
    cdef int i
    cdef int memory = kind_of_descr(dtype_of(target))
    s.step.run = loop_of(opcode, code).run
    if s.step.run is NULL:
        raise SystemError(f"{ROWS[opcode].name} has no loop for {DTYPES[code]}")
    s.step.lanes = loop_of(opcode, code).lanes
    s.step.out = n
    s.step.n_inputs = n_inputs
    for i in range(n_inputs):
        s.step.inputs[i] = i
    s.widths[n] = itemsize_of[register]
    s.store.operand = n
    s.store.register = n
    s.store.itemsize = cnp.PyArray_ITEMSIZE(target)
    s.store.swap = 0 if cnp.PyArray_ISNOTSWAPPED(target) else swap_width(dtype_of(target))
    s.store.mask = n_inputs if n > n_inputs else -1
    s.store.cast = cast_of(register, memory) if register != memory else NULL
    s.store.direct = s.store.cast is NULL and s.store.swap == 0 and s.store.mask < 0
    return 0


cdef inline int kind_of_descr(cnp.dtype descr) noexcept:
    if descr.type_num < N_TYPENUMS:
        return code_by_typenum[descr.type_num]
    return CODE_BF16


cdef int general_space(
    Plan *p, Small *s, Input *operands, int n, cnp.ndarray out, int out_itemsize, char layout
) noexcept:
    cdef int i
    for i in range(n):
        s.arrays[i] = operands[i].array
    s.arrays[n] = NULL if out is None else <PyObject *>out
    return build_space(
        &p.space, s.offsets, s.arrays, n, &s.arrays[n], 1, &out_itemsize, layout, &s.shape, s.out_strides
    )


cdef object through_copy(
    int opcode, int code, int register, Input *inputs, int n_inputs, cnp.ndarray out, cnp.ndarray mask,
    Settings engine, char layout
):
    """`out` overlaps an input askew: as if the inputs had been copied first."""
    cdef cnp.ndarray result
    result = np.asarray(
        launch(opcode, code, register, inputs, n_inputs, None, dtype_of(out), None, engine, layout)
    )
    if mask is None:
        out[...] = result
    else:
        np.copyto(out, result, where=mask.copy())
    return out


cdef int refuse_shapes(int opcode, Input *operands, int n, cnp.ndarray out, int problem) except -1:
    arrays = [<object>operands[i].array if operands[i].array is not NULL else np.float64() for i in range(n)]
    shapes = ", ".join([str(array.shape) for array in arrays])
    if problem == SHAPES_DIFFER:
        raise ValueError(f"{ROWS[opcode].name}: operands do not broadcast together: shapes {shapes}")
    raise ValueError(
        f"{ROWS[opcode].name}: out has shape {(<object>out).shape}, which operands of shapes {shapes} do not "
        f"broadcast to"
    )


# ---------------------------------------------------------------------------------------------------------------------
# the full calling convention

cdef object full(int opcode, tuple operands, object out, object where, object casting, object order, object dtype):
    row = ROWS[opcode]
    if any([hasattr(operand, "__tenferro_traced__") for operand in operands]):
        return traced(row, operands, out, where, casting, order, dtype)
    cdef Settings engine = current()
    cdef Input inputs[MOST_OPERANDS]
    cdef cnp.ndarray target = None
    cdef cnp.ndarray mask = None
    cdef cnp.ndarray converted
    layout = engine.layout if order is None else order
    if layout not in ("K", "A", "C", "F"):
        raise ValueError(f"{row.name}: order must be 'K', 'A', 'C' or 'F', not {order!r}")
    arrays = [as_operand(row, operand, i) for i, operand in enumerate(operands)]
    if layout == "A":
        layout = "F" if all([np.isfortran(array) for array in arrays if isinstance(array, np.ndarray)]) else "C"
    kinds = [type(array) if isinstance(array, (int, float, complex)) else array.dtype for array in arrays]
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(
            f"{row.name}: casting must be 'no', 'equiv', 'safe', 'same_kind' or 'unsafe', not {casting!r}"
        )
    answer = resolve(row, tuple(kinds), None if dtype is None else as_dtype(dtype), casting)
    check_casts(row, kinds, answer, casting)
    if answer.delegated:
        return ask_numpy(row, operands, out, where, {"casting": casting, "dtype": dtype} if row.result == "T" else {})
    computed = DTYPES[answer.code]
    held = []
    for i in range(len(arrays)):
        array = settle(row, arrays[i], answer.operands[i])
        if array is NotImplemented:
            return ask_numpy(row, operands, out, where, {})
        if row.signature[i] == "I":
            array = saturate(array, NUMPY_DTYPES[CODE[row.operand_dtype(i, computed)]])
        converted = array  # typed: what is no ndarray must not get past here
        held.append(converted)
        inputs[i].array = <PyObject *>converted
        inputs[i].code = code_of((<object>converted).dtype)
        inputs[i].register = CODE[row.operand_dtype(i, computed)]
    if opcode == OP_POWER and computed[0] == "i":
        check_exponents(held[1])
    if out is not None:
        target = check_out(row, out, answer.result, casting)
    if where is not True:
        mask = check_mask(row, where)
    register = CODE[row.operand_dtype(-1, computed)]
    if target is not None and target.dtype != answer.result and DTYPES[code_of(answer.result)] in STORAGE:
        # the result is rounded to its own narrow dtype before it is converted to that of out
        rounded = launch(
            opcode, answer.code, register, inputs, len(arrays), None, answer.result, None, engine, ord(layout)
        )
        with np.errstate(all="ignore"):
            np.copyto(target, rounded, casting=casting, where=where)
        return target
    return launch(
        opcode, answer.code, register, inputs, len(arrays), target, answer.result, mask, engine, ord(layout)
    )


cdef object traced(row, tuple operands, out, where, casting, order, dtype):
    from tenferro._fused import tracer
    keywords = {"out": out, "where": where, "casting": casting, "order": order, "dtype": dtype}
    defaults = {"out": None, "where": True, "casting": "same_kind", "order": None, "dtype": None}
    # a traced value must not be compared: that would be one more node of the graph
    given = {
        name: value for name, value in keywords.items()
        if value is not defaults[name] and not (isinstance(value, str) and value == defaults[name])
    }
    return tracer.apply(row, operands, given)


cdef object as_operand(row, operand, int i):
    """An array, or a Python scalar as it is."""
    if type(operand) in (int, float, complex) or cnp.PyArray_CheckExact(operand):
        return operand
    try:
        if hasattr(operand, "__dlpack__") and not hasattr(operand, "__array__"):
            return np.from_dlpack(operand)
        array = np.asarray(operand)
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        raise TypeError(f"{row.name}: operand {i} of type {type(operand).__name__} is no array: {error}") from None
    if code_of(array.dtype) < 0:
        raise TypeError(
            f"{row.name}: operand {i} has dtype {array.dtype}; tenferro holds bool, integers, float16/32/64, bfloat16 "
            f"and complex64/128"
        )
    return array


cdef object settle(row, operand, descr):
    """An operand as an array ready to load; NotImplemented: a Python integer that its dtype cannot hold."""
    if cnp.PyArray_Check(operand):
        # a narrower dtype asked for by dtype=: round as NumPy does before the loop
        if DTYPES[code_of(descr)] in STORAGE and operand.dtype != descr:
            with np.errstate(all="ignore"):
                return operand.real.astype(descr)
        return operand
    try:
        with np.errstate(all="ignore"):
            return np.array(operand, dtype=descr)
    except OverflowError:
        if row.result == "b":
            return NotImplemented
        raise OverflowError(f"{row.name}: Python integer {operand} is out of bounds for {descr}") from None


cdef object saturate(array, descr):
    """Exponents of a wider dtype than the loop's, cut to its range: beyond it the result is 0 or infinite anyway."""
    if np.can_cast(array.dtype, descr):
        return array
    return np.asarray(np.clip(array, np.iinfo(descr).min, np.iinfo(descr).max))  # NumPy makes a scalar of 0-d


cdef object ask_numpy(row, tuple operands, out, where, dict keywords):
    """What no loop here computes: comparisons of integers that no one dtype holds, neighbours of narrow floats."""
    with np.errstate(all="ignore"):
        return getattr(np, row.twin)(*operands, out=out, where=where, **keywords)


def check_casts(row, kinds, answer, casting):
    """Refuse what `casting` does not allow of the inputs."""
    for letter, kind, descr in zip(row.signature, kinds, answer.operands, strict=False):
        # anything is true or false: a condition, and what the logical functions see
        if letter == "b" or casting == "unsafe" or (descr.kind == "b" and row.result == "b"):
            continue
        if isinstance(kind, type):
            # a Python scalar is weak within its kind and above, never below
            fits = np.can_cast(np.dtype(kind), descr, "same_kind") or (kind is int and descr.kind != "b")
        else:
            fits = np.can_cast(kind, descr, casting)
        if not fits:
            raise TypeError(
                f"{row.name}: cannot cast an input from {describe(kind)} to {descr} with casting={casting!r}"
            )


def check_exponents(exponent):
    """Integers to negative powers are no integers: refuse before anything is written."""
    if exponent.dtype.kind == "i" and exponent.size and exponent.min() < 0:
        raise ValueError("power: integers to negative integer powers are not allowed")


cdef cnp.ndarray check_out(row, out, descr, casting):
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError(f"{row.name}: out must be one array or a tuple of one, not of {len(out)}")
        out = out[0]
        if out is None:
            return None
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{row.name}: out must be an ndarray, not {type(out).__name__}")
    if not out.flags.writeable:
        raise ValueError(f"{row.name}: out is read-only")
    if code_of(out.dtype) < 0 or not np.can_cast(descr, out.dtype, casting):
        raise TypeError(
            f"{row.name}: cannot cast the result from {descr} to out's {out.dtype} with casting={casting!r}"
        )
    return out


cdef cnp.ndarray check_mask(row, where):
    mask = np.asarray(where)
    if mask.dtype != np.bool_:
        raise TypeError(f"{row.name}: where must be bool, not {mask.dtype}")
    return mask


include "functions.pxi"

_engine.add_methods(FUNCTIONS)
