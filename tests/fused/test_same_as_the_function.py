"""A fused function equals the undecorated one: scalars, dtypes and errors included."""

import itertools
import operator

import numpy as np
import pytest

import tenferro as tf

NAMES = "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift eq ne lt le gt ge".split()
INTS = (0, 1, 2, -1, -3, 7, 200, 2**40, 2**70)
FLOATS = (0.0, -0.0, 1.5, -2.0, np.inf, np.nan, 1e308)
COMPLEX = (0j, 1 + 2j, -1j)
NUMBERS = (True, False, *INTS, *FLOATS, *COMPLEX)
ARRAYS = {
    "no array": None, "float64": np.array([0.0, 1, 2, -3]), "float32": np.array([1.5, 2], "f4"),
    "int64": np.array([0, 1, 2, -3]), "int8": np.array([1, 2, 3], "i1"), "uint64": np.array([1, 2], "u8"),
    "bool": np.array([True, False]), "complex128": np.array([1.5, 2j]), "0-d": np.array(2.5, "f4"),
    "scalar": np.int8(3),
}  # fmt: skip
UNARY = {
    "-": operator.neg, "+": operator.pos, "~": operator.invert, "abs": abs, "bool": bool, "float": float, "int": int,
    "conjugate": lambda a: a.conjugate(), "real": lambda a: a.real, "imag": lambda a: a.imag,
    "max": lambda a: max(a, 1.0),
    "exp": np.exp, "sqrt": np.sqrt, "negative": np.negative, "isnan": np.isnan, "sign": np.sign, "not": lambda a: not a,
}  # fmt: skip


def outcome(function, operands):
    try:
        with np.errstate(all="ignore"):
            return function(*operands)
    except Exception as error:
        return type(error)


def same(one, other) -> bool:
    """The same type of result or error, dtype and shape; values but for the last bits of functions."""
    if isinstance(one, type) or isinstance(other, type):
        return one is other
    if isinstance(one, (np.ndarray, np.generic)):
        if type(one) is not type(other) or one.dtype != other.dtype or one.shape != other.shape:
            return False
        rtol = 0 if one.dtype.kind in "biu" else 4 * np.finfo(one.dtype).eps
        with np.errstate(all="ignore"):
            return np.allclose(one, other, rtol=rtol, atol=0, equal_nan=True)
    return type(one) is type(other) and repr(one) == repr(other)


def hopeless(name, a, b) -> bool:
    """Whether Python would compute an integer of no end."""
    return name in ("pow", "lshift") and isinstance(a, int) and isinstance(b, int) and b >= 200


def check(function, operands):
    expected, got = outcome(function, operands), outcome(tf.fuse(function), operands)
    assert same(expected, got), (operands, expected, got)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("array", ARRAYS)
def test_an_operator_between_numbers(name, array):
    apply, x = getattr(operator, name), ARRAYS[array]
    for a, b in itertools.product(NUMBERS, NUMBERS):
        if hopeless(name, a, b):
            continue
        if x is None:
            check(lambda a, b: apply(a, b), (a, b))
        else:
            check(lambda a, b, x: x * apply(a, b), (a, b, x))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("array", [name for name in ARRAYS if ARRAYS[name] is not None])
def test_an_operator_between_an_array_and_a_number(name, array):
    apply, x = getattr(operator, name), ARRAYS[array]
    for a in NUMBERS:
        if name == "pow" and "c" in (np.asarray(x).dtype.kind, np.asarray(a).dtype.kind):
            continue  # NumPy's complex powers have bits of their own: docs/differences.md
        if "shift" in name and type(a) in (int, bool) and not 0 <= a < 8:
            continue  # beyond the width C says nothing
        check(lambda a, x: apply(x, a), (a, x))
        check(lambda a, x: apply(a, x), (a, x))


@pytest.mark.parametrize("name", UNARY)
def test_a_function_of_one_number(name):
    apply = UNARY[name]
    for a, x in itertools.product(NUMBERS, ARRAYS.values()):
        if x is None:
            check(lambda a: apply(a), (a,))
        elif not isinstance(outcome(apply, (a,)), type):
            check(lambda a, x: x * apply(a), (a, x))


def test_round_of_a_number_is_pythons():
    for a in (2.5, -0.0, 7, True, np.inf, np.nan, 1j):
        check(lambda a: round(a), (a,))
        check(lambda a: round(a, 1), (a,))


def test_numbers_that_only_meet_floats_are_not_looked_at():
    fused = tf.fuse(lambda x, a: x * (2 * a + 1 - a / 4))
    x = np.ones(3)
    for a in (1.0, 2.0, 3.5):
        np.testing.assert_array_equal(fused(x, a), x * (2 * a + 1 - a / 4))
    assert fused.counters()["traces"] == 1
