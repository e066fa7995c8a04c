"""Elementary functions: inputs that broke other libraries, with values from mpmath at 40 digits or more."""

import mpmath
import numpy as np
import pytest

import tenferro as tf

INF, NAN = np.inf, np.nan
LENGTHS = (1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 1000, 4095, 4096, 4097)
BOTH = pytest.mark.parametrize("dtype", ["f4", "f8"])


def everywhere(function, *values, dtype="f8"):
    """The result, the same in every lane, tail and length."""
    one = function(*[np.full(1, value, dtype) for value in values])
    for n in LENGTHS:
        got = function(*[np.full(n, value, dtype) for value in values])
        assert got.tobytes() == one.tobytes() * n, n
    return one[0]


def close(got, right, rel):
    return abs(got - right) <= rel * abs(right)


@BOTH
def test_exact_values_at_zero_and_one(dtype):
    """numpy/numpy#23773"""
    for zero in (0.0, -0.0):
        assert everywhere(tf.cos, zero, dtype=dtype) == 1.0
        assert everywhere(tf.exp, zero, dtype=dtype) == 1.0
        assert everywhere(tf.cosh, zero, dtype=dtype) == 1.0
        for odd in (
            tf.tanh,
            tf.sin,
            tf.tan,
            tf.sinh,
            tf.arcsin,
            tf.arctan,
            tf.arcsinh,
            tf.arctanh,
            tf.expm1,
            tf.log1p,
            tf.cbrt,
            tf.erf,
        ):
            got = everywhere(odd, zero, dtype=dtype)
            assert got == 0 and np.signbit(got) == np.signbit(zero), odd.__name__
    for log in (tf.log, tf.log2, tf.log10):
        got = everywhere(log, 1.0, dtype=dtype)
        assert got == 0 and not np.signbit(got)


def test_exact_powers():
    n = np.arange(-1022, 1024)
    assert (tf.exp2(n.astype("f8")) == np.ldexp(1.0, n)).all()
    assert (tf.log2(np.ldexp(1.0, n)) == n).all()
    assert (tf.log10(10.0 ** np.arange(0, 23)) == np.arange(0, 23)).all()
    assert (tf.cbrt(np.arange(-50.0, 50) ** 3) == np.arange(-50, 50)).all()


def test_float32_circular_functions_of_moderate_arguments():
    """numpy/numpy#23077, #13368"""
    for function, x, right in (
        ("sin", 12345.678, -0.704269914),
        ("cos", 12345.678, 0.709932312),
        ("sin", 117436.5, -0.585110378),
        ("cos", 71476.1, 0.155668682),
        ("sin", 71476.1, -0.987809324),
    ):
        x = np.float32(x)
        got = everywhere(getattr(tf, function), x, dtype="f4")
        with mpmath.workdps(40):
            exact = getattr(mpmath, function)(mpmath.mpf(float(x)))
        assert abs(float(got) - float(exact)) <= np.spacing(np.float32(abs(got)))
        assert close(got, np.float32(right), 1e-6)


def test_circular_functions_of_huge_arguments():
    for dtype, huge in (("f4", [1e10, 3e38, 2.0**100]), ("f8", [1e22, 1e300, 1.7e308, 2.0**1000])):
        for x in huge:
            x = np.dtype(dtype).type(x)
            for name in ("sin", "cos", "tan"):
                got = everywhere(getattr(tf, name), x, dtype=dtype)
                with mpmath.workdps(400):
                    exact = getattr(mpmath, name)(mpmath.mpf(float(x)))
                assert abs(float(got) - float(exact)) <= np.spacing(np.abs(got)), (name, x)


def test_exp_stays_finite_up_to_its_limit():
    """shibatch/sleef#523, #600"""
    assert close(everywhere(tf.exp, 709.7827125), 1.79769242767875e308, 2e-14)
    assert close(everywhere(tf.exp, 709.78271289), 1.79769312877888e308, 2e-14)
    assert everywhere(tf.exp, 709.79) == INF
    assert close(everywhere(tf.exp, 88.72, dtype="f4"), np.float32(3.39318052e38), 1.2e-7)
    assert everywhere(tf.exp, 709.782712893384) == np.float64("1.7976931348622732e308")
    assert everywhere(tf.exp, -745.2) in (0, 5e-324)
    assert everywhere(tf.exp, -745.0) == 5e-324
    assert everywhere(tf.exp, -INF) == 0 and everywhere(tf.exp, INF) == INF and np.isnan(everywhere(tf.exp, NAN))


def test_power_stays_finite_up_to_its_limit():
    """shibatch/sleef#600"""
    with mpmath.workdps(40):
        exact = mpmath.mpf(1.0000001) ** mpmath.mpf(6e9)
    got = everywhere(tf.power, 1.0000001, 6e9)
    assert abs(float(got) - float(exact)) <= np.spacing(got) and close(got, 3.77290843375e260, 1e-11)
    assert np.isfinite(everywhere(tf.power, 2.0, 1023.999))
    assert everywhere(tf.power, 2.0, 1024.0) == INF
    assert everywhere(tf.power, 2.0, -1074.0) == 5e-324


def test_cosh_and_sinh_stay_finite_up_to_their_limit():
    """shibatch/sleef#460"""
    assert close(everywhere(tf.cosh, -710.2), 1.36430368455271e308, 1e-14)
    assert close(everywhere(tf.sinh, -710.2), -1.36430368455271e308, 1e-14)
    assert np.isfinite(everywhere(tf.cosh, 710.4)) and everywhere(tf.cosh, 710.5) == INF


def test_tanh_of_tiny_values():
    """shibatch/sleef#451"""
    tiny = np.float32(2.0**-24 * (1 + 2.0**-23))
    assert everywhere(tf.tanh, tiny, dtype="f4") == tiny
    assert everywhere(tf.tanh, 5e-324) == 5e-324
    for dtype in ("f4", "f8"):
        x = np.concatenate([np.linspace(-30, 30, 10001), np.geomspace(1e-30, 1, 999)]).astype(dtype)
        y = tf.tanh(x)
        assert (np.abs(y) <= 1).all() and (tf.tanh(-x) == -y).all()


def test_erf_of_tiny_values():
    """shibatch/sleef#517, pytorch/pytorch#198183"""
    assert everywhere(tf.erf, 3e-39, dtype="f4") == np.float32(3.38513823e-39)
    assert close(everywhere(tf.erf, 2e-6, dtype="f4"), np.float32(2.25675833e-6), 2e-7)
    for x in (1e-8, 1e-7, 1e-5, 1e-3):
        x = np.float32(x)
        assert close(everywhere(tf.erf, x, dtype="f4"), float(mpmath.erf(float(x))), 1.2e-7)


def test_erfc_in_its_tail():
    """pytorch/pytorch#198133"""
    for x, right in ((8.0, "1.1224297172982927e-29"), (26.0, "5.66319240885614e-296"), (-3.0, "1.9999779095030014")):
        got = everywhere(tf.erfc, x)
        with mpmath.workdps(40):
            exact = mpmath.erfc(x)
        assert abs(float(got) - float(exact)) <= np.spacing(got) and close(got, float(right), 1e-14)
    assert 0 <= everywhere(tf.erfc, 28.0) <= 1e-340 or everywhere(tf.erfc, 28.0) < 1e-320
    assert everywhere(tf.erfc, INF) == 0 and everywhere(tf.erfc, -INF) == 2


def test_log1p_keeps_its_digits():
    """jax-ml/jax#39707"""
    for x, right in ((-0.41, -0.52763274208237188), (-0.3, -0.35667494393873236)):
        assert abs(everywhere(tf.log1p, x) - right) <= np.spacing(abs(right))
    assert everywhere(tf.log1p, 1e-300) == 1e-300 and everywhere(tf.log1p, -1.0) == -INF


def test_subnormals_are_numbers():
    """jax-ml/jax#37670, #37762, #4042, #26658"""
    assert close(everywhere(tf.log, 1e-40, dtype="f4"), np.float32(-92.1034088), 1e-7)
    assert close(everywhere(tf.sqrt, 1.4e-45, dtype="f4"), np.float32(3.74339207e-23), 1e-7)
    root = everywhere(tf.sqrt, 1e-40, dtype="f4")
    assert close(everywhere(tf.divide, 1.0, root, dtype="f4"), np.float32(1.0000027e20), 2e-7)
    assert close(everywhere(tf.rsqrt, 1e-40, dtype="f4"), np.float32(1.0000027e20), 2e-7)
    assert everywhere(tf.multiply, 1.4e-45, INF, dtype="f4") == INF
    assert everywhere(tf.add, 2e-313, 0.0) == 2e-313
    assert not everywhere(tf.equal, 5e-324, 0.0)
    assert everywhere(tf.multiply, 5e-324, 1.0) == 5e-324
    assert close(everywhere(tf.log, 5e-324), -744.4400719213812, 1e-15)


@BOTH
@pytest.mark.parametrize(
    ("x", "y", "right"),
    [
        (1, NAN, 1),
        (NAN, 0, 1),
        (0, 0, 1),
        (-1, INF, 1),
        (-1, -INF, 1),
        (-8, 1 / 3, NAN),
        (-0.0, -1, -INF),
        (-0.0, -2, INF),
        (0.0, -INF, INF),
        (NAN, 1, NAN),
        (2, NAN, NAN),
        (INF, -1, 0),
        (-INF, 3, -INF),
        (-INF, -3, -0.0),
        (-INF, 2, INF),
        (0.5, INF, 0),
        (0.5, -INF, INF),
        (2, INF, INF),
        (-0.0, 3, -0.0),
        (-0.0, 2, 0.0),
        (-2, 3, -8),
        (-2, -3, -0.125),
        (INF, 0, 1),
        (1, INF, 1),
    ],
)
def test_power_at_its_special_points(x, y, right, dtype):
    """numpy/numpy#8931, #22844"""
    for got in (
        everywhere(tf.power, x, y, dtype=dtype),
        tf.power(np.full(37, x, dtype), y)[36],
        tf.power(x, np.full(37, y, dtype))[36],
        tf.power(np.dtype(dtype).type(x), np.dtype(dtype).type(y)),
    ):
        assert (np.isnan(got) and np.isnan(right)) or (got == right and np.signbit(got) == np.signbit(right)), got


def test_power_of_one_half_follows_ieee():
    """Bears-R-Us/arkouda#1730, numpy/numpy#27901"""
    x = np.array([-0.0, -INF, 4.0])
    for got in (tf.power(x, 0.5), tf.power(x, np.full(3, 0.5)), tf.power(x, np.float64(0.5))):
        assert got.tolist() == [0.0, INF, 2.0] and not np.signbit(got).any()


@pytest.mark.parametrize("name", ["log", "sin", "exp", "tanh"])
def test_in_place_on_strided_memory(name):
    """numpy/numpy#17761"""
    function = getattr(tf, name)
    for n in range(1, 71):
        for step in (1, 3, -2):
            buffer = np.linspace(0.1, 9, n * abs(step) + 2)
            x = buffer[::step][:n]
            right = function(x.copy())
            assert function(x, out=x) is x and (x == right).all()


def test_no_false_flags():
    """numpy/numpy#20891, shibatch/sleef#440"""
    with np.errstate(all="raise"):
        tf.exp(np.array([-1.0, 0.5, 3.0]))
        tf.log(np.array([2.0, 1e300]))
        tf.exp(-745.2)
        tf.hypot(np.array([0.0, 0.0]), np.array([0.0, -0.0]))
        tf.log(np.array([-1.0, 0.0]))
        assert np.ones(3).sum() == 3


def test_hypot():
    """shibatch/sleef#440"""
    assert everywhere(tf.hypot, 0.0, -0.0) == 0
    assert close(everywhere(tf.hypot, 1e200, 1e200), 1.41421356237309e200, 1e-14)
    assert everywhere(tf.hypot, INF, NAN) == INF and everywhere(tf.hypot, NAN, -INF) == INF
    assert np.isnan(everywhere(tf.hypot, NAN, 1.0))
    assert everywhere(tf.hypot, 3e-320, 4e-320) == 5e-320
    assert everywhere(tf.hypot, 3e-40, 4e-40, dtype="f4") == np.float32(5e-40)


def test_tan_of_tiny_values():
    """shibatch/sleef#465, #466"""
    assert everywhere(tf.tan, -5e-324) == -5e-324
    assert everywhere(tf.tan, 1e-40, dtype="f4") == np.float32(1e-40)


def test_sigmoid_and_softplus_far_out():
    """jax-ml/jax#980, clab/dynet#1525"""
    x = np.array([-1662, 3212, 89, -89, -1e20, 0], "f4")
    for n in range(1, 18):
        got = tf.sigmoid(np.tile(x, n)[:n])
        right = np.tile(np.array([0, 1, 1, 2.2273639e-39, 0, 0.5], "f4"), n)[:n]
        assert np.allclose(got, right, rtol=1e-6, atol=0)
    assert (
        tf.softplus(1000.0) == 1000.0
        and tf.softplus(-1000.0) == 0
        and tf.softplus(INF) == INF
        and tf.softplus(-INF) == 0
    )


@BOTH
def test_domain_errors_are_nan(dtype):
    for name, x in (
        ("log", -1),
        ("log1p", -2),
        ("sqrt", -1),
        ("arcsin", 1.5),
        ("arccos", -1.5),
        ("arccosh", 0.5),
        ("arctanh", 1.5),
        ("sin", INF),
        ("cos", -INF),
        ("tan", INF),
        ("log2", -INF),
        ("log10", -1),
        ("rsqrt", -1),
    ):
        assert np.isnan(everywhere(getattr(tf, name), x, dtype=dtype)), name
    assert everywhere(tf.arctanh, 1, dtype=dtype) == INF and everywhere(tf.log, 0, dtype=dtype) == -INF
    assert everywhere(tf.arctan, INF, dtype=dtype) == np.dtype(dtype).type(np.arctan(np.dtype(dtype).type(INF)))


@pytest.mark.parametrize(
    "name", ["exp", "tanh", "sigmoid", "erf", "arctan", "sinh", "arcsinh", "cbrt", "log1p", "expm1"]
)
@BOTH
def test_monotonic_functions_do_not_turn_back_at_their_seams(name, dtype):
    """numpy/numpy#23523, #22904: a seam between two ways of computing shows as a step back of more than the error."""
    x = np.linspace(-0.99 if name == "log1p" else -9, 9, 200_001).astype(dtype)
    y = getattr(tf, name)(x)
    assert (np.diff(y) >= -2 * np.spacing(np.maximum(np.abs(y[1:]), np.finfo(dtype).tiny))).all()


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_nextafter_of_a_narrow_float_is_its_own_neighbour(name):
    dtype = np.dtype("float16") if name == "float16" else pytest.importorskip("ml_dtypes").bfloat16
    x = np.array([1, -1, 0, -0.0, 2, 60000, np.inf, np.nan], dtype)
    y = np.array([2, 0, 1, -1, 2, np.inf, 0, 1], dtype)
    right = np.nextafter(x, y)
    got = tf.nextafter(x, y)
    assert got.dtype == x.dtype and got.tobytes() == right.tobytes()
    out = np.zeros_like(x)
    assert tf.nextafter(x, y, out=out) is out and out.tobytes() == right.tobytes()
    assert tf.nextafter(x, x.dtype.type(np.inf)).dtype == x.dtype
    assert tf.fuse(lambda x, y: tf.nextafter(x, y))(x, y).tobytes() == right.tobytes()


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_sign_of_complex_numbers_by_numpy(dtype):
    parts = [0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan]
    z = np.array([complex(a, b) for a in parts for b in parts], dtype)
    with np.errstate(all="ignore"):
        right = np.sign(z)
    got = tf.sign(z)
    np.testing.assert_allclose(got.real, right.real, rtol=1e-6)
    np.testing.assert_allclose(got.imag, right.imag, rtol=1e-6)
