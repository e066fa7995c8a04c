"""From a region to a Program: order of the instructions, expressions, superinstructions, registers.

The order is depth first from the results, the operand that needs more registers first (Sethi and Ullman, 1970), so
that few values are alive at once and all of them stay in L1. A register is free again after the last use of its
value, and the instruction of that last use may already write to it.
"""

from tenferro._fused.graph import CAST_TO, CONSTANT, INPUT, OP, Graph
from tenferro._fused.groups import encode, grow
from tenferro._fused.program import Constant, Input, Instruction, Output, Program
from tenferro._fused.regions import Region, is_number
from tenferro._optable import CAST, CODE, EXPRESSION, EXPRESSION_ROWS, OPCODE, ROWS, SUPER_OPCODE
from tenferro._promotion import NUMPY_DTYPES

_FLOATS = frozenset((CODE["f32"], CODE["f64"]))
_PAIRED = {name for first, second, _ in SUPER_OPCODE for name in (first, second)}
_SUPER = {
    (ROWS.index(a), ROWS.index(b), mirrored): opcode
    for (first, second, mirrored), opcode in SUPER_OPCODE.items()
    for a in [next(row for row in ROWS if row.name == first)]
    for b in [next(row for row in ROWS if row.name == second)]
}  # fmt: skip
_PAIRED_OPS = frozenset(i for i, row in enumerate(ROWS) if row.name in _PAIRED)
_MIRRORS = frozenset(i for i, row in enumerate(ROWS) if "commutative" in row.algebra)

#: rows that an expression takes in
_JOINED = frozenset(OPCODE[name] for name in EXPRESSION_ROWS)
#: two rows are a superinstruction, whose loop needs no interpreter
_LEAST_ROWS = 3


class Lowering:
    """One region on its way to a Program."""

    def __init__(self, graph: Graph, region: Region):
        self.nodes = graph.nodes
        self.region = region
        self.inside = set(region.members)
        self.aliases: dict[int, int] = {}
        self.input_casts: dict[int, int] = {}
        self.stored: dict[int, int] = {}
        #: member -> (opcode, code of the loop, operands)
        self.steps: dict[int, tuple] = {}
        #: member that is an expression -> its body
        self.bodies: dict[int, tuple] = {}

    def lower(self) -> tuple[Program, tuple[int, ...]]:
        """The program, and the values that its inputs are."""
        self._copies()
        self._free_casts()
        for i in self.region.members:
            node = self.nodes[i]
            if i not in self.aliases:
                code = node.data if node.kind == OP else node.code
                opcode = node.op if node.kind == OP else CAST
                self.steps[i] = (opcode, code, tuple([self.source(arg) for arg in node.args]))
        self._join_expressions()
        self._join_pairs()
        return self._assign(self._order())

    def source(self, i: int) -> int:
        """The value whose register holds value `i`."""
        while i in self.aliases:
            i = self.aliases[i]
        return i

    def _copies(self):
        """A cast to the same dtype only widens the shape: the store does that."""
        for i in self.region.members:
            node = self.nodes[i]
            if node.kind == CAST_TO and self.nodes[node.args[0]].code == node.code:
                self.aliases[i] = node.args[0]

    def _free_casts(self):
        """Casts that a load or a store does on the way.

        An input that is used in one other dtype only is loaded in that; a result that nothing else uses is stored
        from the register that it would be cast from.
        """
        users: dict[int, list[int]] = {}
        for i in self.region.members:
            for arg in self.nodes[i].args:
                users.setdefault(arg, []).append(i)
        results = set(self.region.results)
        for i in self.region.loads:
            who = users.get(i, ())
            codes = {self.nodes[user].code if self.nodes[user].kind == CAST_TO else -1 for user in who}
            if len(codes) == 1 and -1 not in codes and not is_number(self.nodes[i]):
                (self.input_casts[i],) = codes
                for user in who:
                    self.aliases[user] = i
        for i in self.region.results:
            node = self.nodes[i]
            if node.kind == CAST_TO and i not in users and i not in self.aliases:
                origin = self.source(node.args[0])
                # the register of another result is stored as it is; a second store from it would cost the direct one
                if origin not in results:
                    self.aliases[i] = origin
                    self.stored[i] = origin

    def _join_expressions(self):
        """Three or more cheap operations in one loop, where nothing else wants the values between them."""
        kept = {self.source(i) for i in self.region.results}
        users: dict[int, set[int]] = {}
        candidates = []
        for i, (opcode, code, operands) in self.steps.items():
            for operand in operands:
                users.setdefault(operand, set()).add(i)
            if opcode in _JOINED and code in _FLOATS:
                candidates.append(i)
        if len(candidates) < _LEAST_ROWS:
            return
        candidates.sort(reverse=True)
        inner: set[int] = set()
        for turn, root in enumerate(candidates):
            if root in inner:
                continue
            code = self.steps[root][1]
            rest = [i for i in candidates[turn + 1 :] if i not in inner and i not in kept and self.steps[i][1] == code]
            group = grow(root, self.steps, rest, users)
            if len(group) >= _LEAST_ROWS and self._replace(group):
                inner.update(group)
        for i in inner - self.bodies.keys():
            del self.steps[i]

    def _replace(self, group) -> bool:
        """The last of a group becomes the expression, unless that needs too many values at once."""
        number: dict[int, int] = {}
        for i in group:
            for operand in self.steps[i][2]:
                if operand not in group:
                    number.setdefault(operand, len(number))
        inputs = tuple(number)
        number |= {i: len(inputs) + turn for turn, i in enumerate(group)}
        body = []
        for i in group:
            opcode, _, operands = self.steps[i]
            body.append((opcode, *[number[operand] for operand in operands]))
        if encode(body, len(inputs)) is None:
            return False
        self.steps[group[-1]] = (EXPRESSION, self.steps[group[-1]][1], inputs)
        self.bodies[group[-1]] = tuple(body)
        return True

    def _join_pairs(self):
        """Two cheap operations in one loop, where nothing else wants the value between them."""
        uses: dict[int, int] = {}
        for _, _, operands in self.steps.values():
            for operand in operands:
                uses[operand] = uses.get(operand, 0) + 1
        kept = {self.source(i) for i in self.region.results}
        joined = set()
        for i in self.region.members:
            if i not in self.steps:
                continue
            opcode, code, operands = self.steps[i]
            if opcode not in _PAIRED_OPS or code not in _FLOATS:
                continue
            for side in (0, 1):
                inner = operands[side]
                if inner in joined or inner in kept or uses[inner] != 1 or inner not in self.steps:
                    continue
                first, inner_code, pair = self.steps[inner]
                super_ = _SUPER.get((first, opcode, side == 1 and opcode not in _MIRRORS))
                if super_ is not None and inner_code == code:
                    self.steps[i] = (super_, code, (*pair, operands[1 - side]))
                    del self.steps[inner]
                    joined.add(i)
                    break

    def _order(self) -> list[int]:
        """Steps depth first, the more demanding operand first."""
        need: dict[int, int] = {}
        for i in self.region.members:
            if i in self.steps:
                operands = self.steps[i][2]
                if len(operands) == 1:
                    need[i] = need.get(operands[0], 0) or 1
                    continue
                needs = sorted([need.get(operand, 0) for operand in set(operands)], reverse=True)
                need[i] = max([n + turn for turn, n in enumerate(needs)], default=0) or 1
        order, state = [], {}
        for result in sorted(self.region.results, key=lambda i: -need.get(self.source(i), 0)):
            stack = [self.source(result)]
            while stack:
                i = stack[-1]
                if i not in self.steps or state.get(i) == 2:
                    stack.pop()
                elif state.get(i) == 1:
                    state[i] = 2
                    order.append(i)
                    stack.pop()
                else:
                    state[i] = 1
                    stack += sorted(self.steps[i][2], key=lambda operand: need.get(operand, 0))
        return order

    def _assign(self, order) -> tuple[Program, tuple[int, ...]]:
        """Number the registers."""
        codes: list[int] = []
        register: dict[int, int] = {}

        def fresh(value, code):
            register[value] = len(codes)
            codes.append(code)
            return register[value]

        used = {operand for i in order for operand in self.steps[i][2]}
        used.update(self.source(i) for i in self.region.results)
        inputs, constants, sources = [], [], []
        for i in self.region.loads:
            node = self.nodes[i]
            if i not in used:
                continue
            if is_number(node):
                constants.append(Constant(fresh(i, node.code), node.data[()], node.data.dtype))
            else:
                name, dtype = node.data if node.kind == INPUT else (f"%{i}", NUMPY_DTYPES[node.code])
                inputs.append(Input(name, dtype, fresh(i, self.input_casts.get(i, node.code))))
                sources.append(i)
        pinned = {self.source(i) for i in self.region.results}
        instructions = self._allocate(order, register, fresh, codes, pinned)
        outputs = [Output(register[self.source(i)], NUMPY_DTYPES[self.nodes[i].code]) for i in self.region.results]
        program = Program(tuple(inputs), tuple(constants), tuple(instructions), tuple(outputs), tuple(codes))
        return program, tuple(sources)

    def _allocate(self, order, register, fresh, codes, pinned) -> list[Instruction]:
        last = {operand: turn for turn, i in enumerate(order) for operand in self.steps[i][2]}
        free: dict[int, list[int]] = {}
        instructions = []
        for turn, i in enumerate(order):
            opcode, code, operands = self.steps[i]
            inputs = tuple([register[operand] for operand in operands])
            for operand in set(operands):
                if last[operand] == turn and operand in self.steps and operand not in pinned:
                    free.setdefault(codes[register[operand]], []).append(register[operand])
            holds = self.nodes[i].code
            idle = free.get(holds)
            if idle and i not in pinned:
                register[i] = idle.pop()
            else:
                fresh(i, holds)
            instructions.append(Instruction(opcode, code, register[i], inputs, self.bodies.get(i, ())))
        return instructions


def lower(graph: Graph, region: Region) -> tuple[Program, tuple[int, ...]]:
    """The Program of a region, and the values of the graph that its inputs are, in order."""
    return Lowering(graph, region).lower()


__all__ = ["CONSTANT", "lower"]
