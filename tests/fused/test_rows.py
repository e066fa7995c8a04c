"""Every row in every dtype, with arrays and with each number that a rewrite looks for: fused is direct, bit for bit.

Random programs meet a given number beside a given row once in thousands; a rewrite that changes bits hides there.
"""

import numpy as np
import pytest
from programs import make_array, same

import tenferro as tf
from tenferro._optable import ROWS, SUPERINSTRUCTIONS

NUMBERS = (None, 2, 2.0, 0.5, 3, -1.5, 1, 1.0, 0, 0.0, -0.0, -1, 2j, 300)
DTYPES = ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">f4")
#: long enough that a difference in one element of a hundred is seen, and no multiple of any tile
LENGTH = 4099


def attempt(function, arrays):
    with np.errstate(all="ignore"):
        try:
            return function(*arrays), None
        except (TypeError, ValueError, OverflowError) as error:
            return None, type(error)


def with_number(row, dtype, side, number):
    """A call of one row as a function of its arrays, and the arrays."""
    rng = np.random.default_rng(3)
    operands = [make_array(rng, dtype, LENGTH, "plain") for _ in range(row.nin)]
    if number is not None:
        operands[side] = number

    def function(*arrays):
        rest = iter(arrays)
        return getattr(tf, row.name)(*[next(rest) if isinstance(x, np.ndarray) else x for x in operands])

    return function, [x for x in operands if isinstance(x, np.ndarray)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_fused_is_direct(row):
    ran = 0
    for dtype in DTYPES:
        for side in range(row.nin):
            for number in NUMBERS if row.nin > 1 else (None,):
                function, arrays = with_number(row, dtype, side, number)
                direct, error = attempt(function, arrays)
                fused, mine = attempt(tf.fuse(function), arrays)
                assert mine == error, (dtype, side, number, error, mine)
                assert error is not None or same(fused, direct), (dtype, side, number)
                ran += error is None
    assert ran, "no combination has a loop"


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("two", [2, 2.0])
def test_second_powers_of_floats_are_squares(dtype, two):
    rng = np.random.default_rng(7)
    x = (rng.standard_normal(LENGTH) * 10.0 ** rng.integers(-4, 4, LENGTH)).astype(dtype)
    x[:4] = -0.0, np.inf, -np.inf, np.nan
    twos = np.full_like(x, 2)
    with np.errstate(all="ignore"):
        expected = x * x
    out = np.ones_like(x)
    for found in (tf.power(x, two), tf.power(x, twos), tf.fuse(lambda x: x**two)(x), tf.fuse(tf.power)(x, twos)):
        assert same(found, expected)
    assert same(tf.power(x, two, out=out, where=x > 0), np.where(x > 0, expected, out))
    assert "square" in str(tf.trace(lambda x: x**two, x).graph)


@pytest.mark.parametrize("joined", SUPERINSTRUCTIONS, ids=lambda joined: joined.name)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_superinstructions_are_their_two_rows(joined, dtype):
    rng = np.random.default_rng(5)
    x, y, z = (rng.standard_normal(LENGTH).astype(dtype) * 10.0 ** rng.integers(-3, 3) for _ in range(3))
    x[:3], y[:3], z[:3] = (np.inf, np.nan, -0.0), (0.0, 1.0, 0.0), (-np.inf, 2.0, -0.0)
    x, y, z = x.astype(dtype), y.astype(dtype), z.astype(dtype)
    first, second = getattr(tf, joined.first), getattr(tf, joined.second)

    def function(x, y, z):
        inner = first(x, y)
        return second(z, inner) if joined.mirrored else second(inner, z)

    assert tf.fuse(function).explain(x, y, z).superinstructions == 1
    assert same(tf.fuse(function)(x, y, z), function(x, y, z))


#: values that every integer dtype wraps, and every float rounds or not
HARD = (0, 1, 2, 100, 127, 128, 200, 255, 256, 1000, 2049, 32767, 65535, 65537, 2**24 + 1, 2**31 - 1, 2**53 + 1)


@pytest.mark.parametrize("first", ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"])
def test_casts_of_casts_are_their_two_casts(first):
    kinds = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
    with np.errstate(all="ignore"):
        values = np.array(HARD).astype(first)
        values = np.concatenate([values, (values / 3).astype(first)])
        for second in kinds:
            middle = tf.fuse(lambda x, second=second: x.astype(second))(values)
            for third in kinds:
                step = tf.fuse(lambda x, third=third: x.astype(third))(middle)
                both = tf.fuse(lambda x, second=second, third=third: x.astype(second).astype(third))(values)
                assert same(both, step), (first, second, third)
