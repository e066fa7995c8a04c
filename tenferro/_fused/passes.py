"""Passes: each a small function from Graph to Graph that keeps every bit of every result.

``fold``      operations on constants are done now, where NumPy's twin gives exactly the loop's bits
``simplify``  algebra that the table allows (``--x``, ``abs(abs(x))``, ``x * 1``), and casts of casts
``share``     one node for equal expressions
``prune``     no node that no output needs

A pass walks the nodes once, front to back, and says for each what stands for it in the new graph. NumPy's functions
depend on their arguments alone, so equal host calls are shared too.
"""

import numpy as np

from tenferro._fused.graph import CAST_TO, COMPUTED, CONSTANT, HOST, INPUT, ITEM, OP, VIEW, Graph, Node
from tenferro._fused.interpreter import define
from tenferro._optable import CODE, DTYPES, EXACT, ROWS
from tenferro._promotion import NUMPY_DTYPES

_COMPLEX = frozenset((CODE["c64"], CODE["c128"]))
_COMMUTES = frozenset(i for i, row in enumerate(ROWS) if "commutative" in row.algebra)
_TWICE_IS_ONCE = frozenset(i for i, row in enumerate(ROWS) if "idempotent" in row.algebra)
_TWICE_IS_NONE = frozenset(i for i, row in enumerate(ROWS) if "involution" in row.algebra)
_OF_EQUALS = frozenset(i for i, row in enumerate(ROWS) if "idempotent2" in row.algebra)
#: opcode -> families in which the loop only copies
_COPIES = {i: "".join(f for f, formula in row.formulas.items() if formula == "x") for i, row in enumerate(ROWS)}


def _neutral(row):
    """(sides on which a constant leaves the other operand as it is, that constant), or None."""
    for entry in row.algebra:
        what, _, rest = entry.partition(":")
        if what == "identity":
            side, value = rest.split(":")
            return ((0, 1) if side == "any" else (1,)), float(value)
    return None


_NEUTRAL = {i: _neutral(row) for i, row in enumerate(ROWS) if _neutral(row)}
#: rows that `simplify` may leave out where no operand is a constant
_ALTERED = (
    _TWICE_IS_ONCE | _TWICE_IS_NONE | _OF_EQUALS | frozenset(opcode for opcode, families in _COPIES.items() if families)
)
#: dtypes whose every value survives a trip through the key's dtype
_HELD_BY = {
    "i16": ("i8", "u8"), "i32": ("i8", "u8", "i16", "u16"), "i64": ("i8", "u8", "i16", "u16", "i32", "u32"),
    "u16": ("u8",), "u32": ("u8", "u16"), "u64": ("u8", "u16", "u32"),
    "f16": ("i8", "u8"), "bf16": ("i8", "u8"), "f32": ("i8", "u8", "i16", "u16", "f16", "bf16"),
    "f64": ("i8", "u8", "i16", "u16", "i32", "u32", "f16", "bf16", "f32"),
    "c64": ("i8", "u8", "i16", "u16", "f16", "bf16", "f32"),
    "c128": ("i8", "u8", "i16", "u16", "i32", "u32", "f16", "bf16", "f32", "f64", "c64"),
}  # fmt: skip
_LOSSLESS = frozenset(
    (CODE[narrow], CODE[wide]) for wide, names in _HELD_BY.items() for narrow in ("bool", *names)
)  # fmt: skip


def _rewrite(graph: Graph, replace) -> Graph:
    """Walk the nodes; `replace(node, nodes)` gives a position in `nodes` for each, or None to keep it as it is."""
    nodes: list[Node] = []
    place: list[int] = []
    for node in graph.nodes:
        if node.args:
            args = tuple([place[arg] for arg in node.args])
            if args != node.args:
                node = Node(node.kind, node.op, args, node.code, node.shape, node.data)
        found = replace(node, nodes)
        if found is None:
            found = len(nodes)
            nodes.append(node)
        place.append(found)
    return Graph(tuple(nodes), tuple([place[i] for i in graph.inputs]), tuple([place[i] for i in graph.outputs]))


def fold(graph: Graph) -> Graph:
    """Do operations on single constants now."""

    def replace(node, nodes):
        if node.kind not in (OP, CAST_TO) or node.shape or any(nodes[arg].kind != CONSTANT for arg in node.args):
            return None
        values = [nodes[arg].data for arg in node.args]
        if any(value.shape for value in values):
            return None
        with np.errstate(all="ignore"):
            if node.kind == CAST_TO:
                value = values[0].astype(NUMPY_DTYPES[node.code])
            else:
                row = ROWS[node.op]
                if row.ulp != EXACT or not row.twin or node.data in _COMPLEX:
                    return None
                value = np.asarray(define(row, values), dtype=NUMPY_DTYPES[node.code])
        nodes.append(Node(CONSTANT, None, (), node.code, (), value))
        return len(nodes) - 1

    return _rewrite(graph, replace)


def simplify(graph: Graph) -> Graph:
    """Leave out what changes no bit."""

    def replace(node, nodes):
        if node.kind == CAST_TO:
            return _cast_of_cast(node, nodes)
        if node.kind != OP:
            return None
        found = _same_value(node, nodes)
        # a value that is broadcast on the way keeps its node: it has another shape
        return found if found is not None and nodes[found].shape == node.shape else None

    return _rewrite(graph, replace)


def _same_value(node: Node, nodes) -> int | None:
    """The operand that an operation returns unchanged, or None."""
    first = node.args[0]
    inner = nodes[first]
    name = DTYPES[node.data]
    if node.op in _TWICE_IS_ONCE and inner.kind == OP and inner.op == node.op and node.data not in _COMPLEX:
        return first if inner.code == node.code and inner.data not in _COMPLEX else None
    if node.op in _TWICE_IS_NONE and inner.kind == OP and inner.op == node.op:
        return inner.args[0]
    if node.op in _OF_EQUALS and first == node.args[1]:
        return first
    family = "b" if name == "bool" else name[0]
    if family in _COPIES[node.op]:
        return first
    if node.op in _NEUTRAL and node.data not in _COMPLEX:
        sides, neutral = _NEUTRAL[node.op]
        for side in sides:
            other = nodes[node.args[side]]
            if other.kind == CONSTANT and not other.shape and _is_exactly(other.data, neutral):
                return node.args[1 - side]
    return None


def _is_exactly(value: np.ndarray, neutral: float) -> bool:
    """Equal, zeros by sign too (integers have one zero)."""
    return value == neutral and (value.dtype.kind != "f" or np.signbit(value) == np.signbit(neutral))


def _cast_of_cast(node: Node, nodes) -> int | None:
    inner = nodes[node.args[0]]
    if inner.code == node.code:
        return node.args[0] if inner.shape == node.shape else None
    if inner.kind != CAST_TO or inner.shape != node.shape:
        return None
    origin = nodes[inner.args[0]]
    if origin.shape != node.shape or (origin.code, inner.code) not in _LOSSLESS:
        return None
    if origin.code == node.code:
        return inner.args[0]
    if DTYPES[node.code] == "bool" or (origin.code, node.code) in _LOSSLESS or DTYPES[inner.code][0] in "iu":
        nodes.append(Node(CAST_TO, node.code, inner.args, node.code, node.shape, None))
        return len(nodes) - 1
    return None


def _holds_array(template) -> bool:
    """Whether a host call takes an array of its own: those are not compared."""
    if isinstance(template, (tuple, list)):
        return any(_holds_array(entry) for entry in template)
    if isinstance(template, dict):
        return _holds_array(list(template.values()))
    return isinstance(template, np.ndarray)


def _op_key(node: Node):
    """What two operations have in common if they are the same."""
    args = node.args
    if len(args) == 2 and args[0] > args[1] and node.op in _COMMUTES:
        args = (args[1], args[0])
    return node.op, args, node.data, node.shape


def _are_different(graph: Graph) -> bool:
    """Whether `share` finds nothing in a graph of arguments and operations."""
    keys = [_op_key(node) for node in graph.nodes if node.kind == OP]
    return len(set(keys)) == len(keys)


def share(graph: Graph) -> Graph:
    """One node for equal expressions; operands of commutative rows in either order."""
    seen: dict = {}

    def replace(node, nodes):
        kind = node.kind
        if kind == OP:
            key = _op_key(node)
        elif kind == CAST_TO:
            key = (CAST_TO, node.args, node.code, node.shape)
        elif kind == CONSTANT and not node.shape:
            key = (CONSTANT, node.code, node.data.tobytes())
        elif kind == VIEW:
            key = (VIEW, node.args, node.op, repr(node.data))
        elif kind == ITEM:
            key = (ITEM, node.args, node.op)
        elif kind == HOST and not _holds_array((node.data.args, node.data.kwargs)):
            key = (HOST, node.op, node.args, repr(node.data.args), repr(node.data.kwargs))
        else:
            return None
        found = seen.get(key)
        if found is None:
            seen[key] = len(nodes)
        return found

    return _rewrite(graph, replace)


def prune(graph: Graph) -> Graph:
    """Drop what no output needs (arguments of the function stay)."""
    needed = [False] * len(graph.nodes)
    for i in (*graph.outputs, *graph.inputs):
        needed[i] = True
    for i in range(len(graph.nodes) - 1, -1, -1):
        if needed[i]:
            for arg in graph.nodes[i].args:
                needed[arg] = True
    if all(needed):
        return graph
    place, nodes = {}, []
    for i, node in enumerate(graph.nodes):
        if needed[i]:
            place[i] = len(nodes)
            nodes.append(node._replace(args=tuple([place[arg] for arg in node.args])) if node.args else node)
    return Graph(tuple(nodes), tuple([place[i] for i in graph.inputs]), tuple([place[i] for i in graph.outputs]))


PASSES = (fold, simplify, share, prune)
#: kinds of nodes that `fold` never changes, nor `simplify` but for the rows of _ALTERED
_UNALTERED = frozenset((INPUT, OP))


def run_passes(graph: Graph) -> Graph:
    """All passes in order; those that could change nothing are left out, as a first call is waiting."""
    computed = [graph.nodes[i].kind in COMPUTED for i in graph.outputs]
    kinds = {node.kind for node in graph.nodes}
    plain = kinds <= _UNALTERED and _ALTERED.isdisjoint([node.op for node in graph.nodes if node.kind == OP])
    steps = PASSES if not plain else (prune,) if _are_different(graph) else (share, prune)
    for step in steps:
        graph = step(graph)
    return _own(graph, computed)


def _own(graph: Graph, computed) -> Graph:
    """A result that was computed stays a value of its own, even where it turned out to be an argument (``x * 1``)."""
    nodes, outputs = list(graph.nodes), list(graph.outputs)
    for k, i in enumerate(outputs):
        node = nodes[i]
        if computed[k] and node.kind not in COMPUTED:
            outputs[k] = len(nodes)
            nodes.append(Node(CAST_TO, node.code, (i,), node.code, node.shape, None))
    if len(nodes) == len(graph.nodes):
        return graph
    return Graph(tuple(nodes), graph.inputs, tuple(outputs))


def counts(graph: Graph) -> dict[str, int]:
    """How many nodes of each kind a graph has, for `explain`."""
    kinds = [node.kind for node in graph.nodes]
    return {kind: kinds.count(kind) for kind in (INPUT, CONSTANT, OP, CAST_TO, VIEW, HOST) if kind in kinds}
