"""NumPy's functions on traced values: ``np.exp(x)``, ``np.where(c, x, y)``, and everything that has to stay NumPy's.

Ufuncs arrive through ``__array_ufunc__`` and are found by the table's twins; other functions arrive through
``__array_function__``. The few that are made of our operations are written down here, by what NumPy documents of
them; all others become host calls.
"""

import numpy as np

from tenferro._fused import operators
from tenferro._fused.tracer import Traced, apply
from tenferro._optable import BY_NAME, ROWS
from tenferro._promotion import NUMPY_DTYPES, as_dtype

_NUMBERS = (float, int, complex)
ROW_OF_UFUNC = {getattr(np, row.twin): row for row in ROWS if isinstance(getattr(np, row.twin or "e"), np.ufunc)}
#: functions of rows without a twin, as ufuncs of other packages call them
ROW_OF_NAME = {row.name: row for row in ROWS if not row.twin} | {
    "gammaln": BY_NAME["lgamma"],
    "expit": BY_NAME["sigmoid"],
}
FUNCTIONS = {}
_WRITES = frozenset((np.copyto, np.put, np.place, np.putmask, np.fill_diagonal, np.put_along_axis))


def _trace_of(arguments):
    """The trace that any value in nested arguments belongs to."""
    stack = [arguments]
    while stack:
        entry = stack.pop()
        if type(entry) is Traced:
            return entry._trace
        if isinstance(entry, (list, tuple)):
            stack += entry
        elif isinstance(entry, dict):
            stack += entry.values()
    raise TypeError("no traced value among the arguments")


def _array_ufunc(self, ufunc, method, *inputs, **keywords):
    if method == "__call__":
        row = ROW_OF_UFUNC.get(ufunc) or ROW_OF_NAME.get(ufunc.__name__)
        if row is not None:
            known = keywords.keys() <= {"out", "where", "dtype", "casting", "order", "subok"}
            if known and len(inputs) == row.nin:
                return apply(row, inputs, keywords) if keywords else self._trace.op(row, inputs)
        special = _UFUNCS.get(ufunc)
        if special is not None and not keywords:
            return special(*inputs)
    if method == "at" or keywords.get("out") is not None:
        raise TypeError(
            f"np.{ufunc.__name__}: a fused function cannot let NumPy write into a traced value; use the result"
        )
    function = ufunc if method == "__call__" else getattr(ufunc, method)
    name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
    trace = _trace_of((inputs, keywords))
    return trace.host(function, inputs, keywords, f"np.{name} is no operation of the table")


def _array_function(self, function, types, args, kwargs):
    if function in _WRITES:
        raise TypeError(f"np.{function.__name__} writes into its argument: use np.where, or make a new value")
    own = FUNCTIONS.get(function)
    if own is not None:
        result = own(*args, **kwargs)
        if result is not NotImplemented:
            return result
    if kwargs.get("out") is not None:
        raise TypeError(f"np.{function.__name__}: out= would write into a traced value; use the result")
    return _trace_of((args, kwargs)).host(function, args, kwargs, f"np.{function.__name__} works on whole arrays")


Traced.__array_ufunc__ = _array_ufunc
Traced.__array_function__ = _array_function


def _divmod(x, y):
    return np.floor_divide(x, y), np.remainder(x, y)


def _angle_scale(numerator, denominator):
    """Degrees and radians: NumPy multiplies by a factor that it rounds to the dtype."""

    def convert(x):
        floating = np.multiply(x, 1.0)
        if type(floating) is not Traced or floating.dtype.itemsize < 4:
            return floating * (numerator / denominator)
        kind = floating.dtype.type
        return x * (kind(numerator) / kind(denominator))

    return convert


_UFUNCS = {
    np.divmod: _divmod,
    np.deg2rad: _angle_scale(np.pi, 180.0), np.radians: _angle_scale(np.pi, 180.0),
    np.rad2deg: _angle_scale(180.0, np.pi), np.degrees: _angle_scale(180.0, np.pi),
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------------
# functions made of rows


def _implements(*functions):
    def register(own):
        for function in functions:
            FUNCTIONS[function] = own
        return own

    return register


@_implements(np.where)
def _where(condition, x=None, y=None):
    if x is None or y is None:
        return NotImplemented
    operands = (condition, x, y)
    return _trace_of(operands).op(BY_NAME["where"], operands)


@_implements(np.clip)
def _clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None, **keywords):
    low = a_min if a_min is not None else min
    high = a_max if a_max is not None else max
    keywords["out"] = out
    if low is None and high is None:
        return apply(BY_NAME["positive"], (a,), keywords)
    if high is None:
        return apply(BY_NAME["maximum"], (a, low), keywords)
    if low is None:
        return apply(BY_NAME["minimum"], (a, high), keywords)
    return apply(BY_NAME["clip"], (a, low, high), keywords)


def _example(x):
    return x if type(x) in _NUMBERS else NUMPY_DTYPES[x._code] if type(x) is Traced else np.asarray(x).dtype


@_implements(np.select)
def _select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist) or not condlist:
        raise ValueError("select: as many choices as conditions, and at least one")
    trace = _trace_of((condlist, choicelist, default))
    dtype = np.result_type(*[_example(x) for x in (*choicelist, default)])
    result = operators.astype(trace.lift(default), dtype)
    for condition, choice in reversed(list(zip(condlist, choicelist, strict=True))):
        result = trace.op(BY_NAME["where"], (condition, operators.astype(trace.lift(choice), dtype), result))
    return result


@_implements(np.real)
def _real(val):
    return val.real


@_implements(np.imag)
def _imag(val):
    return val.imag


@_implements(np.angle)
def _angle(z, deg=False):
    if deg:
        return NotImplemented
    return z._trace.op(BY_NAME["angle"], (z,))


@_implements(np.round, np.around)
def _round(a, decimals=0, out=None):
    if a.dtype.kind in "iu" and decimals >= 0:
        return a
    if a.dtype.kind not in "f" and decimals != 0 or a.dtype.kind == "b":
        return NotImplemented
    if decimals == 0:
        return apply(BY_NAME["rint"], (a,), {"out": out})
    scale = 10.0 ** abs(decimals)
    up, down = ("multiply", "divide") if decimals > 0 else ("divide", "multiply")
    trace = a._trace
    result = trace.op(BY_NAME[down], (trace.op(BY_NAME["rint"], (trace.op(BY_NAME[up], (a, scale)),)), scale))
    return result if out is None else apply(BY_NAME["positive"], (result,), {"out": out})


@_implements(np.fix)
def _fix(x, out=None):
    return apply(BY_NAME["trunc"], (x,), {"out": out})


@_implements(np.nan_to_num)
def _nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if x.dtype.kind == "c":
        return NotImplemented
    if x.dtype.kind != "f":
        return x
    limits = np.finfo(x.dtype)
    x = np.where(np.isnan(x), x.dtype.type(nan), x)
    x = np.where(np.equal(x, np.inf), limits.max if posinf is None else x.dtype.type(posinf), x)
    return np.where(np.equal(x, -np.inf), limits.min if neginf is None else x.dtype.type(neginf), x)


def _filled(a, value, dtype, shape):
    trace = a._trace
    dtype = a.dtype if dtype is None else as_dtype(dtype)
    shape = a.shape if shape is None else (shape,) if isinstance(shape, int) else tuple(shape)
    return operators.broadcast_to(operators.astype(trace.lift(value), dtype), shape)


@_implements(np.ones_like)
def _ones_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    return _filled(a, 1, dtype, shape)


@_implements(np.zeros_like, np.empty_like)
def _zeros_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    return _filled(a, 0, dtype, shape)


@_implements(np.full_like)
def _full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    if type(a) is not Traced:
        return NotImplemented
    return _filled(a, fill_value, dtype, shape)


@_implements(np.result_type)
def _result_type(*values):
    return np.result_type(*[_example(x) if type(x) is Traced else x for x in values])


FUNCTIONS |= {
    np.broadcast_to: operators.broadcast_to,
    np.astype: lambda x, dtype, /, *, copy=True, device=None: operators.astype(x, dtype),
    np.copy: lambda a, order="K", subok=False: a.copy(),
    np.shape: lambda a: a.shape,
    np.ndim: lambda a: a.ndim,
    np.size: lambda a, axis=None: a.size if axis is None else a.shape[axis],
    np.iscomplexobj: lambda x: x.dtype.kind == "c",
    np.isrealobj: lambda x: x.dtype.kind != "c",
    np.reshape: lambda a, /, shape, order="C", *, copy=None: operators.reshape(a, shape, order=order),
    np.ravel: lambda a, order="C": operators.reshape(a, -1, order=order),
}
for _function in (np.transpose, np.swapaxes, np.moveaxis, np.rollaxis, np.matrix_transpose):
    FUNCTIONS[_function] = lambda a, *args, _f=_function, **kwargs: operators.rearranged(a, _f, *args, **kwargs)
for _function in (np.expand_dims, np.squeeze):
    FUNCTIONS[_function] = lambda a, *args, _f=_function, **kwargs: operators.reshaped(a, _f, *args, **kwargs)
