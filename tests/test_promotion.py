"""Promotion: the dtypes of every row on every pair of dtypes, against NumPy's own answers."""

import itertools

import numpy as np
import pytest
import samples

import tenferro as tf
from tenferro._optable import BY_NAME, DTYPES, ROWS
from tenferro._promotion import NUMPY_DTYPES, code_of, resolve

BFLOAT16 = samples.BFLOAT16
HELD = [descr for descr in NUMPY_DTYPES if descr is not None]
NUMPYS = [descr for descr in HELD if descr is not BFLOAT16]
WEAK = (int, float, complex)
UFUNCS = [row for row in ROWS if row.twin and isinstance(getattr(np, row.twin), np.ufunc) and row.name != "clip"]


def mine(row, operands):
    try:
        return resolve(row, tuple(operands)).result
    except TypeError:
        return None


def numpys(row, operands):
    ones = [operand(1) if isinstance(operand, type) else np.ones(1, operand) for operand in operands]
    try:
        with np.errstate(all="ignore"):
            return getattr(np, row.twin)(*ones).dtype
    except TypeError:
        return None


@pytest.mark.parametrize("row", UFUNCS, ids=lambda row: row.name)
def test_result_dtypes_are_numpys(row):
    for operands in itertools.product([*NUMPYS, *WEAK], repeat=row.nin):
        if all(isinstance(operand, type) for operand in operands):
            continue
        right, got = numpys(row, operands), mine(row, operands)
        if right is not None and code_of(right) < 0:
            assert got is None, operands  # longdouble
        elif right is None or got is not None:
            assert got == right, operands
        else:
            # what NumPy has a loop for and tenferro not
            assert set(row.formulas) != set("biufc"), (operands, right)


@pytest.mark.skipif(BFLOAT16 is None, reason="needs ml_dtypes")
@pytest.mark.parametrize("row", UFUNCS, ids=lambda row: row.name)
def test_bfloat16_promotes_as_ml_dtypes_says(row):
    for others in itertools.product([*NUMPYS, BFLOAT16, *WEAK], repeat=row.nin - 1):
        for operands in {(BFLOAT16, *others), (*others, BFLOAT16)}:
            right, got = numpys(row, operands), mine(row, operands)
            if right is not None and got is not None:
                assert got == right, operands
            elif got is not None:
                assert got in (np.dtype("?"), BFLOAT16), operands


def test_where_and_parts():
    assert resolve(BY_NAME["where"], (np.dtype("?"), np.dtype("f4"), float)).result == "f4"
    assert resolve(BY_NAME["where"], (np.dtype("i8"), np.dtype("i4"), np.dtype("f4"))).result == "f8"
    for name in ("real", "imag", "absolute", "angle"):
        assert resolve(BY_NAME[name], (np.dtype("c8"),)).result == "f4"
        assert resolve(BY_NAME[name], (np.dtype("f4"),)).result == "f4"
    assert resolve(BY_NAME["angle"], (np.dtype("i4"),)).result == "f8"


@pytest.mark.parametrize("name", ["add", "exp", "less", "clip", "where"])
def test_dtype_keyword(name):
    row = BY_NAME[name]
    for dtype in "f4", "f8", "c8", "f2", "i4":
        for source in ("f4", "f8", "i2", "f2"):
            operands = [np.array([1, 2, 3], source)] * row.nin
            for casting in ("same_kind", "unsafe", "safe", "no"):
                try:
                    if name == "where":
                        right = np.can_cast(source, dtype, casting) and np.array([1, 2, 3], dtype)
                        if right is False:
                            raise TypeError
                    else:
                        right = getattr(np, row.twin)(*operands, dtype=dtype, casting=casting)
                except TypeError:
                    with pytest.raises(TypeError, match=name):
                        getattr(tf, name)(*operands, dtype=dtype, casting=casting)
                    continue
                got = getattr(tf, name)(*operands, dtype=dtype, casting=casting)
                assert got.dtype == right.dtype, (dtype, source, casting)
                assert np.allclose(got, right, rtol=1e-2 if dtype == "f2" else 1e-6)


def test_every_pair_has_one_answer_whatever_the_way():
    """The quick way, the full way and the table of rules agree."""
    for row in UFUNCS:
        if row.nin != 2 or row.name in ("power", "ldexp"):
            continue
        for a, b in itertools.product(DTYPES, repeat=2):
            if "bf16" in (a, b):
                continue
            x, y = np.ones(2, samples.dtype_of(a)), np.ones(2, samples.dtype_of(b))
            try:
                right = getattr(tf, row.name)(x, y, where=True, order="K")
            except TypeError:
                with pytest.raises(TypeError):
                    getattr(tf, row.name)(x, y)
                continue
            got = getattr(tf, row.name)(x, y)
            assert got.dtype == right.dtype and got.tobytes() == right.tobytes(), (row.name, a, b)


@pytest.mark.parametrize("number", [2, 2.0, 2j])
@pytest.mark.parametrize("dtype", ["?", "i2", "i8", ">i8", "f4", "f8", "c8", "c16"])
def test_a_python_number_under_the_rule_equiv(dtype, number):
    x = np.ones(3, dtype)
    try:
        right = np.add(x, number, casting="equiv")
    except TypeError:
        with pytest.raises(TypeError, match="add"):
            tf.add(x, number, casting="equiv")
        return
    got = tf.add(x, number, casting="equiv")
    assert got.dtype == right.dtype and (got == right).all()
