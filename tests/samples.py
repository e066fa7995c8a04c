"""Inputs for any row of the table: numbers from its domain, with every kind of special value sown among them."""

import functools

import numpy as np

from tenferro._optable import BY_NAME, CODE
from tenferro._promotion import NUMPY_DTYPES, bfloat16

try:
    BFLOAT16 = bfloat16()
except ImportError:
    BFLOAT16 = None


def dtype_of(name: str) -> np.dtype:
    return NUMPY_DTYPES[CODE[name]]


def floats(rng, dtype: np.dtype, n: int, low: float, high: float) -> np.ndarray:
    """Numbers from the domain, with every kind of special value sown among them."""
    info = np.finfo(dtype)
    x = rng.uniform(low, high, n).astype(dtype)
    signs = np.where(rng.random(n) < 0.5, -1, 1).astype(dtype)
    inside = signs if low < 0 else np.ones(n, dtype)
    wide = np.ldexp(rng.uniform(1, 2, n), rng.integers(-60, 7, n)).astype(dtype) * inside
    special = np.array(
        [
            0.0,
            -0.0,
            np.inf,
            -np.inf,
            np.nan,
            info.smallest_subnormal,
            -info.smallest_subnormal,
            info.tiny,
            -info.tiny,
            info.max,
            -info.max,
            1.0,
            -1.0,
            0.5,
            -0.5,
            1.5,
            -1.5,
            2.0,
            -2.0,
            info.eps,
            info.tiny * dtype.type(0.75),
            3.0,
            7.0,
            1e4,
            -1e4,
        ],
        dtype,
    )
    kind = rng.random(n)
    x = np.where(kind < 0.25, np.clip(wide, low, high), x)
    return np.where(kind > 0.9, rng.choice(special, n), x).astype(dtype)


def integers(rng, dtype: np.dtype, n: int, row: str, operand: int) -> np.ndarray:
    info = np.iinfo(dtype)
    any_bits = np.frombuffer(rng.bytes(n * dtype.itemsize), dtype)
    small = rng.integers(-9 if info.min < 0 else 0, 10, n).astype(dtype)
    limits = rng.choice(np.array([info.min, info.min + 1, info.max, info.max - 1, 0, 1], dtype), n)
    kind = rng.random(n)
    x = np.where(kind < 0.4, any_bits, np.where(kind < 0.85, small, limits))
    if row in ("left_shift", "right_shift") and operand == 1:
        x = np.where(kind < 0.8, rng.integers(0, 8 * dtype.itemsize + 2, n).astype(dtype), x)
    if row == "power" and operand == 1:
        x = np.where(x < 0, ~x, x)
    if row == "ldexp":
        x = np.where(kind < 0.9, rng.integers(-160, 160, n).astype(dtype), x)
    return x.astype(dtype)


@functools.cache
def inputs(name: str, dtype: str, n: int = 4113) -> tuple[np.ndarray, ...]:
    """Arrays for the operands of a row, the same ones every time; do not write to them."""
    row = BY_NAME[name]
    rng = np.random.default_rng([CODE[dtype], *name.encode()])
    arrays = []
    for operand in range(row.nin):
        kind = dtype_of(row.operand_dtype(operand, dtype))
        low, high = row.domain[min(operand, len(row.domain) - 1)]
        if kind.kind == "b":
            x = rng.random(n) < 0.5
        elif kind.kind in "iu":
            x = integers(rng, kind, n, name, operand)
        elif kind.kind == "f":
            x = floats(rng, kind, n, low, high)
        else:
            # complex specials have tests of their own; here all parts are finite and moderate
            part = np.dtype(f"f{kind.itemsize // 2}")
            x = np.empty(n, kind)
            x.real, x.imag = rng.uniform(max(low, -20), min(high, 20), (2, n)).astype(part)
            x[rng.random(n) < 0.05] = 0
        x.flags.writeable = False
        arrays.append(x)
    return tuple(arrays)
