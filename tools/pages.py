"""Writes derived pages: ``docs/ops.md`` from the table of operations; ``docs/accuracy.md``, ``docs/speed.md`` and the
figures in ``README.md`` from measurements.

    python tools/pages.py            writes them
    python tools/pages.py --check    says which are out of date, and fails if any is

A measurement is a file ``perf/results/NAME.json``. Its ``tables``, a list of ``{"title": …, "columns": […],
"rows": [[…], …]}``, are shown in the README as they are, its ``details`` on the page of speed; the rest, and every file
of pyperf's, is left to the tools that read it.
``accuracy.json``, which ``python -m tenferro accuracy`` writes, has a page to itself.
"""

import json
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tenferro"))

from _optable import ALIASES, ROWS, Row  # noqa: E402  (the table is read without the package, which may not be built)

BEGIN = "<!-- figures: begin (written by ./dev docs) -->"
END = "<!-- figures: end -->"
NOTHING = "No measurement has been recorded in this checkout yet."

OPS_HEAD = """\
# Operations

Written by `./dev docs` from the table, `tenferro/_optable.py`; {count} operations.

*Dtypes* are those computed in: `b` bool, `i` signed and `u` unsigned integers, `f` float32 and float64, `c` complex64
and complex128. float16 and bfloat16 compute as float32. Other inputs are promoted as NumPy promotes them. *Types* says
how those of inputs and result go together: `T` the dtype computed in, `b` bool, `R` the real part's dtype, `I` an
integer as wide as `T`. *ULP* is the greatest error of a real result, in units in the last place; 0.5 means correctly
rounded (or exact).
"""


ACCURACY_HEAD = """\
# Accuracy

Written by `./dev docs` from `perf/results/accuracy.json`, which `python -m tenferro accuracy --json …` wrote.

The greatest and the mean error of each function, in units in the last place (ULP) of the exact result: 0.5 is the
best that rounding allows. Subnormal results are held to the spacing that they have. *All* inputs means every one of the
2**32 float32 numbers; otherwise they are samples of every binade and of the domain, both sides of every threshold,
multiples of pi/2, and a search that climbs from the worst of these. Each greatest error was confirmed with mpmath.
*Wrong* counts results of the wrong kind: a NaN for a number or the reverse, a wrong sign (also of a zero), a finite
number at a pole. *Bound* is what the table of operations promises; a figure beyond it stands in bold.
"""


SPEED_HEAD = """\
# Speed

Written by `./dev docs` from `perf/results/*.json`; `perf/README.md` tells how each was measured and how to repeat it.

*Ratio* is the time of the fastest peer over tenferro's: above 1, tenferro is faster. The rows begin with the worst.
"""


def accuracy_page(record: dict | None) -> str:
    """The whole of ``docs/accuracy.md``; `record` is what the measurement wrote."""
    if record is None:
        return f"{ACCURACY_HEAD}\n{NOTHING}\n"
    groups: dict[tuple[str, str], dict] = {}
    for entry in record["records"]:
        groups.setdefault((entry["row"], entry["dtype"]), {})[entry["level"]] = entry
    levels = list(dict.fromkeys(entry["level"] for entry in record["records"]))
    lines = []
    for (name, dtype), by_level in groups.items():
        entries = list(by_level.values())
        worst = max(entries, key=lambda entry: (entry["wrong"], float(entry["max"])))
        inputs = "all" if worst["exhaustive"] else f"{worst['inputs']:,}"
        figures = [accuracy_cell(by_level.get(level)) for level in levels]
        where = worst["wrong_at"][0] if worst["wrong"] else worst["worst"]
        lines.append([f"`{name}`", dtype, f"{worst['claim']:g}", *figures, inputs, ", ".join(where)])
    figures = [f"{level}: greatest (mean)" for level in levels]
    columns = ["function", "dtype", "bound", *figures, "inputs", "worst input"]
    return f"{ACCURACY_HEAD}\n{markdown(columns, lines)}\n"


def accuracy_cell(entry: dict | None) -> str:
    """The greatest error and the mean of one row, dtype and level."""
    if entry is None:
        return "–"
    great, mean = (f"{x:.3f}" if x < 1000 else f"{x:.1e}" for x in (float(entry["max"]), float(entry["mean"])))
    wrong = f", {entry['wrong']:,} wrong" if entry["wrong"] else ""
    kept = float(entry["max"]) <= entry["claim"] and not wrong
    return f"{great} ({mean})" if kept else f"**{great}** ({mean}{wrong})"


def cell(text) -> str:
    """Text that may stand in a Markdown table."""
    return str(text).replace("``", "`").replace("|", "\\|").replace("\n", " ")


def markdown(columns, rows) -> str:
    """A table; columns that hold numbers are set flush right."""
    numeric = [
        bool(rows) and all(isinstance(row[i], int | float) or row[i] in ("", None, "–") for row in rows)
        for i in range(len(columns))
    ]
    lines = [columns, ["--:" if right else "---" for right in numeric], *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def ops_page(rows: tuple[Row, ...] = ROWS) -> str:
    """The whole of ``docs/ops.md``."""
    other = {}
    for alias, name in ALIASES.items():
        other.setdefault(name, []).append(alias)
    lines = [
        [
            " ".join(f"`{name}`" for name in (row.name, *other.get(row.name, ()))),
            row.doc,
            f"`{row.signature}`",
            " ".join(sorted(row.formulas, key="biufc".index)),
            f"`np.{row.twin}`" if row.twin else "–",
            f"`__{row.operator}__`" if row.operator else "–",
            f"{row.ulp:g}",
        ]
        for row in rows
    ]
    columns = ["name", "meaning", "types", "dtypes", "NumPy's", "operator", "ULP"]
    return f"{OPS_HEAD.format(count=len(rows))}\n{markdown(columns, lines)}\n"


def measurements(folder: Path) -> list[dict]:
    """What the scripts of ``perf/`` recorded."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    return [record for record in records if isinstance(record, dict) and record.get("tables")]


def shown(tables) -> list[str]:
    """Each table under its title."""
    return [f"**{cell(table['title'])}**\n\n{markdown(table['columns'], table['rows'])}" for table in tables]


def place(record: dict) -> str:
    """Where a measurement was made, in one sentence."""
    machine, versions = record["machine"], {}
    for run in record.get("runs", ()):
        versions |= run.get("versions", {})
    wide = "AVX-512" if machine["avx512"] else "without AVX-512"
    others = "".join(f", {name} {version}" for name, version in versions.items() if name not in ("tenferro", "numpy"))
    return (
        f"Measured on {machine['cpus']} processors of {machine['processor']} ({wide}), Python {machine['python']}, "
        f"NumPy {machine['numpy']}{others}."
    )


def figures(folder: Path) -> str:
    """The tables of every measurement in `folder`, as Markdown, each place of measurement once."""
    parts, last = [], ""
    for record in measurements(folder):
        here = place({"machine": record["machine"]})
        parts += [here] * (here != last) + shown(record["tables"])
        last = here
    return "\n\n".join(parts) or NOTHING


def speed_page(folder: Path) -> str:
    """The whole of ``docs/speed.md``."""
    parts = []
    for record in measurements(folder):
        parts += [f"## {record['name']}", place(record), *shown(record["tables"]), *shown(record.get("details", ()))]
    return SPEED_HEAD + "\n" + ("\n\n".join(parts) or NOTHING) + "\n"


def between_marks(page: str, text: str) -> str:
    """`page` with `text` in the place of its figures."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise SystemExit("pages: README.md has lost the marks of its figures")
    return f"{head}{begin}\n{text}\n{end}{tail}"


def pages(top: Path = TOP) -> dict[Path, str]:
    """What each derived page should hold."""
    readme = top / "README.md"
    measured = top / "perf" / "results" / "accuracy.json"
    accuracy = json.loads(measured.read_text(encoding="utf-8")) if measured.exists() else None
    return {
        top / "docs" / "ops.md": ops_page(),
        top / "docs" / "accuracy.md": accuracy_page(accuracy),
        top / "docs" / "speed.md": speed_page(top / "perf" / "results"),
        readme: between_marks(readme.read_text(encoding="utf-8"), figures(top / "perf" / "results")),
    }


def main(arguments=None) -> int:
    """Writes the pages, or with ``--check`` compares them."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments not in ([], ["--check"]):
        raise SystemExit(__doc__)
    stale = 0
    for path, text in pages().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        name = path.relative_to(TOP)
        if arguments:
            print(f"{name} is out of date: ./dev docs")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main())
