"""The engine: threads, pool, memory order, the current engine of a context, and what it says it would do."""

import contextvars
import copy
import pickle
import sys
import threading

import numpy as np
import pytest

import tenferro as tf
from tenferro._kernels import levels, placement
from tenferro._optable import ROWS


def test_every_row_is_a_method():
    engine = tf.CpuEngine(threads=1)
    for row in ROWS:
        assert callable(getattr(engine, row.name))
        assert row.name in dir(engine)
    assert engine.add(1.0, 2.0) == 3.0
    assert engine.add(np.ones(3), 1, out=np.zeros(3)).tolist() == [2, 2, 2]
    with pytest.raises(AttributeError, match="no_such_function"):
        engine.no_such_function()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"threads": 0}, ValueError),
        ({"threads": -1}, ValueError),
        ({"threads": 1025}, ValueError),
        ({"threads": 10**30}, ValueError),
        ({"threads": 2.0}, TypeError),
        ({"threads": "2"}, TypeError),
        ({"threads": True}, TypeError),
        ({"order": "A"}, ValueError),
        ({"order": None}, ValueError),
        ({"pool": 3}, TypeError),
        ({"wrong": 1}, TypeError),
    ],
)
def test_bad_arguments(arguments, error):
    with pytest.raises(error):
        tf.CpuEngine(**arguments)


def test_numpy_integers_count_threads():
    assert tf.CpuEngine(threads=np.int64(3)).threads == 3


def test_the_current_engine_holds_for_the_block_and_the_thread():
    outside = tf.get_num_threads()
    engine = tf.CpuEngine(threads=3)
    seen = []
    with engine:
        assert tf.current_engine() is engine and tf.get_num_threads() == 3
        with tf.CpuEngine.serial():
            assert tf.get_num_threads() == 1
        assert tf.current_engine() is engine
        thread = threading.Thread(target=lambda: seen.append(tf.get_num_threads()))
        thread.start()
        thread.join()
        in_context = contextvars.copy_context()
    inherited = getattr(sys.flags, "thread_inherit_context", False)
    assert tf.get_num_threads() == outside and seen[0] == (3 if inherited else outside)
    assert in_context.run(tf.get_num_threads) == 3


def test_an_engine_may_be_entered_twice_and_left_by_an_exception():
    engine = tf.CpuEngine(threads=3)
    before = tf.get_num_threads()
    with pytest.raises(KeyError), engine, engine:
        raise KeyError
    assert tf.get_num_threads() == before
    with pytest.raises(TypeError):
        engine.add(object(), 1)
    assert tf.get_num_threads() == before


def test_set_num_threads():
    try:
        tf.set_num_threads(3)
        assert tf.get_num_threads() == 3 and tf.CpuEngine().threads == 3 and tf.CpuEngine(threads=2).threads == 2
        for bad, error in ((0, ValueError), (5000, ValueError), ("2", TypeError), (1.5, TypeError)):
            with pytest.raises(error):
                tf.set_num_threads(bad)
        assert tf.get_num_threads() == 3
    finally:
        tf.set_num_threads(None)


def test_memory_order_of_the_engine():
    x = np.ones((3, 4, 5))
    for array in (x, x.T, x[::-1, :, ::2], np.asfortranarray(x)):
        assert tf.CpuEngine(order="F").exp(array).flags.f_contiguous
        assert tf.CpuEngine(order="C").exp(array).flags.c_contiguous
        assert tf.CpuEngine(order="F").add(array, array).flags.f_contiguous
        assert tf.CpuEngine().exp(array).strides == np.exp(array).strides
    assert tf.CpuEngine(order="F").exp(x, order="C").flags.c_contiguous


def test_pool_of_the_engine():
    pool = tf.Pool()
    engine = tf.CpuEngine(pool=pool)
    assert engine.pool is pool
    before = pool.stats()
    result = engine.exp(np.ones(100_000))
    assert pool.stats() != before
    del result


def test_copies_and_pickles():
    for engine in (tf.CpuEngine(threads=3, order="F"), tf.CpuEngine()):
        for twin in (pickle.loads(pickle.dumps(engine)), copy.copy(engine), copy.deepcopy(engine)):
            assert twin.threads == engine.threads and twin.order == engine.order
            assert twin.add(1.0, 1.0) == 2.0
    assert "threads=3" in repr(tf.CpuEngine(threads=3)) and "order='F'" in repr(tf.CpuEngine(order="F"))


def test_explain_says_what_and_why():
    engine = tf.CpuEngine(threads=4)
    small, large = engine.explain("add", n=1000), engine.explain("tanh", n=10**8)
    assert small.threads == 1 and large.threads > 1
    assert small.level == large.level == levels.NAME
    assert large.estimate_us > small.estimate_us > 0
    assert "1 thread:" in str(small) and "tanh" in str(large)
    assert tf.CpuEngine.serial().explain("tanh", n=10**8).threads == 1
    assert engine.explain("tanh", n=100, dtype="f4").dtype == "f32"
    assert engine.explain("tanh", n=100, dtype="f2").dtype == "f32"
    assert engine.explain("add", n=100, dtype=np.int8).dtype == "i8"
    assert engine.explain("add", n=0).threads == 1


def test_explain_knows_every_row():
    for row in ROWS:
        dtype = "i8" if "i" in row.formulas and "f" not in row.formulas else "f8"
        if row.name == "ldexp":
            continue  # of two dtypes
        assert tf.CpuEngine().explain(row.name, n=10, dtype=dtype).operation == row.name


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("no such row", 3), ValueError),
        (("add", -1), ValueError),
        (("add", "3"), TypeError),
        (("add", 1.5), TypeError),
        (("sin", 3, "no such dtype"), TypeError),
        (("bitwise_and", 3, "f8"), TypeError),
        (("add", 3, "M8[s]"), TypeError),
    ],
)
def test_explain_refuses(arguments, error):
    with pytest.raises(error):
        tf.CpuEngine().explain(*arguments)


def test_estimates_grow_with_n_and_price():
    for dtype in ("f32", "f64"):
        assert placement.estimate_ns("exp", dtype, 2000) == 2 * placement.estimate_ns("exp", dtype, 1000)
        assert placement.estimate_ns("exp", dtype, 1000) > placement.estimate_ns("add", dtype, 1000) > 0


def test_threads_never_more_than_asked_nor_than_pay():
    for threads in (1, 2, 3, 8):
        engine = tf.CpuEngine(threads=threads)
        for exponent in range(10):
            assert 1 <= engine.explain("tanh", n=10**exponent).threads <= threads


def test_results_do_not_depend_on_the_engine():
    x = np.linspace(-3, 3, 100_003)
    results = [engine.tanh(x).tobytes() for engine in (tf.CpuEngine(threads=n) for n in (1, 2, 3, 7))]
    assert len(set(results)) == 1


def test_explain_takes_what_it_prints_and_what_is_at_hand():
    explain = tf.CpuEngine.serial().explain
    assert explain("add", 10, "f64").dtype == "f64" and explain("exp", 10, "c128").dtype == "c128"
    assert explain("add", 10, "i64").dtype == explain("add", 10, "i8").dtype == "i64"  # NumPy's "i8"
    assert explain("exp", 10, "f16").dtype == "f32"
    assert explain(tf.exp, 10).operation == explain(np.exp, 10).operation == "exp"
    assert explain("abs", 10).operation == explain(np.abs, 10).operation == "absolute"
    assert explain("add", 1e6).n == 10**6
    assert "1 thread:" in str(explain("add", 10))
    assert " ms on one thread" in str(explain("tanh", 10**7)) and " s on one thread" in str(explain("tanh", 10**11))


def test_explain_of_a_fused_function_counts_in_english():
    text = str(tf.fuse(lambda x: tf.exp(x)).explain(np.ones(3)))
    assert "1 region of 1 operation, 0 host calls" in text and "1 instruction (0 superinstructions)" in text


def test_methods_are_functions_with_a_name_and_a_page():
    engine = tf.CpuEngine(threads=1)
    assert engine.exp.__name__ == "exp" and engine.exp.__doc__ == tf.exp.__doc__
    assert {"exp", "add", "abs"} <= set(dir(engine))
    with pytest.raises(ZeroDivisionError):
        engine.add(_Refusing(), 1.0)
    assert tf.current_engine().threads == tf.get_num_threads()


class _Refusing:
    def __array__(self, dtype=None, copy=None):
        raise ZeroDivisionError
