"""`evaluate`: an expression given as text, for programs that come from numexpr."""

import sys
from functools import lru_cache

import numpy as np

from tenferro._direct import FUNCTIONS
from tenferro._fused.expression import Expression, as_operand, shortened, strong
from tenferro._fused.function import fuse

#: parsed and fused expressions kept
MOST_EXPRESSIONS = 256
_WEAK = frozenset((int, float, complex))
#: operands that a fused function takes as they are
_PLAIN = _WEAK | {np.ndarray, np.float64}


@lru_cache(maxsize=MOST_EXPRESSIONS)
def compiled(text: str):
    """The expression `text`, and the fused function of it."""
    expression = Expression(text, FUNCTIONS, as_operand)
    return expression, fuse(expression)


def evaluate(ex, local_dict=None, global_dict=None, out=None, order="K", casting="safe"):
    """Evaluate an expression over arrays in one fused pass.

    Parameters
    ----------
    ex : str
        Names, numbers, Python's arithmetic, bitwise and comparison operators, and calls of tenferro's functions.
        Nothing else is understood, and nothing is ever run as Python.
    local_dict, global_dict : mapping, optional
        Where names are looked up, in this order. Without `local_dict` the caller's variables are; they are not kept.
    out : ndarray, optional
        Where the result goes.
    order : {"K", "A", "C", "F"}
        Memory order of a fresh result.
    casting : str
        What may be cast to `out`'s dtype, as in `numpy.can_cast`.

    Returns
    -------
    ndarray or scalar

    Raises
    ------
    ExpressionError
        The text is no such expression (a ValueError).
    KeyError
        A name stands for nothing.
    TypeError, ValueError
        As the functions called raise them.

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> x = np.arange(4.0)
    >>> tf.evaluate("2*x**2 + 1")
    array([ 1.,  3.,  9., 19.])
    """
    expression, function = compiled(ex)
    frame = sys._getframe(1) if local_dict is None or global_dict is None else None
    local = frame.f_locals if local_dict is None else local_dict
    globals_ = frame.f_globals if global_dict is None else global_dict
    del frame  # a frame keeps all its variables alive
    values = []
    for name in expression.names:
        try:
            value = local[name]
        except KeyError:
            value = _lookup(name, globals_, expression.text)
        values.append(value if type(value) in _PLAIN else as_operand(value, name, expression.text))
    if order not in ("K", "A", "C", "F"):
        raise ValueError(f"order must be 'K', 'A', 'C' or 'F', not {order!r}")
    try:
        result = function(*values) if values else expression()
    except TypeError:
        for name, value in zip(expression.names, values, strict=True):
            as_operand(value, name, expression.text)  # says which operand is no array of numbers
        raise
    if type(result) in _WEAK:
        result = strong(result, expression.text)
    if out is not None:
        if not np.can_cast(np.asarray(result).dtype, out.dtype, casting):
            raise TypeError(
                f"cannot cast the result from {np.asarray(result).dtype} to out's {out.dtype} with casting={casting!r}"
            )
        out[...] = result
        return out
    if order in ("C", "F") and isinstance(result, np.ndarray):
        return np.asarray(result, order=order)
    return result


def _lookup(name, globals_, text):
    if name in globals_:
        return globals_[name]
    raise KeyError(f"the expression {shortened(text)!r} names {name!r}, which stands for nothing here")
