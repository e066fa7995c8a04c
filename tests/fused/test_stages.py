"""The explicit path: trace, compile, prepare, run."""

import pickle

import numpy as np
import pytest
from programs import same

import tenferro as tf
from tenferro._fused.cache import CallCache


def formula(x, y):
    return (x + y) * x


X, Y = np.linspace(0, 1, 100), np.linspace(1, 2, 100).astype("f4")


def test_trace_compile_prepare_run():
    graph = tf.trace(formula, tf.spec("f8", (100,)), Y)
    program = pickle.loads(pickle.dumps(graph)).compile()
    prepared = pickle.loads(pickle.dumps(program)).prepare(tf.CpuEngine(threads=1), tf.spec("f8", 100), Y)
    for scale in (1, 2):
        (result,) = prepared.run(X * scale, Y)
        assert same(result, tf.multiply(tf.add(X * scale, Y), X * scale))
    assert "chunk" in prepared.explain()


def test_a_program_has_no_shapes():
    program = tf.trace(formula, np.dtype("f8"), np.dtype("f8")).compile()
    for shape in [(), (7,), (3, 5), (0, 2)]:
        x = np.ones(shape)
        (result,) = program.prepare(None, x, x).run(x, x)
        assert same(np.asarray(result), np.asarray(formula(x, x)))


def test_arrays_of_another_kind_are_named():
    prepared = tf.trace(formula, X, Y).compile().prepare(None, X, Y)
    with pytest.raises(TypeError, match="'y'"):
        prepared.run(X, X)
    with pytest.raises(TypeError, match="'x'"):
        prepared.run(X[::2], Y)
    with pytest.raises(TypeError, match="2 "):
        prepared.run(X)
    with pytest.raises(TypeError, match="2 inputs"):
        tf.trace(formula, X, Y).compile().prepare(None, X)
    with pytest.raises(TypeError, match="'x'"):
        tf.trace(formula, X, Y).compile().prepare(None, "x", Y)


def test_out():
    program = tf.trace(formula, X, X).compile()
    out = np.empty(100)
    from tenferro._fused.executor import prepare

    prepared = prepare(program.plan.regions[0], None, (X, X), (out,))
    (result,) = prepared.run(X, X, out=out)
    assert result is out and same(out, formula(X, X))


def test_plans_of_several_steps():
    program = tf.trace(lambda x: (x - x.mean(), x.max() + 1), tf.spec("f8", 100)).compile()
    prepared = program.prepare(None, X)
    centred, most = prepared.run(X)
    np.testing.assert_allclose(centred, X - X.mean())
    assert most == X.max() + 1
    out = np.empty(100)
    assert prepared.run(X, out=(out, None))[0] is out
    with pytest.raises(TypeError, match="'x'"):
        prepared.run(X[:5])
    with pytest.raises(TypeError, match="results"):
        prepared.run(X, out=(out,))
    assert "chunk" in prepared.explain()


class Entry:
    forgotten = False

    def forget(self):
        self.forgotten = True


def test_the_cache_drops_the_oldest():
    cache = CallCache(limit=3)
    token, other = cache.new_token(), cache.new_token()
    entries = [Entry() for _ in range(5)]
    for k in range(3):
        cache.put(token, k, entries[k], cache.era(token))
    assert cache.get(token, 0) is entries[0]
    cache.put(other, "a", entries[3], cache.era(other))
    assert entries[1].forgotten and not entries[0].forgotten
    assert cache.get(token, 1) is None
    assert cache.info() == (1, 1, 1, 3, 3)
    cache.drop(token)
    assert cache.info().size == 1 and entries[0].forgotten
    cache.clear()
    assert entries[3].forgotten and cache.info() == (0, 0, 0, 0, 3)


def test_statistics_tell_of_hot_calls():
    tf.cache_clear()
    function = tf.fuse(formula)
    for _ in range(10):
        function(X, X)
    info = tf.cache_info()
    assert info.hits == 9 and info.misses == 1 and info.size >= 1
    assert function.counters() == {"fused": 10, "fallbacks": 0, "traces": 1, "reasons": {}}
    function.cache_clear()
    assert function(X, X).shape == (100,) and function.counters()["traces"] == 2
