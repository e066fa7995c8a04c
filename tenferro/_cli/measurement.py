"""Measures the error of one row: its samples (or all of float32) through the sieve, the worst through mpmath.

A *task* is a piece of that work, small enough that progress can be shown and that two processes share it: all samples
of a row, or 2**24 of the 2**32 floats. Each process keeps an `Evaluator` for each level; the exact values are computed
once for all of them, and a level whose bits equal an earlier one's has its errors too.
"""

import ctypes
import os
import zlib
from dataclasses import dataclass, field

import numpy as np

from tenferro._cli import complex_samples, references, samples, ulp
from tenferro._cli.evaluator import CAPACITY, Evaluator
from tenferro._optable import BY_NAME

WIDE = {"f32": np.float64, "f64": np.longdouble, "c64": np.complex128, "c128": np.clongdouble}
NARROW = {"f32": np.float32, "f64": np.float64, "c64": np.complex64, "c128": np.complex128}
#: floats of a task, and floats at a time within it (so that the passes of the judgement stay in the cache)
PIECE, CHUNK = 1 << 24, min(1 << 16, CAPACITY)
#: candidates for the greatest error that a task hands on
KEPT = 64
#: the sieve's own error, in ULP of the narrower type
DOUBT = 0.01
# of malloc.h
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
#: rounds of the climb, and points in each; where mpmath evaluates each of them
ROUNDS, CLIMBERS, EACH = 24, 48, 64
SLOW_CLIMB = (8, 8, 16)


@dataclass
class Finding:
    """What is known about one row, dtype and level."""

    n: int = 0
    total: float = 0.0
    #: results of the wrong kind (see `ulp`), and some of them: (infinity, operands, result)
    wrong: int = 0
    examples: list = field(default_factory=list)
    #: the greatest finite errors by the sieve: (error, operands, result)
    worst: list = field(default_factory=list)

    def add(self, operands, got, error, counted=True):
        """Takes in a batch."""
        finite = np.isfinite(error)
        if counted:
            self.n += error.size
            self.total += float(error[finite].sum())
        if not finite.all():
            self.wrong += int(error.size - np.count_nonzero(finite))
            self.examples = (self.examples + _items(np.flatnonzero(~finite)[:KEPT], operands, got, error))[:KEPT]
            error = np.where(finite, error, -1.0)
        floor = self.worst[-1][0] if len(self.worst) >= KEPT else -0.5
        best = np.flatnonzero(error > floor)
        if best.size > KEPT:
            best = best[np.argpartition(error[best], best.size - KEPT)[-KEPT:]]
        if best.size:
            self.merge_worst(_items(best, operands, got, error))

    def merge_worst(self, new):
        """Keeps the greatest errors of both lists."""
        self.worst = sorted({*self.worst, *new}, key=lambda item: -item[0])[:KEPT]

    def merge(self, other: "Finding"):
        """Adds what another task found."""
        self.n += other.n
        self.total += other.total
        self.wrong += other.wrong
        self.examples = (self.examples + other.examples)[:KEPT]
        self.merge_worst(other.worst)


def _items(where, operands, got, error):
    return [(float(error[i]), tuple(x[i].item() for x in operands), got[i].item()) for i in where]


@dataclass(frozen=True)
class Task:
    """A piece of work: the samples of a row, or (`stop` > 0) every `stride`-th float whose bits lie in a range."""

    row: str
    dtype: str
    density: int = 0
    start: int = 0
    stop: int = 0
    stride: int = 1

    @property
    def weight(self) -> float:
        """How long it takes, in floats tried."""
        return (self.stop - self.start) / self.stride if self.stop else 4000.0 * self.density


_evaluators: dict[tuple[str, str], Evaluator] = {}


def _evaluator(library, level):
    if (library, level) not in _evaluators:
        _evaluators[library, level] = Evaluator(library, level)
    return _evaluators[library, level]


def by_mpmath(name: str, dtype: str) -> bool:
    """Whether mpmath evaluates the row for every sample, because no sieve is good enough."""
    if dtype in ("c64", "c128"):
        return name in references.COMPLEX_TOO_NARROW
    return name in references.TOO_NARROW and dtype == "f64" or not (name in _KNOWN or BY_NAME[name].twin)


def exact(name: str, dtype: str, operands) -> np.ndarray:
    """The sieve's value of a row for operands of `dtype`."""
    complex_ = dtype in ("c64", "c128")
    if by_mpmath(name, dtype):
        return _all_settled_complex(name, operands) if complex_ else _all_settled(name, operands)
    with np.errstate(invalid="ignore"):  # signalling NaNs are inputs as well
        wide = [x.astype(WIDE[dtype]) for x in operands]
    sieve = references.complex_sieve if complex_ else references.sieve
    return sieve(name, wide, BY_NAME[name].twin)


_KNOWN = references.FORMULAS


def _all_settled(name, operands):
    """Exact values by mpmath for every element (where it has one; else what NumPy's longdouble says)."""
    result = np.empty(operands[0].shape, np.longdouble)
    if name in _KNOWN:
        result = references.sieve(name, [x.astype(np.longdouble) for x in operands])
    else:
        result.fill(np.nan)
    for i, numbers in enumerate(zip(*operands, strict=True)):
        value = references.settle(name, *map(float, numbers))
        if value is not None and (value or result[i] != 0):  # mpmath's zero has no sign
            result[i] = references.as_longdouble(value)
            if value == 0 and name in references.DEFINED and len(numbers) == 1:
                result[i] = references.zero_far_out(name, float(numbers[0]))
    return result


def _all_settled_complex(name, operands):
    """The same of complex numbers; a NaN, which judges nothing, where mpmath has no value."""
    result = np.full(operands[0].shape, np.nan, np.clongdouble)
    for i, numbers in enumerate(zip(*operands, strict=True)):
        value = references.settle(name, *map(complex, numbers))
        if value is not None:
            result.real[i], result.imag[i] = references.as_longdouble(value.real), references.as_longdouble(value.imag)
    return result


def _judge(name, dtype, levels, library, operands, findings, counted=True):
    """Runs every level on `operands` and enters the errors."""
    judged = references.has_value(name, operands)
    operands = operands if judged.all() else [x[judged] for x in operands]
    if not judged.any():
        return
    reference = exact(name, dtype, operands)
    seen = []
    errors = {}
    for level in levels:
        got = _evaluator(library, level)(name, operands)
        bits = got.view(f"u{min(got.itemsize, 8)}")
        for other, other_level in seen:
            if np.array_equal(bits, other):
                error = errors[other_level]
                break
        else:
            error = ulp.error(got, reference)
        seen.append((bits, level))
        errors[level] = error
        findings[level].add(operands, got, error, counted)


def run(task: Task, levels, library) -> dict[str, Finding]:
    """Does one task; a Finding for each level."""
    findings = {level: Finding() for level in levels}
    if task.stop:
        for start in range(task.start, task.stop, CHUNK * task.stride):
            bits = np.arange(start, min(start + CHUNK * task.stride, task.stop), task.stride, dtype=np.int64)
            x = bits.astype(np.uint32).view(np.float32)
            _judge(task.row, task.dtype, levels, library, [x], findings)
        return findings
    generator = np.random.default_rng(zlib.crc32(f"{task.row} {task.dtype}".encode()))
    operands = _samples(task, generator)
    for at in range(0, operands[0].size, CHUNK):
        _judge(task.row, task.dtype, levels, library, [x[at : at + CHUNK] for x in operands], findings)
    if _is_fast(task):
        for level in levels:
            _climb(task, level, library, findings, generator)
    return findings


def _is_fast(task):
    return not (task.row in references.TOO_NARROW and task.dtype == "f64")


def _samples(task, generator):
    row, dtype = BY_NAME[task.row], NARROW[task.dtype]
    if dtype(0).dtype.kind == "c":
        operands = complex_samples.operands(row, dtype, task.density, generator)
    elif row.nin > 1:
        operands = samples.several(row, dtype, task.density, generator)
    else:
        function = _rough(row, task.dtype) if row.definition else lambda x: exact(row.name, task.dtype, [x])
        operands = [samples.unary(row, dtype, function, task.density, generator)]
    if by_mpmath(task.row, task.dtype) and operands[0].dtype.kind == "f":
        most = (500 if _is_fast(task) else 100) * task.density
        some = generator.permutation(operands[0].size)[:most]
        operands = [x[some] for x in operands]
    return operands


def _rough(row, dtype):
    """A definition in NumPy's arithmetic: good enough to find where results cease to be numbers."""

    def function(x):
        with np.errstate(all="ignore"):
            try:
                return references.by_definition(row.name, np)(x.astype(WIDE[dtype]))
            except AttributeError:
                return np.zeros(x.shape, WIDE[dtype])

    return function


def _climb(task, level, library, findings, generator):
    """Steps from the worst known inputs; what is worse becomes the next start."""
    finding = findings[level]
    only = {level: finding}
    dtype = NARROW[task.dtype]
    rounds, climbers, each = SLOW_CLIMB if by_mpmath(task.row, task.dtype) else (ROUNDS, CLIMBERS, EACH)
    for _ in range(rounds):
        starts = finding.worst[:climbers]
        if not starts:
            return
        points = [np.array([item[1][i] for item in starts], dtype) for i in range(BY_NAME[task.row].nin)]
        steps = complex_samples.steps if points[0].dtype.kind == "c" else samples.steps
        _judge(task.row, task.dtype, [level], library, steps(points, each, generator), only, counted=False)


def settle(name: str, dtype: str, finding: Finding):
    """(greatest error, operands, result) with mpmath's word on it; `finding.wrong` is dropped if mpmath refutes it.

    Candidates are settled from the worst on, until the sieve, with its doubt, promises nothing greater.
    """
    info = np.finfo(NARROW[dtype])
    if finding.wrong:
        finding.examples = [item for item in finding.examples if not _refuted(name, item, info)]
        finding.wrong *= bool(finding.examples)
    best = (0.0, (), 0.0)
    for error, operands, got in finding.worst:
        if best[1] and error + DOUBT < best[0]:
            break
        value = references.settle(name, *operands)
        settled = error if value is None else _settled(got, value, info)
        if settled > best[0] or not best[1]:
            best = (settled, operands, got)
    return best


def _refuted(name, item, info):
    """Whether mpmath finds a result near that the sieve called wrong in kind."""
    _, operands, got = item
    value = references.settle(name, *operands)
    return value is not None and value != 0 and np.isfinite(_settled(got, value, info))


def _settled(got, value, info):
    judge = ulp.error_of_complex if isinstance(got, complex) else ulp.error_of_number
    return judge(got, value, info)


def keep_memory() -> None:
    """Tells glibc to keep freed memory: fetching fresh pages for every pass would take as long as the work."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, 1 << 30)
        mallopt(_M_TRIM_THRESHOLD, (1 << 31) - 1)


def processes() -> int:
    """How many processes may work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def close() -> None:
    """Ends this process's evaluators."""
    while _evaluators:
        _evaluators.popitem()[1].close()
