"""Integers: inputs that broke other libraries. Each test names the public report it stems from."""

import numpy as np
import pytest

import tenferro as tf

SIGNED = ["i1", "i2", "i4", "i8"]


@pytest.mark.parametrize("dtype", SIGNED)
@pytest.mark.parametrize("function", ["remainder", "fmod"])
def test_least_integer_modulo_minus_one(dtype, function):
    """numpy/numpy#7946, #19246"""
    least = np.iinfo(dtype).min
    for n in (1, 50):
        x, y = np.array([least, 9, least] * n, dtype), np.array([-1, -1, 2] * n, dtype)
        assert getattr(tf, function)(x, y).tolist() == [0, 9 % -1, least % 2] * n
    assert getattr(tf, function)(np.full(11, least, dtype), -1).tolist() == [0] * 11


@pytest.mark.parametrize("dtype", SIGNED)
def test_least_integer_divided_by_minus_one_wraps(dtype):
    """numpy/numpy#21727, #21506"""
    least = np.iinfo(dtype).min
    assert tf.floor_divide(np.full(11, least, dtype), -1).tolist() == [least] * 11
    assert tf.floor_divide(np.full(77, least, dtype), np.full(77, -1, dtype)).tolist() == [least] * 77


@pytest.mark.parametrize("dtype", [*SIGNED, "u1", "u2", "u4", "u8"])
def test_division_by_zero_is_zero(dtype):
    """pydata/numexpr#107"""
    x = np.array([5, 0, 100], dtype)
    zeros = np.zeros(3, dtype)
    for function in (tf.remainder, tf.floor_divide, tf.fmod):
        assert function(x, 0).tolist() == [0, 0, 0]
        assert function(x, zeros).tolist() == [0, 0, 0]
        assert function(7, zeros).tolist() == [0, 0, 0]
    if dtype[0] == "i":
        assert tf.remainder(-x, 0).tolist() == tf.floor_divide(-x, zeros).tolist() == [0, 0, 0]


@pytest.mark.parametrize("dtype", SIGNED)
def test_negative_integer_powers_are_an_error(dtype):
    """pydata/numexpr#37, numpy/numpy#7510"""
    x = np.array([-1, 0, 1], dtype)
    out = np.full(3, 7, dtype)
    for exponent in (-1, np.array(-1, dtype), np.array([1, 1, -1], dtype)):
        with pytest.raises(ValueError, match="negative integer powers"):
            tf.power(x, exponent, out=out)
        assert out.tolist() == [7, 7, 7]
    with pytest.raises(ValueError, match="negative integer powers"):
        tf.power(2, np.array([-3], dtype))


def test_power_is_modular():
    """pydata/numexpr#454, pandas-dev/pandas#54546"""
    got = tf.power(np.array([10, 3, 7, -3]), np.array([25, 45, 23, 41]))
    assert got.tolist() == [1590897978359414784, 2833654757305440083, 8922003266371364727, 420491770248316829]
    for dtype in ("u1", "i2", "u4"):
        x = np.arange(1, 60, dtype=dtype)
        modulus = 2 ** (8 * x.itemsize)
        assert tf.power(x, x).tolist() == [
            pow(v, v, modulus) if dtype[0] == "u" else int(np.array(pow(v, v, modulus)).astype(dtype))
            for v in x.tolist()
        ]


def test_negation_of_wide_integers():
    """pydata/numexpr#25"""
    x = np.array([2**32 + 5, 2**62, -(2**63)])
    assert tf.negative(x).tolist() == [-4294967301, -(2**62), -(2**63)]


def test_array_to_the_power_of_an_array():
    """pydata/numexpr#379"""
    assert tf.power(np.arange(6), np.arange(6)).tolist() == [1, 1, 4, 27, 256, 3125]


def test_small_powers_wrap_before_the_next_operation():
    """pytorch/pytorch#98149"""
    wrapped = tf.power(np.array([4, 6], "u1"), 5)
    assert wrapped.dtype == "u1" and wrapped.tolist() == [0, 96]
    got = tf.cos(wrapped)
    assert got.dtype == np.cos(wrapped).dtype and abs(got - [1, -0.18043045]).max() < 1e-3


def test_extrema_keep_the_last_bit():
    x = np.array([2**53 + 1, 2**53 + 3])
    assert tf.minimum(x[0], x[1]) == 2**53 + 1 and tf.maximum(x, x[::-1]).tolist() == [2**53 + 3] * 2


def test_shifts_by_the_width_and_more():
    for dtype in [*SIGNED, "u1", "u2", "u4", "u8"]:
        bits = 8 * np.dtype(dtype).itemsize
        x = np.array([1, 3, 100], dtype)
        assert tf.left_shift(x, bits).tolist() == tf.right_shift(x, bits).tolist() == [0, 0, 0]
    assert tf.right_shift(np.array([-1, -5]), np.array([64, 100])).tolist() == [-1, -1]


def test_absolute_and_sign_of_the_least_integer():
    for dtype in SIGNED:
        least = np.array([np.iinfo(dtype).min], dtype)
        assert tf.absolute(least) == least and tf.sign(least) == -1 and tf.reciprocal(least) == 0
