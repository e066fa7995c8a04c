"""Groups: cheap operations that one instruction evaluates in machine registers.

Beyond L2 a tile program of several instructions reads its operands in the first and leaves the memory idle in the
others. An *expression* does all in one loop: its `body` lists operations in order, each ``(row, left, right)`` over
values; values 0 to n - 1 are the instruction's inputs, value n + i is the result of entry i, and the last is the
result.

`encode` turns a body into the code that ``_kernels/expression.h`` interprets: operations on an accumulator, with
places for the values that wait.
"""

from tenferro._optable import EXPRESSION_ROWS, ROWS

#: as in expression.h
MOST_INPUTS = 8
MOST_KEPT = 8
#: a body no longer than this: what there is to gain has been gained by then
MOST_ROWS = 32

_NUMBER = {i: EXPRESSION_ROWS.index(row.name) for i, row in enumerate(ROWS) if row.name in EXPRESSION_ROWS}
_MULTIPLY = EXPRESSION_ROWS.index("multiply")
_LEFT, _RIGHT, _JOIN, _NIOJ, _SQUARE, _KEEP, _END = 3, 6, 9, 18, 27, 28, 29


class _Encoder:
    """Writes the operations of one body; see `encode`."""

    def __init__(self, body, n_inputs: int):
        self.n = n_inputs
        self.body = [(_NUMBER[row], left, right) for row, left, right in body]
        self.uses = [0] * (n_inputs + len(body))
        for _, left, right in self.body:
            for operand in {left, right}:
                self.uses[operand] += 1
        self.place = {i: i for i in range(n_inputs)}
        self.idle: list[int] = []
        self.kept = 0
        self.code = bytearray()

    def write(self, operation, a=0, b=0):
        self.code += bytes((operation, a, b, 0))

    def keep(self) -> int:
        """Keep the accumulator; returns the place."""
        if self.idle:
            place = self.idle.pop()
        else:
            place = MOST_INPUTS + self.kept
            self.kept += 1
        self.write(_KEEP, place)
        return place

    def use(self, *values):
        """The places of values; the last use of a kept one frees its place."""
        places = [self.place[value] for value in values]
        for value in set(values):
            self.uses[value] -= 1
            if self.uses[value] == 0 and value >= self.n:
                self.idle.append(self.place.pop(value))
        return places

    def is_simple(self, value) -> bool:
        """Whether a value that is not there yet takes one operation on values that are, for one user."""
        _, left, right = self.body[value - self.n]
        return self.uses[value] == 1 and left in self.place and right in self.place

    def make(self, value):
        """Compute a value that is not there yet into the accumulator, and keep it where more than one use it."""
        number, left, right = self.body[value - self.n]
        if left in self.place and right in self.place:
            self.write(number, *self.use(left, right))
        elif left == right:
            self.make(left)
            self._with_itself(number, left)
        elif right in self.place:
            self._beside(number, left, right, _LEFT)
        elif left in self.place:
            self._beside(number, right, left, _RIGHT)
        elif self.is_simple(left) and not self.is_simple(right):
            self._join(number, right, left, _NIOJ)
        else:
            self._join(number, left, right, _JOIN)
        if self.uses[value] > 1:
            self.place[value] = self.keep()

    def _with_itself(self, number, value):
        if number == _MULTIPLY:
            self.write(_SQUARE)
        else:
            place = self.place[value] if value in self.place else self.keep()
            self.write(_LEFT + number, place)
            if value not in self.place:
                self.idle.append(place)
        self._consume(value)

    def _consume(self, value):
        """The accumulator was a use of `value`."""
        if value in self.place:
            self.use(value)
        else:
            self.uses[value] -= 1

    def _beside(self, number, made, there, way):
        self.make(made)
        self._consume(made)
        self.write(way + number, *self.use(there))

    def _join(self, number, first, second, way):
        """Both operands are to be computed: `first`, then `second`, in the same operation where it is simple."""
        mirrored = way == _NIOJ
        self.make(first)
        if second in self.place:
            self._consume(first)
            self.write((_RIGHT if mirrored else _LEFT) + number, *self.use(second))
        elif self.is_simple(second):
            self._consume(first)
            inner, left, right = self.body[second - self.n]
            self.uses[second] -= 1
            self.write(way + 3 * number + inner, *self.use(left, right))
        else:
            held = first in self.place
            place = self.place[first] if held else self.keep()
            self.make(second)
            self._consume(second)
            self.write((_LEFT if mirrored else _RIGHT) + number, place)
            self._consume(first)
            if not held:
                self.idle.append(place)


def encode(body, n_inputs: int) -> bytes | None:
    """The code of a body, or None where it would have to keep too many values aside."""
    encoder = _Encoder(body, n_inputs)
    encoder.make(n_inputs + len(body) - 1)
    encoder.write(_END)
    if encoder.kept > MOST_KEPT or n_inputs > MOST_INPUTS:
        return None
    return bytes((0, n_inputs, encoder.kept, 0)) + bytes(encoder.code)


def grow(root: int, steps, members, users) -> list[int]:
    """The operations that one expression ending in `root` can take in, in order.

    Parameters
    ----------
    root : int
        The value of the expression.
    steps : dict of int to tuple
        Value to its opcode, dtype and operands.
    members : list of int
        Values before `root` that may disappear inside an expression if nothing outside uses them, last first.
    users : dict of int to set of int
        Value to the values computed from it.
    """
    group, leaves = {root}, set(steps[root][2])
    for i in members:
        if len(group) == MOST_ROWS:
            break
        if i in leaves and users[i] <= group:
            wider = (leaves - {i}) | set(steps[i][2])
            if len(wider) <= MOST_INPUTS:
                group.add(i)
                leaves = wider
    return sorted(group)
