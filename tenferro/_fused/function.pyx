# cython: language_level=3, freethreading_compatible=True
"""Fused functions: `fuse` and what it returns.

A call looks for a plan in three places, quickest first::

    hot      the last few prepared programs of this function: a comparison of dtypes, shapes and strides in C
    cache    the process's plans, by dtypes, shapes and static arguments
    trace    run the function on stand-ins, plan, prepare

Only the first is on the way of a repeated call on arrays, and it allocates nothing but the results.
"""

cimport cython
cimport numpy as cnp
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.string cimport memcmp, memcpy

from tenferro._fused.executor cimport Expected, Prepared
from tenferro._fused.schedule cimport Kept, Region, Schedule
from tenferro._kernels.placement cimport current

import functools
import inspect
import sys
import types

import numpy as np

from tenferro._fused import calls
from tenferro._fused.cache import CACHE
from tenferro._fused.calls import OWN, Flat, Leaf, Nest, build
from tenferro._fused.explain import explain
from tenferro._fused.passes import prune, run_passes
from tenferro._fused.planner import make_plan
from tenferro._fused.schedule import ResultsChanged, solve
from tenferro._fused.tracer import NeedsValue, Traced
from tenferro._kernels.placement import dispatch_table

cnp.import_array()

cdef enum:
    # prepared programs that a function tries before it asks the cache
    MOST_HOT = 4
    # rounds of "this number has to be known"
    MOST_ROUNDS = 64
    # leaves of a hot call that may be Python numbers
    MOST_WEAK = 31

# `weak` of a call with arguments that are neither arrays nor Python numbers
cdef unsigned long long NOT_HOT = <unsigned long long>-1

# hits that never asked the cache, all functions together
cdef long long hot_hits = 0


cdef enum Shape:
    ONE_ARRAY = 0   # the result is one array
    ONE_SCALAR = 1
    PLAIN_TUPLE = 2  # a tuple of arrays, as the program returns it
    NESTED = 3


cdef class Hot:
    """A call seen before: how its arguments look, and what runs on them.

    Where the plan is one program on the arguments as they are, that program knows how they look. Else `leaves` does.
    """

    cdef Prepared prepared         # or None
    cdef Schedule schedule
    cdef Expected *leaves
    cdef int n_leaves
    cdef tuple dtypes              # keeps the descriptors in `leaves` alive
    cdef tuple names               # of arguments passed by keyword
    cdef unsigned long long weak   # which leaves are Python numbers, two bits each
    cdef str layout
    cdef object form
    cdef Shape shape
    cdef bint with_out

    def __dealloc__(self):
        PyMem_Free(self.leaves)

    cdef int expect(self, tuple leaves) except -1:
        """Note how the arguments look."""
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
            array = <cnp.ndarray>arrays[i]
            e = &self.leaves[i]
            if (
                <void *>cnp.PyArray_DESCR(array) != e.descr
                or cnp.PyArray_NDIM(array) != e.ndim
                or memcmp(cnp.PyArray_DIMS(array), e.shape, e.ndim * sizeof(Py_ssize_t))
            ):
                return False
        return True


cdef class Compiled:
    """What the cache keeps of a call: its schedule, and the form of its results."""

    cdef readonly Schedule schedule
    cdef readonly object form
    cdef readonly dict ranges
    cdef object owner   # weak reference to the function

    def __init__(self, schedule, form, ranges, owner):
        self.schedule = schedule
        self.form = form
        self.ranges = ranges
        self.owner = owner

    def forget(self):
        """The cache has dropped it: no hot entry may keep it alive."""
        owner = self.owner()
        if owner is not None:
            (<FusedFunction>owner).cool()


class Forced:
    """Kept by the cache for calls whose Python numbers at `places` have to be static."""

    __slots__ = ("places",)

    def __init__(self, places):
        self.places = places

    def forget(self):
        """Nothing to drop."""


cdef Shape shape_of(form):
    if type(form) is Leaf and form.position == 0 and form.shared == OWN:
        if form.kind == "array":
            return ONE_ARRAY
        if form.kind == "scalar":
            return ONE_SCALAR
    if type(form) is Nest and form.make is tuple:
        for i, entry in enumerate(form.entries):
            if type(entry) is not Leaf or entry.kind != "array" or entry.shared != OWN or entry.position != i:
                return NESTED
        return PLAIN_TUPLE
    return NESTED


cdef inline object give(Shape shape, object form, tuple results):
    if shape == ONE_ARRAY:
        return results[0]
    if shape == ONE_SCALAR:
        return results[0][()]
    if shape == PLAIN_TUPLE:
        return results
    return build(form, results)


cdef inline bint is_like(Hot entry, object out) noexcept:
    """Whether an `out` is of the kind that a program was prepared for."""
    cdef Expected *e = &entry.prepared.expected[entry.prepared.n_inputs]
    cdef cnp.ndarray array
    if not cnp.PyArray_CheckExact(out):
        return False
    array = <cnp.ndarray>out
    return (
        <void *>cnp.PyArray_DESCR(array) == e.descr
        and cnp.PyArray_NDIM(array) == e.ndim
        and memcmp(cnp.PyArray_DIMS(array), e.shape, e.ndim * sizeof(Py_ssize_t)) == 0
        and memcmp(cnp.PyArray_STRIDES(array), e.strides, e.ndim * sizeof(Py_ssize_t)) == 0
        and cnp.PyArray_ISWRITEABLE(array)
    )


cdef inline object run_hot(Hot entry, tuple arrays):
    if entry.prepared is not None:
        return give(entry.shape, entry.form, entry.prepared.execute(arrays, None))
    return build(entry.form, entry.schedule.run(arrays))


cdef inline object number(object x, unsigned long long *kind):
    """A Python float or int as an array and which it is; None for anything else."""
    cdef cnp.ndarray array
    cdef int overflow = 0
    cdef long long value
    if PyFloat_CheckExact(x):
        array = cnp.PyArray_EMPTY(0, NULL, cnp.NPY_DOUBLE, 0)
        (<double *>cnp.PyArray_DATA(array))[0] = PyFloat_AS_DOUBLE(x)
        kind[0] = 1
        return array
    if PyLong_CheckExact(x):
        value = PyLong_AsLongLongAndOverflow(x, &overflow)
        if not overflow:
            array = cnp.PyArray_EMPTY(0, NULL, cnp.NPY_INT64, 0)
            (<long long *>cnp.PyArray_DATA(array))[0] = value
            kind[0] = 2
            return array
    return None


cdef inline tuple as_leaves(tuple args, dict kwargs, unsigned long long *weak):
    """The arguments as arrays where they are arrays, floats and ints and nothing else; None where they are not."""
    cdef bint plain = not kwargs
    cdef list leaves
    cdef unsigned long long kind
    cdef int i = 0
    if plain:
        for x in args:
            if not cnp.PyArray_CheckExact(x):
                plain = False
                break
        if plain:
            return args
    leaves = [*args, *kwargs.values()] if kwargs else list(args)
    for x in leaves:
        if not cnp.PyArray_CheckExact(x):
            kind = 0
            array = number(x, &kind) if i < MOST_WEAK else None
            if array is None:
                return None
            leaves[i] = array
            weak[0] |= kind << (2 * i)
        i += 1
    return tuple(leaves)


cdef class FusedFunction:
    """A function that is traced at its first call and replayed at later ones; see `fuse`."""

    cdef dict __dict__
    cdef object __weakref__
    cdef readonly object function
    cdef readonly object static
    cdef object static_places
    cdef bint takes_out
    cdef tuple hot
    cdef readonly long long token
    cdef long long runs, traces
    cdef dict fallbacks

    def __init__(self, function, static=()):
        if not callable(function):
            raise TypeError(f"fuse takes a function, not a {type(function).__name__}")
        self.function = function
        self.static = tuple(static)
        self.static_places, names = places_of(function, self.static)
        self.takes_out = "out" not in names
        self.hot = ()
        self.token = CACHE.new_token()
        self.runs = self.traces = 0
        self.fallbacks = {}
        functools.update_wrapper(self, function, updated=())

    def __del__(self):
        CACHE.drop(self.token)

    def __call__(self, *args, **kwargs):
        cdef Hot entry
        cdef tuple hot, arrays
        cdef tuple names = None
        cdef object out = None
        cdef object layout
        cdef unsigned long long weak = 0
        global hot_hits
        if kwargs:
            if self.takes_out:
                out = kwargs.pop("out", None)
                if type(out) is tuple and len(out) == 1:
                    (out,) = out
            if kwargs:
                names = tuple(kwargs)
        arrays = as_leaves(args, kwargs, &weak)
        if arrays is not None:
            with cython.critical_section(self):
                hot = self.hot
            layout = current().layout
            for entry in hot:
                if entry.weak == weak and entry.accepts(arrays) and entry.layout is layout and entry.names == names:
                    if out is None and not entry.with_out:
                        try:
                            result = run_hot(entry, arrays)
                        except ResultsChanged:
                            return self.fall_back(args, kwargs, out)
                    elif out is not None and entry.with_out and is_like(entry, out):
                        entry.prepared.run(*arrays, out=(out,))
                        result = out
                    else:
                        continue
                    self.runs += 1
                    hot_hits += 1
                    return result
        return self.slow(args, kwargs, out, names, weak if arrays is not None else NOT_HOT)

    cdef object slow(self, tuple args, dict kwargs, out, names, unsigned long long weak):
        """A call that is not hot."""
        cdef Compiled compiled
        for x in (*args, *kwargs.values()):
            if type(x) is Traced:  # within another fused function: its graph goes on
                return self.function(*args, **kwargs)
        check_out(out)
        compiled, flat = self.find(args, kwargs)
        try:
            result = self.run(compiled, flat, tuple(flat.leaves), out, names, weak)
        except ResultsChanged:
            return self.fall_back(args, kwargs, out)
        self.runs += 1
        return result

    cdef object run(self, Compiled compiled, flat, tuple leaves, out, names, unsigned long long weak):
        cdef Region region = compiled.schedule.only
        cdef Kept kept = None
        cdef bint direct = region is not None and region.blank is None and region.sources == tuple(range(len(leaves)))
        if direct and out is not None:
            direct = is_single(compiled.form, region.program, out)
        if direct:
            kept = region.find(leaves, out)
        if weak != NOT_HOT and not flat.static and not compiled.ranges and (direct or out is None):
            self.warm(kept, compiled, leaves, names, weak, out is not None)
        if not direct:
            return deliver(build(compiled.form, compiled.schedule.run(leaves)), out)
        if out is not None:
            kept.prepared.run(*leaves, out=(out,))
            return out
        return give(shape_of(compiled.form), compiled.form, kept.prepared.execute(leaves, None))

    cdef int warm(
        self, Kept kept, Compiled compiled, tuple leaves, names, unsigned long long weak, bint with_out
    ) except -1:
        """Remember a call as hot."""
        cdef Hot entry = Hot.__new__(Hot)
        cdef Hot other
        if kept is not None:
            entry.prepared = kept.prepared
        else:
            entry.expect(leaves)
        entry.schedule = compiled.schedule
        entry.names = names
        entry.weak = weak
        entry.layout = current().layout
        entry.form = compiled.form
        entry.shape = shape_of(compiled.form)
        entry.with_out = with_out
        with cython.critical_section(self):
            rest = [
                other for other in self.hot
                if (<Hot>other).schedule is not entry.schedule or (<Hot>other).prepared is not entry.prepared
            ]
            self.hot = (entry, *rest[: MOST_HOT - 1])
        return 0

    cdef int cool(self) except -1:
        with cython.critical_section(self):
            self.hot = ()
        return 0

    cdef tuple find(self, tuple args, dict kwargs):
        """The compiled call for these arguments, traced where the cache has none; and the arguments taken apart."""
        static = self.static_places
        for _ in range(MOST_ROUNDS):
            flat = Flat(args, kwargs, static)
            key = (static, flat.key)
            entry = CACHE.get(self.token, key)
            if entry is None:
                entry = self.compile(flat, key, args, kwargs)
            if type(entry) is Forced:
                static = static | entry.places
                continue
            wrong = [
                flat.places[i] for i, (least, most) in (<Compiled>entry).ranges.items()
                if not least <= int(flat.leaves[i]) <= most
            ]
            if not wrong:
                return entry, flat
            static = static | frozenset(wrong)
        raise RuntimeError(f"{self!r}: no end to the arguments that have to be known")

    cdef object compile(self, flat, key, tuple args, dict kwargs):
        self.traces += 1
        try:
            recorded = self.record(flat, args, kwargs)
        except NeedsValue as need:
            entry = Forced(frozenset([flat.places[i] for i in need.positions]))
        else:
            schedule = Schedule(make_plan(run_passes(recorded.graph)))
            entry = Compiled(schedule, recorded.form, recorded.ranges, reference(self))
        CACHE.put(self.token, key, entry)
        return entry

    cdef object record(self, flat, tuple args, dict kwargs, bint examples=True):
        return calls.record(self.function, flat, args, kwargs, solve_graph, examples)

    cdef object fall_back(self, tuple args, dict kwargs, out):
        """Run the function itself, on NumPy: a host call returned something of another shape than while tracing."""
        reason = "a host call returned another shape or dtype than while tracing"
        self.fallbacks[reason] = self.fallbacks.get(reason, 0) + 1
        return deliver(self.function(*args, **kwargs), out)

    def counters(self):
        """How often the function ran fused, fell back to NumPy (with the reasons), and was traced."""
        return {
            "fused": self.runs,
            "fallbacks": sum(self.fallbacks.values()),
            "traces": self.traces,
            "reasons": dict(self.fallbacks),
        }

    def cache_clear(self):
        """Forget every plan of this function."""
        CACHE.drop(self.token)
        self.cool()

    def explain(self, *args, **kwargs):
        """What a call on these arguments does: regions, instructions, chunk, threads, and why it is split.

        The plan is run once. The answer prints as text; its attributes hold the figures.
        """
        recorded, flat = self.stages(*args, **kwargs)
        graph = run_passes(recorded.graph)
        return explain(
            getattr(self, "__name__", repr(self.function)), graph, make_plan(graph), flat.leaves,
            dispatch_table()["hot"][2] / 1000, self.counters(),
        )

    def stages(self, *args, **kwargs):
        """The graph after the passes, the form of the results, and the arguments' leaves: for `explain` and `trace`."""
        static = self.static_places
        for _ in range(MOST_ROUNDS):
            flat = Flat(args, kwargs, static)
            try:
                return self.record(flat, args, kwargs), flat
            except NeedsValue as need:
                static = static | frozenset([flat.places[i] for i in need.positions])

    def __get__(self, instance, owner):
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self):
        return f"<fused {getattr(self.function, '__qualname__', None) or repr(self.function)}>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        name = getattr(self.function, "__qualname__", "")
        owner = sys.modules.get(getattr(self.function, "__module__", None))
        for part in name.split("."):
            owner = getattr(owner, part, None)
        if owner is self:
            return name  # a decorated function travels by its name, as functions do
        return fuse, (self.function,), {"static": self.static}

    def __setstate__(self, state):
        self.static = state["static"]
        self.static_places, _ = places_of(self.function, self.static)


def reference(target):
    """A weak reference."""
    import weakref

    return weakref.ref(target)


def solve_graph(graph, arrays):
    """The outputs of a graph that is run once, for host calls while tracing."""
    return solve(make_plan(prune(graph)), arrays)


def places_of(function, static):
    """Static arguments by name or position -> both, as a call may write either; and all names of the parameters."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    names = [p.name for p in parameters]
    positional = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    places = set()
    for entry in static:
        if isinstance(entry, str):
            if entry not in names:
                raise ValueError(f"static names {entry!r}, which is no parameter of {function!r}")
            places.add(entry)
            if entry in positional:
                places.add(positional.index(entry))
        else:
            places.add(int(entry))
            if int(entry) < len(positional):
                places.add(positional[int(entry)])
    return frozenset(places), names


def check_out(out):
    if out is not None and (not isinstance(out, np.ndarray) or not out.flags.writeable):
        kind = "a read-only array" if isinstance(out, np.ndarray) else f"a {type(out).__name__}"
        raise TypeError(f"out must be a writable array, not {kind}")


cdef bint is_single(form, program, out) except -1:
    """Whether a program's one result may go to `out` directly; raises where it may not go there at all."""
    if type(form) is not Leaf:
        raise TypeError("out= is for functions that return one array")
    if form.kind not in ("array", "scalar") or len(program.outputs) != 1 or type(out) is not np.ndarray:
        return False
    result = program.outputs[0].dtype
    if not np.can_cast(result, out.dtype, "same_kind"):
        raise TypeError(f"cannot cast the result from {result} to out's {out.dtype} with casting rule 'same_kind'")
    return True


cdef object deliver(result, out):
    """A result, or `out` filled with it."""
    if out is None:
        return result
    if not isinstance(result, (np.ndarray, np.generic)):
        raise TypeError("out= is for functions that return one array")
    if result.shape != out.shape:
        raise ValueError(f"out has shape {out.shape}, the result {result.shape}")
    np.copyto(out, result, casting="same_kind")
    return out


def fuse(function=None, *, static=()):
    """Fuse a function of NumPy code: trace it once, replay it in one pass over the arrays.

    The first call with arguments of a kind (dtypes, shapes, static values) runs the function on stand-ins and writes
    down what it does; that and every later call run the program, on several threads where that pays, and no
    intermediate array is made. The function is not run again, so everything else that it reads (closures, globals,
    attributes, array constants) is *captured by value* when it is traced.

    Parameters
    ----------
    function : callable
        Uses operators, NumPy functions or tenferro's on its arguments. What is not elementwise (``np.sum``, indexing
        with arrays) runs on NumPy in between.
    static : sequence of str or int
        Arguments whose value the function needs to know. Strings, bools, None and other objects always are; a
        Python number is when the function asks for it (``range(n)``).

    Returns
    -------
    FusedFunction
        Takes what the function takes, and `out` for functions of one result. Results never share memory with arguments.

    Raises
    ------
    TypeError
        While tracing: the function asks for elements of an array (``if x > 0``); the message says what to use instead.

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> @tf.fuse
    ... def decay(x, rate):
    ...     return np.exp(-rate * x) * x
    >>> decay(np.array([0.0, 1.0]), 1.0).round(3)
    array([0.   , 0.368])
    """
    if function is None:
        return functools.partial(fuse, static=static)
    if isinstance(function, (staticmethod, classmethod)):
        return type(function)(fuse(function.__func__, static=static))
    return FusedFunction(function, (static,) if isinstance(static, (str, int)) else static)


def cache_info():
    """Statistics of the plans kept for fused functions: hits, misses, evictions, size and limit."""
    return CACHE.info(hot_hits)


def cache_clear():
    """Forget all plans of all fused functions, and start the counters anew."""
    global hot_hits
    CACHE.clear()
    hot_hits = 0
