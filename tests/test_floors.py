"""The check of floors finds what it is there to find, and the package itself passes it."""

import importlib.util
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent

PAGE = """
| floor | files | what |
|---|---|---|
| 0 | `_table.py` | rows |
| 1 | `_memory/` | `pool` (blocks) -> `buffer` |
| 1 | `_kernels/` | `simd.h`, `math/*.h` -> `loops_*` -> `threads` |
| 2 | `engine.pyx`, `_direct.pyx` | calls |
| 3 | `__init__.py` | names |
"""

SOUND = {
    "__init__.py": "from ._direct import add\nfrom .engine import Engine\n",
    "_table.py": "import dataclasses\n",
    "_memory/__init__.py": "",
    "_memory/pool.pyx": "from libc.stdlib cimport malloc\n",
    "_memory/pool.pxd": "cdef void *take(size_t n) noexcept nogil\n",
    "_memory/buffer.pyx": "from .pool cimport take\nfrom .. import _table\n",
    "_kernels/__init__.py": "",
    "_kernels/simd.h": "#include <stdint.h>\n",
    "_kernels/math/exp.h": '#include "../simd.h"\n',
    "_kernels/loops_v3.pyx": 'cdef extern from "math/exp.h":\n    pass\n',
    "_kernels/threads.pyx": "from cython.parallel cimport prange\n",
    "engine.pyx": "from ._kernels.threads cimport run\nfrom ._memory cimport pool\n",
    "_direct.pyx": "from tenferro.engine cimport (\n    Engine,\n)\n",
}


@pytest.fixture(scope="module")
def floors():
    spec = importlib.util.spec_from_file_location("floors", TOP / "tools" / "floors.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["floors"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def faults(floors, tmp_path):
    """Faults of a small sound house with some of its files replaced."""

    def build(changed):
        for name, text in (SOUND | changed).items():
            path = tmp_path / "tenferro" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return floors.check(tmp_path / "tenferro", PAGE)

    return build


def test_a_sound_house_has_no_fault(faults):
    assert faults({}) == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("_table.py", "from .engine import Engine\n", "_table.py:1: imports engine.pyx"),
        ("_memory/pool.pyx", "\ncimport tenferro.engine\n", "_memory/pool.pyx:2: imports engine.pyx"),
        ("_memory/pool.pyx", "def f():\n    from tenferro import _direct\n", "_memory/pool.pyx:2: imports _direct.pyx"),
        ("_memory/pool.pyx", "from .buffer cimport (\n    Buffer,\n)\n", "_memory/pool.pyx:1: imports _memory/buffer"),
        ("_memory/buffer.pyx", "from .._kernels.threads import run\n", "imports _kernels/threads.pyx"),
        ("_memory/buffer.pyx", "import tenferro as tf\n", "imports __init__.py"),
        ("_memory/buffer.pyx", 'cdef extern from "simd.h":\n    pass\n', "imports _kernels/simd.h"),
        ("_kernels/simd.h", '#include "math/exp.h"\n', "imports _kernels/math/exp.h"),
        ("engine.pyx", "from . import _direct\n", "engine.pyx:1: imports _direct.pyx"),
        ("_memory/more.py", "", "_memory/more.py: the table of floors"),
        ("engine.pyx", "for i in prange(n):\n    pass\n", "engine.pyx:1: only _kernels/threads.pyx"),
        ("_kernels/simd.h", "#pragma omp simd\n", "_kernels/simd.h:1: only _kernels/threads.pyx"),
        ("_kernels/loops_v3.pyx", 'cdef extern from "omp.h":\n    pass\n', "only _kernels/threads.pyx"),
    ],
)
def test_a_violation_is_named_with_its_line(faults, name, text, said):
    found = faults({name: text})
    assert len(found) == 1
    assert said in found[0]


def test_prose_may_speak_of_anything(faults):
    text = '"""Says prange, and:\n\nfrom .engine import Engine\n"""\n# from .engine import omp_get\n'
    header = '/* prange over omp_get_num_threads */\n// #include "math/exp.h"\n'
    assert faults({"_table.py": text, "_kernels/simd.h": header}) == []


def test_an_earlier_file_of_the_own_room_and_lower_floors_are_free(faults):
    text = "from .engine cimport Engine\nfrom ._memory.buffer cimport new\nfrom . import _table\n"
    assert faults({"_direct.pyx": text}) == []


def test_a_page_without_the_table_is_an_error(floors):
    with pytest.raises(SystemExit, match="no table of floors"):
        floors.Table("nothing here")


def test_tenferro_stands_on_its_floors(floors):
    assert floors.check(TOP / "tenferro", (TOP / "docs" / "design.md").read_text(encoding="utf-8")) == []
