"""The interpreter ends quietly whatever is still alive."""

import pytest

NAMES = """
from tenferro._memory.buffer import Buffer, empty
from tenferro._memory.pool import Pool, default_pool
"""

AT_EXIT = {
    "buffers in globals": "keep = [Buffer(n) for n in (10, 10_000, 10_000_000)]; view = empty(100_000)[3:]",
    "buffers in a cycle": "class A: pass\na = A(); a.me = a; a.array = empty(100_000)",
    "a pool of its own": "pool = Pool(limit=None); keep = [empty(100_000, pool=pool) for _ in range(3)]; keep.pop()",
    "buffers hidden in a module": "import sys; sys.kept = empty(100_000); builtins_kept = [sys.kept.base]",
    "an atexit handler": """
import atexit
@atexit.register
def last():
    empty(100_000)[:] = 1
    default_pool().trim()
""",
    "a daemon thread": """
import threading, time
def work():
    while True:
        array = empty(100_000); array[:] = 1
threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
""",
    "sys.exit with threads": """
import sys, threading
def work():
    for _ in range(1000):
        empty(100_000)[:] = 1
threading.Thread(target=work).start()
array = empty(100_000)
sys.exit(0)
""",
}


@pytest.mark.parametrize("name", AT_EXIT)
def test_the_interpreter_ends_quietly(run_python, name):
    assert run_python(NAMES + AT_EXIT[name], "-X", "dev").stderr == ""
