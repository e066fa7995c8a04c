"""Powers without a rounding of their own, on every level: x ** 2 has the bits of x * x, and x ** 1 those of x."""

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


@pytest.mark.parametrize("level", levels.supported())
def test_first_and_second_powers_are_exact(level):
    finished = run_python("-c", PROGRAM, TENFERRO_LEVEL=level)
    assert finished.returncode == 0, finished.stderr
