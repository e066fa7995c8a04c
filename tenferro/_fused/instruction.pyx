# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""One instruction: a plan of one step, made on the stack for operands of any layout, and run.

Operands that are all scalars need no plan: the loop computes one vector.
"""

cimport numpy as cnp
from cpython.ref cimport PyObject
from libc.string cimport memcpy, memset

from tenferro._fused.dtypes cimport code_of_known, descr_of, dtype_of, itemsize_of
from tenferro._fused.operands cimport (
    APART, SAME, SHAPES_DIFFER, TANGLED, Shape, build_space, fresh, overlap, swap_width,
)
from tenferro._fused.tiles cimport Load, Plan, Step, Store, finish_plan, run_plan
from tenferro._kernels.layout cimport MAX_NDIM, pad
from tenferro._kernels.levels cimport (
    CODE_BOOL, CODE_F32, CODE_F64, EXPRESSION_INPUTS, OP_POWER, OP_SQUARE, cast_of, loop_of,
)
from tenferro._kernels.placement cimport Settings, cost_of, threads_for

import numpy as np

from tenferro._optable import DTYPES, ROWS

cnp.import_array()

cdef extern from "numpy/arrayobject.h":
    object PyArray_Scalar(void *data, cnp.dtype descr, object base)

cdef enum:
    WIDEST = 64  # bytes of a vector, at most
    DOUBLES = 8  # the same

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


cdef int one_axis(Plan *p, Small *s, Input *inputs, int n, cnp.ndarray out, int out_itemsize) noexcept:
    """The space of operands that `is_simple`."""
    cdef cnp.ndarray array = out
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
        one_axis(&p, &s, inputs, n, out, descr.itemsize)
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
        if mask is not None:  # recycled memory holds what some other array left there
            memset(cnp.PyArray_DATA(target), 0, cnp.PyArray_NBYTES(target))
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
    cdef int memory = code_of_known(dtype_of(target))
    s.step.run = loop_of(opcode, code).run
    if s.step.run is NULL:
        raise SystemError(f"{ROWS[opcode].name} has no loop for {DTYPES[code]}")
    s.step.lanes = loop_of(opcode, code).lanes
    s.step.out = n
    s.step.n_inputs = n_inputs
    s.step.code = NULL
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


cdef object run_scalars(int opcode, int code, int register, Input *inputs, int n_inputs, int result):
    cdef double registers[(MOST_OPERANDS + 1) * DOUBLES]  # aligned as any item
    cdef void *arguments[EXPRESSION_INPUTS + 1]
    cdef void *argument[1]
    cdef char *out = <char *>registers + MOST_OPERANDS * WIDEST
    cdef double value[2]
    cdef int i, width, lanes = loop_of(opcode, code).lanes
    if loop_of(opcode, code).run is NULL:
        raise SystemError(f"{ROWS[opcode].name} has no loop for {DTYPES[code]}")
    for i in range(n_inputs):
        width = itemsize_of[inputs[i].register]
        arguments[i] = <char *>registers + i * WIDEST
        if inputs[i].code == inputs[i].register:
            memcpy(arguments[i], inputs[i].value, width)
        else:
            argument[0] = inputs[i].value
            cast_of(inputs[i].code, inputs[i].register)(arguments[i], argument, 1)
        pad(<char *>arguments[i], 1, lanes, width)
    arguments[EXPRESSION_INPUTS] = NULL
    loop_of(opcode, code).run(out, arguments, 1)
    if register != result:
        argument[0] = out
        cast_of(register, result)(value, argument, 1)
        out = <char *>value
    return PyArray_Scalar(out, descr_of(result), None)
