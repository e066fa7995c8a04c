"""A first call takes short ways through the usual function: each leads where the long one does."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import function_of, programs

import tenferro as tf
from tenferro._fused import passes, regions, tracer
from tenferro._fused.graph import COMPUTED, INPUT, OP, Graph, Node
from tenferro._optable import CODE, OPCODE, ROWS
from tenferro._promotion import NUMPY_DTYPES

#: rows from which the usual functions are made, some that `simplify` leaves out, and one that changes the dtype
NAMES = ("add", "subtract", "multiply", "exp", "tanh", "negative", "absolute", "maximum", "sqrt", "less")
RELAXED = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("row", tracer.PLAIN, ids=lambda row: row.name)
@pytest.mark.parametrize("name", ["f32", "f64"])
def test_rows_that_ask_no_promotion_have_its_answer(row, name):
    code = CODE[name]
    kinds = (NUMPY_DTYPES[code],) * row.nin
    assert tracer.lowering(row, kinds, None, "same_kind") == (code, ((),) * row.nin, code, code)
    assert tracer.PLAIN[row] == OPCODE[row.name]


def test_a_power_is_looked_at():
    graph = tf.trace(lambda x: x**2 + np.power(x, 2.0), tf.spec("f8", (3,))).graph
    assert [ROWS[node.op].name for node in graph.nodes if node.kind == OP] == ["square", "square", "add"]


def traced(function, arrays):
    try:
        return tf.trace(function, *arrays).graph
    except (TypeError, ValueError, OverflowError):
        return None


@RELAXED
@given(programs(dtypes=("f4", "f8"), rows=[row for row in ROWS if row.name in NAMES]) | programs())
def test_passes_and_regions(program):
    steps, arrays, outputs = program
    graph = traced(function_of(steps, outputs), arrays)
    if graph is None:
        return
    whole = graph
    for step in passes.PASSES:
        whole = step(whole)
    whole = passes._own(whole, [graph.nodes[i].kind in COMPUTED for i in graph.outputs])
    assert str(passes.run_passes(graph)) == str(whole)
    for each in (graph, whole):
        assert_same_regions(each)


def assert_same_regions(graph):
    found = regions.find_regions(graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(regions, "_single", lambda graph: None)
        assert regions.find_regions(graph) == found


@st.composite
def graphs(draw):
    """Graphs of one shape, with values that nothing needs."""
    code = CODE["f64"]
    nodes = [Node(INPUT, i, (), code, (3,), (f"x{i}", np.dtype("f8"))) for i in range(draw(st.integers(1, 3)))]
    inputs = tuple(range(len(nodes)))
    for _ in range(draw(st.integers(0, 12))):
        row = ROWS[OPCODE[draw(st.sampled_from(("add", "multiply", "exp")))]]
        args = tuple(draw(st.integers(0, len(nodes) - 1)) for _ in range(row.nin))
        nodes.append(Node(OP, OPCODE[row.name], args, code, (3,), code))
    outputs = draw(st.lists(st.integers(0, len(nodes) - 1), min_size=1, max_size=3))
    return Graph(tuple(nodes), inputs, tuple(outputs))


@RELAXED
@given(graphs())
def test_one_region(graph):
    assert_same_regions(graph)
