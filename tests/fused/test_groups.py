"""Expressions: their codes on integers, and their bits on arrays of every length."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from programs import same

import tenferro as tf
from tenferro._fused.groups import encode
from tenferro._optable import (
    EXPRESSION_INPUTS,
    EXPRESSION_KEPT,
    EXPRESSION_LENGTH,
    EXPRESSION_ROWS,
    MICRO_OPERATIONS,
    OPCODE,
    ROWS,
)

MODULUS = 1_000_003
FUNCTIONS_OF_INTEGERS = {
    "add": lambda a, b: (a + b) % MODULUS,
    "subtract": lambda a, b: (a - b) % MODULUS,
    "multiply": lambda a, b: a * b % MODULUS,
    "square": lambda a: a * a % MODULUS,
}
_OPCODES = [OPCODE[name] for name in EXPRESSION_ROWS]


def meaning(code, values):
    """What expression.h computes, on integers."""
    assert code[1] == len(values) and code[2] <= EXPRESSION_KEPT
    place, acc = dict(enumerate(values)), None
    for k in range(4, len(code), 4):
        number, a, b, _ = code[k : k + 4]
        if MICRO_OPERATIONS[number] == "end":
            assert k + 4 == len(code)
        elif MICRO_OPERATIONS[number] == "keep":
            assert EXPRESSION_INPUTS <= a < EXPRESSION_INPUTS + code[2]
            place[a] = acc
        else:
            names = {"acc": acc, "a": place[a], "b": place[b]}
            acc = eval(MICRO_OPERATIONS[number], dict(FUNCTIONS_OF_INTEGERS), names)
    return acc


@st.composite
def bodies(draw):
    """(body, number of inputs); every entry but the last is used by a later one."""
    n, length = draw(st.integers(1, EXPRESSION_INPUTS)), draw(st.integers(1, EXPRESSION_LENGTH))
    waiting, body = [], []
    for k in range(length):
        opcode, sides = draw(st.sampled_from(_OPCODES)), []
        for side in range(ROWS[opcode].nin):
            must = len(waiting) > (length - k - 1) + (ROWS[opcode].nin - 1 - side)
            if waiting and (must or draw(st.booleans())):
                sides.append(waiting.pop(draw(st.integers(0, len(waiting) - 1))))
            else:
                sides.append(draw(st.integers(0, n + k - 1)))
                if sides[-1] in waiting:
                    waiting.remove(sides[-1])
        body.append((opcode, *sides))
        waiting.append(n + k)
    used = {operand for _, *sides in body for operand in sides}
    # what is still unused is joined at the end
    for value in range(n, n + length - 1):
        if value not in used:
            body.append((OPCODE["subtract"], value, n + len(body) - 1))
    return body, n


@given(bodies(), st.randoms(use_true_random=False))
def test_codes_mean_their_bodies(made, random):
    body, n = made
    values = [random.randrange(MODULUS) for _ in range(n)]
    code = encode(body, n)
    assume(code is not None)
    expected = list(values)
    for opcode, *operands in body:
        expected.append(FUNCTIONS_OF_INTEGERS[ROWS[opcode].name](*[expected[i] for i in operands]))
    assert meaning(code, values) == expected[-1]


FUNCTIONS = (
    lambda x, y, z: x + y + z + x * y + z * z,
    lambda x, y, z: z - (x - y) * (y - (z - x)) - (x * y - z),
    lambda x, y, z: (x - y) * (x - y) + ((x - y) - (y - z)) * ((x + z) * (y - x) - (x - y)),
    lambda x, y, z: (((x * 0.25 + 1.5) * x - y) * x + z) * x - 0.75,
    lambda x, y, z: np.square(x - y) - (np.square(x - y) + np.square(x - y)),
)
LENGTHS = (1, 3, 7, 8, 31, 32, 33, 63, 64, 65, 100, 255, 257, 511, 513, 1000, 4099, 70_001)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_bits_are_those_of_the_rows(function, dtype):
    rng = np.random.default_rng(11)
    fused = tf.fuse(function)
    for n in LENGTHS:
        arrays = [(rng.standard_normal(n) * 10.0 ** rng.integers(-3, 4, n)).astype(dtype) for _ in range(3)]
        arrays[0][: n // 9], arrays[1][n // 2], arrays[2][-1] = -0.0, np.inf, np.nan
        with np.errstate(all="ignore"):
            expected = function(*arrays)
        assert same(fused(*arrays), expected), n
        assert same(fused(arrays[0][::2], arrays[1][::2], arrays[2][::2]), expected[::2]), n
        out = arrays[0].copy()
        fused(out, *arrays[1:], out=out)
        assert same(out, expected), n
    assert "expression" in str(tf.trace(function, *arrays).compile().plan.regions[0])
