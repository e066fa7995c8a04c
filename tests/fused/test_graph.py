"""Graphs, and what the tracer writes into them."""

import pickle

import numpy as np
import pytest

import tenferro as tf
from tenferro._fused.graph import CAST_TO, HOST, OP, VIEW, Graph, Node, broadcast
from tenferro._fused.tracer import Trace
from tenferro._optable import CODE, DTYPES, OPCODE, ROWS
from tenferro._promotion import NUMPY_DTYPES


def graph_of(function, *args):
    return tf.trace(function, *args).graph.check()


def operations(graph):
    return [ROWS[node.op].name for node in graph.nodes if node.kind == OP]


def dtype_of(graph, k=0):
    return DTYPES[graph.nodes[graph.outputs[k]].code]


@pytest.mark.parametrize(
    ("first", "second"),
    [((3, 4), (3, 4)), ((3, 1), (4,)), ((), (2, 2)), ((5,), ()), ((1, 3), (2, 1)), ((0,), (1,)), ((2, 0, 1), (1, 4))],
)
def test_broadcast_is_numpys(first, second):
    assert broadcast(first, second) == broadcast(second, first) == np.broadcast_shapes(first, second)


def test_broadcast_refuses():
    with pytest.raises(ValueError, match="broadcast"):
        broadcast((3,), (4,))
    with pytest.raises(ValueError, match="broadcast"):
        tf.trace(lambda x, y: x + y, tf.spec("f8", 3), tf.spec("f8", 4))


def test_check_finds_what_is_wrong():
    f8, f4 = CODE["f64"], CODE["f32"]
    x = Node("input", 0, (), f8, (3,), ("x", np.dtype("f8")))
    for node in (
        Node(OP, OPCODE["add"], (0, 5), f8, (3,), f8),
        Node(OP, OPCODE["add"], (0, 0), f4, (3,), f4),
        Node(OP, OPCODE["add"], (0, 0), f8, (2,), f8),
    ):
        with pytest.raises(ValueError, match="%1"):
            Graph((x, node), (0,), (1,)).check()
    with pytest.raises(ValueError, match="no value"):
        Graph((x,), (0,), (9,)).check()


def test_prints_and_travels():
    graph = graph_of(lambda x, n: np.sum(x[::2] * n) + x.astype("f4"), tf.spec("f8", 6), 2.0)
    text = str(graph)
    for word in ("input x: f64[6]", "index", "multiply", "host sum", "cast"):
        assert word in text
    again = pickle.loads(pickle.dumps(graph))
    assert str(again) == text


def test_dtypes_are_numpys():
    kinds = ["?", "i1", "u2", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
    for first in kinds:
        for second in [*kinds, 2, 2.0, 2j]:
            x = np.ones(2, first)
            y = np.ones(2, second) if isinstance(second, str) else second
            for function in (np.add, np.multiply, np.maximum, np.true_divide, np.less, np.hypot):
                try:
                    expected = function(x, y).dtype
                except TypeError:
                    continue
                if expected.char in "gG":
                    continue
                found = NUMPY[dtype_of(graph_of(function, x, y) if isinstance(second, str) else graph_of(
                    lambda x, f=function, y=y: f(x, y), x
                ))]  # fmt: skip
                assert found == expected, (function, first, second)


NUMPY = dict(zip(DTYPES, NUMPY_DTYPES, strict=True))


def test_half_precision_is_rounded_after_each_operation():
    graph = graph_of(lambda x: x * x + x, np.ones(3, "f2"))
    casts = [DTYPES[node.code] for node in graph.nodes if node.kind == CAST_TO]
    assert casts.count("f16") == 2
    assert dtype_of(graph) == "f16"


def test_views_of_arguments_and_host_calls():
    graph = graph_of(lambda x: (x.T[1:, None] + 1).sum(), np.ones((3, 4)))
    kinds = [node.kind for node in graph.nodes]
    assert kinds.count(VIEW) == 2 and kinds.count(HOST) == 1
    (host,) = (node for node in graph.nodes if node.kind == HOST)
    assert host.data.results == ((np.dtype("f8"), ()),)


def test_squares_are_products():
    assert operations(graph_of(lambda x: x**2 + np.power(x, 2), np.ones(3, "u1"))) == ["square", "square", "add"]
    assert operations(graph_of(lambda x: x**2 + x**2.0, np.ones(3, "f4"))) == ["square", "square", "add"]
    assert operations(graph_of(lambda x: x**2, np.ones(3, complex))) == ["power"]  # other last bits than x * x
    assert operations(graph_of(lambda x: x**3, np.ones(3, int))) == ["power"]
    assert operations(graph_of(lambda x: x**2.0, np.ones(3, int))) == ["power"]


def test_other_ufuncs_by_name():
    scipy_special = pytest.importorskip("scipy.special")
    assert operations(graph_of(lambda x: scipy_special.erf(x) + scipy_special.gammaln(x), np.ones(3))) == [
        "erf", "lgamma", "add",
    ]  # fmt: skip


def test_a_trace_makes_up_arrays_only_when_asked():
    graph = tf.trace(lambda x: x.sum() * x, tf.spec("f8", (4, 5))).graph
    assert graph.nodes[graph.outputs[0]].shape == (4, 5)
    huge = tf.trace(lambda x: x * 2 + 1, tf.spec("f8", (1 << 30, 1 << 20))).graph
    assert huge.nodes[huge.outputs[0]].shape == (1 << 30, 1 << 20)


def test_constants_are_shared_by_value():
    trace = Trace(None)
    first, second = trace.constant(np.array(2.0)), trace.constant(np.array(2.0))
    assert first == second and trace.constant(np.array(-0.0)) != trace.constant(np.array(0.0))
    with pytest.raises(ValueError, match="read-only"):
        trace.nodes[first].data[...] = 1
