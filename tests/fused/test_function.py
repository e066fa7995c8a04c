"""Fused functions as their callers see them."""

import copy
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest
from programs import same

import tenferro as tf

X = np.linspace(0.1, 2.0, 37)
Y = np.linspace(-1.0, 1.0, 37)


@tf.fuse
def decorated(x, y):
    return (x + y) * x


class Filter:
    gain = 3.0

    @tf.fuse
    def apply(self, x):
        return x * self.gain + 1.0


def check(function, *args, **kwargs):
    """Fused and plain NumPy agree to a few ULP, in kinds and dtypes exactly."""
    expected = function(*args, **kwargs)
    fused = tf.fuse(function)
    for _ in range(3):
        found = fused(*args, **kwargs)
        assert type(found) is type(expected)
        assert np.asarray(found).dtype == np.asarray(expected).dtype
        np.testing.assert_allclose(found, expected, rtol=1e-5 if np.asarray(expected).dtype.itemsize <= 4 else 1e-12)
    assert fused.counters()["fallbacks"] == 0
    return fused


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: (x + y) * x - y / x,
        lambda x, y: np.where(x > y, x, y),
        lambda x, y: np.select([x > 1, y > 0], [x, y * 2], default=-1.0),
        lambda x, y: np.clip(x, 0.5, None) + np.clip(y, None, 0.5) + np.clip(x, a_min=0.2, a_max=0.9),
        lambda x, y: x.clip(min=0.5) + y.clip(max=0.2) + x.clip(0.1, 0.5),
        lambda x, y: x.astype("f4") * np.float32(2) + y.astype(np.float32),
        lambda x, y: (x > 1) & ~(y < 0) | (x == y),
        lambda x, y: abs(-y) + +x,
        lambda x, y: divmod(x, y)[0] + divmod(7.0, x)[1] + x // y + x % y,
        lambda x, y: 2 - x + 3 / x + 2**x - (1 + y) ** 2,
        lambda x, y: np.round(x, 2) + np.round(y) + y.round(1),
        lambda x, y: np.radians(x) + np.degrees(y),
        lambda x, y: np.nan_to_num(x / (y - y), posinf=7.0),
        lambda x, y: np.zeros_like(x) + np.ones_like(y) * 2 + np.full_like(x, 3.0),
        lambda x, y: x.T.real + y.conj().imag + x.reshape(37, 1)[:, 0] + x[None, :].ravel(),
        lambda x, y: x - x.mean() + np.sum(y) + np.cumsum(x),
        lambda x, y: np.exp(x - x.max()) / np.sum(np.exp(x - x.max())),
        lambda x, y: x[1:] * y[:-1],
        lambda x, y: (x * y)[::-1] + (x + y)[3],
        lambda x, y: np.sort(x * y) + y,
        lambda x, y: np.dot(x, y) + x,
        lambda x, y: x[:, None] * y + np.cos(y)[None, :],
        lambda x, y: x[np.array([1, 5, 2])] + y[x[:3].astype(int)],
        lambda x, y: np.add.reduce(x) + np.multiply.outer(x, y),
        lambda x, y: np.add(x, y, dtype="f4"),
        lambda x, y: np.square(np.hypot(x, y)) + np.arctan2(y, x) + np.copysign(x, y),
        lambda x, y: np.broadcast_to(x, (4, 37)) * y,
        lambda x, y: np.float32(2) * x + np.int8(3) * y + True,
        lambda x, y: np.array([1.0]) + x,
        lambda x, y: x @ y + x,
        lambda x, y: np.swapaxes(x[:, None] * y, 0, 1) + np.expand_dims(x, 0) + np.squeeze(y[:, None]),
    ],
)
def test_like_numpy(function):
    check(function, X, Y)


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "i8", "f2", "f4", "c8", "c16", "?", ">f8"])
def test_dtypes(dtype):
    x = np.array([1, 0, 1, 1]).astype(dtype)
    check(lambda x: x + x, x)
    check(lambda x: x * 2 if x.dtype.kind != "b" else x | True, x)
    check(lambda x: (x == 1) | (x != x), x)


def test_scalars_in_scalars_out():
    def function(x, y):
        return x * y + 1

    for x, y in [(2.0, np.float32(3)), (np.float64(2), 3), (np.array(2.0), np.array(3.0)), (np.float32(2), 3.5)]:
        check(function, x, y)
    assert type(tf.fuse(function)(2.0, 3.0)) is float
    assert tf.fuse(lambda x, y: x)(2.5, X) == 2.5


def test_results_in_nests():
    function = tf.fuse(lambda x, y: {"sum": x + y, "pair": (x * y, [x - y, 3, "three", None])})
    found = function(X, y=Y)
    assert list(found) == ["sum", "pair"]
    assert same(found["sum"], X + Y) and same(found["pair"][1][0], X - Y)
    assert found["pair"][1][1:] == [3, "three", None]
    mean, variance = tf.fuse(lambda x: (x * 2, x * 3))(X)
    assert same(mean, X * 2) and same(variance, X * 3)


def test_arguments_in_nests():
    function = tf.fuse(lambda pair, named, *rest, scale=1.0: pair[0] * named["y"] + sum(rest) * scale)
    expected = X * Y + (X + Y) * 2.0
    assert same(function((X, 1), {"y": Y}, X, Y, scale=2.0), expected)
    assert same(function((X, 1), {"y": Y}, X, Y, scale=3.0), X * Y + (X + Y) * 3.0)
    assert function.counters()["traces"] == 1


def test_python_numbers_stay_weak():
    x = X.astype("f4")
    function = tf.fuse(lambda x, a: x * a + a * 0.5)
    assert function(x, 2.0).dtype == np.float32
    assert same(function(x, 3.0), x * np.float32(3.0) + np.float32(1.5))
    assert function.counters()["traces"] == 1
    assert tf.fuse(lambda x, a: x + a)(np.arange(3, dtype="u1"), 200).dtype == np.uint8


def test_numbers_that_have_to_be_known():
    @tf.fuse
    def power_series(x, n, sign=1):
        total = np.zeros_like(x)
        for k in range(n):
            total = total + x**k * (1 if sign > 0 else -1)
        return total

    assert np.allclose(power_series(X, 3), 1 + X + X * X)
    assert np.allclose(power_series(X, 2), 1 + X)
    assert np.allclose(power_series(X, 2, sign=-1), -1 - X)


def test_an_int_beyond_its_dtype():
    x = np.arange(5, dtype="u1")
    function = tf.fuse(lambda x, a: x + a)
    assert same(function(x, 3), x + np.uint8(3))
    with pytest.raises(OverflowError):
        function(x, 300)
    less = tf.fuse(lambda x, a: x < a)
    assert less(x, 3).tolist() == [True, True, True, False, False]
    assert less(x, 300).all()


def test_static_arguments():
    @tf.fuse(static=("mode", "order"))
    def function(x, mode, order=2):
        assert type(order) is int
        return x * order if mode == "times" else x + order

    assert same(function(X, "times"), X * 2)
    assert same(function(X, "plus", 3), X + 3)
    assert same(function(X, mode="plus", order=3), X + 3)
    with pytest.raises(ValueError, match="nothing"):
        tf.fuse(lambda x: x, static=("nothing",))


def test_what_the_elements_decide_is_refused_with_a_hint():
    def branch(x):
        return x if x > 0 else -x

    for function, hint in [
        (branch, "np.where"),
        (lambda x: float(x[0]), "0-d"),
        (lambda x: list(x), "whole array"),
        (lambda x: np.asarray(x) + 1, "traced"),
        (lambda x: max(x, 0.0), "np.where"),
    ]:
        with pytest.raises(TypeError, match=hint):
            tf.fuse(function)(X)


def test_arguments_are_never_written():
    def in_place(x):
        x += 1
        return x

    with pytest.raises(TypeError, match="argument"):
        tf.fuse(in_place)(X.copy())

    with pytest.raises(TypeError, match="writes"):
        tf.fuse(lambda x: np.put(x, [0], 1.0))(X)

    def own(x):
        t = x * 2
        other = t
        t += 1
        t[x > 1] = 0.0
        t *= 3
        return other

    check(own, X)


def test_casting_in_place_as_numpy():
    def function(x):
        t = x * 2
        t += 0.5
        return t

    with pytest.raises(TypeError, match="cast"):
        tf.fuse(function)(np.arange(3))
    check(function, X.astype("f4"))


def test_results_never_share_memory_with_arguments():
    x = X.copy()
    for function in (
        lambda x: x,
        lambda x: x.T,
        lambda x: x[::2],
        lambda x: x * 1,
        lambda x: +x,
        lambda x: np.asarray(x.real),
    ):
        try:
            result = tf.fuse(function)(x)
        except TypeError:
            continue
        assert not np.shares_memory(result, x)
    constant = np.arange(3.0)
    function = tf.fuse(lambda x: constant)
    function(x)[0] = 9
    assert function(x)[0] == 0


def test_constants_are_captured_by_value():
    table = np.arange(37.0)
    function = tf.fuse(lambda x: x + table)
    first = function(X)
    table += 100
    assert same(function(X), first)


def test_out():
    out = np.empty(37)
    assert decorated(X, Y, out=out) is out
    assert same(out, (X + Y) * X)
    for _ in range(3):
        out[:] = 0
        assert decorated(X, Y, out=out) is out and same(out, (X + Y) * X)
    narrow = np.empty(37, "f4")
    decorated(X, Y, out=narrow)
    assert same(narrow, ((X + Y) * X).astype("f4"))
    strided = np.zeros(74)[::2]
    decorated(X, Y, out=strided)
    assert same(strided.copy(), (X + Y) * X)
    several = tf.fuse(lambda x: (x - x.mean()) * 2)
    several(X, out=out)
    np.testing.assert_allclose(out, (X - X.mean()) * 2)
    with pytest.raises(ValueError, match="shape"):
        decorated(X, Y, out=np.empty(36))
    with pytest.raises(TypeError, match="cast"):
        decorated(X, Y, out=np.empty(37, "i4"))
    with pytest.raises(TypeError, match="out"):
        decorated(X, Y, out=[1.0])
    readonly = np.empty(37)
    readonly.flags.writeable = False
    with pytest.raises(TypeError, match="writable|read-only"):
        decorated(X, Y, out=readonly)


@pytest.mark.parametrize("n", [5, 64, 1000, 5000])
def test_out_over_the_inputs(n):
    rng = np.random.default_rng(n)
    base = rng.random(n + 8)
    for shift in (0, 1, 8):
        for target in (base[shift : shift + n], base[:n][::-1]):
            memory = base.copy()
            x, y = memory[:n], memory[shift : shift + n]
            out = memory[shift : shift + n] if target.strides[0] > 0 else memory[:n][::-1]
            expected = (x + y) * x
            decorated(x, y, out=out)
            assert same(out.copy(), expected)


def test_methods():
    filter_ = Filter()
    assert same(filter_.apply(X), X * 3.0 + 1.0)
    other = Filter()
    other.gain = 5.0
    assert same(other.apply(X), X * 5.0 + 1.0)
    alive = weakref.ref(other)
    del other
    gc.collect()
    assert alive() is None


def test_within_each_other():
    inner = tf.fuse(lambda x: np.exp(-x))
    into = tf.fuse(lambda x, y: inner(x, out=y * 1.0) + 1)
    assert same(into(X, Y), tf.add(tf.exp(tf.negative(X)), 1))
    outer = tf.fuse(lambda x, y: inner(x) * y)
    assert same(outer(X, Y), tf.multiply(tf.exp(tf.negative(X)), Y))
    assert len(outer.explain(X, Y).regions) == 1


def test_direct_functions_within():
    function = tf.fuse(lambda x, y: tf.add(tf.tanh(x), y) + tf.exp(x, dtype="f4"))
    assert same(function(X, Y), tf.add(tf.add(tf.tanh(X), Y), tf.exp(X, dtype="f4")))
    masked = tf.fuse(lambda x, y: tf.add(x, y, out=x * 1.5, where=x > y))
    expected = X * 1.5
    np.add(X, Y, out=expected, where=X > Y)
    assert same(masked(X, Y), expected)
    with pytest.raises(TypeError, match="where="):
        tf.fuse(lambda x: np.add(x, 1, where=x > 1))(X)


def test_dtypes_that_are_equal_but_not_the_same():
    function = tf.fuse(lambda x: x * 2 + 1)
    for _ in range(5):
        again = pickle.loads(pickle.dumps(X))
        assert same(function(again), X * 2 + 1)
        assert same(function(X.astype(">f8")), X * 2 + 1)
    assert function.counters()["traces"] == 2
    assert tf.cache_info().hits > 0


def test_pickle_and_copies():
    assert pickle.loads(pickle.dumps(decorated)) is decorated
    again = pickle.loads(pickle.dumps(tf.fuse(np.hypot)))
    assert same(again(X, Y), np.asarray(tf.hypot(X, Y)))
    assert copy.copy(decorated) is decorated and copy.deepcopy(decorated) is decorated


def test_results_of_host_calls_that_change():
    function = tf.fuse(lambda x: x[x > 0] * 2.0)
    assert same(function(Y), Y[Y > 0] * 2.0)
    assert same(function(-Y[::-1] - 0.5), (-Y[::-1] - 0.5)[(-Y[::-1] - 0.5) > 0] * 2.0)
    assert function.counters()["fallbacks"] == 1
    assert "shape" in next(iter(function.counters()["reasons"]))


def test_nothing_is_kept_alive():
    class Watched(np.ndarray):
        pass

    x = np.ones(1000).view(Watched)
    function = tf.fuse(lambda x: np.exp(x) + x.sum())
    function(x)
    alive = weakref.ref(x)
    del x
    gc.collect()
    assert alive() is None

    x = np.ones(1000).view(Watched)

    def failing(x):
        raise RuntimeError("within")

    with pytest.raises(RuntimeError):
        tf.fuse(failing)(x)
    alive = weakref.ref(x)
    del x
    gc.collect()
    assert alive() is None


def test_layouts_and_order():
    x = np.asfortranarray(np.random.default_rng(0).random((30, 40)))
    function = tf.fuse(lambda x: x * 2 + 1)
    assert function(x).flags.f_contiguous and same(function(x), x * 2 + 1)
    assert function(x.T).flags.c_contiguous
    with tf.CpuEngine(order="C"):
        assert function(x).flags.c_contiguous
    assert same(function(x[::2, ::-3]), x[::2, ::-3] * 2 + 1)


def test_refuses_what_it_cannot_hold():
    with pytest.raises(TypeError, match="longdouble|float128|dtype"):
        tf.fuse(lambda x: x + 1)(np.ones(3, "g"))
    with pytest.raises(TypeError, match="argument"):
        tf.fuse(lambda x: x + 1)(np.array([None]))
    with pytest.raises(TypeError, match="function"):
        tf.fuse(3)


def test_a_leaked_value_is_refused():
    kept = []

    def leak(x):
        kept.append(x * 2)
        return x + 1

    tf.fuse(leak)(X)
    with pytest.raises(TypeError, match="another call"):
        tf.fuse(lambda x: x + kept[0])(X)


def test_threads_share_one_function():
    function = tf.fuse(lambda x, a: np.exp(-x) * a + x * x)
    arrays = [np.linspace(0, k + 1, 50 + k) for k in range(8)]
    expected = [tf.add(tf.multiply(tf.exp(tf.negative(x)), 2.0), tf.multiply(x, x)) for x in arrays]
    wrong = []

    def work(k):
        for turn in range(250):
            i = (k + turn) % 8
            if not same(function(arrays[i], 2.0), expected[i]):
                wrong.append((k, turn))

    workers = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


def test_explain():
    function = tf.fuse(lambda x, y: np.exp(x - x.max()) * y + y)
    told = function.explain(X, Y)
    assert len(told.regions) == 1 and told.host_calls == 1
    assert told.superinstructions >= 1
    assert any("max" in reason for reason in told.splits)
    for word in ("region", "instructions", "registers", "chunk", "thread", "split"):
        assert word in str(told)


def test_a_function_that_takes_out_itself():
    function = tf.fuse(lambda x, out: x + out)
    assert same(function(X, out=Y), X + Y)


def test_cloudpickle_carries_fused_functions():
    cloudpickle = pytest.importorskip("cloudpickle")
    scale, x = 3.0, np.linspace(0.0, 1.0, 100)
    fused = tf.fuse(lambda x, y: np.exp(x) * scale + y**2)
    again = pickle.loads(cloudpickle.dumps(fused))
    assert type(again) is type(fused) and same(again(x, x), fused(x, x))


def test_a_captured_array_keeps_its_mask_or_is_refused():
    data = np.ma.masked_array([1.0, 2.0], [False, True])
    with pytest.raises(TypeError, match="an array that the function reads is a masked array"):
        tf.fuse(lambda x: x + data)(np.ones(2))
