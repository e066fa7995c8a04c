"""The tracer: runs a function once on stand-ins for its arrays and writes down what it does as a Graph.

::

    x, y (Traced)  ->  np.exp(x * y + 1.5)  ->  %0 = input x   %1 = input y   %2 = multiply %0 %1   …

A `Traced` value knows its dtype and shape but not its elements. Operators and NumPy functions on it (see `operators`
and `arrayfunctions`) end in `Trace.op`, which asks the promotion for the dtypes that NumPy would use and writes every
conversion down as a cast. float16 and bfloat16 are computed in float32 and rounded after each operation, as a direct
call rounds its result.

What a region of elementwise instructions cannot hold (sums, sorts, linear algebra, indexing with arrays) becomes a
*host call*: it is run right away on the real arrays, to learn the shape and dtype of what comes out, and again by
NumPy in every later run.

Python numbers among the arguments stay *weak*, so that ``f(x, 2.0)`` keeps the dtype of `x`. Where a function needs
to know such a number (``range(n)``, ``if n > 2``) the trace ends with `NeedsValue` and is made anew with the number
as a constant.
"""

from functools import lru_cache

import numpy as np

from tenferro._fused.graph import (
    CAST_TO,
    CONSTANT,
    HOST,
    INPUT,
    ITEM,
    OP,
    VIEW,
    Graph,
    HostCall,
    Node,
    Slot,
    apply_view,
    broadcast,
    fill,
)  # fmt: skip
from tenferro._optable import BY_NAME, CODE, DTYPES, OPCODE, Row
from tenferro._promotion import NUMPY_DTYPES, code_of, resolve

_WEAK = (float, int, complex)
_WEAK_CODE = {float: CODE["f64"], int: CODE["i64"], complex: CODE["c128"]}
_POINT = np.empty((), dtype=np.bool_)


class NeedsValue(BaseException):
    """A traced Python number has to be known: `positions` are the inputs to make static. Not an error of the user's."""

    def __init__(self, positions):
        super().__init__(positions)
        self.positions = positions


class Traced:
    """A value of a function that is being traced: it has a dtype and a shape, and no elements."""

    __slots__ = ("_trace", "_id", "_shape", "_weak")
    __tenferro_traced__ = True

    def __init__(self, trace: "Trace", node: int, shape: tuple, weak: type | None = None):
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


@lru_cache(maxsize=4096)
def lowering(row: Row, kinds: tuple, dtype, casting: str):
    """How `row` is computed on operands of `kinds`.

    Returns (code of the loop, for each operand the codes to cast to in turn, code of the loop's result, code of the
    result); None where no one dtype holds both operands, so that only NumPy's own loop compares them exactly.
    """
    answer = resolve(row, kinds, dtype, casting)
    if answer.delegated:
        return None
    name = DTYPES[answer.code]
    chains = []
    for i, kind in enumerate(kinds):
        seen, loop = code_of(answer.operands[i]), CODE[row.operand_dtype(i, name)]
        own = _WEAK_CODE[kind] if isinstance(kind, type) else code_of(kind)
        chain = [] if own == seen else [seen]
        chains.append(tuple(chain) if seen == loop else (*chain, loop))
    return answer.code, tuple(chains), CODE[row.operand_dtype(-1, name)], code_of(answer.result)


def number(value, code: int) -> np.ndarray:
    """A Python or NumPy number rounded to our dtype `code`; OverflowError where an int does not fit."""
    dtype = NUMPY_DTYPES[code]
    if type(value) is int and dtype.kind in "iu":
        return np.asarray(dtype.type(value))
    with np.errstate(all="ignore"):
        return np.asarray(value).astype(dtype)


class Trace:
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

    # -- nodes

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
            array = np.asarray(value)
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

    # -- operations

    def op(self, row: Row, operands, dtype=None, casting="same_kind") -> Traced:
        """`row` on traced values, arrays and Python numbers, with NumPy's dtypes."""
        if row.name == "power":
            special = self._power(row, operands, dtype)
            if special is not None:
                return special
        operands = [x if type(x) in _WEAK or type(x) is Traced and x._trace is self else self.lift(x) for x in operands]
        kinds = tuple([x._kind if type(x) is Traced else type(x) for x in operands])
        lowered = lowering(row, kinds, dtype, casting)
        if lowered is None:
            return self.host(
                getattr(np, row.twin), operands, {}, f"{row.name} of int64 and uint64: no dtype holds both"
            )
        loop, chains, held, result = lowered
        if "I" in row.signature:
            operands = [self._saturate(x, chain) for x, chain in zip(operands, chains, strict=True)]
        args, shape = [], ()
        for x, chain in zip(operands, chains, strict=True):
            if type(x) is Traced:
                node = x._id
                if x._weak is int:
                    self._bound(node, chain)
                if x._shape is not shape:
                    shape = broadcast(shape, x._shape)
            else:
                seen = chain[0] if chain else _WEAK_CODE[type(x)]
                try:
                    node = self.constant(number(x, seen))
                except OverflowError:
                    return self._out_of_range(row, operands)
            for code in chain:
                node = self.cast(node, code)
            args.append(node)
        node = self.add(OP, OPCODE[row.name], tuple(args), held, shape, loop)
        return Traced(self, self.cast(node, result), shape)

    def _power(self, row, operands, dtype) -> Traced | None:
        """Powers that are another operation: squares, and integer powers whose exponents have to be looked at."""
        base, exponent = operands
        kinds = [
            x._kind if type(x) is Traced else type(x) if type(x) in _WEAK else self.lift(x)._kind for x in operands
        ]
        result = resolve(row, tuple(kinds), dtype).result
        if type(exponent) in (int, float) and exponent == 2 and kinds[0] == result and result.kind != "c":
            return self.op(BY_NAME["square"], (base,))
        if result.kind != "i":
            return None
        if type(exponent) is Traced and exponent._weak is int:
            self._narrow(exponent._id, 0, 2**63 - 1)
            return None
        if type(exponent) is not Traced or self.nodes[exponent._id].kind == CONSTANT:
            least = exponent if type(exponent) is int else np.min(self.nodes[self.lift(exponent)._id].data, initial=0)
            if least < 0:
                raise ValueError("power: integers to negative integer powers are not allowed")
            return None
        if NUMPY_DTYPES[exponent._code].kind in "bu":
            return None
        keywords = {} if dtype is None else {"dtype": dtype}
        return self.host(
            np.power, (base, exponent), keywords, "integer exponents are checked before anything is written"
        )

    def _saturate(self, x, chain):
        """An integer wider than its loop's, cut to the loop's range: beyond it the result is 0 or infinite anyway."""
        if type(x) is not Traced or not chain or NUMPY_DTYPES[x._code].kind not in "iu":
            return x
        dtype = NUMPY_DTYPES[chain[-1]]
        if np.can_cast(NUMPY_DTYPES[x._code], dtype) or x._weak:
            return x
        limits = np.iinfo(dtype)
        own = NUMPY_DTYPES[x._code].type
        if own(0).dtype.kind == "i":
            x = self.op(BY_NAME["maximum"], (x, own(limits.min)))
        return self.op(BY_NAME["minimum"], (x, own(limits.max)))

    def _out_of_range(self, row, operands):
        """A Python int that its neighbour's dtype cannot hold: comparisons have an answer, the rest is an error."""
        examples = [x if type(x) in _WEAK else np.zeros((), NUMPY_DTYPES[x._code]) for x in operands]
        shape = ()
        for x in operands:
            shape = broadcast(shape, x._shape) if type(x) is Traced else shape
        return Traced(self, self.constant(np.array(getattr(np, row.twin)(*examples))), shape)

    def _bound(self, node, chain):
        """A traced Python int goes into an integer dtype: values that do not fit must not come this way."""
        for code in chain:
            if NUMPY_DTYPES[code].kind in "iu":
                limits = np.iinfo(NUMPY_DTYPES[code])
                self._narrow(node, int(limits.min), int(limits.max))

    def _narrow(self, node, least, most):
        position = self.nodes[node].op
        low, high = self.ranges.get(position, (least, most))
        self.ranges[position] = (max(low, least), min(high, most))

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

    # -- views and host calls

    def view(self, value: Traced, method: str, argument, shape: tuple | None = None) -> Traced:
        """A view of a value; the shape of an index is asked of NumPy."""
        node = self.settle(value)
        if shape is None:
            shape = apply_view(np.broadcast_to(_POINT, value._shape), method, argument).shape
        return Traced(self, self.add(VIEW, method, (node,), value._code, shape, argument), shape)

    def host(self, function, args, kwargs, reason: str):
        """Call `function` on the real arrays, and note it down: the result is traced again."""
        nodes: list[int] = []

        def template(x):
            if type(x) is Traced:
                if x._weak:
                    self.need(x)
                node = self.settle(x)
                if node not in nodes:
                    nodes.append(node)
                return Slot(nodes.index(node))
            if type(x) in (list, tuple):
                return type(x)([template(entry) for entry in x])
            if type(x) is dict:
                return {key: template(entry) for key, entry in x.items()}
            return x.copy() if isinstance(x, np.ndarray) else x

        args, kwargs = template(tuple(args)), template(kwargs)
        arrays = self.values(nodes)
        answer = function(*fill(args, arrays), **fill(kwargs, arrays))
        results = answer if isinstance(answer, (tuple, list)) else (answer,)
        results = [np.asarray(result) for result in results]
        wrong = [result.dtype for result in results if code_of(result.dtype) < 0]
        if wrong:
            name = getattr(function, "__name__", function)
            raise TypeError(f"{name} returns dtype {wrong[0]}, which a fused function cannot hold: call it outside")
        results = [result.astype(result.dtype.newbyteorder("="), copy=False) for result in results]
        forms = tuple([(result.dtype, result.shape) for result in results])
        call = self.add(HOST, function, tuple(nodes), -1, (), HostCall(args, kwargs, forms, reason))
        traced = []
        for position, result in enumerate(results):
            node = self.add(ITEM, position, (call,), code_of(result.dtype), result.shape)
            self.known[node] = result
            traced.append(Traced(self, node, result.shape))
        if not isinstance(answer, (tuple, list)):
            return traced[0]
        return answer._make(traced) if hasattr(answer, "_make") else type(answer)(traced)

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


def apply(row: Row, operands, keywords=None) -> Traced:
    """A direct function on operands of which at least one is traced: one node more.

    Parameters
    ----------
    row : Row
        The operation.
    operands : sequence
        Traced values, arrays and numbers.
    keywords : dict, optional
        ``out``, ``where``, ``dtype``, ``casting`` and ``order`` as the direct function takes them.
    """
    keywords = {key: value for key, value in (keywords or {}).items() if value is not None}
    out, where = keywords.pop("out", None), keywords.pop("where", True)
    if type(out) is tuple:
        (out,) = out
    trace = next(x._trace for x in (*operands, out, where) if type(x) is Traced)
    dtype = keywords.get("dtype")
    casting = keywords.get("casting", "same_kind")
    result = trace.op(row, operands, None if dtype is None else np.dtype(dtype), casting)
    if out is None:
        if where is not True:
            raise TypeError(
                f"{row.name}: where= without out= leaves elements undefined; use np.where(condition, …, otherwise)"
            )
        return result
    if type(out) is not Traced:
        raise TypeError(f"{row.name}: out= is an array from outside the fused function; return the result instead")
    assign(out, result, casting, where)
    return out


def assign(target: Traced, value, casting="same_kind", where=True):
    """What ``target[...] = value`` does in NumPy; all names for the value see it."""
    trace = target._trace
    if trace.nodes[target._id].kind in (INPUT, VIEW):
        raise TypeError(
            "a fused function does not write into its arguments or into views: make a new value (x = x + 1, np.where) "
            "and return it"
        )
    value = trace.lift(value)
    own = NUMPY_DTYPES[target._code]
    if not np.can_cast(NUMPY_DTYPES[value._code], own, casting):
        raise TypeError(f"cannot cast from {NUMPY_DTYPES[value._code]} to {own} with casting rule {casting!r}")
    if broadcast(target._shape, value._shape) != target._shape:
        raise ValueError(f"a value of shape {value._shape} does not fit into one of shape {target._shape}")
    node = trace.cast(value._id, target._code)
    if where is not True:
        mask = trace.lift(where)
        node = trace.op(BY_NAME["where"], (mask, Traced(trace, node, value._shape), target))._id
    target._id = node
