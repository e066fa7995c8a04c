"""Memory, errors and objects: what broke other libraries."""

import copy
import gc
import pickle
import sys
import weakref

import numpy as np
import pytest
from processes import run_python

import tenferro as tf


def test_nothing_is_kept_alive():
    """pydata/numexpr#558, #521, #310"""
    for call in (
        lambda x, out: tf.exp(x, out=out),
        lambda x, out: tf.add(x, 1.0, out=out, where=x > 0.5),
        lambda x, out: tf.add(x[::-1], x, out=x),
        lambda x, out: tf.CpuEngine(threads=2).tanh(x, out=out),
        lambda x, out: tf.add(x, np.ones(3), out=out),  # fails
        lambda x, out: tf.add(x, object(), out=out),  # fails
    ):
        x, out = np.ones(100_000), np.ones(100_000)
        watch = weakref.ref(x), weakref.ref(out)
        try:
            result = call(x, out)
        except (TypeError, ValueError):
            result = None
        del x, out, result
        gc.collect()
        assert [reference() for reference in watch] == [None, None]


def test_results_live_as_long_as_their_views():
    x = tf.exp(np.zeros(500_000))
    view = x[1000::7]
    del x
    gc.collect()
    for _ in range(3):
        other = tf.add(np.ones(500_000), 1)
    assert (view == 1).all() and (other == 2).all()


def test_a_limited_pool_drops_idle_blocks_first():
    """cupy/cupy#7678"""
    pool = tf.Pool(limit=64 << 20)
    with tf.CpuEngine(pool=pool):
        first = tf.add(np.ones(4 << 20), 1)
        del first
        second = tf.add(np.ones(6 << 20), 1)
        assert second[-1] == 2


def test_statistics_return_to_nothing():
    """cupy/cupy#3008, #1165, #6616"""
    pool = tf.Pool()
    with tf.CpuEngine(pool=pool):
        kept = [tf.add(np.zeros(64 * k), 1) for k in range(1, 1025, 7)]
        del kept
        gc.collect()
        again = [tf.add(np.zeros(64 * k), 1) for k in range(1, 1025, 7)]
        assert all((x == 1).all() for x in again)
        del again
    gc.collect()
    stats = pool.stats()
    pool.trim()
    after = pool.stats()
    text = str(stats) + str(after)
    assert "in_use" in text or "used" in text


def test_engines_travel():
    """numba/numba#4671, pydata/numexpr#258, dask/dask#12043"""
    engine = tf.CpuEngine(threads=2)
    for twin in (pickle.loads(pickle.dumps(engine, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)):
        assert twin.threads == 2
    assert copy.deepcopy(engine).threads == 2
    assert weakref.ref(engine)() is engine


def test_results_travel():
    x = tf.exp(np.zeros(300_000))
    buffers = []
    data = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert (pickle.loads(data, buffers=buffers) == 1).all() and (pickle.loads(pickle.dumps(x)) == 1).all()
    assert (copy.deepcopy(x) == 1).all() and memoryview(x).nbytes == x.nbytes
    assert weakref.ref(x)() is x


def test_functions_travel_by_name():
    for name in ("add", "exp", "where", "isnan"):
        function = getattr(tf, name)
        assert function.__name__ == name and function.__doc__
        assert pickle.loads(pickle.dumps(function)) is function


@pytest.mark.parametrize("flag", [["-OO"], ["-W", "error"], ["-X", "dev"], ["-I"]])
def test_import_under_flags(flag):
    text = f"import sys; sys.path[:0] = {sys.path!r}; import tenferro as tf; print(tf.add(1, 2))"
    done = run_python(*flag, "-c", text)
    assert done.returncode == 0 and done.stdout == "3\n" and not done.stderr, done.stderr


def test_no_memory_for_a_result_is_an_error():
    x = np.broadcast_to(np.float64(1), (2**20, 2**20, 2**10))
    with pytest.raises((MemoryError, ValueError)):
        tf.add(x, 1)
    y = np.broadcast_to(np.float64(1), (2**31, 1, 1))
    with pytest.raises((MemoryError, ValueError), match="add|memory|address|shape|size"):
        tf.add(y, np.broadcast_to(np.float64(1), (1, 2**31, 2**20)))


def test_no_memory_under_a_limit_leaves_out_untouched(python):
    text = """
import numpy as np, resource, tenferro as tf
out = np.zeros(10)
x = np.ones(40_000_000)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), used + (64 << 20)))
try:
    tf.add(x, 1)
except MemoryError:
    print("MemoryError")
assert tf.add(np.ones(10), 1, out=out) is out
print(out[0])
"""
    assert python(text, TENFERRO_NUM_THREADS="1").split() == ["MemoryError", "2.0"]
