"""Comparisons and tests at every length: whole groups of vectors, single vectors and ragged ends."""

import numpy as np
import pytest
import samples

import tenferro as tf
from tenferro._optable import BY_NAME, ROWS

LENGTHS = [*range(140), 255, 256, 257, 511, 513, 1000, 1023]


def drawn(dtype, seed):
    """Numbers that are often equal, often 0, often of either sign; some floats that are no numbers."""
    numbers = np.random.default_rng(seed).integers(-2, 3, 1024)
    with np.errstate(invalid="ignore"):
        x = np.abs(numbers).astype(dtype) if np.dtype(dtype).kind in "bu" else numbers.astype(dtype)
    if x.dtype.kind in "fc":
        x[seed::7] = np.nan
        x[seed + 1 :: 11] = -np.inf
        x[seed + 2 :: 5] = -0.0
    return x


@pytest.mark.parametrize("name", [row.name for row in ROWS if row.result == "b" and row.twin])
def test_every_length(name):
    row = BY_NAME[name]
    for dtype in map(samples.dtype_of, row.dtypes()):
        operands = [drawn(dtype, seed) for seed in (1, 2)[: row.nin]]
        right = getattr(np, row.twin)(*operands)
        for n in LENGTHS:
            got = getattr(tf, name)(*[x[1 : n + 1] for x in operands])
            assert got.dtype == np.bool_
            assert got.tobytes() == right[1 : n + 1].tobytes(), (dtype, n)
