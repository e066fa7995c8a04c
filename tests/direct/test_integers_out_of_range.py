"""Python integers that the dtype beside them cannot hold: as NumPy has it, however the operation is called."""

import itertools

import numpy as np
import pytest

import tenferro as tf

DTYPES = "i1 u1 i2 u2 i4 u4 i8 u8 f4 f8".split()
INTS = (
    0, 1, -1, 100, 200, -200, 255, 256, -128, -129, 40000, -40000, 2**31, -(2**31) - 1, 2**32, 2**63 - 1, 2**63,
    -(2**63), -(2**63) - 1, 2**64 - 1, 2**64, 2**70, -(2**70), 10**400,
)  # fmt: skip
COMPARISONS = "equal not_equal less less_equal greater greater_equal".split()
OTHERS = (
    "maximum minimum fmax fmin add subtract multiply divide floor_divide remainder power bitwise_and bitwise_or "
    "left_shift logical_and logical_or logical_xor"
).split()


def outcome(function, *operands):
    try:
        with np.errstate(all="ignore"):
            return function(*operands)
    except Exception as error:
        return type(error)


def same(one, other) -> bool:
    if isinstance(one, type) or isinstance(other, type):
        return one is other
    one, other = np.asarray(one), np.asarray(other)
    close = (
        np.array_equal(one, other, equal_nan=True)
        if one.dtype.kind in "biu"
        else np.allclose(one, other, equal_nan=True)
    )
    return one.dtype == other.dtype and one.shape == other.shape and close


def ways(name, operands, numbers):
    """(how it is called, result) of every way; `numbers` are the positions of the Python integers."""
    plain = getattr(np, name)
    yield "direct", outcome(getattr(tf, name), *operands)
    yield "arguments", outcome(tf.fuse(lambda *given: plain(*given)), *operands)
    arrays = [x for i, x in enumerate(operands) if i not in numbers]

    def constants(*given):
        queue = iter(given)
        return plain(*[x if i in numbers else next(queue) for i, x in enumerate(operands)])

    yield "constants", outcome(tf.fuse(constants), *arrays)
    letters = "xyz"[: len(operands)]
    text = f"{name}({', '.join(letters)})"
    yield "text", outcome(lambda: tf.evaluate(text, dict(zip(letters, operands, strict=True))))


def arrays_of(dtype):
    full = np.array([0, 1, 100, 5 if dtype[0] == "u" else -100]).astype(dtype)
    return full, full[1], full[:0], np.array(full[2])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", COMPARISONS + OTHERS)
def test_an_integer_beside_an_array(name, dtype):
    if name in ("bitwise_and", "bitwise_or", "left_shift") and dtype[0] == "f":
        pytest.skip("integers alone")
    for x, number in itertools.product(arrays_of(dtype), INTS):
        for operands, position in (((x, number), 1), ((number, x), 0)):
            expected = outcome(getattr(np, name), *operands)
            for way, got in ways(name, operands, {position}):
                assert same(expected, got), (way, operands, expected, got)


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_bounds_of_clip_end_where_the_dtype_does(dtype):
    for x in arrays_of(dtype):
        for low, high in itertools.product(INTS[::2], INTS[1::2]):
            expected = outcome(np.clip, x, low, high)
            for way, got in ways("clip", (x, low, high), {1, 2}):
                assert same(expected, got), (way, x, low, high, expected, got)


def test_clip_of_bytes():
    x = np.array([-100, 0, 100], np.int8)
    assert tf.clip(x, -200, 200).tolist() == [-100, 0, 100]
    with pytest.raises(OverflowError, match="clip: Python integer 200 is out of bounds for int8"):
        tf.clip(x, 200, 300)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_choice_of_where_wraps_around(dtype):
    for x, number in itertools.product(arrays_of(dtype)[:2], INTS):
        mask = x > 0
        for operands, position in (((mask, x, number), 2), ((mask, number, x), 1)):
            expected = outcome(np.where, *operands)
            for way, got in ways("where", operands, {position}):
                assert same(expected, got), (way, operands, expected, got)
