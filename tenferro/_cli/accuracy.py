"""``python -m tenferro accuracy``: the greatest and the mean error of every function, per dtype and level.

float32 functions of one operand are tried on all of their 2**32 inputs; everything else on samples chosen to be hard
(see `samples`), from the worst of which a search climbs on. Every greatest error has been confirmed by mpmath. A
result of the wrong kind (a NaN for a number, a wrong sign, a finite number for a pole) is counted as *wrong*.
"""

import argparse
import json
import math
import multiprocessing
import platform
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np

from tenferro._cli import measurement, references
from tenferro._cli.evaluator import EvaluationError
from tenferro._cli.measurement import Finding, Task
from tenferro._cli.progress import Progress
from tenferro._optable import ALIASES, BY_NAME, EXACT, ROWS

DTYPES = ("f32", "f64", "c64", "c128")
#: samples a binade; for ``--quick``
DENSITY, QUICK_DENSITY = 100, 4
#: every so many floats for ``--quick``: a prime, so that the low bits of the samples vary
QUICK_STRIDE = 16381
#: the same where mpmath evaluates each, which takes a millisecond: for ``--quick``, and else
SLOW_QUICK_STRIDE, SLOW_STRIDE = 1048573, 16381


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("functions", nargs="*", help="rows of the table (default: all with rounded real results)")
    parser.add_argument("--dtypes", nargs="+", choices=DTYPES, default=list(DTYPES))
    parser.add_argument("--levels", nargs="+", help="instruction sets (default: all that this processor runs)")
    parser.add_argument(
        "--library", choices=["tenferro", "numpy"], default="tenferro", help="whose functions to measure"
    )
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes: few samples, no full float32")
    parser.add_argument("--density", type=int, help=f"samples in each binade (default {DENSITY})")
    parser.add_argument("--jobs", type=int, help="processes (default: one for each processor)")
    parser.add_argument(
        "--json",
        type=Path,
        metavar="PATH",
        help="write the result there, too; what the file says of other functions, dtypes and levels stays",
    )


def measurable(row) -> bool:
    """Whether the row has results that are rounded, and something exact to compare with."""
    return any(measurable_in(row, dtype) for dtype in DTYPES)


def measurable_in(row, dtype: str) -> bool:
    """The same for one dtype."""
    if dtype not in row.dtypes():
        return False
    if dtype in ("c64", "c128"):
        return row.name in references.COMPLEX_MP
    if row.name in references.MP or row.definition:
        return True
    import mpmath

    return row.ulp > EXACT and hasattr(mpmath, row.name)


def chosen_rows(names) -> list:
    """The rows named, or all that can be measured; raises SystemExit for a name that cannot."""
    if not names:
        return [row for row in ROWS if measurable(row)]
    rows = []
    for name in names:
        row = BY_NAME.get(ALIASES.get(name, name))
        if row is None:
            raise SystemExit(f"accuracy: no operation is called {name!r}")
        if not measurable(row):
            raise SystemExit(f"accuracy: {name} is exact, or has no reference (see tenferro/_cli/references.py)")
        rows.append(row)
    return rows


def is_exhaustive(name: str, dtype: str, quick: bool) -> bool:
    """Whether all inputs are tried."""
    return dtype == "f32" and BY_NAME[name].nin == 1 and not quick and not measurement.by_mpmath(name, dtype)


def tasks_of(rows, options) -> list[Task]:
    """The work, in pieces."""
    density = options.density or (QUICK_DENSITY if options.quick else DENSITY)
    tasks = []
    for row in rows:
        for dtype in options.dtypes:
            if not measurable_in(row, dtype):
                continue
            if not is_exhaustive(row.name, dtype, options.quick):
                tasks.append(Task(row.name, dtype, density=density))
            if dtype == "f32" and row.nin == 1:
                if measurement.by_mpmath(row.name, dtype):
                    stride = SLOW_QUICK_STRIDE if options.quick else SLOW_STRIDE
                else:
                    stride = QUICK_STRIDE if options.quick else 1
                piece = measurement.PIECE * stride
                starts = range(0, 1 << 32, piece)
                tasks += [Task(row.name, dtype, 0, at, min(at + piece, 1 << 32), stride) for at in starts]
    return tasks


def measure(tasks, levels, library, jobs, progress):
    """({(row, dtype, level): Finding}, {row: why it could not be computed}), on several processes."""
    found: dict[tuple[str, str, str], Finding] = {}
    failed: dict[str, str] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=measurement.keep_memory) as pool:
        waiting = {pool.submit(measurement.run, task, levels, library): task for task in tasks}
        try:
            for future in as_completed(waiting):
                task = waiting[future]
                try:
                    for level, finding in future.result().items():
                        found.setdefault((task.row, task.dtype, level), Finding()).merge(finding)
                except EvaluationError as error:
                    failed[task.row] = str(error)
                progress.advance(task.weight, f"{task.row} {task.dtype}")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return found, failed


def record_of(name, dtype, level, finding, exhaustive) -> dict:
    """What the JSON says of one row, dtype and level."""
    error, operands, got = measurement.settle(name, dtype, finding)
    value = references.settle(name, *operands) if operands else None
    return {
        "row": name,
        "dtype": dtype,
        "level": level,
        "max": error if math.isfinite(error) else "inf",  # JSON has no infinity
        "mean": finding.total / max(1, finding.n - finding.wrong),
        "wrong": finding.wrong,
        "wrong_at": [[_shortest(x, dtype) for x in item[1]] for item in finding.examples[:3]],
        "inputs": finding.n,
        "exhaustive": exhaustive,
        "worst": [_shortest(x, dtype) for x in operands],
        "got": str(got),
        "exact": str(value) if value is not None else "",
        "claim": BY_NAME[name].complex_ulp if dtype in ("c64", "c128") else BY_NAME[name].ulp,
    }


def _shortest(x: float | complex, dtype: str) -> str:
    return str(measurement.NARROW[dtype](x))


def table(records) -> str:
    """The result as text, worst first."""
    lines = [("function", "dtype", "level", "max ULP", "mean ULP", "wrong", "inputs", "worst input", "claim")]
    for r in sorted(records, key=lambda r: (not r["wrong"], -float(r["max"]), r["row"], r["dtype"], r["level"])):
        inputs = "all" if r["exhaustive"] else f"{r['inputs']:,}"
        wrong = f"{r['wrong']:,}" if r["wrong"] else "–"
        verdict = f"{r['claim']:g}" + ("" if holds(r) else " BROKEN")
        worst = ", ".join(r["wrong_at"][0] if r["wrong"] else r["worst"])
        lines.append(
            (
                r["row"],
                r["dtype"],
                r["level"],
                _figure(r["max"]),
                _figure(r["mean"]),
                wrong,
                inputs,
                worst,
                verdict,
            )
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = (0, 1, 2, 7, 8)
    return "\n".join(
        "  ".join(
            cell.ljust(w) if i in left else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def _figure(ulps) -> str:
    return f"{float(ulps):.4f}" if float(ulps) < 1000 else f"{float(ulps):.1e}"


def holds(record) -> bool:
    """Whether the row keeps what it claims."""
    return float(record["max"]) <= record["claim"] and not record["wrong"]


def main(options: argparse.Namespace) -> int:
    """Measures, prints, and returns 1 if a claim is broken."""
    try:
        import mpmath  # noqa: F401
    except ImportError:
        raise SystemExit("accuracy: the exact values come from mpmath: pip install mpmath") from None
    rows = chosen_rows(options.functions)
    levels = ["as built"]
    if options.library == "tenferro":
        from tenferro._kernels.levels import supported

        levels = options.levels or list(supported())
        unknown = set(levels) - set(supported())
        if unknown:
            raise SystemExit(
                f"accuracy: this processor runs {', '.join(supported())}; not {', '.join(sorted(unknown))}"
            )
    else:
        rows = [row for row in rows if isinstance(getattr(np, row.twin or "-", None), np.ufunc)]
    tasks = tasks_of(rows, options)
    progress = Progress(sum(task.weight for task in tasks))
    found, failed = measure(tasks, levels, options.library, options.jobs or measurement.processes(), progress)
    progress.close()
    records = []
    for (name, dtype, level), finding in found.items():
        exhaustive = is_exhaustive(name, dtype, options.quick)
        records.append(record_of(name, dtype, level, finding, exhaustive))
    print(table(records))
    if options.json:
        write(options.json, records, options)
    for why in failed.values():
        print(f"NOT MEASURED {why}")
    if options.library != "tenferro":
        return 0
    broken = [r for r in records if not holds(r)]
    print(f"\n{len(records) - len(broken)} of {len(records)} claims hold")
    return 1 if broken or failed else 0


def write(path: Path, records, options) -> None:
    """Writes the JSON from which ``./dev docs`` makes the page; records of what was not measured now are kept."""
    system = {"machine": platform.machine(), "python": platform.python_version(), "numpy": np.__version__}
    merged = {_key(r): r for r in (*_records_of(path, options.library), *records)}
    order = list(BY_NAME)
    content = {
        "name": "accuracy",
        "library": options.library,
        "system": system,
        "records": sorted(merged.values(), key=lambda r: (order.index(r["row"]), r["dtype"], r["level"])),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    print(f"written: {path}", file=sys.stderr)


def _key(record) -> tuple[str, str, str]:
    return record["row"], record["dtype"], record["level"]


def _records_of(path: Path, library: str) -> list[dict]:
    """What an earlier measurement of the same library left at `path`, of rows that there still are."""
    if not path.exists():
        return []
    old = json.loads(path.read_text(encoding="utf-8"))
    return [r for r in old["records"] if r["row"] in BY_NAME] if old["library"] == library else []
