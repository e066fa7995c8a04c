"""What may be an operand: array-likes, Python scalars, subclasses, other libraries' arrays."""

import array
import decimal

import numpy as np
import pytest

import tenferro as tf


class Producer:
    """Another library's array, as far as DLPack tells."""

    def __init__(self, held):
        self.held = held

    def __dlpack__(self, **keywords):
        return self.held.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.held.__dlpack_device__()


class WithArray:
    def __init__(self, held):
        self.held = held

    def __array__(self, dtype=None, copy=None):
        return self.held if dtype is None else self.held.astype(dtype)


class WithInterface:
    def __init__(self, held):
        self.held = held
        self.__array_interface__ = held.__array_interface__


@pytest.mark.parametrize(
    "operand",
    [
        [1.0, 2.0, 3.0],
        (1.0, 2.0, 3.0),
        np.array([1.0, 2, 3]),
        memoryview(np.array([1.0, 2, 3])),
        array.array("d", [1, 2, 3]),
        Producer(np.array([1.0, 2, 3])),
        WithArray(np.array([1.0, 2, 3])),
        WithInterface(np.array([1.0, 2, 3])),
        Producer(np.arange(6.0)[1:4]),
        np.matrix([[1.0, 2, 3]]),
        np.ma.array([1.0, 2, 3], mask=[0, 0, 0]),
        np.array([1.0, 2, 3]).view(type("Sub", (np.ndarray,), {})),
    ],
    ids=lambda operand: type(operand).__name__,
)
def test_array_likes(operand):
    got = tf.add(operand, 1.0)
    assert type(got) is np.ndarray and got.ravel().tolist() == [2.0, 3.0, 4.0]
    assert tf.add(1.0, operand).ravel().tolist() == [2.0, 3.0, 4.0]


def test_strided_producer():
    assert tf.negative(Producer(np.arange(10.0)[::3])).tolist() == [0, -3, -6, -9]
    assert tf.negative(Producer(np.arange(6.0).reshape(2, 3).T)).shape == (3, 2)


def test_producer_that_fails():
    class Broken:
        def __dlpack__(self, **keywords):
            raise RuntimeError("on another device")

        def __dlpack_device__(self):
            return (1, 0)

    with pytest.raises(TypeError, match="add.*Broken"):
        tf.add(np.ones(3), Broken())


def test_memmap(tmp_path):
    stored = np.memmap(tmp_path / "x", "f4", "w+", shape=(100,))
    stored[:] = np.arange(100)
    assert (tf.sqrt(stored) == np.sqrt(np.arange(100, dtype="f4"))).all()
    tf.add(stored, 1, out=stored)
    assert stored[99] == 100


def test_bytes_are_text_and_decimals_are_objects():
    for bad in (b"abc", "abc", decimal.Decimal(1)):
        with pytest.raises(TypeError, match="add"):
            tf.add(bad, 1.0)


@pytest.mark.parametrize(
    "scalar", [True, 2, 2.5, 2j, np.float32(2.5), np.int8(3), np.bool_(1), np.complex64(1j), np.float16(2)]
)
@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_scalars_promote_as_numpys(scalar, dtype):
    x = np.array([1, 0, 1], dtype)
    for function in ("add", "multiply", "maximum", "equal", "where", "clip"):
        # np.clip makes an array of a scalar first; the ufunc behind it, as all others, takes it as weak
        mine, theirs = getattr(tf, function), np._core.umath.clip if function == "clip" else getattr(np, function)
        for operands in ((x, scalar), (scalar, x)):
            if function == "where":
                operands = ([True, False, True], *operands)
            if function == "clip":
                operands = (*operands, operands[1])
            got, right = mine(*operands), theirs(*operands)
            assert got.dtype == right.dtype, (function, operands)
            assert (got == right).all(), (function, operands)


def test_scalars_alone():
    assert type(tf.add(1, 2)) is np.int64 and tf.add(1, 2) == 3
    assert type(tf.add(1.5, 2)) is np.float64
    assert type(tf.add(1, 2j)) is np.complex128
    assert type(tf.add(True, 2)) is np.int64
    assert type(tf.add(np.float32(1), 2.0)) is np.float32
    assert type(tf.exp(1)) is np.float64
    assert type(tf.less(1, 2)) is np.bool_


def test_comparison_with_integers_out_of_range():
    x = np.array([-128, 0, 127], "i1")
    assert tf.less(x, 1000).tolist() == [True] * 3
    assert tf.equal(x, 1000).tolist() == [False] * 3
    assert tf.greater(x, -(10**30)).tolist() == [True] * 3
    out = np.zeros(3, bool)
    assert tf.less(x, 10**30, out=out) is out and out.all()


@pytest.mark.parametrize("name", ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"])
def test_int64_with_uint64_compare_exactly(name):
    signed = np.array([-1, 0, 2**62 + 1, 2**63 - 1, -(2**63), 5], "i8")
    unsigned = np.array([2**64 - 1, 0, 2**62, 2**63, 2**63, 5], "u8")
    for x, y in ((signed, unsigned), (unsigned, signed), (signed[:, None], unsigned)):
        assert (getattr(tf, name)(x, y) == getattr(np, name)(x, y)).all()
    assert getattr(tf, name)(signed[0], unsigned[0]) == getattr(np, name)(signed[0], unsigned[0])


def test_out_forms():
    x = np.arange(3.0)
    for form in ((lambda out: out), (lambda out: (out,))):
        out = np.zeros(3)
        assert tf.add(x, 1, out=form(out)) is out and out.tolist() == [1, 2, 3]
        assert tf.add(x, 1, form(out)) is out  # positional, as ufuncs take it
    assert tf.add(x, 1, out=None).tolist() == [1, 2, 3]
    assert tf.add(x, 1, out=(None,)).tolist() == [1, 2, 3]
    zero_d = np.zeros(())
    assert tf.add(1.0, 2.0, out=zero_d) is zero_d and zero_d == 3
    broad = np.zeros((2, 3))
    assert tf.add(x, 1, out=broad) is broad and broad.tolist() == [[1, 2, 3]] * 2


def test_out_of_subclass_and_foreign_byte_order():
    sub = np.zeros(3).view(type("Sub", (np.ndarray,), {}))
    assert tf.add(np.arange(3.0), 1, out=sub) is sub and sub.tolist() == [1, 2, 3]
    swapped = np.zeros(3, np.dtype("f8").newbyteorder())
    assert tf.add(np.arange(3.0), 1, out=swapped) is swapped and swapped.tolist() == [1, 2, 3]
    narrow = np.zeros(3, np.dtype("f4").newbyteorder())
    assert tf.add(np.arange(3.0), 1, out=narrow) is narrow and narrow.tolist() == [1, 2, 3]


def test_ldexp_takes_wide_exponents():
    for dtype in ("f4", "f8", "f2"):
        x = np.array([1.0, 1.0, 1.0, 0.0], dtype)
        for exponents in (np.array([3, 2**31 - 1, -(2**31), 5], "i4"), np.array([3, 2**40, -(2**40), 2**32], "i8")):
            with np.errstate(all="ignore"):
                right = np.ldexp(x, exponents)
            got = tf.ldexp(x, exponents)
            assert got.dtype == right.dtype and (got == right).all(), (dtype, exponents.dtype)


def test_views_and_results_stay_apart():
    x = np.arange(5.0)
    for function in (tf.positive, tf.real, tf.conjugate):
        got = function(x)
        assert not np.shares_memory(got, x)
    assert not np.shares_memory(tf.floor(np.arange(5)), x)


def test_a_mask_beside_an_exponent_that_makes_a_square():
    x, mask, out = np.arange(9.0), np.arange(9) % 2 == 0, np.full(9, -1.0)
    assert tf.power(x, 2.0, out=out, where=mask) is out
    np.testing.assert_array_equal(out, np.where(mask, x * x, -1.0))
    tf.power(out[:-1], 2.0, out=out[1:], where=mask[:-1])  # overlapping: through a copy
    np.testing.assert_array_equal(out[1::2], np.arange(0.0, 8.0, 2.0) ** 4)


@pytest.mark.parametrize("order", ["K", "C", "F"])
def test_an_engine_gives_small_results_its_memory_order(order):
    got = tf.CpuEngine(order=order).negative(np.ones((3, 2)))
    assert got.flags.f_contiguous == (order == "F") and got.flags.c_contiguous == (order != "F")
