"""A recording: the nodes of a trace as they grow, and the arrays that are known while it does.

What a node means is in `graph`, which nodes an operation makes in `tracer`. Here they are numbered, constants are
shared, values are cast and brought to their full shape; and where a host call needs real arrays, the nodes behind
them are cut out as a graph and solved.
"""

import numpy as np

from tenferro._fused.graph import CAST_TO, CONSTANT, INPUT, Graph, Node
from tenferro._fused.operands import whole
from tenferro._optable import DTYPES
from tenferro._promotion import NUMPY_DTYPES, code_of


class NeedsValue(BaseException):
    """A traced Python number has to be known: `positions` are the inputs to make static. Not an error of the user's."""

    def __init__(self, positions):
        super().__init__(positions)
        self.positions = positions


class Traced:
    """A value of a function that is being traced: it has a dtype and a shape, and no elements."""

    __slots__ = ("_trace", "_id", "_shape", "_weak")
    __tenferro_traced__ = True

    def __init__(self, trace: "Recording", node: int, shape: tuple, weak: type | None = None):
        self._trace = trace
        self._id = node
        self._shape = shape
        self._weak = weak

    @property
    def _code(self) -> int:
        return self._trace.nodes[self._id].code

    @property
    def _kind(self):
        """What the promotion sees: a dtype, or the type of a Python number."""
        return self._weak or NUMPY_DTYPES[self._trace.nodes[self._id].code]

    def __repr__(self):
        return f"Traced(%{self._id}: {DTYPES[self._code]}{list(self._shape)})"


def number(value, code: int) -> np.ndarray:
    """A Python or NumPy number rounded to our dtype `code`; OverflowError where an int does not fit."""
    dtype = NUMPY_DTYPES[code]
    if type(value) is int and dtype.kind in "iu":
        return np.asarray(dtype.type(value))
    with np.errstate(all="ignore"):
        return np.asarray(value).astype(dtype)


class Recording:
    """The graph of one call, growing."""

    __slots__ = ("nodes", "inputs", "known", "solve", "ranges", "_constants", "_kept")

    def __init__(self, solve):
        #: solve(graph, arrays) computes a graph's outputs; for host calls
        self.solve = solve
        self.nodes: list[Node] = []
        self.inputs: list[int] = []
        #: node -> array, for inputs and what host calls returned
        self.known: dict[int, np.ndarray] = {}
        #: position of an input (a Python int) -> least and greatest value that its uses can hold
        self.ranges: dict[int, tuple[int, int]] = {}
        self._constants: dict = {}
        self._kept: list = []

    def add(self, kind, op, args, code, shape, data=None) -> int:
        self.nodes.append(Node(kind, op, args, code, shape, data))
        return len(self.nodes) - 1

    def input(self, name: str, dtype: np.dtype, shape: tuple, array=None, weak=None) -> Traced:
        """A new argument; `array` is an example of it (made up where it is None and somebody asks)."""
        node = self.add(INPUT, len(self.inputs), (), code_of(dtype), shape, (name, dtype))
        self.inputs.append(node)
        if array is not None:
            self.known[node] = array
        return Traced(self, node, shape, weak)

    def constant(self, value: np.ndarray) -> int:
        """A constant, by value: `value` must be nobody else's."""
        key = (value.dtype, value.tobytes()) if not value.shape else None
        node = self._constants.get(key) if key else None
        if node is None:
            value.flags.writeable = False
            node = self.add(CONSTANT, None, (), code_of(value.dtype), value.shape, value)
            if key:
                self._constants[key] = node
        return node

    def lift(self, value) -> Traced:
        """Any operand as a traced value; an array is copied, once however often it is used."""
        if type(value) is Traced:
            if value._trace is not self:
                raise TypeError("a traced value was kept from another call: return values instead of storing them")
            return value
        node = self._constants.get(id(value))
        if node is None:
            array = np.asarray(whole(value, "an array that the function reads"))
            if code_of(array.dtype) < 0:
                raise TypeError(f"a {type(value).__name__} of dtype {array.dtype} cannot join a fused function")
            node = self.constant(array.astype(array.dtype.newbyteorder("=")))
            if array.shape:
                self._constants[id(value)] = node
                self._kept.append(value)  # else its id could come to name another array
        return Traced(self, node, self.nodes[node].shape)

    def cast(self, node: int, code: int) -> int:
        """The value of `node` in dtype `code`."""
        source = self.nodes[node]
        if source.code == code:
            return node
        if source.kind == CONSTANT:
            return self.constant(
                number(source.data, code) if not source.shape else source.data.astype(NUMPY_DTYPES[code])
            )
        return self.add(CAST_TO, code, (node,), code, source.shape)

    def settle(self, value: Traced) -> int:
        """The node of a value, in the full shape where it was only broadcast so far."""
        node = self.nodes[value._id]
        if node.shape == value._shape:
            return value._id
        return self.add(CAST_TO, node.code, (value._id,), node.code, value._shape)

    def need(self, *values):
        """End the trace: the Python numbers that `values` come from have to be known."""
        stack, seen, positions = [value._id for value in values], set(), set()
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                stack += self.nodes[node].args
                if self.nodes[node].kind == INPUT:
                    positions.add(self.nodes[node].op)
        raise NeedsValue(positions)

    def values(self, wanted) -> list[np.ndarray]:
        """The arrays of some nodes, computed as far as they are not known."""
        missing = [node for node in wanted if node not in self.known]
        if missing:
            graph, sources = self.excerpt(missing)
            for node, array in zip(missing, self.solve(graph, [self._example(i) for i in sources]), strict=True):
                self.known[node] = array
        return [self._example(node) for node in wanted]

    def _example(self, node):
        array = self.known.get(node)
        if array is None:
            entry = self.nodes[node]
            array = entry.data if entry.kind == CONSTANT else np.ones(entry.shape, NUMPY_DTYPES[entry.code])
        return array

    def excerpt(self, outputs) -> tuple[Graph, list[int]]:
        """The graph of some values, with known arrays as its inputs; and which those are."""
        stack, needed = list(outputs), set()
        while stack:
            node = stack.pop()
            if node not in needed:
                needed.add(node)
                if node not in self.known:
                    stack += self.nodes[node].args
        nodes, inputs, number_of, sources = [], [], {}, []
        for node in sorted(needed):
            entry = self.nodes[node]
            number_of[node] = len(nodes)
            if node in self.known or entry.kind == INPUT:
                dtype = self.known[node].dtype if node in self.known else entry.data[1]
                inputs.append(len(nodes))
                sources.append(node)
                entry = Node(INPUT, len(sources) - 1, (), entry.code, entry.shape, (f"%{node}", dtype))
            else:
                entry = entry._replace(args=tuple([number_of[arg] for arg in entry.args]))
            nodes.append(entry)
        return Graph(tuple(nodes), tuple(inputs), tuple(number_of[node] for node in outputs)), sources

    def graph(self, outputs) -> Graph:
        """The finished graph."""
        return Graph(tuple(self.nodes), tuple(self.inputs), tuple(outputs))
