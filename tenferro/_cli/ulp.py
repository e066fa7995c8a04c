"""The error of a floating-point result, in units in the last place.

    error = |got - exact| / ulp(exact),      ulp(t) = 2 ** (max(exponent of t, least normal exponent) - digits + 1)

so that subnormal results are held to the spacing they have. Two conventions settle the edges:

- An infinity stands for the first power of two beyond the numbers and for all above it: it is right for what lies
  there, off by less than 1 ULP just under that power, and by a lot farther down. The greatest number is right only near
  itself.
- What is wrong in kind has an infinite error: a NaN for a number or the reverse, a finite number for a pole, a sign
  (also that of a zero) the other way round.

Of a complex result the greater error of its two parts counts, in ULP of the result's modulus; where the exact value has
an infinite part, or lies beyond the numbers, only a test of special values can judge.

`exact` is an array of a wider type than `got`; how wide decides how far the error can be trusted.
"""

import numpy as np


def error(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The error of each element of `got` (of float32 or float64) against `exact` (float64 or longdouble), in ULP."""
    info = np.finfo(got.dtype)
    if got.dtype.kind == "c":
        return _complex_error(got, exact, info)
    wide = exact.dtype
    with np.errstate(all="ignore"):
        top = np.ldexp(wide.type(1), info.maxexp)
        value = got.astype(wide)
        result = np.abs(value - exact)
        result /= spacing(exact, info)
        if wide.itemsize > 8:
            result = result.astype(np.float64)
        odd = ~np.isfinite(value) | ~np.isfinite(exact) | (np.signbit(value) != np.signbit(exact))
        if odd.any():
            result[odd] = _judge(value[odd], exact[odd], info, top)
    return result


def _complex_error(got, exact, info):
    with np.errstate(all="ignore"):
        value = got.astype(exact.dtype)
        apart = np.maximum(np.abs(value.real - exact.real), np.abs(value.imag - exact.imag))
        modulus = np.abs(exact)
        result = (apart / spacing(modulus, info)).astype(np.float64)
        judged = np.isfinite(exact) & (np.maximum(np.abs(exact.real), np.abs(exact.imag)) <= info.max)
        result[judged & ~np.isfinite(value)] = np.inf
    result[~judged] = 0.0
    return result


def spacing(exact: np.ndarray, info: np.finfo) -> np.ndarray:
    """ulp(exact) in the type that `info` describes, as a number of the wide type."""
    least = info.minexp - info.nmant
    most = info.maxexp - 1 - info.nmant
    if exact.dtype == np.float64:  # float32 against float64, billions of times: straight from the exponent's bits
        field = (exact.view(np.int64) >> 52) & 0x7FF
        field -= info.nmant
        np.clip(field, least + 1023, most + 1023, out=field)
        field <<= 52
        return field.view(np.float64)
    exponent = np.frexp(exact)[1] - 1
    return np.ldexp(exact.dtype.type(1), np.clip(exponent - info.nmant, least, most))


def _judge(value, exact, info, top):
    """The error of elements where something is not finite or the signs differ."""
    nan_got, nan_exact = np.isnan(value), np.isnan(exact)
    wrong = nan_got != nan_exact
    wrong |= ~nan_got & ~nan_exact & (np.signbit(value) != np.signbit(exact))
    wrong |= np.isinf(exact) & np.isfinite(value)
    magnitude = np.minimum(np.abs(exact), top)
    short = (top - magnitude) / spacing(magnitude, info)  # of an infinity
    return np.where(wrong, np.inf, np.where(np.isinf(value), short, 0.0))


def error_of_number(got: float, exact, info: np.finfo) -> float:
    """The same for one result against an exact value of mpmath's (or a fraction); `exact` is a finite number."""
    import mpmath

    if np.isnan(got):
        return float("inf")
    with mpmath.workprec(2400):  # longer than any sum of two doubles
        top = mpmath.ldexp(1, int(info.maxexp))
        exact = mpmath.mpf(exact)
        if exact and bool(np.signbit(got)) != bool(exact < 0):
            return float("inf")
        if np.isinf(got):
            apart = max(top - abs(exact), 0)
        else:
            apart = abs(mpmath.mpf(float(got)) - exact)
        exponent = mpmath.frexp(exact)[1] - 1 if exact else int(info.minexp)
        exponent = min(max(exponent, int(info.minexp)), int(info.maxexp) - 1)
        return float(apart / mpmath.ldexp(1, exponent - int(info.nmant)))


def error_of_complex(got: complex, exact, info: np.finfo) -> float:
    """The same for a complex result against mpmath's value."""
    import mpmath

    if not np.isfinite(got):
        return float("inf")
    with mpmath.workprec(2400):
        apart = max(abs(mpmath.mpf(got.real) - exact.real), abs(mpmath.mpf(got.imag) - exact.imag))
        modulus = abs(exact)
        exponent = mpmath.frexp(modulus)[1] - 1 if modulus else int(info.minexp)
        exponent = min(max(exponent, int(info.minexp)), int(info.maxexp) - 1)
        return float(apart / mpmath.ldexp(1, exponent - int(info.nmant)))
