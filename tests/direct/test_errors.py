"""Bad input: an error that names the operation, dtypes and shapes, before anything is written."""

import gc
import sys
import warnings

import numpy as np
import oracle
import pytest
import samples

import tenferro as tf
from tenferro._optable import ROWS

NAMES = [row.name for row in ROWS]
NIN = {row.name: row.nin for row in ROWS}


class Anything:
    pass


def refuse(error, match, function, *args, **kwargs):
    with pytest.raises(error, match=match) as caught:
        function(*args, **kwargs)
    assert str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_what_no_array_can_be_made_of(name):
    function = getattr(tf, name)
    for bad in (object(), Anything(), None, "text", b"bytes", np.array(["x"]), np.array([1, None]), [[1], [1, 2]], {}):
        operands = [1.0] * (NIN[name] - 1) + [bad]
        refuse(TypeError, name, function, *operands)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", ["M8[s]", "m8[s]", "g", "G", "S3", "U3", "V4", "i4,f4"])
def test_dtypes_that_are_not_held(name, dtype):
    operands = [np.zeros(3)] * (NIN[name] - 1) + [np.zeros(3, dtype)]
    refuse(TypeError, name, getattr(tf, name), *operands)


@pytest.mark.parametrize("name", [name for name in NAMES if NIN[name] > 1])
def test_shapes_that_do_not_fit(name):
    row = next(row for row in ROWS if row.name == name)
    dtype = row.dtypes()[-1]
    kinds = [row.operand_dtype(i, dtype) for i in range(row.nin)]
    arrays = [np.ones(3, "i8" if kind == "i64" else "?" if kind == "bool" else "f8") for kind in kinds]
    if "f" not in row.formulas:
        arrays = [np.ones(3, "i8")] * row.nin
    arrays[-1] = np.ones(4, arrays[-1].dtype)
    refuse(ValueError, rf"{name}.*\(3,\).*\(4,\)", getattr(tf, name), *arrays)


@pytest.mark.parametrize("name", NAMES)
def test_number_of_operands_and_keywords(name):
    function, nin = getattr(tf, name), NIN[name]
    for count in {0, nin - 1, nin + 2}:
        with pytest.raises(TypeError):
            function(*[1.0] * count)
    for keywords in ({"wrong": 1}, {"x": 1.0}, {"subok": True}):
        with pytest.raises(TypeError):
            function(*[1.0] * nin, **keywords)


def out_of(shape=3, dtype="f8"):
    return np.full(shape, 7, dtype)


def frozen(shape=3):
    out = out_of(shape)
    out.flags.writeable = False
    return out


@pytest.mark.parametrize(
    ("keywords", "error", "match"),
    [
        ({"out": out_of(4)}, ValueError, r"add.*\(4,\)"),
        ({"out": out_of((1, 4))}, ValueError, r"add.*\(1, 4\)"),
        ({"out": out_of(())}, ValueError, r"add.*\(\)"),
        ({"out": out_of(1)}, ValueError, r"add.*\(1,\)"),
        ({"out": frozen()}, ValueError, "add.*read-only"),
        ({"out": [1.0, 2.0, 3.0]}, TypeError, "add.*list"),
        ({"out": out_of(dtype="i4")}, TypeError, "add.*float64.*int32.*same_kind"),
        ({"out": out_of(dtype="f4"), "casting": "safe"}, TypeError, "add.*float64.*float32.*safe"),
        ({"out": np.zeros(3, "g")}, TypeError, "add.*longdouble|add.*float128"),
        ({"out": np.zeros(3, "S8")}, TypeError, "add"),
        ({"out": (out_of(), out_of())}, ValueError, "add.*2"),
        ({"out": ()}, ValueError, "add.*0"),
        ({"where": [1, 0, 1]}, TypeError, "add.*where.*bool"),
        ({"where": None}, TypeError, "add.*where"),
        ({"where": np.ones(4, bool)}, ValueError, r"add.*\(4,\)"),
        ({"where": np.ones((2, 3), bool), "out": out_of()}, ValueError, r"add"),
        ({"dtype": "i4"}, TypeError, "add.*float64.*int32"),
        ({"dtype": "f4", "casting": "no"}, TypeError, "add"),
        ({"dtype": "no such dtype"}, TypeError, "no such dtype"),
        ({"dtype": "g"}, TypeError, "add"),
        ({"dtype": object}, TypeError, "add"),
        ({"casting": "sometimes"}, ValueError, "add.*casting.*sometimes"),
        ({"casting": None}, ValueError, "add.*casting"),
        ({"order": "Z"}, ValueError, "add.*order.*Z"),
        ({"order": 3}, ValueError, "add.*order"),
    ],
)
def test_bad_keywords_leave_out_untouched(keywords, error, match):
    given = keywords.get("out")
    out = given if isinstance(given, np.ndarray) else out_of()
    keywords = {"out": out} | keywords
    before = out.copy()
    refuse(error, match, tf.add, np.ones(3), np.ones(3), **keywords)
    assert (out == before).all()


def test_scalars_that_do_not_fit():
    with pytest.raises(OverflowError, match="add.*1000.*int8"):
        tf.add(np.zeros(2, "i1"), 1000)
    with pytest.raises(OverflowError, match="add.*-1.*uint8"):
        tf.add(np.zeros(2, "u1"), -1)
    with pytest.raises(OverflowError):
        tf.add(np.zeros(2), 10**400)
    with pytest.raises(OverflowError):
        tf.multiply(2**70, 2)


def test_float_scalar_into_an_integer_dtype():
    with pytest.raises(TypeError, match="add"):
        tf.add(np.ones(3, "i4"), 1.5, dtype="i4")
    with pytest.raises(TypeError, match="clip"):
        tf.clip(np.ones(3), 0, 2, dtype="i4")
    with pytest.raises(TypeError, match="add"):
        tf.add(np.ones(3, "f4"), 1j, dtype="f4")
    assert tf.add(np.ones(3, "i4"), 1.5, dtype="i4", casting="unsafe").tolist() == [2, 2, 2]


@pytest.mark.parametrize("name", NAMES)
def test_no_loop_names_the_dtypes(name):
    row = next(row for row in ROWS if row.name == name)
    if "c" in row.formulas and "b" in row.formulas:
        return
    bad = np.ones(3, "c16") if "c" not in row.formulas else np.ones(3, "?")
    operands = [bad] * row.nin
    try:
        getattr(tf, name)(*operands)
    except TypeError as error:
        assert name in str(error) and str(bad.dtype) in str(error)
    else:
        assert bad.dtype == bool  # promoted, as NumPy promotes it


def test_failed_calls_keep_no_reference():
    """cython/cython#4296"""
    a, out = np.ones(5), np.ones(4)
    before = sys.getrefcount(a), sys.getrefcount(out)
    for _ in range(1000):
        for arguments, keywords in (
            ((a, object()), {}),
            ((a, a), {"out": out}),
            ((a, np.ones(3)), {}),
            ((a, 1j), {"out": a}),
            ((a, a), {"where": 3}),
        ):
            try:
                tf.add(*arguments, **keywords)
            except (TypeError, ValueError):
                continue
            raise AssertionError("no error")
    del arguments, keywords
    gc.collect()
    assert (sys.getrefcount(a), sys.getrefcount(out)) == before


def test_nothing_warns_whatever_the_numbers():
    """numpy/numpy#20891: what a vector's padding or a scalar's rounding sets off is nobody's business."""
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        for name, dtype in oracle.COMBINATIONS:
            arrays = samples.inputs(name, dtype)
            getattr(tf, name)(*arrays)
            getattr(tf, name)(*[x[3] for x in arrays])
        huge = np.array([6e4, 1, 1e-7], "f2")
        tf.exp(huge), tf.multiply(huge, huge), tf.multiply(huge, huge, out=np.zeros(3, "f4"))
        tf.add(np.ones(1, "f4"), 1e300), tf.add(1e300, huge), tf.add(np.full(1, 1e300), 1, dtype="f2")
        assert np.ones(3).sum() == 3
