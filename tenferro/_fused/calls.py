"""Calls: the arguments of a fused function taken apart, and its results put together.

Arguments are *leaves* in a nest of tuples, lists and dicts. An array is a leaf that is traced; a Python float, int or
complex is one too, but weak; everything else is *static*: part of the key, seen by the function as it is.

    fn(x, 2.0, {"y": y}, mode="fast")
    leaves  x, 2.0, y                     key  (x's dtype and shape), float, ("dict", ("y", …)), ("mode", (str, "fast"))

The results are described once while tracing: for each leaf the value of the plan that it is, and what kind of object
the direct call gives there (array, scalar, Python number).
"""

import inspect
import weakref
from typing import NamedTuple

import numpy as np

from tenferro._fused import arrayfunctions  # noqa: F401  (gives traced values their NumPy functions)
from tenferro._fused.graph import CONSTANT, INPUT, ITEM, VIEW, Graph
from tenferro._fused.operands import whole
from tenferro._fused.tracer import NeedsValue, Trace, Traced
from tenferro._promotion import code_of

_WEAK_DTYPES = {float: np.dtype("f8"), int: np.dtype("i8"), complex: np.dtype("c16")}
_BY_VALUE = (str, bytes, bool, int, float, complex, type(None), type(Ellipsis), type, np.dtype, slice)
_INT64 = 1 << 63


class Static:
    """Stands in a key for an object that is compared by identity; it does not keep the object alive."""

    __slots__ = ("_ref", "_id", "__weakref__")

    def __init__(self, value):
        self._ref = weakref.ref(value)
        self._id = id(value)

    def __hash__(self):
        return self._id

    def __eq__(self, other):
        mine = self._ref()
        return mine is not None and type(other) is Static and mine is other._ref()


def static_key(value):
    """What a static argument is known by."""
    if isinstance(value, _BY_VALUE) and not isinstance(value, slice):
        return type(value), value
    if isinstance(value, slice):
        return slice, repr(value)
    try:
        return Static(value)
    except TypeError:
        hash(value)  # raises where the value cannot be a key either
        return type(value), value


def is_array(value) -> bool:
    """Whether an argument is (or converts to) an array."""
    return (
        isinstance(value, (np.ndarray, np.generic))
        or hasattr(value, "__array_interface__")
        or hasattr(value, "__array__")
    )


class Flat:
    """Arguments taken apart.

    `leaves` are arrays, `kinds` say what they were (None: an array; a weak type; "scalar"), `places` where;
    and the `key`. The call is `plain` where its arguments are the leaves.
    """

    __slots__ = ("leaves", "kinds", "places", "key", "static", "plain")

    def __init__(self, args, kwargs, static=()):
        self.plain = not kwargs and not static and set(map(type, args)) <= {np.ndarray}
        if self.plain and all(code_of(x.dtype) >= 0 for x in args):
            self.leaves = list(args)
            self.kinds = [None] * len(args)
            self.places = list(range(len(args)))
            self.static = static
            self.key = tuple([(x.dtype, x.shape, None) for x in args])
            return
        self.leaves: list[np.ndarray] = []
        self.kinds: list = []
        self.places: list = []
        self.static = static
        key = [self._visit(x, i, i in static) for i, x in enumerate(args)]
        if kwargs:
            key += [(name, self._visit(x, name, name in static)) for name, x in kwargs.items()]
        self.key = tuple(key)

    def _visit(self, x, where, static=False):
        cls = type(x)
        if static:
            return static_key(x)
        if is_array(x) and cls is not Traced:
            array = np.asarray(whole(x, f"argument {where!r}"))
            if code_of(array.dtype) < 0:
                raise TypeError(f"argument {where!r}: tenferro holds no dtype {array.dtype}")
            self.leaves.append(array)
            self.places.append(where)
            self.kinds.append(None if isinstance(x, np.ndarray) else "scalar")
            return array.dtype, array.shape, self.kinds[-1]
        if (cls is float or cls is complex or cls is int and -_INT64 <= x < _INT64) and isinstance(where, (int, str)):
            self.leaves.append(np.asarray(x, dtype=_WEAK_DTYPES[cls]))
            self.kinds.append(cls)
            self.places.append(where)
            return cls
        if isinstance(x, (list, tuple)):
            return cls, tuple([self._visit(entry, (where, i)) for i, entry in enumerate(x)])
        if isinstance(x, dict):
            return cls, tuple([(name, self._visit(entry, (where, name))) for name, entry in x.items()])
        try:
            return static_key(x)
        except TypeError:
            raise TypeError(
                f"argument {where!r}: a {cls.__name__} is no array and cannot be a static argument"
            ) from None


def rebuild(args, kwargs, stand_ins, static=()):
    """The arguments with leaf number i replaced by `stand_ins[i]`, in the order in which `Flat` took them apart."""
    queue = iter(stand_ins)

    def visit(x, top, static=False):
        cls = type(x)
        if static:
            return x
        if is_array(x):
            return next(queue)
        if top and (cls is float or cls is complex or cls is int and -_INT64 <= x < _INT64):
            return next(queue)
        if isinstance(x, (list, tuple)):
            entries = [visit(entry, False) for entry in x]
            return x._make(entries) if hasattr(x, "_make") else cls(entries)
        if isinstance(x, dict):
            return cls({name: visit(entry, False) for name, entry in x.items()})
        return x

    args = [visit(x, True, i in static) for i, x in enumerate(args)]
    return args, {name: visit(x, True, name in static) for name, x in kwargs.items()}


def _parameters(function):
    """Names of the positional parameters and of the one that takes the rest."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return (), "arg"
    plain = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return plain, next((p.name for p in parameters if p.kind == p.VAR_POSITIONAL), "arg")


def leaf_names(function, args, kwargs) -> list[str]:
    """Names of the leaves for messages and pictures: parameters' names, with indices inside containers."""
    code = getattr(function, "__code__", None)
    if code is not None:  # much quicker than a signature
        plain = code.co_varnames[: code.co_argcount]
        rest = (
            code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & inspect.CO_VARARGS else "arg"
        )
    else:
        plain, rest = _parameters(function)
    names = []

    def visit(x, name):
        if is_array(x) or type(x) in _WEAK_DTYPES:
            names.append(name)
        elif isinstance(x, (list, tuple)):
            for i, entry in enumerate(x):
                visit(entry, f"{name}[{i}]")
        elif isinstance(x, dict):
            for key, entry in x.items():
                visit(entry, f"{name}[{key!r}]")

    for i, x in enumerate(args):
        visit(x, plain[i] if i < len(plain) else f"{rest}[{i - len(plain)}]")
    for name, x in kwargs.items():
        visit(x, name)
    return names


# ---------------------------------------------------------------------------------------------------------------------
# results


class Leaf(NamedTuple):
    """A result: output number `position`, as an "array", a "scalar", or a Python number of type `kind`.

    `shared` tells whose memory the value is: OWN (the function's), MAYBE an argument's, or somebody else's for
    certain (FOREIGN). Results never share memory with arguments, so what is not our own is copied.
    """

    position: int
    kind: object
    shared: int


OWN, MAYBE, FOREIGN = 0, 1, 2
_SHARED = {INPUT: FOREIGN, CONSTANT: FOREIGN, VIEW: MAYBE, ITEM: MAYBE}


class Literal(NamedTuple):
    """A result that is no array: returned as it is."""

    value: object


class Nest(NamedTuple):
    """A container of results: `make` builds it from a list."""

    make: object
    entries: tuple


class Dictionary:
    """Builds a dict of class `cls` with these keys."""

    __slots__ = ("cls", "keys")

    def __init__(self, cls, keys):
        self.cls, self.keys = cls, keys

    def __call__(self, values):
        return self.cls(zip(self.keys, values, strict=True))


def describe_results(trace: Trace, result, outputs: list[int], kinds):
    """The form of a function's result; its traced leaves are added to `outputs`, as nodes."""
    if isinstance(result, (np.ndarray, np.generic)):
        scalar = isinstance(result, np.generic)
        outputs.append(trace.lift(result)._id)
        return Leaf(len(outputs) - 1, "scalar" if scalar else "array", FOREIGN)
    if type(result) is Traced:
        if result._trace is not trace:
            raise TypeError("the function returns a traced value that it kept from another call")
        node = trace.nodes[result._id]
        kind = "array" if result._shape else result._weak or "scalar"
        if kind == "scalar" and node.kind == INPUT:
            kind = kinds[node.op] or "array"
        outputs.append(trace.settle(result))
        return Leaf(len(outputs) - 1, kind, _SHARED.get(trace.nodes[outputs[-1]].kind, OWN))
    if isinstance(result, (list, tuple)):
        entries = tuple([describe_results(trace, entry, outputs, kinds) for entry in result])
        return Nest(type(result)._make if hasattr(result, "_make") else type(result), entries)
    if isinstance(result, dict):
        entries = tuple([describe_results(trace, entry, outputs, kinds) for entry in result.values()])
        return Nest(Dictionary(type(result), tuple(result)), entries)
    return Literal(result)


def build(form, arrays):
    """The results of a run in the form that `describe_results` found."""
    if type(form) is Leaf:
        array = arrays[form.position]
        if form.shared == FOREIGN or form.shared == MAYBE and array.base is not None:
            array = array.copy(order="K")
        if form.kind == "array":
            return array
        return array[()] if form.kind == "scalar" else form.kind(array[()])
    if type(form) is Nest:
        return form.make([build(entry, arrays) for entry in form.entries])
    return form.value


class Recorded(NamedTuple):
    """What tracing a call gave."""

    graph: Graph
    form: object
    #: input -> (least, greatest) value that it may have (Python ints)
    ranges: dict


def record(function, flat: Flat, args, kwargs, solve, examples=True) -> Recorded:
    """Trace `function` on the arguments that `flat` took apart.

    Raises
    ------
    NeedsValue
        A Python number among the arguments has to be static.
    """
    trace = Trace(solve)
    code = getattr(function, "__code__", None) if flat.plain else None
    if code is not None and len(args) <= code.co_argcount:
        names = code.co_varnames[: len(args)]
    else:
        names = leaf_names(function, args, kwargs) if len(flat.leaves) <= 64 else None
    if names is None or len(names) != len(flat.leaves):
        names = [f"x{i}" for i in range(len(flat.leaves))]
    stand_ins = [
        trace.input(name, leaf.dtype, leaf.shape, leaf if examples else None, kind if isinstance(kind, type) else None)
        for name, leaf, kind in zip(names, flat.leaves, flat.kinds, strict=True)
    ]
    if flat.plain:
        args = stand_ins
    else:
        args, kwargs = rebuild(args, kwargs, stand_ins, flat.static)
    result = function(*args, **kwargs)
    outputs: list[int] = []
    form = describe_results(trace, result, outputs, flat.kinds)
    return Recorded(trace.graph(outputs), form, dict(trace.ranges))


__all__ = ["Flat", "Leaf", "Literal", "NeedsValue", "Nest", "Recorded", "build", "record"]
