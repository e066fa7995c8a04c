"""Measured prices: which file counts, and that a damaged one harms nothing."""

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tenferro._kernels import costs, prices
from tenferro._optable import BY_NAME, COST_CLASS


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The shipped file and the user's, both in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shipped = tmp_path / "prices.py"
    monkeypatch.setattr(costs, "_shipped", lambda: costs._read(shipped))
    costs._files.cache_clear()
    yield shipped, Path(costs.user_file())
    costs._files.cache_clear()


SECTIONS = {"hot_us": {"2": 1.5}, "parked_us": {"2": 40.0}}


def test_without_files_nothing_is_known(files):
    assert costs.load("v4") == {}
    assert costs.dispatch() == {"hot_us": {}, "parked_us": {}}


def test_what_is_saved_is_loaded(files):
    costs.save(files[1], {"v4": {"exp": {"f64": 0.5, "f32": 0.2}}}, SECTIONS)
    assert costs.load("v4") == {("exp", "f64"): 0.5, ("exp", "f32"): 0.2}
    assert costs.load("v3") == {}
    assert costs.dispatch() == {"hot_us": {2: 1.5}, "parked_us": {2: 40.0}}


def test_the_user_counts_and_the_shipped_file_fills_in(files):
    shipped, user = files
    costs.save(shipped, {"v3": {"add": {"f64": 1.0}}, "v4": {"add": {"f64": 2.0}}}, SECTIONS)
    costs.save(user, {"v4": {"add": {"f64": 3.0}}}, {})
    assert costs.load("v4") == {("add", "f64"): 3.0}
    assert costs.load("v3") == {("add", "f64"): 1.0}
    assert costs.dispatch()["hot_us"] == {2: 1.5}


def test_another_processors_measurement_is_passed_over(files, monkeypatch):
    shipped, user = files
    costs.save(shipped, {"v4": {"add": {"f64": 2.0}}}, SECTIONS)
    costs.save(user, {"v4": {"add": {"f64": 3.0}}}, SECTIONS)
    monkeypatch.setattr(costs, "processor", lambda: "another kind")
    costs._files.cache_clear()
    assert costs.load("v4") == {("add", "f64"): 2.0}


def test_levels_are_added_to_a_file(files):
    for level in ("v3", "v4"):
        costs.save(files[1], {level: {"add": {"f64": 1.0}}}, SECTIONS if level == "v3" else {})
    assert costs.load("v3") and costs.load("v4") and costs.dispatch()["hot_us"]


def test_measuring_some_rows_leaves_the_others_their_prices(files):
    shipped, user = files
    costs.save(shipped, {"v4": {"add": {"f64": 1.0, "f32": 0.5}, "exp": {"f64": 2.0}, "sin": {"f64": 3.0}}}, SECTIONS)
    costs.save(user, {"v4": {"add": {"f64": 1.25}, "sin": {"f64": 3.25}}}, SECTIONS)
    costs.save(user, {"v4": {"sin": {"f64": 3.5}}}, SECTIONS)
    assert costs.load("v4") == {
        ("add", "f64"): 1.25,
        ("add", "f32"): 0.5,
        ("exp", "f64"): 2.0,
        ("sin", "f64"): 3.5,
    }


def test_a_new_row_is_priced_by_what_its_formula_calls():
    known = {("log", "f64"): 3.0, ("expm1", "f64"): 2.0, ("exp", "f32"): 0.25}
    row = BY_NAME["softplus"]._replace(name="log1mexp", formulas={"f": "select(log(-expm1(x)), log(1 - exp(x)))"})
    assert costs.estimate(row, "f64", known) == 3.0 + 2.0 + 3.0 + COST_CLASS["transcendental"]
    assert costs.estimate(row, "f32", known) == 3 * COST_CLASS["transcendental"] + 0.25
    assert costs.estimate(row, "i64", known) == COST_CLASS[row.cost]


def test_a_row_with_a_function_of_its_own_is_priced_by_its_class():
    assert costs.estimate(BY_NAME["exp"], "f64", {}) == COST_CLASS["transcendental"]
    assert costs.estimate(BY_NAME["add"], "f64", {}) == COST_CLASS["cheap"]


DAMAGED = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"levels": 3}',
    b'{"levels": {"v4": {"add": {"f64": "fast"}}}}',
    b'{"levels": {"v4": {"add": {"f64": NaN}}}}',
    b'{"levels": {"v4": {"add": {"f64": -1}}}}',
    b'{"levels": {"v4": {"add": {"f64": 1e99}}}}',
    b'{"levels": {"v4": {"add": {"f64": true}}}}',
    b'{"levels": {"v4": {"add": 1.0}}}',
    b'{"levels": {}, "dispatch": {"hot_us": {"two": 1.0}}}',
    b'{"levels": {}, "dispatch": []}',
]


@pytest.mark.parametrize("content", DAMAGED, ids=lambda content: repr(content[:40]))
def test_a_damaged_file_earns_one_warning(files, content):
    shipped, user = files
    costs.save(shipped, {"v4": {"add": {"f64": 2.0}}}, SECTIONS)
    user.parent.mkdir(parents=True)
    user.write_bytes(content)
    costs._files.cache_clear()
    with pytest.warns(RuntimeWarning, match="prices as shipped are used") as seen:
        assert costs.load("v4") == {("add", "f64"): 2.0}
        assert costs.dispatch()["parked_us"] == {2: 40.0}
    assert len(seen) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        costs.save(user, {"v4": {"add": {"f64": 5.0}}}, SECTIONS)
        assert costs.load("v4") == {("add", "f64"): 5.0}


def test_a_folder_in_the_files_place_earns_a_warning(files):
    files[1].mkdir(parents=True)
    with pytest.warns(RuntimeWarning, match="prices as shipped"):
        assert costs.load("v4") == {}


def test_nothing_is_left_of_a_write_that_fails(files):
    path = files[1]
    costs.save(path, {"v4": {"add": {"f64": 1.0}}}, SECTIONS)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="no price"):
        costs.save(path, {"v4": {"add": {"f64": float("nan")}}}, SECTIONS)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_relative_cache_folder_is_passed_over(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    assert Path(costs.user_file()).is_absolute()


def test_the_shipped_file_is_sound():
    record = costs._checked(costs._shipped())
    assert record["levels"] and all(record["levels"].values())


def test_the_shipped_file_is_as_it_would_be_written(tmp_path):
    """So that measuring a level anew changes that level's lines."""
    path = tmp_path / "prices.py"
    record = costs._shipped()
    costs.save(path, record["levels"], record["dispatch"])
    written = path.read_text().replace(json.dumps(costs.processor()), json.dumps(record["processor"]))
    assert written == Path(prices.__file__).read_text()


def test_all_levels_of_the_shipped_file_stay(tmp_path, monkeypatch):
    path = tmp_path / "prices.py"
    costs.save(path, {"v4": {"add": {"f64": 1.0}}}, SECTIONS)
    monkeypatch.setattr(costs, "processor", lambda: "another kind")
    costs.save(path, {"v3": {"add": {"f64": 2.0}}}, SECTIONS)
    assert set(costs._read(path)["levels"]) == {"v3", "v4"}


def test_calibrate_writes_what_the_next_import_reads(tmp_path):
    environment = dict(os.environ, XDG_CACHE_HOME=str(tmp_path))
    command = [sys.executable, "-m", "tenferro", "calibrate", "--rows", "exp", "add"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "tenferro" / "costs.json").read_text())
    ((level, rows),) = record["levels"].items()
    assert set(rows) == {"exp", "add"} and all(ns > 0 for ns in rows["exp"].values())
    program = f"from tenferro._kernels import costs; print(costs.load({level!r})[('exp', 'f64')])"
    seen = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    assert float(seen.stdout) == rows["exp"]["f64"]
