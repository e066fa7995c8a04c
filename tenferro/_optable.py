"""The table of operations: one row states, once, everything anyone needs to know about one operation.

Opcodes, loops for every dtype and level, direct functions with their signatures and stubs, operators of traced values,
opcodes of the C API, the pages under ``docs/``, tests and benchmarks all derive from these rows. Nothing else lists operations.

A *formula* is an expression over whole vectors, one for each family of dtypes it computes in:

=======  ===============================
``b``    bool (bytes that hold 0 or 1)
``i``    i8 i16 i32 i64
``u``    u8 u16 u32 u64
``f``    f32 f64
``c``    c64 c128 (interleaved)
=======  ===============================

``x``, ``y`` and ``z`` are the operands. A name in call position is a vector function from ``_kernels/math/*.h``:
``exp(x)`` becomes ``exp_f64`` for doubles. ``tools/formulas.py`` says what else a formula may hold; numbers and choices among it.

The *signature* says how the types of inputs and result go together: ``T`` is the dtype of the loop, ``b`` bool, ``R`` the real
part's dtype of a complex ``T``, ``I`` the signed integer as wide as ``T``.
"""

from typing import NamedTuple

DTYPES = (
    "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "c64", "c128", "f16", "bf16",
)  # fmt: skip
CODE = {name: code for code, name in enumerate(DTYPES)}
FAMILY = {
    "b": ("bool",),
    "i": ("i8", "i16", "i32", "i64"),
    "u": ("u8", "u16", "u32", "u64"),
    "f": ("f32", "f64"),
    "c": ("c64", "c128"),
}
FAMILY_OF = {name: letter for letter, names in FAMILY.items() for name in names}
ITEMSIZE = dict(zip(DTYPES, (1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8, 16, 2, 2), strict=True))
#: storage dtypes: converted by the load and the store, computed in the dtype on the right
STORAGE = {"f16": "f32", "bf16": "f32"}
#: the dtype that ``R`` and ``I`` of a signature stand for
REAL = {"c64": "f32", "c128": "f64"}
WIDE_INT = {"f32": "i32", "f64": "i64"}

WHOLE = (-50.0, 50.0)
EXACT = 0.5


class Row(NamedTuple):
    """One operation. See the module's docstring for `formulas` and `signature`."""

    name: str
    signature: str
    formulas: dict[str, str]
    doc: str
    #: NumPy's function of the same meaning: the oracle in tests ("" where NumPy has none)
    twin: str = ""
    #: the NumPy ufunc whose casting rule holds here; "result_type" for plain promotion
    rule: str = ""
    #: Python operator (the dunder name without underscores); "" for none
    operator: str = ""
    #: what keeps the bits: "commutative", "involution", "idempotent", "idempotent2" (``f(x, x)`` is x) and "identity:SIDE:VALUE"
    #: (not for complex numbers): a constant operand on that side, "right" or "any", gives back the other one
    algebra: tuple[str, ...] = ()
    #: greatest error of real results in units in the last place; 0.5 is "correctly rounded"
    ulp: float = EXACT
    #: greatest error of each part of a complex result, in ULP of the result's modulus
    complex_ulp: float = 8.0
    #: where tests and benchmarks draw their inputs; functions are right outside it too
    domain: tuple[tuple[float, float], ...] = (WHOLE,)
    #: price class; a measured nanosecond figure replaces it in `_kernels/prices.py`
    cost: str = "cheap"
    #: the algorithm's source, for the docstring
    source: str = ""
    #: what a real function without a twin is, as an expression that mpmath evaluates: tests and `accuracy` judge by it
    definition: str = ""

    # a row is itself alone: equal to no other, and a key
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def nin(self) -> int:
        return len(self.signature.split("->")[0])

    @property
    def result(self) -> str:
        """``T``, ``b`` or ``R``: the type of the result."""
        return self.signature.split("->")[1]

    def dtypes(self) -> tuple[str, ...]:
        """The dtypes this row has loops for."""
        return tuple(name for family in self.formulas for name in FAMILY[family])

    def operand_dtype(self, operand: int, computed: str) -> str:
        """The dtype of input `operand` (-1: the result) in the loop that computes in `computed`."""
        letter = self.result if operand < 0 else self.signature[operand]
        return {
            "T": computed,
            "b": "bool",
            "R": REAL.get(computed, computed),
            "I": WIDE_INT.get(computed, "i64"),
        }[letter]


def _families(letters: str, formula: str, **other: str) -> dict[str, str]:
    return dict.fromkeys(letters, formula) | other


def _elementary(name: str, doc: str, domain=WHOLE, families: str = "fc", formula: str = "", **fields) -> Row:
    """A function of one real or complex variable, by NumPy's name where NumPy has it; it calls the vector function of its name."""
    defaults = {"twin": name, "rule": name, "ulp": 1.0, "cost": "transcendental", "domain": (domain,)}
    return Row(name, "T->T", _families(families, formula or f"{name}(x)"), doc, **(defaults | fields))


def _beyond_numpy(name: str, doc: str, domain=WHOLE, formula: str = "", **fields) -> Row:
    """A real function that NumPy does not have; it promotes as ``np.exp`` does."""
    return _elementary(name, doc, domain, "f", formula, **({"twin": "", "rule": "exp"} | fields))


def _arithmetic(name: str, formulas: dict[str, str], doc: str, **fields) -> Row:
    return Row(name, "TT->T", formulas, doc, **({"twin": name, "rule": name, "domain": (WHOLE, WHOLE)} | fields))


def _unary(name: str, formulas: dict[str, str], doc: str, **fields) -> Row:
    return Row(name, "T->T", formulas, doc, **({"twin": name, "rule": name} | fields))


def _comparison(name: str, doc: str, operator: str = "", families: str = "biufc", **fields) -> Row:
    call = _families(families, f"{name}(x, y)")
    defaults = {"twin": name, "rule": name, "operator": operator, "domain": (WHOLE, WHOLE)}
    return Row(name, "TT->b", call, doc, **(defaults | fields))


def _test(name: str, doc: str, families: str = "biufc") -> Row:
    return Row(name, "T->b", _families(families, f"{name}(x)"), doc, twin=name, rule=name)


_COMMUTES = ("commutative",)
POSITIVE = (1e-3, 50.0)
UNIT = (-1.0, 1.0)

#: where the algorithms come from, for the docstrings; the headers of `_kernels/math` say what was made of them
_REMEZ = "Minimax polynomials by Remez' algorithm."
_TANG_EXP = f"Table-driven, after P. T. P. Tang, ACM Trans. Math. Softw. 15 (1989), 144-157. {_REMEZ}"
_TANG_EXPM1 = f"After P. T. P. Tang, ACM Trans. Math. Softw. 18 (1992), 211-222. {_REMEZ}"
_TANG_LOG = f"Table-driven, after P. T. P. Tang, ACM Trans. Math. Softw. 16 (1990), 378-400. {_REMEZ}"
_REDUCED = (
    "Cody and Waite's reduction in three parts of pi, Payne and Hanek's (SIGNUM Newsletter 18 (1983), 19-24) of large "
    f"arguments. {_REMEZ}"
)
_INVERSES = f"Sums of angles and half-angles, after W. J. Cody and W. Waite, Software Manual (1980). {_REMEZ}"
_LOGARITHMS = "A logarithm of an argument held in two parts, with the error of its root (T. J. Dekker, 1971)."
_QUOTIENTS = f"{_LOGARITHMS} Of float32 a power of two and the series of arctanh at a quotient."
_ROOTS = f"An estimate from the bits, refined by a polynomial and by Newton's step with an exact residual. {_REMEZ}"
_PIECES = f"Polynomials about the centers of intervals, whose values are held to more than the format's bits. {_REMEZ}"

ROWS: tuple[Row, ...] = (
    # arithmetic
    _arithmetic(
        "add",
        _families("iufc", "x + y", b="x | y"),
        "``x + y``.",
        operator="add",
        algebra=(*_COMMUTES, "identity:any:-0.0"),
    ),
    _arithmetic("subtract", _families("iufc", "x - y"), "``x - y``.", operator="sub", algebra=("identity:right:0.0",)),
    _arithmetic(
        "multiply",
        _families("iuf", "x * y", b="x & y", c="multiply(x, y)"),
        "``x * y``.",
        operator="mul",
        algebra=(*_COMMUTES, "identity:any:1.0"),
    ),
    _arithmetic(
        "divide",
        {"f": "x / y", "c": "divide(x, y)"},
        "``x / y``.",
        operator="truediv",
        cost="divide",
        algebra=("identity:right:1.0",),
    ),
    _arithmetic(
        "floor_divide",
        _families("iuf", "floor_divide(x, y)"),
        "The greatest integer not above ``x / y``; 0 for integer ``y = 0``.",
        operator="floordiv",
        cost="remainder",
        source="Exact long division, by digits of 50 (float32: 20) bits.",
    ),
    _arithmetic(
        "remainder",
        _families("iuf", "remainder(x, y)"),
        "The remainder of `floor_divide`; it has the sign of `y`.",
        operator="mod",
        cost="remainder",
        source="Exact long division, by digits of 50 (float32: 20) bits.",
    ),
    _arithmetic(
        "fmod",
        _families("iuf", "fmod(x, y)"),
        "The remainder of division cut towards zero; it has the sign of `x`.",
        cost="remainder",
        source="Exact long division, by digits of 50 (float32: 20) bits.",
    ),
    _arithmetic(
        "power",
        _families("iuc", "power(x, y)", f="pow(x, y)"),
        "`x` to the power `y`. Integers wrap around; negative integer powers are an error.",
        operator="pow",
        ulp=1.0,
        complex_ulp=3.0,  # while |y log x| < 2^46; beyond, the angle's digits run out
        cost="power",
        domain=((1e-2, 50.0), (-5.0, 5.0)),
        source=f"2 to the power of y times a logarithm in two parts. {_TANG_LOG}",
    ),
    _unary("negative", _families("iufc", "-x"), "``-x``.", operator="neg", algebra=("involution",)),
    _unary("positive", _families("iufc", "x"), "A copy of `x`.", operator="pos"),
    Row(
        "absolute",
        "T->R",
        _families("iufc", "absolute(x)", b="x"),
        "``|x|``; the modulus of a complex number.",
        twin="absolute",
        rule="absolute",
        operator="abs",
        algebra=("idempotent",),
        ulp=EXACT,
        complex_ulp=1.0,
    ),
    _unary(
        "sign",
        _families("iufc", "sign(x)"),
        "-1, 0 or 1 by the sign of `x`; ``x / |x|`` for complex `x`.",
        algebra=("idempotent",),
    ),
    _unary(
        "reciprocal",
        _families("iufc", "reciprocal(x)"),
        "``1 / x``; cut towards zero for integers.",
        cost="divide",
        domain=(POSITIVE,),
    ),
    _unary("square", _families("iuf", "x * x", c="square(x)"), "``x * x``."),
    _unary("sqrt", _families("fc", "sqrt(x)"), "The square root.", cost="divide", domain=(POSITIVE,)),
    Row(
        "rsqrt",
        "T->T",
        {"f": "rsqrt(x)"},
        "``1 / sqrt(x)``.",
        rule="sqrt",
        ulp=1.0,
        domain=(POSITIVE,),
        cost="divide",
        source=_ROOTS,
    ),
    _elementary("cbrt", "The cube root.", families="f", source=_ROOTS),
    _arithmetic(
        "hypot",
        {"f": "hypot(x, y)"},
        "``sqrt(x*x + y*y)`` without over- or underflow on the way.",
        ulp=1.0,
        cost="transcendental",
        algebra=_COMMUTES,
        source="Corrected for the rounding of squares and sum, after C. F. Borges, ACM Trans. Math. Softw. 47 (2020), 1-12.",
    ),
    Row(
        "fma",
        "TTT->T",
        {"f": "fused(x, y, z)"},
        "``x*y + z`` rounded once.",
        rule="result_type:float",
        domain=(WHOLE, WHOLE, WHOLE),
    ),
    # exponentials and logarithms
    _elementary("exp", "e to the power `x`.", (-80.0, 80.0), source=_TANG_EXP),
    _elementary("exp2", "2 to the power `x`.", (-100.0, 100.0), complex_ulp=2.0, source=_TANG_EXP),
    _elementary("expm1", "``exp(x) - 1``, exact near 0.", (-30.0, 80.0), source=_TANG_EXPM1),
    _elementary("log", "The natural logarithm.", POSITIVE, source=_TANG_LOG),
    _elementary("log2", "The logarithm to base 2.", POSITIVE, source=_TANG_LOG),
    _elementary("log10", "The logarithm to base 10.", POSITIVE, source=_TANG_LOG),
    _elementary("log1p", "``log(1 + x)``, exact near 0.", (-0.99, 50.0), source=_TANG_LOG),
    # circular functions
    _elementary("sin", "The sine of `x` radians.", source=_REDUCED),
    _elementary("cos", "The cosine of `x` radians.", source=_REDUCED),
    _elementary("tan", "The tangent of `x` radians.", source=_REDUCED),
    _elementary("arcsin", "The inverse sine, in radians.", UNIT, source=_INVERSES),
    _elementary("arccos", "The inverse cosine, in radians.", UNIT, source=_INVERSES),
    _elementary("arctan", "The inverse tangent, in radians.", source=_INVERSES),
    _arithmetic(
        "arctan2",
        {"f": "arctan2(x, y)"},
        "The angle of the point (`y`, `x`), in radians.",
        ulp=1.0,
        cost="transcendental",
        source=_INVERSES,
    ),
    _elementary("sinh", "The hyperbolic sine.", source=_TANG_EXPM1),
    _elementary("cosh", "The hyperbolic cosine.", source=_TANG_EXPM1),
    _elementary("tanh", "The hyperbolic tangent.", (-10.0, 10.0), source=_TANG_EXPM1),
    _elementary("arcsinh", "The inverse hyperbolic sine.", source=_LOGARITHMS),
    _elementary("arccosh", "The inverse hyperbolic cosine.", (1.0, 50.0), source=_QUOTIENTS),
    _elementary("arctanh", "The inverse hyperbolic tangent.", (-0.999, 0.999), source=_QUOTIENTS),
    _beyond_numpy("sinpi", "``sin(pi * x)``, exact at the halves.", source=_REDUCED),
    _beyond_numpy("cospi", "``cos(pi * x)``, exact at the halves.", source=_REDUCED),
    # special functions
    _beyond_numpy("erf", "The error function.", (-6.0, 6.0), source=_PIECES),
    _beyond_numpy(
        "erfc",
        "``1 - erf(x)``, relatively exact in the tail.",
        (-6.0, 9.0),
        source=f"exp(-x**2), the square split exactly, times a function by intervals. {_PIECES}",
    ),
    _beyond_numpy(
        "gamma",
        "The gamma function.",
        (0.1, 30.0),
        cost="special",
        source=f"Stirling's series (NIST DLMF 5.11) from 8 on. {_PIECES}",
    ),
    _beyond_numpy(
        "lgamma",
        "The logarithm of ``|gamma(x)|``.",
        (0.1, 50.0),
        cost="special",
        source=f"Stirling's series (NIST DLMF 5.11) from 8 on. {_PIECES}",
    ),
    _beyond_numpy("sigmoid", "``1 / (1 + exp(-x))``.", source=_TANG_EXPM1),
    _beyond_numpy("softplus", "``log(1 + exp(x))``.", source=_TANG_LOG),
    # rounding and the parts of a number
    _unary(
        "floor", _families("biu", "x", f="floor(x)"), "The greatest integer not above `x`.", algebra=("idempotent",)
    ),
    _unary("ceil", _families("biu", "x", f="ceil(x)"), "The least integer not below `x`.", algebra=("idempotent",)),
    _unary(
        "trunc", _families("biu", "x", f="trunc(x)"), "`x` cut to an integer towards zero.", algebra=("idempotent",)
    ),
    _unary("rint", _families("fc", "rint(x)"), "The nearest integer, ties to even.", algebra=("idempotent",)),
    _arithmetic("copysign", {"f": "copysign(x, y)"}, "The magnitude of `x` with the sign of `y`."),
    _arithmetic("nextafter", {"f": "nextafter(x, y)"}, "The next number after `x` towards `y`."),
    Row(
        "ldexp",
        "TI->T",
        {"f": "ldexp(x, y)"},
        "``x * 2**y``, rounded once.",
        twin="ldexp",
        rule="ldexp",
        domain=(WHOLE, (-30.0, 30.0)),
    ),
    # extrema
    _arithmetic(
        "maximum",
        _families("iufc", "maximum(x, y)", b="x | y"),
        "The greater; NaN where either is NaN.",
        algebra=("idempotent2",),
    ),
    _arithmetic(
        "minimum",
        _families("iufc", "minimum(x, y)", b="x & y"),
        "The lesser; NaN where either is NaN.",
        algebra=("idempotent2",),
    ),
    _arithmetic(
        "fmax",
        _families("iu", "maximum(x, y)", b="x | y", f="fmax(x, y)", c="fmax(x, y)"),
        "The greater; a NaN counts as missing.",
    ),
    _arithmetic(
        "fmin",
        _families("iu", "minimum(x, y)", b="x & y", f="fmin(x, y)", c="fmin(x, y)"),
        "The lesser; a NaN counts as missing.",
    ),
    Row(
        "clip",
        "TTT->T",
        _families("iufc", "minimum(maximum(x, y), z)", b="(x | y) & z"),
        "`x` held between the bounds `y` and `z`; `z` wins where ``y > z``.",
        twin="clip",
        rule="result_type",
        domain=(WHOLE, (-10.0, 0.0), (0.0, 10.0)),
    ),
    # comparisons and tests
    _comparison("equal", "``x == y``.", "eq", algebra=_COMMUTES),
    _comparison("not_equal", "``x != y``.", "ne", algebra=_COMMUTES),
    _comparison("less", "``x < y``; complex numbers compare by real part, then imaginary part.", "lt"),
    _comparison("less_equal", "``x <= y``.", "le"),
    _comparison("greater", "``x > y``.", "gt"),
    _comparison("greater_equal", "``x >= y``.", "ge"),
    _test("isnan", "Whether `x` is not a number."),
    _test("isinf", "Whether `x` is an infinity."),
    _test("isfinite", "Whether `x` is neither an infinity nor NaN."),
    _test("signbit", "Whether the sign bit is set.", "f"),
    # logic and bits
    _comparison("logical_and", "Whether both are non-zero.", algebra=_COMMUTES),
    _comparison("logical_or", "Whether either is non-zero.", algebra=_COMMUTES),
    _comparison("logical_xor", "Whether exactly one is non-zero.", algebra=_COMMUTES),
    _test("logical_not", "Whether `x` is zero."),
    _arithmetic("bitwise_and", _families("biu", "x & y"), "``x & y``, bit by bit.", operator="and", algebra=_COMMUTES),
    _arithmetic("bitwise_or", _families("biu", "x | y"), "``x | y``, bit by bit.", operator="or", algebra=_COMMUTES),
    _arithmetic("bitwise_xor", _families("biu", "x ^ y"), "``x ^ y``, bit by bit.", operator="xor", algebra=_COMMUTES),
    _unary(
        "invert",
        _families("iu", "~x", b="invert(x)"),
        "``~x``, bit by bit; logical not of bools.",
        operator="invert",
        algebra=("involution",),
    ),
    _arithmetic(
        "left_shift",
        _families("iu", "left_shift(x, y)"),
        "``x << y``; 0 where all bits are shifted out.",
        operator="lshift",
    ),
    _arithmetic(
        "right_shift",
        _families("iu", "right_shift(x, y)"),
        "``x >> y``; the sign fills in from the left.",
        operator="rshift",
    ),
    # choice
    Row(
        "where",
        "bTT->T",
        _families("biufc", "where(x, y, z)"),
        "`y` where `x` is true, else `z`.",
        twin="where",
        rule="result_type:where",
        domain=((0.0, 1.0), WHOLE, WHOLE),
    ),
    # complex numbers
    _unary("conjugate", _families("iuf", "x", c="conjugate(x)"), "The complex conjugate.", algebra=("involution",)),
    Row("real", "T->R", _families("biuf", "x", c="real(x)"), "The real part.", twin="real", rule="result_type"),
    Row(
        "imag",
        "T->R",
        _families("biuf", "x ^ x", f="imag(x)", c="imag(x)"),
        "The imaginary part.",
        twin="imag",
        rule="result_type",
    ),
    Row(
        "angle",
        "T->R",
        _families("fc", "angle(x)"),
        "The angle of a complex number, in radians.",
        twin="angle",
        rule="result_type:float",
        ulp=1.0,
        complex_ulp=1.0,
        cost="transcendental",
        source=_INVERSES,
    ),
)

OPCODE = {row.name: opcode for opcode, row in enumerate(ROWS)}
BY_NAME = {row.name: row for row in ROWS}
#: converts a register to another dtype; not a row, because its two dtypes are the operation
CAST = len(ROWS)
#: alternative names, as NumPy has them
ALIASES = {"abs": "absolute", "true_divide": "divide", "mod": "remainder", "conj": "conjugate", "pow": "power",
           "bitwise_not": "invert", "bitwise_invert": "invert", "acos": "arccos", "asin": "arcsin", "atan": "arctan",
           "atan2": "arctan2", "acosh": "arccosh", "asinh": "arcsinh", "atanh": "arctanh"}  # fmt: skip
#: prices by class, in nanoseconds an element of f64, for rows without a measurement
COST_CLASS = {"cheap": 0.15, "divide": 0.5, "remainder": 2.0, "transcendental": 1.0, "power": 4.0, "special": 8.0}


class Superinstruction(NamedTuple):
    """Two cheap rows run as one loop: ``(x first y) second z``, or ``z second (x first y)`` where `mirrored`.

    It computes with the same vector expressions as the rows, so the bits stay the same; it saves a pass over a register.
    """

    first: str
    second: str
    mirrored: bool

    @property
    def name(self) -> str:
        return f"{self.first}_{self.second}" + ("_mirrored" if self.mirrored else "")

    @property
    def formula(self) -> str:
        inner = f"({BY_NAME[self.first].formulas['f']})"
        left, right = ("z", inner) if self.mirrored else (inner, "z")
        return BY_NAME[self.second].formulas["f"].replace("x", "@").replace("y", right).replace("@", left)


_PAIRED = ("add", "subtract", "multiply")
SUPERINSTRUCTIONS = tuple(
    Superinstruction(first, second, mirrored)
    for first in _PAIRED
    for second in _PAIRED
    for mirrored in (False, True)
    if not mirrored or "commutative" not in BY_NAME[second].algebra
)
#: opcodes of the superinstructions follow the rows and CAST
SUPER_OPCODE = {(s.first, s.second, s.mirrored): CAST + 1 + i for i, s in enumerate(SUPERINSTRUCTIONS)}
#: an expression of the rows below on real numbers, evaluated in machine registers: `_kernels/expression.h`
EXPRESSION = CAST + 1 + len(SUPERINSTRUCTIONS)
EXPRESSION_ROWS = (*_PAIRED, "square")
#: the most operands of an expression, the most values that it sets aside, and the most operations in it
EXPRESSION_INPUTS, EXPRESSION_KEPT, EXPRESSION_LENGTH = 8, 8, 32
#: what the entries of that code do, by number: the accumulator becomes this, of itself and of two places `a` and `b`;
#: ``keep`` copies it to a place, ``end`` to the result
MICRO_OPERATIONS = (
    *[f"{row}({operands})" for operands in ("a, b", "acc, a", "a, acc") for row in _PAIRED],
    *[f"{row}(acc, {inner}(a, b))" for row in _PAIRED for inner in _PAIRED],
    *[f"{row}({inner}(a, b), acc)" for row in _PAIRED for inner in _PAIRED],
    "square(acc)",
    "keep",
    "end",
)
N_OPCODES = EXPRESSION + 1
