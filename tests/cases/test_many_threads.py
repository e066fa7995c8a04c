"""Many threads at once on everything that a process shares: in parallel without the GIL, in turns with it."""

import gc
import sys
import threading

import numpy as np
import pytest
from processes import free_sections

import tenferro as tf
from tenferro._fused.cache import CallCache

THREADS = 8


def together(*jobs, rounds=1):
    """Run the jobs in THREADS threads that start at one moment; what one raises is raised here."""
    failures = []
    barrier = threading.Barrier(THREADS)

    def work(member):
        try:
            barrier.wait(60)
            for i in range(rounds):
                jobs[(member + i) % len(jobs)](member)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(member,)) for member in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


# Each dtype pair of each row is asked for the first time by all threads at the same moment.
FIRST_CALLS = """
import itertools, threading, numpy as np, tenferro as tf
try:
    import ml_dtypes
    narrow = [np.dtype(ml_dtypes.bfloat16)]
except ImportError:
    narrow = []
dtypes = [np.dtype(char) for char in "bhilBHILefd"] + narrow
operands = [np.arange(1, 5).astype(dtype) for dtype in dtypes]
pairs = list(itertools.product(operands, [*operands, 2, 2.0]))
names = ["add", "multiply", "maximum", "hypot", "less"]
barrier = threading.Barrier(8)
answers = [[] for _ in range(8)]
failures = []
def work(member):
    try:
        for x, y in pairs:
            barrier.wait(60)
            for name in names:
                answers[member].append(getattr(tf, name)(x, y))
    except BaseException as error:
        failures.append(error)
        barrier.abort()
threads = [threading.Thread(target=work, args=(member,)) for member in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failures, failures
for k, (x, y) in enumerate(pairs):
    for i, name in enumerate(names):
        want = getattr(tf, name)(x, y)
        for answer in answers:
            got = answer[k * len(names) + i]
            assert got.dtype == want.dtype and got.tobytes() == want.tobytes(), (name, x.dtype, y)
print("done")
"""


def test_first_calls_of_every_dtype(python):
    assert python(FIRST_CALLS) == "done\n"


def test_a_shared_fused_function_while_its_plans_are_forgotten():
    @tf.fuse
    def function(x, y, k):
        return np.sqrt(x * y + k) - y

    kinds = [
        (np.linspace(1, 2, n).astype(dtype), np.full(n, 3, dtype)) for n in (1, 7, 300) for dtype in ("f4", "f8", "i4")
    ]
    want = [np.sqrt(x * y + 2.0) - y for x, y in kinds]

    def call(member):
        for (x, y), right in zip(kinds, want, strict=True):
            got = function(x, y, 2.0)
            assert got.dtype == right.dtype
            np.testing.assert_allclose(got, right, rtol=1e-5)
            out = np.empty_like(right)
            assert function(x, y, 2.0, out=out) is out
            np.testing.assert_array_equal(out, got)

    def forget(member):
        call(member)
        function.cache_clear() if member % 2 else tf.cache_clear()
        assert function.counters()["traces"] >= 1

    together(call, call, call, forget, rounds=40)
    before = function.counters()
    together(lambda member: [function(*kinds[0], 2.0) for _ in range(500)])
    after = function.counters()
    assert after["fused"] - before["fused"] == THREADS * 500 and after["fallbacks"] == 0


def test_a_plan_traced_before_the_cache_was_cleared_does_not_come_back():
    factor = 2.0
    tracing, cleared = threading.Event(), threading.Event()

    def function(x):
        seen = factor
        tracing.set()
        cleared.wait(60)
        return x * seen

    fused = tf.fuse(function)
    x = np.ones(3)
    thread = threading.Thread(target=fused, args=(x,))
    thread.start()
    tracing.wait(60)
    factor = 5.0
    fused.cache_clear()
    cleared.set()
    thread.join()
    assert (fused(x) == 5.0).all() and (fused(x) == 5.0).all()


def test_the_cache_refuses_what_is_older_than_a_clearing():
    class Entry:
        forgotten = 0

        def forget(self):
            self.forgotten += 1

    cache = CallCache()
    for clear in (lambda: cache.drop(0), cache.clear):
        era, entry = cache.era(0), Entry()
        clear()
        cache.put(0, "key", entry, era)
        assert cache.get(0, "key") is None and entry.forgotten == 1
        cache.put(0, "key", entry, cache.era(0))
        assert cache.get(0, "key") is entry and entry.forgotten == 1
    other = cache.era(1)
    cache.drop(0)
    assert cache.era(1) == other
    cache.end(0)
    assert cache.era(0) == (1, 0)


def test_a_pool_that_is_trimmed_and_bounded_while_it_is_used():
    pool = tf.Pool(limit=None)
    x = np.linspace(0, 1, 20_000)

    def use(member):
        n = 2_000 + 1_000 * member
        with tf.CpuEngine(threads=1, pool=pool):
            results = [tf.add(x[:n], float(member)) for _ in range(3)]
            kept = results[1][5:9]
        for result in results:
            assert (result == x[:n] + member).all()
        del results, result
        assert (kept == x[5:9] + member).all()

    def change(member):
        use(member)
        pool.limit = None if member % 2 else member << 14
        pool.trim()
        assert pool.stats()["held"] >= 0

    together(use, use, change, rounds=60)
    gc.collect()
    assert pool.stats()["in_use"] == 0


def test_engines_made_entered_and_left():
    outside = tf.get_num_threads()
    pools = [tf.Pool() for _ in range(3)]

    def job(member):
        for i in range(30):
            engine = tf.CpuEngine(threads=1 + (member + i) % 5, pool=pools[i % 3], order="KCF"[i % 3])
            with engine:
                assert tf.current_engine() is engine and tf.get_num_threads() == engine.threads
                with tf.CpuEngine.serial():
                    assert tf.exp(np.zeros(3)).sum() == 3.0
                assert tf.current_engine() is engine
                assert engine.add(np.ones((2, 3)), 1).flags.f_contiguous == (engine.order == "F")
        assert tf.get_num_threads() == outside

    together(job, rounds=4)
    assert tf.get_num_threads() == outside


def test_settings_of_an_engine_are_fixed():
    engine = tf.CpuEngine(threads=2)
    for name, value in (("pool", tf.Pool()), ("layout", "F"), ("most_threads", 3)):
        with pytest.raises(AttributeError):
            setattr(engine, name, value)
    with pytest.raises(TypeError, match="only once"):
        engine.__init__(threads=3)
    assert engine.threads == 2


def test_sections_while_others_run(python, tmp_path):
    """The threads' first sections, the widths that several engines ask for, and the process's own number at once."""
    text = """
import threading, numpy as np, tenferro as tf
x = np.linspace(-3, 3, 30_000)
right = tf.CpuEngine(threads=1).tanh(x)
failures = []
def work(member):
    try:
        for i in range(60):
            tf.set_num_threads(1 + (member + i) % 4)
            assert (tf.tanh(x) == right).all()
            assert (tf.CpuEngine(threads=1 + i % 3).tanh(x) == right).all()
    except BaseException as error:
        failures.append(error)
threads = [threading.Thread(target=work, args=(member,)) for member in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failures, failures
print("done")
"""
    assert python(text, XDG_CACHE_HOME=free_sections(tmp_path)) == "done\n"


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="a Python before 3.13 has its GIL")
def test_import_leaves_the_gil_off(python):
    text = "import sys, numpy; before = sys._is_gil_enabled(); import tenferro; print(before == sys._is_gil_enabled())"
    assert python(text) == "True\n"
