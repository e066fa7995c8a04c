"""Inputs that broke the programs people use today: traced functions."""

import resource
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest
from programs import same

import tenferro as tf


@pytest.mark.parametrize("n", [40, 200, 700])
def test_many_arguments(n):
    arrays = [np.full(100, float(i)) for i in range(n)]
    assert (tf.fuse(lambda *xs: sum(xs))(*arrays) == sum(range(n))).all()
    strided = [np.full(200, float(i))[::2] for i in range(n)]
    assert (tf.fuse(lambda *xs: sum(xs))(*strided) == sum(range(n))).all()


def test_deep_nesting():
    def deep(x):
        for _ in range(2000):
            x = x * 0.5 + 1.0
        return x

    def unary(x):
        for _ in range(2000):
            x = np.negative(np.tanh(x))
        return x

    x = np.linspace(0, 1, 10)
    assert same(tf.fuse(deep)(x), deep(x))
    assert tf.fuse(unary)(x).shape == (10,)


def test_shared_subexpressions_stay_shared():
    def function(x):
        t = x
        for _ in range(60):
            t = t * 0.5 + t * 0.5
        return t

    x = np.linspace(0.0, 1.0, 1000)
    fused = tf.fuse(function)
    assert abs(fused(x) - x).max() < 1e-12
    assert fused.explain(x).instructions <= 120


def test_constants_only():
    x = np.arange(5.0)
    assert tf.fuse(lambda: 10 * 3 + 1)() == 31
    assert tf.fuse(lambda x: 10 * 3 + 1)(x) == 31
    assert same(tf.fuse(lambda x: np.float64(2) * 3)(x), np.float64(6))
    assert same(tf.fuse(lambda x: np.arange(3) + 1)(x), np.arange(3) + 1)
    identity = tf.fuse(lambda x: x)
    assert same(identity(x), x) and not np.shares_memory(identity(x), x)
    assert same(tf.fuse(lambda x, y: x * y + x)(x, x), x * x + x)
    twice = tf.fuse(lambda x: [x * 2] * 2)(x)
    assert same(twice[0], x * 2) and same(twice[1], x * 2)
    assert same(tf.fuse(lambda x: np.zeros_like(x))(x), np.zeros(5))
    assert same(tf.fuse(lambda x: np.ones_like(x, dtype="i4"))(x), np.ones(5, "i4"))


@pytest.mark.parametrize("dtypes", [("f8", "f8"), ("f4", "f4"), ("i1", "f4"), ("i4", "f8"), ("f2", "f4"), ("c8", "f4")])
def test_lengths_around_chunks(dtypes):
    function = tf.fuse(lambda x, y: (x + y) * y - x)
    example = [np.ones(100_000, dtype) for dtype in dtypes]
    chunk = function.explain(*example).regions[0].chunk
    rng = np.random.default_rng(1)
    for length in sorted({k * c + d for k in (1, 2, 3) for c in (chunk, 4096) for d in (-1, 0, 1)}):
        x, y = ((rng.random(length) * 20).astype(dtype) for dtype in dtypes)
        assert same(function(x, y), tf.subtract(tf.multiply(tf.add(x, y), y), x)), length


def test_clip_forms():
    x = np.linspace(-2, 2, 9)
    for function in (
        lambda x: np.clip(x, 0, None), lambda x: np.clip(x, None, 1), lambda x: np.clip(x, a_min=0, a_max=None),
        lambda x: np.clip(x, min=0), lambda x: np.clip(x, max=1), lambda x: np.clip(x, min=-1, max=1),
        lambda x: x.clip(0), lambda x: np.clip(x, -1, 1), lambda x: np.clip(x, np.nan, 1),
    ):  # fmt: skip
        assert same(tf.fuse(function)(x), function(x))


def test_a_python_number_is_rounded_to_the_dtype():
    x = np.full(9, 1.7, "f4")
    assert (tf.fuse(lambda x: np.fmod(x, 1.7))(x) == 0).all()
    assert (tf.fuse(lambda x: np.remainder(-x, 1.7))(x) == 0).all()
    assert (tf.fuse(lambda x, a: np.fmod(x, a))(x, 1.7) == 0).all()
    assert (tf.fmod(x, 1.7) == 0).all()


@pytest.mark.parametrize("n", [3, 999_999, 1_000_001])
def test_dtypes_do_not_depend_on_length(n):
    x = np.ones(n, "f4")
    assert tf.fuse(lambda x: x + np.float32(1))(x).dtype == np.float32
    assert tf.fuse(lambda x: x * 2.0 + 1)(x).dtype == np.float32


def test_small_integers_wrap_before_the_next_operation():
    x = np.array([4, 6], "u1")
    powers = tf.fuse(lambda x: x**5)(x)
    assert powers.tolist() == [0, 96] and powers.dtype == np.uint8
    np.testing.assert_allclose(tf.fuse(lambda x: np.cos(x**5))(x).astype(float), [1, -0.18043045], atol=1e-3)


def test_negative_integer_powers():
    x = np.array([-1, 0, 1])
    for function, args in [
        (lambda x: x**-1, ()),
        (lambda x, n: x**n, (-1,)),
        (lambda x, n: x**n, (np.array([1, -1, 2]),)),
    ]:
        with pytest.raises(ValueError, match="negative integer powers"):
            tf.fuse(function)(x, *args)
    fused = tf.fuse(lambda x, n: x**n)
    assert fused(x, np.array([2, 3, 4])).tolist() == [1, 0, 1]
    assert fused(x, 3).tolist() == [-1, 0, 1]


def test_the_square_root_power_agrees_with_itself():
    x = np.array([-0.0, -np.inf, 4.0])
    expected = tf.power(x, 0.5)
    assert same(tf.fuse(lambda x: x**0.5)(x), expected)
    assert same(tf.fuse(lambda x: np.power(x, 0.5))(x), expected)


def test_the_cache_is_bounded():
    tf.cache_clear()
    limit = tf.cache_info().limit
    functions = []
    for k in range(3 * limit):
        functions.append(tf.fuse(lambda x, k=k: x * 2.0 + k))
        functions[-1](np.ones(k % 7 + 1))
        if len(functions) > 100:
            functions.pop(0)
    one = tf.fuse(lambda x: x + 1)
    for n in range(1, 2 * limit):
        one(np.ones(n))
    info = tf.cache_info()
    assert info.size <= limit and info.evictions > 0 and info.misses > limit
    before = tf.cache_info().hits
    one(np.ones(2 * limit - 1))
    assert tf.cache_info().hits > before
    tf.cache_clear()
    assert tf.cache_info().size == 0


def test_many_functions_do_not_grow_the_process():
    def make(k):
        return tf.fuse(lambda x: np.exp(x) * 2.0 + k)

    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    x = np.ones(10)
    for k in range(2000):
        make(k)(x)
    before = peak()
    for k in range(4000):
        make(k)(x)
    assert peak() - before < 60_000  # KiB; the cache itself may fill up


def test_tracing_costs_less_than_a_second_for_big_graphs():
    x = np.ones(5)
    begun = time.process_time()
    tf.fuse(lambda x: sum(np.sin(x * k) for k in range(500)))(x)
    assert time.process_time() - begun < 5.0


def test_a_spawn_pool_runs_pickled_functions(tmp_path):
    script = tmp_path / "work.py"
    script.write_text(
        textwrap.dedent(
            """
            import multiprocessing
            import numpy as np
            import tenferro as tf

            @tf.fuse
            def work(x):
                return (x + 1.0) * x

            if __name__ == "__main__":
                with multiprocessing.get_context("spawn").Pool(2) as pool:
                    results = pool.map(work, [np.arange(5.0) + k for k in range(4)])
                assert all((r == (np.arange(5.0) + k + 1) * (np.arange(5.0) + k)).all() for k, r in enumerate(results))
                print("done")
            """
        )
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", done.stderr


def test_functions_that_outlive_everything_end_quietly():
    """What `sys` and `builtins` hold is dropped last, when the modules it leans on have lost their names."""
    script = (
        "import builtins, sys, numpy, tenferro as tf\n"
        "builtins.kept = tf.fuse(lambda x: x + 1)\n"
        "sys.kept = tf.fuse(lambda x: x * 2)\n"
        "builtins.kept(numpy.ones(3)); sys.kept(numpy.ones(3))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_empty_arrays():
    function = tf.fuse(lambda x, y: np.exp(x) * y + 1)
    for shape in [(0,), (3, 0), (0, 4, 2)]:
        assert function(np.ones(shape), np.ones(shape)).shape == shape
    assert function(np.ones((0, 1)), np.ones((1, 5))).shape == (0, 5)
