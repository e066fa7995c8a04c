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

from tenferro._fused.graph import CONSTANT, HOST, INPUT, ITEM, OP, VIEW, HostCall, Slot, apply_view, broadcast, fill
from tenferro._fused.recording import NeedsValue, Recording, Traced, number
from tenferro._optable import BY_NAME, CODE, DTYPES, OPCODE, ROWS, Row
from tenferro._promotion import NUMPY_DTYPES, as_dtype, code_of, in_range, is_comparison, resolve

_WEAK = (float, int, complex)
_WEAK_CODE = {float: CODE["f64"], int: CODE["i64"], complex: CODE["c128"]}
_POINT = np.empty((), dtype=np.bool_)
_FLOATS = frozenset((CODE["f32"], CODE["f64"]))
#: rows that on operands of one such dtype compute in it and return it, which needs no promotion; and their opcodes
PLAIN = {
    row: OPCODE[row.name]
    for row in ROWS
    if row.signature in ("T->T", "TT->T", "TTT->T") and "f" in row.formulas and row.name != "power"
}


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


class Trace(Recording):
    """The graph of one call, growing."""

    __slots__ = ()

    def op(self, row: Row, operands, dtype=None, casting="same_kind") -> Traced:
        """`row` on traced values, arrays and Python numbers, with NumPy's dtypes."""
        if row in PLAIN and dtype is None:
            plain = self._plain(row, operands)
            if plain is not None:
                return plain
        if row.name == "power":
            special = self._power(row, operands, dtype)
            if special is not None:
                return special
        operands = [x if type(x) in _WEAK or type(x) is Traced and x._trace is self else self.lift(x) for x in operands]
        kinds = tuple([x._kind if type(x) is Traced else type(x) for x in operands])
        lowered = lowering(row, kinds, dtype, casting)
        if lowered is None:
            return self.host(getattr(np, row.twin), operands, {}, f"{row.name} of these dtypes is NumPy's own")
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
                if type(x) is int:
                    try:
                        x = in_range(row, len(args), x, NUMPY_DTYPES[seen])
                    except OverflowError:
                        if is_comparison(row):
                            return self._beyond(row, operands)
                        raise
                node = self.constant(number(x, seen))
            for code in chain:
                node = self.cast(node, code)
            args.append(node)
        node = self.add(OP, OPCODE[row.name], tuple(args), held, shape, loop)
        return Traced(self, self.cast(node, result), shape)

    def _plain(self, row, operands) -> Traced | None:
        """`row` on values of one dtype that nothing has to be asked about, float32 or float64; else None."""
        nodes, args, code, shape = self.nodes, [], None, ()
        for x in operands:
            if type(x) is not Traced or x._trace is not self or x._weak:
                return None
            if code is None:
                code, shape = nodes[x._id].code, x._shape
                if code not in _FLOATS:
                    return None
            elif nodes[x._id].code != code:
                return None
            elif x._shape is not shape:
                shape = broadcast(shape, x._shape)
            args.append(x._id)
        return Traced(self, self.add(OP, PLAIN[row], tuple(args), code, shape, code), shape)

    def _power(self, row, operands, dtype) -> Traced | None:
        """Powers that are another operation: squares, and integer powers whose exponents have to be looked at."""
        base, exponent = operands
        kinds = [
            x._kind if type(x) is Traced else type(x) if type(x) in _WEAK else self.lift(x)._kind for x in operands
        ]
        result = resolve(row, tuple(kinds), dtype).result
        # the second power of a float has the bits of the product; NumPy's of a complex number hasn't
        if type(exponent) in (int, float) and exponent == 2 and kinds[0] == result and result.kind in "iuf":
            return self.op(BY_NAME["square"], (base,))
        if result.kind != "i":
            return None
        if type(exponent) is Traced and exponent._weak is int:
            self._narrow(exponent._id, 0, 2**63 - 1)
            return None
        if 0 in broadcast(*[x._shape if type(x) is Traced else np.shape(x) for x in operands]):
            return None
        if type(exponent) is int:
            in_range(row, 1, exponent, result)
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

    def _beyond(self, row, operands):
        """A comparison with a Python int that its neighbour's dtype cannot hold: the same answer for all elements."""
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
    result = trace.op(row, operands, None if dtype is None else as_dtype(dtype), casting)
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


__all__ = ["NeedsValue", "Trace", "Traced", "apply", "assign", "lowering"]
