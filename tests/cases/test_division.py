"""Floating division and remainders: inputs that broke other libraries."""

import numpy as np
import pytest

import tenferro as tf

INF, NAN = np.inf, np.nan
LENGTHS = (1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 1000, 4095, 4096, 4097)


def everywhere(function, *values, dtype="f8"):
    """The result, the same in every lane, tail and length."""
    one = function(*[np.full(1, value, dtype) for value in values])
    for n in LENGTHS:
        got = function(*[np.full(n, value, dtype) for value in values])
        assert got.tobytes() == one.tobytes() * n, n
    return one[0]


def same(got, right):
    return (np.isnan(got) and np.isnan(right)) or (got == right and np.signbit(got) == np.signbit(right))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(
    ("x", "y", "right"),
    [
        (5.5, INF, 5.5),
        (-5.5, -INF, -5.5),
        (0.0, INF, 0.0),
        (-0.0, INF, 0.0),
        (5.5, -INF, -INF),
        (-5.5, INF, INF),
        (0.0, -INF, -0.0),
        (-0.0, -INF, -0.0),
        (INF, 2.0, NAN),
        (1.0, 0.0, NAN),
        (NAN, 1.0, NAN),
        (1.0, NAN, NAN),
    ],
)
def test_remainder_at_infinity(x, y, right, dtype):
    """pytorch/pytorch#198057, numpy/numpy-quaddtype#91"""
    assert same(everywhere(tf.remainder, x, y, dtype=dtype), right)


def test_remainders_of_huge_and_tiny_ratios():
    """pytorch/pytorch#79009, #193763, data-apis/array-api-tests#300"""
    assert everywhere(tf.fmod, 1e30, 0.7, dtype="f4") == np.float32(0.476821482)
    assert everywhere(tf.fmod, 3e22, 7) == 5
    assert everywhere(tf.remainder, -3e22, 7) == 2
    assert everywhere(tf.fmod, 1.7e308, 5e-324) == 0
    assert everywhere(tf.fmod, 5e-324, 1.7e308) == 5e-324
    assert everywhere(tf.fmod, 1e308, 3e-300) == np.fmod(1e308, 3e-300)


def test_remainder_is_not_a_minus_floor_times_b():
    assert tf.remainder(7.0, 0.7) == np.remainder(7.0, 0.7) == pytest.approx(4.44e-16, rel=1e-2)
    assert tf.remainder(1e20, 3.0) == 10**20 % 3 == 1
    assert tf.fmod(np.float32(1.7), 1.7) == 0  # the scalar is rounded to float32 first
    assert tf.remainder(-np.float32(1.7), 1.7) == 0


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_remainder_belongs_to_floor_divide(dtype):
    rng = np.random.default_rng(2)
    x, y = (np.ldexp(rng.uniform(-1, 1, 5000), rng.integers(-20, 20, 5000)).astype(dtype) for _ in range(2))
    for mine, theirs in ((tf.remainder, np.remainder), (tf.floor_divide, np.floor_divide), (tf.fmod, np.fmod)):
        got, right = mine(x, y), theirs(x, y)
        assert (got == right).all()
        assert (np.signbit(got) == np.signbit(right)).all()


def test_zeros_divided_by_a_denormal_raise_nothing():
    """numpy/numpy#25097"""
    with np.errstate(all="raise"):
        for n in range(1, 41):
            assert (tf.divide(np.zeros(n), 1e-309) == 0).all()
            assert (np.zeros(1) + 1 == 1).all()


def test_division_by_zero():
    got = tf.divide(np.array([1.0, -1.0, 0.0, NAN]), np.array([0.0, 0.0, 0.0, 0.0]))
    assert got[0] == INF and got[1] == -INF and np.isnan(got[2:]).all()
    assert tf.divide(np.array([1, 2]), 0).tolist() == [INF, INF]
