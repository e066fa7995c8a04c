"""Random functions over the table: a hypothesis strategy of programs with arrays to run them on.

A program is a list of steps, each a row and the values it takes; values are numbered, arguments first. The same
program runs on direct functions, traced, and on NumPy.
"""

import numpy as np
from hypothesis import strategies as st

import tenferro as tf
from tenferro._optable import ROWS

#: around multiples of what a tile may hold, and short ends
LENGTHS = (0, 1, 2, 3, 7, 8, 17, 63, 64, 65, 511, 512, 513, 1023, 1024, 1025, 1535, 1537, 4095, 4096, 4097)
DTYPES = ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">f4", ">i8")
REALS = ("f4", "f8")
LAYOUTS = ("plain", "step", "reversed", "column", "row", "scalar", "transposed")


def make_array(rng, dtype, length, layout):
    """An array of `length` elements (or what broadcasts with it), of a given layout."""
    dtype = np.dtype(dtype)

    def draw(shape):
        if dtype.kind == "b":
            return rng.integers(0, 2, shape).astype(dtype)
        if dtype.kind in "iu":
            low, high = (0, 12) if dtype.kind == "u" else (-9, 9)
            return rng.integers(low, high, shape).astype(dtype)
        values = rng.standard_normal(shape) * 3
        if dtype.kind == "c":
            values = values + 1j * rng.standard_normal(shape)
        return values.astype(dtype)

    if layout == "scalar":
        return draw(())
    if layout == "step":
        return draw(2 * length)[::2]
    if layout == "reversed":
        return draw(length)[::-1]
    if layout == "column":
        return draw((3, 1))
    if layout == "row":
        return draw((1, length))
    if layout == "transposed":
        return draw((length, 3)).T
    return draw(length)


@st.composite
def programs(draw, most_steps=8, dtypes=DTYPES, rows=None):
    """(steps, arrays, outputs): a program, its arguments, and which values it returns."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    length = draw(st.sampled_from(LENGTHS))
    arrays = []
    for _ in range(draw(st.integers(1, 4))):
        if draw(st.integers(0, 9)) == 0:
            arrays.append(draw(st.sampled_from((2.5, 0.5, 3, 1))))  # a Python number
        else:
            layout = draw(st.sampled_from(LAYOUTS))
            arrays.append(make_array(rng, draw(st.sampled_from(dtypes)), length, layout))
    steps = []
    for turn in range(draw(st.integers(1, most_steps))):
        row = draw(st.sampled_from(rows or ROWS))
        recent = len(arrays) + turn - 1
        operands = []
        for _ in range(row.nin):
            pick = draw(st.integers(-1, recent))
            operands.append(("constant", draw(st.sampled_from((2, 0.5, 3, -1.5)))) if pick < 0 else ("value", pick))
        steps.append((row.name, tuple(operands)))
    last = len(arrays) + len(steps) - 1
    outputs = draw(st.lists(st.integers(len(arrays), last), max_size=2))
    return steps, arrays, (*outputs, last)


def function_of(steps, outputs, apply=None):
    """The program as a function of its arguments; `apply(name, operands)` computes one row."""
    apply = apply or (lambda name, operands: getattr(tf, name)(*operands))

    def program(*arguments):
        values = list(arguments)
        for name, operands in steps:
            values.append(apply(name, [values[what] if kind == "value" else what for kind, what in operands]))
        return tuple(values[i] for i in outputs)

    return program


def same(first, second) -> bool:
    """The same type, dtype, shape and bits (any NaN is as good as another)."""
    if type(first) is not type(second):
        return False
    first, second = np.asarray(first), np.asarray(second)
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    if first.dtype.kind in "biu":
        return bool((first == second).all())
    parts = [(first.real, second.real), (first.imag, second.imag)] if first.dtype.kind == "c" else [(first, second)]
    return all(bool(((x == y) & (np.signbit(x) == np.signbit(y)) | np.isnan(x) & np.isnan(y)).all()) for x, y in parts)
