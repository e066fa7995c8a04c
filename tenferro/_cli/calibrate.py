"""``python -m tenferro calibrate``: measures the prices from which the number of threads of a call follows.

Two kinds of price: what each loop takes an element, on one thread with the data in the cache, and what a section of
threads takes to start (see `sections`). A loop's price is the slope between two lengths, so that the cost of the call
falls out:

    price = (least time of LONG elements - least time of SHORT elements) / (LONG - SHORT)

The result goes to the user's cache folder and counts from the next import on; nothing else is changed.
"""

import argparse
import time

import numpy as np

from tenferro._cli.progress import Progress
from tenferro._kernels import costs
from tenferro._optable import ITEMSIZE, ROWS, STORAGE

#: bytes of an operand at the two lengths: both stay in a first-level cache with a second operand and the result
SHORT, LONG = 2048, 8192
#: seconds for one loop and length, at least
PATIENCE = 0.002
#: a price below this is noise around nothing (ns)
LEAST = 1e-3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--rows", nargs="+", help="only these operations (default: all)")
    parser.add_argument("--dry-run", action="store_true", help="measure and show, write nothing")
    parser.add_argument("--output", metavar="PATH", help=f"default: {costs.user_file()}")


def operands(row, dtype: str, n: int):
    """Inputs from the row's domain in the dtypes of its loop, and an array for the result."""
    from tenferro._promotion import CODE, NUMPY_DTYPES

    generator = np.random.default_rng(7)
    domains = row.domain if len(row.domain) == row.nin else row.domain * row.nin
    inputs = []
    for i, (low, high) in enumerate(domains):
        kind = NUMPY_DTYPES[CODE[row.operand_dtype(i, dtype)]]
        if kind.kind == "b":
            inputs.append(generator.random(n) < 0.5)
        elif kind.kind in "iu":
            low, high = (max(low, 1 if kind.kind == "u" or row.name == "power" else low), max(high, 2))
            values = generator.integers(int(low), int(high) + 1, n)
            inputs.append(np.where(values == 0, 1, values).astype(kind))
        elif kind.kind == "c":
            inputs.append((generator.uniform(low, high, n) + 1j * generator.uniform(-1, 1, n)).astype(kind))
        else:
            inputs.append(generator.uniform(low, high, n).astype(kind))
    return inputs, np.empty(n, NUMPY_DTYPES[CODE[row.operand_dtype(-1, dtype)]])


def least_ns(function, inputs, out) -> float:
    """The least time of a call, in ns."""
    clock = time.perf_counter_ns
    best, end = float("inf"), time.perf_counter() + PATIENCE
    while True:
        start = clock()
        for _ in range(8):
            function(*inputs, out=out)
        best = min(best, (clock() - start) / 8)
        if time.perf_counter() > end:
            return best


def price(function, row, dtype: str) -> float:
    """Nanoseconds an element of the row's loop for `dtype`."""
    short, long = (nbytes // ITEMSIZE[dtype] for nbytes in (SHORT, LONG))
    inputs, out = operands(row, dtype, long)
    head = [x[:short] for x in inputs]
    times = [least_ns(function, *arrays) for arrays in ((head, out[:short]), (inputs, out)) for _ in range(1)]
    return max((times[1] - times[0]) / (long - short), LEAST)


def loop_prices(rows, progress) -> dict:
    """{row: {dtype: ns}} of the level in use."""
    import tenferro

    found = {}
    with tenferro.CpuEngine(threads=1), np.errstate(all="ignore"):
        for row in rows:
            function = getattr(tenferro, row.name)
            for dtype in row.dtypes():
                if dtype not in STORAGE:
                    found.setdefault(row.name, {})[dtype] = float(f"{price(function, row, dtype):.3g}")
                progress.advance(1, f"{row.name} {dtype}")
    return found


def section_prices() -> dict:
    """{"hot_us": {width: µs}, "parked_us": …} for 2, 3, 4, 6, 8, … threads, as many as this process may use."""
    from tenferro._kernels import sections, threads

    most = threads.usable_cores()
    widths = sorted(
        {w for w in (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64) if w <= most} | ({most} if 1 < most <= 64 else set())
    )
    prices = {"hot_us": {}, "parked_us": {}}
    for width in widths:
        prices["hot_us"][str(width)] = float(f"{sections.hot_ns(width) / 1e3:.3g}")
        prices["parked_us"][str(width)] = float(f"{sections.parked_ns(width) / 1e3:.3g}")
    return prices


def main(options: argparse.Namespace) -> int:
    """Measures, shows the dearest, writes."""
    from tenferro._kernels import levels

    known = {row.name: row for row in ROWS}
    unknown = sorted(set(options.rows or ()) - set(known))
    if unknown:
        raise SystemExit(f"calibrate: no operation is called {', '.join(unknown)}")
    rows = [known[name] for name in options.rows] if options.rows else list(ROWS)
    progress = Progress(sum(len(row.dtypes()) for row in rows))
    prices = loop_prices(rows, progress)
    progress.close()
    starts = section_prices()
    listed = sorted(((ns, name, dtype) for name, all_ in prices.items() for dtype, ns in all_.items()), reverse=True)
    print(f"level {levels.NAME}, {len(listed)} loops; the dearest, ns an element:")
    for ns, name, dtype in listed[:12]:
        print(f"  {name:<14}{dtype:<6}{ns:9.3f}")
    print("a section of threads, µs (hot / parked): " + (_shown(starts) or "one processor: no section is ever started"))
    if options.dry_run:
        return 0
    path = options.output or costs.user_file()
    costs.save(path, {levels.NAME: prices}, starts if starts["hot_us"] else {})
    print(f"written: {path}")
    return 0


def _shown(starts) -> str:
    return ", ".join(
        f"{width} threads {us:g} / {starts['parked_us'][width]:g}" for width, us in starts["hot_us"].items()
    )
