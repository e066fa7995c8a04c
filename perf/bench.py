"""Benchmarks over the table, by pyperf: what ``python -m tenferro bench`` does, on the checkout that this file is in.

python perf/bench.py -o now.json            then: python -m pyperf compare_to before.json now.json
python perf/bench.py --help                 the choice of rows, dtypes and sizes, and all that pyperf offers
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from tenferro._cli import bench  # noqa: E402

if __name__ == "__main__":
    bench.benchmarks(sys.argv[1:], (__file__,))
