"""Hypothesis: any dtypes, shapes, strides, broadcasts, keywords and overlaps, against NumPy's own call."""

import numpy as np
import oracle
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tenferro as tf

DTYPES = [
    "?",
    "i1",
    "i2",
    "i4",
    "i8",
    "u1",
    "u2",
    "u4",
    "u8",
    "f2",
    "f4",
    "f8",
    "c8",
    "c16",
    ">i4",
    ">f4",
    ">f8",
    ">c8",
    ">u2",
]
#: rows whose results are NumPy's bits
EXACT = {
    1: [
        "negative",
        "positive",
        "absolute",
        "sign",
        "floor",
        "ceil",
        "trunc",
        "isnan",
        "isfinite",
        "signbit",
        "logical_not",
        "invert",
        "conjugate",
        "rint",
        "sqrt",
    ],
    2: [
        "add",
        "subtract",
        "maximum",
        "minimum",
        "fmax",
        "equal",
        "not_equal",
        "less",
        "greater_equal",
        "logical_and",
        "logical_xor",
        "bitwise_and",
        "bitwise_or",
        "left_shift",
        "right_shift",
        "floor_divide",
        "remainder",
        "copysign",
        "divide",
    ],
    3: ["clip", "where"],
}
COMMON = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def views(draw, shape, dtype):
    """An array of `shape`: any part of a larger one, walked in any order and direction, or broadcast."""
    dtype = np.dtype(dtype)
    ndim = len(shape)
    order = draw(st.permutations(range(ndim)))
    steps = draw(st.lists(st.sampled_from([1, 1, 2, 3, -1, -2]), min_size=ndim, max_size=ndim))
    offset = draw(st.sampled_from([0, 0, 1, 3]))
    stored = [shape[axis] * abs(steps[axis]) for axis in order]
    nbytes = int(np.prod(stored)) * dtype.itemsize
    seed = draw(st.integers(0, 2**32 - 1))
    memory = np.zeros(nbytes + offset, "u1")
    array = memory[offset:].view(dtype).reshape(stored)
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 2 if dtype.kind == "b" else 9, stored)
    if dtype.kind in "if":
        values = values - 4
    array[...] = values
    if dtype.kind in "fc" and array.size:
        array.reshape(-1)[rng.integers(0, array.size)] = draw(st.sampled_from([0.5, -0.0, np.inf, np.nan, 2.5]))
    array = array.transpose(np.argsort(order))
    array = array[tuple(slice(None, None, step) for step in steps)]
    return array[tuple(slice(0, length) for length in shape)]


@st.composite
def shapes(draw, most=4):
    return tuple(
        draw(
            st.lists(st.sampled_from([0, 1, 1, 2, 3, 5, 17, 70]), max_size=most).filter(
                lambda s: np.prod(s, dtype=float) < 6000
            )
        )
    )


@st.composite
def broadcast_shapes(draw, count):
    whole = draw(shapes())
    parts = []
    for _ in range(count):
        kept = draw(st.integers(0, len(whole)))
        part = whole[len(whole) - kept :]
        parts.append(tuple(1 if draw(st.integers(0, 4)) == 0 else length for length in part))
    return parts


@st.composite
def calls(draw):
    nin = draw(st.integers(1, 3))
    name = draw(st.sampled_from(EXACT[nin]))
    operands = []
    for i, shape in enumerate(draw(broadcast_shapes(nin))):
        dtype = "?" if name == "where" and i == 0 else draw(st.sampled_from(DTYPES))
        if i > 0 and draw(st.integers(0, 5)) == 0:
            operands.append(draw(st.sampled_from([2, -1, 0.5, 1.5, 2j, True, np.float32(3), np.int8(2)])))
        else:
            operands.append(draw(views(shape, dtype)))
    return name, operands


def outcome(function, *args, **kwargs):
    with np.errstate(all="ignore"):
        try:
            return np.asarray(function(*args, **kwargs)), None
        except (TypeError, ValueError, OverflowError) as error:
            return None, type(error)


def agree(name, got, right):
    """Same values; divisions of halves and complex numbers to the last bit but one."""
    native = right.astype(right.dtype.newbyteorder("="))
    if got.dtype.kind == "c" and name in ("divide", "sign", "sqrt", "absolute"):
        return np.allclose(got, native, rtol=1e-5, equal_nan=True) or not np.isfinite(native).all()
    if name in ("absolute",) and got.dtype.kind == "f":
        return np.allclose(got, native, rtol=1e-6, equal_nan=True)
    return oracle.same_values(name, got, native).all()


@COMMON
@given(calls())
def test_any_operands(call):
    name, operands = call
    got, error = outcome(getattr(tf, name), *operands)
    right, numpys = outcome(getattr(np, name), *operands)
    if right is None or error is not None:
        # tenferro has no loop for some dtypes that NumPy takes (`differences.md`), never the other way round
        assert error is not None, (name, numpys)
        assert error in (TypeError, numpys, OverflowError)
        return
    assert got.shape == right.shape and got.dtype == right.dtype
    assert agree(name, got, right), (got, right)
    if name not in ("where",):
        assert got.strides == right.strides or got.size <= 1 or 1 in got.shape or 0 in got.shape or len(operands) > 1


@COMMON
@given(st.data())
def test_any_keywords(data):
    name, operands = data.draw(calls())
    if name == "where":
        return
    try:
        with np.errstate(all="ignore"):
            right = np.asarray(getattr(np, name)(*operands))
        tried = getattr(tf, name)(*operands)
    except (TypeError, ValueError, OverflowError):
        return
    del tried
    keywords = {}
    if data.draw(st.booleans()):
        keywords["casting"] = data.draw(st.sampled_from(["no", "equiv", "safe", "same_kind", "unsafe"]))
    if data.draw(st.booleans()):
        keywords["order"] = data.draw(st.sampled_from("KCFA"))
    mask = data.draw(views(right.shape, "?")) if data.draw(st.booleans()) else True
    outs = [None, None]
    if mask is not True or data.draw(st.booleans()):
        dtype = data.draw(st.sampled_from([right.dtype.str, right.dtype.str, *DTYPES]))
        shape = right.shape if data.draw(st.integers(0, 4)) else (2, *right.shape)
        out = data.draw(views(shape, dtype))
        outs = [out, out.copy()]
        keywords["where"] = mask
    before = None if outs[0] is None else outs[0].copy()
    got, error = outcome(getattr(tf, name), *operands, **keywords, **({} if outs[0] is None else {"out": outs[0]}))
    wanted, numpys = outcome(getattr(np, name), *operands, **keywords, **({} if outs[0] is None else {"out": outs[1]}))
    if error is not None:
        assert numpys is not None or keywords.get("casting") in ("no", "equiv", "unsafe"), (name, keywords, error)
        if before is not None:
            assert outs[0].tobytes() == before.tobytes(), "written before the error"
    elif numpys is None and not (right.dtype.kind in "fc" and outs[1] is not None and outs[1].dtype.kind in "iu"):
        assert got.dtype == wanted.dtype and got.shape == wanted.shape
        assert agree(name, got.astype(got.dtype.newbyteorder("=")), wanted), (name, keywords)


@COMMON
@given(st.data())
def test_any_overlap(data):
    """Inputs and out are views of one buffer: the result is that on copies."""
    dtype = data.draw(st.sampled_from(["f8", "f4", "i2", "u1", "c16"]))
    buffer = (np.arange(400) % 50).astype(dtype)
    shape = data.draw(st.sampled_from([(7,), (64,), (100,), (5, 6), (8, 8), (3, 4, 5)]))

    def view():
        strides, low, high = [], 0, 0
        for length in shape:
            step = data.draw(st.integers(-3, 3)) * data.draw(st.sampled_from([1, 1, 8, 9]))
            strides.append(step)
            low, high = low + min(0, step * (length - 1)), high + max(0, step * (length - 1))
        if high - low >= 400:
            return None
        start = data.draw(st.integers(-low, 399 - high))
        return np.lib.stride_tricks.as_strided(
            buffer[start:], shape, [step * buffer.itemsize for step in strides], writeable=True
        )

    x, y, out = view(), view(), view()
    if x is None or y is None or out is None or np.lib.array_utils.byte_bounds(out)[1] < 0:
        return
    flat = np.lib.stride_tricks.as_strided(
        np.arange(400)[
            (out.__array_interface__["data"][0] - buffer.__array_interface__["data"][0]) // buffer.itemsize :
        ],
        shape,
        [step // buffer.itemsize * 8 for step in out.strides],
    )
    if len(np.unique(flat)) != flat.size:
        return  # an out that overlaps itself has no one answer
    before = buffer.copy()
    right = np.add(x.copy(), y.copy())
    masked = data.draw(st.booleans())
    mask = (np.arange(right.size) % 3 > 0).reshape(shape) if masked else True
    expected = np.where(mask, right, out.copy())
    assert tf.add(x, y, out=out, where=mask) is out
    assert (out == expected).all()
    untouched = np.setdiff1d(np.arange(400), flat)
    assert (buffer[untouched] == before[untouched]).all()


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 5000),
    st.integers(0, 40),
    st.sampled_from(["exp", "tanh", "sqrt", "negative", "isnan"]),
    st.sampled_from(["f4", "f8"]),
)
def test_any_length_and_offset(n, offset, name, dtype):
    x = np.linspace(0.1, 5, 5040).astype(dtype)
    whole = getattr(tf, name)(x)
    assert getattr(tf, name)(x[offset : offset + n]).tobytes() == whole[offset : offset + n].tobytes()


@pytest.mark.parametrize("seed", range(4))
def test_large_arrays_on_threads_equal_numpys(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(700, 1100))
    for a, b in ((x, x.T[:700, :700]), (x[::-1], x), (x[:, ::2], x[:, 1::2]), (x, x[0]), (x, x[:, :1])):
        if a.shape != b.shape and b.ndim == 2 and b.shape[1] == 700:
            a = a[:, :700]
        with tf.CpuEngine(threads=4):
            assert (tf.multiply(a, b) == a * b).all()
