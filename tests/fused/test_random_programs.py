"""Direct, fused and interpreted: three ways to the same bits, over random programs."""

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import function_of, programs, same

import tenferro as tf
from tenferro._fused import interpreter
from tenferro._fused.passes import run_passes
from tenferro._fused.planner import RegionStep, make_plan
from tenferro._fused.stages import trace
from tenferro._optable import ROWS

EXAMPLES = int(os.environ.get("TENFERRO_EXAMPLES", "300"))
RELAXED = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def run_or_error(function, arguments):
    """(results, None) or (None, class of the error)."""
    with np.errstate(all="ignore"):
        try:
            return function(*arguments), None
        except (TypeError, ValueError, OverflowError) as error:
            return None, error


def explain_difference(steps, arrays, mine, theirs):
    lines = [f"{step}" for step in steps] + [f"{a!r} {getattr(a, 'dtype', '')}" for a in arrays]
    return "\n".join([*lines, f"direct {theirs!r}", f"fused  {mine!r}"])


@RELAXED
@given(programs(), st.sampled_from((1, 2, 5)))
def test_fused_is_direct(program, threads):
    steps, arrays, outputs = program
    function = function_of(steps, outputs)
    with tf.CpuEngine(threads=threads):
        theirs, their_error = run_or_error(function, arrays)
        mine, my_error = run_or_error(tf.fuse(function), arrays)
    if their_error is not None:
        assert my_error is not None, f"direct raised {their_error!r}, fused returned {mine!r}\n{steps} {arrays}"
        return
    assert my_error is None, f"fused raised {my_error!r}\n{explain_difference(steps, arrays, my_error, theirs)}"
    for a, b in zip(mine, theirs, strict=True):
        assert same(a, b), explain_difference(steps, arrays, a, b)


@RELAXED
@given(programs())
def test_graphs_and_programs_are_well_formed(program):
    steps, arrays, outputs = program
    try:
        graph = trace(function_of(steps, outputs), *arrays).graph
    except (TypeError, ValueError, OverflowError):
        return
    plan = make_plan(run_passes(graph.check()).check())
    for region in plan.regions:
        region.check()


@RELAXED
@given(programs())
def test_executor_is_interpreter(program):
    """Each region of a plan, on the executor and on NumPy with our own functions for the rounded rows."""
    steps, arrays, outputs = program
    try:
        graph = run_passes(trace(function_of(steps, outputs), *arrays).graph)
    except (TypeError, ValueError, OverflowError):
        return
    loops = {row.name: getattr(tf, row.name) for row in ROWS if row.ulp > 0.5 or not row.twin or "c" in row.formulas}
    plan = make_plan(graph)
    if any(type(step) is not RegionStep for step in plan.steps):
        return
    values = dict(enumerate(np.asarray(array) for array in arrays)) | dict(plan.constants)
    for step in plan.steps:
        inputs = tuple(values[i] for i in step.sources)
        if step.shape is not None:
            inputs += (np.broadcast_to(np.zeros((), bool), step.shape),)
        expected = interpreter.run(step.program, *inputs, loops=loops)
        from tenferro._fused.executor import prepare

        found = prepare(step.program, None, inputs).run(*inputs)
        for place, a, b in zip(step.results, found, expected, strict=True):
            assert same(a, b), f"{step.program}\n{inputs}\nexecutor {a}\ninterpreter {b}"
            values[place] = a


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_long_programs_do_not_depend_on_threads(threads):
    rng = np.random.default_rng(7)
    x, y = rng.standard_normal((2, 3 * 65536 + 17))

    def chain(x, y):
        return np.tanh(np.sin(x * x + x) * y + y), np.where(x > y, x, y * 2)

    with tf.CpuEngine(threads=1):
        first = tf.fuse(chain)(x, y)
    with tf.CpuEngine(threads=threads):
        second = tf.fuse(chain)(x, y)
    assert all(same(a, b) for a, b in zip(first, second, strict=True))
