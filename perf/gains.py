"""What more threads gain: calls on one thread and on several, taking turns of some milliseconds.

The gain is the least time on one thread over the least on several. A turn's first calls are not timed: they move the
data from one core's cache to the other's.
"""

import argparse
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import report  # noqa: E402
import timing  # noqa: E402

FUNCTIONS = ("exp", "sin", "tanh", "add")
WARM, TIMED, AT_ONCE = 20, 20, 5


def turn(call):
    """The least time of a call, ns, over a few milliseconds."""
    for _ in range(WARM):
        call()
    return min(timing.piece(call, AT_ONCE) for _ in range(TIMED))


def gains(name, n, widths, rounds):
    """{width: (least ns, median over the turns of the gain)}."""
    import tenferro as tf

    function = getattr(tf, name)
    operands = [np.linspace(0.1, 3.0, n)] * (2 if name == "add" else 1)
    out = np.empty(n)
    turns = {width: [] for width in widths}
    for _ in range(rounds):
        for width in widths:
            with tf.CpuEngine(threads=width):
                turns[width].append(turn(lambda: function(*operands, out=out)))
    alone = turns[widths[0]]
    return {
        width: (min(taken), statistics.median(one / some for one, some in zip(alone, taken, strict=True)))
        for width, taken in turns.items()
    }


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--functions", nargs="+", default=FUNCTIONS)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 4096, 16384, 65536])
    parser.add_argument("--threads", type=int, default=2, help="the number to compare one with (default 2)")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = []
    for name in options.functions:
        for n in options.sizes:
            found = gains(name, n, (1, options.threads), options.rounds)
            (one, _), (some, median) = found[1], found[options.threads]
            rows.append([name, n, one / 1e3, some / 1e3, one / some, median])
    columns = ["function", "n", "µs on 1 thread", f"on {options.threads}", "gain", "median gain of the turns"]
    report.publish("gains", [report.table("Doubles, out= given", columns, rows)], options.json)


if __name__ == "__main__":
    main()
