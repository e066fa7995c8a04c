"""Conversions between all dtypes: what a load and a store do, against NumPy's `astype`."""

import numpy as np
import oracle
import pytest
import samples

import tenferro as tf
from tenferro._optable import DTYPES

HELD = [name for name in DTYPES if name != "bf16" or samples.BFLOAT16 is not None]


def values(name):
    """Numbers that most dtypes can hold, and the limits of this one."""
    dtype = samples.dtype_of(name)
    rng = np.random.default_rng(5)
    if dtype.kind == "b":
        return rng.random(200) < 0.5
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return np.concatenate(
            [np.arange(0, 100), [info.min, info.max, info.max // 2], rng.integers(info.min, info.max, 97, dtype)]
        ).astype(dtype)
    wide = np.ldexp(rng.uniform(-2, 2, 200), rng.integers(-24, 15, 200))
    special = [
        0.0,
        -0.0,
        1.5,
        2.5,
        -1.5,
        np.inf,
        -np.inf,
        np.nan,
        65504,
        65520,
        1e-7,
        6e-8,
        2.9e-8,
        1e-40,
        3.4e38,
        1.00390625,
        1.01171875,
    ]
    with np.errstate(over="ignore"):
        return np.concatenate([wide, special]).astype(dtype)


def fits(x, target):
    """Where the cast is defined: integers take numbers in their range only."""
    if target.kind not in "iu":
        return np.ones(x.shape, bool)
    if x.dtype.kind in "biu":
        return np.ones(x.shape, bool)
    x = x.real.astype("f8")
    info = np.iinfo(target)
    with np.errstate(invalid="ignore"):
        return (x > float(info.min) - 1) & (x < float(info.max)) & (x >= (0 if info.min == 0 else -np.inf))


@pytest.mark.parametrize("source", HELD)
@pytest.mark.parametrize("target", HELD)
def test_store_converts_as_numpy(source, target):
    """`positive` (`logical_or` for bool) computes in the source's dtype, `out=` in the target's."""
    x, descr = values(source), samples.dtype_of(target)
    out = np.zeros(x.shape, descr)
    with np.errstate(all="ignore"):
        right = x.astype(descr)
        x, right = x[fits(x, descr)], right[fits(x, descr)]
    out = out[: len(x)]
    if source == "bool":
        tf.add(x, False, out=out, casting="unsafe")
    else:
        tf.positive(x, out=out, casting="unsafe")
    where = np.flatnonzero(~oracle.same_values("cast", out, right))
    assert not len(where), f"{x[where[:5]]} -> {out[where[:5]]}, NumPy {right[where[:5]]}"


@pytest.mark.parametrize("source", HELD)
@pytest.mark.parametrize("target", HELD)
def test_load_converts_as_numpy(source, target):
    """`dtype=` makes the load convert."""
    x, descr = values(source), samples.dtype_of(target)
    with np.errstate(all="ignore"):
        right = x.astype(descr)
        x, right = x[fits(x, descr)], right[fits(x, descr)]
    function = tf.positive if target != "bool" else None
    if function is None:
        got = tf.logical_not(tf.logical_not(x))
        right = x != 0
    else:
        got = function(x, dtype=descr, casting="unsafe")
    where = np.flatnonzero(~oracle.same_values("cast", got, right))
    assert got.dtype == right.dtype
    assert not len(where), f"{x[where[:5]]} -> {got[where[:5]]}, NumPy {right[where[:5]]}"
