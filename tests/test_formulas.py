"""A row's formula becomes vector code, or one line that says what is wrong with it."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
LOG1MEXP = "where(x > -0.6931471805599453, log(-expm1(x)), log1p(-exp(x)))"


@pytest.fixture(scope="module")
def formulas():
    before = list(sys.path)
    sys.path[:0] = [str(TOP / "tools"), str(TOP / "tenferro")]
    try:
        import formulas

        yield formulas
    finally:
        sys.path[:] = before
        for name in ("formulas", "_optable"):
            sys.modules.pop(name, None)


def test_one_call_or_plain_operators_stay_as_they_are(formulas):
    assert not any(formulas.is_composed(text) for text in ("x + y", "-x", "exp(x)", "where(x, y, z)", "(x | y) & z"))
    assert all(formulas.is_composed(text) for text in ("log(exp(x))", "x + 1", "exp(-x)", LOG1MEXP, "x != x", "x * pi"))


def test_a_choice_is_a_select_and_numbers_have_the_width_of_the_type(formulas):
    text = formulas.function("log1mexp", "f_f32", LOG1MEXP, "T->T", "f", "f32v")
    assert text == (
        "INLINE f32v f_f32(f32v x) { return (f32v)(select_f32(gt_f32(x, -splat_f32(0.6931471805599453f)), "
        "log_f32(-expm1_f32(x)), log1p_f32(-exp_f32(x)))); }"
    )
    huge = formulas.function("huge", "f_f32", "x * 1e300", "T->T", "f", "f32v")
    assert "splat_f32(INFINITY)" in huge
    integers = formulas.function("relu", "f_i8", "where(x > 0, x, 0)", "T->T", "i", "i8v")
    assert "CHOOSE(i8, (i8v)(x > splat_i8(0)), x, splat_i8(0))" in integers
    test = formulas.function("between", "f_f64", "(0 < x) & (x <= inf)", "T->b", "f", "f64v")
    assert test == "PREDICATE1(f, f64, 64, ((i64v)(splat_f64(0.0) < x) & (i64v)(x <= splat_f64(INFINITY))))"


@pytest.mark.parametrize(
    "formula, words",
    [
        ("log(-expm(x))", "no header of tenferro/_kernels/math/ has expm_f64"),
        ("log(x, x)", "log_f64 takes 1 operand, not 2"),
        ("isnan(x) + exp(x)", "isnan gives bool, not numbers"),
        ("log(exp(x)", "'(' was never closed"),
        ("log(exp(a))", "there is no 'a'; operands are x"),
        ("x ** 2", "'x ** 2' is not what formulas are made of"),
        ("x > 1", "a test gives bool"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_that_names_the_row(formulas, formula, words):
    if formulas.vector_functions() is None:
        pytest.skip("no compiler tells which vector functions there are")
    with pytest.raises(SystemExit) as refusal:
        formulas.check_calls("some", formula, "f64", False)
        formulas.function("some", "f_f64", formula, "T->T", "f", "f64v")
    line = str(refusal.value)
    assert line.startswith("tenferro/_optable.py: row some, formula ") and words in line and "\n" not in line


def test_every_call_of_the_table_has_its_vector_function(formulas):
    import _optable

    for row in _optable.ROWS:
        formulas.check_row(row)
        for family, formula in row.formulas.items():
            by_pointer = row.result == "b" or (row.result == "R" and family == "c")
            for dtype in _optable.FAMILY[family]:
                formulas.check_calls(row.name, formula, "b8" if dtype == "bool" else dtype, by_pointer)


PROGRAM = """
#include <sys/types.h>
typedef ssize_t Py_ssize_t;
#include "tenferro/_kernels/vectors.h"
#include <stdio.h>
%s
int main(void)
{
    double x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    f64v out = f_f64(splat_f64(x));
    return fwrite(&out, sizeof x, 1, stdout) != 1;
}
"""


def test_a_formula_compiles_and_is_right_at_its_edges(formulas, tmp_path):
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler")
    (tmp_path / "t.c").write_text(PROGRAM % formulas.function("some", "f_f64", LOG1MEXP, "T->T", "f", "f64v"))
    flags = ["-O1", "-ffp-contract=off", "-fwrapv", "-fno-math-errno", "-fno-trapping-math", "-Wno-psabi"]
    command = [compiler, *flags, "-I", str(TOP), str(tmp_path / "t.c"), "-o", str(tmp_path / "t"), "-lm"]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    for x, right in [
        (0.0, "-inf"),
        (1.0, "nan"),
        (float("-inf"), "-0.0"),
        (float("nan"), "nan"),
        (-1e-3, "-6.908255237315471"),
        (-0.6931471805599453, "-0.6931471805599453"),
        (-30.0, "-9.357622968840613e-14"),
    ]:
        done = subprocess.run([tmp_path / "t"], input=struct.pack("d", x), capture_output=True, timeout=60)
        (got,) = struct.unpack("d", done.stdout)
        wanted = float(right)
        same = got != got if wanted != wanted else abs(got - wanted) <= 4e-16 * abs(wanted) or got == wanted
        assert same, (x, got, wanted)
        assert struct.pack("d", got)[7] >> 7 == struct.pack("d", wanted)[7] >> 7 or got != got
