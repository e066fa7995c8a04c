"""Every row x every dtype x every arrangement in memory: the same bits as on contiguous copies."""

import arrangements
import numpy as np
import oracle
import pytest
import samples

import tenferro as tf
from tenferro._optable import BY_NAME, ROWS

NAMES = [row.name for row in ROWS]


def operands(name, dtype):
    return samples.inputs(name, dtype)


@pytest.mark.parametrize("name", NAMES)
def test_inputs_in_every_arrangement(name):
    function = getattr(tf, name)
    for dtype in BY_NAME[name].dtypes():
        for label, arrange in arrangements.ALL.items():
            pairs = [arrange(x) for x in operands(name, dtype)]
            got, right = function(*[view for view, _ in pairs]), function(*[copy for _, copy in pairs])
            assert got.shape == right.shape, (dtype, label)
            assert got.dtype == right.dtype and got.dtype.isnative, (dtype, label)
            assert got.tobytes() == right.tobytes(), (dtype, label)


@pytest.mark.parametrize("name", [row.name for row in ROWS if row.nin > 1])
def test_each_input_in_an_arrangement_of_its_own(name):
    function = getattr(tf, name)
    shaped = ["transposed", "fortran", "broadcast_rows", "broadcast_columns", "zero_d"]
    for dtype in BY_NAME[name].dtypes():
        arrays = operands(name, dtype)
        for turn in range(len(shaped)):
            chosen = [arrangements.ALL[shaped[(turn + 2 * i) % len(shaped)]](x) for i, x in enumerate(arrays)]
            views = [view.T if view.shape == (30, 24) else view for view, _ in chosen]
            copies = np.broadcast_arrays(*[view.copy() for view in views])
            got, right = function(*views), function(*[np.ascontiguousarray(copy) for copy in copies])
            assert np.asarray(got).shape == np.asarray(right).shape, (dtype, turn)
            assert got.tobytes() == np.asarray(right).reshape(np.asarray(got).shape).tobytes(), (dtype, turn)


@pytest.mark.parametrize("name", NAMES)
def test_out_in_every_arrangement(name):
    function, row = getattr(tf, name), BY_NAME[name]
    for dtype in row.dtypes():
        arrays = operands(name, dtype)
        for label, arrange in arrangements.ALL.items():
            view, shaped = arrange(np.zeros(4113, samples.dtype_of(row.operand_dtype(-1, dtype))))
            if not view.flags.writeable or label == "length_one":
                continue
            chosen = [x[: shaped.size].reshape(shaped.shape) for x in arrays]
            assert function(*chosen, out=view) is view, (dtype, label)
            assert view.astype(shaped.dtype).tobytes() == np.asarray(function(*chosen)).tobytes(), (dtype, label)


@pytest.mark.parametrize("name", NAMES)
def test_where_writes_what_it_names_and_nothing_else(name):
    function, row = getattr(tf, name), BY_NAME[name]
    rng = np.random.default_rng(3)
    for dtype in row.dtypes():
        arrays = [x[:210].reshape(14, 15) for x in operands(name, dtype)]
        right = function(*arrays)
        for mask in (
            rng.random((14, 15)) < 0.4,
            rng.random(15) < 0.5,
            np.True_,
            np.False_,
            (rng.random((15, 14)) < 0.5).T,
        ):
            for out in (np.full((14, 15), 1, right.dtype), np.full((15, 28), 1, right.dtype)[::-1, ::-2].T):
                assert function(*arrays, out=out, where=mask) is out
                expected = np.full((14, 15), 1, right.dtype)
                np.copyto(expected, right, where=mask)
                assert out.tobytes() == expected.tobytes(), dtype


@pytest.mark.parametrize("name", NAMES)
def test_half_precision_is_computed_in_float32_and_rounded_once(name):
    row = BY_NAME[name]
    if "f" not in row.formulas or name == "nextafter":  # whose neighbours are those of the narrow float
        return
    narrow = [np.dtype("f2")] + [samples.BFLOAT16] * (samples.BFLOAT16 is not None)
    for descr in narrow:
        if descr is samples.BFLOAT16 and name in ("angle", "imag", "real"):
            continue
        with np.errstate(all="ignore"):
            arrays = [
                x[:500].astype(descr) if row.signature[i] == "T" else x[:500]
                for i, x in enumerate(operands(name, "f32"))
            ]
        try:
            got = getattr(tf, name)(*arrays)
        except TypeError:
            assert descr is samples.BFLOAT16  # what ml_dtypes' ufuncs lack
            continue
        with np.errstate(all="ignore"):
            wide = getattr(tf, name)(*[x.astype("f4") if x.dtype == descr else x for x in arrays])
            right = wide if row.result == "b" else wide.astype(descr)
        assert got.dtype == right.dtype
        assert oracle.same_values(name, got, right).all(), descr


def test_values_survive_where_python_allocates_nothing():
    """0-d in, scalar out; () and (1,) and (1, 1) keep their shapes."""
    for shape in ((), (1,), (1, 1), (1,) * 64):
        got = tf.add(np.full(shape, 2.0), np.full(shape, 3.0))
        assert np.shape(got) == shape and (got == 5).all()
    assert type(tf.add(np.array(2.0), np.array(3.0))) is np.float64
    assert type(tf.less(np.array(2.0), np.array(3.0))) is np.bool_


def test_64_axes_and_not_one_more():
    x = np.arange(4.0).reshape((2,) * 2 + (1,) * 62)
    assert (tf.multiply(x, x) == np.multiply(x, x)).all()
    y = x.transpose(tuple(range(63, -1, -1)))
    assert (tf.add(x, y) == np.add(x, y)).all()
    every = np.arange(8.0).reshape((2, 1) * 3 + (1,) * 58)[::-1]
    assert (tf.negative(every) == -every).all()


@pytest.mark.parametrize("order", ["K", "C", "F", "A"])
def test_order_of_fresh_results(order):
    x = np.arange(24.0).reshape(2, 3, 4)
    for array in (x, x.T, x.transpose(1, 0, 2), x[::-1], np.asfortranarray(x), x[:, ::2]):
        got = tf.exp(array, order=order)
        right = np.exp(array, order=order)
        assert got.strides == right.strides, (array.strides, order)


def test_order_of_mixed_inputs_is_numpys():
    c, f = np.ones((4, 5)), np.ones((4, 5), order="F")
    for x, y in ((c, f), (f, c), (f, f), (c, c), (f, np.ones(5)), (f, np.ones((4, 1))), (c.T, np.ones((5, 1)))):
        assert tf.add(x, y).strides == np.add(x, y).strides, (x.strides, y.strides)
