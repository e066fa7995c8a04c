"""Pages derived from the table and from measurements say what those say."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

from tenferro._optable import ALIASES, ROWS

TOP = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def pages():
    spec = importlib.util.spec_from_file_location("pages", TOP / "tools" / "pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_operations_is_fresh(pages):
    assert (TOP / "docs" / "ops.md").read_text(encoding="utf-8") == pages.ops_page()


def test_the_page_of_operations_names_every_row_and_alias_once(pages):
    names = re.findall(r"^\| ((?:`\w+` ?)+) \|", pages.ops_page(), re.MULTILINE)
    listed = [name for line in names for name in re.findall(r"\w+", line)]
    assert sorted(listed) == sorted([row.name for row in ROWS] + list(ALIASES))


def test_every_line_of_a_table_has_as_many_cells(pages):
    lines = [line for line in pages.ops_page().splitlines() if line.startswith("|")]
    counts = {len(re.findall(r"(?<!\\)\|", line)) for line in lines}
    assert len(lines) == len(ROWS) + 2
    assert len(counts) == 1


def test_numbers_stand_flush_right(pages):
    assert pages.markdown(["a", "b"], [["x", 1.5], ["y", "–"]]).splitlines()[1] == "| --- | --: |"


def test_figures_come_from_the_results_and_from_nothing_else(pages, tmp_path):
    assert pages.figures(tmp_path) == pages.NOTHING
    table = {"title": "chains", "columns": ["chain", "ratio"], "rows": [["a|b", 2.5]]}
    machine = {"processor": "some", "avx512": False, "cpus": 2, "python": "3.11.7", "numpy": "2.4.6"}
    run = {"versions": {"tenferro": "0.1.0", "torch": "2.13.0"}}
    record = {"name": "versus", "machine": machine, "tables": [table], "details": [table], "runs": [run]}
    (tmp_path / "versus.json").write_text(json.dumps(record), encoding="utf-8")
    (tmp_path / "pyperf.json").write_text(json.dumps({"benchmarks": []}), encoding="utf-8")
    lines = "**chains**\n\n| chain | ratio |\n| --- | --: |\n| a\\|b | 2.5 |"
    here = "Measured on 2 processors of some (without AVX-512), Python 3.11.7, NumPy 2.4.6"
    assert pages.figures(tmp_path) == f"{here}.\n\n{lines}"
    assert pages.speed_page(tmp_path).endswith(f"## versus\n\n{here}, torch 2.13.0.\n\n{lines}\n\n{lines}\n")


def test_figures_replace_only_what_stands_between_the_marks(pages):
    page = f"before\n{pages.BEGIN}\nold\n{pages.END}\nafter\n"
    assert pages.between_marks(page, "new") == f"before\n{pages.BEGIN}\nnew\n{pages.END}\nafter\n"
    with pytest.raises(SystemExit, match="lost the marks"):
        pages.between_marks("no marks", "new")
