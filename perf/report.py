"""What every script of this folder ends in: tables on the terminal, and the same as JSON with all that was measured.

The JSON's ``tables`` are what ``./dev docs`` puts into the README; ``machine`` says where the figures come from, since
they mean nothing elsewhere.
"""

import json
import os
import platform
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"


def machine() -> dict:
    """The processor, its caches and the interpreter."""
    import numpy as np

    model, flags = platform.processor() or platform.machine(), ""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                key, _, value = line.partition(":")
                if key.strip() == "model name":
                    model = value.strip()
                if key.strip() in ("flags", "Features"):
                    flags = value
    except OSError:
        pass
    return {
        "processor": model,
        "avx512": "avx512f" in flags,
        "cpus": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


class Quiet:
    """How much of the processors other programs took while something was measured.

    Two threads on a machine of two processors measure nothing while a third program runs: whichever thread waits for
    the other waits for that program's time slice, several milliseconds.
    """

    #: beyond this share the figures of more than one thread are not worth keeping
    ALLOWED = 0.03

    def __init__(self):
        self.begun = self._used()

    @staticmethod
    def _used():
        """Seconds of all processors: (all there were, those that were busy), and our own."""
        own = sum(os.times()[:4])
        try:
            with open("/proc/stat", encoding="ascii") as file:
                fields = [int(word) / os.sysconf("SC_CLK_TCK") for word in file.readline().split()[1:9]]
        except (OSError, ValueError):
            return own, own, own
        return sum(fields), sum(fields) - fields[3] - fields[4], own  # without idle and waiting for a disk

    def others(self) -> float:
        """Their share of the processors' time until now."""
        total, busy, own = (now - then for now, then in zip(self._used(), self.begun, strict=True))
        return max(0.0, (busy - own) / total) if total > 0 else 0.0


def number(value, digits=2):
    """A figure for a table: few digits, and a dash where there is none."""
    if value is None or value != value:
        return "–"
    if isinstance(value, str | int):
        return value
    if value >= 1000:
        return round(value)
    return round(value, digits) if value >= 10 ** (1 - digits) else float(f"{value:.{digits}g}")


def table(title: str, columns, rows) -> dict:
    """A table of a report."""
    return {"title": title, "columns": list(columns), "rows": [[number(cell) for cell in row] for row in rows]}


def text(shown: dict) -> str:
    """A table in letters of one width: the first column to the left, the others to the right."""
    lines = [[str(cell) for cell in line] for line in [shown["columns"], *shown["rows"]]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(shown["columns"]))]
    body = [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
    return "\n".join([shown["title"], body[0], "-" * len(body[0]), *body[1:]])


def publish(name: str, tables, path=None, details=(), **other) -> Path:
    """Prints the tables and writes them, with everything else that was measured, to ``results/NAME.json``.

    `details` are tables too long for the README: they are printed and kept under a name of their own.
    """
    for shown in [*details, *tables]:
        print(text(shown), end="\n\n")
    path = Path(path) if path else RESULTS / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = {"name": name, "machine": machine(), "tables": list(tables), "details": list(details), **other}
    temporary = path.with_suffix(".json.tmp")
    temporary.write_text(json.dumps(record, indent=1, default=float) + "\n", encoding="utf-8")
    temporary.replace(path)
    print(f"written: {path}")
    return path
