"""The explicit path: each stage of a fused call in the caller's hands.

    graph = tf.trace(fn, tf.spec("f8", (100,)), y)      what the function does
    program = graph.compile()                           passes, regions, instructions; no shapes are needed any more
    prepared = program.prepare(engine, x, y)            for arrays of this kind; no planning is left
    results = prepared.run(x, y, out=o)

`graph` and `program` print readably, are immutable, and travel by pickle.
"""

from typing import NamedTuple

import numpy as np

from tenferro._fused.executor import prepare
from tenferro._fused.function import FusedFunction
from tenferro._fused.graph import Graph
from tenferro._fused.passes import run_passes
from tenferro._fused.planner import Plan, RegionStep, make_plan
from tenferro._fused.schedule import Schedule
from tenferro._promotion import named_dtype


class Spec(NamedTuple):
    """Dtype and shape of an array that is not there yet."""

    dtype: np.dtype
    shape: tuple[int, ...]

    def example(self) -> np.ndarray:
        """An array of ones of this kind; it takes the memory of one item."""
        return np.broadcast_to(np.ones((), self.dtype), self.shape)


def spec(dtype, shape=()) -> Spec:
    """An array's kind, for `trace` and `prepare`.

    Parameters
    ----------
    dtype : dtype_like
    shape : int or tuple of int

    Returns
    -------
    Spec

    Examples
    --------
    >>> import tenferro as tf
    >>> print(tf.trace(lambda x: x + 1.0, tf.spec("f4", (3, 4))))
    graph(x: f32[3, 4]) -> %2
      %0 = input x: f32[3, 4]
      %1 = constant 1.0: f32[]
      %2 = add %0 %1: f32[3, 4]
    """
    return Spec(named_dtype(dtype), (shape,) if isinstance(shape, int) else tuple(int(length) for length in shape))


def _example(argument):
    """An argument of `trace`: specs and dtypes become arrays, everything else stands for itself."""
    if isinstance(argument, Spec):
        return argument.example()
    if isinstance(argument, np.dtype) or isinstance(argument, type) and issubclass(argument, np.generic):
        return spec(argument).example()
    return argument


class FunctionGraph(NamedTuple):
    """The graph of a traced function."""

    graph: Graph
    #: how the outputs make up the function's result
    form: object

    def compile(self) -> "CompiledProgram":
        """Passes and planning."""
        graph = run_passes(self.graph)
        names = tuple(graph.nodes[i].data[0] for i in graph.inputs)
        return CompiledProgram(make_plan(graph), names, self.form)

    def __str__(self):
        return str(self.graph)


class CompiledProgram(NamedTuple):
    """A plan: one Program for each region. `names` are its inputs'."""

    plan: Plan
    names: tuple[str, ...]
    form: object

    def __str__(self):
        return str(self.plan)

    def prepare(self, engine, *kinds):
        """Fix the program to arrays of these kinds.

        Parameters
        ----------
        engine : CpuEngine or None
            Gives the memory order of results. None: the current one.
        *kinds : Spec or ndarray
            One an input; a spec stands for a C-ordered array.

        Returns
        -------
        prepared
            ``prepared.run(*arrays, out=None)`` gives a tuple of arrays, ``prepared.explain()`` says what was decided.
        """
        if len(kinds) != len(self.names):
            raise TypeError(f"the program has {len(self.names)} inputs ({', '.join(self.names)}), not {len(kinds)}")
        arrays = []
        for name, kind in zip(self.names, kinds, strict=True):
            if not isinstance(kind, (Spec, np.ndarray, np.generic, float, int, complex)):
                raise TypeError(f"input {name!r}: a {type(kind).__name__} is neither an array nor a spec")
            arrays.append(np.empty(kind.shape, kind.dtype) if isinstance(kind, Spec) else np.asarray(kind))
        if self._is_plain():
            return prepare(self.plan.steps[0].program, engine, tuple(arrays))
        return PreparedPlan(self, arrays)

    def _is_plain(self) -> bool:
        """Whether the plan is a single program on the inputs as they are."""
        steps = self.plan.steps
        return (
            len(steps) == 1
            and type(steps[0]) is RegionStep
            and steps[0].shape is None
            and steps[0].sources == tuple(range(len(self.names)))
            and self.plan.outputs == steps[0].results
        )


class PreparedPlan:
    """A plan of several steps for arrays of fixed kinds."""

    def __init__(self, compiled: CompiledProgram, arrays):
        self.names = compiled.names
        self.kinds = [(array.dtype, array.shape) for array in arrays]
        self._schedule = Schedule(compiled.plan)

    def run(self, *arrays, out=None) -> tuple[np.ndarray, ...]:
        """The results on `arrays`; `out` names an array for each, or None for a fresh one."""
        if len(arrays) != len(self.names):
            raise TypeError(f"the program has {len(self.names)} inputs ({', '.join(self.names)}), not {len(arrays)}")
        for name, (dtype, shape), array in zip(self.names, self.kinds, arrays, strict=True):
            if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
                raise TypeError(f"input {name!r} is not of the kind prepared for: {dtype}, shape {shape}")
        results = self._schedule(*arrays)
        if out is None:
            return results
        targets = out if isinstance(out, tuple) else (out,)
        if len(targets) != len(results):
            raise TypeError(f"out has {len(targets)} arrays, the program {len(results)} results")
        for result, target in zip(results, targets, strict=True):
            if target is not None:
                np.copyto(target, result, casting="same_kind")
        return tuple(result if target is None else target for result, target in zip(results, targets, strict=True))

    def explain(self) -> str:
        """The facts of every region in words."""
        regions = [step for step in self._schedule.steps if type(step.step) is RegionStep]
        return "\n\n".join("\n".join(f"{k}: {v}" for k, v in (step.facts() or {}).items()) for step in regions)


def trace(function, /, *args, **kwargs) -> FunctionGraph:
    """Trace a function on kinds of arrays.

    Parameters
    ----------
    function : callable or FusedFunction
    *args, **kwargs : Spec, dtype, ndarray or anything else
        An array stands for its kind; a Python number is weak; anything else is static.

    Returns
    -------
    FunctionGraph
        Prints as a list of typed values; ``compile()`` makes a program of it.

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> print(tf.trace(lambda x: x * x + 1, tf.spec("f8", (3,))))
    graph(x: f64[3]) -> %3
      %0 = input x: f64[3]
      %1 = multiply %0 %0: f64[3]
      %2 = constant 1.0: f64[]
      %3 = add %1 %2: f64[3]
    """
    fused = function if isinstance(function, FusedFunction) else FusedFunction(function)
    recorded, _ = fused._record_call(*map(_example, args), **{name: _example(x) for name, x in kwargs.items()})
    return FunctionGraph(recorded.graph, recorded.form)


__all__ = ["CompiledProgram", "FunctionGraph", "PreparedPlan", "Spec", "spec", "trace"]
