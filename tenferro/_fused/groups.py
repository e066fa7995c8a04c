"""Groups: cheap operations that one instruction evaluates in machine registers.

Beyond L2 a tile program of several instructions reads its operands in the first and leaves the memory idle in the
others. An *expression* does all in one loop: its `body` lists operations in order, each a row and its operands, which
are values; values 0 to n - 1 are the instruction's inputs, value n + i is the result of entry i, and the last is the
result.

`encode` turns a body into the code that ``_kernels/expression.h`` interprets: operations on an accumulator, with
places for the values that wait.
"""

from tenferro._optable import EXPRESSION_INPUTS, EXPRESSION_KEPT, EXPRESSION_LENGTH, MICRO_OPERATIONS, ROWS

_NUMBER = {text: number for number, text in enumerate(MICRO_OPERATIONS)}


class _Encoder:
    """Writes the operations of one body; see `encode`."""

    def __init__(self, body, n_inputs: int):
        self.n = n_inputs
        self.body = [_named(entry) for entry in body]
        self.uses = [0] * (n_inputs + len(body))
        for _, *operands in self.body:
            for operand in set(operands):
                self.uses[operand] += 1
        self.place = {i: i for i in range(n_inputs)}
        self.idle: list[int] = []
        self.kept = 0
        self.code = bytearray()

    def write(self, operation: str, a=0, b=0):
        self.code += bytes((_NUMBER[operation], a, b, 0))

    def keep(self) -> int:
        """Keep the accumulator; returns the place."""
        if self.idle:
            place = self.idle.pop()
        else:
            place = EXPRESSION_INPUTS + self.kept
            self.kept += 1
        self.write("keep", place)
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
        row, left, right = self.body[value - self.n]
        if left in self.place and right in self.place:
            self.write(f"{row}(a, b)", *self.use(left, right))
        elif left == right:
            self.make(left)
            self._with_itself(row, left)
        elif right in self.place:
            self._beside(f"{row}(acc, a)", left, right)
        elif left in self.place:
            self._beside(f"{row}(a, acc)", right, left)
        elif self.is_simple(left) and not self.is_simple(right):
            self._join(row, right, left, mirrored=True)
        else:
            self._join(row, left, right, mirrored=False)
        if self.uses[value] > 1:
            self.place[value] = self.keep()

    def _with_itself(self, row, value):
        if row == "multiply":
            self.write("square(acc)")
        else:
            place = self.place[value] if value in self.place else self.keep()
            self.write(f"{row}(acc, a)", place)
            if value not in self.place:
                self.idle.append(place)
        self._consume(value)

    def _consume(self, value):
        """The accumulator was a use of `value`."""
        if value in self.place:
            self.use(value)
        else:
            self.uses[value] -= 1

    def _beside(self, operation, made, there):
        self.make(made)
        self._consume(made)
        self.write(operation, *self.use(there))

    def _join(self, row, first, second, mirrored):
        """Both operands are to be computed: `first`, then `second`, in the same operation where it is simple.

        `first` is the right operand where `mirrored`.
        """
        self.make(first)
        if second in self.place:
            self._consume(first)
            self.write(f"{row}(a, acc)" if mirrored else f"{row}(acc, a)", *self.use(second))
        elif self.is_simple(second):
            self._consume(first)
            inner, left, right = self.body[second - self.n]
            self.uses[second] -= 1
            joined = f"{row}({inner}(a, b), acc)" if mirrored else f"{row}(acc, {inner}(a, b))"
            self.write(joined, *self.use(left, right))
        else:
            held = first in self.place
            place = self.place[first] if held else self.keep()
            self.make(second)
            self._consume(second)
            self.write(f"{row}(acc, a)" if mirrored else f"{row}(a, acc)", place)
            self._consume(first)
            if not held:
                self.idle.append(place)


def _named(entry):
    """An entry of a body by name; a square is a product."""
    row, *operands = entry
    return ("multiply" if ROWS[row].name == "square" else ROWS[row].name, operands[0], operands[-1])


def encode(body, n_inputs: int) -> bytes | None:
    """The code of a body, or None where it would have to keep too many values aside."""
    encoder = _Encoder(body, n_inputs)
    encoder.make(n_inputs + len(body) - 1)
    encoder.write("end")
    if encoder.kept > EXPRESSION_KEPT or n_inputs > EXPRESSION_INPUTS:
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
        if len(group) == EXPRESSION_LENGTH:
            break
        if i in leaves and users[i] <= group:
            wider = (leaves - {i}) | set(steps[i][2])
            if len(wider) <= EXPRESSION_INPUTS:
                group.add(i)
                leaves = wider
    return sorted(group)
