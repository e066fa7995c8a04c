"""Page faults of a call, once warm: how often the system had to hand out a fresh page for a result.

Minor faults are counted by the system (``getrusage``), over all threads. A result that is dropped before the next
call is what a loop in a program does.
"""

import argparse
import resource
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import report  # noqa: E402


def per_call(call, repeats=10, warm=3):
    """(minor faults a call, least ms a call)."""
    for _ in range(warm):
        call()
    least = float("inf")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - start)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before) / repeats, least * 1e3


def ways(n):
    """(what, library, call)."""
    import tenferro as tf

    x, y = np.full(n, 1.25), np.full(n, 0.75)
    out = np.empty(n)
    yield "x + y", "numpy", lambda: np.add(x, y)
    yield "x + y", "numpy, out=", lambda: np.add(x, y, out=out)
    yield "x + y", "tenferro", lambda: tf.add(x, y)
    yield "x + y", "tenferro, out=", lambda: tf.add(x, y, out=out)
    yield "exp(x*y) - x", "numpy", lambda: np.exp(x * y) - x
    yield "exp(x*y) - x", "tenferro", lambda: tf.subtract(tf.exp(tf.multiply(x, y)), x)
    if hasattr(tf, "fuse"):
        fused = tf.fuse(lambda x, y: np.exp(x * y) - x)
        yield "exp(x*y) - x", "tenferro, fused", lambda: fused(x, y)


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1 << 12, 1 << 16, 1 << 20, 1 << 24])
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = []
    for n in options.sizes:
        rows += [[what, n, library, *per_call(call)] for what, library, call in ways(n)]
    columns = ["expression", "n", "library", "faults a call", "ms a call"]
    report.publish(
        "faults", [report.table("Minor page faults a call, doubles, once warm", columns, rows)], options.json
    )


if __name__ == "__main__":
    main()
