"""Complex functions where the digits of an argument could run out, beside mpmath, and the special values of C99."""

import numpy as np
import oracle
import pytest

import tenferro as tf
from tenferro._optable import BY_NAME

INF, NAN = float("inf"), float("nan")
#: b for which b ln 2 comes nearest to multiples of pi / 2, of all doubles: to 0, 1, 2 and 3 of them, modulo 4
NEAREST = [
    "0x1.3aa582eed4232p+614", "0x1.d7f844663e34bp+613", "0x1.3aa582eed4232p+613", "0x1.3aa582eed4232p+612",
    "0x1.d7f844663e34bp+615", "0x1.48373de64bc0ep+382", "0x1.d78333614ce52p+854", "0x1.7c75b9c19d588p+247",
]  # fmt: skip


def exact(function, *operands) -> np.ndarray:
    """Values of an mpmath function with digits for products of doubles and a turn, as clongdouble."""
    mpmath = pytest.importorskip("mpmath")
    out = np.empty(len(operands[0]), np.clongdouble)
    with mpmath.workprec(1400):
        for i, numbers in enumerate(zip(*operands, strict=True)):
            value = function(mpmath, *(mpmath.mpc(complex(z)) for z in numbers))
            out[i] = complex(value)
            with mpmath.workprec(64):  # in two steps: what a double leaves
                rest = value - mpmath.mpc(complex(value)) if np.isfinite(out[i]) else 0
                out[i] += np.clongdouble(complex(rest))
    return out


def worst(got, right) -> float:
    return float(oracle.complex_distance(got, right, got.dtype).max())


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_exp2_of_any_imaginary_part(dtype):
    generator = np.random.default_rng(7)
    part = np.finfo(dtype)
    sizes = np.exp2(generator.uniform(-20, part.maxexp - 0.01, 400)) * generator.choice([-1, 1], 400)
    hard = [float.fromhex(text) for text in NEAREST] if dtype is np.complex128 else [4.4703718e26, 2.0**20, 2.0**20 - 1]
    imag = np.array([*sizes, *hard, *np.negative(hard)])
    z = (generator.uniform(-30, 30, imag.size) + 1j * imag).astype(dtype)
    got = tf.exp2(z)
    assert worst(got, exact(lambda m, x: m.power(2, x), z)) <= BY_NAME["exp2"].complex_ulp


def test_exp2_overflows_only_where_the_modulus_does():
    got = tf.exp2(np.array([122.47411 - 4.4703718e26j, 4.4775e99j]))
    assert np.isfinite(got).all() and abs(abs(got[1]) - 1) < 1e-15


def test_exp2_of_infinities_follows_c99():
    z = np.array([complex(INF, 0), complex(-INF, 5e300), complex(INF, INF), complex(-INF, INF), complex(NAN, 0)])
    got = tf.exp2(z)
    assert got[0] == complex(INF, 0) and got[1] == 0
    assert abs(got[2].real) == INF and np.isnan(got[2].imag) and got[3] == 0
    assert np.isnan(got[4].real) and got[4].imag == 0
    turned = tf.exp2(np.array([complex(1, 5e300), complex(INF, 5e300)]))
    assert np.isinf(turned[1].real) and np.isinf(turned[1].imag)
    assert np.array_equal(np.signbit(turned[1:].view(float)), np.signbit(turned[:1].view(float)))


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_power_keeps_its_bound_while_the_exponent_has_digits(dtype):
    generator = np.random.default_rng(8)

    def square(size, n=150):
        return generator.uniform(-size, size, n) + 1j * generator.uniform(-size, size, n)

    circle = np.exp(1j * generator.uniform(-np.pi, np.pi, 150))
    close = circle * (1 + 1e-9 * generator.normal(size=150))
    scales = np.exp2(generator.uniform(-60, 60, 150))
    exponents = [square(5), square(40), square(1) * np.exp2(generator.uniform(0, 30, 150)), square(1), square(2)]
    # along the circle the modulus stays, however large the exponent
    exponents += [(generator.normal(size=150) * np.exp2(generator.uniform(0, 44, 150))).astype(complex)]
    bases = [square(50), circle, close, square(1) * scales, 1 + square(1e-12), circle]
    x, y = (np.concatenate(parts).astype(dtype) for parts in (bases, exponents))
    with np.errstate(all="ignore"):
        product = y.astype(complex) * np.log(x.astype(complex))
    kept = (np.abs(product.real) < np.log(np.finfo(dtype).max) - 1) & (np.abs(product) < 2.0**46)
    x, y = x[kept], y[kept]
    assert len(x) > 500 and np.abs(product[kept]).max() > 2.0**30
    assert worst(tf.power(x, y), exact(lambda m, a, b: m.power(a, b), x, y)) <= BY_NAME["power"].complex_ulp


def test_power_is_no_neighbours_business():
    x = np.array([2 + 1j, 0, 3, -1 - 0.5j, complex(NAN, 1), 1e-300j, 7 - 2j, 5])
    y = np.array([0.5 - 2j, 2j, 2, 7, 1j, 0.25, 1e300, 0])
    one_by_one = np.array([tf.power(x[i : i + 1], y[i : i + 1])[0] for i in range(8)])
    assert np.array_equal(tf.power(x, y), one_by_one, equal_nan=True)
    assert one_by_one[2] == 9 and one_by_one[7] == 1
