"""``python -m tenferro``: its commands are found, and what is not one of them is refused."""

import json
import subprocess
import sys

import numpy as np
import pytest

from tenferro.__main__ import COMMANDS


def run(*arguments):
    command = [sys.executable, "-m", "tenferro", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_help_names_every_command():
    done = run("--help")
    assert done.returncode == 0
    assert all(f"\n    {name}" in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "bench"])
def test_every_command_explains_itself(command):
    done = run(command, "--help")
    assert done.returncode == 0 and f"tenferro {command}" in done.stdout


def test_bench_hands_everything_to_pyperf():
    pytest.importorskip("pyperf")
    done = run("bench", "--help")
    assert done.returncode == 0 and "--rigorous" in done.stdout and "--fresh" in done.stdout


def test_info_tells_the_level():
    assert "level" in run("info").stdout
    assert json.loads(run("info", "--json").stdout)["level"] in ("baseline", "v3", "v4")


@pytest.mark.parametrize("arguments", [(), ("nonsense",), ("info", "--nonsense"), ("info", "more")])
def test_what_is_no_command_is_refused(arguments):
    done = run(*arguments)
    assert done.returncode == 2 and "usage" in done.stderr and not done.stdout


def test_one_command_loads_no_other():
    program = "import sys, tenferro.__main__ as m; m.main(['info']); print([n for n in sys.modules if '_cli' in n])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "['tenferro._cli', 'tenferro._cli.info']"


# ---- run ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(3.0))
    np.save(tmp_path / "y.npy", np.arange(4.0))
    (tmp_path / "text.npy").write_text("1 2 3\n")
    np.savez(tmp_path / "many.npz", a=np.arange(3.0))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x+1", "x=text.npy", "-o", "o.npy"], "'text.npy' is no .npy file"),
        (["x+1", "x=many.npz", "-o", "o.npy"], "an archive of arrays"),
        (["x+1", "x=missing.npy", "-o", "o.npy"], "cannot read 'missing.npy': No such file or directory"),
        (["x+1", "x=x.npy", "-o", "none/o.npy"], "there is no folder 'none'"),
        (["x+1", "x=x.npy", "-o", "."], "is a folder"),
        (["x+y", "x=x.npy", "y=y.npy", "-o", "o.npy"], "the shapes do not fit together: x is (3,), y is (4,)"),
    ],
)
def test_run_says_what_is_wrong(files, monkeypatch, arguments, words):
    monkeypatch.chdir(files)
    done = run("run", *arguments)
    assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert sorted(path.name for path in files.iterdir()) == ["many.npz", "text.npy", "x.npy", "y.npy"]


@pytest.mark.parametrize("expression", ["-x+1", "-x + 1", "-(x)+1"])
def test_an_expression_may_begin_with_a_minus(files, monkeypatch, expression):
    monkeypatch.chdir(files)
    assert run("run", "-q", expression, "x=x.npy", "-o", "o.npy").stderr == ""
    assert np.load("o.npy").tolist() == [1.0, 0.0, -1.0]


def test_the_output_may_be_an_input(files, monkeypatch):
    monkeypatch.chdir(files)
    assert run("run", "-q", "x*2", "x=x.npy", "-o", "x.npy").stderr == ""
    assert np.load("x.npy").tolist() == [0.0, 2.0, 4.0]
