"""What the first call of a fused function takes: tracing, planning and the run, in a fresh process.

Processes of two kinds take turns: one element with the threads as they come, a thousand on one thread. Nothing is
warm in such a call but what importing NumPy and tenferro left; the least tells what the work takes, the median what
a user sees. "again" is the first call of a second, equal function in the same process.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import report  # noqa: E402

ONE_THREAD = {"TENFERRO_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
#: (elements, what the environment adds)
KINDS = ((1, {}), (1000, ONE_THREAD))
CHILD = """
import json, sys, time
sys.path[:0] = [sys.argv[2]]
import numpy as np
import tenferro as tf
def g(x, y): return np.tanh(np.sin(x*x + x)*y + y)
x = np.linspace(0.1, 3.0, int(sys.argv[1]))
y = x + 1
us = []
for fused in (tf.fuse(g), tf.fuse(g)):
    start = time.perf_counter_ns()
    fused(x, y)
    us.append((time.perf_counter_ns() - start) / 1e3)
print(json.dumps(us))
"""


def once(n, extra):
    """(µs of the first call, µs of the second function's first call) in a new process."""
    command = [sys.executable, "-c", CHILD, str(n), str(HERE.parent)]
    answer = subprocess.run(command, env=os.environ | extra, capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--processes", type=int, default=40)
    parser.add_argument("--json")
    options = parser.parse_args()
    once(*KINDS[0])  # bytecode and pages of the files
    taken = {n: [] for n, _ in KINDS}
    for _ in range(options.processes):
        for n, extra in KINDS:
            taken[n].append(once(n, extra))
    rows = []
    for n, _ in KINDS:
        for what, us in zip(("first", "again"), zip(*taken[n], strict=True), strict=True):
            rows.append([what, n, options.processes, min(us), statistics.median(us), max(us)])
    columns = ["call", "n", "processes", "least µs", "median µs", "most µs"]
    title = "First call of six fused operations, tracing and planning included"
    report.publish("first_call", [report.table(title, columns, rows)], options.json)


if __name__ == "__main__":
    main()
