"""`evaluate` and the command line: what stands in a text has the values of NumPy's ufuncs."""

import itertools
import time

import numpy as np
import pytest

import tenferro as tf

X = np.array([0.0, 1.0, 2.0])
SYMBOLS = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "//": np.floor_divide, "%": np.remainder,
    "**": np.power, "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor, "<<": np.left_shift,
    ">>": np.right_shift, "==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater,
    ">=": np.greater_equal,
}  # fmt: skip
OPERANDS = (
    True, False, 0, 1, 2, -3, 7, 2**40, 0.0, -0.0, 1.5, -8.0, np.inf, np.nan, 1 + 2j, np.float64(2.5), np.float32(-1.5),
    np.int8(3), np.uint8(250), np.bool_(True), np.array(2.5, "f4"), np.array(3), [1, 2, 3], [1.5, 2, 3], (1, 0, 2), X,
    np.array([1, 2, 3], "i1"), np.array([True, False, True]),
)  # fmt: skip


def as_ufuncs_see(value):
    """What a ufunc is given: bools and lists are arrays, Python's other numbers stay weak."""
    return value if type(value) in (int, float, complex) else np.asarray(value)[()]


def outcome(function, *operands):
    try:
        with np.errstate(all="ignore"):
            return function(*operands)
    except Exception as error:
        return type(error)


def same(one, other) -> bool:
    if isinstance(one, type) or isinstance(other, type):
        return one is other or (isinstance(one, type) and isinstance(other, type) and issubclass(one, other))
    rtol = 0 if one.dtype.kind in "biu" else 4 * np.finfo(one.dtype).eps
    if not isinstance(other, (np.ndarray, np.generic)) or one.dtype != other.dtype or np.shape(one) != np.shape(other):
        return False
    with np.errstate(all="ignore"):
        return np.allclose(one, other, rtol=rtol, atol=0, equal_nan=True)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_operands_of_all_kinds(symbol):
    ufunc = SYMBOLS[symbol]
    for a, b in itertools.product(OPERANDS, OPERANDS):
        if symbol in ("<<", ">>") and np.min(b) < 0:
            continue  # C says nothing of such shifts
        if symbol == "**" and "c" in (np.asarray(a).dtype.kind, np.asarray(b).dtype.kind):
            continue  # NumPy's complex powers have bits of their own: docs/differences.md
        expected = outcome(ufunc, as_ufuncs_see(a), as_ufuncs_see(b))
        got = outcome(lambda a, b: tf.evaluate(f"a {symbol} b", {"a": a, "b": b}), a, b)
        assert same(expected, got), (a, b, expected, got)
        scaled = outcome(np.multiply, X, expected) if not isinstance(expected, type) else expected
        if not isinstance(scaled, type) and type(a) not in (int, float, complex):
            got = outcome(lambda a, b: tf.evaluate(f"x*(a {symbol} b)", {"a": a, "b": b, "x": X}), a, b)
            assert same(scaled, got), (a, b, scaled, got)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("x*(~(a > b))", {"a": 2.0, "b": 1.0}, np.zeros(3)),
        ("x*(a/b)", {"a": 1.0, "b": 0.0}, np.array([np.nan, np.inf, np.inf])),
        ("a**b", {"a": -8.0, "b": 1 / 3}, np.float64(np.nan)),
        ("10.**400", {}, np.float64(np.inf)),
        ("True + True", {}, np.True_),
        ("a << b", {"a": 1, "b": 3}, np.int64(8)),
        ("a << b", {"a": 1, "b": 64}, np.int64(0)),
        ("a*3", {"a": [1, 2]}, np.array([3, 6])),
        ("a", {"a": [1, 2]}, np.array([1, 2])),
        ("a", {"a": 1j}, np.complex128(1j)),
        ("2", {}, np.int64(2)),
        ("1/0", {}, np.float64(np.inf)),
        ("7//0", {}, np.int64(0)),
        ("sqrt(-1)", {}, np.float64(np.nan)),
        ("9**9**9", {}, np.power(np.int64(9), np.power(np.int64(9), np.int64(9)))),
        ("a*2.5", {"a": np.float32(3)}, np.float32(7.5)),
        ("a*(2*1.25)", {"a": np.ones(2, "f4")}, np.full(2, 2.5, "f4")),
        ("a*(1/3)", {"a": np.ones(1, "f4")}, np.array([1 / 3], "f4")),
        ("where(a > b, 1, 2)", {"a": 1, "b": 2}, np.int64(2)),
    ],
)
def test_values_and_dtypes(text, values, expected):
    result = tf.evaluate(text, values | {"x": X})
    assert isinstance(result, (np.ndarray, np.generic))
    assert result.dtype == expected.dtype and result.shape == expected.shape
    np.testing.assert_array_equal(result, expected)


def test_a_negative_shift_is_no_error():
    assert isinstance(tf.evaluate("a << b", {"a": 1, "b": -1}), np.int64)


@pytest.mark.parametrize(
    ("text", "value"),
    [("a+a", "s"), ("a", "s"), ("a", None), ("x*a", None), ("a+1", object()), ("a+1", ["s"]), ("x+a", {}), ("a", b"1")],
)
def test_what_is_no_array_of_numbers_is_named(text, value):
    with pytest.raises(TypeError, match="'a' in "):
        tf.evaluate(text, {"a": value, "x": X})


def test_a_masked_array_is_named():
    with pytest.raises(TypeError, match=r"'a' in 'a \+ 1' is a masked array"):
        tf.evaluate("a + 1", {"a": np.ma.masked_array([1, 2], [False, True])})


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9**9", "x*9**9**9**9", "9.0**9**9**9", "2**10**10", "1<<1<<60", "(((9**99)**99)**99)**99", "10**400*x",
        "(" * 150 + "1" + ")" * 150, "1+" * 9000 + "1", "-" * 5000 + "x", "9" * 5000, "0x" + "f" * 90_000,
        "x*" * 40_000, "*".join(["x"] * 9_000), "~" * 4_000 + "1",
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_no_text_takes_long(text):
    used = time.process_time()
    try:
        tf.evaluate(text, {"x": X})
    except (tf.ExpressionError, ValueError, OverflowError):
        pass
    assert time.process_time() - used < 10  # of the ages that Python's own integers would take


def test_out():
    out = np.empty(3)
    assert tf.evaluate("x + 1", {"x": X}, out=out) is out
    assert out.tolist() == [1, 2, 3]
    assert tf.evaluate("1 + 1", {}, out=out) is out
    assert out.tolist() == [2, 2, 2]
    narrow = np.zeros(3, "f4")
    with pytest.raises(TypeError, match="float64 to out's float32 with casting='safe'"):
        tf.evaluate("x + 1", {"x": X}, out=narrow)
    assert not narrow.any()
    assert tf.evaluate("x + 1", {"x": X}, out=narrow, casting="same_kind") is narrow
    assert narrow.tolist() == [1, 2, 3]
    for _ in range(2):  # what another rule of casting made is not found by this one
        with pytest.raises(TypeError, match="with casting='safe'"):
            tf.evaluate("x + 1", {"x": X}, out=narrow)
    with pytest.raises(ValueError, match=r"\(2,\).*\(3,\)"):
        tf.evaluate("x + 1", {"x": X}, out=np.empty(2))
    with pytest.raises(ValueError, match="casting must be"):
        tf.evaluate("x + 1", {"x": X}, casting="any")
    with pytest.raises(ValueError, match="order must be"):
        tf.evaluate("x + 1", {"x": X}, order="Z")


def test_names_are_the_callers():
    x, y = X, 2.0
    np.testing.assert_array_equal(tf.evaluate("x*y"), X * 2)
    np.testing.assert_array_equal(tf.evaluate("x*OPERANDS_2", {"x": X}, {"OPERANDS_2": 3}), X * 3)
    np.testing.assert_array_equal(tf.evaluate("X + y"), X + y)  # a local and a global
    with pytest.raises(KeyError, match="'nothing'"):
        tf.evaluate("x*nothing")
    assert x is X
