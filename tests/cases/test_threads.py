"""Threads, processes and the environment: what broke other libraries."""

import os
import threading

import numpy as np
import pytest
from processes import free_sections, run_python

import tenferro as tf


def usable():
    """The processors that this process may run on; none where the system doesn't tell."""
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


@pytest.fixture(scope="module")
def free(tmp_path_factory):
    """A cache folder with which every call goes parallel."""
    return free_sections(tmp_path_factory.mktemp("cache"))


def test_import_starts_no_thread(python):
    """pydata/numexpr#110, #275"""
    out = python(
        "import os, numpy; before = len(os.listdir('/proc/self/task')); import tenferro as tf\n"
        "tf.add(numpy.ones(10), 1); print(len(os.listdir('/proc/self/task')) - before)",
        TENFERRO_NUM_THREADS="4",
    )
    assert int(out) == 0


PARALLEL = """
import numpy as np, os, sys, threading, time, tenferro as tf
x = np.linspace(-3, 3, 10_000)
right = tf.CpuEngine(threads=1).tanh(x)
def tasks(): return len(os.listdir('/proc/self/task'))
def work(n=4): assert (tf.CpuEngine(threads=n).tanh(x) == right).all()
"""


def test_the_means_of_these_tests_do_go_parallel(python, free):
    out = python(PARALLEL + "before = tasks(); work(4); print(tasks() - before)", XDG_CACHE_HOME=free)
    assert int(out) == 3


def test_fork_after_parallel_work(python, free):
    """camUrban/PteraSoftware#229"""
    text = (
        PARALLEL
        + """
work()
for _ in range(20):
    child = os.fork()
    if child == 0:
        work(); work(2)
        os._exit(7)
    work()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
work()
print("done")
"""
    )
    assert python(text, XDG_CACHE_HOME=free, PYTHONWARNINGS="ignore") == "done\n"


def test_fork_before_parallel_work_and_fork_of_a_fork(python, free):
    text = (
        PARALLEL
        + """
def nest(depth):
    if depth == 0: return
    child = os.fork()
    if child == 0:
        work(); nest(depth - 1)
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
nest(3); work(); nest(2)
print("done")
"""
    )
    assert python(text, XDG_CACHE_HOME=free, PYTHONWARNINGS="ignore") == "done\n"


def test_fork_while_other_threads_work(python, free):
    text = (
        PARALLEL
        + """
stop = threading.Event()
def loop():
    while not stop.is_set(): work()
pool = [threading.Thread(target=loop) for _ in range(4)]
for thread in pool: thread.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        work(); os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
stop.set()
for thread in pool: thread.join()
print("done")
"""
    )
    assert python(text, XDG_CACHE_HOME=free, PYTHONWARNINGS="ignore") == "done\n"


def test_multiprocessing_after_parallel_work(python, free):
    text = """
import multiprocessing, sys, numpy as np
import tenferro as tf
def job(n): return float(tf.CpuEngine(threads=3).exp(np.full(5000, float(n)))[-1])
if __name__ == "__main__":
    job(1)
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(job, range(6)) == [float(np.float64(tf.exp(float(n)))) for n in range(6)]
    print("done")
"""
    path = os.path.join(free, "multiprocess.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = run_python(path, XDG_CACHE_HOME=free, PYTHONWARNINGS="ignore")
    assert done.returncode == 0 and done.stdout == "done\n", done.stderr


def test_sixteen_python_threads(python, free):
    """pydata/numexpr#80, #504"""
    text = (
        PARALLEL
        + """
wrong = []
def job(seed):
    rng = np.random.default_rng(seed)
    for _ in range(500):
        n = int(rng.integers(1, 3000))
        name = rng.choice(["add", "multiply", "maximum", "subtract"])
        a, b = rng.random(n), rng.random(n)
        got = getattr(tf, str(name))(a, b)
        if not (got == getattr(np, str(name))(a, b)).all(): wrong.append((seed, n, name))
pool = [threading.Thread(target=job, args=(seed,)) for seed in range(16)]
for thread in pool: thread.start()
for thread in pool: thread.join()
assert not wrong, wrong
print("done")
"""
    )
    assert python(text, XDG_CACHE_HOME=free, TENFERRO_NUM_THREADS="3") == "done\n"


def test_ten_python_threads_keep_native_threads_bounded(python, free):
    """joblib/joblib#1846, dask/distributed#7177"""
    text = (
        PARALLEL
        + """
most = 0
def job():
    global most
    for _ in range(50):
        work(4); most = max(most, tasks())
pool = [threading.Thread(target=job) for _ in range(10)]
for thread in pool: thread.start()
for thread in pool: thread.join()
print(most)
"""
    )
    probes = 3  # threads that do nothing, by which a team that is about to grow is tried
    assert int(python(text, XDG_CACHE_HOME=free)) <= 1 + 10 * 4 + probes


def test_alternating_widths(python, free):
    """pytorch/pytorch#52815"""
    text = (
        PARALLEL
        + """
before = tasks()
for _ in range(50): work(2); work(5)
first = tasks()
grown = 0
for _ in range(1500):
    for width in (2, 5, 3):
        work(width)
        grown = max(grown, abs(tasks() - first))
print(grown, first - before)
"""
    )
    changed, opened = map(int, python(text, XDG_CACHE_HOME=free).split())
    assert (changed, opened) == (0, 4)


def test_more_threads_than_cores(python, free):
    """pydata/numexpr#557, #214, #185"""
    text = """
import numpy as np, tenferro as tf
x = np.ones(20_000)
with tf.CpuEngine(threads=9):
    for _ in range(2000):
        assert (tf.multiply(x, x) == 1).all()
print("done")
"""
    assert python(text, XDG_CACHE_HOME=free) == "done\n"


def test_no_block_is_run_twice(python, free):
    """Who is done with his own blocks takes others' that have not begun: in place, twice would be seen."""
    text = """
import numpy as np, tenferro as tf
for threads in (2, 3, 9):
    with tf.CpuEngine(threads=threads):
        for n in (1_000, 70_001, 2_000_000):
            x = np.zeros(n)
            for _ in range(100):
                tf.add(x, 1, out=x)
            assert (x == 100).all()
print("done")
"""
    assert python(text, XDG_CACHE_HOME=free) == "done\n"


MEMBERS = (
    PARALLEL
    + """
def members(): return {int(task) for task in os.listdir("/proc/self/task")}
def processor(task):
    with open(f"/proc/self/task/{task}/stat") as file: return int(file.read().rpartition(")")[2].split()[36])
usual = os.sched_getaffinity(0)
here = min(usual)
others = members()
os.sched_setaffinity(0, {here})
work(2)
(member,) = members() - others
os.sched_setaffinity(member, {here})
"""
)


@pytest.mark.skipif(len(usable()) < 2, reason="one processor")
def test_members_keep_off_the_processor_of_the_caller(python, free):
    """There they would not run before the caller, which spins while it waits for them, goes to sleep."""
    text = (
        MEMBERS
        + """
work(2)
os.sched_setaffinity(member, usual)  # it is still there
for _ in range(50):
    work(2)
    left = os.sched_getaffinity(member)
    assert left in (usual, usual - {here}), left
    assert here not in left or processor(member) != here
print("done")
"""
    )
    assert python(text, XDG_CACHE_HOME=free) == "done\n"


@pytest.mark.skipif(len(usable()) < 2, reason="one processor")
def test_an_affinity_that_was_given_to_a_member_stays(python, free):
    text = MEMBERS + "for _ in range(50): work(2)\nprint(os.sched_getaffinity(member) == {here})"
    assert python(text, XDG_CACHE_HOME=free) == "True\n"


OPENMP = """
import ctypes
gomp = ctypes.CDLL(next(line.split()[-1] for line in open("/proc/self/maps") if "gomp" in line))
"""


def test_a_limit_set_through_openmp_is_kept(python, free):
    """joblib/threadpoolctl#207, #234"""
    text = (
        PARALLEL
        + OPENMP
        + """
before = tasks()
gomp.omp_set_num_threads(1)
work(4)
assert tasks() == before
seen = []
thread = threading.Thread(target=lambda: (work(), seen.append(tasks()))); thread.start(); thread.join()
assert seen == [before + 1]
gomp.omp_set_num_threads(3)
time.sleep(0.1)
before = tasks()
work(4)
print(tasks() - before)
"""
    )
    assert int(python(text, XDG_CACHE_HOME=free, TENFERRO_NUM_THREADS="4", OMP_NUM_THREADS="8")) == 2


def test_the_system_grants_no_more_threads(python, free):
    """pydata/numexpr#110: libgomp ends the process where it gets no thread; tenferro goes on with those there are."""
    text = (
        PARALLEL
        + """
import resource
granted = 0
try:
    with open("/proc/self/cgroup"): pass
    os.setuid(54321)
    resource.setrlimit(resource.RLIMIT_NPROC, (3, 3))
except (OSError, ValueError) as error:
    print("skip", error); sys.exit()
work(8)
print("tasks", tasks())
"""
    )
    out = python(text, XDG_CACHE_HOME=free).split()
    if out[0] == "skip":
        pytest.skip(" ".join(out[1:]))
    assert 1 <= int(out[1]) <= 3


EXITS = {
    "buffers alive in globals": "kept = [tf.add(np.ones(300_000), 1) for _ in range(5)]; view = kept[0][::2]",
    "an operation at exit": "import atexit; atexit.register(lambda: work())",
    "daemon thread inside an operation": """
def loop():
    while True: work()
threading.Thread(target=loop, daemon=True).start()
threading.Thread(target=loop, daemon=True).start()
time.sleep(0.05)""",
    "sys.exit after parallel work": "work(); sys.exit(0)",
    "thread that outlives main": "threading.Thread(target=lambda: [work() for _ in range(50)]).start()",
}


@pytest.mark.parametrize("kind", EXITS)
def test_exit(kind, free):
    """IntelPython/mkl_umath gh-171, python/cpython#113964"""
    for _ in range(3):
        done = run_python("-c", PARALLEL + "work()\n" + EXITS[kind], XDG_CACHE_HOME=free, timeout=30)
        assert done.returncode == 0 and not done.stderr, (done.returncode, done.stderr)


def test_subnormals_live_before_and_after_import_and_in_threads(python, free):
    """symengine/symengine#1453, neuro-ml/imops#37, althonos/pyhmmer#71"""
    text = """
import numpy as np, threading, warnings
tiny = np.full(5000, 5e-324)
assert (tiny * 1.0 != 0).all()
import tenferro as tf
warnings.simplefilter("error")
def check():
    assert (tiny * 1.0 != 0).all() and (tf.multiply(tiny, 1.0) == tiny).all()
    assert (tf.CpuEngine(threads=4).multiply(tiny, 1.0) == tiny).all() and 5e-324 * 1.0 != 0
    np.finfo("f8"), np.finfo("f4")
check()
for _ in range(3):
    thread = threading.Thread(target=check); thread.start(); thread.join()
print("done")
"""
    assert python(text, XDG_CACHE_HOME=free) == "done\n"


def test_nested_calls_run_inline():
    """A function called by another thread's callback while a section runs is no section of its own."""
    x = np.linspace(0, 1, 200_000)
    results = []

    def job():
        results.append(tf.CpuEngine(threads=4).exp(x))

    pool = [threading.Thread(target=job) for _ in range(8)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    assert len(results) == 8 and all((result == results[0]).all() for result in results)
