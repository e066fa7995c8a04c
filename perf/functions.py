"""Single functions beside the peers': nanoseconds an element, and how far each is from the exact value."""

from functools import lru_cache

import numpy as np
import peers
import timing

from tenferro._cli import references, ulp
from tenferro._optable import BY_NAME

#: the rows of the table of targets; --rows takes any other of the table
ROWS = ("exp", "exp2", "expm1", "log", "log1p", "sin", "cos", "tanh", "erf", "power", "sigmoid", "cbrt", "sqrt", "add",
        "power(x, 3)", "power(x, 6)", "power(x, 12)")  # fmt: skip
#: bound by loads or by the divider: equal to the best is the end there, and they stay out of the mean
BOUND = ("sqrt", "add", "subtract", "multiply", "divide", "absolute", "square", "negative", "reciprocal")
SIZES = (4096, 65536, 4194304)
#: where the inputs lie
INTERVAL = (0.1, 3.0)
#: peers farther off than this do not count
ALLOWED_ULP = 4.0
#: pieces of memory tried for each case: which pages the system hands out moves a function near the cache's size by half
PLACES = 2
#: numbers from the same interval from which the error is taken
JUDGED = 1 << 20


def parts(name: str):
    """("power", 3) of ``power(x, 3)``: the row of the table and the number that users write; (name, None) of others."""
    row, bracket, rest = name.partition("(x, ")
    return (row, int(rest.rstrip(")"))) if bracket else (row, None)


def operands(name: str, n: int, dtype: str):
    """Inputs of a row, the same in every run; a number stays one."""
    generator = np.random.default_rng(20261101)
    name, number = parts(name)
    row = BY_NAME[name]
    if number is not None:
        low, high = row.domain[0]
        return [generator.uniform(max(low, INTERVAL[0]), min(high, INTERVAL[1]), n).astype(dtype), number]
    # a row that names one interval draws all its operands there
    domains = row.domain if len(row.domain) == row.nin else row.domain * row.nin
    return [generator.uniform(max(low, INTERVAL[0]), min(high, INTERVAL[1]), n).astype(dtype) for low, high in domains]


@lru_cache(maxsize=1)
def judged(name: str, dtype: str):
    """(inputs, exact values) for the errors of one row and dtype."""
    inputs = operands(name, JUDGED, dtype)
    row, long = parts(name)[0], [np.full(JUDGED, x, np.longdouble) for x in inputs]
    return inputs, references.sieve(row, long, BY_NAME[row].twin)


def worst_error(peer, name: str, dtype: str) -> float:
    """The greatest error of a peer, in ULP."""
    inputs, exact = judged(name, dtype)
    call, result = peer.way(parts(name)[0], inputs, np.empty(JUDGED, dtype))
    call()
    return float(ulp.error(np.asarray(result()), exact).max())


def measure(found, names, sizes, dtypes, seconds, pause, progress):
    """One record for each row, dtype and size: ``{"ns": {peer: …}, "ulp": {peer: …}}``."""
    records = []
    errors = {}
    cases = [(name, dtype, n) for name in names for dtype in dtypes for n in sorted(sizes)]
    for done, (name, dtype, n) in enumerate(cases):
        progress(done / len(cases), f"{name} {dtype} {n}")
        least, kept = {}, []
        for _ in range(PLACES):
            inputs, out = operands(name, n, dtype), np.empty(n, dtype)
            kept.append((inputs, out))  # else the next would lie in the same place
            ways = ways_of(found, name, inputs, out, errors)
            for who, ns in timing.race(ways, seconds=seconds / PLACES, pause=pause).items():
                least[who] = min(least.get(who, ns), ns)
        records.append(
            {
                "row": name,
                "dtype": dtype,
                "n": n,
                "ns": {who: ns / n for who, ns in least.items()},
                "ulp": {who: errors[name, dtype, who] for who in least},
            }
        )
    return records


def ways_of(found, name, inputs, out, errors):
    """{peer: call} of those that have the row; a peer's error is entered the first time it turns up."""
    ways = {}
    for peer in found:
        way = peer.way(parts(name)[0], inputs, out)
        if way is None:
            continue
        ways[peer.name] = way[0]
        dtype = out.dtype.str[1:]
        if (name, dtype, peer.name) not in errors:
            errors[name, dtype, peer.name] = worst_error(peer, name, dtype)
    return ways


def best(record, among):
    """(name, ns) of the fastest of `among` that is near enough to the exact value; ("", nan) if none is."""
    near = [(ns, who) for who, ns in record["ns"].items() if who in among and record["ulp"][who] <= ALLOWED_ULP]
    return (min(near)[1], min(near)[0]) if near else ("", float("nan"))


def ratios(records, against):
    """{(row, dtype, n): the best peer's time over tenferro's}."""
    found = {}
    for record in records:
        ours, theirs = record["ns"].get("tenferro"), best(record, against)[1]
        if ours and theirs == theirs:
            found[record["row"], record["dtype"], record["n"]] = theirs / ours
    return found


def compared(records) -> dict:
    """{(row, dtype, n): (best peer, its ns an element, tenferro's, ratio)}."""
    found = {}
    for key, ratio in ratios(records, peers.FIRST).items():
        record = next(r for r in records if (r["row"], r["dtype"], r["n"]) == key)
        found[key] = (*best(record, peers.FIRST), record["ns"]["tenferro"], ratio)
    return found


def summary(records, threads) -> list:
    """Rows of the table of means: dtype, size, against whom, worst ratio, geometric mean."""
    lines = []
    for against, title in ((peers.FIRST, "NumPy SciPy PyTorch JAX"), (("mkl",), "MKL")):
        for dtype in dict.fromkeys(r["dtype"] for r in records):
            for n in dict.fromkeys(r["n"] for r in records):
                part = ratios([r for r in records if (r["dtype"], r["n"]) == (dtype, n)], against)
                if not part:
                    continue
                worst = min(part, key=part.get)
                dear = [ratio for (row, _, _), ratio in part.items() if row not in BOUND]
                slower = sum(ratio < 1 for ratio in part.values())
                mean = timing.geometric_mean(dear)
                lines.append(
                    [title, dtype, n, threads, f"{worst[0]} {part[worst]:.2f}", f"{slower} of {len(part)}", mean]
                )
    return lines


def lines(records):
    """(columns, rows) of the full table, worst ratio first."""
    names = [kind.name for kind in peers.ALL if any(kind.name in r["ns"] for r in records)]
    columns = ["row", "dtype", "n", *names, "best peer", "ratio", "to MKL"]
    rows = []
    for r in records:
        cells = []
        for who in names:
            ns, error = r["ns"].get(who), r["ulp"].get(who)
            cells.append("–" if ns is None else f"{ns:.3g}" + (f" ({error:.1f})" if error > ALLOWED_ULP else ""))
        ours = r["ns"].get("tenferro", float("nan"))
        who, theirs = best(r, peers.FIRST)
        rows.append([r["row"], r["dtype"], r["n"], *cells, who, theirs / ours, best(r, ("mkl",))[1] / ours])
    if "tenferro" in names:
        rows.sort(key=lambda row: (row[-2] != row[-2], row[-2]))
    return columns, rows
