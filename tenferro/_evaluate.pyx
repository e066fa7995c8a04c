# cython: language_level=3, freethreading_compatible=True
"""`evaluate`: an expression given as text, for programs that come from numexpr."""

import sys
from functools import lru_cache

import numpy as np

from tenferro._direct import FUNCTIONS
from tenferro._fused.expression import Expression, as_operand, shortened, strong
from tenferro._fused.function import FusedFunction

#: parsed and fused expressions kept
MOST_EXPRESSIONS = 256
cdef tuple CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


@lru_cache(maxsize=MOST_EXPRESSIONS)
def compiled(text, casting="safe"):
    """The expression `text`, and the fused function of it; `casting` says what may be cast to its `out`."""
    if casting not in CASTINGS:
        raise ValueError(f"casting must be 'no', 'equiv', 'safe', 'same_kind' or 'unsafe', not {casting!r}")
    expression = Expression(text, FUNCTIONS, as_operand)
    return expression, FusedFunction(expression, (), casting)


def evaluate(ex, local_dict=None, global_dict=None, out=None, order="K", casting="safe"):
    """Evaluate an expression over arrays in one fused pass.

    Parameters
    ----------
    ex : str
        Names, numbers, Python's arithmetic, bitwise and comparison operators, and calls of tenferro's functions.
        Nothing else is understood, and nothing is ever run as Python. Numbers, NumPy scalars, lists and arrays are
        operands alike, with the values of NumPy's ufuncs: ``1/0`` is infinite, and integers are of 64 bits.
    local_dict, global_dict : mapping, optional
        Where names are looked up, in this order. Without `local_dict` the caller's variables are; they are not kept.
    out : ndarray, optional
        Where the result goes; of the result's shape.
    order : {"K", "A", "C", "F"}
        Memory order of a fresh result.
    casting : str
        What may be cast to `out`'s dtype, as in `numpy.can_cast`.

    Returns
    -------
    ndarray or NumPy scalar

    Raises
    ------
    ExpressionError
        The text is no such expression (a ValueError).
    KeyError
        A name stands for nothing.
    TypeError, ValueError, OverflowError
        An operand is no array of numbers, or as the functions called raise them; the message names the operand or
        quotes the text.

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> x = np.arange(4.0)
    >>> tf.evaluate("2*x**2 + 1")
    array([ 1.,  3.,  9., 19.])
    """
    cdef tuple found = compiled(ex, casting)
    cdef tuple names = (<object>found[0]).names
    cdef list values = []
    frame = None
    local = local_dict
    if local_dict is None:
        frame = sys._getframe(0)  # the caller's: this function has none
        local = frame.f_locals
    for name in names:
        try:
            value = local[name]
        except KeyError:
            value = look_up(name, global_dict, found[0].text)
        values.append(value if type(value) in PLAIN else as_operand(value, name, found[0].text))
    frame = None  # a frame keeps all its variables alive
    if order != "K" and order not in ("A", "C", "F"):
        raise ValueError(f"order must be 'K', 'A', 'C' or 'F', not {order!r}")
    try:
        if not names:
            result = found[0]()
        elif out is None:
            result = found[1](*values)
        else:
            return found[1](*values, out=out)
    except TypeError:
        for name, value in zip(names, values, strict=True):
            as_operand(value, name, found[0].text)  # says which operand is no array of numbers
        raise
    if type(result) is not np.ndarray:
        result = strong(result, found[0].text)
    if out is not None:
        np.copyto(out, result, casting=casting)
        return out
    if order == "C" or order == "F":
        return np.asarray(result, order=order) if isinstance(result, np.ndarray) else result
    return result


#: types of operands that a fused function takes as they are
cdef set PLAIN = {int, float, complex, np.ndarray, np.float64}


cdef object look_up(name, globals_, text):
    if globals_ is None:
        globals_ = sys._getframe(0).f_globals
    if name in globals_:
        return globals_[name]
    raise KeyError(f"the expression {shortened(text)!r} names {name!r}, which stands for nothing here")
