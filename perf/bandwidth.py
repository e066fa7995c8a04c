"""``add`` beside a plain loop in C: what memory allows, and how close a call comes.

The loop is compiled by ``cc`` for this processor when the script runs, once with plain stores and once (x86-64 only)
with stores that bypass the cache; with more than one thread each takes its share, as tenferro's do.
"""

import argparse
import ctypes
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import faults  # noqa: E402
import numpy as np  # noqa: E402
import report  # noqa: E402
import timing  # noqa: E402

SOURCE = """
void add_plain(const double *restrict x, const double *restrict y, double *restrict out, long n, int threads)
{
    #pragma omp parallel for schedule(static) num_threads(threads)
    for (long i = 0; i < n; i++)
        out[i] = x[i] + y[i];
}
#ifdef __x86_64__
#include <immintrin.h>
void add_streamed(const double *restrict x, const double *restrict y, double *restrict out, long n, int threads)
{
    #pragma omp parallel for schedule(static) num_threads(threads)
    for (long i = 0; i < n; i += 2)
        _mm_stream_pd(out + i, _mm_add_pd(_mm_loadu_pd(x + i), _mm_loadu_pd(y + i)));
}
#endif
"""


def compiled(folder):
    """The loops as a library."""
    source, library = Path(folder) / "loops.c", Path(folder) / "loops.so"
    source.write_text(SOURCE, encoding="utf-8")
    command = ["cc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def ways(n, threads, library):
    """{name: call}, of `n` doubles."""
    import tenferro as tf

    x, y = np.full(n, 1.25), np.full(n, 0.75)
    results = {name: np.zeros(n + 8) for name in ("C", "C, streamed", "numpy, out=", "tenferro, out=")}
    # the same place within a line of the cache for all; streamed stores need 16 bytes
    results = {name: room[(-room.ctypes.data % 64) // 8 :][:n] for name, room in results.items()}
    engine = tf.CpuEngine(threads=threads)

    def in_c(function, name):
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (x, y, results[name])]
        return lambda: function(*pointers, ctypes.c_long(n), threads)

    calls = {"C": in_c(library.add_plain, "C")}
    if platform.machine() == "x86_64" and n % 2 == 0:
        calls["C, streamed"] = in_c(library.add_streamed, "C, streamed")
    if threads == 1:
        calls["numpy, out="] = lambda: np.add(x, y, out=results["numpy, out="])
    calls["tenferro, out="] = lambda: engine.add(x, y, out=results["tenferro, out="])
    calls["tenferro"] = lambda: engine.add(x, y)
    return calls


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1 << 16, 1 << 20, 1 << 24])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each size and thread count (default 3)")
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        library = compiled(folder)
        for n in options.sizes:
            for threads in options.threads:
                calls = ways(n, threads, library)
                least = timing.race(calls, options.seconds)
                for name, ns in least.items():
                    missed = faults.per_call(calls[name], repeats=3, warm=1)[0]
                    rows.append([name, n, threads, ns / n, least["C"] / ns, missed])
    columns = ["way", "n", "threads", "ns an element", "C's time over it", "faults a call"]
    report.publish("bandwidth", [report.table("x + y of doubles beside a loop in C", columns, rows)], options.json)


if __name__ == "__main__":
    main()
