"""Graph: the values of a traced function, each typed and shaped, in the order in which they were made.

A node names its arguments by their positions in the graph, and an argument always comes before its user. So every
walk is a loop over a tuple, never a recursion: two thousand nested operations are as easy as two. Nodes are never
changed; a pass builds a new graph.

=========  ===================================================================
input      an argument of the function: its name, and the dtype of its memory
constant   a value known while tracing: an array or a single number
op         one row of the table in one loop; arguments already have its dtypes
cast       to another dtype, or (same dtype) a copy in a wider shape
view       indexing, reshape or transpose: no work where the base is an array
host       a call that runs on NumPy, whole arrays at a time
item       one of the arrays that a host call returned
=========  ===================================================================
"""

from typing import NamedTuple

import numpy as np

from tenferro._optable import CODE, DTYPES, ROWS

INPUT, CONSTANT, OP, CAST_TO, VIEW, HOST, ITEM = "input", "constant", "op", "cast", "view", "host", "item"
#: kinds that a region computes; the others are arrays when a region begins
COMPUTED = frozenset((OP, CAST_TO))


class Node(NamedTuple):
    """One value. `code` is its dtype; the meaning of `op` and `data` depends on the kind:

    ========  =====================  ===============================
    kind      op                     data
    ========  =====================  ===============================
    input     position               (name, dtype in memory)
    constant                         read-only array
    op        opcode                 code of the loop
    cast      code (as `code`)
    view      name of the method     its argument
    host      callable               `HostCall`
    item      position
    ========  =====================  ===============================
    """

    kind: str
    op: object
    args: tuple[int, ...]
    code: int
    shape: tuple[int, ...]
    data: object


class HostCall(NamedTuple):
    """How to call NumPy: `args` and `kwargs` with a `Slot` for each traced value; what came out; why not fused."""

    args: tuple
    kwargs: dict
    results: tuple
    reason: str


class Slot(NamedTuple):
    """Stands for the argument `position` of a host node."""

    position: int


def fill(template, arrays):
    """A template with its slots replaced by arrays."""
    if type(template) is Slot:
        return arrays[template.position]
    if type(template) in (list, tuple):
        return type(template)([fill(entry, arrays) for entry in template])
    if type(template) is dict:
        return {key: fill(entry, arrays) for key, entry in template.items()}
    return template


def has_slot(template) -> bool:
    """Whether a template has a slot anywhere."""
    if type(template) in (list, tuple):
        return any(has_slot(entry) for entry in template)
    if type(template) is dict:
        return any(has_slot(entry) for entry in template.values())
    return type(template) is Slot


def apply_view(array: np.ndarray, method: str, argument) -> np.ndarray:
    """One view of an array; `reshape` copies where NumPy's does."""
    if method == "index":
        return np.asarray(array[argument])
    if method == "transpose":
        return array.transpose(argument)
    if method == "reshape":
        return array.reshape(argument)
    raise ValueError(f"no view is called {method!r}")


def broadcast(first: tuple, second: tuple) -> tuple:
    """The shape of two shapes broadcast together."""
    if first == second or not second:
        return first
    if len(second) > len(first):
        first, second = second, first
    out = list(first)
    start = len(first) - len(second)
    for axis, length in enumerate(second, start):
        if length != 1 and length != out[axis]:
            if out[axis] != 1:
                raise ValueError(f"operands could not be broadcast together with shapes {first} {second}")
            out[axis] = length
    return tuple(out)


class Graph(NamedTuple):
    """Nodes, and which of them are inputs and outputs."""

    nodes: tuple[Node, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]

    def __str__(self) -> str:
        heads = [f"{node.data[0]}: {_type(node)}" for node in (self.nodes[i] for i in self.inputs)]
        results = ", ".join(f"%{i}" for i in self.outputs)
        lines = [f"graph({', '.join(heads)}) -> {results}"]
        lines += [f"  %{i} = {_describe(node)}: {_type(node)}" for i, node in enumerate(self.nodes)]
        return "\n".join(lines)

    def check(self) -> "Graph":
        """Raise ValueError where a node is not well formed; return the graph."""
        for i, node in enumerate(self.nodes):
            if any(not 0 <= arg < i for arg in node.args):
                raise ValueError(f"%{i} uses a value that comes after it")
            if node.kind == OP:
                _check_op(self.nodes, i, node)
            shape = ()
            if node.kind in COMPUTED:
                for arg in node.args:
                    shape = broadcast(shape, self.nodes[arg].shape)
                if shape != node.shape and not _widens(shape, node.shape):
                    raise ValueError(f"%{i} has shape {node.shape}, its arguments broadcast to {shape}")
        for i in (*self.inputs, *self.outputs):
            if not 0 <= i < len(self.nodes):
                raise ValueError(f"the graph has no value %{i}")
        return self


def _widens(shape: tuple, wide: tuple) -> bool:
    """Whether an array of `shape` can be broadcast to `wide`."""
    tail = wide[len(wide) - len(shape) :]
    return len(shape) <= len(wide) and all(length in (1, other) for length, other in zip(shape, tail, strict=True))


def _check_op(nodes, i, node):
    row, name = ROWS[node.op], DTYPES[node.data]
    codes = tuple(nodes[arg].code for arg in node.args)
    expected = tuple(CODE[row.operand_dtype(k, name)] for k in range(row.nin))
    if codes != expected or node.code != CODE[row.operand_dtype(-1, name)]:
        held = ", ".join(DTYPES[code] for code in codes)
        raise ValueError(f"%{i} = {row.name} in {name} takes {held} and gives {DTYPES[node.code]}")


def _type(node: Node) -> str:
    if node.code < 0:
        return "results"
    return f"{DTYPES[node.code]}[{', '.join(map(str, node.shape))}]"


def _describe(node: Node) -> str:
    args = " ".join(f"%{arg}" for arg in node.args)
    if node.kind == INPUT:
        return f"input {node.data[0]}"
    if node.kind == CONSTANT:
        return f"constant {node.data[()]}" if not node.shape else "constant array"
    if node.kind == OP:
        return f"{ROWS[node.op].name} {args}"
    if node.kind == VIEW:
        return f"{node.op} {args} {node.data}"
    if node.kind == HOST:
        return f"host {getattr(node.op, '__name__', node.op)} {args} ({node.data.reason})"
    if node.kind == ITEM:
        return f"item {node.op} {args}"
    return f"cast {args}"
