"""What ``docs/differences.md`` states is so: every departure from NumPy, and every "as in NumPy"."""

import warnings

import numpy as np
import pytest

import tenferro as tf

INF, NAN = np.inf, np.nan


# ---- errors and warnings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "operands"),
    [
        ("log", ([-1.0, 0.0],)),
        ("divide", ([1.0, 0.0], [0.0, 0.0])),
        ("exp", ([1000.0, -1000.0],)),
        ("sqrt", ([-1.0],)),
        ("floor_divide", ([7, -7, 0], [0, 0, 0])),
        ("remainder", ([7, -7, 0], [0, 0, 0])),
        ("multiply", ([1e300], [1e300])),
    ],
)
def test_no_call_warns_or_raises_for_floating_point(function, operands):
    arrays = [np.array(operand) for operand in operands]
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        result = getattr(tf, function)(*arrays)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(result, getattr(np, function)(*arrays))


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u8"])
def test_integer_division_by_zero_is_zero(dtype):
    x, zero = np.array([0, 1, 100], dtype), np.zeros(3, dtype)
    assert tf.floor_divide(x, zero).tolist() == [0, 0, 0]
    assert tf.remainder(x, zero).tolist() == [0, 0, 0]


def test_a_negative_integer_power_is_refused_before_anything_is_written():
    out = np.full(5000, 7)
    exponents = np.ones(5000, np.int64)
    exponents[-1] = -1
    with pytest.raises(ValueError, match="negative integer power"):
        tf.power(np.full(5000, 2), exponents, out=out)
    assert (out == 7).all()


# ---- what goes in ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "operand",
    [
        np.zeros(3, np.longdouble),
        np.zeros(3, np.clongdouble),
        np.array([1, "a", None], object),
        np.array(["a"]),
        np.zeros(3, "M8[s]"),
        np.zeros(3, "m8[s]"),
        np.zeros(3, [("a", "f8")]),
    ],
    ids=lambda operand: str(operand.dtype),
)
@pytest.mark.parametrize(("function", "operands"), [("add", 2), ("exp", 1)])
def test_dtypes_that_are_refused(function, operands, operand):
    if operand.dtype in (np.float64, np.complex128):
        pytest.skip("long double is double on this platform")
    with pytest.raises(TypeError, match=function):
        getattr(tf, function)(*(operand,) * operands)


def test_bounds_of_bools_end_where_int64_does():
    x = np.array([True, False])
    assert tf.clip(x, 0, 2**70).tolist() == [1, 0]
    with pytest.raises(OverflowError):
        np.clip(x, 0, 2**70)


def test_a_complex_number_left_of_a_float64_scalar():
    def product(a, x):
        return a * x

    assert type(product(1j, np.float64(2))) is complex
    assert type(tf.fuse(product)(1j, np.float64(2))) is np.complex128


def test_operators_in_text_are_ufuncs():
    assert tf.evaluate("1/0", {}) == INF
    assert tf.evaluate("2**64", {}) == 0 and tf.evaluate("2**64", {}).dtype == np.int64
    assert tf.evaluate("True + True", {}) is np.True_
    assert tf.evaluate("a*2", {"a": [1, 2]}).tolist() == [2, 4]
    assert tf.evaluate("a*2.5", {"a": np.ones(1, "f4")}).dtype == np.float32


def test_subclasses_come_back_as_plain_arrays():
    class Kind(np.ndarray):
        pass

    x = np.arange(4.0)
    for operand in (x.view(Kind), np.asmatrix(x), np.ma.array(x, mask=False), np.ma.array(x)):
        for result in (tf.add(operand, 1.0), tf.fuse(lambda x: x + 1.0)(operand)):
            assert type(result) is np.ndarray
            assert result.ravel().tolist() == [1.0, 2.0, 3.0, 4.0]


class Quantity(np.ndarray):
    def __array_ufunc__(self, *arguments, **keywords):
        return "asked"


@pytest.mark.parametrize(
    ("operand", "way_out"),
    [
        (np.ma.masked_less(np.arange(4.0), 2), "filled"),
        (np.arange(4.0).view(Quantity), "view"),
    ],
    ids=["masked", "quantity"],
)
def test_what_would_lose_something_is_refused(operand, way_out):
    x = np.arange(4.0)
    calls = [
        lambda: tf.add(operand, 1.0),
        lambda: tf.add(1.0, operand),
        lambda: tf.add(x, 1.0, out=operand),
        lambda: tf.fuse(lambda x: x + 1.0)(operand),
        lambda: tf.fuse(lambda x: x + 1.0)(x, out=operand),
        lambda: tf.fuse(lambda x: x["a"] + 1.0)({"a": operand}),
        lambda: tf.evaluate("a + 1", {"a": operand}),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=way_out):
            call()
    mask = np.ma.masked_array([True, False, True, True], mask=[0, 0, 1, 0])
    with pytest.raises(TypeError, match="filled"):
        tf.add(x, 1.0, where=mask, out=np.zeros(4))


@pytest.mark.parametrize(
    "out",
    [
        np.lib.stride_tricks.as_strided(np.zeros(1), (4,), (0,)),
        np.lib.stride_tricks.as_strided(np.zeros(5), (4,), (4,)),
        np.lib.stride_tricks.as_strided(np.zeros(8), (2, 4), (8, 8)),
    ],
    ids=["stride 0", "half an item", "windows"],
)
def test_an_out_that_overlaps_itself_is_refused(out):
    x = np.ones(out.shape)
    for call in (lambda: tf.add(x, 1.0, out=out), lambda: tf.fuse(lambda x: x + 1.0)(x, out=out)):
        with pytest.raises(ValueError, match="overlaps itself"):
            call()
    assert not out.any()


@pytest.mark.parametrize("n", [1, 5, 70_000])
def test_elements_left_out_by_where_are_zero(n):
    x = np.full(n, 3.0)
    x + x
    tf.add(x, x)
    mask = np.arange(n) % 2 == 1
    assert (tf.add(x, x, where=mask) == np.where(mask, 6.0, 0.0)).all()
    assert not tf.add(x, x, where=False).any()
    assert not tf.less(x, 9.0, where=~mask)[mask].any()


def test_other_objects_are_not_asked():
    class Asked:
        def __array_ufunc__(self, *arguments, **keywords):
            return "asked"

    assert np.add(1.0, Asked()) == "asked"
    with pytest.raises(TypeError, match="add"):
        tf.add(1.0, Asked())


@pytest.mark.parametrize("keyword", ["subok", "signature", "axes"])
def test_keywords_that_are_not_there(keyword):
    with pytest.raises(TypeError, match=keyword):
        tf.add(1.0, 2.0, **{keyword: None})


# ---- what comes out -------------------------------------------------------------------------------------------------


def test_zero_dimensional_in_gives_a_scalar_out():
    for operand in (np.array(2.0), np.float64(2.0), 2.0):
        assert type(tf.sqrt(operand)) is type(np.sqrt(operand)) is np.float64
    out = np.empty(())
    assert tf.sqrt(np.array(4.0), out=out) is out


def test_a_large_result_lives_in_the_pool():
    result = tf.add(np.ones(1 << 20), 1.0)
    assert result.base is not None
    assert not result.flags.owndata
    assert result.flags.writeable
    assert result.flags.c_contiguous


def test_a_pooled_result_is_not_resized():
    result = tf.add(np.ones(1 << 20), 1.0)
    assert isinstance(result.base, tf.Buffer)
    with pytest.raises(ValueError, match="resize"):
        result.resize(5)


@pytest.mark.parametrize("function", ["real", "imag", "positive", "conjugate"])
def test_results_are_never_views(function):
    for x in (np.ones(5), np.ones(5, np.complex128)):
        assert not np.shares_memory(getattr(tf, function)(x), x)


def test_half_precision_computes_in_single():
    x = np.linspace(-4, 4, 1001).astype(np.float16)
    result = tf.exp(x)
    assert result.dtype == np.float16
    np.testing.assert_array_equal(result, tf.exp(x.astype(np.float32)).astype(np.float16))


@pytest.mark.parametrize("function", ["exp", "sqrt", "sin"])
def test_bools_follow_numpys_rule(function):
    x = np.array([False, True])
    ours, numpys = getattr(tf, function)(x), getattr(np, function)(x)
    assert ours.dtype == numpys.dtype == np.float16
    np.testing.assert_allclose(ours.astype("f8"), numpys.astype("f8"), rtol=1e-3)


# ---- values ---------------------------------------------------------------------------------------------------------


def test_clip_keeps_its_first_scalar_weak():
    for dtype, scalar in (("f4", 2.5), ("f4", 2), ("i1", 2)):
        bounds = np.array([1, 3], dtype)
        assert tf.clip(scalar, bounds, bounds).dtype == dtype
        assert np.clip(scalar, bounds, bounds).dtype != dtype
        assert tf.clip(bounds, scalar, scalar).dtype == np.clip(bounds, scalar, scalar).dtype == dtype


def test_signs_of_zero():
    assert not np.signbit(tf.sign(np.array([-0.0, 0.0]))).any()
    fused = tf.fuse(lambda x: np.sign(x))
    assert not np.signbit(fused(np.array([-0.0, 0.0]))).any()


def test_power_of_a_half_follows_ieee():
    x = np.array([-0.0, -INF, 0.0, INF, 4.0])
    result = tf.power(x, 0.5)
    assert result.tolist() == [0.0, INF, 0.0, INF, 2.0]
    assert not np.signbit(result).any()
    np.testing.assert_array_equal(tf.fuse(lambda x: x**0.5)(x), result)


@pytest.mark.parametrize("n", [1, 3, 8, 17, 4097])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_one_of_two_zeros_is_the_same_everywhere(n, dtype):
    for function in (tf.maximum, tf.minimum):
        for x, y in ((0.0, -0.0), (-0.0, 0.0)):
            alone = np.signbit(function(np.array([x], dtype), np.array([y], dtype)))
            signs = np.signbit(function(np.full(n, x, dtype), np.full(n, y, dtype)))
            assert (signs == alone).all()


def test_the_root_below_the_cut():
    z = tf.negative(np.array([9 + 0j]))
    assert tf.sqrt(z)[0] == np.sqrt(-np.array([9 + 0j]))[0] == -3j


def test_fused_gives_the_bits_of_the_direct_calls():
    x = np.linspace(0.1, 3.0, 5001)
    fused = tf.fuse(lambda x: np.tanh(np.sin(x * x + x) * x + 0.5))
    direct = tf.tanh(tf.add(tf.multiply(tf.sin(tf.add(tf.multiply(x, x), x)), x), 0.5))
    np.testing.assert_array_equal(fused(x), direct)
