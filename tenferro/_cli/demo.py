"""Great-circle distances between all pairs of airports: the same work by NumPy, by tenferro call by call, and fused.

The formula is the haversine: the half-angle `a` between two points has sin² a = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2).
Latitudes and longitudes come as a column and as a row, and broadcasting makes a table of every pair of them: a dozen
passes over 11.4 million numbers, of which two sines, the arcsine and the square root are dear. All three ways do the
same operations in the same order, so NumPy and tenferro may differ only by what one sine, cosine or arcsine may differ
(see `error_bound`), and tenferro's two not at all.
"""

import time

import numpy as np

import tenferro as tf
from tenferro._cli.progress import Progress
from tenferro._config import config

#: mean radius of the Earth by the IUGG, km
RADIUS = 6371.0088
#: ULP by which a sine, cosine or arcsine may be off: documented for tenferro, and for NumPy's vector code
OUR_ULP, NUMPY_ULP = 1.0, 4.0


def haversine(xp):
    """The distance function in terms of `xp`'s functions; `xp` is numpy or tenferro."""

    def great_circle(lat1, lon1, lat2, lon2):
        north = xp.sin(xp.multiply(xp.subtract(lat2, lat1), 0.5))
        east = xp.sin(xp.multiply(xp.subtract(lon2, lon1), 0.5))
        parallels = xp.multiply(xp.cos(lat1), xp.cos(lat2))
        square = xp.add(xp.multiply(north, north), xp.multiply(parallels, xp.multiply(east, east)))
        # Rounding may carry the square of antipodes beyond 1, where the arcsine ends.
        return xp.multiply(xp.arcsin(xp.sqrt(xp.minimum(square, 1.0))), 2.0 * RADIUS)

    return great_circle


def error_bound(distance):
    """How far two right programs may differ at each distance, km.

    Say two programs' functions differ by at most `u` ULP. Then north² and east² differ by 2u + 1 units of eps, and so
    does the product of cosines; the sum by 4u + 4, the root by 2u + 3. The arcsine turns that into (2u + 3) tan a and
    adds its own u, and the last product rounds once more. Near antipodes tan a has no bound, but there the arcsine
    moves by no more than the square root of twice what its argument moved.
    """
    eps = np.finfo(np.float64).eps
    u = OUR_ULP + NUMPY_ULP
    half_angle = distance / (2.0 * RADIUS)
    inner = (2.0 * u + 3.0) * eps
    carried = np.minimum(inner * np.tan(np.minimum(half_angle, np.pi / 2)), np.sqrt(2.0 * inner))
    return 2.0 * RADIUS * (carried + (u + 1.0) * eps * half_angle)


def airports():
    """Codes, latitudes and longitudes (radians) of the airports in the package vega_datasets."""
    try:
        from vega_datasets import data
    except ImportError:
        raise SystemExit("the demo needs vega_datasets: ./dev demo, or pip install '.[demo]' here") from None
    table = data.airports()
    latitude = np.radians(table["latitude"].to_numpy(np.float64))
    longitude = np.radians(table["longitude"].to_numpy(np.float64))
    return [str(code) for code in table["iata"]], latitude, longitude


def race(ways, arguments, repeats):
    """The least time of each way and its last result; they take turns, so that a change of clock meets all alike."""
    least, results = dict.fromkeys(ways, float("inf")), {}
    progress = Progress(repeats * len(ways))
    for turn in range(repeats):
        for name, way in ways.items():
            progress.advance(0, f"round {turn + 1} of {repeats}: {name}")
            results.pop(name, None)  # its memory goes back before the clock starts
            start = time.perf_counter()
            results[name] = way(*arguments)
            least[name] = min(least[name], time.perf_counter() - start)
            progress.advance(1)
    progress.close()
    return least, results


def extremes(distance, codes, count):
    """Pairs at distance 0, the `count` nearest of the others, the `count` farthest; each a list of (code, code, km)."""
    first, second = np.triu_indices(len(codes), k=1)  # each pair once, none of an airport with itself
    flat = distance[first, second]

    def named(order):
        return [(codes[first[k]], codes[second[k]], float(flat[k])) for k in order]

    def sorted_part(values, count):
        count = min(count, values.size)
        part = np.argpartition(values, count - 1)[:count] if count else np.empty(0, np.intp)
        return part[np.argsort(values[part], kind="stable")]

    same = np.flatnonzero(flat == 0.0)
    nearest = sorted_part(np.where(flat == 0.0, np.inf, flat), min(count, flat.size - same.size))
    return named(same), named(nearest), named(sorted_part(-flat, count))


def agree(results):
    """(largest difference in km, the bound there, whether all pairs keep theirs, whether our two are equal)."""
    numpy_result, direct, fused = results.values()
    difference = np.abs(direct - numpy_result)
    bound = error_bound(numpy_result)
    worst = np.unravel_index(np.argmax(difference), difference.shape)
    return (
        float(difference[worst]),
        float(bound[worst]),
        bool(np.all(difference <= bound)),
        np.array_equal(direct, fused),
    )


def report_pairs(distance, codes):
    """Prints the nearest and the farthest pairs by code."""
    same, nearest, farthest = extremes(distance, codes, 3)
    for words, pairs in (("the same place", same), ("nearest", nearest), ("farthest", farthest)):
        if pairs:
            print(f"  {words + ':':<16}" + "   ".join(f"{a}–{b} {km:.3f} km" for a, b, km in pairs))


def report_engine():
    """Prints what did the work: level, threads, pool."""
    found = config()
    pool = ", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in found["pool"].items())
    print(f"\nlevel {found['level']}, {found['threads']} threads\npool: {pool}")


def add_arguments(parser):
    """The options of ``python -m tenferro demo``."""
    parser.add_argument("--repeats", type=int, default=5, help="rounds; the least time of each way counts (default 5)")


def main(options) -> int:
    """Runs the demo; 0 when all ways agree."""
    if options.repeats < 1:
        raise SystemExit("demo: --repeats must be at least 1")
    codes, latitude, longitude = airports()
    pairs = len(codes) ** 2
    print(f"Great-circle distances between {len(codes):,} airports: {pairs / 1e6:.1f} million pairs", flush=True)
    ways = {"NumPy": haversine(np), "tenferro, direct": haversine(tf), "tenferro, fused": tf.fuse(haversine(np))}
    places = (latitude[:, None], longitude[:, None], latitude[None, :], longitude[None, :])
    least, results = race(ways, places, options.repeats)

    print(f"\n  {'':<18}{'ms':>9}{'ns a pair':>12}{'ratio':>8}   (least of {options.repeats})")
    for name, seconds in least.items():
        print(f"  {name:<18}{seconds * 1e3:9.1f}{seconds * 1e9 / pairs:12.2f}{least['NumPy'] / seconds:8.2f}")

    difference, bound, within, equal = agree(results)
    print(f"\nNumPy and tenferro differ by {difference:.2g} km at most; allowed there: {bound:.2g} km")
    print(f"every pair within its bound: {'yes' if within else 'NO'}")
    print(f"direct and fused equal bit for bit: {'yes' if equal else 'NO'}\n")
    report_pairs(results["tenferro, direct"], codes)
    report_engine()
    return 0 if within and equal else 1
