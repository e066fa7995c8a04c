"""SLEEF's scalar functions beside tenferro's: an opinion that shares no code, no oracle and no library with ours."""

import ctypes
import ctypes.util

import numpy as np
import oracle
import pytest
import samples

import tenferro as tf
from tenferro._optable import BY_NAME

#: row -> (SLEEF's name, the error that it claims)
FUNCTIONS = {
    "exp": ("exp_u10", 1.0),
    "exp2": ("exp2_u10", 1.0),
    "expm1": ("expm1_u10", 1.0),
    "log": ("log_u10", 1.0),
    "log2": ("log2_u10", 1.0),
    "log10": ("log10_u10", 1.0),
    "log1p": ("log1p_u10", 1.0),
    "sin": ("sin_u10", 1.0),
    "cos": ("cos_u10", 1.0),
    "tan": ("tan_u10", 1.0),
    "arcsin": ("asin_u10", 1.0),
    "arccos": ("acos_u10", 1.0),
    "arctan": ("atan_u10", 1.0),
    "sinh": ("sinh_u10", 1.0),
    "cosh": ("cosh_u10", 1.0),
    "tanh": ("tanh_u10", 1.0),
    "arcsinh": ("asinh_u10", 1.0),
    "arccosh": ("acosh_u10", 1.0),
    "arctanh": ("atanh_u10", 1.0),
    "sinpi": ("sinpi_u05", 0.51),
    "cospi": ("cospi_u05", 0.51),
    "cbrt": ("cbrt_u10", 1.0),
    "erf": ("erf_u10", 1.0),
    "erfc": ("erfc_u15", 1.5),
    "gamma": ("tgamma_u10", 1.0),
    "lgamma": ("lgamma_u10", 1.0),
    "power": ("pow_u10", 1.0),
    "arctan2": ("atan2_u10", 1.0),
    "hypot": ("hypot_u05", 0.51),
}
LIBRARY = ctypes.util.find_library("sleef")
DTYPES = {"f32": (ctypes.c_float, "f"), "f64": (ctypes.c_double, "")}


def opinion(name, dtype, arrays):
    """SLEEF's results, element by element."""
    name, _ = FUNCTIONS[name]
    kind, letter = DTYPES[dtype]
    function = getattr(ctypes.CDLL(LIBRARY), "Sleef_" + name.replace("_", f"{letter}_"))
    function.restype, function.argtypes = kind, [kind] * len(arrays)
    return np.array([function(*x) for x in zip(*(x.tolist() for x in arrays), strict=True)], samples.dtype_of(dtype))


@pytest.mark.skipif(LIBRARY is None, reason="SLEEF is not installed")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_sleef_has_it(name, dtype):
    row, rng = BY_NAME[name], np.random.default_rng(len(name))
    arrays = [rng.uniform(*bounds, 2000).astype(samples.dtype_of(dtype)) for bounds in row.domain]
    got, other = getattr(tf, name)(*arrays), opinion(name, dtype, arrays)
    apart = np.abs(got.astype(oracle.WIDER[dtype]) - other) / np.spacing(np.minimum(np.abs(got), np.abs(other)))
    allowed = row.ulp + FUNCTIONS[name][1]
    wrong = np.flatnonzero(~((got == other) | (apart <= allowed)))
    at = wrong[:5]
    assert not len(wrong), f"{[x[at] for x in arrays]} -> {got[at]}; SLEEF has {other[at]}"
