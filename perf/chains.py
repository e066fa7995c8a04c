"""Fused chains beside the peers': the same expression, as each library's users write it.

A chain is stated once, as text. NumPy, PyTorch and JAX run it as a function of theirs, numexpr takes the text, and
tenferro runs it twice: call by call (*direct*) and under ``tf.fuse``. Nobody is given an ``out=``: a chain is asked for
as in a user's program, where the result is new each time.
"""

import ast
import math
from dataclasses import dataclass, field

import numpy as np
import timing

_OPERATORS = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.Pow: "power"}
#: NumPy's name -> PyTorch's
_TORCH = {"arctan2": "atan2", "arcsin": "asin"}


@dataclass(frozen=True)
class Chain:
    """An expression over x, y, z and where its inputs lie."""

    text: str
    sizes: tuple[int, ...] = (1 << 20,)
    dtypes: tuple[str, ...] = ("f8",)
    interval: tuple[float, float] = field(default=(0.1, 3.0))

    @property
    def names(self) -> tuple[str, ...]:
        """The inputs that it uses, in order."""
        used = {node.id for node in ast.walk(ast.parse(self.text)) if isinstance(node, ast.Name)}
        called = {node.func.id for node in ast.walk(ast.parse(self.text)) if isinstance(node, ast.Call)}
        return tuple(sorted(used - called))

    def function(self, library, rename=None):
        """A function of the inputs in terms of `library`'s functions and the arrays' own operators."""
        return self._compile(self.text, library, rename or {})

    def direct(self, library):
        """The same with each operator spelled as a call: ``add(multiply(x, y), z)``."""
        tree = _Spelled().visit(ast.parse(self.text, mode="eval"))
        return self._compile(ast.unparse(tree), library, {})

    def _compile(self, text, library, rename):
        called = {node.func.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}
        names = {name: getattr(library, rename.get(name, name)) for name in called}
        # the text is this file's own
        return eval(f"lambda {', '.join(self.names)}: {text}", names)


class _Spelled(ast.NodeTransformer):
    """Operators become calls of the table's functions."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return ast.Call(ast.Name(_OPERATORS[type(node.op)], ast.Load()), [node.left, node.right], [])

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            return ast.Call(ast.Name("negative", ast.Load()), [node.operand], [])
        return node


#: those of the targets
CHAINS = (
    Chain("(x+y)*x", (1 << 13, 1 << 16, 1 << 20)),
    Chain("exp(x*y+z)"),
    Chain("tanh(sin(x*x+x)*y+y)", (1 << 13, 1 << 16, 1 << 20, 1 << 22)),
    Chain("tanh(sin(x*x+x)*y+y)", dtypes=("f4",)),
    Chain("x+y+z+x*y+z*z"),
    Chain("x/(1+exp(-(log(x/y)+z)/sqrt(z))) - y*exp(-z)"),
)
#: kept aside: nothing may be tuned by these
HELD_OUT = (
    Chain("log1p(exp(-x)) + 0.5*y*(x-z)*(x-z)", (1 << 14, 1 << 20), ("f8", "f4")),
    Chain("sqrt((x-y)*(x-y) + (y-z)*(y-z) + (z-x)*(z-x))", (1 << 14, 1 << 20), ("f8", "f4")),
    Chain("0.5*x*(1 + tanh(0.7978845608*(x + 0.044715*x*x*x)))", (1 << 14, 1 << 20), ("f8", "f4")),
    Chain("arctan2(sin(x)*y, cos(x)*z) - exp(-y)*x", (1 << 14, 1 << 20), ("f8", "f4")),
    Chain("((((x*0.25+1.5)*x-y)*x+z)*x-0.75)/(1+x*x)", (1 << 14, 1 << 20), ("f8", "f4")),
)


def operands(chain, n, dtype):
    """Inputs, the same in every run."""
    generator = np.random.default_rng(20261102)
    return [generator.uniform(*chain.interval, n).astype(dtype) for _ in chain.names]


def ways(found, chain, inputs, compiled):
    """{name: (call, result)} of every way to run `chain` on `inputs`."""
    result = {}
    for peer in found:
        build = _BUILDERS.get(peer.name)
        if build:
            result |= build(peer.library, chain, inputs, compiled)
    return result


def _tenferro(library, chain, inputs, compiled):
    direct = chain.direct(library)
    both = {"direct": (lambda: direct(*inputs), lambda: direct(*inputs))}
    if hasattr(library, "fuse"):
        fused = library.fuse(chain.function(np))
        both["fused"] = (lambda: fused(*inputs), lambda: fused(*inputs))
    return both


def _numpy(library, chain, inputs, compiled):
    function = chain.function(np)
    return {"numpy": (lambda: function(*inputs), lambda: function(*inputs))}


def _numexpr(library, chain, inputs, compiled):
    names = dict(zip(chain.names, inputs, strict=True))

    def call():
        return library.evaluate(chain.text, local_dict=names)

    return {"numexpr": (call, call)}


def _torch(library, chain, inputs, compiled):
    tensors = [library.from_numpy(x) for x in inputs]
    function = chain.function(library, _TORCH)
    found = {"torch": (lambda: function(*tensors), lambda: function(*tensors).numpy())}
    if compiled:
        library._dynamo.reset()
        fast = library.compile(function, dynamic=False)
        try:
            fast(*tensors)
        except Exception as error:  # a missing C++ compiler has many names there
            print(f"torch.compile skipped: {str(error).splitlines()[0]}")
        else:
            found["torch.compile"] = (lambda: fast(*tensors), lambda: fast(*tensors).numpy())
    return found


def _jax(library, chain, inputs, compiled):
    import jax.numpy as jnp

    arrays = [library.device_put(x) for x in inputs]
    function = library.jit(chain.function(jnp))
    return {"jax": (lambda: function(*arrays).block_until_ready(), lambda: np.asarray(function(*arrays)))}


_BUILDERS = {"tenferro": _tenferro, "numpy": _numpy, "numexpr": _numexpr, "torch": _torch, "jax": _jax}
OURS = ("direct", "fused")
NAMES = (*OURS, "numpy", "numexpr", "torch", "torch.compile", "jax")


def measure(found, chosen, sizes, seconds, pause, compiled, progress):
    """One record for each chain, dtype and size; ``apart`` is how far each way's result is from NumPy's, relative."""
    cases = [(chain, dtype, n) for chain in chosen for dtype in chain.dtypes for n in sizes or chain.sizes]
    records = []
    for done, (chain, dtype, n) in enumerate(cases):
        progress(done / len(cases), f"{chain.text} {dtype} {n}")
        inputs = operands(chain, n, dtype)
        table = ways(found, chain, inputs, compiled)
        expected = chain.function(np)(*[x.astype(np.longdouble) for x in inputs])
        scale = np.maximum(np.abs(expected), 1)
        apart = {who: float((np.abs(show() - expected) / scale).max()) for who, (_, show) in table.items()}
        least = timing.race({who: call for who, (call, _) in table.items()}, seconds=seconds, pause=pause)
        records.append({"chain": chain.text, "dtype": dtype, "n": n, "ns": least, "apart": apart})
    return records


def best(record):
    """(name, ns) of the fastest peer."""
    return min(((who, ns) for who, ns in record["ns"].items() if who not in OURS), key=lambda pair: pair[1])


def ratios(records, _against=None, ours="fused"):
    """{(chain, dtype, n): the best peer's time over ours}."""
    return {
        (r["chain"], r["dtype"], r["n"]): best(r)[1] / r["ns"][ours]
        for r in records
        if ours in r["ns"] and any(who not in OURS for who in r["ns"])
    }


def compared(records) -> dict:
    """{(chain, dtype, n): (best peer, its ns a call, the fused function's, ratio)}."""
    found = {}
    for key, ratio in ratios(records).items():
        record = next(r for r in records if (r["chain"], r["dtype"], r["n"]) == key)
        found[key] = (*best(record), record["ns"]["fused"], ratio)
    return found


def summary(records, threads) -> list:
    """Rows of the table of means, in the columns of `functions.summary`."""
    lines = []
    for ours in OURS:
        part = ratios(records, ours=ours)
        if part:
            worst = min(part, key=part.get)
            mean = timing.geometric_mean(part.values())
            slower = f"{sum(ratio < 1 for ratio in part.values())} of {len(part)}"
            where = f"{worst[0]} {worst[1]} {worst[2]}: {part[worst]:.2f}"
            lines.append([f"all peers ({ours})", "all", "all", threads, where, slower, mean])
    return lines


def lines(records):
    """(columns, rows) of the full table, µs, worst ratio first."""
    names = [name for name in NAMES if any(name in r["ns"] for r in records)]
    rows = []
    for r in records:
        who, theirs = best(r) if any(name not in OURS for name in r["ns"]) else ("", math.nan)
        ours = r["ns"].get("fused", r["ns"].get("direct", math.nan))
        cells = [r["ns"].get(name, math.nan) / 1e3 for name in names]
        rows.append([r["chain"], r["dtype"], r["n"], *cells, who, theirs / ours])
    if "direct" in names:
        rows.sort(key=lambda row: row[-1])
    return ["chain", "dtype", "n", *names, "best peer", "ratio"], rows
