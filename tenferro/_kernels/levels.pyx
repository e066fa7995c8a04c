# cython: language_level=3, freethreading_compatible=True
"""Which set of loops runs here: the one built for the best instruction set that this processor has.

Every level is a set of extension modules built from the same sources with another compiler flag. Only the modules
of the level in use are imported, so the others cost a file on disk and nothing else. ``TENFERRO_LEVEL`` names a
level to use instead; a name that is unknown, or that the processor cannot run, gives one warning and the best
level.
"""

import importlib
import os
import warnings

from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

cdef extern from *:
    """
    #if defined(__x86_64__)
    #define tenferro_has_v3() (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") \\
        && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    #define tenferro_has_v4() (tenferro_has_v3() && __builtin_cpu_supports("avx512f") \\
        && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") \\
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    #else
    #define tenferro_has_v3() 0
    #define tenferro_has_v4() 0
    #endif
    """
    bint tenferro_has_v3() nogil
    bint tenferro_has_v4() nogil

cdef extern from *:
    """
    #if defined(__clang__)
    #define TENFERRO_COMPILER "clang " __clang_version__
    #else
    #define TENFERRO_COMPILER "gcc " __VERSION__
    #endif
    """
    const char *TENFERRO_COMPILER

GROUPS = ("floating", "integer", "complex", "casts")


def supported():
    """Names of the levels that this processor runs, best first."""
    names = ["baseline"]
    if tenferro_has_v3():
        names.insert(0, "v3")
    if tenferro_has_v4():
        names.insert(0, "v4")
    return tuple(names)


def _choose():
    names = supported()
    wanted = os.environ.get("TENFERRO_LEVEL", "").strip().lower()
    if not wanted or wanted in names:
        return wanted or names[0]
    why = "this processor does not run it" if wanted in ("v3", "v4") else "there is no such level"
    warnings.warn(
        f"TENFERRO_LEVEL={wanted!r}: {why}; using {names[0]!r} (one of {', '.join(names)})",
        RuntimeWarning,
        stacklevel=2,
    )
    return names[0]


def _load(name):
    capsule = PyCapsule_New(&table[0], "tenferro loops", NULL)
    for group in GROUPS:
        importlib.import_module(f"tenferro._kernels.loops_{group}_{name}").install(capsule)


def compiler():
    """Name and version of the compiler that built tenferro."""
    return TENFERRO_COMPILER.decode("ascii")


def lanes(int opcode, int code):
    """Elements a vector in the loop of `opcode` for dtype `code`; 0 where there is none."""
    return loop_of(opcode, code).lanes if loop_of(opcode, code).run is not NULL else 0


memset(&table[0], 0, sizeof(table))
#: the level in use
NAME = _choose()
_load(NAME)
