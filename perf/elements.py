"""Nanoseconds an element of every row of the table over floats, at 2**22 elements: one thread, all threads, NumPy."""

import argparse
import functools
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import report  # noqa: E402
import timing  # noqa: E402

from tenferro._cli import calibrate  # noqa: E402
from tenferro._optable import ROWS  # noqa: E402


def main():
    """Prints the table."""
    import tenferro as tf

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", nargs="+")
    parser.add_argument("--dtypes", nargs="+", choices=["f32", "f64"], default=["f64", "f32"])
    parser.add_argument("-n", type=int, default=1 << 22)
    parser.add_argument("--json")
    options = parser.parse_args()
    serial, engine = tf.CpuEngine.serial(), tf.CpuEngine()
    lines = []
    for row in ROWS:
        if "f" not in row.formulas or options.rows and row.name not in options.rows:
            continue
        for dtype in options.dtypes:
            inputs, out = calibrate.operands(row, dtype, options.n)
            functions = {"one": getattr(serial, row.name), "all": getattr(engine, row.name)}
            twin = getattr(np, row.twin or "-", None)
            if isinstance(twin, np.ufunc):
                functions["numpy"] = twin
            ways = {who: functools.partial(function, *inputs, out=out) for who, function in functions.items()}
            with np.errstate(all="ignore"):
                ns = timing.race(ways, seconds=0.1, rounds=3)
            theirs = ns.get("numpy", float("nan"))
            lines.append(
                [row.name, dtype, *[v / options.n for v in (theirs, ns["one"], ns["all"])], theirs / ns["one"]]
            )
    lines.sort(key=lambda line: (line[-1] != line[-1], line[-1]))
    columns = ["row", "dtype", "NumPy", "1 thread", f"{engine.threads} threads", "ratio, 1 thread"]
    report.publish("elements", [report.table(f"ns an element, {options.n} elements", columns, lines)], options.json)


if __name__ == "__main__":
    main()
