"""Promotion: inputs whose dtype other libraries got wrong."""

import numpy as np
import pytest

import tenferro as tf

F4, F8, C8, I4 = np.ones(3, "f4"), np.ones(3), np.ones(3, "c8"), np.ones(3, "i4")


def test_python_scalars_are_weak():
    """pydata/numexpr#492, numba/numba#2006, pandas-dev/pandas#12388"""
    for got, dtype in (
        (tf.multiply(F4, 2.0), "f4"),
        (tf.power(F4, 3), "f4"),
        (tf.divide(F4, 3), "f4"),
        (tf.add(C8, 2), "c8"),
        (tf.multiply(F4, 1j), "c8"),
        (tf.divide(I4, I4), "f8"),
        (tf.add(F4, I4), "f8"),
        (tf.add(F4, np.float64(1)), "f8"),
        (tf.add(F4, np.float32(1)), "f4"),
        (tf.add(I4, 2), "i4"),
        (tf.add(I4, 2.0), "f8"),
        (tf.add(np.ones(3, "f2"), 1.5), "f2"),
        (tf.add(np.ones(3, "u1"), 1), "u1"),
    ):
        assert got.dtype == dtype


def test_weak_in_every_entry_point():
    """numpy/numpy#32076"""
    out = np.zeros(3, "f4")
    assert tf.add(F4, 2.0, out=out) is out and tf.add(2.0, F4, out=out) is out
    assert tf.add(2.0, F4).dtype == tf.subtract(2.0, F4).dtype == tf.where(F4 > 0, F4, 2.0).dtype == "f4"
    assert tf.clip(F4, 0.5, 2.0).dtype == tf.maximum(F4, 0.5).dtype == tf.fma(F4, 2.0, 1.0).dtype == "f4"
    x = F4.copy()
    assert tf.multiply(x, 0.1, out=x) is x and x[0] == np.float32(0.1)
    assert tf.add(F4[0], 2.0).dtype == tf.add(F4[:1].reshape(()), 2.0).dtype == "f4"


def test_scalar_is_rounded_to_the_arrays_dtype():
    """pytorch/pytorch#186875"""
    x = np.full(5, 1.7, "f4")
    assert (tf.fmod(x, 1.7) == 0).all() and (tf.remainder(tf.negative(x), 1.7) == 0).all()
    assert tf.equal(x, 1.7).all()


def test_no_threshold_changes_the_dtype():
    """pandas-dev/pandas#61951"""
    for n in (1, 7, 999_999, 1_000_001):
        assert tf.add(np.ones(n, "f4"), np.float32(1)).dtype == "f4"
        assert tf.add(np.ones(n, "f4"), 1.0).dtype == "f4"


def test_bools():
    """pydata/numexpr 2.13.1"""
    t = np.array([True, False, True])
    assert tf.add(t, t).dtype == bool and tf.add(t, t).tolist() == [True, False, True]
    assert tf.multiply(t, t).dtype == bool and tf.add(t, 1).dtype == np.dtype("i8")
    for refused in (lambda: tf.subtract(t, t), lambda: tf.negative(t)):
        with pytest.raises(TypeError):
            refused()
    assert tf.exp(t).dtype == np.exp(t).dtype == "f2"


def test_small_integers_wrap():
    """pydata/numexpr#253"""
    x = np.full(1000, 200, "u1")
    assert tf.square(x).dtype == "u1" and tf.square(x)[0] == 200 * 200 % 256
    assert tf.power(x, 2)[0] == 200 * 200 % 256
