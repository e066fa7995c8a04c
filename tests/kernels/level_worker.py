"""Runs in a process of its own, once for each level: every loop on samples, and every element at every place.

    python level_worker.py RESULTS.npz THREADS…

The results on the whole samples go to the file, for the accuracy tests and to compare levels. With them as the measure,
each value is computed again at positions of short and long arrays, at every offset from a line, on each number of
threads, and in each arrangement in memory. What differs in a bit is printed, one line each.
"""

import os
import sys

import arrangements
import numpy as np
import oracle
import samples

import tenferro as tf

LENGTHS = (*range(1, 71), 1000, 4095, 4096, 4097)
OFFSETS = range(16)
#: set: all places on every number of threads, which takes minutes
EVERYWHERE = bool(os.environ.get("TENFERRO_TEST_EVERYWHERE"))


def places(threads):
    """(length, offset) of the arrays to try: all on one thread, a part where a call costs more (see EVERYWHERE)."""
    for length in LENGTHS:
        few = OFFSETS[length % 5 :: 5] if length >= 64 else (length * 5 % 16,)
        for offset in OFFSETS if threads == 1 or EVERYWHERE else few:
            yield length, offset


def check_places(name, dtype, threads, whole):
    function, arrays = getattr(tf, name), samples.inputs(name, dtype)
    size = whole.itemsize
    bits = whole.tobytes()
    for length, offset in places(threads):
        got = function(*[x[offset : offset + length] for x in arrays])
        if got.tobytes() != bits[offset * size : (offset + length) * size]:
            at = np.flatnonzero(got.view(f"V{size}") != whole[offset : offset + length].view(f"V{size}"))
            yield f"{name} {dtype}: length {length}, offset {offset}, {threads} threads: differs at {at[:9].tolist()}"
            return


def check_arrangements(name, dtype, threads):
    function, arrays = getattr(tf, name), samples.inputs(name, dtype)
    for label, arrange in arrangements.ALL.items():
        pairs = [arrange(x) for x in arrays]
        got, right = function(*[view for view, _ in pairs]), function(*[copy for _, copy in pairs])
        if got.shape != right.shape or got.tobytes() != right.tobytes():
            yield f"{name} {dtype}: arranged {label} on {threads} threads: differs from its contiguous copy"


def main(path, *thread_counts):
    results = {}
    for name, dtype in oracle.COMBINATIONS:
        with tf.CpuEngine(threads=1):
            results[f"{name} {dtype}"] = getattr(tf, name)(*samples.inputs(name, dtype))
    np.savez(path, **results)
    for threads in map(int, thread_counts):
        with tf.CpuEngine(threads=threads):
            for name, dtype in oracle.COMBINATIONS:
                for line in check_places(name, dtype, threads, results[f"{name} {dtype}"]):
                    print(line)
                if threads > 2:
                    for line in check_arrangements(name, dtype, threads):
                        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
