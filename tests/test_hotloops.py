"""The report on hot loops finds in compiled samples what each was written to have."""

import json
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import hotloops

SAMPLES = """
typedef float vector __attribute__((vector_size(32)));
typedef float narrow __attribute__((vector_size(16)));
extern vector outside(vector);
extern __attribute__((cold)) vector seldom(vector);
#define LOOP(row, type, ...)                                                   \
    void sample_fuse_1__pyx_f_4loops_floating_v3_loop_##row##_f(type *out, type *x, long n) \
    {                                                                          \
        for (long i = 0; i < n; i++) {                                         \
            type y = x[i];                                                     \
            __VA_ARGS__;                                                       \
            out[i] = y;                                                        \
        }                                                                      \
    }
LOOP(clean, vector, y = y * y + y)
LOOP(rare, vector, y = y * y; if (__builtin_expect(y[0] > 1e30f, 0)) y = outside(y))
LOOP(cold, vector, y = y * y; if (y[0] > 1e30f) y = seldom(y); else y = y + 1)
LOOP(called, vector, y = outside(y) + y)
LOOP(spilled, vector, volatile vector kept = y; y = y * y + kept)
LOOP(half, narrow, y = y * y + y)
LOOP(constant, vector, y = y * (vector){1, 2, 3, 4, 5, 6, 7, 8} + 1; __asm__ volatile("" ::: "memory"))
LOOP(either, vector, if (x[i][1] > 0) y = y * y * y; else { y = outside(y); y = y - 1; })
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    compiler = shutil.which("gcc")
    if platform.machine() != "x86_64" or not compiler or not shutil.which("objdump"):
        pytest.skip("needs GCC and objdump for x86-64")
    folder = tmp_path_factory.mktemp("hotloops")
    (folder / "samples.c").write_text(SAMPLES)
    command = [compiler, "-O2", "-march=x86-64-v3", "-c", "samples.c", "-o", "samples_v3.o"]
    subprocess.run(command, cwd=folder, check=True, timeout=60)
    return folder / "samples_v3.o", hotloops.report([folder / "samples_v3.o"])


def of(found, row):
    return found[1][row, "f64", "v3"]


def test_a_clean_loop(found):
    clean = of(found, "clean")
    assert clean.width == 256 and 4 <= clean.length < 12
    assert clean[2:] == (0, 0, 0, 0, 0, 0)


def test_a_call_counts_by_its_path(found):
    assert of(found, "rare").calls == 0 and of(found, "rare").aside == 1
    assert of(found, "cold").calls == 0 and of(found, "cold").aside == 1
    assert of(found, "called").calls == 1 and of(found, "called").aside == 0
    assert of(found, "either").calls == 1


def test_the_stack_and_the_width(found):
    assert of(found, "spilled").stores >= 1 and of(found, "spilled").loads >= 1
    assert of(found, "half").width == 128


def test_check_complains_of_what_is_bad_alone(found, capsys):
    assert hotloops.main(["--check", str(found[0])]) == 1
    complaints = capsys.readouterr().out
    assert "spilled f64 v3: " in complaints and "called f64 v3: 1 calls" in complaints
    assert "half f64 v3: registers of 128 bits" in complaints
    assert "clean" not in complaints and "rare" not in complaints
    assert hotloops.main(["--check", "--rows", "clean,rare", str(found[0])]) == 0


def test_the_table_and_its_json_agree(found, capsys):
    hotloops.main(["--rows", "clean", "--json", str(found[0])])
    (entry,) = json.loads(capsys.readouterr().out)
    hotloops.main(["--rows", "clean", str(found[0])])
    names, line = (text.split() for text in capsys.readouterr().out.splitlines())
    assert names == list(entry) and line == [str(value) for value in entry.values()]
