# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""The executor: a Program and the kind of its operands become a prepared program, ready to run on arrays of that kind.

`prepare` does what depends on shapes once: broadcasts, orders and coalesces the axes, chooses loads and stores, places
the registers. What is left for a run is to compare the arrays with what was expected (`accepts`), allocate the
results, and walk the plan. A prepared program holds no array of its caller's, and runs from many threads at once.
"""

cimport numpy as cnp
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.ref cimport PyObject
from libc.string cimport memcpy

from tenferro._fused.operands cimport (
    APART, OUT_DIFFERS, SHAPES_DIFFER, TANGLED, build_space, fresh, laps_itself, overlap, swap_width,
)
from tenferro._fused.tiles cimport Load, Plan, Step, Store, finish_plan, run_plan
from tenferro._kernels.layout cimport MAX_NDIM
from tenferro._kernels.levels cimport CAST, EXPRESSION, EXPRESSION_INPUTS, cast_of, loop_of
from tenferro._kernels.placement cimport Settings, cost_of, current, threads_for

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyObject *tp_dict
    ctypedef object (*PyCFunction)(object, object)
    ctypedef struct PyMethodDef:
        const char *ml_name
        PyCFunction ml_meth
        int ml_flags
        const char *ml_doc
    int METH_FASTCALL, METH_KEYWORDS
    object PyDescr_NewMethod(PyTypeObject *cls, PyMethodDef *definition)
    void PyType_Modified(PyTypeObject *cls)

import numpy as np

from tenferro._fused.groups import encode
from tenferro._optable import DTYPES, ITEMSIZE
from tenferro._promotion import code_of

cnp.import_array()

cdef enum:
    FEW = 32  # operands of a program whose pointers fit on the stack


cdef void *zeroed(size_t count, size_t size) except NULL:
    cdef void *memory = PyMem_Calloc(count + 1, size)  # never of length 0
    if memory is NULL:
        raise MemoryError("no memory for a prepared program")
    return memory


cdef class Prepared:
    """A program fixed to the dtypes, shapes and strides of its operands; see `prepare`."""

    def __cinit__(self):
        self.expected = NULL
        self.offsets = NULL
        self.out_strides = NULL
        self.plan.loads = NULL
        self.plan.steps = NULL
        self.plan.stores = NULL
        self.plan.widths = NULL
        self.plan.places = NULL
        self.plan.space.strides = NULL

    def __dealloc__(self):
        PyMem_Free(self.expected)
        PyMem_Free(self.offsets)
        PyMem_Free(self.out_strides)
        PyMem_Free(self.plan.loads)
        PyMem_Free(self.plan.steps)
        PyMem_Free(self.plan.stores)
        PyMem_Free(self.plan.widths)
        PyMem_Free(self.plan.places)
        PyMem_Free(self.plan.space.strides)

    def __init__(self, program, tuple arrays, tuple out=None, str layout="K"):
        self.program = program
        self.n_inputs = len(program.inputs)
        self.n_constants = len(program.constants)
        self.n_outputs = len(program.outputs)
        if len(arrays) != self.n_inputs:
            raise TypeError(f"the program takes {self.n_inputs} arrays, not {len(arrays)}")
        for i, array in enumerate(out or ()):
            if array is not None and laps_itself(array):
                raise ValueError(
                    f"out {i} overlaps itself: elements of shape {array.shape}, strides {array.strides} share memory"
                )
        self.given_out = out is not None and any([array is not None for array in out])
        self.constants = [np.array(constant.value, dtype=constant.dtype) for constant in program.constants]
        self.out_dtypes = tuple([np.dtype(output.dtype) for output in program.outputs])
        self._allocate(program)
        self._space(list(arrays) + self.constants, out, layout)
        self._loads(program, arrays)
        self._steps(program)
        self._stores(program, out)
        finish_plan(&self.plan)
        self.plan.ns *= self.plan.space.size
        self._expect(arrays + (out if self.given_out else ()))

    def _allocate(self, program):
        cdef Plan *p = &self.plan
        cdef int n_operands = self.n_inputs + self.n_constants + self.n_outputs
        p.n_loads = self.n_inputs + self.n_constants
        p.n_steps = len(program.instructions)
        p.n_stores = self.n_outputs
        p.n_registers = len(program.registers)
        p.loads = <Load *>zeroed(p.n_loads, sizeof(Load))
        p.steps = <Step *>zeroed(p.n_steps, sizeof(Step))
        p.stores = <Store *>zeroed(p.n_stores, sizeof(Store))
        p.widths = <int *>zeroed(p.n_registers, sizeof(int))
        p.places = <Py_ssize_t *>zeroed(p.n_registers, sizeof(Py_ssize_t))
        p.space.n_operands = n_operands
        p.space.strides = <Py_ssize_t *>zeroed(n_operands * MAX_NDIM, sizeof(Py_ssize_t))
        self.offsets = <Py_ssize_t *>zeroed(n_operands, sizeof(Py_ssize_t))
        self.out_strides = <Py_ssize_t *>zeroed(self.n_outputs * MAX_NDIM, sizeof(Py_ssize_t))
        self.expected = <Expected *>zeroed(self.n_inputs + self.n_outputs, sizeof(Expected))
        for i, code in enumerate(program.registers):
            p.widths[i] = ITEMSIZE[DTYPES[code]]

    def _space(self, list operands, tuple out, str layout):
        """The iteration space of all operands, and the strides of fresh results."""
        cdef int n = len(operands)
        cdef int j
        cdef PyObject **pointers = <PyObject **>zeroed(n + self.n_outputs, sizeof(PyObject *))
        cdef int *itemsizes = <int *>zeroed(self.n_outputs, sizeof(int))
        try:
            for j in range(n):
                pointers[j] = <PyObject *>operands[j]
            for j in range(self.n_outputs):
                itemsizes[j] = self.out_dtypes[j].itemsize
                if out is not None and out[j] is not None:
                    pointers[n + j] = <PyObject *>out[j]
            problem = build_space(
                &self.plan.space, self.offsets, pointers, n, pointers + n, self.n_outputs, itemsizes, ord(layout),
                &self.shape, self.out_strides,
            )
        finally:
            PyMem_Free(pointers)
            PyMem_Free(itemsizes)
        if problem == SHAPES_DIFFER:
            shapes = ", ".join([str((<object>array).shape) for array in operands])
            raise ValueError(f"inputs do not broadcast together: shapes {shapes}")
        if problem == OUT_DIFFERS:
            raise ValueError(
                f"out has shape {' and '.join([str((<object>a).shape) for a in out if a is not None])}, the result "
                f"{np.broadcast_shapes(*[(<object>array).shape for array in operands])}"
            )

    def _shape(self):
        return tuple([self.shape.shape[axis] for axis in range(self.shape.ndim)])

    def _loads(self, program, tuple arrays):
        cdef Load *load
        cdef cnp.dtype descr
        cdef int i
        registers = [entry.register for entry in program.inputs] + [entry.register for entry in program.constants]
        for i, array in enumerate(list(arrays) + self.constants):
            load = &self.plan.loads[i]
            descr = array.dtype
            source = code_of(descr)
            if source < 0:
                raise TypeError(f"input {i} has dtype {descr}, which tenferro does not hold")
            load.operand = i
            load.register = registers[i]
            load.itemsize = descr.itemsize
            load.swap = swap_width(descr)
            target = program.registers[load.register]
            load.cast = cast_of(source, target) if source != target else NULL

    def _steps(self, program):
        cdef Step *s
        cdef int i, k
        self.plan.ns = 0
        self.codes = []
        for i, instruction in enumerate(program.instructions):
            s = &self.plan.steps[i]
            s.out = instruction.out
            s.n_inputs = len(instruction.inputs)
            if s.n_inputs > EXPRESSION_INPUTS:
                raise ValueError(f"instruction {i} has {s.n_inputs} inputs; the most is {EXPRESSION_INPUTS}")
            for k in range(s.n_inputs):
                s.inputs[k] = instruction.inputs[k]
            if instruction.opcode == CAST:
                s.run = cast_of(program.registers[instruction.inputs[0]], program.registers[instruction.out])
                s.lanes = 1
            else:
                s.run = loop_of(instruction.opcode, instruction.code).run
                s.lanes = loop_of(instruction.opcode, instruction.code).lanes
            if s.run is NULL:
                raise ValueError(
                    f"instruction {i}: no loop for opcode {instruction.opcode} in {DTYPES[instruction.code]}"
                )
            if instruction.opcode == EXPRESSION:
                code = encode(instruction.body, s.n_inputs)
                if code is None:
                    raise ValueError(f"instruction {i}: its expression keeps too many values aside")
                self.codes.append(code)
                s.code = code
                # two rows take about as long as a superinstruction
                self.plan.ns += cost_of(EXPRESSION, instruction.code) * len(instruction.body) / 2
            else:
                self.plan.ns += cost_of(instruction.opcode, instruction.code)
        if self.plan.n_steps == 0:
            self.plan.ns = 0.2

    def _stores(self, program, tuple out):
        cdef Store *s
        cdef cnp.dtype descr
        cdef int j
        loaded = {entry.register for entry in program.inputs + program.constants}
        targets = [output.register for output in program.outputs]
        written = [instruction.out for instruction in program.instructions]
        for j, output in enumerate(program.outputs):
            s = &self.plan.stores[j]
            given = out is not None and out[j] is not None
            descr = out[j].dtype if given else self.out_dtypes[j]
            s.operand = self.n_inputs + self.n_constants + j
            s.register = output.register
            s.itemsize = descr.itemsize
            s.swap = swap_width(descr)
            s.mask = -1
            source, target = program.registers[output.register], code_of(descr)
            if target < 0:
                raise TypeError(f"output {j} has dtype {descr}, which tenferro does not hold")
            s.cast = cast_of(source, target) if source != target else NULL
            s.direct = (
                s.cast is NULL and not s.swap and output.register not in loaded
                and targets.count(output.register) == 1 and written.count(output.register) == 1
            )

    def _expect(self, tuple arrays):
        cdef Expected *e
        cdef cnp.ndarray array
        cdef int i
        self.input_dtypes = tuple([None if array is None else array.dtype for array in arrays])
        for i in range(len(arrays)):
            e = &self.expected[i]
            if arrays[i] is None:
                e.descr = NULL
                continue
            array = arrays[i]
            e.descr = <void *><PyObject *>self.input_dtypes[i]
            e.ndim = cnp.PyArray_NDIM(array)
            memcpy(e.shape, cnp.PyArray_DIMS(array), e.ndim * sizeof(Py_ssize_t))
            memcpy(e.strides, cnp.PyArray_STRIDES(array), e.ndim * sizeof(Py_ssize_t))

    cdef bint accepts(self, tuple arrays) noexcept:
        cdef int i
        if len(arrays) != self.n_inputs:
            return False
        for i in range(self.n_inputs):
            if not is_expected(&self.expected[i], arrays[i]):
                return False
        return True

    cdef tuple execute(self, tuple arrays, tuple out):
        """Run on arrays that `accepts` has seen; out is None or names an array for each output (None: a fresh one)."""
        cdef Settings engine = current()
        cdef int n = self.n_inputs + self.n_constants + self.n_outputs
        cdef char *few[FEW]
        cdef char **base = &few[0]
        cdef list results = []
        cdef cnp.ndarray array
        cdef bint direct = True
        cdef int i, sharing
        if self.given_out:
            sharing = self._sharing(arrays, out)
            if sharing == TANGLED:
                return self._through_copy(arrays, out)
            direct = sharing == APART
        if n > FEW:
            base = <char **>zeroed(n, sizeof(char *))
        try:
            for i in range(self.n_inputs):
                base[i] = <char *>cnp.PyArray_DATA(<cnp.ndarray>arrays[i])
            for i in range(self.n_outputs):
                if self.given_out and out[i] is not None:
                    array = out[i]
                else:
                    array = self.fresh_result(i, engine)
                results.append(array)
                base[n - self.n_outputs + i] = <char *>cnp.PyArray_DATA(array)
            self.replay(base, direct, engine)
        finally:
            if base != &few[0]:
                PyMem_Free(base)
        return tuple(results)

    cdef cnp.ndarray fresh_result(self, int i, Settings engine):
        return fresh(
            self.out_dtypes[i], self.shape.ndim, self.shape.shape, self.out_strides + i * MAX_NDIM, engine.pool
        )

    cdef int replay(self, char **base, bint direct, Settings engine) except -1:
        """Run on the memory of inputs and outputs; between them `base` has room for the constants."""
        cdef int i
        for i in range(self.n_constants):
            base[self.n_inputs + i] = <char *>cnp.PyArray_DATA(<cnp.ndarray>self.constants[i])
        for i in range(self.n_inputs + self.n_constants + self.n_outputs):
            base[i] += self.offsets[i]
        return run_plan(&self.plan, base, direct, direct, threads_for(engine, self.plan.ns), engine.pool)

    cdef int _sharing(self, tuple arrays, tuple out) except -1:
        """The worst way in which outputs share memory with inputs or with each other."""
        cdef int worst = APART
        cdef Py_ssize_t i, k
        for i in range(len(out)):
            if out[i] is None:
                continue
            for k in range(len(arrays)):
                worst = max(worst, overlap(<cnp.ndarray>arrays[k], <cnp.ndarray>out[i]))
            for k in range(i + 1, len(out)):
                if out[k] is not None and overlap(<cnp.ndarray>out[k], <cnp.ndarray>out[i]) != APART:
                    worst = TANGLED
        return worst

    cdef tuple _through_copy(self, tuple arrays, tuple out):
        """Outputs overlap inputs askew: as if the inputs had been copied first."""
        results = Prepared(self.program, arrays).execute(arrays, None)
        for result, array in zip(results, out, strict=True):
            if array is not None:
                np.copyto(array, result, casting="unsafe")
        return tuple([result if array is None else array for result, array in zip(results, out, strict=True)])

    cdef object run_checked(self, tuple arrays, out):
        if out is not None and not isinstance(out, tuple):
            out = (out,)
        if not (self.accepts(arrays) and self.accepts_out(out)):
            self._refuse(arrays, out)
        return self.execute(arrays, out)

    cdef object run_few(self, PyObject *const *arrays):
        """One fresh result of few arrays; None where one is not as expected."""
        cdef Settings engine = current()
        cdef char *base[FEW]
        cdef cnp.ndarray array
        cdef int i
        for i in range(self.n_inputs):
            if not is_expected(&self.expected[i], <object>arrays[i]):
                return None
            base[i] = <char *>cnp.PyArray_DATA(<cnp.ndarray>arrays[i])
        array = self.fresh_result(0, engine)
        base[self.n_inputs + self.n_constants] = <char *>cnp.PyArray_DATA(array)
        self.replay(base, True, engine)
        return (array,)

    cdef bint accepts_out(self, tuple out) noexcept:
        cdef int i
        if out is None:
            return not self.given_out
        if not self.given_out or len(out) != self.n_outputs:
            return False
        for i in range(self.n_outputs):
            if self.expected[self.n_inputs + i].descr is NULL or out[i] is None:
                if self.expected[self.n_inputs + i].descr is not NULL or out[i] is not None:
                    return False
            elif not is_expected(&self.expected[self.n_inputs + i], out[i]):
                return False
            elif not cnp.PyArray_ISWRITEABLE(<cnp.ndarray>out[i]):
                return False
        return True

    def _refuse(self, tuple arrays, out):
        """Say what is not as it was prepared for."""
        if len(arrays) != self.n_inputs:
            raise TypeError(f"the program takes {self.n_inputs} arrays, not {len(arrays)}")
        for i, (entry, array) in enumerate(zip(self.program.inputs, arrays, strict=True)):
            if not is_expected(&self.expected[i], array):
                raise TypeError(
                    f"input {entry.name!r} is not of the kind prepared for: expected {self._kind_expected(i)}; got "
                    f"{_kind(array)}"
                )
        if (out is not None) != self.given_out or (out is not None and len(out) != self.n_outputs):
            raise TypeError(f"prepared {'with' if self.given_out else 'without'} out arrays: pass them alike")
        for i, array in enumerate(out):
            if isinstance(array, np.ndarray) and not array.flags.writeable:
                raise ValueError(f"out {i} is read-only")
        raise TypeError(f"out is not of the kind prepared for; got {', '.join([_kind(array) for array in out])}")

    def _kind_expected(self, int i):
        cdef Expected *e = &self.expected[i]
        shape, strides = tuple([e.shape[k] for k in range(e.ndim)]), tuple([e.strides[k] for k in range(e.ndim)])
        return f"dtype {self.input_dtypes[i]}, shape {shape}, strides {strides}"

    @property
    def estimate_ns(self):
        """Nanoseconds on one thread, by the cost model."""
        return self.plan.ns

    def facts(self):
        """What `prepare` decided, for `explain`."""
        cdef Plan *p = &self.plan
        threads = threads_for(current(), p.ns)
        return {
            "shape": self._shape(),
            "axes": tuple([p.space.shape[axis] for axis in range(p.space.ndim)]),
            "instructions": p.n_steps,
            "registers": p.n_registers,
            "chunk": p.chunk,
            "quantum": p.quantum,
            "scratch_bytes": p.scratch,
            "aliased_loads": sum([p.loads[i].aliasable and p.loads[i].flat for i in range(p.n_loads)]),
            "loads": p.n_loads,
            "direct_stores": sum([p.stores[i].direct and p.stores[i].flat for i in range(p.n_stores)]),
            "estimate_us": p.ns / 1000,
            "threads": threads,
        }

    def explain(self):
        """The facts of the plan in words."""
        return "\n".join([f"{name}: {value}" for name, value in self.facts().items()])


cdef object run(object self, PyObject *const *values, Py_ssize_t n, PyObject *names):
    """`Prepared.run`, as Python's fast calling convention hands the arguments over: no tuple is made of them."""
    cdef Prepared prepared = <Prepared>self
    cdef Py_ssize_t i
    out = None
    if names is NULL and n == prepared.n_inputs and prepared.n_outputs == 1 and not prepared.given_out:
        if n + prepared.n_constants < FEW:
            results = prepared.run_few(values)
            if results is not None:
                return results
    arrays = tuple([<object>values[i] for i in range(n)])
    if names is not NULL:
        if <tuple>names != ("out",):
            raise TypeError(f"run takes arrays and out=, not the keywords {', '.join(<tuple>names)}")
        out = <object>values[n]
    return prepared.run_checked(arrays, out)


cdef PyMethodDef run_definition
run_definition.ml_name = b"run"
run_definition.ml_meth = <PyCFunction><void *>run
run_definition.ml_flags = METH_FASTCALL | METH_KEYWORDS
run_definition.ml_doc = b"""run($self, /, *arrays, out=None)
--

Run on arrays of the kind that the program was prepared for.

Parameters
----------
*arrays : numpy.ndarray
    One an input, with the dtypes, shapes and strides given to `prepare`.
out : ndarray or tuple of ndarray, optional
    Where the results go; only if `prepare` was given arrays of the same kind.

Returns
-------
tuple of numpy.ndarray

Raises
------
TypeError, ValueError
    An array is of another kind; the message names it.
"""


cdef int add_run(PyTypeObject *cls) except -1:
    """Make a method of `run`: Cython's own methods gather such arguments in a tuple and look for keywords."""
    (<dict>cls.tp_dict)["run"] = PyDescr_NewMethod(cls, &run_definition)
    PyType_Modified(cls)
    return 0


add_run(<PyTypeObject *><PyObject *>Prepared)


def _kind(candidate):
    if not isinstance(candidate, np.ndarray):
        return f"a {type(candidate).__name__}"
    return f"dtype {candidate.dtype}, shape {candidate.shape}, strides {candidate.strides}"


def prepare(program, engine, tuple arrays, tuple out=None):
    """Fix a program to the dtypes, shapes and strides of `arrays` (and of `out`, where given).

    Parameters
    ----------
    program : Program
        Typed instructions without shapes.
    engine : Settings or None
        Whose memory order fresh results have; None: the current engine's. Threads and pool are the running engine's.
    arrays : tuple of numpy.ndarray
        Arrays of the kind to run on; none of them is kept.
    out : tuple of numpy.ndarray or None, optional
        Arrays of the kind that results will be written to.

    Returns
    -------
    Prepared

    Raises
    ------
    ValueError
        The shapes do not broadcast, or an `out` has another shape than the result.
    """
    cdef Settings settings = current() if engine is None else engine
    return Prepared(program, arrays, out, settings.layout)
