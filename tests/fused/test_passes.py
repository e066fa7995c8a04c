"""Passes keep every bit, and leave out what changes none."""

import numpy as np
import pytest
from programs import same

import tenferro as tf
from tenferro._fused.graph import CAST_TO, HOST, OP
from tenferro._fused.passes import PASSES, run_passes
from tenferro._optable import ROWS


def after(function, *args):
    graph = tf.trace(function, *args).graph
    for step in PASSES:
        graph = step(graph).check()
    return run_passes(tf.trace(function, *args).graph).check()


def operations(graph):
    return [ROWS[node.op].name for node in graph.nodes if node.kind == OP]


def casts(graph):
    return sum(node.kind == CAST_TO for node in graph.nodes)


X = np.array([0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 5e-324, 1e308])


@pytest.mark.parametrize(
    ("function", "left"),
    [
        (lambda x: x * 1, []),
        (lambda x: 1.0 * x, []),
        (lambda x: x / 1, []),
        (lambda x: x - 0.0, []),
        (lambda x: x + -0.0, []),
        (lambda x: x + 0.0, ["add"]),  # -0.0 + 0.0 is 0.0
        (lambda x: x - -0.0, ["subtract"]),
        (lambda x: 1 / x, ["divide"]),
        (lambda x: np.negative(-x), []),
        (lambda x: abs(abs(x)), ["absolute"]),
        (lambda x: np.floor(np.floor(x)), ["floor"]),
        (lambda x: np.maximum(x, x), []),
        (lambda x: +x, []),
        (lambda x: x.real, []),
        (lambda x: x * 0, ["multiply"]),  # NaN and infinities
        (lambda x: x - x, ["subtract"]),
        (lambda x: (x + 1) * (x + 1) + (1 + x), ["add", "multiply", "add"]),
        (lambda x: [np.exp(x), x * 2][1], ["multiply"]),
    ],
)
def test_what_is_left(function, left):
    assert operations(after(function, X)) == left
    with np.errstate(all="ignore"):
        assert same(tf.fuse(function)(X), np.asarray(function(X)))


def test_integers_and_complex_numbers():
    assert operations(after(lambda x: x + 0, np.arange(3))) == []
    assert operations(after(lambda x: ~~x, np.arange(3))) == []
    assert operations(after(lambda x: x * 1, np.ones(3, "c16"))) == ["multiply"]  # an infinite part times 0 is NaN
    assert operations(after(lambda x: np.conj(np.conj(x)), np.ones(3, "c16"))) == []
    assert operations(after(lambda x: np.floor(x), np.arange(3))) == []


def test_casts_of_casts():
    small = np.ones(3, "i1")
    assert casts(after(lambda x: x.astype("f4").astype("f8"), small)) == 1
    assert casts(after(lambda x: x.astype("i4").astype("i1") + x, small)) == 0
    assert casts(after(lambda x: x.astype("f4").astype("f8"), np.ones(3))) == 2  # rounds on the way
    assert casts(after(lambda x: x.astype("i8").astype("f4"), np.ones(3))) == 2
    assert casts(after(lambda x: x * x * x, np.ones(3, "f2"))) == 4  # rounded in between


def test_numbers_are_folded():
    def function(x):
        one = np.ones_like(x)
        return x * (one[0] + one[0])

    assert operations(after(lambda x: x * (np.float32(2) * 3), X)) == ["multiply"]
    assert same(tf.fuse(function)(X), X * 2)


def test_equal_host_calls_are_shared():
    def hosts(function):
        return sum(node.kind == HOST for node in after(function, X).nodes)

    assert hosts(lambda x: np.cumsum(x) + np.cumsum(x)) == 1
    assert hosts(lambda x: np.sum(x, axis=0) + np.sum(x, keepdims=True)) == 2
    assert hosts(lambda x: np.cumsum(x) * 0 + np.interp(x, X, X)) == 2
    with pytest.raises(TypeError, match="writes"):
        tf.trace(lambda x: np.copyto(x, 1.0), X)


def test_broadcasts_survive():
    x = np.arange(3.0)
    wide = tf.fuse(lambda x: np.broadcast_to(x, (2, 3)) * 1)(x)
    assert same(wide, np.broadcast_to(x, (2, 3)).copy())
    assert tf.fuse(lambda x, y: np.maximum(x, np.broadcast_to(x, (2, 3))))(x, x).shape == (2, 3)
