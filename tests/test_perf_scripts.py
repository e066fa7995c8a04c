"""The scripts under perf/ run, compare fairly and report what they measured. Times themselves are not tested."""

import importlib
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

PERF = Path(__file__).resolve().parent.parent / "perf"


@pytest.fixture(autouse=True)
def perf_on_path(monkeypatch):
    monkeypatch.syspath_prepend(str(PERF))


def load(name):
    return importlib.import_module(name)


def run(script, *arguments, timeout=240):
    command = [sys.executable, str(PERF / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_way_of_a_race_gets_its_turns():
    timing = load("timing")
    calls = {"a": 0, "b": 0}

    def way(name, work):
        def call():
            calls[name] += 1
            sum(range(work))

        return call

    least = timing.race({"a": way("a", 10), "b": way("b", 20_000)}, seconds=0.02, rounds=4)
    assert set(least) == {"a", "b"} and 0 < least["a"] < least["b"]
    assert calls["a"] > 10 and calls["b"] >= 8


def test_geometric_mean():
    timing = load("timing")
    assert timing.geometric_mean([1, 4]) == pytest.approx(2)
    assert math.isnan(timing.geometric_mean([]))


def test_a_report_holds_what_was_measured(tmp_path, capsys):
    report = load("report")
    shown = report.table("speeds", ["what", "ns"], [["a", 1.23456], ["b", float("nan")], ["c", 123456.7]])
    path = report.publish("speeds", [shown], tmp_path / "speeds.json", runs=[1])
    record = json.loads(path.read_text())
    assert record["tables"] == [
        {"title": "speeds", "columns": ["what", "ns"], "rows": [["a", 1.23], ["b", "–"], ["c", 123457]]}
    ]
    assert record["runs"] == [1] and record["machine"]["numpy"] == np.__version__
    assert "speeds" in capsys.readouterr().out
    assert [p.name for p in tmp_path.iterdir()] == ["speeds.json"]


def test_a_peer_that_is_off_by_more_than_the_bound_does_not_count():
    functions = load("functions")
    record = {"row": "exp", "dtype": "f8", "n": 8, "ns": {"tenferro": 2.0, "jax": 1.0, "numpy": 3.0},
              "ulp": {"tenferro": 0.5, "jax": 7.0, "numpy": 0.7}}  # fmt: skip
    assert functions.best(record, ("numpy", "jax")) == ("numpy", 3.0)
    assert functions.ratios([record], ("numpy", "jax")) == {("exp", "f8", 8): 1.5}
    assert math.isnan(functions.best(record, ("mkl",))[1])


class Root:
    """A peer that has the square root, spoilt in one place."""

    def __init__(self, ulps):
        self.ulps = ulps

    def way(self, name, operands, out):
        def call():
            np.sqrt(operands[0], out=out)
            for _ in range(self.ulps):
                out[-17] = np.nextafter(out[-17], 9)

        return call, lambda: out


def test_the_error_of_a_peer_is_its_worst():
    functions = load("functions")
    assert functions.worst_error(Root(0), "sqrt", "f8") <= 0.5
    assert 1.5 <= functions.worst_error(Root(2), "sqrt", "f8") <= 2.5


@pytest.mark.parametrize("held_out", [False, True])
def test_a_chain_is_the_same_function_operator_by_operator_and_call_by_call(held_out):
    chains = load("chains")
    for chain in chains.HELD_OUT if held_out else chains.CHAINS:
        inputs = chains.operands(chain, 50, "f8")
        assert len(inputs) == len(chain.names)
        assert (chain.function(np)(*inputs) == chain.direct(np)(*inputs)).all()


def test_chains_kept_aside_are_others():
    chains = load("chains")
    assert len(chains.HELD_OUT) == 5
    assert not {chain.text for chain in chains.HELD_OUT} & {chain.text for chain in chains.CHAINS}


def test_a_peer_that_is_missing_is_named(monkeypatch):
    peers = load("peers")

    class Absent(peers.Peer):
        name, module = "absent", "no_library_of_this_name"

    monkeypatch.setattr(peers, "ALL", (peers.NumPy, Absent))
    found, missing = peers.present()
    assert [peer.name for peer in found] == ["numpy"]
    assert len(missing) == 1 and missing[0].startswith("absent")


def test_the_environment_sets_every_librarys_width_and_level(monkeypatch):
    peers = load("peers")
    monkeypatch.setenv("XLA_FLAGS", "--mine")
    chosen = peers.environment(2, "v3")
    assert {chosen[f"{name}_NUM_THREADS"] for name in ("OMP", "MKL", "NUMEXPR", "TENFERRO")} == {"2"}
    assert chosen["TENFERRO_LEVEL"] == "v3" and chosen["ATEN_CPU_CAPABILITY"] == "avx2"
    assert "--mine" in chosen["XLA_FLAGS"] and "AVX2" in chosen["XLA_FLAGS"]
    assert not any("AVX2" in name for name in chosen["NPY_DISABLE_CPU_FEATURES"].split())
    assert "ATEN_CPU_CAPABILITY" not in peers.environment(1, None)


def test_numpy_gives_the_rows_that_it_lacks():
    peers = load("peers")
    x = np.array([0.25, 1.0, 2.0])
    out = np.empty(3)
    for name, expected in (("sigmoid", 1 / (1 + np.exp(-x))), ("softplus", np.log1p(np.exp(x))), ("rsqrt", x**-0.5)):
        call, result = peers.NumPy().way(name, [x], out)
        call()
        assert np.allclose(result(), expected, rtol=1e-15)
    assert peers.NumPy().way("erf", [x], out) is None


def test_versus_functions(tmp_path):
    path = tmp_path / "versus.json"
    options = [
        "--threads",
        1,
        "--sizes",
        256,
        "--rows",
        "exp",
        "add",
        "--peers",
        "tenferro",
        "numpy",
        "--seconds",
        0.01,
    ]
    text = run("versus.py", "functions", *options, "--level", "baseline", "--json", path)
    assert "exp" in text and "geometric mean" in text and "level baseline" in text
    written = json.loads(path.read_text())
    (done,) = written["runs"]
    assert done["level"] == "baseline"
    losing = written["tables"][0]
    assert losing["title"].startswith("Cases that a peer wins") and losing["columns"][3] == "level"
    ratios = [row[-1] for row in losing["rows"]]
    assert ratios == sorted(ratios) and all(ratio <= 1 for ratio in ratios)
    assert {(r["row"], r["dtype"]) for r in done["records"]} == {(r, d) for r in ("exp", "add") for d in ("f4", "f8")}
    assert all(set(r["ns"]) == {"tenferro", "numpy"} for r in done["records"])


def test_cases_that_a_peer_wins_are_named_with_their_level():
    def run_of(level, ours):
        exact = {"tenferro": 0.5, "numpy": 1.0, "torch": 99.0}
        record = {
            "row": "exp",
            "dtype": "f4",
            "n": 9,
            "ns": {"tenferro": ours, "numpy": 1.0, "torch": 0.1},
            "ulp": exact,
        }
        other = {**record, "row": "log", "ns": {"tenferro": 0.5, "numpy": 1.0}}
        return {"kind": "functions", "threads": 1, "level": level, "records": [record, other]}

    chain = {"chain": "c", "dtype": "f8", "n": 7, "ns": {"fused": 3.0, "direct": 1.0, "numexpr": 2.7, "numpy": 9.0}}
    runs = [run_of("v4", 1.25), run_of("v3", 2.0), {"kind": "chains", "threads": 2, "level": "v4", "records": [chain]}]
    assert load("versus").lost(runs)["rows"] == [
        ["exp", "f4", 9, "v3", 1, "numpy", 1.0, 2.0, 0.5],
        ["exp", "f4", 9, "v4", 1, "numpy", 1.0, 1.25, 0.8],
        ["c", "f8", 7, "v4", 2, "numexpr", 2.7, 3.0, 0.9],
    ]
    assert load("versus").lost([run_of("v4", 0.9)])["rows"] == []


def test_versus_chains(tmp_path):
    path = tmp_path / "versus.json"
    run("versus.py", "chains", "--sizes", 300, "--peers", "tenferro", "numpy", "--seconds", 0.01, "--json", path)
    (done,) = json.loads(path.read_text())["runs"]
    assert all(max(r["apart"].values()) < 1e-5 for r in done["records"])


SCRIPTS = [
    ("overhead.py", ["--seconds", 0.02]),
    ("faults.py", ["--sizes", 4096]),
    ("first_call.py", ["--processes", 2]),
    ("pool.py", ["-n", 100_000]),
    ("bandwidth.py", ["--sizes", 1000, "--threads", 1, 2, "--seconds", 0.02]),
    ("gains.py", ["--functions", "add", "--sizes", 1000, "--rounds", 2]),
    ("sweep.py", ["--rows", "add", "--sizes", 1000, "--seconds", 0.02]),
    ("four_chains.py", ["--sizes", 64, "--seconds", 0.02]),
    ("elements.py", ["--rows", "add", "sqrt", "-n", 1000]),
]


@pytest.mark.parametrize(("script", "options"), SCRIPTS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_script_prints_a_table_and_writes_it(script, options, tmp_path):
    path = tmp_path / "result.json"
    text = run(script, *options, "--json", path)
    tables = json.loads(path.read_text())["tables"]
    for table in tables:
        assert table["title"] in text and table["rows"]
        assert {len(row) for row in table["rows"]} == {len(table["columns"])}


def test_bench_writes_what_pyperf_compares(tmp_path):
    pyperf = pytest.importorskip("pyperf")
    path = tmp_path / "bench.json"
    once = ["-p1", "-n1", "-w0", "-l2", "--quiet"]
    run("bench.py", *once, "--rows", "add", "--dtypes", "f64", "--sizes", 1, 10, "-o", path)
    suite = pyperf.BenchmarkSuite.load(str(path))
    assert suite.get_benchmark_names() == ["add f64 1", "add f64 10"]


def test_disturbance_is_a_share():
    quiet = load("report").Quiet()
    sum(range(1_000_000))
    assert 0.0 <= quiet.others() <= 1.0
