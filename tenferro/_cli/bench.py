"""``python -m tenferro bench``: benchmarks over the table, by pyperf.

    python -m tenferro bench -o now.json                   then: python -m pyperf compare_to before.json now.json
    python -m tenferro bench --rows exp tanh --dtypes all --sizes 4096 1048576
    python -m tenferro bench --numpy -o numpy.json         the same names by NumPy, for compare_to

A benchmark is called ``exp f64 65536``. Inputs come from the row's domain; the result goes into an array made
before (``--fresh``: a new result each time, as programs have it). Some rows are measured on few elements too, where
the cost of the call shows. What pyperf offers is offered here: ``--rigorous``, ``--fast``, ``--affinity`` and so on.
"""

import argparse
import sys
import time

import numpy as np

from tenferro._cli import calibrate
from tenferro._optable import BY_NAME, ROWS

#: every word belongs to pyperf's own parser, also those that begin with a dash and ``--help``
PARSER = {"prefix_chars": "\0", "add_help": False}
#: the lengths of every row, and those at which the cost of the call itself shows
SIZES, SHORT_SIZES = (65536,), (1, 100, 1000)
SHORT_ROWS = ("add", "exp", "where")


def function_of(name, library):
    """The function of a row, or None where NumPy has none."""
    if library == "numpy":
        return getattr(np, BY_NAME[name].twin or "-", None)
    import tenferro

    return getattr(tenferro, name)


def repeat(loops, name, dtype, n, library, fresh):
    """Seconds for `loops` calls; what it needs is made before the clock starts."""
    inputs, out = calibrate.operands(BY_NAME[name], dtype, n)
    function = function_of(name, library)
    keywords = {} if fresh or not _takes_out(function) else {"out": out}
    span = range(loops)
    with np.errstate(all="ignore"):
        function(*inputs, **keywords)
        start = time.perf_counter()
        for _ in span:
            function(*inputs, **keywords)
        return time.perf_counter() - start


def _takes_out(function):
    return isinstance(function, np.ufunc) or not getattr(function, "__module__", "").startswith("numpy")


def dtypes_of(row, wanted):
    """The dtypes to measure a row in: f32 and f64, or the widest integer; or as asked."""
    known = row.dtypes()
    if wanted == ["all"]:
        return known
    if wanted:
        return [dtype for dtype in wanted if dtype in known]
    return [dtype for dtype in ("f32", "f64") if dtype in known] or [known[-1]]


def pass_on(command, options):
    """pyperf's workers get the same choice."""
    for name in ("rows", "dtypes", "sizes"):
        values = getattr(options, name)
        if values:
            command += [f"--{name}", *map(str, values)]
    command += [f"--{name}" for name in ("fresh", "numpy") if getattr(options, name)]


def benchmarks(arguments, program) -> None:
    """Registers every benchmark with pyperf, which runs them; `program` is how its workers start this again."""
    import pyperf

    runner = pyperf.Runner(
        processes=3, values=3, warmups=1, min_time=0.02, add_cmdline_args=pass_on, program_args=program
    )
    parser = runner.argparser
    parser.add_argument("--rows", nargs="+", choices=list(BY_NAME), metavar="ROW", help="default: all")
    parser.add_argument("--dtypes", nargs="+", help="by their names in the table, or 'all' (default: f32 and f64)")
    parser.add_argument("--sizes", nargs="+", type=int, help=f"elements (default {SIZES[0]}; and few of some rows)")
    parser.add_argument("--fresh", action="store_true", help="a new result each time")
    parser.add_argument("--numpy", action="store_true", help="NumPy's functions under the same names")
    options = runner.parse_args(arguments)
    library = "numpy" if options.numpy else "tenferro"
    runner.metadata["library"] = library
    for row in ROWS:
        if options.rows and row.name not in options.rows or function_of(row.name, library) is None:
            continue
        sizes = options.sizes or (*(SHORT_SIZES if row.name in SHORT_ROWS else ()), *SIZES)
        for dtype in dtypes_of(row, options.dtypes):
            for n in sizes:
                runner.bench_time_func(f"{row.name} {dtype} {n}", repeat, row.name, dtype, n, library, options.fresh)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Takes every word; pyperf's parser reads them."""
    parser.add_argument("words", nargs="*", help="see --help")


def main(options: argparse.Namespace) -> int:
    """Runs the benchmarks."""
    try:
        import pyperf  # noqa: F401
    except ImportError:
        raise SystemExit("bench: the benchmarks run under pyperf: pip install pyperf") from None
    sys.argv = ["python -m tenferro bench", *options.words]  # pyperf names the program by it
    benchmarks(options.words, ("-m", "tenferro", "bench"))
    return 0
