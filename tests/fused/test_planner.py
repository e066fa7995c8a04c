"""Regions, registers and plans."""

import numpy as np
import pytest
from programs import same

import tenferro as tf
from tenferro._fused.planner import HostStep, RegionStep, ViewStep
from tenferro._fused.program import name_of
from tenferro._optable import CAST


def plan_of(function, *args):
    plan = tf.trace(function, *args).compile().plan
    for region in plan.regions:
        region.check()
    return plan


def names(program):
    return [name_of(step.opcode) for step in program.instructions]


X = np.linspace(0.0, 1.0, 50)


def test_one_region_for_everything_elementwise():
    plan = plan_of(lambda x, y: [np.where(x > y, x, y).astype("f4"), np.exp(x) * y], X, X)
    assert len(plan.regions) == len(plan.steps) == 1 and plan.splits == ()
    assert len(plan.regions[0].outputs) == 2


def test_a_host_call_splits_and_the_rest_stays_fused():
    plan = plan_of(lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum(), X)
    kinds = [type(step) for step in plan.steps]
    assert kinds == [HostStep, RegionStep, HostStep, RegionStep]
    assert len(plan.splits) == 2


def test_values_are_computed_where_they_are_used():
    plan = plan_of(lambda x: x * 2 - x.sum(), X)
    assert [type(step) for step in plan.steps] == [HostStep, RegionStep]
    assert names(plan.regions[0]) == ["multiply+subtract"]


def test_values_between_regions_are_dropped():
    plan = plan_of(lambda x: np.sort(np.sort(x * 2) * 3) * 4, X)
    dropped = [i for step in plan.steps for i in step.drops]
    made = {i for step in plan.steps for i in step.results}
    assert set(dropped) == made - set(plan.outputs)


def test_small_values_are_computed_once_where_that_pays():
    def function(lat, lon):
        return np.tanh(np.cos(lat)) * lon

    small, wide = np.ones((2000, 1)), np.ones((1, 2000))
    plan = plan_of(function, small, wide)
    assert [len(region.instructions) for region in plan.regions] == [2, 1]
    assert any("smaller shape" in reason for reason in plan.splits)
    assert len(plan_of(function, np.ones((2, 1)), np.ones((1, 3))).regions) == 1
    lat, lon = np.linspace(0, 1, 2000)[:, None], np.linspace(0, 1, 300)
    assert same(tf.fuse(function)(lat, lon), tf.multiply(tf.tanh(tf.cos(lat)), lon))


def test_views_of_computed_values():
    plan = plan_of(lambda x: (x * 2)[1:] + (x * 2)[:-1], X)
    assert [type(step) for step in plan.steps] == [RegionStep, ViewStep, ViewStep, RegionStep]
    assert [type(step) for step in plan_of(lambda x: x[1:] - x[:-1], X).steps] == [ViewStep, ViewStep, RegionStep]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda x, y, z: (x + y) * z, ["add+multiply"]),
        (lambda x, y, z: z - (x + y), ["add+subtract'"]),
        (lambda x, y, z: (x * y) - z, ["multiply+subtract"]),
        (lambda x, y, z: (x + y) / z, ["add", "divide"]),
        (lambda x, y, z: [(x + y) * z, x + y][0] + np.exp(x + y), ["add", "exp", "multiply+add"]),
    ],
)
def test_superinstructions(function, expected):
    assert names(plan_of(function, X, X, X).regions[0]) == expected
    assert "+" not in "".join(names(plan_of(function, *[np.ones(3, int)] * 3).regions[0]))


@pytest.mark.parametrize(
    ("function", "n_rows", "n_inputs"),
    [
        (lambda x, y, z: x + y + z + x * y + z * z, 6, 3),
        (lambda x, y, z: np.square(x - y) + np.square(y - z) + np.square(z - x), 8, 3),
        (lambda x, y, z: ((x + y) * z - 0.5) * (x + y), 4, 4),
        (lambda x, y, z: (x - y) * (x - y) + np.float64(2) * ((x - y) * (z - (y + x))), 7, 4),
    ],
)
def test_expressions(function, n_rows, n_inputs):
    (step,) = plan_of(function, X, X, X).regions[0].instructions
    assert name_of(step.opcode) == "expression"
    assert (len(step.body), len(step.inputs)) == (n_rows, n_inputs)
    assert "expression" not in names(plan_of(function, *[np.ones(3, int)] * 3).regions[0])


def test_an_expression_takes_in_what_nothing_else_uses():
    def function(x, y, z):
        product = x * y
        return product, product * z - x + y, np.exp(product - y) * x + y * z

    program = plan_of(function, X, X, X).regions[0]
    assert sorted(names(program)) == ["exp", "expression", "expression", "multiply", "subtract"]


def test_few_registers_for_long_programs():
    def chain(x):
        for _ in range(500):
            x = np.sin(x) * np.cos(x)
        return x

    def balanced(*xs):
        xs = [np.exp(x) for x in xs]
        while len(xs) > 1:
            xs = [a / b for a, b in zip(xs[::2], xs[1::2], strict=True)]
        return xs[0]

    assert len(plan_of(chain, X).regions[0].registers) <= 4
    # Sethi and Ullman: a tree of 2^k leaves needs k + 1 registers beside its inputs
    assert len(plan_of(balanced, *[X] * 1).regions[0].registers) == 2
    assert len(plan_of(balanced, *[X.copy() for _ in range(64)]).regions[0].registers) <= 64 + 8


def test_casts_of_loads_and_stores_are_free():
    assert names(plan_of(lambda x: np.exp(x.astype("f4")), X).regions[0]) == ["exp"]
    assert names(plan_of(lambda x: np.exp(x).astype("f4"), X).regions[0]) == ["exp"]
    half = plan_of(lambda x: np.exp(x), np.ones(3, "f2")).regions[0]
    assert names(half) == ["exp"] and half.outputs[0].dtype == np.dtype("f2")
    both = plan_of(lambda x: x.astype("f4") * x.astype("f4") + x, X).regions[0]
    assert [step.opcode for step in both.instructions].count(CAST) == 2


def test_a_result_wider_than_every_argument():
    plan = plan_of(lambda x: np.full_like(x, 3.0, shape=(4, 5)), X)
    assert plan.steps[0].shape == (4, 5)
    assert same(tf.fuse(lambda x: np.full_like(x, 3.0, shape=(4, 5)))(X), np.full((4, 5), 3.0))


def test_plans_print():
    text = str(tf.trace(lambda x: np.exp(x[::2] - x.max()), X).compile())
    for word in ("region", "host max", "view index", "return"):
        assert word in text
