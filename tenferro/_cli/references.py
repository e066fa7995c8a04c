"""What the functions of the table ought to give: two independent opinions, a fast one and a final one.

`sieve(name, operands)` computes in the type of its operands, float64 to judge float32 and longdouble (64 bits of
significand on x86, 113 elsewhere) to judge float64: vectorised NumPy, the C library where NumPy has no such function,
and short formulas over both. It is good to some thousandths of an ULP of the narrower type. `settle(name, operands)`
computes one value by mpmath with as many digits as it takes. A measurement sends everything through the sieve and the
worst through mpmath, so that a figure on the page never owes anything to the sieve's own error.

The library's own arithmetic takes no part in either.
"""

import ctypes
import ctypes.util
import operator
from functools import cache, lru_cache

import numpy as np

from tenferro._fused.expression import Expression
from tenferro._optable import BY_NAME, ROWS


class _LongDouble(ctypes.c_longdouble):
    """As a subclass it is handed over whole; a plain c_longdouble would be cut to a Python float."""


@cache
def _library():
    return ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")


def _from_c(name: str):
    """A vectorised function over longdouble from the C library, an element at a time."""
    function = getattr(_library(), name)
    function.restype, function.argtypes = _LongDouble, [ctypes.c_longdouble]
    size = np.dtype(np.longdouble).itemsize

    def apply(x):
        flat = np.ascontiguousarray(x).ravel()
        out = bytearray(flat.size * size)
        raw = flat.tobytes()
        for at in range(0, len(raw), size):
            out[at : at + size] = bytes(function(_LongDouble.from_buffer_copy(raw, at)))
        return np.frombuffer(out, np.longdouble).reshape(x.shape)

    return apply


@cache
def _special(name: str, wide: str):
    """erf, erfc, gamma or lgamma over float64 (SciPy's, or else the C library's one by one) or longdouble."""
    if wide != "float64":
        return _from_c({"gamma": "tgammal"}.get(name, f"{name}l"))
    try:
        import scipy.special
    except ImportError:
        function = _from_c({"gamma": "tgammal"}.get(name, f"{name}l"))
        return lambda x: function(x.astype(np.longdouble)).astype(np.float64)
    return getattr(scipy.special, {"lgamma": "gammaln"}.get(name, name))


def _c_function(name: str):
    return lambda x: _special(name, x.dtype.name)(x)


def _gamma(x):
    result = np.array(_special("gamma", x.dtype.name)(x))
    result[(x < 0) & (x == np.floor(x))] = np.nan
    zero = x == 0
    result[zero] = np.copysign(np.inf, x[zero])
    return result


def _lgamma(x):
    result = np.array(_special("lgamma", x.dtype.name)(x))
    result[((x <= 0) & (x == np.floor(x))) | np.isinf(x)] = np.inf
    return result


def _sinpi(x):
    pi = _pi(x.dtype.name)
    magnitude = np.abs(x)
    r = magnitude - 2 * np.floor(magnitude / 2)  # exact, in [0, 2)
    sign = np.where(r >= 1, -1, 1).astype(x.dtype)
    r = np.where(r >= 1, r - 1, r)
    r = np.where(r > 0.5, 1 - r, r)  # exact: of more than a half no bit is lost
    value = np.where(r > 0.25, np.cos(pi * (x.dtype.type(0.5) - r)), np.sin(pi * r))
    value = np.where(r == 0, np.abs(value), sign * value)  # at integers the zero has the sign of x
    return np.copysign(1, x) * np.where(np.isinf(x), np.nan, value)


def _cospi(x):
    pi = _pi(x.dtype.name)
    magnitude = np.abs(x)
    r = magnitude - 2 * np.floor(magnitude / 2)
    r = np.where(r > 1, 2 - r, r)  # in [0, 1]; an even function
    sign = np.where(r > 0.5, -1, 1)
    r = np.where(r > 0.5, 1 - r, r)
    value = np.where(r > 0.25, np.sin(pi * (x.dtype.type(0.5) - r)), np.cos(pi * r))
    return np.where(np.isinf(x), np.nan, np.where(r == 0.5, 0, sign * value)).astype(x.dtype)


@cache
def _pi(wide: str):
    # atan is right to the last bit of the type at 1, and 4 is a power of two
    return 4 * np.arctan(np.dtype(wide).type(1))


def _softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e, 1) / (1 + e)


def _angle(x):
    return np.where(np.isnan(x), x, np.where(np.signbit(x), _pi(x.dtype.name), 0))


#: rows whose sieve is not the NumPy function that the row names as its twin
FORMULAS = {
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "fma": lambda x, y, z: x * y + z,
    "angle": _angle,
    "sinpi": _sinpi,
    "cospi": _cospi,
    "erf": _c_function("erf"),
    "erfc": _c_function("erfc"),
    "gamma": _gamma,
    "lgamma": _lgamma,
    "sigmoid": _sigmoid,
    "softplus": _softplus,
}
#: rows that say themselves what they are
DEFINED = {row.name: row.definition for row in ROWS if row.definition}
#: rows whose longdouble sieve may be off by more than a thousandth of an ULP: judged by mpmath alone
TOO_NARROW = frozenset({"fma"})


def by_definition(name: str, library):
    """The function of a row's `definition`, over the functions of a library such as mpmath."""
    expression = Expression(DEFINED[name], _FunctionsOf(library))
    return lambda *operands: expression(**dict(zip("xyz", operands, strict=False)))


class _FunctionsOf:
    """A library's functions under the names of the table, and Python's operators on its numbers."""

    def __init__(self, library):
        self.library = library

    def __getitem__(self, name):
        if BY_NAME[name].operator:
            return getattr(operator, f"__{BY_NAME[name].operator}__")
        return getattr(self.library, name, None) or getattr(self.library, name.replace("arc", "a"))


def sieve(name: str, operands, twin: str = "") -> np.ndarray:
    """The row's value in the type of the operands."""
    function = FORMULAS.get(name) or getattr(np, twin or name)
    with np.errstate(all="ignore"):
        return np.asarray(function(*operands))


def _mp_sign(name):
    def cube_root(x, m):
        return m.cbrt(x) if x >= 0 else -m.cbrt(-x)

    def gamma_log(x, m):
        return m.log(abs(m.gamma(x))) if x < 1e5 else m.loggamma(x)

    def fmod(x, y, m):
        return _exact_remainder(x, y, towards_zero=True)

    def remainder(x, y, m):
        return _exact_remainder(x, y, towards_zero=False)

    return {"cbrt": cube_root, "lgamma": gamma_log, "fmod": fmod, "remainder": remainder}[name]


def _exact_remainder(x, y, towards_zero):
    from fractions import Fraction

    import mpmath

    a, b = Fraction(float(x)), Fraction(float(y))
    quotient = a / b
    whole = int(quotient) if towards_zero else quotient.numerator // quotient.denominator
    rest = a - b * whole
    return mpmath.mpf(rest.numerator) / rest.denominator


#: the functions by mpmath; each takes its operands and mpmath's context
MP = {
    "divide": lambda x, y, m: x / y,
    "reciprocal": lambda x, m: 1 / x,
    "sqrt": lambda x, m: m.sqrt(x),
    "rsqrt": lambda x, m: 1 / m.sqrt(x),
    "cbrt": _mp_sign("cbrt"),
    "hypot": lambda x, y, m: m.sqrt(x * x + y * y),
    "fma": lambda x, y, z, m: x * y + z,
    "fmod": _mp_sign("fmod"),
    "remainder": _mp_sign("remainder"),
    "power": lambda x, y, m: x**y if x > 0 or y != int(y) else abs(x) ** y * (-1 if int(y) % 2 and x < 0 else 1),
    "exp": lambda x, m: m.exp(x),
    "exp2": lambda x, m: m.mpf(2) ** x,
    "expm1": lambda x, m: m.expm1(x),
    "log": lambda x, m: m.log(x),
    "log2": lambda x, m: m.log(x) / m.log(2),
    "log10": lambda x, m: m.log(x) / m.log(10),
    "log1p": lambda x, m: m.log1p(x),
    "sin": lambda x, m: m.sin(x),
    "cos": lambda x, m: m.cos(x),
    "tan": lambda x, m: m.tan(x),
    "arcsin": lambda x, m: m.asin(x),
    "arccos": lambda x, m: m.acos(x),
    "arctan": lambda x, m: m.atan(x),
    "arctan2": lambda x, y, m: m.atan2(x, y),
    "sinh": lambda x, m: m.sinh(x),
    "cosh": lambda x, m: m.cosh(x),
    "tanh": lambda x, m: m.tanh(x),
    "arcsinh": lambda x, m: m.asinh(x),
    "arccosh": lambda x, m: m.acosh(x),
    "arctanh": lambda x, m: m.atanh(x),
    "sinpi": lambda x, m: m.sinpi(x),
    "cospi": lambda x, m: m.cospi(x),
    "erf": lambda x, m: m.erf(x),
    "erfc": lambda x, m: m.erfc(x),
    "gamma": lambda x, m: m.gamma(x),
    "lgamma": _mp_sign("lgamma"),
    "sigmoid": lambda x, m: 1 / (1 + m.exp(-x)),
    "softplus": lambda x, m: m.log1p(m.exp(x)),
    "angle": lambda x, m: +m.pi if x < 0 else m.mpf(0),
}


def _complex_log1p(x):
    """By the sum that does not lose small `x`: |1 + x|**2 = 1 + (2 re + re**2 + im**2)."""
    re, im = x.real, x.imag
    return (np.log1p(re * (2 + re) + im * im) / 2 + 1j * np.arctan2(im, 1 + re)).astype(x.dtype)


#: rows whose complex sieve is not their twin; NumPy's own log1p goes by log(1 + x)
COMPLEX_FORMULAS = {"log1p": _complex_log1p, "angle": np.angle, "square": lambda x: x * x}
#: complex rows whose sieve has too few digits: for an angle, and for what a large exponent leaves of one
COMPLEX_TOO_NARROW = frozenset({"exp2", "power"})
#: complex rows by mpmath, where the real formula does not serve
COMPLEX_MP = {
    "multiply": lambda x, y, m: x * y,
    "square": lambda x, m: x * x,
    "power": lambda x, y, m: m.power(x, y),
    "absolute": lambda x, m: abs(x),
    "angle": lambda x, m: m.arg(x),
} | {
    name: MP[name]
    for name in (
        "divide", "reciprocal", "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan",
        "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh",
    )
}  # fmt: skip


def complex_sieve(name: str, operands, twin: str = "") -> np.ndarray:
    """The row's value for complex operands, in their type."""
    with np.errstate(all="ignore"):
        return np.asarray((COMPLEX_FORMULAS.get(name) or getattr(np, twin))(*operands))


def _settle_complex(name, operands):
    """As `settle`; on an axis the side of a branch cut depends on the sign of a zero, which mpmath doesn't have."""
    import mpmath

    if name != "exp2" and any(operand.real == 0 or operand.imag == 0 for operand in operands):
        return None
    # the angle b ln 2 of an exp2 has 1024 bits before its point
    with mpmath.workprec(1400 if name == "exp2" else 320):
        try:
            value = COMPLEX_MP[name](*map(mpmath.mpc, operands), mpmath)
        except (ValueError, ZeroDivisionError, OverflowError):
            return None
    return value if mpmath.isfinite(value) else None


@lru_cache(maxsize=64)
def _definition(name):
    import mpmath

    return by_definition(name, mpmath)


def _settle_definition(name, numbers):
    """A definition's value, with so many digits that twice as many don't change it in the 100 bits that matter."""
    import mpmath

    value = None
    for bits in (160, 320, 640, 1280):
        with mpmath.workprec(bits):
            try:
                before, value = value, _definition(name)(*numbers)
            except (ValueError, ZeroDivisionError, OverflowError):
                value = None  # all of it may have cancelled
            if before and value and abs(value - before) <= mpmath.ldexp(abs(value), -100):
                return value
    with mpmath.workprec(2400):
        return _definition(name)(*numbers)


def has_value(name: str, operands) -> np.ndarray:
    """Where the references can judge: a definition says nothing of zeros and infinities, where its value is a limit."""
    judged = np.ones(operands[0].shape, bool)
    if name in DEFINED:
        for x in operands:
            judged &= (x != 0) & ~np.isinf(x)
    return judged


def zero_far_out(name: str, x: float) -> np.longdouble:
    """The zero that a definition of one operand cancels to far out, with the sign of what it is nearer to 0."""
    import mpmath

    x = max(-1e6, min(x, 1e6))  # from the ends of the range it would be a long way
    with mpmath.workprec(2400):
        while abs(x) > 1e-300:
            x /= 2
            near = _definition(name)(mpmath.mpf(x))
            if near:
                return np.longdouble(-0.0 if near < 0 else 0.0)
    return np.longdouble(0.0)


@lru_cache(maxsize=20000)
def settle(name: str, *operands: float | complex):
    """The exact value as an mpf or mpc; None where there is no finite one (a pole, outside the domain, NaN in)."""
    import mpmath

    if not all(np.isfinite(operand) for operand in operands):
        return None
    if any(operand == 0 and np.signbit(operand.real) for operand in operands):
        return None  # mpmath's zero has no sign, and at a branch cut it decides
    if isinstance(operands[0], complex):
        return _settle_complex(name, operands)
    # The product of an fma and a sine near a multiple of pi cancel up to the length of a double's range.
    with mpmath.workprec(2400 if name == "fma" else 320):
        numbers = [mpmath.mpf(float(operand)) for operand in operands]
        try:
            if name in DEFINED:
                value = _settle_definition(name, numbers)
            else:
                value = MP[name](*numbers, mpmath) if name in MP else getattr(mpmath, name)(*numbers)
        except (ValueError, ZeroDivisionError, OverflowError):
            return None
    return value if isinstance(value, mpmath.mpf) and mpmath.isfinite(value) else None


def as_longdouble(value) -> np.longdouble:
    """An mpf as the nearest longdouble."""
    import mpmath

    with mpmath.workprec(128):
        head = float(value)
        if not np.isfinite(head) or head == 0:
            mantissa, exponent = mpmath.frexp(value)
            with np.errstate(over="ignore", under="ignore"):
                scale = max(-20000, min(int(exponent), 20000))
                return np.ldexp(as_longdouble(mantissa), scale) if mantissa else np.longdouble(0)
        return np.longdouble(head) + np.longdouble(float(value - mpmath.mpf(head)))
