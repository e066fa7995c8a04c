"""The error of a floating-point result, in units in the last place.

    error = |got - exact| / ulp(exact),      ulp(t) = 2 ** (max(exponent of t, least normal exponent) - digits + 1)

so that subnormal results are held to the spacing they have. Two conventions settle the edges:

- An infinity where the exact value is finite counts as the power of two that it stands for: off by less than 1 ULP just
  under the edge, and by a lot farther down. An exact value beyond that power counts as it.
- What is wrong in kind has an infinite error: a NaN for a number or the reverse, a finite number for a pole, a sign
  (also that of a zero) the other way round.

`exact` is an array of a wider type than `got`; how wide decides how far the error can be trusted.
"""

import numpy as np


def error(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The error of each element of `got` (float32 or float64) against `exact` (float64 or longdouble), in ULP."""
    info = np.finfo(got.dtype)
    wide = exact.dtype
    with np.errstate(all="ignore"):
        top = np.ldexp(wide.type(1), info.maxexp)
        value = got.astype(wide)
        bounded = np.clip(exact, -top, top)
        result = np.abs(np.clip(value, -top, top) - bounded)
        result /= spacing(bounded, info)
        if wide.itemsize > 8:
            result = result.astype(np.float64)
        odd = ~np.isfinite(value) | ~np.isfinite(exact) | (np.signbit(value) != np.signbit(exact))
        if odd.any():
            result[odd] = _judge(value[odd], exact[odd], result[odd], top)
    return result


def spacing(exact: np.ndarray, info: np.finfo) -> np.ndarray:
    """ulp(exact) in the type that `info` describes, as a number of the wide type."""
    least = info.minexp - info.nmant
    if exact.dtype == np.float64:  # float32 against float64, billions of times: straight from the exponent's bits
        field = (exact.view(np.int64) >> 52) & 0x7FF
        field -= info.nmant
        np.maximum(field, least + 1023, out=field)
        field <<= 52
        return field.view(np.float64)
    exponent = np.frexp(exact)[1] - 1
    return np.ldexp(exact.dtype.type(1), np.maximum(exponent - info.nmant, least))


def _judge(value, exact, distance, top):
    """The error of elements where something is not finite or the signs differ."""
    nan_got, nan_exact = np.isnan(value), np.isnan(exact)
    wrong = nan_got != nan_exact
    wrong |= ~nan_got & ~nan_exact & (np.signbit(value) != np.signbit(exact))
    wrong |= np.isinf(exact) & np.isfinite(value)
    return np.where(wrong, np.inf, np.where(nan_got & nan_exact, 0.0, np.where(np.isnan(distance), 0.0, distance)))


def error_of_number(got: float, exact, info: np.finfo) -> float:
    """The same for one result against an exact value of mpmath's (or a fraction); `exact` is a finite number."""
    import mpmath

    if np.isnan(got):
        return float("inf")
    with mpmath.workprec(2400):  # longer than any sum of two doubles
        top = mpmath.ldexp(1, int(info.maxexp))
        exact = mpmath.mpf(exact)
        bounded = min(max(exact, -top), top)
        number = min(max(mpmath.mpf(float(got)), -top), top)
        if exact and bool(np.signbit(got)) != bool(exact < 0):
            return float("inf")
        exponent = mpmath.frexp(bounded)[1] - 1 if bounded else int(info.minexp)
        least = int(info.minexp) - int(info.nmant)
        return float(abs(number - bounded) / mpmath.ldexp(1, max(exponent - int(info.nmant), least)))
