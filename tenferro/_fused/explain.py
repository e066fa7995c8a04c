"""What a fused function does with arguments, in words and figures."""

from typing import NamedTuple

from tenferro._fused.graph import Graph
from tenferro._fused.passes import counts
from tenferro._fused.planner import Plan, RegionStep
from tenferro._fused.schedule import Schedule


def duration(us: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if us >= size:
            return f"{us / size:.3g} {unit}"
    return f"{us:.3g} us"


def counted(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


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
            f"{counted(self.instructions, 'instruction')} ({counted(self.superinstructions, 'superinstruction')}), "
            f"{counted(self.registers, 'register')}, shape {self.shape}, chunk {self.chunk}, "
            f"about {duration(self.estimate_us)} on one thread, {counted(self.threads, 'thread')}: {self.why}"
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
            f"{self.name}: {counted(len(self.regions), 'region')} "
            f"of {counted(self.operations, 'operation')}, {counted(self.host_calls, 'host call')}",
            *[f"  region {i}: {region}" for i, region in enumerate(self.regions)],
            *[f"  split: {reason}" for reason in self.splits],
        ]
        if self.counters:
            runs, falls = self.counters["fused"], self.counters["fallbacks"]
            lines.append(
                f"  so far: {counted(runs, 'fused run')}, {counted(falls, 'fall-back')} to NumPy, "
                f"{counted(self.counters['traces'], 'trace')}"
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
