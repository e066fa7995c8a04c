"""The planner: a Graph becomes a Plan, a sequence of steps over numbered values.

A step is a region (one Program, one pass), a host call, or a view. A value is dropped after the last step that needs
it, so that the memory of what lies between the regions goes back to the pool while the function still runs.
"""

from typing import NamedTuple

import numpy as np

from tenferro._fused.graph import CONSTANT, HOST, ITEM, VIEW, Graph, HostCall, broadcast
from tenferro._fused.program import Input, Program
from tenferro._fused.regions import describe_splits, find_regions
from tenferro._fused.registers import lower
from tenferro._optable import CODE


class RegionStep(NamedTuple):
    """Run a program on the values `sources`.

    `shape` is the space where no source is as large, else None. An array of that shape, whose items nobody reads, is
    then the program's last input.
    """

    program: Program
    sources: tuple[int, ...]
    results: tuple[int, ...]
    shape: tuple[int, ...] | None
    drops: tuple[int, ...] = ()


class HostStep(NamedTuple):
    """Call a NumPy function on whole arrays."""

    function: object
    call: HostCall
    sources: tuple[int, ...]
    results: tuple[int, ...]
    drops: tuple[int, ...] = ()


class ViewStep(NamedTuple):
    """Index, reshape or transpose a value."""

    method: str
    argument: object
    sources: tuple[int]
    results: tuple[int]
    drops: tuple[int, ...] = ()


class Plan(NamedTuple):
    """Steps over values: the values 0 … n_inputs - 1 are the arguments."""

    n_inputs: int
    n_values: int
    constants: tuple[tuple[int, np.ndarray], ...]
    steps: tuple
    outputs: tuple[int, ...]
    #: why there is more than one region, in words
    splits: tuple[str, ...]

    @property
    def regions(self) -> tuple[Program, ...]:
        """The programs of the plan."""
        return tuple(step.program for step in self.steps if type(step) is RegionStep)

    def __str__(self) -> str:
        lines = [f"plan: {len(self.regions)} regions, {len(self.steps)} steps"]
        for step in self.steps:
            values = ", ".join(f"v{i}" for i in step.sources)
            results = ", ".join(f"v{i}" for i in step.results)
            if type(step) is RegionStep:
                lines.append(f"{results} = region({values})")
                lines += [f"  {line}" for line in str(step.program).split("\n")]
            elif type(step) is HostStep:
                lines.append(f"{results} = host {getattr(step.function, '__name__', step.function)}({values})")
            else:
                lines.append(f"{results} = view {step.method} {step.argument} of {values}")
        lines.append("return " + ", ".join(f"v{i}" for i in self.outputs))
        return "\n".join(lines)


def make_plan(graph: Graph) -> Plan:
    """Regions, their programs, and the steps between them."""
    regions, earliest = find_regions(graph)
    steps: list[tuple[int, int, object]] = [(region.stage, 1, _region_step(graph, region)) for region in regions]
    items: dict[int, dict[int, int]] = {}
    for i, node in enumerate(graph.nodes):
        if node.kind == ITEM:
            items.setdefault(node.args[0], {})[node.op] = i
    for i, node in enumerate(graph.nodes):
        if node.kind == VIEW:
            steps.append((earliest[i], 0, ViewStep(node.op, node.data, node.args, (i,))))
        elif node.kind == HOST:
            results = tuple([items.get(i, {}).get(k, -1) for k in range(len(node.data.results))])
            steps.append((earliest[i], 2, HostStep(node.op, node.data, node.args, results)))
    steps.sort(key=lambda entry: entry[:2])
    ordered = [step for _, _, step in steps]
    several = len(regions) > 1 or len(ordered) > len(regions)
    return _number(graph, ordered, tuple(describe_splits(graph)) if several else ())


def _region_step(graph, region) -> RegionStep:
    program, sources = lower(graph, region)
    shape = ()
    for i in sources:
        shape = broadcast(shape, graph.nodes[i].shape)
    if shape == region.shape:
        return RegionStep(program, sources, region.results, None)
    blank = Input("(shape)", np.dtype(np.bool_), len(program.registers))
    program = program._replace(inputs=(*program.inputs, blank), registers=(*program.registers, CODE["bool"]))
    return RegionStep(program, sources, region.results, region.shape)


def _number(graph: Graph, steps, splits) -> Plan:
    """Values numbered from 0, arguments first, and dropped when nothing needs them any more."""
    number = {node: k for k, node in enumerate(graph.inputs)}
    if len(steps) == 1 and type(steps[0]) is RegionStep and number.keys() >= set(steps[0].sources):
        step = steps[0]
        for i in step.results:
            number[i] = len(number)
        if number.keys() >= set(graph.outputs):  # one region on the arguments: nothing else to hold or to drop
            sources, results = tuple([number[i] for i in step.sources]), tuple([number[i] for i in step.results])
            step = RegionStep(step.program, sources, results, step.shape)
            outputs = tuple([number[i] for i in graph.outputs])
            return Plan(len(graph.inputs), len(number), (), (step,), outputs, splits)
    constants = []
    for i in (*[source for step in steps for source in step.sources], *graph.outputs):
        if graph.nodes[i].kind == CONSTANT and i not in number:
            number[i] = len(number)
            constants.append((number[i], graph.nodes[i].data))
    for step in steps:
        for i in step.results:
            if i >= 0:
                number.setdefault(i, len(number))
    outputs = tuple([number[i] for i in graph.outputs])
    kept = {*outputs, *range(len(graph.inputs)), *[value for value, _ in constants]}
    last = {number[i]: turn for turn, step in enumerate(steps) for i in (*step.sources, *step.results) if i >= 0}
    numbered = []
    for turn, step in enumerate(steps):
        sources = tuple([number[i] for i in step.sources])
        results = tuple([number[i] if i >= 0 else -1 for i in step.results])
        drops = {i for i in (*sources, *results) if i >= 0 and last[i] == turn and i not in kept}
        numbered.append(step._replace(sources=sources, results=results, drops=tuple(sorted(drops))))
    return Plan(len(graph.inputs), len(number), tuple(constants), tuple(numbered), outputs, splits)
