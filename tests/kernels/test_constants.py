"""The polynomials and tables of `_kernels/math/*.h` are what the scripts in `tools/` print, letter for letter.

Here are the entries that take seconds; `python tools/minimax_circular.py --check` and `tools/minimax_gamma.py --check`
compare all that those scripts know, in minutes.
"""

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"
QUICK = [
    ("minimax", ("exp_f32", "pow_f32", "hyperbolic_f32", "root")),
    ("minimax_circular", ("trig_f64", "trig_f32", "trig_bits", "inverse_f32")),
    ("minimax_erf", ("erf_f32",)),
]


@pytest.mark.parametrize(("script", "names"), QUICK)
def test_headers_hold_what_the_scripts_print(script, names):
    pytest.importorskip("mpmath")
    command = [sys.executable, TOOLS / f"{script}.py", "--check", *names]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_a_changed_digit_is_seen():
    pytest.importorskip("mpmath")
    program = """
import minimax

right = minimax.ENTRIES["pow_f32"]()
minimax.ENTRIES["pow_f32"] = lambda: right.replace("0x1.4ae0cp-26f", "0x1.4ae0dp-26f")
raise SystemExit(minimax.main(["--check", "pow_f32"]))
"""
    finished = subprocess.run([sys.executable, "-c", program], cwd=TOOLS, capture_output=True, text=True, timeout=300)
    assert finished.returncode == 1 and finished.stdout == "pow_f32: LOG2_TAIL_F32 differs\n", finished.stderr
