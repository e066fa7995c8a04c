"""Builds the extension modules: the hand-written rooms once, the generated loops once for each level.

    LEVELS (compiler flags) × what tools/codegen.py writes from the table  →  tenferro/_kernels/loops_*_LEVEL
    MODULES                                                                →  everything else, for any processor

Everything else about the project is in pyproject.toml.
"""

import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, "tools")
import codegen

GENERATED = Path("build/generated")
X86 = platform.machine() in ("x86_64", "AMD64")
#: level -> compiler flags; the loops are built once with each
LEVELS = (
    {
        "baseline": ["-march=x86-64"],
        "v3": ["-march=x86-64-v3"],
        "v4": ["-march=x86-64-v4", "-mprefer-vector-width=512"],
    }
    if X86
    else {"baseline": []}
)
#: hand-written modules, by what they need
MODULES = [
    "tenferro._memory.pool",
    "tenferro._memory.buffer",
    "tenferro._kernels.levels",
    "tenferro._kernels.layout",
    "tenferro._kernels.threads",
    "tenferro._kernels.sections",
    "tenferro._kernels.placement",
    "tenferro._fused.operands",
    "tenferro._fused.dtypes",
    "tenferro._fused.tiles",
    "tenferro._fused.instruction",
    "tenferro._fused.executor",
    "tenferro._fused.schedule",
    "tenferro._fused.hot",
    "tenferro._fused.function",
    "tenferro.engine",
    "tenferro._direct",
    "tenferro._evaluate",
]
# -ffp-contract=off: a formula that wants a fused multiply-add says so. -fwrapv: integers wrap, as NumPy's do.
# -fno-trapping-math: comparisons may be if-converted; tenferro reports no floating-point flags.
FLAGS = [
    "-O3", "-ffp-contract=off", "-fwrapv", "-fno-math-errno", "-fno-trapping-math", "-fvisibility=hidden", "-g0",
    "-Wall", "-Wextra",
]  # fmt: skip
# What Cython's own boilerplate sets off; everything else is an error in our sources.
QUIET = ["-Wno-unused-function", "-Wno-unused-parameter", "-Wno-psabi", "-Wno-missing-field-initializers"]
MACROS = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("CYTHON_USE_TYPE_SPECS", "0")]
DIRECTIVES = {"language_level": 3, "embedsignature": False, "binding": True}


def path_of(module: str) -> str:
    return module.replace(".", "/") + ".pyx"


def extension(name: str, source: str, flags: list[str]) -> Extension:
    strict = ["-Werror"] if os.environ.get("TENFERRO_WERROR", "0") != "0" else []
    openmp = ["-fopenmp"] if name.endswith(".threads") else []
    return Extension(
        name,
        [source],
        include_dirs=[".", str(GENERATED), numpy.get_include(), "tenferro/_memory"],
        define_macros=MACROS,
        extra_compile_args=FLAGS + QUIET + strict + openmp + flags,
        extra_link_args=["-pthread", "-Wl,-s", *openmp],
        libraries=["m"],
        depends=HEADERS,
    )


def extensions() -> list[Extension]:
    found = [extension(name, path_of(name), []) for name in MODULES if os.path.exists(path_of(name))]
    for level, paths in codegen.generate(GENERATED, LEVELS).items():
        for source in paths:
            name = f"tenferro._kernels.{Path(source).stem}"
            found.append(extension(name, source, LEVELS[level]))
    # the longest compilations first, so that no core waits at the end
    return sorted(found, key=lambda e: "loops_" not in e.name)


HEADERS = [str(path) for path in Path("tenferro").rglob("*.h")]
# Cython's workers; Python 3.14's own choice, the fork server, runs this file anew in each of them.
if "fork" in multiprocessing.get_all_start_methods():
    multiprocessing.set_start_method("fork", force=True)


class BuildExtensions(build_ext):
    """build_ext on all cores, after a look at what the machine has."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self):
        self._require("#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }", ["-fopenmp"],
                      "tenferro needs a C compiler with OpenMP: install gcc (Debian: apt-get install gcc)")  # fmt: skip
        super().build_extensions()

    def _require(self, program: str, flags: list[str], message: str):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text(program)
            command = [*self.compiler.compiler, str(source), "-o", str(Path(folder, "probe")), *flags]
            try:
                missing = subprocess.run(command, capture_output=True).returncode != 0
            except OSError:
                missing = True
            if missing:
                raise SystemExit(message)


setup(
    ext_modules=cythonize(
        extensions(),
        include_path=[".", str(GENERATED)],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        nthreads=int(os.environ.get("TENFERRO_CYTHON_JOBS", os.cpu_count() or 1)),
    ),
    cmdclass={"build_ext": BuildExtensions},
)
