"""A first call takes short ways through the usual function: each leads where the long one does."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import function_of, programs

import tenferro as tf
from tenferro._fused import passes, planner, regions, tracer
from tenferro._fused.calls import Flat
from tenferro._fused.graph import COMPUTED, INPUT, OP, Graph, Node
from tenferro._fused.schedule import solve
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


def test_equal_operations_are_found_on_the_short_way():
    graph = tf.trace(lambda x, y: np.sqrt(x + y) * np.sqrt(y + x), tf.spec("f8", (3,)), tf.spec("f8", (3,))).graph
    assert [ROWS[node.op].name for node in passes.run_passes(graph).nodes if node.kind == OP] == [
        "add",
        "sqrt",
        "multiply",
    ]


def test_plain_arguments_are_taken_apart_as_others_are():
    x, y = np.zeros((2, 3), "f4"), np.zeros(3, ">i8")
    plain, other = Flat((x, y), {}), Flat((x, y, "static"), {})
    assert plain.plain and not other.plain
    assert (plain.places, plain.kinds, plain.key) == (other.places, other.kinds, other.key[:2])
    assert all(a is b for a, b in zip(plain.leaves, other.leaves, strict=True))
    assert not Flat((x,), {"y": y}).plain and not Flat(((x, y),), {}).plain and not Flat((x, 2.0), {}).plain


class Subclass(np.ndarray):
    pass


def test_only_arrays_are_plain():
    assert not Flat((np.zeros(3).view(Subclass),), {}).plain and not Flat((np.float64(1.0),), {}).plain
    with pytest.raises(TypeError, match="holds no dtype"):
        Flat((np.array(["text"]),), {})


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (lambda x, y: x + y, ["x", "y"]),
        (lambda x, *others: x + others[0], ["x", "others[0]"]),
        (lambda x, y=None: x + y, ["x", "y"]),
        (np.add, ["x1", "x2"]),
        (lambda *args: args[0] + args[1], ["args[0]", "args[1]"]),
    ],
)
def test_names_of_arguments(function, names):
    graph = tf.trace(function, np.ones(3), np.ones(3)).graph
    assert [graph.nodes[i].data[0] for i in graph.inputs] == names


@RELAXED
@given(graphs())
def test_values_of_a_plan_have_their_numbers(graph):
    graph = passes.run_passes(graph)
    plan = planner.make_plan(graph)
    assert plan.n_inputs == len(graph.inputs) and plan.constants == ()
    assert plan.n_values == plan.n_inputs + sum([len(step.results) for step in plan.steps])
    values = list(range(plan.n_inputs))
    for step in plan.steps:
        assert set(step.sources) <= set(values) and step.drops == ()
        assert step.results == tuple(range(len(values), len(values) + len(step.results)))
        values += step.results
    assert len(plan.outputs) == len(graph.outputs) and set(plan.outputs) <= set(values)
    arrays = [np.array([0.5, -0.25, 2.0]) + i for i in graph.inputs]
    known: list = []
    for node in graph.nodes:
        if node.kind == INPUT:
            known.append(arrays[node.op])
        elif node.kind == OP:
            known.append(getattr(tf, ROWS[node.op].name)(*[known[arg] for arg in node.args]))
        else:
            known.append(known[node.args[0]])  # an output that is an argument
    for found, i in zip(solve(plan, arrays), graph.outputs, strict=True):
        np.testing.assert_array_equal(found, known[i])
