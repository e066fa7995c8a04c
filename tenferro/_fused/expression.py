"""Expressions as text: ``"tanh(sin(x*x + x)*y + y)"`` becomes a function that can be traced.

The text is parsed with `ast`, checked against the few kinds of node below, and turned into a list of steps over a
stack. It is never compiled or evaluated as Python: there are names, numbers, operators and calls of rows of the
table, and nothing else. Calling an `Expression` on values runs the steps with the operators of those values, so
traced values give a graph and arrays give arrays.
"""

import ast
import operator

from tenferro._optable import ALIASES, BY_NAME

_BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_UNARY = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
_COMPARE = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
#: what a call in an expression may name: every row, by its name or an alias
FUNCTIONS = {name: name for name in BY_NAME} | ALIASES
#: longer than this is no formula
MOST_CHARACTERS = 100_000


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

    Raises
    ------
    ExpressionError
        Syntax that is no part of an expression (attributes, subscripts, strings, lambdas, …), or an unknown function.
    """

    def __init__(self, text: str, functions):
        if not isinstance(text, str):
            raise TypeError(f"an expression is a str, not {type(text).__name__}")
        self.text = text.strip()
        self.functions = functions
        self.steps = _compile(self.text)
        self.names = tuple(dict.fromkeys(step[1] for step in self.steps if step[0] == "name"))
        self.__name__ = self.text

    def __call__(self, **values):
        stack = []
        for kind, what, count in self.steps:
            if kind == "name":
                stack.append(values[what])
            elif kind == "number":
                stack.append(what)
            else:
                function = self.functions[what] if kind == "call" else what
                operands = stack[len(stack) - count :]
                del stack[len(stack) - count :]
                stack.append(function(*operands))
        return stack[0]

    def __repr__(self):
        return f"Expression({self.text!r})"


def _compile(text: str) -> list[tuple]:
    """Steps in postfix order: ("name", name, 0), ("number", value, 0), ("apply", function, n), ("call", row, n)."""
    if len(text) > MOST_CHARACTERS:
        raise ExpressionError(f"an expression of {len(text)} characters; the most is {MOST_CHARACTERS}")
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError) as error:
        raise ExpressionError(f"no expression: {error}: {text!r}") from None
    except (RecursionError, MemoryError):
        raise ExpressionError("the expression is nested too deep for Python's parser") from None
    steps: list[tuple] = []
    pending: list = [tree.body]
    while pending:  # a walk with a stack of its own: depth is no matter
        node = pending.pop()
        if isinstance(node, tuple):
            steps.append(node)
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
        return ("number", node.value, 0), []
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
    return piece if len(piece) <= 60 else piece[:57] + "..."
