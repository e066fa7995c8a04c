"""`out` that shares memory with an input: always as if the inputs had been copied first."""

import numpy as np
import pytest

import tenferro as tf


def check(function, x, y, out):
    """x, y and out are views of one buffer."""
    right = function(x.copy(), y.copy())
    assert function(x, y, out=out) is out
    np.testing.assert_array_equal(out, right)


def views(buffer, n):
    return {
        "same": buffer[:n],
        "shifted by one": buffer[1 : n + 1],
        "shifted back": buffer[3 : n + 3],
        "reversed": buffer[:n][::-1],
        "every second": buffer[: 2 * n : 2],
        "odd places": buffer[1 : 2 * n + 1 : 2],
        "reversed steps": buffer[2 * n - 1 :: -2][:n],
        "apart": buffer[2 * n + 8 : 3 * n + 8],
        "next to it": buffer[n : 2 * n],
    }


@pytest.mark.parametrize("n", [1, 7, 64, 1000, 5000])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i2", "u1", "c16"])
def test_one_dimension(n, dtype):
    fresh = (np.arange(3 * n + 16) % 101).astype(dtype)
    for x in views(fresh, n):
        for out in views(fresh, n):
            buffer = fresh.copy()
            named = views(buffer, n)
            check(tf.add, named[x], named["shifted by one"], named[out])


@pytest.mark.parametrize("function", [tf.exp, tf.log, tf.sin, tf.tanh])
def test_unary_shifted_by_less_than_a_vector(function):
    for shift in range(1, 9):
        buffer = np.linspace(0.1, 9, 1009)
        right = function(buffer[:1000].copy())
        assert (function(buffer[:1000], out=buffer[shift : shift + 1000]) is not None) and (
            buffer[shift : shift + 1000] == right
        ).all()


def test_two_dimensions():
    for other in (lambda b: b.T, lambda b: b[::-1], lambda b: b[:, ::-1], lambda b: b[::-1, ::-1]):
        buffer = np.arange(900.0).reshape(30, 30)
        check(tf.subtract, buffer, other(buffer), buffer)
        buffer = np.arange(900.0).reshape(30, 30)
        check(tf.subtract, buffer, buffer, other(buffer))
        buffer = np.arange(900.0).reshape(30, 30)
        check(tf.subtract, other(buffer), buffer[0], other(buffer))


def test_a_row_of_out_as_input():
    buffer = np.arange(900.0).reshape(30, 30)
    right = np.add(buffer.copy(), buffer[3].copy())
    tf.add(buffer, buffer[3], out=buffer)
    assert (buffer == right).all()


def test_scalar_of_out_as_input():
    buffer = np.arange(1.0, 5000)
    right = buffer / buffer[0]
    tf.divide(buffer, buffer[:1], out=buffer)
    assert (buffer == right).all()
    buffer = np.arange(1.0, 5000)
    tf.divide(buffer, buffer[4000:4001].reshape(()), out=buffer)
    assert (buffer == np.arange(1.0, 5000) / 4001).all()


def test_out_of_another_dtype_over_the_input():
    buffer = np.arange(1000.0)
    x, out = buffer[:500], buffer.view("f4")[:500]
    right = tf.sqrt(x.copy()).astype("f4")
    tf.sqrt(x, out=out, casting="same_kind")
    assert (out == right).all()
    same_size = np.arange(1000, dtype="i4")
    right = (same_size * 2).astype("f4")
    tf.multiply(same_size, 2, out=same_size.view("f4"), casting="same_kind")
    assert (same_size.view("f4") == right).all()


def test_mask_shares_memory_with_out():
    for view in (lambda b: b, lambda b: b[::-1]):
        buffer = np.random.default_rng(1).random(3000) < 0.5
        mask = buffer.copy()[::-1] if view(buffer) is not buffer else buffer.copy()
        x, y = np.arange(3000) % 3, np.arange(3000) % 2
        right = buffer.copy()
        np.less(x, y, out=right, where=mask)
        tf.less(x, y, out=buffer, where=view(buffer))
        assert (buffer == right).all()


def test_masked_in_place():
    x = np.arange(3000.0)
    right = np.where(x % 2 == 0, x * 2, x)
    tf.multiply(x, 2, out=x, where=x % 2 == 0)
    assert (x == right).all()


def test_interleaved_without_sharing_an_item():
    buffer = np.arange(2000.0)
    right = buffer[::2] + 1
    tf.add(buffer[::2], 1, out=buffer[1::2])
    assert (buffer[1::2] == right).all() and (buffer[::2] == np.arange(0.0, 2000, 2)).all()


def test_complex_parts():
    z = np.arange(1000) + 1j * np.arange(1000)[::-1]
    right = np.abs(z)
    tf.absolute(z, out=z.real)
    assert np.allclose(z.real, right, rtol=1e-15) and (z.imag == np.arange(1000)[::-1]).all()
    z = np.arange(1000) + 1j * np.arange(1000)[::-1]
    tf.negative(z.imag, out=z.real)
    assert (z.real == -np.arange(1000)[::-1]).all()
