# cython: language_level=3, freethreading_compatible=True
"""Hot calls: how the arguments of a recent call looked, and what runs on such arguments.

A call is compared with the last few of its function before anything else is done. An argument is one of five
things, and a byte of `codes` says which: an array (compared by dtype, shape and, where one program runs on the
arguments as they are, strides), a NumPy scalar, a Python float, a Python int (any value within its range), or a
static argument (compared by value or, for objects, by identity).
"""

cimport numpy as cnp
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.ref cimport PyObject
from libc.string cimport memcmp, memcpy

from tenferro._fused.dtypes cimport code_of_known, code_of_scalar
from tenferro._fused.executor cimport Expected, Prepared, is_expected, same_dtype
from tenferro._fused.operands cimport APART, TANGLED, overlap
from tenferro._fused.schedule cimport Schedule
from tenferro._kernels.placement cimport Settings, current

cdef extern from "numpy/arrayobject.h":
    void PyArray_ScalarAsCtype(object scalar, void *value)
    object PyArray_Scalar(void *data, cnp.dtype descr, object base)

import weakref

import numpy as np

from tenferro._fused.calls import OWN, Leaf, Nest, build

cnp.import_array()

cdef enum:
    ARRAY = 0
    FLOAT = 1
    INT = 2
    STATIC = 3
    SCALAR = 4

    # forms of results that need no recursion
    ONE_ARRAY = 0
    ONE_SCALAR = 1
    PLAIN_TUPLE = 2  # of arrays, as the program returns it
    NESTED = 3
    ONE_FLOAT = 4    # Python's

    FEW = 24  # operands of a program that are kept on the stack

# by what a leaf was
cdef dict KINDS = {None: ARRAY, float: FLOAT, int: INT, "scalar": SCALAR}
# static arguments that are compared by value; others by identity
cdef tuple BY_VALUE = (str, bytes, bool, int, float, complex, type(None))


cdef class Hot:
    """See the module's docstring."""

    def __dealloc__(self):
        PyMem_Free(self.leaves)

    cdef int expect(self, tuple leaves) except -1:
        """Note how the arrays look."""
        cdef cnp.ndarray array
        cdef int i
        self.n_leaves = len(leaves)
        self.leaves = <Expected *>PyMem_Calloc(max(self.n_leaves, 1), sizeof(Expected))
        if self.leaves is NULL:
            raise MemoryError("no memory for a fused function")
        self.dtypes = tuple([array.dtype for array in leaves])
        for i in range(self.n_leaves):
            array = leaves[i]
            self.leaves[i].descr = <void *>cnp.PyArray_DESCR(array)
            self.leaves[i].ndim = cnp.PyArray_NDIM(array)
            memcpy(self.leaves[i].shape, cnp.PyArray_DIMS(array), self.leaves[i].ndim * sizeof(Py_ssize_t))
        return 0

    cdef bint accepts(self, tuple arrays) noexcept:
        cdef int i
        cdef Expected *e
        cdef cnp.ndarray array
        if self.prepared is not None:
            return self.prepared.accepts(arrays)
        if len(arrays) != self.n_leaves:
            return False
        for i in range(self.n_leaves):
            if not cnp.PyArray_CheckExact(arrays[i]):
                return False
            array = <cnp.ndarray>arrays[i]
            e = &self.leaves[i]
            if (
                not same_dtype(e.descr, array)
                or cnp.PyArray_NDIM(array) != e.ndim
                or memcmp(cnp.PyArray_DIMS(array), e.shape, e.ndim * sizeof(Py_ssize_t))
            ):
                return False
        return True

    cdef object attempt(self, PyObject *const *values, Py_ssize_t n_values, object out):
        """The result of a call, or NotImplemented where it is another kind of call."""
        cdef tuple leaves
        if n_values != self.n_values:
            return NotImplemented
        if self.prepared is not None and self.prepared.n_inputs + self.prepared.n_outputs < FEW:
            return self.replay(values, out)
        leaves = self.convert(values)
        if leaves is None or not self.accepts(leaves):
            return NotImplemented
        if out is not None:
            if not self.takes(out):
                return NotImplemented
            self.prepared.execute(leaves, (out,))
            return out
        if self.prepared is None:
            return build(self.form, self.schedule.run(leaves))
        return shaped(self.shape, self.form, self.prepared.execute(leaves, None))

    cdef object replay(self, PyObject *const *values, object out):
        """`attempt` of one program: numbers stay on the stack, and a result without axes becomes no array."""
        cdef Prepared p = self.prepared
        cdef Settings engine = current()
        cdef const unsigned char *codes = self.codes
        cdef char *few[FEW]
        cdef Number numbers[FEW]
        cdef char **base = &few[0]
        cdef PyObject *arrays[FEW]
        cdef int i, sharing, leaf = 0, n_arrays = 0, static = 0, worst = APART
        cdef int first_out = p.n_inputs + p.n_constants
        cdef cnp.ndarray array
        if first_out + p.n_outputs > FEW:
            return NotImplemented
        for i in range(self.n_values):
            x = <object>values[i]
            if codes[i] == ARRAY:
                if not is_expected(&p.expected[leaf], x):
                    return NotImplemented
                base[leaf] = <char *>cnp.PyArray_DATA(<cnp.ndarray>x)
                arrays[n_arrays] = <PyObject *>x
                n_arrays += 1
            elif codes[i] == STATIC:
                if not is_same(self.statics[static], x):
                    return NotImplemented
                static += 1
                continue
            else:
                if not self.number(x, codes[i], leaf, &numbers[leaf]):
                    return NotImplemented
                base[leaf] = numbers[leaf].item
            leaf += 1
        if out is not None:
            if not self.takes(out):
                return NotImplemented
            for i in range(n_arrays):
                sharing = overlap(<cnp.ndarray>arrays[i], <cnp.ndarray>out)
                worst = sharing if sharing > worst else worst
            if worst == TANGLED:
                p._through_copy(self.convert(values), (out,))
                return out
            base[first_out] = <char *>cnp.PyArray_DATA(<cnp.ndarray>out)
            p.replay(base, worst == APART, engine)
            return out
        if self.shape == ONE_ARRAY:
            array = p.fresh_result(0, engine)
            base[first_out] = <char *>cnp.PyArray_DATA(array)
            p.replay(base, True, engine)
            return array
        if self.shape == ONE_SCALAR or self.shape == ONE_FLOAT:
            base[first_out] = numbers[FEW - 1].item  # no input's: there are fewer
            p.replay(base, True, engine)
            if self.shape == ONE_FLOAT:
                return (<double *>numbers[FEW - 1].item)[0]
            return PyArray_Scalar(numbers[FEW - 1].item, <cnp.dtype>p.out_dtypes[0], None)
        cdef list results = []
        for i in range(p.n_outputs):
            array = p.fresh_result(i, engine)
            base[first_out + i] = <char *>cnp.PyArray_DATA(array)
            results.append(array)
        p.replay(base, True, engine)
        return shaped(self.shape, self.form, tuple(results))

    cdef bint number(self, object x, int code, int leaf, Number *into) except -1:
        """Put a scalar argument into `into`; False where it is of another kind."""
        cdef int overflow = 0, own
        cdef long long value
        cdef Expected *e = &self.prepared.expected[leaf]
        if code == FLOAT:
            if not PyFloat_CheckExact(x):
                return False
            (<double *>into.item)[0] = PyFloat_AS_DOUBLE(x)
            return True
        if code == INT:
            if not PyLong_CheckExact(x):
                return False
            value = PyLong_AsLongLongAndOverflow(x, &overflow)
            if overflow or not self.is_within(leaf, value):
                return False
            (<long long *>into.item)[0] = value
            return True
        own = code_of_scalar(x)
        if own >= 0:
            if own != code_of_known(<cnp.dtype>e.descr):
                return False
            PyArray_ScalarAsCtype(x, into.item)
            return True
        if not isinstance(x, np.generic):
            return False
        array = np.asarray(x)
        if not is_expected(e, array):
            return False
        memcpy(into.item, cnp.PyArray_DATA(<cnp.ndarray>array), cnp.PyArray_ITEMSIZE(<cnp.ndarray>array))
        return True

    cdef tuple convert(self, PyObject *const *values):
        """The arguments as arrays; None where one is of another kind."""
        cdef list leaves = []
        cdef const unsigned char *codes = self.codes
        cdef Py_ssize_t i, static = 0
        cdef cnp.ndarray array
        cdef int overflow = 0
        cdef long long value
        for i in range(self.n_values):
            x = <object>values[i]
            if codes[i] == ARRAY:
                leaves.append(x)
            elif codes[i] == FLOAT:
                if not PyFloat_CheckExact(x):
                    return None
                array = cnp.PyArray_EMPTY(0, NULL, cnp.NPY_DOUBLE, 0)
                (<double *>cnp.PyArray_DATA(array))[0] = PyFloat_AS_DOUBLE(x)
                leaves.append(array)
            elif codes[i] == INT:
                if not PyLong_CheckExact(x):
                    return None
                value = PyLong_AsLongLongAndOverflow(x, &overflow)
                if overflow or not self.is_within(len(leaves), value):
                    return None
                array = cnp.PyArray_EMPTY(0, NULL, cnp.NPY_INT64, 0)
                (<long long *>cnp.PyArray_DATA(array))[0] = value
                leaves.append(array)
            elif codes[i] == SCALAR:
                if not isinstance(x, np.generic):
                    return None
                leaves.append(np.asarray(x))
            elif is_same(self.statics[static], x):
                static += 1
            else:
                return None
        return tuple(leaves)

    cdef bint is_within(self, Py_ssize_t leaf, long long value) except -1:
        if not self.ranges:
            return True
        limits = self.ranges.get(leaf)
        return limits is None or limits[0] <= value <= limits[1]

    cdef bint takes(self, object out) noexcept:
        """Whether an `out` is of the kind that the program was prepared for."""
        cdef Expected *e = &self.prepared.expected[self.prepared.n_inputs]
        cdef cnp.ndarray array
        if not cnp.PyArray_CheckExact(out):
            return False
        array = <cnp.ndarray>out
        return (
            same_dtype(e.descr, array)
            and cnp.PyArray_NDIM(array) == e.ndim
            and memcmp(cnp.PyArray_DIMS(array), e.shape, e.ndim * sizeof(Py_ssize_t)) == 0
            and memcmp(cnp.PyArray_STRIDES(array), e.strides, e.ndim * sizeof(Py_ssize_t)) == 0
            and cnp.PyArray_ISWRITEABLE(array)
        )


cdef inline bint is_same(tuple known, object x) except -1:
    """Whether a static argument is the known one: (type, value), or (None, weak reference)."""
    if known[0] is None:
        return known[1]() is x
    return type(x) is known[0] and x == known[1]


cdef inline object shaped(int shape, object form, tuple results):
    if shape == ONE_ARRAY:
        return results[0]
    if shape == ONE_SCALAR:
        return results[0][()]
    if shape == ONE_FLOAT:
        return float(results[0][()])
    if shape == PLAIN_TUPLE:
        return results
    return build(form, results)


cdef object give(object form, tuple results):
    """The results of a program in the form that the function gave them."""
    return shaped(shape_of(form), form, results)


cdef int shape_of(form) except -1:
    if type(form) is Leaf and form.position == 0 and form.shared == OWN:
        if form.kind == "array":
            return ONE_ARRAY
        if form.kind == "scalar":
            return ONE_SCALAR
        if form.kind is float:
            return ONE_FLOAT
    if type(form) is Nest and form.make is tuple:
        for i, entry in enumerate(form.entries):
            if type(entry) is not Leaf or entry.kind != "array" or entry.shared != OWN or entry.position != i:
                return NESTED
        return PLAIN_TUPLE
    return NESTED


cdef Hot remember(
    Prepared prepared, Schedule schedule, object form, dict ranges, object flat, tuple values, object names, str layout,
    bint with_out
):
    """A hot entry for a call, or None where its arguments are of a kind that is not compared quickly."""
    cdef Hot entry = Hot.__new__(Hot)
    kinds = dict(zip(flat.places, flat.kinds))
    places = [*range(len(values) - len(names or ())), *(names or ())]
    codes, statics = [], []
    for place, x in zip(places, values):
        if place in kinds:
            if kinds[place] is None and type(x) is not np.ndarray or kinds[place] not in KINDS:
                return None
            if kinds[place] == "scalar" and not isinstance(x, np.generic):
                return None
            codes.append(KINDS[kinds[place]])
            continue
        codes.append(STATIC)
        if type(x) in BY_VALUE:
            statics.append((type(x), x))
        elif isinstance(x, (list, tuple, dict)):
            return None
        else:
            try:
                statics.append((None, weakref.ref(x)))
            except TypeError:
                return None
    entry.n_values = len(values)
    entry.codes = bytes(codes)
    entry.statics = tuple(statics)
    entry.prepared = prepared
    entry.schedule = schedule
    if prepared is None:
        entry.expect(tuple(flat.leaves))
    entry.ranges = ranges
    entry.names = names
    entry.layout = layout
    entry.form = form
    entry.shape = shape_of(form)
    if entry.shape == ONE_FLOAT and prepared is not None and prepared.out_dtypes[0] != np.float64:
        entry.shape = NESTED
    entry.with_out = with_out
    return entry
