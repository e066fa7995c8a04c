"""Variables, affinity and quotas: what broke other libraries at import."""

import os

import pytest
from processes import run_python

from tenferro._kernels import levels, threads

GARBAGE = ["", " ", "4,3,2", "abc", "0", "-2", "1e3", "99999999999", "2.5", "two", "\u0664", "+", ","]


@pytest.mark.parametrize("name", ["OMP_NUM_THREADS", "TENFERRO_NUM_THREADS"])
@pytest.mark.parametrize("value", GARBAGE)
def test_garbage_for_a_thread_count(name, value):
    """pydata/numexpr#318, #421, #322, Blosc/python-blosc2#567"""
    done = run_python("-c", "import tenferro as tf; tf.add(1, 2); print(tf.get_num_threads())", **{name: value})
    assert done.returncode == 0, done.stderr
    assert 1 <= int(done.stdout) <= max(4, os.cpu_count())
    assert done.stderr.count("Warning") <= 1 and "libgomp" not in done.stderr
    assert bool(done.stderr) == (value.strip() not in ("", "4,3,2")), done.stderr


def test_garbage_everywhere_is_one_warning_and_stays_in_the_environment():
    text = "import tenferro, os; print(os.environ['OMP_NUM_THREADS'], os.environ['TENFERRO_NUM_THREADS'])"
    done = run_python("-c", text, OMP_NUM_THREADS="x", TENFERRO_NUM_THREADS="y")
    assert done.returncode == 0 and done.stdout.split() == ["x", "y"] and done.stderr.count("Warning") == 1
    assert run_python("-W", "error", "-c", "import tenferro").returncode == 0


def test_counts_from_the_environment(python):
    text = "import tenferro as tf; print(tf.get_num_threads())"
    cores = len(os.sched_getaffinity(0))
    assert int(python(text)) <= cores
    assert int(python(text, TENFERRO_NUM_THREADS="7")) == 7
    assert int(python(text, OMP_NUM_THREADS="1")) == 1
    assert int(python(text, OMP_NUM_THREADS="64")) == min(64, cores)
    assert int(python(text, OMP_NUM_THREADS="1", TENFERRO_NUM_THREADS="3")) == 3


def test_affinity_bounds_the_count(python):
    text = """
import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import tenferro as tf; print(tf.get_num_threads())
"""
    assert int(python(text)) == 1


@pytest.mark.parametrize(
    ("text", "quota"),
    [
        ("200000 100000", 2),
        ("150000 100000", 2),
        ("max 100000", None),
        ("50000 100000", 1),
        ("", None),
        ("x y", None),
        ("1 0", None),
    ],
)
def test_quota_of_the_cgroup(text, quota, tmp_path):
    inner = tmp_path / "system" / "job"
    inner.mkdir(parents=True)
    (tmp_path / "system" / "cpu.max").write_text(text)
    (inner / "cpu.max").write_text("900000 100000" if quota else "max 100000")
    membership = tmp_path / "cgroup"
    membership.write_text("1:name=systemd:/elsewhere\n0::/system/job\n")
    assert threads.cgroup_quota(str(membership), str(tmp_path)) == quota
    membership.write_text("0::/../../outside\n")
    assert threads.cgroup_quota(str(membership), str(tmp_path)) is None
    assert threads.cgroup_quota(str(tmp_path / "none"), str(tmp_path / "none")) is None


@pytest.mark.parametrize("level", [*levels.supported(), *(name.upper() for name in levels.supported()), "", " "])
def test_levels_by_environment(level, python):
    """numpy/numpy#27745, #10330, Blosc/python-blosc2#203"""
    out = python(
        "import tenferro as tf; from tenferro._kernels import levels\ntf.show_config(); print(levels.NAME)",
        TENFERRO_LEVEL=level,
    )
    assert out.split()[-1] == (level.strip().lower() or levels.supported()[0])
    assert f"level: {out.split()[-1]}" in out


@pytest.mark.parametrize("level", ["v5", "avx2", "\u00e9", "baseline,v3"])
def test_unknown_levels_give_one_warning(level):
    done = run_python(
        "-c", "import tenferro; from tenferro._kernels import levels; print(levels.NAME)", TENFERRO_LEVEL=level
    )
    assert done.returncode == 0 and done.stdout.split() == [levels.supported()[0]]
    assert done.stderr.count("Warning") == 1 and "TENFERRO_LEVEL" in done.stderr
