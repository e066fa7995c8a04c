"""tenferro beside its peers, in one process, taking turns: functions and fused chains.

    python perf/versus.py                         functions on one thread and two, chains on two
    python perf/versus.py functions --threads 1 --sizes 65536 --rows exp tanh
    python perf/versus.py functions --level v4 v3   v3: every library held to AVX2
    python perf/versus.py chains --held-out       chains that nothing was tuned for

Results go to ``perf/results/``. The first table names the cases that a peer wins, worst first. A library that is not
installed is skipped by name. The number of threads and the instruction set are fixed when a library is loaded, so each
combination runs in a process of its own, started with the environment that says so (see `peers.environment`); what is
compared is always within one process. Where a library's tables come to lie in memory moves it by up to two times from
process to process: ``--processes 3`` gives each its best.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import peers  # noqa: E402
import report  # noqa: E402

KINDS = ("functions", "chains")


def arguments(text=None):
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="versus", description="tenferro beside its peers, in one process, taking turns"
    )
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], help="default: both")
    parser.add_argument("--threads", type=int, nargs="+", help="default: 1 and 2 for functions, 2 for chains")
    parser.add_argument("--sizes", type=int, nargs="+", help="elements (default: those of the targets)")
    parser.add_argument("--dtypes", nargs="+", choices=["f4", "f8"], default=["f8", "f4"])
    parser.add_argument("--rows", nargs="+", help="functions (default: those of the targets; 'all': every dear one)")
    parser.add_argument("--chains", nargs="+", type=int, help="chains by number")
    parser.add_argument("--held-out", action="store_true", help="the chains kept aside")
    parser.add_argument("--peers", nargs="+", choices=[kind.name for kind in peers.ALL], help="default: all installed")
    parser.add_argument(
        "--level", nargs="+", help="levels of tenferro's, one after another; v3 holds every library to AVX2"
    )
    parser.add_argument("--seconds", type=float, default=0.3, help="time for one comparison (default 0.3)")
    parser.add_argument("--processes", type=int, default=1, help="repeat in so many processes, the least counts")
    parser.add_argument("--no-compile", action="store_true", help="leave out torch.compile, which takes long to start")
    parser.add_argument("--json", help="where to write the result (default perf/results/versus-….json)")
    parser.add_argument("--plot", help="write a picture of the ratios there (needs matplotlib)")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    return parser.parse_args(text)


def progress(share, words):
    """One rewritten line on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{share:4.0%} {words}", end="" if share < 1 else "\r\033[K", file=sys.stderr, flush=True)


def measure(options, kind, threads) -> dict:
    """What the inner process does: loads the peers and takes the times."""
    if threads == 1 and hasattr(os, "sched_setaffinity"):
        # One processor for everybody: no library's helper threads work beside its caller.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    module, quiet = __import__(kind), report.Quiet()
    found, missing = peers.present(options.peers, threads)
    pause = 0.0 if threads == 1 else 0.003
    if kind == "functions":
        names = options.rows or module.ROWS
        if names == ["all"]:
            names = dear_rows()
        sizes = options.sizes or module.SIZES
        records = module.measure(found, names, sizes, options.dtypes, options.seconds, pause, progress)
    else:
        chosen = module.HELD_OUT if options.held_out else module.CHAINS
        chosen = [chosen[i] for i in options.chains] if options.chains else chosen
        records = module.measure(found, chosen, options.sizes, options.seconds, pause, not options.no_compile, progress)
    progress(1, "")
    versions = {peer.name: peer.version for peer in found}
    return {
        "kind": kind,
        "level": level_in_use(),
        "threads": threads,
        "versions": versions,
        "missing": missing,
        "others": quiet.others(),
        "records": records,
    }


def dear_rows():
    """Every row of the table with a price above that of an addition and a loop for floats."""
    from tenferro._optable import ROWS

    return [row.name for row in ROWS if row.cost != "cheap" and "f" in row.formulas]


def level_in_use() -> str:
    """The level whose loops tenferro runs here."""
    from tenferro._kernels.levels import NAME

    return NAME


def start(options, kind, threads, level) -> dict:
    """Runs `measure` in processes with the right environment; of each figure the least counts."""
    merged = None
    for _ in range(options.processes):
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "result.json"
            command = [sys.executable, __file__, *sys.argv[1:], "--measure", f"{kind}:{threads}:{target}"]
            code = subprocess.run(command, env=peers.environment(threads, level)).returncode
            if code:
                sys.exit(code)  # it has told why
            run = json.loads(target.read_text(encoding="utf-8"))
        for old, new in zip(merged["records"] if merged else (), run["records"], strict=False):
            old["ns"] = {who: min(ns, new["ns"].get(who, ns)) for who, ns in old["ns"].items()}
        merged = merged or run
        merged["others"] = min(merged["others"], run["others"])
    return merged


def lost(runs) -> dict | None:
    """The table of all cases in which a peer is faster, worst first; None where tenferro has not been measured."""
    compared, rows = False, []
    for run in runs:
        found = __import__(run["kind"]).compared(run["records"])
        compared = compared or bool(found)
        where = [run["level"], run["threads"]]
        rows += [[case, dtype, n, *where, *figures] for (case, dtype, n), figures in found.items() if figures[-1] < 1]
    if not compared:
        return None
    columns = ["case", "dtype", "n", "level", "threads", "best peer", "its ns", "tenferro's ns", "ratio"]
    rows.sort(key=lambda row: row[-1])
    return report.table("Cases that a peer wins, worst first", columns, rows)


def tables_of(run, held_out):
    """(the table of ratios or None, the full table) of one run."""
    module = __import__(run["kind"])
    words = f"{run['threads']} thread{'s' * (run['threads'] > 1)}, level {run['level']}"
    columns, rows = module.lines(run["records"])
    what = "Held-out chains" if held_out else run["kind"].capitalize()
    unit = "ns an element, (error in ULP where above 4)" if run["kind"] == "functions" else "µs"
    full = report.table(f"{what}, {words}: {unit}", columns, rows)
    summary = module.summary(run["records"], run["threads"])
    head = ["against the best of", "dtype", "n", "threads", "worst", "slower", "geometric mean"]
    means = report.table(f"{what}, {words}: time of the best peer over tenferro's", head, summary)
    return means if summary else None, full


def plot(runs, path):
    """A picture: tenferro's ratio to the best peer, one bar a case."""
    try:
        import matplotlib
    except ImportError:
        print("no picture: matplotlib is not installed", file=sys.stderr)
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    bars = []
    for run in runs:
        for (what, *where), figures in __import__(run["kind"]).compared(run["records"]).items():
            bars.append((f"{what} {' '.join(map(str, where))} · {run['threads']} {run['level']}", figures[-1]))
    bars.sort(key=lambda bar: bar[1])
    figure, axes = pyplot.subplots(figsize=(8, 1 + 0.16 * len(bars)), layout="constrained")
    axes.barh([bar[0] for bar in bars], [bar[1] for bar in bars], color=["C3" if bar[1] < 1 else "C0" for bar in bars])
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlabel("time of the best peer / time of tenferro")
    axes.tick_params(axis="y", labelsize=6)
    axes.margins(y=0.005)
    figure.savefig(path, dpi=150)
    print(f"written: {path}")


def main() -> int:
    """Runs the comparisons and publishes them."""
    options = arguments()
    if options.measure:
        kind, threads, target = options.measure.split(":", 2)
        Path(target).write_text(json.dumps(measure(options, kind, int(threads)), default=float), encoding="utf-8")
        return 0
    runs, tables, details = [], [], []
    for kind in options.kinds or KINDS:
        for threads in options.threads or ((1, 2) if kind == "functions" else (2,)):
            for level in options.level or (None,):
                run = start(options, kind, threads, level)
                runs.append(run)
                means, full = tables_of(run, options.held_out)
                details.append(full)
                tables += [means] if means else []
                for name in run["missing"]:
                    print(f"not installed, skipped: {name}")
    losing = lost(runs)
    tables[:0] = [losing] if losing else []
    name = "-".join(["versus", *(options.kinds or ()), *(options.level or ())])
    name += "-held-out" * options.held_out
    for run in runs:
        if run["others"] > report.Quiet.ALLOWED:
            print(
                f"{run['kind']}, {run['threads']} threads: other programs used {run['others']:.0%} of the processors "
                "meanwhile; repeat it on a quiet machine\n"
            )
    report.publish(name, tables, options.json, details=details, runs=runs)
    if options.plot:
        plot(runs, options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
