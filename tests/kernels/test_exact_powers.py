"""Whole powers, on every level: x ** 2 has the bits of x * x, x ** 1 those of x, and the others are exact to 1 ULP,
with the same bits whether a row has one exponent or many."""

import pytest
from processes import run_python

from tenferro._kernels import levels

PROGRAM = """
import numpy as np
import tenferro as tf

RNG = np.random.default_rng(20)
for dtype, unsigned in (("f4", "u4"), ("f8", "u8")):
    info = np.finfo(dtype)
    edges = [0.0, info.smallest_subnormal, info.tiny, info.max, 1.0, 1 + info.eps, 1 - info.epsneg, 2.0, 3.0, np.inf]
    edges += [np.sqrt(info.max), np.sqrt(info.tiny), np.nan]
    bits = RNG.integers(0, np.iinfo(unsigned).max, 50_000, unsigned, endpoint=True)
    ends = np.array(edges, dtype)
    x = np.concatenate([ends, -ends, bits.view(dtype), RNG.normal(size=999).astype(dtype)])
    whole = ~np.isnan(x)
    two = np.full(x.shape, 2.0, dtype)
    mixed = np.where(RNG.random(x.shape) < 0.5, two, two.dtype.type(-0.3))
    with np.errstate(all="ignore"):
        square = x * x
    assert tf.square(x).tobytes() == square.tobytes()
    assert tf.power(x, 2.0).tobytes() == square.tobytes(), dtype
    assert tf.power(x, two).tobytes() == square.tobytes(), dtype
    at = mixed == 2
    assert tf.power(x, mixed)[at].tobytes() == square[at].tobytes(), dtype
    assert tf.power(x, 1.0)[whole].tobytes() == x[whole].tobytes(), dtype
"""


SIGNIFICANDS = """
import numpy as np
import tenferro as tf

bits = np.arange(1 << 23, dtype="u4") + np.float32(1).view("u4")
for exponent in (0, 18, 25, -20, -27, 60, -50):
    x = np.ldexp(bits.view("f4"), exponent)
    square = np.multiply(x, x, dtype="f8")
    with np.errstate(all="ignore"):
        powers = {2: square, 3: square * x, 4: square * square, 5: square * square * x}
        for k, exact in powers.items():
            assert np.array_equal(tf.power(x, float(k)), exact.astype("f4")), (k, exponent)
            assert np.array_equal(tf.power(-x, k), ((-1) ** k * exact).astype("f4")), (k, exponent)
"""


WHOLE = """
import sys
from fractions import Fraction

import numpy as np
import tenferro as tf

RNG = np.random.default_rng(21)
bits = []
for dtype in ("f8", "f4"):
    info = np.finfo(dtype)
    ends = [0.0, info.smallest_subnormal, info.tiny, info.max, 1.0, 1 + info.eps, 1 - info.epsneg, 3.0, np.inf]
    near, far = RNG.normal(size=70), np.exp2(RNG.uniform(-40, 40, 70)) * RNG.choice([-1, 1], 70)
    x = np.concatenate([ends, np.negative(ends), [np.nan], near, far]).astype(dtype)
    special = ~np.isfinite(x) | (x == 0)
    for k in [k for k in range(-64, 65) if k]:
        y = np.full(x.shape, k, dtype)
        z = tf.power(x, y)
        bits.append(z[~np.isnan(z)].tobytes())
        assert tf.power(x, float(k)).tobytes() == z.tobytes(), (dtype, k)
        assert tf.fuse(lambda a, k=k: a ** float(k) + 0)(x).tobytes() == (z + 0).tobytes(), (dtype, k)
        for other in (0.37, 5, -3, 0):
            mixed = y.copy()
            mixed[RNG.random(x.shape) < 0.4] = other
            at = mixed == k
            assert tf.power(x, mixed)[at].tobytes() == z[at].tobytes(), (dtype, k, other)
        with np.errstate(all="ignore"):
            limits = np.power(x[special].astype("f8"), float(k))
        assert np.array_equal(limits, z[special], equal_nan=True), (dtype, k)
        assert np.array_equal(np.signbit(limits), np.signbit(z[special])), (dtype, k)
        for a, b in zip(x[~special], z[~special]):
            exact = Fraction(float(a)) ** k
            assert np.signbit(b) == (exact < 0), (dtype, k, a)
            if np.isinf(b):
                assert abs(exact) > Fraction(float(info.max)), (dtype, k, a)
            else:
                step = np.spacing(min(abs(b), np.nextafter(info.max, x.dtype.type(0))))
                assert abs(exact - Fraction(float(b))) <= Fraction(float(step)), (dtype, k, a)
sys.stdout.buffer.write(b"".join(bits).hex().encode())
"""


@pytest.mark.parametrize("level", levels.supported())
def test_first_and_second_powers_are_exact(level):
    finished = run_python("-c", PROGRAM, TENFERRO_LEVEL=level)
    assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("level", levels.supported())
def test_every_significand_of_floats_has_the_bits_of_doubles(level):
    finished = run_python("-c", SIGNIFICANDS, TENFERRO_LEVEL=level)
    assert finished.returncode == 0, finished.stderr


def test_whole_powers():
    printed = {}
    for level in levels.supported():
        finished = run_python("-c", WHOLE, TENFERRO_LEVEL=level)
        assert finished.returncode == 0, (level, finished.stderr)
        printed[level] = finished.stdout
    assert len({text for level, text in printed.items() if level != "baseline"}) <= 1  # without FMA other last bits
