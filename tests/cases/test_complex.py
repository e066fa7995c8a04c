"""Complex numbers: inputs that broke other libraries."""

import math

import numpy as np
import pytest

import tenferro as tf

INF, NAN = np.inf, np.nan
LENGTHS = (1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 1000)


def everywhere(function, *values, dtype="c16"):
    """The result, the same in every lane, tail and length."""
    one = function(*[np.full(1, value, dtype) for value in values])
    for n in LENGTHS:
        got = function(*[np.full(n, value, dtype) for value in values])
        assert got.tobytes() == one.tobytes() * n, n
    return one[0]


def parts(got, real, imag, rel):
    """Each part near its value, zeros by their sign, NaN for NaN."""
    for mine, right in ((got.real, real), (got.imag, imag)):
        if np.isnan(right):
            assert np.isnan(mine), got
        elif right == 0 or np.isinf(right):
            assert mine == right and np.signbit(mine) == np.signbit(right), got
        else:
            assert abs(mine - right) <= rel * abs(right), got


def test_exp_overflows_only_where_the_result_does():
    """pytorch/pytorch#173796"""
    parts(everywhere(tf.exp, 100 + 0j, dtype="c8"), INF, 0.0, 0)
    parts(everywhere(tf.exp, 709.9 + 0.7j), 1.54605356998385e308, 1.30222295757086e308, 1e-12)


def test_sigmoid_by_hand_far_out():
    """pytorch/pytorch#135777, #121588"""
    for n in LENGTHS:
        z = np.full(n, -5000 + 0j, "c8")
        assert (tf.divide(1, tf.add(1, tf.exp(tf.negative(z)))) == 0).all()


def test_sqrt_does_not_overflow_on_the_way():
    """pytorch/pytorch#47358"""
    parts(everywhere(tf.sqrt, -3e20j, dtype="c8"), 1.2247449e10, -1.2247449e10, 3e-7)
    parts(everywhere(tf.sqrt, -1e20 - 4e6j), 2.0e-4, -1e10, 1e-14)
    parts(everywhere(tf.sqrt, 1.2e308 - 1.2e308j), 1.20354814503777e154, -4.98525964643625e153, 1e-13)


def test_modulus_does_not_over_or_underflow_on_the_way():
    """pytorch/pytorch#47358"""
    assert abs(everywhere(tf.absolute, 1.5e38 + 1.5e38j, dtype="c8") - np.float32(2.12132035e38)) <= 2 * np.spacing(
        np.float32(2.1e38)
    )
    assert everywhere(tf.absolute, 3e-320 + 4e-320j) == 5e-320
    assert everywhere(tf.absolute, complex(INF, NAN)) == INF and everywhere(tf.absolute, complex(NAN, -INF)) == INF
    assert everywhere(tf.absolute, 3 + 4j) == 5


def test_log1p_keeps_the_real_part():
    """numpy/numpy#22609, #21105"""
    parts(everywhere(tf.log1p, 2e-17 + 3e-17j), 2e-17, 3e-17, 1e-15)
    parts(everywhere(tf.log1p, 1e-18 + 1e-18j), 1e-18, 1e-18, 1e-15)


def test_log_near_the_unit_circle():
    """numpy/numpy#24416"""
    parts(everywhere(tf.log, 1 + 3e-9j), 4.5e-18, 3e-9, 1e-14)
    parts(everywhere(tf.log, 1e308 + 1e308j), 709.542782232446, 0.785398163397448, 1e-14)


def test_sign_of_zero_on_the_cut():
    """jax-ml/jax#39110, #39651"""
    for dtype in ("c8", "c16"):
        parts(everywhere(tf.sqrt, complex(-9, -0.0), dtype=dtype), 0.0, -3.0, 0)
        parts(everywhere(tf.sqrt, complex(-9, 0.0), dtype=dtype), 0.0, 3.0, 0)
        parts(everywhere(tf.log, complex(-9, -0.0), dtype=dtype), 2.197224577336219, -math.pi, 2e-7)
        parts(everywhere(tf.log, complex(-9, 0.0), dtype=dtype), 2.197224577336219, math.pi, 2e-7)


def test_negation_moves_to_the_other_side_of_the_cut():
    """numpy/numpy#19484"""
    z = np.array([9 + 0j])
    parts(tf.sqrt(tf.negative(z))[0], 0.0, -3.0, 0)


def test_reciprocals_of_huge_and_tiny_numbers():
    """numpy/numpy#3649"""
    parts(everywhere(tf.divide, 1, 1e200j), 0.0, -1e-200, 1e-15)
    parts(everywhere(tf.divide, 1, 1e-200j), 0.0, -1e200, 1e-15)
    parts(everywhere(tf.reciprocal, 1e200j), 0.0, -1e-200, 1e-15)
    parts(everywhere(tf.divide, 1e308 + 1e308j, 1e308 + 1e308j), 1.0, 0.0, 1e-15)


def test_one_by_zero_is_the_same_both_ways():
    """numpy/numpy#17425"""
    for dtype in ("c8", "c16"):
        by_division = everywhere(tf.divide, 1, 0, dtype=dtype)
        reciprocal = everywhere(tf.reciprocal, 0, dtype=dtype)
        assert repr(by_division) == repr(reciprocal)
        assert not np.isfinite(by_division)


def test_product_with_an_infinity():
    """python/cpython#120010"""
    got = everywhere(tf.multiply, complex(1e300, 1), complex(INF, INF))
    assert got.imag == INF


def test_division_by_a_scalar():
    """Blosc/python-blosc2 4.x"""
    rng = np.random.default_rng(0)
    z = rng.normal(size=5000) + 1j * rng.normal(size=5000)
    got, right = tf.add(tf.divide(z, 2), tf.divide(z, 1 + 1j)), z / 2 + z / (1 + 1j)
    assert (np.abs(got - right) <= 4 * np.spacing(np.abs(right))).all()


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_order_is_by_real_part_then_imaginary(dtype):
    values = np.array([1 + 2j, 1 + 3j, 2, -1 - 1j, complex(NAN, 0), complex(0, NAN), complex(INF, 1)], dtype)
    x, y = values[:, None], values
    with np.errstate(all="ignore"):
        for name in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"):
            assert (getattr(tf, name)(x, y) == getattr(np, name)(x, y)).all(), name
        for name in ("maximum", "minimum", "fmax", "fmin"):
            got, right = getattr(tf, name)(x, y), getattr(np, name)(x, y)
            assert (np.isnan(got) == np.isnan(right)).all() and ((got == right) | np.isnan(right)).all(), name


@pytest.mark.parametrize(
    "name",
    [
        "exp",
        "log",
        "sqrt",
        "sin",
        "cos",
        "tan",
        "sinh",
        "cosh",
        "tanh",
        "arcsin",
        "arccos",
        "arctan",
        "arcsinh",
        "arccosh",
        "arctanh",
    ],
)
def test_conjugate_symmetry(name):
    rng = np.random.default_rng(1)
    z = rng.uniform(-3, 3, 500) + 1j * rng.uniform(0.1, 3, 500)
    function = getattr(tf, name)
    got, right = function(np.conj(z)), np.conj(function(z))
    assert (np.abs(got - right) <= 4 * np.spacing(np.abs(right))).all()


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "sin", "cosh", "tanh", "arcsin", "arctanh", "arccosh"])
def test_infinities_and_nans_as_the_c_library_has_them(name, dtype):
    special = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN]
    z = np.array([complex(x, y) for x in special for y in special], dtype)
    with np.errstate(all="ignore"):
        got, right = getattr(tf, name)(z), getattr(np, name)(z)
    for part in ("real", "imag"):
        a, b = getattr(got, part), getattr(right, part)
        # where C99 leaves a sign open, either will do
        different = (np.isnan(a) != np.isnan(b)) | (
            ~np.isnan(b) & (np.abs(np.abs(a) - np.abs(b)) > 1e-6 * np.abs(b)) & (np.abs(a) != np.abs(b))
        )
        assert not different.any(), [(z[i], got[i], right[i]) for i in np.flatnonzero(different)[:5]]
