"""NumPy's own accuracy data, which ships in its wheel: hard arguments and rounded results, as bit patterns."""

import csv
from pathlib import Path

import numpy as np
import oracle
import pytest
import samples

import tenferro as tf
from tenferro._optable import BY_NAME

FOLDER = Path(np._core.__file__).parent / "tests" / "data"
SETS = sorted(FOLDER.glob("umath-validation-set-*.csv"))
DTYPES = {"np.float32": ("f32", "u4"), "np.float64": ("f64", "u8")}


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        for entry in csv.reader(line for line in file if not line.startswith(("#", "dtype"))):
            if len(entry) == 4:
                yield entry


def number(text, dtype, unsigned):
    return np.array(int(text, 16), unsigned).view(samples.dtype_of(dtype))[()]


@pytest.mark.skipif(not SETS, reason="this NumPy ships no accuracy data")
@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem.removeprefix("umath-validation-set-"))
def test_within_the_rows_error(path):
    name = path.stem.rsplit("-", 1)[1]
    row = BY_NAME[name]
    entries = list(rows_of(path))
    assert entries
    for label, (dtype, unsigned) in DTYPES.items():
        chosen = [entry for entry in entries if entry[0] == label]
        if not chosen:
            continue
        x, right = (np.array([number(entry[i], dtype, unsigned) for entry in chosen]) for i in (1, 2))
        got = getattr(tf, name)(x)
        # the data are rounded results: half an ULP of theirs comes on top of the row's error
        ulps = oracle.distance(got, right.astype(oracle.WIDER[dtype]), samples.dtype_of(dtype))
        wrong = np.flatnonzero(~(ulps <= row.ulp + 0.5))
        assert not len(wrong), f"{name} {dtype}: " + "; ".join(
            f"{x[i]!r} -> {got[i]!r}, right {right[i]!r}, {ulps[i]:.3g} ULP" for i in wrong[:5]
        )
