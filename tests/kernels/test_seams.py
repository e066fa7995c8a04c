"""Real functions at the seams of their algorithms, where one formula, row or special case gives way to the next."""

import mpmath
import numpy as np
import pytest
import samples

import tenferro as tf
from tenferro._optable import BY_NAME

#: row -> arguments around which to look, by dtype
SEAMS = {
    "erf": {
        "f64": [2.0**-900, 2.0**-1022, *(np.arange(1, 30) * 105 / 512), 5.92, 5.94, 6.5],
        "f32": [2.0**-90, 2.0**-126, *(np.arange(1, 16) * 17 / 64), 3.9192059, 3.95],
    },
    "erfc": {
        "f64": [
            -6.5,
            -5.9,
            -5.8635,
            -1.0,
            -(2.0**-54),
            0.0,
            *(2.0 ** np.arange(1, 6) - 2),
            1.5,
            26.543,
            27.226,
            27.5,
            40.0,
        ],
        "f32": [-4.5, -3.9, -1.0, -(2.0**-25), 0.0, *(2.0 ** np.arange(1, 5) - 2), 9.1945, 10.05, 10.5, 12.0],
    },
    "arcsinh": {
        "f64": [-(2.0**-28), 2.0**-28, -1.0, 0.75, 2.0**100, 2.0**511, 1.7e308, 2.0**-1022, -(2.0**-1070)],
        "f32": [-(2.0**-13), 2.0**-13, -1.0, 0.75, 2.0**30, 2.0**63, 3.4e38, 2.0**-126, -(2.0**-140)],
    },
    "gamma": {
        "f64": [2.0**-1074, 2.0**-1023, 2.0**-60, 0.5, 1.0, 1.25, 1.4616, 2.0, 3.5, 4.0, 23.0, 171.0, 171.6243, 172.0],
        "f32": [2.0**-127, 2.0**-60, 0.5, 1.0, 1.25, 1.4616, 2.0, 3.5, 4.0, 23.0, 34.0, 35.04, -0.5, -2.5, -20.25],
    },
    "lgamma": {
        "f64": [
            2.0**-1074,
            2.0**-60,
            0.5,
            1.0,
            1.5,
            2.0,
            4.0,
            7.0,
            8.0,
            2.0**53,
            2.0**100,
            2.5e305,
            -0.5,
            -2.457,
            -9.75,
        ],
        "f32": [2.0**-149, 2.0**-60, 0.5, 1.0, 1.5, 2.0, 4.0, 7.0, 8.0, 2.0**24, 2.0**100, 4e36, -0.5, -2.457, -9.75],
    },
    "arccosh": {
        "f64": [1.0, 1.25, 2.0, 2.0**100, 2.0**511, 1.7e308],
        "f32": [1.0, 1.25, 2.0, 2.0**30, 2.0**63, 3.4e38],
    },
    "arctanh": {
        "f64": [-1.0, 1.0, 0.5, -1 / 3, 2.0**-28, 2.0**-1022, -(2.0**-1070)],
        # 0.549660087 is the worst; from 1 - 2**-20 on there is another way
        "f32": [-1.0, 1.0, 0.25, -1 / 3, 0.549660087, 1 - 2.0**-20, -1 + 2.0**-21, 2.0**-13, 2.0**-126, -(2.0**-140)],
    },
    "tanh": {
        "f64": [
            2.0**-1022,
            2.0**-1070,
            2.0**-27,
            *(np.log(2) / 2 * (np.arange(5) + 0.625)),
            18.2,
            18.4,
            18.8,
            19.0625,
            700.0,
        ],
        "f32": [
            2.0**-126,
            2.0**-140,
            2.0**-12,
            0.8949053,  # the worst without fused multiply-add
            0.9375,
            0.9730,
            *(np.log(2) * (np.arange(1, 5) - 0.5)),
            8.0,
            9.0109,
            9.0625,
            90.0,
        ],
    },
    "sigmoid": {
        "f64": [-745.2, -744.5, -708.4, -700.0, -37.0, -0.5, 0.0, 0.34657359, 36.04, 36.74, 37.08, 37.5, 700.0, 1e300],
        "f32": [-104.0, -103.3, -87.4, -86.0, -17.0, -0.5, 0.0, 0.34657359, 15.9, 16.6, 17.0, 17.4, 86.0, 1e30],
    },
}
MPMATH = {"arcsinh": mpmath.asinh, "arccosh": mpmath.acosh, "arctanh": mpmath.atanh}
MPMATH["lgamma"] = lambda x: mpmath.log(abs(mpmath.gamma(x))) if x < 3 else mpmath.loggamma(x)
MPMATH["sigmoid"] = lambda x: 1 / (1 + mpmath.exp(-x))


def exact(name, x):
    """The value at each x within the function's domain."""
    function = MPMATH.get(name) or getattr(mpmath, name)
    with mpmath.workdps(60):
        return [function(mpmath.mpf(float(value))) for value in x]


def around(seams, dtype):
    """The numbers next to each seam, and some a little further off."""
    x = np.array(seams, dtype)
    steps = np.spacing(np.abs(x)) * np.concatenate([np.arange(-4, 5), [-999, -50, 70, 1234]])[:, None].astype(dtype)
    return np.unique(x + steps)


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("name", SEAMS)
def test_right_around_the_seams(name, dtype):
    kind = samples.dtype_of(dtype)
    x = around(SEAMS[name][dtype], kind)
    if name == "arccosh":
        x = x[x >= 1]
    elif name == "arctanh":
        x = x[np.abs(x) < 1]
    elif name.endswith("gamma"):
        x = x[x != 0]  # a pole, like the whole numbers below
    x = x[np.isfinite(x)]
    got = getattr(tf, name)(x)
    for value, result, right in zip(x, got, exact(name, x), strict=True):
        if abs(right) > float(np.finfo(kind).max):
            assert abs(result) >= np.finfo(kind).max and (result > 0) == (right > 0), (value, result, right)
            continue
        unit = mpmath.mpf(float(np.spacing(max(np.abs(kind.type(float(right))), np.finfo(kind).smallest_subnormal))))
        assert abs(mpmath.mpf(float(result)) - right) <= BY_NAME[name].ulp * unit, (value, result, right)


@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_special_values(dtype):
    kind, inf, nan = samples.dtype_of(dtype).type, np.inf, np.nan
    for name, pairs in {
        "erf": [(0.0, 0.0), (-0.0, -0.0), (inf, 1), (-inf, -1), (nan, nan)],
        "erfc": [(0.0, 1), (-0.0, 1), (inf, 0.0), (-inf, 2), (nan, nan)],
        "tanh": [(0.0, 0.0), (-0.0, -0.0), (inf, 1), (-inf, -1), (nan, nan)],
        "sigmoid": [(0.0, 0.5), (-0.0, 0.5), (inf, 1), (-inf, 0.0), (nan, nan)],
        "arcsinh": [(0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf), (nan, nan)],
        "arccosh": [(1, 0.0), (0.5, nan), (-1, nan), (-0.0, nan), (inf, inf), (-inf, nan), (nan, nan)],
        "gamma": [(0.0, inf), (-0.0, -inf), (1, 1), (2, 1), (5, 24), (-1, nan), (inf, inf), (-inf, nan), (nan, nan)],
        "lgamma": [(0.0, inf), (-0.0, inf), (1, 0.0), (2, 0.0), (-3, inf), (inf, inf), (-inf, inf), (nan, nan)],
        "arctanh": [(0.0, 0.0), (-0.0, -0.0), (1, inf), (-1, -inf), (1.5, nan), (inf, nan), (-inf, nan), (nan, nan)],
    }.items():
        for x, right in pairs:
            for length in (1, 7, 33):  # alone, and beside plain numbers
                operand = np.full(length, 1.25 if name == "arccosh" else 0.25, kind)
                operand[-1] = x
                got = getattr(tf, name)(operand)[-1]
                same = np.isnan(got) if np.isnan(right) else got == right and np.signbit(got) == np.signbit(right)
                assert same, (name, x, got)
