"""The pool under many threads, Python's and native ones, and across forks."""

import queue
import subprocess
import threading

import numpy as np
import pytest

from tenferro._memory.buffer import Buffer
from tenferro._memory.pool import Pool

MIB = 1 << 20


# ---- threads and forks ----


def test_a_block_may_be_freed_by_another_thread():
    pool = Pool(limit=None)
    handed = queue.Queue()

    def free():
        while handed.get() is not None:
            pass

    thread = threading.Thread(target=free)
    thread.start()
    for _ in range(2000):
        handed.put(Buffer(10_000, pool))
    handed.put(None)
    thread.join()
    stats = pool.stats()
    assert (stats["in_use"], stats["blocks_in_use"], stats["hits"] + stats["misses"]) == (0, 0, 2000)


def test_many_python_threads():
    pool = Pool(limit="1M")
    wrong = []

    def work(mark):
        random = np.random.default_rng(mark)
        for nbytes in random.integers(1, 300_000, 300):
            array = np.frombuffer(Buffer(nbytes, pool), np.uint8)
            array[:] = mark
            if not (array == mark).all():
                wrong.append(nbytes)

    threads = [threading.Thread(target=work, args=(mark,)) for mark in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    stats = pool.stats()
    assert (stats["in_use"], stats["hits"] + stats["misses"]) == (0, 8 * 300)
    assert stats["cached"] <= MIB


@pytest.mark.parametrize("sanitizer", ["thread", "address,undefined"])
def test_native_threads_under_a_sanitizer(compiled, sanitizer):
    program = compiled("stress.c", f"-fsanitize={sanitizer}")
    process = subprocess.run([program], capture_output=True, text=True, timeout=120)
    assert process.returncode == 0, process.stderr
    assert process.stderr == ""


def test_a_block_given_back_twice_ends_the_program(compiled):
    process = subprocess.run([compiled("double_give.c")], capture_output=True, text=True, timeout=60)
    assert process.returncode < 0
    assert "given back twice" in process.stderr


def test_forks_while_native_threads_use_the_pool(compiled):
    assert subprocess.run([compiled("forks.c")], timeout=120).returncode == 0


def test_forks_while_other_threads_use_the_pool(run_python):
    run_python(
        """
import os, signal, threading, warnings
from tenferro._memory.buffer import Buffer
from tenferro._memory.pool import Pool, default_pool
warnings.simplefilter("ignore", DeprecationWarning)  # forking with threads is what this is about
pools = [Pool(limit="1M"), default_pool()]
stop = False
def work():
    while not stop:
        for pool in pools:
            Buffer(100_000, pool)
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(50):
    child = os.fork()
    if child == 0:
        signal.alarm(10)  # a mutex left locked would hang here
        for pool in pools:
            Buffer(50_000, pool)
            pool.trim()
        Pool(limit=0)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
stop = True
for thread in threads:
    thread.join()
"""
    )
