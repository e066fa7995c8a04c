# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Direct functions: one callable a row of the table, each a program of one instruction.

::

    operands -> `take`      arrays, NumPy scalars and Python numbers: a *kind* and a value each
    kinds    -> `find_rule` the dtypes, asked of NumPy's promotion once for each combination and then looked up in C
    keywords -> `call`      out, where, order; casting and dtype are part of what the rule is looked up by
             -> `launch`    a plan of one step, on the stack; or `run_scalars`, where no operand has an axis

What this does not know (objects that make arrays of themselves, integers that their dtype cannot hold, rules that look
at values) goes through `full`, which is slower and complete; a value that is being traced becomes a node of its graph.
"""

cimport numpy as cnp
from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.list cimport PyList_CheckExact
from cpython.long cimport PyLong_AsDouble, PyLong_AsLongLongAndOverflow, PyLong_AsUnsignedLongLong, PyLong_CheckExact
from cpython.mem cimport PyMem_RawCalloc
from cpython.ref cimport PyObject
from cpython.tuple cimport PyTuple_CheckExact
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

from tenferro._fused.dtypes cimport code_of_array, code_of_scalar, descr_of, dtype_of, itemsize_of
from tenferro._fused.instruction cimport Input, MOST_OPERANDS, launch, run_scalars
from tenferro._fused.operands cimport laps_itself, swap_width
from tenferro._kernels.layout cimport swap_bytes
from tenferro._kernels.levels cimport (
    CODE_BF16, CODE_BOOL, CODE_C128, CODE_F16, CODE_F32, CODE_F64, CODE_I8, CODE_I64, CODE_U64, CODE_U8, N_DTYPES,
    OP_CLIP, OP_EQUAL, OP_GREATER, OP_GREATER_EQUAL, OP_LESS, OP_LESS_EQUAL, OP_NOT_EQUAL, OP_POWER, cast_of,
)
from tenferro._kernels.placement cimport Settings

cdef extern from "tenferro/_kernels/shared.h":
    void *published_pointer(void *const *word)
    int publish_pointer(void **word, void *expected, void *value)

cdef extern from "numpy/arrayobject.h":
    void PyArray_ScalarAsCtype(object scalar, void *value)

import numpy as np

from tenferro import engine as _engine
from tenferro._fused.operands import Loss, whole
from tenferro._optable import CODE, DTYPES, ROWS, STORAGE
from tenferro._promotion import NUMPY_DTYPES, as_dtype, code_of, describe, in_range, is_comparison, resolve

cnp.import_array()

cdef enum:
    WEAK_INT = 15         # operand kinds beyond the dtypes' codes: Python scalars
    WEAK_FLOAT = 16
    WEAK_COMPLEX = 17
    OTHER = -1            # neither an array, a NumPy scalar nor a Python number that a rule is known for

    N_CASTINGS = 5
    NO_CASTING = 0
    SAME_KIND_CASTING = 3
    N_PLACES = 1024       # of the table of rules

    # what a rule asks for besides its dtypes
    FULL = 1              # the full way: the answer depends on more than dtypes
    EXPONENTS = 2         # integers are raised to integers, which must not be negative
    CUT = 4               # the last operand is an integer that the loop takes narrower, cut to its range

# The answer of the promotion for one opcode, the kinds of its operands, a dtype asked for and a rule of casting. Once
# published a rule stays as it is, for ever.
cdef struct Rule:
    uint64_t key
    Rule *next          # of the same place
    int demands
    int code            # of the loop
    int result          # dtype of the result in memory
    int register        # dtype of the result in the loop
    int inputs[3]       # dtypes of the inputs in the loop
    int weak[3]         # dtype a Python scalar is rounded to

CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
#: the default of `casting`
SAME_KIND = CASTINGS[SAME_KIND_CASTING]

cdef void **rules = <void **>PyMem_RawCalloc(N_PLACES, sizeof(void *))
if rules is NULL:
    raise MemoryError("no memory for the table of dtype rules")

# Whether a result may be cast: 0 not asked yet, 1 no, 2 yes.
cdef signed char castable[N_CASTINGS][N_DTYPES][N_DTYPES]


# ---------------------------------------------------------------------------------------------------------------------
# rules

cdef inline uint64_t key_of(int opcode, const int *kinds, int nin, int wanted, int casting) noexcept:
    """`wanted` is a dtype's code, or -1."""
    cdef uint64_t key = 0
    cdef int i
    for i in range(nin):
        key = key << 5 | <uint64_t>kinds[i]
    key |= <uint64_t>opcode << 15  # above three kinds
    return (key << 5 | <uint64_t>(wanted + 1)) << 3 | <uint64_t>casting


cdef inline Rule *find_rule(uint64_t key) noexcept:
    """The rule of a key, or NULL."""
    cdef Rule *rule = <Rule *>published_pointer(&rules[place_of(key)])
    while rule is not NULL and rule.key != key:
        rule = rule.next
    return rule


cdef inline int place_of(uint64_t key) noexcept:
    return <int>(key * <uint64_t>0x9e3779b97f4a7c15 >> 54)


cdef object operand_type(int kind):
    """What `resolve` calls an operand kind."""
    if kind >= N_DTYPES:
        return int if kind == WEAK_INT else float if kind == WEAK_FLOAT else complex
    return descr_of(kind)


cdef Rule *learn(int opcode, const int *kinds, int nin, int wanted, int casting, uint64_t key) except NULL:
    """Ask the promotion, and note its answer: threads that ask at once find the same."""
    cdef Rule *rule
    cdef void *first
    row = ROWS[opcode]
    operands = tuple([operand_type(kinds[i]) for i in range(nin)])
    answer = resolve(row, operands, None if wanted < 0 else descr_of(wanted), CASTINGS[casting])
    check_casts(row, operands, answer, CASTINGS[casting])
    rule = <Rule *>PyMem_RawCalloc(1, sizeof(Rule))
    if rule is NULL:
        raise MemoryError("no memory for a dtype rule")
    computed = DTYPES[answer.code]
    rule.key = key
    rule.code = answer.code
    rule.result = code_of(answer.result)
    rule.register = CODE[row.operand_dtype(-1, computed)]
    rule.demands = FULL if answer.delegated else 0
    if opcode == OP_POWER and computed[0] == "i":
        rule.demands |= EXPONENTS
    for i in range(nin):
        rule.inputs[i] = CODE[row.operand_dtype(i, computed)]
        rule.weak[i] = code_of(answer.operands[i])
        if row.signature[i] == "I" and rule.weak[i] != rule.inputs[i]:
            rule.demands |= CUT
        # a narrower dtype asked for by dtype=: rounded as NumPy does before the loop
        if DTYPES[rule.weak[i]] in STORAGE and kinds[i] < N_DTYPES:
            rule.demands |= 0 if np.can_cast(operands[i], answer.operands[i]) else FULL
    while True:
        first = published_pointer(&rules[place_of(key)])
        rule.next = <Rule *>first
        if publish_pointer(&rules[place_of(key)], first, rule):
            return rule


cdef bint may_cast(int casting, int source, int target) except -1:
    if castable[casting][source][target] == 0:
        castable[casting][source][target] = 1 + np.can_cast(descr_of(source), descr_of(target), CASTINGS[casting])
    return castable[casting][source][target] == 2


# ---------------------------------------------------------------------------------------------------------------------
# operands

cdef int take(Input *operand, object x) except -2:
    """Fill in an operand; its kind, or OTHER. A Python int is looked at when its dtype is known."""
    cdef cnp.ndarray array
    cdef int code
    operand.array = NULL
    if cnp.PyArray_CheckExact(x):
        array = <cnp.ndarray>x
        code = code_of_array(array)
        if code < 0:
            return OTHER
        operand.code = code
        if cnp.PyArray_NDIM(array) != 0:
            operand.array = <PyObject *>array
            return code
        memcpy(operand.value, cnp.PyArray_DATA(array), itemsize_of[code])
        if not cnp.PyArray_ISNOTSWAPPED(array):
            swap_item(operand.value, itemsize_of[code], swap_width(dtype_of(array)))
        return code
    if PyFloat_CheckExact(x):
        operand.code = CODE_F64
        (<double *>operand.value)[0] = PyFloat_AS_DOUBLE(x)
        return WEAK_FLOAT
    if PyLong_CheckExact(x):
        return WEAK_INT
    if PyBool_Check(x):
        operand.code = CODE_BOOL
        operand.value[0] = x is True
        return CODE_BOOL
    if PyComplex_CheckExact(x):
        operand.code = CODE_C128
        (<double complex *>operand.value)[0] = <double complex>x
        return WEAK_COMPLEX
    code = code_of_scalar(x)
    if code >= 0:
        operand.code = code
        PyArray_ScalarAsCtype(x, operand.value)
    return code


cdef inline void swap_item(char *value, int itemsize, int width) noexcept:
    if width:
        swap_bytes(value, itemsize // width, width)


cdef inline int settle_weak(Input *operand, object x, int kind, int target) except -2:
    """Round a Python number to its dtype: 0; or -1 or 1 where that is an integer and too narrow below or above."""
    cdef double number
    cdef int overflow = 0
    if kind == WEAK_INT:
        if CODE_I8 <= target <= CODE_U64:
            return settle_integer(operand, x, target)
        if target == CODE_BOOL:
            PyLong_AsLongLongAndOverflow(x, &overflow)
            if overflow != 0:
                return overflow
        operand.code = CODE_F64
        (<double *>operand.value)[0] = PyLong_AsDouble(x)
    if operand.code == target:
        return 0
    if operand.code == CODE_F64 and target == CODE_F32:
        number = (<double *>operand.value)[0]
        (<float *>operand.value)[0] = <float>number
    else:
        convert_value(operand, target)
    operand.code = target
    return 0


cdef int convert_value(Input *operand, int target) noexcept:
    cdef double raw[2]
    cdef void *argument[1]
    memcpy(raw, operand.value, itemsize_of[operand.code])
    argument[0] = raw
    cast_of(operand.code, target)(operand.value, argument, 1)
    return 0


cdef int settle_integer(Input *operand, object x, int target) except -2:
    cdef int overflow = 0, bits = 8 * itemsize_of[target]
    cdef int64_t value = PyLong_AsLongLongAndOverflow(x, &overflow)
    cdef uint64_t unsigned
    operand.code = target
    if overflow == 0 and CODE_I8 <= target <= CODE_I64:
        if bits < 64 and not (-(<int64_t>1 << (bits - 1)) <= value < <int64_t>1 << (bits - 1)):
            return -1 if value < 0 else 1
    elif overflow == 0:
        if value < 0:
            return -1
        if bits < 64 and value >= <int64_t>1 << bits:
            return 1
    elif overflow < 0 or target != CODE_U64 or x > 0xffffffffffffffff:
        return overflow
    else:
        unsigned = PyLong_AsUnsignedLongLong(x)
        value = <int64_t>unsigned
    memcpy(operand.value, &value, itemsize_of[target])  # little-endian: the low bytes come first
    return 0


cdef void set_limit(Input *operand, bint most) noexcept:
    """The least or the greatest integer of the operand's dtype."""
    cdef int nbytes = itemsize_of[operand.code]
    cdef bint signed = operand.code < CODE_U8
    cdef uint64_t value = <uint64_t>0 - 1 if most else 0
    if signed:
        value = <uint64_t>1 << (8 * nbytes - 1)
        value = value - 1 if most else value
    memcpy(operand.value, &value, nbytes)


cdef int beyond(int opcode, Input *operands, int i, int side) noexcept:
    """The operation with the end of a dtype's range that answers one with an integer beyond it; -1: there is none.

    Whether ``x < 1000`` is what ``x <= 127`` is, of int8; and a bound of `clip` ends where the dtype does.
    """
    cdef bint as_above_right = (side > 0) == (i == 1)
    if opcode == OP_CLIP and i > 0 and (side > 0) == (i == 2):
        set_limit(&operands[i], side > 0)
        return opcode
    if not OP_EQUAL <= opcode <= OP_GREATER_EQUAL or operands[1 - i].code == CODE_BOOL:
        return -1
    set_limit(&operands[i], side > 0)
    if opcode in (OP_LESS, OP_LESS_EQUAL):
        return OP_LESS_EQUAL if as_above_right else OP_LESS
    if opcode in (OP_GREATER, OP_GREATER_EQUAL):
        return OP_GREATER if as_above_right else OP_GREATER_EQUAL
    if opcode == OP_NOT_EQUAL:
        return OP_LESS_EQUAL if as_above_right else OP_GREATER_EQUAL
    return OP_GREATER if as_above_right else OP_LESS


# ---------------------------------------------------------------------------------------------------------------------
# keywords

cdef int casting_of(object casting) except -2:
    """The number of a rule of casting, or OTHER."""
    cdef int i
    if casting is SAME_KIND:
        return SAME_KIND_CASTING
    if isinstance(casting, str):
        for i in range(N_CASTINGS):
            if casting == CASTINGS[i]:
                return i
    return OTHER


# The codes of dtypes that were asked for by a str or a type: NumPy takes 100 ns to tell.
cdef dict codes_of_names = {}


cdef int wanted_code(object dtype) except -2:
    """The code of a dtype asked for, or OTHER where that takes a closer look."""
    cdef int code
    if isinstance(dtype, (str, type)):
        known = codes_of_names.get(dtype)
        if known is not None:
            return known
    elif isinstance(dtype, np.dtype):
        return code_of(dtype)
    else:
        return OTHER
    try:
        code = code_of(np.dtype(dtype))
    except TypeError:
        return OTHER
    if code >= 0:
        codes_of_names[dtype] = code
    return code


cdef int letter_of(object order, Settings engine) except -2:
    """The memory order of a fresh result as a letter, or OTHER."""
    if order is None:
        return engine.layout_letter
    if isinstance(order, str) and order in ("K", "C", "F"):
        return <int><Py_UCS4>order
    return OTHER


cdef inline bint is_plain_out(object out, int result, int casting) except -1:
    """Whether a result goes to `out` through the store alone."""
    cdef cnp.ndarray array
    cdef int code
    if not cnp.PyArray_CheckExact(out):
        return False
    array = <cnp.ndarray>out
    code = code_of_array(array)
    if code != result:
        # a result of a narrow dtype is rounded to that before it is converted
        if code < 0 or result in (CODE_F16, CODE_BF16) or not may_cast(casting, result, code):
            return False
    if casting == NO_CASTING and not cnp.PyArray_ISNOTSWAPPED(array):
        return False
    return cnp.PyArray_ISWRITEABLE(array) and (cnp.PyArray_IS_C_CONTIGUOUS(array) or not laps_itself(array))


cdef object call(
    int opcode, int nin, object x, object y, object z, object out, object where, object casting, object order,
    object dtype, Settings engine
):
    """One direct call."""
    cdef Input inputs[MOST_OPERANDS]
    cdef int kinds[3]
    cdef int i, letter, side, wanted = -1, chosen = opcode
    cdef int rule_of_casting = casting_of(casting)
    cdef bint values = True
    cdef Rule *rule
    cdef cnp.ndarray mask = None
    letter = letter_of(order, engine)
    if dtype is not None:
        wanted = wanted_code(dtype)
    if rule_of_casting < 0 or letter < 0 or (dtype is not None and wanted < 0):
        return full(opcode, operands_of(nin, x, y, z), out, where, casting, order, dtype, engine)
    for i in range(nin):
        operand = x if i == 0 else y if i == 1 else z
        kinds[i] = take(&inputs[i], operand)
        if kinds[i] < 0 and (PyList_CheckExact(operand) or PyTuple_CheckExact(operand)):
            operand = array_of(operand)
            if i == 0:
                x = operand
            elif i == 1:
                y = operand
            else:
                z = operand
            kinds[i] = take(&inputs[i], operand)
        if kinds[i] < 0 or (rule_of_casting == NO_CASTING and is_foreign(operand)):
            return full(opcode, operands_of(nin, x, y, z), out, where, casting, order, dtype, engine)
        values = values and inputs[i].array is NULL
    cdef uint64_t key = key_of(opcode, kinds, nin, wanted, rule_of_casting)
    rule = find_rule(key)
    if rule is NULL:
        rule = learn(opcode, kinds, nin, wanted, rule_of_casting, key)
    if PyTuple_CheckExact(out) and len(<tuple>out) == 1:
        out = (<tuple>out)[0]
    if where is not True:
        mask = mask_of(where)
    if (
        rule.demands & FULL or (out is not None and not is_plain_out(out, rule.result, rule_of_casting))
        or (where is not True and mask is None)
    ):
        return full(opcode, operands_of(nin, x, y, z), out, where, casting, order, dtype, engine)
    for i in range(nin):
        inputs[i].register = rule.inputs[i]
        if kinds[i] >= N_DTYPES:
            side = settle_weak(&inputs[i], x if i == 0 else y if i == 1 else z, kinds[i], rule.weak[i])
            if side != 0:
                chosen = beyond(opcode, inputs, i, side)
                if chosen < 0:
                    return full(opcode, operands_of(nin, x, y, z), out, where, casting, order, dtype, engine)
    if rule.demands and not meets(rule, inputs, y):
        return full(opcode, operands_of(nin, x, y, z), out, where, casting, order, dtype, engine)
    if values and out is None and mask is None:
        return run_scalars(chosen, rule.code, rule.register, inputs, nin, rule.result)
    return launch(
        chosen, rule.code, rule.register, inputs, nin, <cnp.ndarray>out, descr_of(rule.result), mask, engine,
        <char>letter,
    )


cdef object array_of(object listed):
    """A list or tuple as an array; itself where NumPy makes none of it."""
    try:
        return cnp.PyArray_FROM_O(listed)
    except (TypeError, ValueError):
        return listed


cdef inline bint is_foreign(object operand) noexcept:
    """Whether an operand is an array of another byte order."""
    return cnp.PyArray_Check(operand) and not cnp.PyArray_ISNOTSWAPPED(<cnp.ndarray>operand)


cdef tuple operands_of(int nin, x, y, z):
    return (x,) if nin == 1 else (x, y) if nin == 2 else (x, y, z)


cdef cnp.ndarray mask_of(object where):
    """A mask of bools, or None where it is no such thing."""
    if not cnp.PyArray_CheckExact(where):
        if not isinstance(where, (bool, np.bool_, list)):
            return None
        where = np.asarray(where)
    if cnp.PyArray_TYPE(<cnp.ndarray>where) != cnp.NPY_BOOL:
        return None
    return <cnp.ndarray>where


cdef bint meets(Rule *rule, Input *inputs, object y) except -1:
    """Whether the second operand is what the rule asks for, or has been made so."""
    cdef Input *last = &inputs[1]
    if rule.demands & EXPONENTS and (inputs[0].array is NULL or cnp.PyArray_SIZE(<cnp.ndarray>inputs[0].array)):
        if last.array is not NULL:
            check_exponents(y)
        elif last.code < CODE_U8 and is_negative(last):
            check_exponents(np.asarray(y))
    if rule.demands & CUT:
        if last.array is not NULL:
            return False
        cut_value(last)
    return True


cdef bint is_negative(const Input *operand) noexcept:
    """Of a signed integer: its highest byte tells."""
    return <signed char>operand.value[itemsize_of[operand.code] - 1] < 0


cdef void cut_value(Input *operand) noexcept:
    """An integer cut to the range of the loop's dtype: beyond it the result is 0 or infinite anyway."""
    cdef int64_t value = 0
    cdef double raw[2]
    cdef void *argument[1]
    cdef int64_t most = (<int64_t>1 << (8 * itemsize_of[operand.register] - 2)) * 2 - 1
    memcpy(raw, operand.value, itemsize_of[operand.code])
    argument[0] = raw
    cast_of(operand.code, CODE_I64)(&value, argument, 1)
    if operand.code == CODE_U64 and value < 0:
        value = most
    value = min(max(value, -most - 1), most)
    operand.code = operand.register
    memcpy(operand.value, &value, itemsize_of[operand.code])


# ---------------------------------------------------------------------------------------------------------------------
# the full calling convention

cdef object full(
    int opcode, tuple operands, object out, object where, object casting, object order, object dtype,
    Settings engine
):
    row = ROWS[opcode]
    if any([hasattr(operand, "__tenferro_traced__") for operand in operands]):
        return traced(row, operands, out, where, casting, order, dtype)
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
        array = settle(row, i, arrays[i], answer.operands[i])
        if array is NotImplemented:
            return ask_numpy(row, operands, out, where, {})
        if row.signature[i] == "I":
            array = saturate(array, NUMPY_DTYPES[CODE[row.operand_dtype(i, computed)]])
        converted = array  # typed: what is no ndarray must not get past here
        held.append(converted)
        inputs[i].array = <PyObject *>converted
        inputs[i].code = code_of((<object>converted).dtype)
        inputs[i].register = CODE[row.operand_dtype(i, computed)]
    if opcode == OP_POWER and computed[0] == "i" and cnp.PyArray_SIZE(held[0]):
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
    words = f"{row.name}: operand {i}"
    try:
        if hasattr(operand, "__dlpack__") and not hasattr(operand, "__array__"):
            return np.from_dlpack(operand)
        array = np.asarray(whole(operand, words))
    except Loss:
        raise
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        raise TypeError(f"{words} of type {type(operand).__name__} is no array: {error}") from None
    if code_of(array.dtype) < 0:
        raise TypeError(
            f"{words} has dtype {array.dtype}; tenferro holds bool, integers, float16/32/64, bfloat16 "
            f"and complex64/128"
        )
    return array


cdef object settle(row, int i, operand, descr):
    """An operand as an array ready to load; NotImplemented: a Python integer that its dtype cannot hold."""
    if cnp.PyArray_Check(operand):
        # a narrower dtype asked for by dtype=: round as NumPy does before the loop
        if DTYPES[code_of(descr)] in STORAGE and operand.dtype != descr:
            with np.errstate(all="ignore"):
                return operand.real.astype(descr)
        return operand
    if type(operand) is int:
        try:
            operand = in_range(row, i, operand, descr)
        except OverflowError:
            if is_comparison(row):
                return NotImplemented
            raise
    with np.errstate(all="ignore"):
        return np.array(operand, dtype=descr)


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


cdef bint has_negative(cnp.ndarray exponent) except -1:
    """Whether a signed integer of an array is negative."""
    cdef const char *last  # byte of an item, with its sign
    cdef Py_ssize_t i, step = cnp.PyArray_ITEMSIZE(exponent)
    cdef char signs = 0
    if not (cnp.PyArray_IS_C_CONTIGUOUS(exponent) and cnp.PyArray_ISNOTSWAPPED(exponent)):
        return cnp.PyArray_SIZE(exponent) > 0 and np.min(exponent) < 0
    last = <const char *>cnp.PyArray_DATA(exponent) + step - 1
    for i in range(cnp.PyArray_SIZE(exponent)):
        signs |= last[i * step]
    return signs < 0


cdef int check_exponents(cnp.ndarray exponent) except -1:
    """Integers to negative powers are no integers: refuse before anything is written."""
    if cnp.PyArray_ISSIGNED(exponent) and has_negative(exponent):
        raise ValueError("power: integers to negative integer powers are not allowed")
    return 0


cdef cnp.ndarray check_out(row, out, descr, casting):
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError(f"{row.name}: out must be one array or a tuple of one, not of {len(out)}")
        out = out[0]
        if out is None:
            return None
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{row.name}: out must be an ndarray, not {type(out).__name__}")
    whole(out, f"{row.name}: out")
    if not out.flags.writeable:
        raise ValueError(f"{row.name}: out is read-only")
    if code_of(out.dtype) < 0 or not np.can_cast(descr, out.dtype, casting):
        raise TypeError(
            f"{row.name}: cannot cast the result from {descr} to out's {out.dtype} with casting={casting!r}"
        )
    if laps_itself(out):
        raise ValueError(
            f"{row.name}: out overlaps itself: elements of shape {out.shape}, strides {out.strides} share memory"
        )
    return out


cdef cnp.ndarray check_mask(row, where):
    mask = np.asarray(whole(where, f"{row.name}: where"))
    if mask.dtype != np.bool_:
        raise TypeError(f"{row.name}: where must be bool, not {mask.dtype}")
    return mask


include "functions.pxi"

_engine.add_methods(METHODS, FUNCTIONS)
