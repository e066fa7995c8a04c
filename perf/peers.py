"""The libraries that tenferro is compared with: how each is asked for a function, and told how many threads to use.

A peer that is not installed is left out by name. Each computes on the same NumPy arrays and, where its interface
has ``out=``, into the same result; JAX allocates its own, as its users have it.

`way(name, operands, out)` gives a call without arguments and a function that shows its last result, or None where
the library has no such function. An operand that is a Python number is part of the call, as users write it.
"""

import importlib
import os
import re

import numpy as np

#: our row's name -> the library's, where they differ
SCIPY = {"erf": "erf", "erfc": "erfc", "gamma": "gamma", "lgamma": "gammaln", "sigmoid": "expit", "cbrt": "cbrt",
         "exp2": "exp2", "expm1": "expm1", "log1p": "log1p"}  # fmt: skip
TORCH = {"power": "pow", "cbrt": "", "lgamma": "lgamma", "gamma": "", "softplus": ""}
JAX = {"erf": "scipy.special.erf", "erfc": "scipy.special.erfc", "gamma": "scipy.special.gamma",
       "lgamma": "scipy.special.gammaln",
       "sigmoid": "nn.sigmoid", "softplus": "nn.softplus", "rsqrt": "lax.rsqrt"}  # fmt: skip
NUMPY_TEXT = {"sigmoid": "1/(1+exp(-x))", "softplus": "log1p(exp(x))", "rsqrt": "1/sqrt(x)"}
NUMEXPR = {"exp", "log", "log10", "log1p", "expm1", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2",
           "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "sqrt"}  # fmt: skip
NUMEXPR_TEXT = {"add": "x + y", "multiply": "x * y", "power": "x ** y"} | NUMPY_TEXT


class Peer:
    """One library."""

    name = ""
    module = ""

    def __init__(self):
        self.library = importlib.import_module(self.module or self.name)

    @property
    def version(self) -> str:
        """Its version."""
        return getattr(self.library, "__version__", "?")

    def width(self, threads: int):
        """Tells the library how many threads to use, where the environment has not."""

    def way(self, name, operands, out):
        """(call, result) or None."""
        raise NotImplementedError


class Tenferro(Peer):
    name = "tenferro"

    def width(self, threads):
        # Kept for the whole process: the engine in force is what the plain functions use.
        self.engine = self.library.CpuEngine(threads=threads)
        self.engine.__enter__()

    def way(self, name, operands, out):
        function = getattr(self.library, name, None)
        return function and (lambda: function(*operands, out=out), lambda: out)


class NumPy(Peer):
    name = "numpy"

    def way(self, name, operands, out):
        if name in NUMPY_TEXT:
            return _numpy_formula(name, operands[0], out), lambda: out
        function = getattr(np, name, None)
        return isinstance(function, np.ufunc) and (lambda: function(*operands, out=out), lambda: out) or None


def _numpy_formula(name, x, out):
    """What a user of NumPy writes for a function that it lacks, without temporaries."""
    one = x.dtype.type(1)

    def sigmoid():
        np.negative(x, out=out)
        np.exp(out, out=out)
        np.add(out, one, out=out)
        np.divide(one, out, out=out)

    def softplus():
        np.exp(x, out=out)
        np.log1p(out, out=out)

    def rsqrt():
        np.sqrt(x, out=out)
        np.divide(one, out, out=out)

    return {"sigmoid": sigmoid, "softplus": softplus, "rsqrt": rsqrt}[name]


class SciPy(Peer):
    name, module = "scipy", "scipy.special"

    @property
    def version(self):
        return importlib.import_module("scipy").__version__

    def way(self, name, operands, out):
        function = getattr(self.library, SCIPY.get(name, ""), None)
        return function and (lambda: function(*operands, out=out), lambda: out)


class Torch(Peer):
    name = "torch"

    def width(self, threads):
        self.library.set_num_threads(threads)

    def way(self, name, operands, out):
        function = getattr(self.library, TORCH.get(name, name) or "-", None) or getattr(
            self.library.special, name, None
        )
        if function is None:
            return None
        tensors = [self.library.from_numpy(x) if isinstance(x, np.ndarray) else x for x in operands]
        result = self.library.from_numpy(out)
        return lambda: function(*tensors, out=result), lambda: out


class Jax(Peer):
    name = "jax"

    def __init__(self):
        super().__init__()
        self.library.config.update("jax_enable_x64", True)
        self.library.config.update("jax_platforms", "cpu")

    def way(self, name, operands, out):
        owner = self.library if name in JAX else importlib.import_module("jax.numpy")
        for part in JAX.get(name, name).split("."):
            owner = getattr(owner, part, None) or _submodule(owner, part)
            if owner is None:
                return None
        numbers = [x for x in operands if not isinstance(x, np.ndarray)]
        compiled = self.library.jit(lambda *arrays: owner(*arrays, *numbers))
        arrays = [self.library.device_put(x) for x in operands if isinstance(x, np.ndarray)]
        return lambda: compiled(*arrays).block_until_ready(), lambda: np.asarray(compiled(*arrays))


def _submodule(owner, part):
    try:
        return importlib.import_module(f"{owner.__name__}.{part}")
    except (ImportError, AttributeError):
        return None


class Numexpr(Peer):
    name = "numexpr"

    def width(self, threads):
        self.library.set_num_threads(threads)

    def way(self, name, operands, out):
        text = NUMEXPR_TEXT.get(name) or (f"{name}({', '.join('xyz'[: len(operands)])})" if name in NUMEXPR else None)
        if text is None:
            return None
        for letter, operand in zip("xyz", operands, strict=False):
            if not isinstance(operand, np.ndarray):
                text = re.sub(rf"\b{letter}\b", repr(operand), text)
        operands = dict(zip("xyz", operands, strict=False))
        evaluate = self.library.evaluate
        return lambda: evaluate(text, local_dict=operands, out=out, casting="same_kind"), lambda: out


class Mkl(Peer):
    name, module = "mkl", "mkl_umath"

    def __init__(self):
        super().__init__()
        self.functions = importlib.import_module("mkl_umath._ufuncs")

    def way(self, name, operands, out):
        function = getattr(self.functions, name, None)
        return function and (lambda: function(*operands, out=out), lambda: out)


ALL = (Tenferro, NumPy, SciPy, Torch, Jax, Numexpr, Mkl)
#: those against which the first bound holds; MKL, the strongest, has a bound of its own
FIRST = ("numpy", "scipy", "torch", "jax")


def present(wanted=None, threads: int = 1):
    """(the peers that are installed, the names of those that are not), each told its width."""
    found, missing = [], []
    for kind in ALL:
        if wanted and kind.name not in wanted:
            continue
        try:
            peer = kind()
        except ImportError as error:
            missing.append(f"{kind.name} ({error})")
            continue
        peer.width(threads)
        found.append(peer)
    return found, missing


def environment(threads: int, level: str | None) -> dict:
    """The environment under which every library starts with this width, and below AVX-512 if `level` is ``v3``.

    Most read it once, while they are loaded, so a script starts itself again under it.
    """
    chosen = dict(os.environ)
    for name in ("OMP", "MKL", "NUMEXPR", "NUMEXPR_MAX", "OPENBLAS", "TENFERRO"):
        chosen[f"{name}_NUM_THREADS" if name != "NUMEXPR_MAX" else "NUMEXPR_MAX_THREADS"] = str(threads)
    chosen["KMP_BLOCKTIME"] = "1"  # MKL's threads would spin through the next library's turn for 200 ms
    flags = [chosen.get("XLA_FLAGS", "")]
    if threads == 1:
        flags.append("--xla_cpu_multi_thread_eigen=false")
    if level:
        chosen["TENFERRO_LEVEL"] = level
    if level == "v3":
        chosen |= {"ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2"}
        chosen["NPY_DISABLE_CPU_FEATURES"] = " ".join(_beyond_avx2())
        flags.append("--xla_cpu_max_isa=AVX2")
    chosen["XLA_FLAGS"] = " ".join(filter(None, flags))
    return chosen


def _beyond_avx2():
    """The instruction sets above AVX2 that NumPy would dispatch to on this machine."""
    from numpy._core import _multiarray_umath as core

    return [
        name for name in core.__cpu_dispatch__ if re.match(r"AVX512|X86_V4", name) and core.__cpu_features__.get(name)
    ]
