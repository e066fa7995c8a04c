# cython: language_level=3, freethreading_compatible=True
"""The schedule: a Plan ready to run.

Each region keeps the few programs that were prepared last, for arrays of different strides.
"""

cimport cython
cimport numpy as cnp

from tenferro._fused.executor cimport Prepared
from tenferro._kernels.placement cimport current

import numpy as np

from tenferro._fused.graph import Slot, apply_view, fill, has_slot
from tenferro._fused.planner import HostStep, RegionStep

cnp.import_array()

cdef enum:
    # prepared programs that a region keeps
    MOST_KEPT = 8


class ResultsChanged(Exception):
    """A host call returned other shapes or dtypes than while tracing, so that the plan does not hold."""


cdef class Kept:
    def __init__(self, Prepared prepared, str layout, out):
        self.prepared = prepared
        self.layout = layout
        self.out = out


cdef class Step:
    def __init__(self, step):
        self.step = step
        self.sources = step.sources
        self.results = step.results
        self.drops = step.drops

    cdef int run(self, list values) except -1:
        raise NotImplementedError


cdef class Region(Step):
    """One pass."""

    def __init__(self, step):
        Step.__init__(self, step)
        self.program = step.program
        self.blank = None if step.shape is None else np.broadcast_to(np.zeros((), np.bool_), step.shape)
        self.kept = ()

    cdef tuple operands(self, list values):
        cdef list arrays = [values[i] for i in self.sources]
        if self.blank is not None:
            arrays.append(self.blank)
        return tuple(arrays)

    cdef Kept find(self, tuple arrays, object out):
        """The program prepared for arrays of this kind (and for an `out` of this kind)."""
        cdef Kept entry
        cdef tuple kept
        layout = current().layout
        kind = None if out is None else (out.dtype, out.shape, out.strides)
        with cython.critical_section(self):
            kept = self.kept
        for entry in kept:
            if entry.prepared.accepts(arrays) and entry.layout == layout and entry.out == kind:
                return entry
        prepared = Prepared(self.program, arrays, None if out is None else (out,), layout)
        entry = Kept(prepared, layout, kind)
        with cython.critical_section(self):
            self.kept = (entry, *self.kept[: MOST_KEPT - 1])
        return entry

    cdef int run(self, list values) except -1:
        cdef tuple arrays = self.operands(values)
        cdef tuple results = self.find(arrays, None).prepared.execute(arrays, None)
        cdef Py_ssize_t k
        for k in range(len(results)):
            values[self.results[k]] = results[k]
        return 0

    def facts(self):
        """What was decided for the arrays of the last new kind."""
        cdef tuple kept
        with cython.critical_section(self):
            kept = self.kept
        return (<Kept>kept[0]).prepared.facts() if kept else None


cdef class View(Step):
    cdef int run(self, list values) except -1:
        values[self.results[0]] = apply_view(values[self.sources[0]], self.step.method, self.step.argument)
        return 0


cdef class Host(Step):
    """A call of NumPy."""

    cdef object function
    cdef bint plain   # the arguments are the sources, and no keyword is one

    def __init__(self, step):
        Step.__init__(self, step)
        self.function = step.function
        self.plain = step.call.args == tuple([Slot(i) for i in range(len(step.sources))])
        self.plain = self.plain and not has_slot(step.call.kwargs)

    cdef int run(self, list values) except -1:
        call = self.step.call
        arrays = [values[i] for i in self.sources]
        if self.plain:
            answer = self.function(*arrays, **call.kwargs)
        else:
            answer = self.function(*fill(call.args, arrays), **fill(call.kwargs, arrays))
        results = answer if isinstance(answer, (tuple, list)) else (answer,)
        if len(results) != len(call.results):
            raise ResultsChanged
        for place, result, (dtype, shape) in zip(self.results, results, call.results):
            array = np.asarray(result)
            if array.dtype != dtype or array.shape != shape:
                raise ResultsChanged
            if place >= 0:
                values[place] = array
        return 0


cdef class Schedule:
    """Runs the steps of a plan in order. Holds prepared programs; no arrays but the plan's own constants."""

    def __init__(self, plan):
        self.plan = plan
        self.steps = tuple([
            Region(step) if type(step) is RegionStep else Host(step) if type(step) is HostStep else View(step)
            for step in plan.steps
        ])
        self.only = None
        if len(self.steps) == 1 and type(self.steps[0]) is Region and plan.outputs == plan.steps[0].results:
            self.only = self.steps[0]

    cdef tuple run(self, tuple leaves):
        """The outputs of the plan."""
        cdef Step step
        cdef list values = [None] * self.plan.n_values
        cdef Py_ssize_t i
        for i in range(len(leaves)):
            values[i] = leaves[i]
        for place, array in self.plan.constants:
            values[place] = array
        for step in self.steps:
            step.run(values)
            for i in step.drops:
                values[i] = None
        return tuple([values[i] for i in self.plan.outputs])

    def __call__(self, *arrays):
        return self.run(arrays)


def solve(plan, arrays):
    """The outputs of a plan that is run once."""
    return (<Schedule>Schedule(plan)).run(tuple(arrays))
