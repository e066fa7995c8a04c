"""Writes derived pages: ``docs/ops.md`` from the table of operations, the figures in ``README.md`` from measurements.

    python tools/pages.py            writes them
    python tools/pages.py --check    says which are out of date, and fails if any is

A measurement is a file ``perf/results/NAME.json``. Its ``tables``, a list of ``{"title": …, "columns": […],
"rows": [[…], …]}``, are shown as they are; the rest, and every file of pyperf's, is left to the tools that read it.
"""

import json
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tenferro._optable import ALIASES, ROWS, Row  # noqa: E402

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


def figures(folder: Path) -> str:
    """The tables of every measurement in `folder`, as Markdown."""
    parts = []
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        for table in record.get("tables", ()) if isinstance(record, dict) else ():
            parts.append(f"**{cell(table['title'])}**\n\n{markdown(table['columns'], table['rows'])}")
    return "\n\n".join(parts) or NOTHING


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
    return {
        top / "docs" / "ops.md": ops_page(),
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
