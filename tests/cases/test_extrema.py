"""Extrema, clip, where and sign: inputs that broke other libraries."""

import numpy as np
import pytest

import tenferro as tf

NAN, INF = np.nan, np.inf
FLOATS = pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])


@FLOATS
def test_bounds_that_are_nan(dtype):
    """pytorch/pytorch#76795, #15338, IntelPython/dpctl#1489"""
    for n in (1, 3, 16, 67):
        x = np.ones(n, dtype)
        assert np.isnan(tf.clip(x, NAN, 2)).all() and np.isnan(tf.clip(x, 0, NAN)).all()
        low = np.where(np.arange(n) % 3 == 0, NAN, 0).astype(dtype)
        assert (np.isnan(tf.clip(x, low, 2)) == np.isnan(low)).all()
        assert (np.isnan(tf.clip(x, 0, low + 5)) == np.isnan(low)).all()
    assert np.isnan(tf.clip(1.0, NAN, 2)) and np.isnan(tf.clip(NAN, 0, 1))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "i8", "u2"])
def test_the_upper_bound_wins(dtype):
    """pytorch/pytorch#43288"""
    for n in (1, 2, 5, 16, 33, 5000):
        assert (tf.clip(np.arange(n).astype(dtype), 4, 2) == 2).all()
    assert tf.clip(np.array(3, dtype), 4, 2) == 2


@FLOATS
def test_zeros_of_both_signs_are_treated_alike_everywhere(dtype):
    """numpy/numpy#20131, data-apis/array-api#751"""
    for name in ("maximum", "minimum", "fmax", "fmin"):
        function = getattr(tf, name)
        for pair in ((0.0, -0.0), (-0.0, 0.0)):
            signs = set()
            for n in (*range(1, 70), 4097):
                for offset in (0, 1, 3):
                    x, y = (np.full(n + offset, value, dtype)[offset:] for value in pair)
                    signs |= set(np.signbit(function(x, y)).tolist())
            assert len(signs) == 1, (name, pair)


@FLOATS
def test_sign_of_zero(dtype):
    """numpy/numpy#29485"""
    got = tf.sign(np.array([0.0, -0.0, 2.5, -2.5, INF, -INF], dtype))
    assert got.tolist() == [0, 0, 1, -1, 1, -1] and not np.signbit(got[:2]).any()
    assert np.isnan(tf.sign(np.array([NAN], dtype)))[0]


@FLOATS
def test_nan_propagates_or_is_missing(dtype):
    x, y = np.array([NAN, 1, NAN, 2], dtype), np.array([1, NAN, NAN, 3], dtype)
    for n in (1, 7, 20):
        a, b = np.tile(x, n), np.tile(y, n)
        assert (np.isnan(tf.maximum(a, b)) == np.tile([1, 1, 1, 0], n)).all()
        assert (np.isnan(tf.minimum(a, b)) == np.tile([1, 1, 1, 0], n)).all()
        np.testing.assert_array_equal(tf.fmax(a, b), np.tile(np.array([1, 1, NAN, 3], dtype), n))
        np.testing.assert_array_equal(tf.fmin(a, b), np.tile(np.array([1, 1, NAN, 2], dtype), n))


def test_where_takes_any_condition_and_keeps_every_bit():
    """numba/numba#2006"""
    y, z = np.array([NAN, -0.0, 1.0, INF]), np.array([1.0, 2.0, NAN, -INF])
    for condition in (
        [1, 0, 1, 0],
        np.array([0.5, 0, NAN, -0.0]),
        np.array([1, 0, 2, 0], "u1"),
        [True, False, True, False],
    ):
        got = tf.where(condition, y, z)
        assert got.tobytes() == np.where(condition, y, z).tobytes()
    assert tf.where(True, np.float32(1), 2.0).dtype == "f4"
    assert tf.where(np.ones((3, 1), bool), np.ones(4), 2).shape == (3, 4)
