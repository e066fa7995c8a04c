"""Regions: which values are computed together, in one pass over one iteration space.

::

    x ──┬─ exp ──────────────┬─ subtract ── out        stage 0: nothing ready but arguments
        └─ host np.mean ─────┘                          stage 1: what np.mean gave is ready

A *stage* counts the barriers before a value: host calls, views of computed values, and small values that are worth a
pass of their own (below). Every computed value goes to the latest stage that its users allow, so that it is computed
where it is used and need not travel through memory. Values of one stage and one shape form a region.

A value of a smaller shape (``np.cos(lat)[:, None]`` in an expression over a map) can be computed within the larger
region, again for every element, or once in a region of its own and be loaded. The price of the operations decides,
never their names.
"""

from typing import NamedTuple

from tenferro._fused.graph import COMPUTED, CONSTANT, HOST, INPUT, ITEM, OP, VIEW, Graph
from tenferro._optable import COST_CLASS, ROWS

_OP_NS = tuple(COST_CLASS[row.cost] for row in ROWS)
_CAST_NS = COST_CLASS["cheap"]
#: nanoseconds that a region of its own costs: allocation, preparation check, launch
PASS_NS = 1500.0
_MOST_NS = 1e15


class Region(NamedTuple):
    """`members` in graph order, of which `results` leave it; `loads` are arrays when it begins."""

    stage: int
    shape: tuple[int, ...]
    members: tuple[int, ...]
    loads: tuple[int, ...]
    results: tuple[int, ...]


def size_of(shape) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def is_number(node) -> bool:
    """Whether a node is a constant that a program holds itself."""
    return node.kind == CONSTANT and not node.shape


class _Walk:
    """What is known of each node: earliest and latest stage, price of what is computed for it in its own shape."""

    def __init__(self, graph: Graph):
        self.nodes = graph.nodes
        self.outputs = graph.outputs
        self.earliest = [0] * len(graph.nodes)
        self.price = [0.0] * len(graph.nodes)
        self._forward()
        self.latest = self._backward()

    def is_barrier(self, arg: int, user: int) -> bool:
        """Whether `arg` gets a pass of its own before `user`: it is smaller, and repeating it would cost more."""
        own, wide = self.nodes[arg].shape, self.nodes[user].shape
        return own != wide and self.price[arg] * (size_of(wide) - size_of(own)) > PASS_NS

    def _forward(self):
        for i, node in enumerate(self.nodes):
            kind = node.kind
            if kind in COMPUTED:
                price = _OP_NS[node.op] if kind == OP else _CAST_NS
                stage = 0
                for arg in node.args:
                    at = self.earliest[arg]
                    if self.nodes[arg].kind in COMPUTED:
                        if self.is_barrier(arg, i):
                            at += 1
                        else:
                            price += self.price[arg]
                    stage = max(stage, at)
                self.price[i] = min(price, _MOST_NS)
                self.earliest[i] = stage
            elif kind == VIEW:
                (base,) = node.args
                self.earliest[i] = self.earliest[base] + (self.nodes[base].kind in COMPUTED)
            elif kind == HOST:
                self.earliest[i] = max([self.earliest[arg] for arg in node.args], default=0)
            elif kind == ITEM:
                self.earliest[i] = self.earliest[node.args[0]] + 1

    def _backward(self) -> list[int]:
        last = max(self.earliest, default=0)
        latest = [last] * len(self.nodes)
        for i in range(len(self.nodes) - 1, -1, -1):
            kind = self.nodes[i].kind
            if kind in COMPUTED:
                for arg in self.nodes[i].args:
                    if self.nodes[arg].kind in COMPUTED:
                        latest[arg] = min(latest[arg], latest[i] - self.is_barrier(arg, i))
            elif kind in (VIEW, HOST):
                for arg in self.nodes[i].args:
                    # a host call runs after the regions of its stage, a view before those of its own
                    latest[arg] = min(latest[arg], self.earliest[i] - (kind == VIEW))
        return latest

    def materialised(self) -> set[int]:
        """Computed values that become arrays: outputs, arguments of barriers, and what crosses stages or shapes."""
        found = set()
        for i, node in enumerate(self.nodes):
            for arg in node.args:
                if self.nodes[arg].kind not in COMPUTED:
                    continue
                if node.kind not in COMPUTED or self.is_barrier(arg, i):
                    found.add(arg)
                elif self.nodes[arg].shape == node.shape and self.latest[arg] != self.latest[i]:
                    found.add(arg)
        found.update(i for i in self.outputs if self.nodes[i].kind in COMPUTED)
        return found


def find_regions(graph: Graph) -> tuple[list[Region], list[int]]:
    """The regions of a graph in the order of their stages, and the earliest stage of every node."""
    single = _single(graph)
    if single is not None:
        return [single], [0] * len(graph.nodes)
    walk = _Walk(graph)
    made = walk.materialised()
    groups: dict[tuple, list[int]] = {}
    for i in sorted(made):
        groups.setdefault((walk.latest[i], graph.nodes[i].shape), []).append(i)
    regions = []
    for (stage, shape), results in sorted(groups.items(), key=lambda entry: entry[0][0]):
        members, loads = _members(graph, walk, made, stage, results)
        regions.append(Region(stage, shape, members, loads, tuple(results)))
    return regions, walk.earliest


def _single(graph: Graph) -> Region | None:
    """The region of a graph that computes values of one shape from its arguments alone, else None.

    It is what the walk below finds, and most graphs are such: a first call is waiting.
    """
    members, shape = [], None
    for i, node in enumerate(graph.nodes):
        kind = node.kind
        if kind in COMPUTED:
            if shape is None:
                shape = node.shape
            elif node.shape != shape:
                return None
            members.append(i)
        elif kind != INPUT and kind != CONSTANT:
            return None
    results = set(graph.outputs)
    needed = set(results)
    for i in reversed(members):
        if i in needed:
            needed.update(graph.nodes[i].args)
    inside = needed.intersection(members)
    if not results or not results <= inside:
        return None
    return Region(0, shape, tuple(sorted(inside)), tuple(sorted(needed - inside)), tuple(sorted(results)))


def _members(graph, walk, made, stage, results):
    """All that `results` need: computed here, or loaded because it is an array by then."""
    members, loads = set(), set()
    stack = list(results)
    while stack:
        i = stack.pop()
        if i in members or i in loads:
            continue
        node = graph.nodes[i]
        if is_number(node):
            loads.add(i)
        elif node.kind in COMPUTED and not (i in made and walk.latest[i] < stage):
            members.add(i)
            stack += node.args
        else:
            loads.add(i)
    return tuple(sorted(members)), tuple(sorted(loads))


def describe_splits(graph: Graph) -> list[str]:
    """Why a graph is more than one region, in words."""
    reasons = []
    for i, node in enumerate(graph.nodes):
        if node.kind == HOST:
            reasons.append(f"%{i}: {node.data.reason}")
        elif node.kind == VIEW and graph.nodes[node.args[0]].kind in COMPUTED:
            reasons.append(f"%{i}: a view ({node.op}) of a computed value needs the value whole")
    walk = _Walk(graph)
    for i, node in enumerate(graph.nodes):
        for arg in node.args if node.kind in COMPUTED else ():
            if graph.nodes[arg].kind in COMPUTED and walk.is_barrier(arg, i):
                reasons.append(f"%{arg}: computed once in its smaller shape {graph.nodes[arg].shape} for %{i}")
    return reasons


__all__ = ["INPUT", "Region", "describe_splits", "find_regions", "is_number", "size_of"]
