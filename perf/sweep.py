"""One function over lengths and thread counts: where a second thread begins to pay, and whether placement sees it.

    python perf/sweep.py                        add, then exp, tanh and multiply
    python perf/sweep.py --rows add --dtype f4

For each length: NumPy, tenferro held to one thread, and an engine that may use all; all with ``out=``. *Chosen* is the
number of threads that the engine says it would use with its threads awake.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import report  # noqa: E402
import timing  # noqa: E402

SIZES = tuple(1 << k for k in range(8, 25, 2)) + (1000, 16384 // 2, 1 << 15, 1 << 17)


def race(row, inputs, out, widths, seconds):
    """{"numpy" or width: ns a call}."""
    import tenferro as tf

    ours, reference = getattr(tf, row), getattr(np, row)

    def set_width(name):
        if name != "numpy":
            tf.set_num_threads(name)

    found = {"numpy": lambda: reference(*inputs, out=out)} | {w: lambda: ours(*inputs, out=out) for w in widths}
    try:
        return timing.race(found, seconds, before=set_width)
    finally:
        tf.set_num_threads(None)


def chosen(row, n, dtype, most):
    """Threads that the engine would use just after another section."""
    import tenferro as tf

    engine = tf.CpuEngine(threads=most)
    big = np.ones(1 << 18)
    for _ in range(3):
        engine.exp(big)  # wakes the threads
    return engine.explain(row, n, dtype).threads


def main():
    """Prints a table for each row."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", nargs="+", default=["add", "exp", "tanh", "multiply"])
    parser.add_argument("--dtype", default="f8")
    parser.add_argument("--sizes", type=int, nargs="+", default=sorted(SIZES))
    parser.add_argument("--widths", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=0.15)
    parser.add_argument("--json")
    options = parser.parse_args()
    from tenferro._optable import BY_NAME

    tables = []
    generator = np.random.default_rng(3)
    for row in options.rows:
        lines = []
        for n in options.sizes:
            inputs = [generator.uniform(0.1, 3.0, n).astype(options.dtype) for _ in range(BY_NAME[row].nin)]
            ns = race(row, inputs, np.empty_like(inputs[0]), options.widths, options.seconds)
            one, most = ns[min(options.widths)], ns[max(options.widths)]
            choice = chosen(row, n, options.dtype, max(options.widths))
            lines.append([n, *[value / n for value in ns.values()], choice, one / most, ns["numpy"] / most])
        columns = ["n", "NumPy", *[f"{w} thread{'s' * (w > 1)}" for w in options.widths], "chosen", "gain", "to NumPy"]
        tables.append(report.table(f"{row} {options.dtype}: ns an element", columns, lines))
    report.publish("sweep-" + "-".join(options.rows), tables, options.json)


if __name__ == "__main__":
    main()
