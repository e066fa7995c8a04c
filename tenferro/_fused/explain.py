"""What a fused function does with arguments, in words and figures."""

from typing import NamedTuple

from tenferro._fused.graph import Graph
from tenferro._fused.passes import counts
from tenferro._fused.planner import Plan, RegionStep
from tenferro._fused.schedule import Schedule


class RegionFacts(NamedTuple):
    """One pass: a program and what was decided for the arrays at hand."""

    instructions: int
    #: instructions that do the work of two operations or more
    superinstructions: int
    registers: int
    shape: tuple[int, ...]
    #: elements a tile
    chunk: int
    estimate_us: float
    threads: int
    why: str

    def __str__(self):
        return (
            f"{self.instructions} instructions ({self.superinstructions} superinstructions), "
            f"{self.registers} registers, shape {self.shape}, chunk {self.chunk}, "
            f"about {self.estimate_us:.3g} us on one thread, "
            f"{self.threads} thread{'' if self.threads == 1 else 's'}: {self.why}"
        )


class Explanation(NamedTuple):
    """See `FusedFunction.explain`; prints as text."""

    name: str
    graph: Graph
    plan: Plan
    regions: tuple[RegionFacts, ...]
    #: operations of the graph, of them within regions
    operations: int
    host_calls: int
    #: why there is more than one region
    splits: tuple[str, ...]
    counters: dict

    @property
    def instructions(self) -> int:
        """Instructions of all regions."""
        return sum(region.instructions for region in self.regions)

    @property
    def superinstructions(self) -> int:
        """Instructions that do the work of two operations or more."""
        return sum(region.superinstructions for region in self.regions)

    def __str__(self):
        lines = [
            f"{self.name}: {len(self.regions)} region{'' if len(self.regions) == 1 else 's'} "
            f"of {self.operations} operations, {self.host_calls} host calls",
            *[f"  region {i}: {region}" for i, region in enumerate(self.regions)],
            *[f"  split: {reason}" for reason in self.splits],
        ]
        if self.counters:
            lines.append(
                f"  so far: {self.counters['fused']} fused runs, {self.counters['fallbacks']} fall-backs to NumPy, "
                f"{self.counters['traces']} traces"
            )
        return "\n".join([*lines, str(self.graph)])


def _why(facts, dispatch_us: float) -> str:
    if facts["threads"] > 1:
        return f"that many shorten it (starting two takes {dispatch_us:.2g} us)"
    if facts["estimate_us"] < 3 * dispatch_us:
        return f"less than three times what starting a second one takes ({dispatch_us:.2g} us)"
    return "the engine allows no more, or the others sleep and waking them would not pay"


def explain(name: str, graph: Graph, plan: Plan, leaves, dispatch_us: float, counters=None) -> Explanation:
    """Run `plan` once on `leaves` and tell what was decided on the way."""
    schedule = Schedule(plan)
    schedule(*leaves)
    regions = []
    for step in schedule.steps:
        if type(step.step) is RegionStep:
            facts, program = step.facts(), step.program
            regions.append(
                RegionFacts(
                    len(program.instructions), program.superinstructions, len(program.registers), facts["shape"],
                    facts["chunk"], facts["estimate_us"], facts["threads"], _why(facts, dispatch_us),
                )
            )  # fmt: skip
    kinds = counts(graph)
    operations = kinds.get("op", 0) + kinds.get("cast", 0)
    return Explanation(
        name, graph, plan, tuple(regions), operations, kinds.get("host", 0), plan.splits, dict(counters or {})
    )
