"""What a call costs beside its work: tenferro and NumPy on 1, 100 and 1000 elements, ns a call.

Direct calls with and without ``out=``, on arrays and with a Python scalar; a chain of six operations, by NumPy, call by
call and fused.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import report  # noqa: E402
import timing  # noqa: E402

SIZES = (1, 100, 1000)


def six(x, y):
    """Six operations."""
    return np.sqrt(np.exp(x * y - x) + y * y)


def cases(n):
    """{what: {library: call}}."""
    import tenferro as tf

    x, y = np.linspace(0.1, 1.0, n), np.linspace(0.5, 1.5, n)
    out = np.empty(n)
    found = {
        "add(x, y)": {"tenferro": lambda: tf.add(x, y), "numpy": lambda: np.add(x, y)},
        "add(x, y, out=out)": {"tenferro": lambda: tf.add(x, y, out=out), "numpy": lambda: np.add(x, y, out=out)},
        "add(x, 1.5)": {"tenferro": lambda: tf.add(x, 1.5), "numpy": lambda: np.add(x, 1.5)},
        "exp(x)": {"tenferro": lambda: tf.exp(x), "numpy": lambda: np.exp(x)},
        "less(x, y)": {"tenferro": lambda: tf.less(x, y), "numpy": lambda: np.less(x, y)},
    }
    if hasattr(tf, "fuse"):
        fused = tf.fuse(six)
        found["six operations, fused"] = {"tenferro": lambda: fused(x, y), "numpy": lambda: six(x, y)}
    return found


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = []
    for n in SIZES:
        for what, ways in cases(n).items():
            ns = timing.race(ways, seconds=options.seconds, rounds=21)
            rows.append([what, n, ns["numpy"], ns["tenferro"], ns["numpy"] / ns["tenferro"]])
    rows.sort(key=lambda row: row[-1])
    columns = ["call", "n", "NumPy", "tenferro", "ratio"]
    report.publish("overhead", [report.table("Cost of a call, ns", columns, rows)], options.json)


if __name__ == "__main__":
    main()
