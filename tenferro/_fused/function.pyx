# cython: language_level=3, freethreading_compatible=True
"""Fused functions: `fuse` and what it returns.

A call looks for a plan in three places, quickest first::

    hot      the last few prepared programs of this function: a comparison of dtypes, shapes and strides in C
    cache    the process's plans, by dtypes, shapes and static arguments
    trace    run the function on stand-ins, plan, prepare

Only the first is on the way of a repeated call on arrays, and it allocates nothing but the results.
"""

cimport cython
from cpython.ref cimport PyObject

from tenferro._fused.executor cimport Prepared
from tenferro._fused.hot cimport Hot, give, remember
from tenferro._fused.operands cimport laps_itself
from tenferro._fused.schedule cimport Region, Schedule
from tenferro._kernels.placement cimport current

cdef extern from "Python.h":
    ctypedef object (*vectorcallfunc)(object, PyObject *const *, size_t, PyObject *)
    ctypedef object (*ternaryfunc)(object, object, object)
    object PyVectorcall_Call(object callable, object args, object keywords)
    ctypedef struct PyTypeObject:
        Py_ssize_t tp_vectorcall_offset
        unsigned long tp_flags
        ternaryfunc tp_call
    unsigned long Py_TPFLAGS_HAVE_VECTORCALL
    Py_ssize_t PyVectorcall_NARGS(size_t n)
    PyObject **PySequence_Fast_ITEMS(object sequence)
    void PyType_Modified(PyTypeObject *cls)

cdef extern from "tenferro/_kernels/shared.h" nogil:
    void count_one(long long *word)
    long long counted(const long long *word)
    void count_anew(long long *word)

import functools
import inspect
import sys
import types

import numpy as np

from tenferro._fused import calls
from tenferro._fused.cache import CACHE
from tenferro._fused.calls import Flat, Leaf, build
from tenferro._fused.explain import explain
from tenferro._fused.operands import whole
from tenferro._fused.passes import prune, run_passes
from tenferro._fused.planner import make_plan
from tenferro._fused.schedule import ResultsChanged, solve
from tenferro._fused.tracer import NeedsValue, Traced, assign
from tenferro._kernels.placement import dispatch_table

cdef enum:
    # prepared programs that a function tries before it asks the cache
    MOST_HOT = 4
    # rounds of "this number has to be known"
    MOST_ROUNDS = 64

cdef str OUT = "out"
# hits that never asked the cache, all functions together
cdef long long hot_hits = 0


cdef class Compiled:
    """What the cache keeps of a call: its schedule, and the form of its results."""

    cdef readonly Schedule schedule
    cdef readonly object form
    cdef readonly dict ranges
    cdef object owner   # weak reference to the function
    cdef bint dropped   # by the cache; known to whoever has the owner's critical section

    def __init__(self, schedule, form, ranges, owner):
        self.schedule = schedule
        self.form = form
        self.ranges = ranges
        self.owner = owner

    def forget(self):
        """The cache has dropped it: no hot entry may keep it alive."""
        owner = self.owner()
        if owner is not None:
            (<FusedFunction>owner).cool(self)


class Forced:
    """Kept by the cache for calls whose Python numbers at `places` have to be static."""

    __slots__ = ("places",)

    def __init__(self, places):
        self.places = places

    def forget(self):
        """Nothing to drop."""


cdef class FusedFunction:
    """A function that is traced at its first call and replayed at later ones; see `fuse`.

    Parameters
    ----------
    function : callable
        What is traced; it stays there as `function`, and its name, documentation and signature are taken over.
    static : sequence of str or int
        Arguments, by name or place, whose value the function needs to know.
    casting : str
        What may be cast to an `out`, as in `numpy.can_cast`.

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> wave = tf.FusedFunction(lambda x, y: np.sin(x) * y + 1)
    >>> wave(np.zeros(3), 2.0)
    array([1., 1., 1.])
    """

    cdef vectorcallfunc vectorcall
    cdef dict __dict__
    cdef object __weakref__
    cdef readonly object function
    cdef readonly object static
    cdef object static_places
    cdef bint takes_out
    cdef str casting   # what may be cast to an `out`
    cdef tuple hot
    cdef readonly long long token
    cdef long long runs, traces
    cdef dict fallbacks
    cdef object drop   # of the cache

    def __cinit__(self):
        self.vectorcall = call_fused

    def __init__(self, function, static=(), str casting="same_kind"):
        if not callable(function):
            raise TypeError(f"fuse takes a function, not a {type(function).__name__}")
        self.function = function
        self.static = tuple(static)
        self.static_places, names = places_of(function, self.static)
        self.takes_out = "out" not in names
        self.casting = casting
        self.hot = ()
        self.token = CACHE.new_token()
        self.drop = CACHE.end
        self.runs = self.traces = 0
        self.fallbacks = {}
        functools.update_wrapper(self, function, updated=())

    def __del__(self):
        # not by the name CACHE: when Python exits, a function of a module outlives this module's names
        if self.drop is not None:
            self.drop(self.token)

    def __call__(self, *args, **kwargs):
        given = (*args, *kwargs.values())
        return self.call(PySequence_Fast_ITEMS(given), len(args), tuple(kwargs) if kwargs else None)

    cdef object call(self, PyObject *const *values, Py_ssize_t n_positional, tuple names):
        """A call: the positional arguments, and behind them those that `names` are given of."""
        cdef object out
        cdef Py_ssize_t place
        if names is None:
            return self.call_into(None, values, n_positional, n_positional, None)
        if not self.takes_out or OUT not in names:
            return self.call_into(None, values, n_positional, n_positional + len(names), names)
        place = n_positional + names.index(OUT)
        out = <object>values[place]
        if type(out) is tuple and len(<tuple>out) == 1:
            out = (<tuple>out)[0]
        if len(names) == 1:
            return self.call_into(out, values, n_positional, n_positional, None)
        others = tuple([<object>values[i] for i in range(n_positional + len(names)) if i != place])
        names = tuple([name for name in names if name != OUT])
        return self.call_into(out, PySequence_Fast_ITEMS(others), n_positional, len(others), names)

    cdef object call_into(
        self, object out, PyObject *const *values, Py_ssize_t n_positional, Py_ssize_t n_values, tuple names
    ):
        cdef Hot entry
        cdef tuple hot
        cdef object layout = current().layout
        with cython.critical_section(self):
            hot = self.hot
        for entry in hot:
            if entry.with_out != (out is not None) or entry.layout is not layout:
                continue
            if entry.names is not names and entry.names != names:
                continue
            try:
                result = entry.attempt(values, n_values, out)
            except ResultsChanged:
                args, kwargs = taken_apart(values, n_positional, n_values, names)
                return self.fall_back(args, kwargs, out)
            if result is NotImplemented:
                continue
            count_one(&self.runs)
            count_one(&hot_hits)
            return result
        args, kwargs = taken_apart(values, n_positional, n_values, names)
        return self.slow(args, kwargs, out, names)

    cdef object slow(self, tuple args, dict kwargs, out, tuple names):
        """A call that is not hot."""
        cdef Compiled compiled
        cdef tuple values = (*args, *kwargs.values())
        for x in (*values, out):
            if type(x) is Traced:  # within another fused function: its graph goes on
                result = self.function(*args, **kwargs)
                if out is None:
                    return result
                assign(out, result)
                return out
        if out is not None:
            check_out(out)
        compiled, flat = self.find(args, kwargs)
        try:
            result = self.run(compiled, flat, out, values, names)
        except ResultsChanged:
            return self.fall_back(args, kwargs, out)
        count_one(&self.runs)
        return result

    cdef object run(self, Compiled compiled, flat, out, tuple values, names):
        cdef Region region = compiled.schedule.only
        cdef Prepared prepared = None
        cdef tuple leaves = tuple(flat.leaves)
        cdef bint direct = region is not None and region.blank is None and region.sources == tuple(range(len(leaves)))
        if direct and out is not None:
            direct = is_single(compiled.form, region.program, out, self.casting)
        if direct:
            prepared = region.find(leaves, out).prepared
        if direct or out is None:
            self.warm(
                remember(
                    prepared, compiled.schedule, compiled.form, compiled.ranges, flat, values, names, current().layout,
                    out is not None,
                ),
                compiled,
            )
        if not direct:
            return deliver(build(compiled.form, compiled.schedule.run(leaves)), out, self.casting)
        if out is not None:
            prepared.run_checked(leaves, (out,))
            return out
        return give(compiled.form, prepared.execute(leaves, None))

    cdef int warm(self, Hot entry, Compiled compiled) except -1:
        """Put a hot entry before the others; not if the cache has dropped meanwhile what it belongs to."""
        cdef Hot other
        if entry is not None:
            with cython.critical_section(self):
                if not compiled.dropped:
                    rest = [
                        other for other in self.hot
                        if (<Hot>other).schedule is not entry.schedule or (<Hot>other).prepared is not entry.prepared
                    ]
                    self.hot = (entry, *rest[: MOST_HOT - 1])
        return 0

    cdef int cool(self, Compiled dropped) except -1:
        with cython.critical_section(self):
            if dropped is not None:
                dropped.dropped = True
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
        era = CACHE.era(self.token)
        count_one(&self.traces)
        try:
            recorded = self.record(flat, args, kwargs)
        except NeedsValue as need:
            entry = Forced(frozenset([flat.places[i] for i in need.positions]))
        else:
            schedule = Schedule(make_plan(run_passes(recorded.graph)))
            entry = Compiled(schedule, recorded.form, recorded.ranges, reference(self))
        CACHE.put(self.token, key, entry, era)
        return entry

    cdef object record(self, flat, tuple args, dict kwargs, bint examples=True):
        return calls.record(self.function, flat, args, kwargs, solve_graph, examples)

    cdef object fall_back(self, tuple args, dict kwargs, out):
        """Run the function itself, on NumPy: a host call returned something of another shape than while tracing."""
        reason = "a host call returned another shape or dtype than while tracing"
        with cython.critical_section(self):
            self.fallbacks[reason] = self.fallbacks.get(reason, 0) + 1
        return deliver(self.function(*args, **kwargs), out, self.casting)

    def counters(self):
        """How often the function ran fused, fell back to NumPy (with the reasons), and was traced.

        Returns
        -------
        dict
            ``fused``, ``fallbacks`` and ``traces``: numbers of calls; ``reasons``: the fall-backs by their reason.

        Examples
        --------
        >>> import numpy as np, tenferro as tf
        >>> twice = tf.fuse(lambda x: x + x)
        >>> for _ in range(3):
        ...     result = twice(np.ones(4))
        >>> twice.counters()
        {'fused': 3, 'fallbacks': 0, 'traces': 1, 'reasons': {}}
        """
        with cython.critical_section(self):
            reasons = dict(self.fallbacks)
        return {
            "fused": counted(&self.runs),
            "fallbacks": sum(reasons.values()),
            "traces": counted(&self.traces),
            "reasons": reasons,
        }

    def cache_clear(self):
        """Forget every plan of this function: the next call traces it anew.

        Examples
        --------
        >>> import numpy as np, tenferro as tf
        >>> shift = 1.0
        >>> shifted = tf.fuse(lambda x: x + shift)
        >>> shifted(np.zeros(2))
        array([1., 1.])
        >>> shift = 5.0  # captured by value
        >>> shifted(np.zeros(2))
        array([1., 1.])
        >>> shifted.cache_clear()
        >>> shifted(np.zeros(2))
        array([5., 5.])
        """
        CACHE.drop(self.token)
        self.cool(None)

    def explain(self, *args, **kwargs):
        """What a call on these arguments does: regions, instructions, chunk, threads, and why it is split.

        The function is traced and planned, not run. The answer prints as text; its attributes hold the figures.

        Returns
        -------
        Explanation
            ``operations``, ``regions``, ``instructions``, ``superinstructions``, ``host_calls``, ``splits``, …

        Raises
        ------
        TypeError
            As a call with these arguments does.

        Examples
        --------
        >>> import numpy as np, tenferro as tf
        >>> x = np.ones(100)
        >>> what = tf.fuse(lambda x, y: np.exp(x * y) + y).explain(x, x)
        >>> what.operations, len(what.regions), what.host_calls
        (3, 1, 0)
        """
        recorded, flat = self._record_call(*args, **kwargs)
        graph = run_passes(recorded.graph)
        return explain(
            getattr(self, "__name__", repr(self.function)), graph, make_plan(graph), flat.leaves,
            dispatch_table()["hot"][2] / 1000, self.counters(),
        )

    def _record_call(self, *args, **kwargs):
        """What a call on these arguments records (graph, form of the results), and the arguments' leaves."""
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


cdef object call_fused(object function, PyObject *const *values, size_t n_positional, PyObject *names):
    """A call of a `FusedFunction` by the vectorcall protocol (PEP 590): no tuple and no dict are made."""
    return (<FusedFunction>function).call(
        values, PyVectorcall_NARGS(n_positional), None if names is NULL else <tuple>names
    )


cdef int enable_vectorcall(FusedFunction example) except -1:
    """Tell Python where in a `FusedFunction` its vectorcall stands: Cython has no way to say so."""
    cdef PyTypeObject *cls = <PyTypeObject *><PyObject *>FusedFunction
    cls.tp_vectorcall_offset = <char *>&example.vectorcall - <char *><PyObject *>example
    cls.tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL
    cls.tp_call = PyVectorcall_Call
    PyType_Modified(cls)
    return 0


enable_vectorcall(FusedFunction.__new__(FusedFunction))


cdef tuple taken_apart(PyObject *const *values, Py_ssize_t n_positional, Py_ssize_t n_values, tuple names):
    """Positional arguments and keywords, as Python's own calls have them."""
    cdef Py_ssize_t i
    args = tuple([<object>values[i] for i in range(n_positional)])
    return args, {names[i - n_positional]: <object>values[i] for i in range(n_positional, n_values)}


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


cdef int check_out(out) except -1:
    if not isinstance(out, np.ndarray) or not out.flags.writeable:
        kind = "a read-only array" if isinstance(out, np.ndarray) else f"a {type(out).__name__}"
        raise TypeError(f"out must be a writable array, not {kind}")
    if laps_itself(whole(out, "out")):
        raise ValueError(f"out overlaps itself: elements of shape {out.shape}, strides {out.strides} share memory")
    return 0


cdef bint is_single(form, program, out, str casting) except -1:
    """Whether a program's one result may go to `out` directly; raises where it may not go there at all."""
    if type(form) is not Leaf:
        raise TypeError("out= is for functions that return one array")
    if form.kind not in ("array", "scalar") or len(program.outputs) != 1 or type(out) is not np.ndarray:
        return False
    result = program.outputs[0].dtype
    if not np.can_cast(result, out.dtype, casting):
        raise TypeError(f"cannot cast the result from {result} to out's {out.dtype} with casting={casting!r}")
    return True


cdef object deliver(result, out, str casting):
    """A result, or `out` filled with it."""
    if out is None:
        return result
    if not isinstance(result, (np.ndarray, np.generic)):
        raise TypeError("out= is for functions that return one array")
    if result.shape != out.shape:
        raise ValueError(f"out has shape {out.shape}, the result {result.shape}")
    if not np.can_cast(result.dtype, out.dtype, casting):
        raise TypeError(f"cannot cast the result from {result.dtype} to out's {out.dtype} with casting={casting!r}")
    np.copyto(out, result, casting="unsafe")
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
    """Statistics of the plans kept for fused functions.

    Returns
    -------
    CacheInfo
        Named tuple of ``hits``, ``misses`` and ``evictions``, the plans kept (``size``) and the most kept (``limit``).

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> before = tf.cache_info()
    >>> tf.fuse(lambda x: x * x)(np.ones(3))
    array([1., 1., 1.])
    >>> tf.cache_info().misses - before.misses
    1
    """
    return CACHE.info(counted(&hot_hits))


def cache_clear():
    """Forget all plans of all fused functions, and start the counters anew.

    Examples
    --------
    >>> import tenferro as tf
    >>> tf.cache_clear()
    >>> tf.cache_info().size
    0
    """
    CACHE.clear()
    count_anew(&hot_hits)
