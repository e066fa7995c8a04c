"""The front door: the command, the metadata, the source distribution, the first page, the demo."""

import doctest
import re
import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

import tenferro as tf
from tenferro.__main__ import main
from tenferro._cli import demo

TOP = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def dev(*arguments):
    return subprocess.run([TOP / "dev", *arguments], capture_output=True, text=True, timeout=60, check=False)


# ---- the command ----------------------------------------------------------------------------------------------------


def test_help_names_every_command_that_dev_knows():
    dispatched = re.findall(r"^    (\w+)\) ", (TOP / "dev").read_text(encoding="utf-8"), re.MULTILINE)
    assert {"demo", "test", "build", "lint", "bench", "docs"} <= set(dispatched)
    told = dev().stdout
    assert all(re.search(rf"^  {name} ", told, re.MULTILINE) for name in dispatched)


def test_an_unknown_command_is_refused_in_words():
    answer = dev("rebuilt")
    assert answer.returncode == 2
    assert "no such command: rebuilt" in answer.stderr
    assert answer.stdout == ""


# ---- metadata -------------------------------------------------------------------------------------------------------


def test_one_version_everywhere():
    assert tf.__version__ == version("tenferro")
    assert f"## {tf.__version__}" in (TOP / "CHANGELOG.md").read_text(encoding="utf-8")


def test_numpy_is_the_only_dependency():
    assert [re.match(r"[\w-]+", line).group() for line in PROJECT["dependencies"]] == ["numpy"]


def printed_by(code):
    """What a new process prints that runs `code`."""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return answer.stdout


def test_import_needs_nothing_but_numpy():
    others = ["scipy", "pandas", "torch", "mpmath", "hypothesis", "pytest", "ml_dtypes", "importlib.metadata"]
    code = f"import sys, tenferro; print(sorted(set(sys.modules) & set({others})))"
    assert printed_by(code).strip() == "[]"


def test_bfloat16_may_be_imported_after_tenferro():
    pytest.importorskip("ml_dtypes")
    code = (
        "import numpy as np, tenferro as tf\n"
        "from ml_dtypes import bfloat16\n"
        "x = np.ones(3, bfloat16)\n"
        "print(tf.add(x, x).dtype, tf.add(x, 1.0).dtype, tf.fuse(lambda x: x + x)(x).dtype)"
    )
    assert printed_by(code).split() == ["bfloat16"] * 3


def test_bfloat16_by_name_needs_no_import_of_its_module():
    pytest.importorskip("ml_dtypes")
    code = (
        "import numpy as np, tenferro as tf\n"
        "x = np.ones(3, 'f4')\n"
        "print(tf.add(x, x, dtype='bfloat16', casting='unsafe').dtype)\n"
        "print(tf.CpuEngine().explain('exp', 3, 'bfloat16').dtype)"
    )
    assert printed_by(code).split() == ["bfloat16", "f32"]


def test_the_sdist_holds_what_a_build_needs_and_nothing_that_a_build_makes(tmp_path):
    subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", tmp_path, "sdist", "--dist-dir", tmp_path],
        cwd=TOP, capture_output=True, timeout=300, check=True,
    )  # fmt: skip
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    wanted = {
        "setup.py",
        "pyproject.toml",
        "LICENSE",
        "README.md",
        "dev",
        "tools/codegen.py",
        "tests/test_front_door.py",
    }
    for suffix in ("pyx", "pxd", "h", "py", "pyi"):
        wanted |= {path.relative_to(TOP).as_posix() for path in (TOP / "tenferro").rglob(f"*.{suffix}")}
    assert wanted - packed == set()
    made = [name for name in packed if name.endswith((".so", ".o", ".pyc")) or name.startswith("build")]
    made += [name for name in packed if name.endswith(".c") and not name.startswith("tests/")]
    assert made == []


def test_show_config_says_that_no_sleef_is_linked_and_none_is(capsys):
    tf.show_config()
    assert "SLEEF: not linked" in capsys.readouterr().out
    code = "import tenferro; print('sleef' in open('/proc/self/maps').read())"
    assert printed_by(code).strip() == "False"


def test_a_fused_function_may_end_while_the_cache_is_locked():
    code = (
        "import numpy as np, tenferro as tf\n"
        "from tenferro._fused.cache import CACHE\n"
        "f = tf.fuse(lambda x: x + x)\n"
        "f(np.ones(3))\n"
        "with CACHE._lock:\n"
        "    del f\n"
        "print('done')"
    )
    assert printed_by(code).strip() == "done"


# ---- the pages ------------------------------------------------------------------------------------------------------


def test_the_examples_of_the_readme_run():
    outcome = doctest.testfile(str(TOP / "README.md"), module_relative=False)
    assert outcome.attempted >= 10
    assert outcome.failed == 0


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/differences.md", "docs/design.md"])
def test_links_lead_somewhere(page):
    path = TOP / page
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{page} links to {target}"


# ---- the demo -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("xp", [np, tf], ids=["numpy", "tenferro"])
def test_distances_that_are_known(xp):
    distance = demo.haversine(xp)
    quarter = demo.RADIUS * np.pi / 2
    places = np.radians([[0.0, 0.0], [0.0, 90.0], [90.0, 0.0], [0.0, 180.0]])
    table = distance(places[:, :1], places[:, 1:], places[None, :, 0], places[None, :, 1])
    expected = quarter * np.array([[0, 1, 1, 2], [1, 0, 1, 1], [1, 1, 0, 1], [2, 1, 1, 0]])
    np.testing.assert_allclose(table, expected, rtol=1e-15, atol=1e-12)


def test_all_ways_agree_within_the_bound():
    rng = np.random.default_rng(5)
    latitude, longitude = rng.uniform(-1.5, 1.5, 300), rng.uniform(-3.1, 3.1, 300)
    latitude[-1], longitude[-1] = -latitude[0], longitude[0] - np.pi  # antipodes: the hard case
    places = (latitude[:, None], longitude[:, None], latitude, longitude)
    ways = {"NumPy": demo.haversine(np), "direct": demo.haversine(tf), "fused": tf.fuse(demo.haversine(np))}
    least, results = demo.race(ways, places, 2)
    difference, bound, within, equal = demo.agree(results)
    assert within
    assert equal
    assert difference <= bound
    assert min(least.values()) > 0


def test_a_wrong_result_breaks_the_bound():
    places = np.linspace(0.1, 1.0, 50)
    right = demo.haversine(np)(places[:, None], places[:, None], places, places)
    wrong = right * (1 + 1e-12)
    assert demo.agree({"NumPy": right, "direct": wrong, "fused": right})[2:] == (False, False)


def test_extremes_name_each_pair_once():
    table = np.array([[0.0, 0, 5, 9], [0, 0, 5, 2], [5, 5, 0, 7], [9, 2, 7, 0]])
    same, nearest, farthest = demo.extremes(table, list("abcd"), 2)
    assert same == [("a", "b", 0.0)]
    assert nearest == [("b", "d", 2.0), ("a", "c", 5.0)]
    assert farthest == [("a", "d", 9.0), ("c", "d", 7.0)]


def test_extremes_of_fewer_pairs_than_asked_for():
    same, nearest, farthest = demo.extremes(np.array([[0.0, 3.0], [3.0, 0.0]]), ["a", "b"], 3)
    assert (same, nearest, farthest) == ([], [("a", "b", 3.0)], [("a", "b", 3.0)])


def test_the_demo_refuses_no_rounds():
    with pytest.raises(SystemExit, match="at least 1"):
        main(["demo", "--repeats", "0"])
