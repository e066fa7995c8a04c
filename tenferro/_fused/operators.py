"""What a traced value can do: Python's operators, and the attributes and methods of an array.

The operators derive from the table (`Row.operator`), the methods that are none of ours from `numpy.ndarray`: they
become host calls. Whatever would need the elements (``bool``, ``float``, iteration) is refused with the way to say it
instead.
"""

import operator
from functools import partial

import numpy as np

from tenferro._fused.graph import broadcast
from tenferro._fused.tracer import Traced, assign
from tenferro._optable import BY_NAME, ROWS
from tenferro._promotion import NUMPY_DTYPES, as_dtype, code_of

_NUMBERS = (float, int, complex, bool)
#: operations that Python does on floats exactly as a float64 loop does, and that cannot fail
_FLOAT_STAYS_WEAK = frozenset(("add", "subtract", "multiply", "negative", "positive", "absolute"))
#: an int of this size and less is a float without rounding
_EXACT_INT = 1 << 53
_IN_PLACE = frozenset(("sort", "partition", "fill", "put", "resize", "setflags", "setfield", "byteswap"))
_ELEMENTS = frozenset(("item", "tolist", "tobytes", "tofile", "dump", "dumps"))
_HINTS = {
    "bool": "use np.where(condition, a, b), np.select or np.clip instead of `if`, `and`, `or`, `not`, `min` and `max`; "
    "use & | ~ between conditions",
    "iter": "write the operation on the whole array; a loop over a range() is fine",
    "number": "keep it an array: NumPy functions work on 0-d values too (np.sqrt instead of math.sqrt)",
}


def _refuse(value: Traced, what: str, hint: str):
    raise TypeError(
        f"{what} of a traced value is not known: a fused function runs before its arrays do; {_HINTS[hint]}"
    )


# ---------------------------------------------------------------------------------------------------------------------
# operators


def _weak(x) -> bool:
    return type(x) in _NUMBERS or type(x) is Traced and x._weak is not None


def _only_numbers(row, operands) -> Traced:
    """An operation between Python numbers: floats stay traced, anything else has to be known."""
    traced = [x for x in operands if type(x) is Traced]
    trace = traced[0]._trace
    if not all(x._weak is float for x in traced):
        trace.need(*traced)
    operands = [float(x) if type(x) in (int, bool) and abs(x) <= _EXACT_INT else x for x in operands]
    if not all(type(x) in (float, Traced) for x in operands):
        trace.need(*traced)
    divided = row.name == "divide" and type(operands[1]) is float and operands[1]  # by a number that is not 0
    if row.name not in _FLOAT_STAYS_WEAK and not divided:
        trace.need(*traced)
    result = trace.op(row, operands)
    result._weak = float
    return result


def _unary(row):
    def method(self):
        if self._weak:
            return _only_numbers(row, (self,))
        return self._trace.op(row, (self,))

    return method


def _accepts(other) -> bool:
    """Whether an operand of an operator is one of ours to take (else Python asks the other side)."""
    return type(other) is Traced or type(other) in _NUMBERS or isinstance(other, (np.ndarray, np.generic, list, tuple))


def _binary(row, reflected=False):
    def method(self, other):
        if not _accepts(other):
            return NotImplemented
        operands = (other, self) if reflected else (self, other)
        if self._weak and _weak(other):
            return _only_numbers(row, operands)
        return self._trace.op(row, operands)

    return method


def _pow(self, other):
    """NumPy's ``**`` squares where the exponent is 2, so that of bools the dtype is not that of `power`."""
    if self._shape and NUMPY_DTYPES[self._code].kind == "b":
        if type(other) is Traced and other._weak is int:
            self._trace.need(other)
        if type(other) is int and other == 2:
            return self._trace.op(BY_NAME["square"], (self,))
    return _binary(BY_NAME["power"])(self, other)


def _number_or_row(name):
    """An attribute or method that of a real Python number is the number itself."""

    def method(self):
        if self._weak is None:
            return self._trace.op(BY_NAME[name], (self,))
        if self._weak is not float or name == "imag":
            self._trace.need(self)
        return self

    return method


def _in_place(row):
    def method(self, other):
        result = _binary(row)(self, other)
        if result is NotImplemented or self._weak or not self._shape:
            return result  # numbers are rebound, arrays change in place
        assign(self, result)
        return self

    return method


for _row in ROWS:
    if _row.operator:
        if _row.nin == 1:
            setattr(Traced, f"__{_row.operator}__", _unary(_row))
        else:
            setattr(Traced, f"__{_row.operator}__", _binary(_row))
            if _row.result == "T":
                setattr(Traced, f"__r{_row.operator}__", _binary(_row, reflected=True))
                setattr(Traced, f"__i{_row.operator}__", _in_place(_row))
Traced.__hash__ = None
Traced.__pow__ = _pow


def _divmod(self, other):
    return self // other, self % other


def _rdivmod(self, other):
    return other // self, other % self


def _matmul(self, other):
    return self._trace.host(np.matmul, (self, other), {}, "a matrix product is no elementwise operation")


def _rmatmul(self, other):
    return self._trace.host(np.matmul, (other, self), {}, "a matrix product is no elementwise operation")


# ---------------------------------------------------------------------------------------------------------------------
# what needs elements


def _bool(self):
    if self._weak:
        self._trace.need(self)
    _refuse(self, "the truth", "bool")


def _iter(self):
    _refuse(self, "an element", "iter")


def _value(self, *_):
    if self._weak:
        self._trace.need(self)
    _refuse(self, "the number", "number")


def _array(self, dtype=None, copy=None):
    _refuse(self, "the content", "number")


def _len(self):
    if not self._shape:
        raise TypeError("len() of unsized object")
    return self._shape[0]


# ---------------------------------------------------------------------------------------------------------------------
# indexing


def _is_plain(index) -> bool:
    parts = index if type(index) is tuple else (index,)
    return all(
        part is None or part is Ellipsis or isinstance(part, (slice, int, np.integer)) and not isinstance(part, bool)
        for part in parts
    )


def _getitem(self, index):
    if _is_plain(index):
        return self._trace.view(self, "index", index)
    return self._trace.host(operator.getitem, (self, index), {}, "indexing with arrays picks elements from anywhere")


def assigned(array, index, value):
    """A copy of `array` with ``array[index] = value`` done to it."""
    array = array.copy()
    array[index] = value
    return array


def _setitem(self, index, value):
    if index is Ellipsis or index == slice(None) if type(index) is not Traced else False:
        assign(self, value, "unsafe")
    elif type(index) is Traced and index._trace.nodes[index._id].code == 0 and _fits(self, index, value):
        assign(self, value, "unsafe", index)
    else:
        assign(self, self._trace.host(assigned, (self, index, value), {}, "assignment to a part of an array"), "unsafe")


def _fits(target, mask, value) -> bool:
    """Whether a masked assignment takes one value for all, so that it is a choice element by element."""
    return mask._shape == target._shape and (type(value) in _NUMBERS or np.shape(value) == ())


# ---------------------------------------------------------------------------------------------------------------------
# attributes and methods of arrays


def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
    dtype = as_dtype(dtype)
    code = code_of(dtype)
    if not np.can_cast(NUMPY_DTYPES[self._code], dtype, casting):
        raise TypeError(f"cannot cast array data from {NUMPY_DTYPES[self._code]} to {dtype} by the rule {casting!r}")
    if code < 0:
        raise TypeError(f"a fused function cannot hold dtype {dtype}")
    return Traced(self._trace, self._trace.cast(self._id, code), self._shape)


def reshape(self, *shape, order="C", copy=None):
    if order != "C":
        return self._trace.host(np.reshape, (self, *shape), {"order": order}, "reshape in another order than C")
    if len(shape) == 1 and not isinstance(shape[0], (int, np.integer, Traced)):
        shape = tuple(shape[0])
    lengths = [operator.index(length) for length in shape]
    size = int(np.prod(self._shape, dtype=object))
    if lengths.count(-1) == 1:
        rest = int(np.prod([length for length in lengths if length != -1], dtype=object))
        lengths[lengths.index(-1)] = size // rest if rest else 0
    if int(np.prod(lengths, dtype=object)) != size or min(lengths, default=0) < 0:
        raise ValueError(f"cannot reshape array of shape {self._shape} into shape {tuple(shape)}")
    return self._trace.view(self, "reshape", tuple(lengths), tuple(lengths))


def transpose(self, *axes):
    if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
        axes = axes[0]
    axes = tuple(range(len(self._shape)))[::-1] if not axes else tuple(axes)
    return self._trace.view(self, "transpose", axes)


def rearranged(self, function, *args, **kwargs):
    """A function that only permutes axes: tried on a stand-in whose axes all have different lengths."""
    stand_in = np.broadcast_to(np.empty((), np.bool_), tuple(range(2, len(self._shape) + 2)))
    axes = tuple(length - 2 for length in function(stand_in, *args, **kwargs).shape)
    return self._trace.view(self, "transpose", axes)


def reshaped(self, function, *args, **kwargs):
    """A function that only adds or drops axes of length 1."""
    shape = function(np.broadcast_to(np.empty((), np.bool_), self._shape), *args, **kwargs).shape
    return self._trace.view(self, "reshape", shape, shape)


def broadcast_to(self, shape, subok=False):
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if broadcast(self._shape, shape) != shape:
        raise ValueError(f"cannot broadcast shape {self._shape} to {shape}")
    return Traced(self._trace, self._id, shape)


def clip(self, min=None, max=None, out=None, **keywords):
    return np.clip(self, min, max, out=out, **keywords)


def round_(self, decimals=0, out=None):
    return np.round(self, decimals, out)


def _copy(self, order="C"):
    return Traced(self._trace, self._trace.settle(self), self._shape, self._weak)


def real(self):
    return _number_or_row("real")(self) if NUMPY_DTYPES[self._code].kind == "c" else self


def _round(self, n=0):
    if self._weak:  # Python's own gives integers
        self._trace.need(self)
    return round_(self, n or 0)


def _getattr(self, name):
    """Other methods of arrays run on NumPy, attributes that need memory are refused."""
    method = getattr(np.ndarray, name, None)
    if name.startswith("_") or method is None:
        raise AttributeError(f"a traced value has no attribute {name!r}")
    if name in _ELEMENTS:
        return partial(_value, self)
    if name in _IN_PLACE or not callable(method):
        raise TypeError(
            f"{name} works on an array's memory, which a traced value does not have: make a new value instead"
        )
    return lambda *args, **kwargs: self._trace.host(method, (self, *args), kwargs, f"{name} works on whole arrays")


_METHODS = {
    "__divmod__": _divmod, "__rdivmod__": _rdivmod, "__matmul__": _matmul, "__rmatmul__": _rmatmul,
    "__bool__": _bool, "__iter__": _iter, "__float__": _value, "__int__": _value, "__complex__": _value,
    "__index__": _value, "__array__": _array, "__len__": _len, "__round__": _round,
    "__getitem__": _getitem, "__setitem__": _setitem, "__getattr__": _getattr,
    "__copy__": _copy, "__deepcopy__": lambda self, memo: _copy(self),
    "astype": astype, "reshape": reshape, "transpose": transpose, "clip": clip, "round": round_, "copy": _copy,
    "conj": _number_or_row("conjugate"), "conjugate": _number_or_row("conjugate"),
    "ravel": lambda self, order="C": reshape(self, -1, order=order),
    "flatten": lambda self, order="C": reshape(self, -1, order=order),
    "squeeze": lambda self, axis=None: reshaped(self, np.squeeze, axis),
    "swapaxes": lambda self, first, second: rearranged(self, np.swapaxes, first, second),
    "dtype": property(lambda self: NUMPY_DTYPES[self._code]),
    "shape": property(lambda self: self._shape),
    "ndim": property(lambda self: len(self._shape)),
    "size": property(lambda self: int(np.prod(self._shape, dtype=object))),
    "itemsize": property(lambda self: NUMPY_DTYPES[self._code].itemsize),
    "nbytes": property(lambda self: self.size * self.itemsize),
    "T": property(lambda self: transpose(self)),
    "mT": property(lambda self: rearranged(self, np.swapaxes, -1, -2)),
    "real": property(real),
    "imag": property(_number_or_row("imag")),
}  # fmt: skip
for _name, _method in _METHODS.items():
    setattr(Traced, _name, _method)
