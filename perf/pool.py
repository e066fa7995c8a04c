"""What the pool is worth: 2**24 doubles added again and again, with pools that may keep 0, 100 and 512 MiB."""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import faults  # noqa: E402
import numpy as np  # noqa: E402
import report  # noqa: E402

LIMITS = (0, 100, 512)


def main():
    """Prints the table."""
    import tenferro as tf

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-n", type=int, default=1 << 24)
    parser.add_argument("--json")
    options = parser.parse_args()
    x, y, out = np.full(options.n, 1.25), np.full(options.n, 0.75), np.empty(options.n)
    rows = [["NumPy", *faults.per_call(lambda: np.add(x, y)), "–", "–"]]
    rows.append(["NumPy, out=", *faults.per_call(lambda: np.add(x, y, out=out)), "–", "–"])
    for limit in LIMITS:
        pool = tf.Pool(limit=limit << 20)
        engine = tf.CpuEngine(pool=pool)
        found = faults.per_call(lambda engine=engine: engine.add(x, y))
        stats = pool.stats()
        rows.append([f"tenferro, limit {limit} MiB", *found, stats["hits"], stats["misses"]])
    rows.append(["tenferro, out=", *faults.per_call(lambda: tf.add(x, y, out=out)), "–", "–"])
    columns = ["result from", "faults a call", "ms a call", "hits", "misses"]
    report.publish("pool", [report.table(f"x + y of {options.n} doubles, result dropped", columns, rows)], options.json)


if __name__ == "__main__":
    main()
