"""Four chains call by call and fused, on one thread and two: time, regions, fall-backs, and whether the bits are equal.

The greatest difference between the two must be 0: a direct call is a program of one instruction, and fusing changes no
bit.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import report  # noqa: E402
import timing  # noqa: E402
from chains import Chain  # noqa: E402

CHAINS = ("(x+y)*x", "exp(x*y+z)", "tanh(sin(x*x+x)*y+y)", "a1+a2+a3+a4+a5")
SIZES = (8192, 16384, 1 << 20)


def row_of(text, n, width, seconds):
    """One line of the table."""
    import tenferro as tf

    chain = Chain(text)
    generator = np.random.default_rng(4)
    inputs = [generator.uniform(0.1, 3.0, n) for _ in chain.names]
    numpy, direct, fused = chain.function(np), chain.direct(tf), tf.fuse(chain.function(np))
    with tf.CpuEngine(threads=width):
        apart = float(np.max(np.abs(direct(*inputs) - fused(*inputs))))
        ways = {
            "numpy": lambda: numpy(*inputs),
            "direct": lambda: direct(*inputs),
            "fused": lambda: fused(*inputs),
        }
        us = {who: ns / 1e3 for who, ns in timing.race(ways, seconds=seconds).items()}
        regions = len(fused.explain(*inputs).regions)
    counts = fused.counters()
    return [
        text, n, width, us["numpy"], us["direct"], us["fused"], us["direct"] / us["fused"],
        regions, counts["fused"], counts["fallbacks"], apart,
    ]  # fmt: skip


def main():
    """Prints the table; fails if fusing changed a result."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--widths", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = [
        row_of(text, n, width, options.seconds) for text in CHAINS for n in options.sizes for width in options.widths
    ]
    columns = [
        "chain",
        "n",
        "threads",
        "NumPy µs",
        "direct µs",
        "fused µs",
        "gain",
        "regions",
        "fused runs",
        "fall-backs",
    ]
    shown = report.table("Four chains of doubles, call by call and fused", [*columns, "max|diff|"], rows)
    report.publish("four-chains", [shown], options.json)
    changed = [row[0] for row in rows if row[-1] != 0]
    return f"fusing changed the result of {', '.join(changed)}" if changed else 0


if __name__ == "__main__":
    sys.exit(main())
