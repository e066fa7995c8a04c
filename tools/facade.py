"""Writes what a caller sees of the table: the direct functions with their docstrings, and the type stubs.

``functions.pxi`` goes to the build folder and is included by ``_direct.pyx``; the generated part of
``tenferro/__init__.pyi`` is committed, and a test holds it to the table. ``python tools/facade.py`` renews the stub.
"""

import math
import re
import sys
import textwrap
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tenferro"))

import _optable as table  # noqa: E402  (the table is read without importing the package, which may not be built)

OPERANDS = "xyz"
KEYWORDS = "out=None, *, where=True, casting=SAME_KIND, order=None, dtype=None"
DTYPE_WORDS = {"b": "bool", "i": "signed integers", "u": "unsigned integers", "f": "float32/64", "c": "complex64/128"}


def accuracy_words(row) -> str:
    if "f" not in row.formulas or row.result == "b":
        return "Exact."
    words = "Correctly rounded." if row.ulp <= 0.5 else f"At most {row.ulp:g} ULP for real results, on every level."
    if "c" in row.formulas and row.cost not in ("cheap",):
        bound = "no bound is claimed, as digits of large exponents run out"
        if row.complex_ulp < float("inf"):
            bound = f"at most {row.complex_ulp:g} ULP of the result's modulus in each part"
        words += f" Complex results: {bound}."
    return words


def example_operands(row) -> list[list]:
    """Two values for each operand, from the tame part of its domain."""
    letters = row.signature.split("->")[0]
    found = []
    for i, letter in enumerate(letters):
        low, high = row.domain[min(i, len(row.domain) - 1)]
        low, high = (low, high) if low > 2 or high < -2 else (max(low, -2.0), min(high, 3.0))
        if letter == "b":
            found.append([True, False])
        elif letter == "I" or "f" not in row.formulas:
            found.append([[5, 12], [1, 3], [2, 7]][i])
        else:
            found.append([round(low + (high - low) * part, 2) for part in ((0.25, 0.85), (0.7, 0.1), (0.4, 0.6))[i]])
    return found


def example_result(row, operands) -> str:
    """What the example gives, by NumPy's twin or by the formula in the row's words; "" where neither tells."""
    if row.twin:
        return repr(getattr(np, row.twin)(*operands))
    named = vars(math) | {row.name: getattr(math, row.name, None)}
    spelled = re.match(r"``(.+?)``", row.doc)
    formula = row.definition or (spelled.group(1) if spelled else f"{row.name}(x)")
    try:
        values = [
            eval(formula, named, dict(zip(OPERANDS, point, strict=False))) for point in zip(*operands, strict=True)
        ]
    except (NameError, SyntaxError, TypeError, ValueError, ArithmeticError):
        return ""
    return repr(np.array(values))


def example(row) -> list[str]:
    """A doctest of the function: what it gives for two values of each operand."""
    operands = example_operands(row)
    call = f"tf.{row.name}({', '.join(map(repr, operands))})"
    result = example_result(row, operands)
    return [f">>> {call}", result] if result else [f">>> {call}.shape", "(2,)"]


def docstring(row) -> str:
    """numpydoc text of a direct function."""
    dtypes = ", ".join(DTYPE_WORDS[family] for family in row.formulas)
    operands = ", ".join(OPERANDS[: row.nin])
    twin = f"Its twin is np.{row.twin}." if row.twin else "NumPy has no such function."
    lines = [row.doc, "", "Parameters", "----------", f"{operands} : array_like"]
    lines += [f"    Operands, broadcast together. Computed in: {dtypes}; float16 and bfloat16 in float32."]
    lines += ["out : ndarray, optional", "    Where the result goes; it may be one of the inputs."]
    lines += ["where : array_like of bool, optional", "    Only these elements are written."]
    lines += ["casting, order, dtype", "    As NumPy's keywords of these names.", ""]
    result = {"T": "the promoted dtype", "b": "dtype bool", "R": "the dtype of the real part"}[row.result]
    lines += ["Returns", "-------", "ndarray or scalar", f"    Of {result}; a scalar where all operands are 0-d.", ""]
    lines += ["Raises", "------", "TypeError", "    No loop for these dtypes, or a cast that `casting` forbids."]
    refused = "; a negative integer power." if row.name == "power" else "."
    lines += ["ValueError", "    Shapes that do not fit, a read-only `out`" + refused, ""]
    notes = f"{accuracy_words(row)} {twin} {row.source}"
    lines += ["Notes", "-----", *textwrap.wrap(notes, 110), ""]
    lines += ["Examples", "--------", ">>> import tenferro as tf", *example(row)]
    return "\n".join(f"    {line}".rstrip() for line in lines).strip()


def definition(row, name: str, first: str, engine: str, words: str) -> list[str]:
    """A callable of a row: a function, or a method of an engine."""
    operands = OPERANDS[: row.nin]
    passed = ", ".join([*operands, *["None"] * (3 - row.nin)])
    lines = [f"def {name}({first}{', '.join(operands)}, /, {KEYWORDS}):", *([words] if words else [])]
    lines.append(
        f"    return call({table.OPCODE[row.name]}, {row.nin}, {passed}, out, where, casting, order, dtype, {engine})"
    )
    return [*lines, "", ""]


def direct_functions() -> str:
    """``functions.pxi``: a function for each row and a method of engines, and their names."""
    lines = ["# Generated from tenferro/_optable.py by tools/facade.py: change those."]
    lines += ["", "from tenferro._kernels.placement cimport current", "", ""]
    for row in table.ROWS:
        lines += definition(row, row.name, "", "current()", f'    """{docstring(row)}\n    """')
        lines += definition(row, f"method_{row.name}", "Settings engine, ", "engine", "")
    lines.append("#: name -> function, of every row and alias; and the same as a method of engines")
    lines.append("FUNCTIONS = {" + ", ".join(f'"{row.name}": {row.name}' for row in table.ROWS) + "}")
    lines.append("METHODS = {" + ", ".join(f'"{row.name}": method_{row.name}' for row in table.ROWS) + "}")
    for alias, name in table.ALIASES.items():
        lines += [f'FUNCTIONS["{alias}"] = {name}', f'METHODS["{alias}"] = method_{name}']
    return "\n".join(lines) + "\n"


STUB_MARK = "# --- direct functions: generated from the table by tools/facade.py; the lines above are kept ---"


def stub(kept: str) -> str:
    """``tenferro/__init__.pyi``: the hand-written part as it is, then the signature of every direct function."""
    keywords = (
        "out: Out = None, *, where: ArrayLike = True, casting: Casting = ..., order: Order | None = None, "
        "dtype: DTypeLike | None = None"
    )
    lines = [kept.split(STUB_MARK)[0].rstrip(), "", STUB_MARK, ""]
    for row in table.ROWS:
        operands = ", ".join(f"{name}: ArrayLike" for name in OPERANDS[: row.nin])
        lines.append(f"def {row.name}({operands}, /, {keywords}) -> Any: ...")
    lines += ["", *(f"{alias} = {name}" for alias, name in table.ALIASES.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    path = ROOT / "tenferro" / "__init__.pyi"
    path.write_text(stub(path.read_text()))
