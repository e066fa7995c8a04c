"""Expressions as text: ``"tanh(sin(x*x + x)*y + y)"`` becomes a function that can be traced.

The text is parsed with `ast`, checked against the few kinds of node below, and turned into a list of steps over a
stack. It is never compiled or evaluated as Python: there are names, numbers, operators and calls of rows of the
table, and nothing else. Calling an `Expression` on values runs the steps by the table's functions, so traced values
give a graph and arrays give arrays. No step is Python's arithmetic: Python numbers stay weak, but what becomes of them
is what NumPy's ufuncs say (``1/0`` is infinite, integers are of 64 bits), so that no short text takes long.
"""

import ast
import inspect

import numpy as np

from tenferro._fused.operands import whole
from tenferro._fused.recording import Traced
from tenferro._optable import ALIASES, BY_NAME
from tenferro._promotion import code_of, resolve

_BINARY = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder", ast.Pow: "power", ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor", ast.LShift: "left_shift", ast.RShift: "right_shift",
}  # fmt: skip
_UNARY = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
_COMPARE = {
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
}
#: what a call in an expression may name: every row, by its name or an alias
FUNCTIONS = {name: name for name in BY_NAME} | ALIASES
#: longer than this is no formula
MOST_CHARACTERS = 100_000
#: an integer of more bits is beyond every dtype
MOST_BITS = 1024
#: more operations than this are no formula
MOST_STEPS = 10_000
_WEAK = (int, float, complex)


class ExpressionError(ValueError):
    """The text is no expression that tenferro reads; the message says where.

    Examples
    --------
    >>> import tenferro as tf
    >>> tf.evaluate("open('a.txt')")
    Traceback (most recent call last):
    ...
    tenferro._fused.expression.ExpressionError: unknown function 'open' in "open('a.txt')"
    """


class Expression:
    """A parsed expression: call it with its `names` as keywords.

    Parameters
    ----------
    text : str
        The expression.
    functions : mapping
        Name of a row to the function that a call of it runs.
    operand : callable, optional
        Makes an operand of a value, given its name and the text; without it values are operands as they are.

    Raises
    ------
    ExpressionError
        Syntax that is no part of an expression (attributes, subscripts, strings, lambdas, …), or an unknown function.
    """

    def __init__(self, text: str, functions, operand=None):
        if not isinstance(text, str):
            raise TypeError(f"an expression is a str, not {type(text).__name__}")
        self.text = text.strip()
        self.functions = functions
        self.operand = operand
        self.steps = _compile(self.text)
        self.names = tuple(dict.fromkeys(step[1] for step in self.steps if step[0] == "name"))
        self.__name__ = self.text
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in self.names]
        )

    def __call__(self, *operands, **values):
        values.update(zip(self.names, operands, strict=False))
        if self.operand is not None:
            values = {name: self.operand(values[name], name, self.text) for name in self.names}
        stack = []
        for kind, what, count in self.steps:
            if kind == "name":
                stack.append(values[what])
            elif kind == "number":
                stack.append(what)
            else:
                taken = stack[len(stack) - count :]
                del stack[len(stack) - count :]
                stack.append(self._step(kind, what, taken))
        return strong(stack[0], self.text)

    def _step(self, kind, name, operands):
        try:
            if kind == "apply":
                if all(_is_weak(x) for x in operands):
                    return _of_numbers(BY_NAME[name], operands)
            return self.functions[name](*operands)
        except (TypeError, ValueError, OverflowError) as error:
            if type(error) not in (TypeError, ValueError, OverflowError):
                raise
            raise type(error)(f"{error}, in {shortened(self.text)!r}") from None

    def __repr__(self):
        return f"Expression({self.text!r})"


def shortened(text: str) -> str:
    """A text as messages show it."""
    return text if len(text) <= 60 else text[:57] + "..."


def as_operand(value, name: str, text: str):
    """What a name stands for: a traced value, an array, a NumPy scalar or a Python number, which is weak."""
    cls = type(value)
    if cls is np.ndarray or cls is Traced or cls in _WEAK:
        array = value
    elif cls is bool:
        return np.bool_(value)
    else:
        array = whole(value, f"{name!r} in {shortened(text)!r}")
        if not isinstance(value, (np.ndarray, np.generic)):
            try:
                array = np.asarray(value)
            except Exception as error:
                raise TypeError(
                    f"{name!r} in {shortened(text)!r} is a {cls.__name__} and makes no array: {error}"
                ) from None
    if isinstance(array, (np.ndarray, np.generic)) and code_of(array.dtype) < 0:
        what = f"an array of dtype {array.dtype}" if cls is np.ndarray else f"a {cls.__name__}"
        raise TypeError(f"{name!r} in {shortened(text)!r} is {what}: it is no array of numbers")
    return array


def strong(value, text: str):
    """A result: Python numbers become NumPy's."""
    if type(value) is Traced:
        return Traced(value._trace, value._id, value._shape) if value._weak else value
    if type(value) not in _WEAK:
        return value
    scalar = np.asarray(value)[()]
    if isinstance(scalar, np.generic):
        return scalar
    raise OverflowError(f"an integer that no dtype holds, in {shortened(text)!r}")


def _is_weak(x) -> bool:
    return type(x) in _WEAK or type(x) is Traced and x._weak is not None


def _of_numbers(row, operands):
    """An operation on Python numbers alone: NumPy's value, still weak; a truth is no number and stays NumPy's."""
    traced = [x for x in operands if type(x) is Traced]
    if traced:
        kinds = tuple([x._weak if type(x) is Traced else type(x) for x in operands])
        result = resolve(row, kinds).result
        if result.kind in "iu":  # which dtypes hold it depends on its value
            traced[0]._trace.need(*traced)
        value = traced[0]._trace.op(row, operands)
        if result.kind in "fc":
            value._weak = float if result.kind == "f" else complex
        return value
    if not all(type(x) is int for x in operands):
        operands = [float(x) if type(x) is int else x for x in operands]
    elif any(not -(1 << 63) <= x < 1 << 64 for x in operands):
        raise OverflowError(f"{row.name}: an integer of more than 64 bits")
    with np.errstate(all="ignore"):
        value = getattr(np, row.twin)(*operands)
    return value if isinstance(value, np.bool_) else value.item()


def _compile(text: str) -> list[tuple]:
    """Steps in postfix order: ("name", name, 0), ("number", value, 0), ("apply", function, n), ("call", row, n)."""
    if len(text) > MOST_CHARACTERS:
        raise ExpressionError(f"an expression of {len(text)} characters; the most is {MOST_CHARACTERS}")
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError) as error:
        raise ExpressionError(f"no expression: {error}: {shortened(text)!r}") from None
    except (RecursionError, MemoryError):
        raise ExpressionError("the expression is nested too deep for Python's parser") from None
    steps: list[tuple] = []
    pending: list = [tree.body]
    while pending:  # a walk with a stack of its own: depth is no matter
        node = pending.pop()
        if isinstance(node, tuple):
            steps.append(node)
            if len(steps) > MOST_STEPS:
                raise ExpressionError(f"an expression of more than {MOST_STEPS} operations and operands")
        else:
            step, operands = _read(node, text)
            pending.append(step)
            pending.extend(reversed(operands))
    return steps


def _read(node, text: str) -> tuple[tuple, list]:
    """The step of one node and the nodes of its operands."""
    if isinstance(node, ast.Name):
        return ("name", node.id, 0), []
    if isinstance(node, ast.Constant) and type(node.value) in (bool, int, float, complex):
        if type(node.value) is int and node.value.bit_length() > MOST_BITS:
            raise ExpressionError(f"an integer of more than {MOST_BITS} bits: {_excerpt(node, text)!r}")
        return ("number", np.bool_(node.value) if type(node.value) is bool else node.value, 0), []
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return ("apply", _BINARY[type(node.op)], 2), [node.left, node.right]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
        return ("apply", _UNARY[type(node.op)], 1), [node.operand]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARE:
        return ("apply", _COMPARE[type(node.ops[0])], 2), [node.left, node.comparators[0]]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _read_call(node, text)
    raise ExpressionError(f"{_describe(node)} has no place in an expression: {_excerpt(node, text)!r}")


def _read_call(node: ast.Call, text: str) -> tuple[tuple, list]:
    name = FUNCTIONS.get(node.func.id)
    if name is None:
        raise ExpressionError(f"unknown function {node.func.id!r} in {_excerpt(node, text)!r}")
    wanted = BY_NAME[name].nin
    if len(node.args) != wanted or any(isinstance(argument, ast.Starred) for argument in node.args):
        raise ExpressionError(f"{name} takes {wanted} operands, not {len(node.args)}: {_excerpt(node, text)!r}")
    return ("call", name, wanted), list(node.args)


_KINDS = {
    ast.Attribute: "an attribute",
    ast.Subscript: "a subscript",
    ast.BoolOp: "'and' or 'or' (write '&' or '|' between comparisons in parentheses)",
    ast.Compare: "a chain of comparisons (write '(a < b) & (b < c)')",
    ast.UnaryOp: "'not' (write '~')",
    ast.IfExp: "'if' (write where(condition, x, y))",
    ast.Call: "a call of this form",
    ast.Constant: "a constant that is no number",
}


def _describe(node) -> str:
    return _KINDS.get(type(node), f"a {type(node).__name__}")


def _excerpt(node, text: str) -> str:
    piece = ast.get_source_segment(text, node) or text
    return shortened(piece)
