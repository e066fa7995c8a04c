"""The measure of error, the exact values, the samples and the search; and that every function keeps its bound."""

import argparse
import json
import operator
import subprocess
import sys

import numpy as np
import pytest

mpmath = pytest.importorskip("mpmath")

from tenferro._cli import accuracy, complex_samples, measurement, references, samples, ulp  # noqa: E402
from tenferro._optable import BY_NAME, ROWS  # noqa: E402

MEASURED = [row for row in ROWS if accuracy.measurable(row)]
NAME = operator.attrgetter("name")
WIDE = {np.float32: np.float64, np.float64: np.longdouble}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_error_is_counted_in_spacings_of_the_exact_value(dtype):
    wide, info = WIDE[dtype], np.finfo(dtype)
    one, tiny, least = dtype(1), info.tiny, info.smallest_subnormal
    got = np.array([1, 1 + info.eps, 1, 1, tiny, 3 * least, 0], dtype)
    exact = np.array(
        [one, one, wide(1) + info.eps / 4, wide(1) - info.eps / 4, wide(tiny) - least, 4 * least, least], wide
    )
    assert ulp.error(got, exact).tolist() == [0, 1, 0.25, 0.5, 1, 1, 1]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_infinity_stands_for_the_power_that_it_replaces(dtype):
    wide, info = WIDE[dtype], np.finfo(dtype)
    top = np.ldexp(wide(1), info.maxexp)
    spacing = top * (info.eps / 2)
    got = np.array([np.inf, np.inf, -np.inf, info.max, np.inf], dtype)
    exact = np.array([top, top - spacing / 2, -2 * top, 4 * top, top / 2], wide)
    errors = ulp.error(got, exact)
    assert errors[:3].tolist() == [0, 0.5, 0]
    assert (errors[3:] > 1e6).all()
    if dtype is np.float32:  # mpmath knows no longdouble
        single = [ulp.error_of_number(g, e, info) for g, e in zip(got, exact, strict=True)]
        assert single == errors.tolist()


def test_a_result_of_another_kind_is_infinitely_wrong():
    got = np.array([np.nan, 1.0, 0.0, -0.0, 1e300, np.inf, np.nan])
    exact = np.array([1.0, np.nan, -0.0, 0.0, np.inf, -np.inf, np.nan], np.longdouble)
    assert ulp.error(got, exact).tolist() == [np.inf] * 6 + [0.0]


def test_one_number_is_judged_as_an_array_is():
    generator = np.random.default_rng(5)
    exact = generator.uniform(-1, 1, 200) * np.exp2(generator.uniform(-1074, 900, 200))
    got = exact * (1 + generator.uniform(-4, 4, 200) * np.finfo(float).eps)
    keep = (got != 0) & (exact != 0)
    expected = ulp.error(got[keep], exact[keep].astype(np.longdouble))
    single = [ulp.error_of_number(g, e, np.finfo(float)) for g, e in zip(got[keep], exact[keep], strict=True)]
    assert single == expected.tolist()


def _points(row, dtype, count):
    generator = np.random.default_rng(11)
    domains = row.domain if len(row.domain) == row.nin else row.domain * row.nin
    return [samples.within(domain, count, dtype, generator) for domain in domains]


@pytest.mark.parametrize(
    "row", [row for row in MEASURED if "f" in row.formulas and row.name in references.MP], ids=NAME
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_two_references_agree(row, dtype):
    operands = _points(row, dtype, 40)
    with np.errstate(all="ignore"):
        quick = measurement.exact(row.name, "f32" if dtype is np.float32 else "f64", operands)
    for value, *numbers in zip(quick, *operands, strict=True):
        final = references.settle(row.name, *map(float, numbers))
        assert final is not None
        if final == 0:
            assert value == 0
            continue
        apart = abs(references.as_longdouble(final) - value) / np.abs(value)
        assert apart < 0.01 * np.finfo(dtype).eps, (numbers, value, final)


@pytest.mark.parametrize("row", [row for row in MEASURED if accuracy.measurable_in(row, "c128")], ids=NAME)
def test_the_two_complex_references_agree(row):
    generator = np.random.default_rng(12)
    operands = [complex_samples.join(*generator.uniform(-3, 3, (2, 40)), np.complex128) for _ in range(row.nin)]
    quick = measurement.exact(row.name, "c128", operands)
    for value, *numbers in zip(quick, *operands, strict=True):
        final = references.settle(row.name, *map(complex, numbers))
        apart = abs(complex(value) - complex(final)) / abs(complex(final))
        assert apart < 4 * np.finfo(float).eps, (numbers, value, final)


def test_the_parts_of_a_complex_result_share_its_modulus():
    got = np.array([1 + 1e-16j, 3 + 4j, np.inf + 0j, complex(np.nan, 1)])
    exact = np.array([1, 3 + 4j * (1 + 2**-52), 1, np.inf], np.clongdouble)
    assert ulp.error(got, exact).tolist() == [1e-16 * 2**52, 1.0, np.inf, 0.0]
    assert ulp.error_of_complex(1 + 1e-16j, mpmath.mpc(1), np.finfo(float)) == 1e-16 * 2**52


@pytest.mark.parametrize("wide", [np.float64, np.longdouble])
def test_the_reference_is_exact_at_halves(wide):
    x = np.array([0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.0, 2.5, -3.0, 1e15, np.inf], wide)
    sine = references.sieve("sinpi", [x])
    cosine = references.sieve("cospi", [x])
    assert sine[:-1].tolist() == [0, 0, 1, -1, 0, 0, -1, 0, 1, 0, 0]
    assert np.signbit(sine[:-1]).tolist() == [False, True, False, True, False, True, True, False, False, True, False]
    assert cosine[:-1].tolist() == [1, 1, 0, 0, -1, -1, 0, 1, 0, -1, 1]
    assert np.isnan(sine[-1]) and np.isnan(cosine[-1])


def test_poles_of_the_gamma_function():
    x = np.array([0.0, -0.0, -1.0, -2.0, -np.inf, np.inf], np.longdouble)
    gamma = references.sieve("gamma", [x])
    assert gamma[0] == np.inf and gamma[1] == -np.inf and gamma[5] == np.inf
    assert np.isnan(gamma[2:5]).all()
    assert (references.sieve("lgamma", [x]) == np.inf).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_neighbours_are_one_apart(dtype):
    x = np.array([-np.finfo(dtype).max, -1.0, -0.0, 0.0, np.finfo(dtype).smallest_subnormal, 1.0], dtype)
    order = samples.ordered(x)
    assert (samples.from_ordered(order, dtype) == x).all()
    assert order[2] == order[3] == 0 and order[4] == 1
    assert (samples.from_ordered(order[1:] + 1, dtype) == np.nextafter(x[1:], dtype(np.inf))).all()


def test_every_binade_is_visited():
    x = samples.binades(np.float32, 3, np.random.default_rng(0))
    assert x.size == 2 * 255 * 3 and np.isfinite(x).all()
    assert set(np.frexp(np.abs(x[x != 0]))[1]) >= set(range(-125, 129))


def test_the_edge_of_overflow_is_found_to_the_bit():
    def function(x):
        return references.sieve("exp", [x.astype(np.longdouble)], "exp")

    found = samples.edges(function, np.linspace(-800.0, 800.0, 50))
    with np.errstate(over="ignore"):
        last = found[np.isfinite(np.exp(found))].max()
        assert np.isinf(np.exp(np.nextafter(last, np.inf)))
    assert np.nextafter(last, np.inf) in found


def test_the_known_worst_case_of_reduction_is_among_the_multiples_of_half_pi():
    assert 6381956970095103.0 * 2.0**797 in samples.near_half_pi()


class Faulty:
    """The square root, right but for one narrow place."""

    def __call__(self, name, operands):
        (x,) = operands
        with np.errstate(all="ignore"):
            right = np.sqrt(x)
            return np.where((x > 1.25) & (x < 1.25 + 1e-9), right * (1 + 6e-16), right)


def test_the_search_finds_a_planted_fault(monkeypatch):
    monkeypatch.setitem(measurement._evaluators, ("planted", "here"), Faulty())
    task = measurement.Task("sqrt", "f64", density=4)
    start = np.array([1.25 + 1e-6])
    monkeypatch.setattr(samples, "specials", lambda dtype: start)
    finding = measurement.run(task, ["here"], "planted")["here"]
    error, operands, got = measurement.settle("sqrt", "f64", finding)
    assert error == pytest.approx(0.5, abs=1e-3) or 1.25 < operands[0] < 1.25 + 1e-9
    finding.add([np.array([1.25 + 5e-10])], np.sqrt([1.25]) * (1 + 6e-16), np.array([3.0]))
    assert measurement.settle("sqrt", "f64", finding)[1] == (1.25 + 5e-10,)


def test_mpmath_corrects_the_sieve():
    finding = measurement.Finding()
    finding.add([np.array([2.0, 3.0])], np.sqrt([2.0, 3.0]), np.array([7.0, 0.1]))
    error, operands, _ = measurement.settle("sqrt", "f64", finding)
    assert error < 0.5 and operands in ((2.0,), (3.0,))


def test_pieces_cover_every_float_once():
    options = argparse.Namespace(dtypes=["f32"], quick=False, density=None)
    tasks = accuracy.tasks_of([BY_NAME["exp"]], options)
    assert [task.start for task in tasks] == [0] + [task.stop for task in tasks[:-1]]
    assert tasks[-1].stop == 1 << 32 and {task.stride for task in tasks} == {1}


@pytest.fixture
def log1mexp(monkeypatch):
    """A row by a definition, which cancels near 0 and far out."""
    row = BY_NAME["sqrt"]._replace(name="log1mexp", twin="", definition="log(1 - exp(x))", domain=((-50.0, -1e-3),))
    monkeypatch.setitem(BY_NAME, row.name, row)
    monkeypatch.setitem(references.DEFINED, row.name, row.definition)
    return row


def by_two_formulas(x):
    with np.errstate(all="ignore"):
        return np.where(x > -np.log(x.dtype.type(2)), np.log(-np.expm1(x)), np.log1p(-np.exp(x)))


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize(
    ("function", "right"),
    [
        (by_two_formulas, True),
        (lambda x: np.where(x < -1e6, 0, by_two_formulas(x)), False),  # the other zero
        (lambda x: np.where(x > 1, 0, by_two_formulas(x)), False),  # a number outside the domain
    ],
)
def test_a_definition_judges_all_but_zeros_and_infinities(log1mexp, monkeypatch, dtype, function, right):
    monkeypatch.setattr(measurement, "_evaluator", lambda library, level: lambda name, operands: function(*operands))
    task = measurement.Task("log1mexp", dtype, density=1)
    finding = measurement.run(task, ["v3"], "tenferro")["v3"]
    error, operands, _ = measurement.settle("log1mexp", dtype, finding)
    assert finding.n > 300 and 0.5 < error < 5, (error, operands)
    assert (finding.wrong == 0) == right, finding.examples[:5]


def test_a_row_by_definition_is_sampled_thinly(log1mexp):
    row = log1mexp
    options = argparse.Namespace(dtypes=["f32", "f64"], quick=True, density=None)
    tasks = accuracy.tasks_of([row], options)
    assert sum((task.stop - task.start) / task.stride for task in tasks if task.stop) < 5000
    assert all(measurement._samples(task, np.random.default_rng(1))[0].size <= 2000 for task in tasks if task.density)
    assert measurement.exact(row.name, "f64", [np.array([-1e-300])]) == pytest.approx(-690.7755278982137)


def test_the_angle_of_a_complex_exp2_has_digits():
    z = np.array([1 + 8.356036296387115e184j, 0.5 + 1e300j, 3 + 0.25j])
    turned = measurement.exact("exp2", "c128", [z])
    assert np.abs(np.abs(turned) / np.exp2(z.real) - 1).max() < 1e-15
    # b ln 2 is nearest to a multiple of 2 pi there
    assert turned[0].real == 2 and abs(turned[0].imag) < 1e-16


def run_tool(tmp_path, *arguments):
    path = tmp_path / "accuracy.json"
    command = [sys.executable, "-m", "tenferro", "accuracy", "--quick", "--json", str(path), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done, json.loads(path.read_text()) if path.exists() else None


def test_numpy_is_measured_by_the_same_table(tmp_path):
    done, record = run_tool(tmp_path, "--library", "numpy", "sqrt", "exp", "--dtypes", "f64")
    assert done.returncode == 0, done.stderr
    by_name = {entry["row"]: entry for entry in record["records"]}
    assert 0.49 < by_name["sqrt"]["max"] <= 0.5
    assert 0.5 < by_name["exp"]["max"] < 2 and by_name["exp"]["wrong"] == 0


def test_a_second_measurement_keeps_what_the_first_found(tmp_path):
    for name in ("sqrt", "exp", "sqrt"):
        _, record = run_tool(tmp_path, "--library", "numpy", name, "--dtypes", "f64")
    assert [entry["row"] for entry in record["records"]] == [r for r in BY_NAME if r in ("exp", "sqrt")]


def test_a_name_that_cannot_be_measured_is_refused(tmp_path):
    done, record = run_tool(tmp_path, "floor")
    assert done.returncode != 0 and "floor is exact" in done.stderr and record is None


@pytest.fixture(scope="module")
def reduced_set(tmp_path_factory):
    """The errors of tenferro's functions at every level, by a reduced set of inputs."""
    done, record = run_tool(tmp_path_factory.mktemp("accuracy"))
    assert record is not None, done.stderr
    found = {}
    for entry in record["records"]:
        found.setdefault(entry["row"], []).append(entry)
    return found


@pytest.mark.parametrize("row", MEASURED, ids=NAME)
def test_the_bound_holds(row, reduced_set):
    entries = reduced_set.get(row.name, [])
    assert {entry["dtype"] for entry in entries} == {d for d in accuracy.DTYPES if accuracy.measurable_in(row, d)}
    broken = [entry for entry in entries if not accuracy.holds(entry)]
    assert not broken
