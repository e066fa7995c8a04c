"""The oracle: the right results of any row of the table, and the distance from them in ULP.

Real functions are compared with NumPy's function of the same meaning at a higher precision (float32 in float64, float64
in the x87's long double), complex ones with the complex of the higher precision, everything else with NumPy's own
answer, bit by bit. Rows that NumPy lacks have their formula here, in long double where that is exact enough and in
mpmath elsewhere. The inputs are in `samples`.
Nothing here knows tenferro's code; it knows the table.
"""

import functools
import warnings
from fractions import Fraction

import mpmath
import numpy as np
from samples import dtype_of, inputs

from tenferro._cli.references import by_definition, zero_far_out
from tenferro._optable import BY_NAME, FAMILY, FAMILY_OF, ROWS

WIDER = {"f32": np.dtype("f8"), "f64": np.dtype("g"), "c64": np.dtype("c16"), "c128": np.dtype("G")}
#: (row, dtype of the loop) for every loop there is
COMBINATIONS = [(row.name, dtype) for row in ROWS for dtype in row.dtypes()]
#: either zero is right where zeros of both signs meet
EITHER_ZERO = {"maximum", "minimum", "fmax", "fmin", "clip"}
#: complex rows whose parts are computed exactly or rounded once
COMPLEX_EXACT = {"add", "subtract", "negative", "positive", "conjugate", "real", "imag", "where", "rint", *EITHER_ZERO}


# ---------------------------------------------------------------------------------------------------------------------
# results


def _rsqrt(x):
    return np.where(x == 0, np.copysign(x.dtype.type(np.inf), x), 1 / np.sqrt(x))


def _sinpi(x):
    r = np.fmod(x, 2)
    r = np.where(np.abs(r) > 1, r - np.copysign(2, r), r)  # exact; in [-1, 1]
    r = np.where(np.abs(r) > 0.5, np.copysign(1, r) - r, r)
    return np.where(r == 0, np.copysign(0, x), np.sin(r * PI_LONG))  # IEEE 754: a zero of the sign of x


def _cospi(x):
    r = np.abs(np.fmod(x, 2))
    r = np.where(r > 1, 2 - r, r)
    return np.sin((0.5 - r) * PI_LONG)


PI_LONG = np.longdouble("3.14159265358979323846264338327950288")

#: rows without a twin, from arrays of a higher precision
FORMULAS = {
    "rsqrt": _rsqrt,
    "sinpi": _sinpi,
    "cospi": _cospi,
    "sigmoid": lambda x: np.where(
        x < 0, np.exp(np.minimum(x, 0)) / (1 + np.exp(np.minimum(x, 0))), 1 / (1 + np.exp(-np.abs(x)))
    ),
    "softplus": lambda x: np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))),
}


def _gamma(x):
    if x == 0:
        return mpmath.mpf("-inf" if np.signbit(np.float64(x)) else "inf")
    if x == mpmath.floor(x) and x < 0:
        return mpmath.nan
    return mpmath.nan if x == -mpmath.inf else mpmath.gamma(x)


def _lgamma(x):
    if mpmath.isinf(x) or (x == mpmath.floor(x) and x <= 0):
        return mpmath.inf
    return mpmath.log(abs(mpmath.gamma(x))) if abs(x) < 1e6 else mpmath.loggamma(x).real


#: rows without a twin, from one mpmath number
POINTWISE = {"erf": mpmath.erf, "erfc": mpmath.erfc, "gamma": _gamma, "lgamma": _lgamma}
POINTWISE |= {row.name: by_definition(row.name, mpmath) for row in ROWS if row.definition}
#: arguments beyond which the result is a matter of over- and underflow, which mpmath takes long to find
SETTLED = {"gamma": 400.0, "lgamma": 1e300, "erf": 100.0, "erfc": 100.0}


def _pointwise(name, x):
    """Results as long doubles, NaN where `x` is one."""
    out = np.empty(x.shape, "g")
    with mpmath.workprec(2400 if BY_NAME[name].definition else 160):
        for i, value in enumerate(x.tolist()):
            if value != value:
                out[i] = np.nan
            elif value == 0 and name in ("gamma", "erf"):
                out[i] = np.copysign(np.inf if name == "gamma" else 0, x[i])
            else:
                value = (
                    max(min(value, SETTLED.get(name, 1e300)), -SETTLED.get(name, 1e300)) if name != "lgamma" else value
                )
                result = POINTWISE[name](mpmath.mpf(value))
                if isinstance(result, mpmath.mpc):
                    result = mpmath.nan if result.imag else result.real  # outside the domain
                out[i] = (
                    np.longdouble(mpmath.nstr(result, 40))
                    if mpmath.isfinite(result)
                    else np.longdouble(str(float(result)))
                )
                if result == 0 and BY_NAME[name].definition:
                    out[i] = zero_far_out(name, value)
    return out


def _fma(x, y, z):
    """Rounded once, by way of rational numbers."""
    out = np.empty(x.shape, x.dtype)
    for i in range(x.size):
        a, b, c = (float(array[i]) for array in (x, y, z))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            plain = np.float64(a) * np.float64(b) + np.float64(c)
        if all(np.isfinite(v) for v in (a, b, c)):
            exact = Fraction(a) * Fraction(b) + Fraction(c)
            out[i] = _round_fraction(exact, x.dtype) if exact else x.dtype.type(a) * x.dtype.type(b) + x.dtype.type(c)
        else:
            out[i] = plain
    return out


def _round_fraction(exact: Fraction, dtype):
    """The nearest number of `dtype`, ties to even."""
    with mpmath.workprec(4400):
        number = mpmath.mpf(exact.numerator) / exact.denominator
    info = np.finfo(dtype)
    with mpmath.workprec(info.nmant + 1):
        rounded = +number
    if abs(rounded) < float(info.tiny):
        step = Fraction(float(info.smallest_subnormal))
        return dtype.type(float(Fraction(round(exact / step)) * step))  # round() ties to even
    with np.errstate(over="ignore"):
        return (
            dtype.type(float(rounded))
            if abs(rounded) <= float(info.max)
            else dtype.type(np.copysign(np.inf, float(mpmath.sign(rounded))))
        )


def is_rounded(name: str, dtype: str) -> bool:
    """Whether results are rounded, so that they are compared by distance."""
    row = BY_NAME[name]
    family = FAMILY_OF[dtype]
    if row.result == "b" or family in "biu":
        return False
    if family == "c":
        return name not in COMPLEX_EXACT
    return row.ulp > 0.5 or row.cost in ("transcendental", "special") or name in FORMULAS


@functools.cache
def right_results(name: str, dtype: str) -> np.ndarray:
    """`reference` of `inputs`, as many of them as `few` leaves."""
    return reference(name, dtype, few(name, inputs(name, dtype)))


def few(name: str, arrays):
    """The first of many values, where the right results take long to find."""
    return [x[:300] for x in arrays] if name in POINTWISE or name == "fma" else list(arrays)


def reference(name: str, dtype: str, arrays) -> np.ndarray:
    """The right results, at a higher precision where `is_rounded`."""
    row = BY_NAME[name]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name == "fma":
            return _fma(*arrays)
        if name in POINTWISE:
            return _pointwise(name, arrays[0])
        function = FORMULAS.get(name) or getattr(np, row.twin)
        if is_rounded(name, dtype):
            wide = WIDER[dtype] if name not in FORMULAS else np.dtype("g")
            arrays = [x.astype(wide) if x.dtype.kind in "fc" else x for x in arrays]
            if name == "ldexp":
                arrays[1] = np.clip(arrays[1], -20000, 20000).astype("i4")
        if name == "imag" and arrays[0].dtype.kind != "c":
            return np.zeros_like(arrays[0])
        if name == "power" and dtype in FAMILY["f"]:
            return ieee_power(*arrays)
        return function(*arrays)


def ieee_power(x, y):
    """NumPy takes a square root for the exponent 0.5, which differs at -0 and -inf; here IEEE 754 rules."""
    out = np.power(x, y)
    out = np.where((y == 0.5) & (x == 0), 0.0, out)
    return np.where((y == 0.5) & np.isneginf(x), np.inf, out).astype(x.dtype)


def spacing(x, dtype):
    """The ULP of numbers of `dtype` as big as `x`."""
    info = np.finfo(dtype)
    size = np.clip(np.abs(x), info.tiny, info.max)
    _, exponent = np.frexp(size)
    return np.ldexp(np.ones_like(size), exponent - 1 - info.nmant)


def distance(got, right, dtype: np.dtype):
    """|got - right| in ULP of `right`; infinite where only one is NaN or infinite, or a zero has the wrong sign."""
    with np.errstate(all="ignore"):
        rounded = right.astype(dtype)
        ulps = np.abs(got.astype(right.dtype) - right) / spacing(right, dtype)
        same = (got == rounded) | (np.isnan(got) & np.isnan(right))
        extraordinary = ~np.isfinite(rounded) | ~np.isfinite(got)
        # a result that overflows by a hair may be rounded to the greatest number or to infinity
        edge = np.isinf(rounded) & ~np.isinf(right) | np.isinf(got) & np.isfinite(right)
        near_top = edge & (np.abs(right) >= np.finfo(dtype).max) & (np.sign(got) == np.sign(right))
        near_top &= np.isinf(got) | (np.abs(got) >= np.finfo(dtype).max)
        ulps = np.where(extraordinary, np.where(same | near_top, 0.0, np.inf), ulps)
        wrong_zero = (got == 0) & (right == 0) & (np.signbit(got) != np.signbit(right))
        return np.where(wrong_zero, np.inf, ulps).astype(float)


def complex_distance(got, right, dtype: np.dtype):
    """The greater of the parts' distances, in ULP of the modulus."""
    part = np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype
    with np.errstate(all="ignore"):
        if got.dtype.kind != "c":
            return distance(got, right, part)
        unit = spacing(np.abs(right), part)
        difference = got.astype(right.dtype) - right
        ulps = np.maximum(np.abs(difference.real), np.abs(difference.imag)) / unit
        same = (got == right.astype(dtype)) | (np.isnan(got) & np.isnan(right))
        return np.where(np.isfinite(right), np.where(np.isfinite(got), ulps, np.inf), np.where(same, 0, np.inf)).astype(
            float
        )


def failures(name: str, dtype: str, got, right, slack: float = 0.01):
    """Indices at which `got` is further from the right result than the row allows, and how far."""
    row = BY_NAME[name]
    result = dtype_of(row.operand_dtype(-1, dtype))
    assert got.dtype == result, f"dtype {got.dtype}, not {result}"
    if name in POINTWISE or (is_rounded(name, dtype) and FAMILY_OF[dtype] == "f"):
        ulps, limit = distance(got, right, result), row.ulp
    elif is_rounded(name, dtype):
        ulps, limit = complex_distance(got, right, result), row.complex_ulp
    else:
        return np.flatnonzero(~same_values(name, got, right.astype(result))), None
    return np.flatnonzero(~(ulps <= limit + slack)), ulps


def same_values(name, got, right):
    """Whether values are the same, NaN like NaN, zeros by their sign unless either will do."""
    same = got == right
    if got.dtype.kind in "fcV":  # V: bfloat16
        same |= np.isnan(got) & np.isnan(right)
        if name not in EITHER_ZERO:
            for part in ("real", "imag") if got.dtype.kind == "c" else ("real",):
                a, b = getattr(got, part), getattr(right, part)
                same &= (np.signbit(a) == np.signbit(b)) | np.isnan(a)
    return same


def same_bits(a, b) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def report(name, dtype, arrays, got, right, where, ulps) -> str:
    """The worst few failures in words."""
    order = where[np.argsort(-ulps[where])] if ulps is not None else where
    lines = [f"{name} of {dtype}: {len(where)} of {len(got)} wrong"]
    for i in order[:5]:
        values = ", ".join(repr(x[i]) for x in arrays)
        lines.append(
            f"  ({values}) -> {got[i]!r}, right is {right[i]!r}" + (f", {ulps[i]:.3g} ULP" if ulps is not None else "")
        )
    return "\n".join(lines)


def check(name, dtype, arrays, got, right=None) -> None:
    """Insist that `got` is right, and say where it is not."""
    right = reference(name, dtype, arrays) if right is None else right
    where, ulps = failures(name, dtype, got, right)
    assert not len(where), report(name, dtype, arrays, got, right, where, ulps)
