"""Formulas of the table: what they say, checked against the vector functions that there are, and as C.

Operators on operands, or one call of operands, go into a loop as they stand. Any other formula, of several calls, with
numbers or with a choice in it, becomes a vector function of its own, inlined into the loop::

    where(x > -0.69, log(-expm1(x)), log1p(-exp(x)))

    select_f64(gt_f64(x, splat_f64(-0.69)), log_f64(-expm1_f64(x)), log1p_f64(-exp_f64(x)))

Both sides of a choice are computed, in every lane. A comparison with a NaN is false, ``!=`` is true.
"""

import ast
import os
import re
import shlex
import struct
import subprocess
import sysconfig
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

import _optable as table  # the folder `tenferro` is on the path

ROOT = Path(__file__).resolve().parent.parent
OPERANDS = "xyz"
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
BITS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
#: comparison -> its vector function for floats, its operator
TESTS = {
    ast.Lt: ("lt", "<"), ast.LtE: ("le", "<="), ast.Gt: ("gt", ">"), ast.GtE: ("ge", ">="), ast.Eq: ("eq", "=="),
    ast.NotEq: ("ne", "!="),
}  # fmt: skip
CONSTANTS = {"inf": "INFINITY", "nan": "NAN", "pi": "3.141592653589793"}
FUNCTION = re.compile(r"\b(\w+) (\w+_(?:b8|[iuf]\d+|c\d+))\s*\(([^(){};]*)\)\s*\{")


class Fault(SystemExit):
    """What is wrong with a row, in one line."""

    def __init__(self, row: str, formula: str, words: str):
        super().__init__(f"tenferro/_optable.py: row {row}, formula {formula!r}: {words}")


def calls(formula: str) -> tuple[str, ...]:
    """The vector functions that a formula names."""
    return tuple(dict.fromkeys(re.findall(r"\b([a-z_]\w*)\(", formula)))


def is_composed(formula: str) -> bool:
    """Whether a formula needs a function of its own: it is neither one call of operands nor operators on operands."""
    return re.fullmatch(r"\w+\([xyz](, [xyz])*\)|[xyz ()+*/&|^~-]+", formula) is None


def number(value, family: str, vector: str) -> str:
    """A number as a literal of an element's type."""
    if family == "f":
        try:
            struct.pack("<f", value)
        except OverflowError:
            if vector == "f32v":
                return f"{'-' if value < 0 else ''}INFINITY"
        return f"{float(value)!r}{'f' if vector == 'f32v' else ''}"
    return f"{value}{'u' if family == 'u' else ''}{'ll' if vector.endswith('64v') else ''}"


class _Translator:
    """Writes the C expression of one formula for one type of vectors."""

    def __init__(self, row: str, formula: str, family: str, vector: str, nin: int):
        self.row, self.formula, self.family, self.vector, self.nin = row, formula, family, vector, nin
        self.suffix = vector.removesuffix("v")
        self.mask = "i8v" if vector == "b8v" else f"i{self.suffix[1:]}v"

    def refuse(self, words: str) -> NoReturn:
        raise Fault(self.row, self.formula, words)

    def tree(self) -> ast.expr:
        try:
            return ast.parse(self.formula, mode="eval").body
        except SyntaxError as error:
            self.refuse(f"{error.msg}, at {(error.text or '')[(error.offset or 1) - 1 :].strip()!r}")

    def is_test(self, node) -> bool:
        if isinstance(node, ast.BinOp) and type(node.op) in BITS:
            return self.is_test(node.left) and self.is_test(node.right)
        return isinstance(node, ast.Compare) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert) and self.is_test(node.operand)
        )

    def value(self, node) -> str:
        """An expression of type `vector`."""
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            if self.family not in "fiu" or (self.family != "f" and type(node.value) is float):
                self.refuse(f"{node.value} is no number of {self.suffix}")
            return f"splat_{self.suffix}({number(node.value, self.family, self.vector)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return f"-{self.value(node.operand)}"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert) and self.family in "biu":
            return f"~{self.value(node.operand)}"
        if isinstance(node, ast.BinOp):
            sign = ARITHMETIC.get(type(node.op)) or (BITS.get(type(node.op)) if self.family in "biu" else None)
            if sign:
                return f"({self.value(node.left)} {sign} {self.value(node.right)})"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, node.args)
        return self.refuse(
            f"{ast.unparse(node)!r} is not what formulas are made of (CONTRIBUTING.md, 'Add an operation')"
        )

    def _name(self, name: str) -> str:
        if name in OPERANDS[: self.nin]:
            return name
        if name in CONSTANTS and self.family == "f":
            return f"splat_{self.suffix}({CONSTANTS[name]}{'f' if name == 'pi' and self.suffix == 'f32' else ''})"
        return self.refuse(f"there is no {name!r}; operands are {', '.join(OPERANDS[: self.nin])}")

    def _call(self, name: str, arguments) -> str:
        if name == "where" and len(arguments) == 3 and self.is_test(arguments[0]):
            test = self.test(arguments[0], as_bytes=self.family != "f")
            choose = f"select_{self.suffix}(" if self.family == "f" else f"CHOOSE({self.suffix}, "
            return f"{choose}{test}, {self.value(arguments[1])}, {self.value(arguments[2])})"
        return f"{name}_{self.suffix}({', '.join(self.value(argument) for argument in arguments)})"

    def test(self, node, as_bytes: bool) -> str:
        """An expression of a mask: of the kind that `select_` takes, or of integers as wide as a lane."""
        if self.family == "c":
            self.refuse("complex numbers have no tests here")
        if isinstance(node, ast.Compare):
            values = [self.value(operand) for operand in (node.left, *node.comparators)]
            parts = []
            for left, operation, right in zip(values, node.ops, values[1:], strict=False):
                if type(operation) not in TESTS:
                    self.refuse(f"{ast.unparse(node)!r} is no comparison of numbers")
                name, sign = TESTS[type(operation)]
                wide = f"({self.mask})({left} {sign} {right})"
                parts.append(wide if as_bytes else f"{name}_{self.suffix}({left}, {right})")
            return parts[0] if len(parts) == 1 else f"({' & '.join(parts)})"
        if isinstance(node, ast.UnaryOp):
            inner = self.test(node.operand, as_bytes)
            return f"~{inner}" if as_bytes else f"not_m{self.suffix[1:]}({inner})"
        sign = BITS[type(node.op)]
        return f"({self.test(node.left, as_bytes)} {sign} {self.test(node.right, as_bytes)})"


def in_c(row: str, formula: str, family: str, vector: str, nin: int) -> str:
    """A formula of `nin` operands as a C expression for one type of vectors."""
    writer = _Translator(row, formula, family, vector, nin)
    return writer.value(writer.tree())


def function(row: str, name: str, formula: str, signature: str, family: str, vector: str) -> str:
    """The C function `name` of a composed formula for one type of vectors."""
    letters, result = signature.split("->")
    writer = _Translator(row, formula, family, vector, len(letters))
    if set(letters) != {"T"} or result not in "Tb" + "R" * (family != "c"):
        writer.refuse(f"of a row {signature} it must be one call")
    tree = writer.tree()
    listed = ", ".join(f"{vector} {OPERANDS[i]}" for i in range(len(letters)))
    if result != "b":
        if writer.is_test(tree):
            writer.refuse("a test gives bool: say where(test, a, b), or make the row's signature end in '->b'")
        return f"INLINE {vector} {name}({listed}) {{ return ({vector})({writer.value(tree)}); }}"
    if not writer.is_test(tree):
        writer.refuse("of a row whose result is bool it must be one call or a test")
    named = f"{name.removesuffix(f'_{writer.suffix}')}, {writer.suffix}, {writer.mask[1:-1]}"
    return f"PREDICATE{len(letters)}({named}, {writer.test(tree, as_bytes=True)})"


@lru_cache(1)
def vector_functions() -> dict[str, tuple[int, bool]] | None:
    """The operands that each function of the headers takes, and whether it writes bytes; None: no compiler tells."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    header = ROOT / "tenferro" / "_kernels" / "vectors.h"
    try:
        command = [*compiler, "-E", "-P", "-I", str(ROOT), str(header)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = {}
    for result, name, parameters in FUNCTION.findall(text):
        writes = result == "void"
        found[name] = (parameters.count(",") + 1 - writes - ("ptrdiff_t nv" in parameters), writes)
    return found


def check_calls(row: str, formula: str, suffix: str, by_pointer: bool) -> None:
    """Whether every call of a formula has its vector function for the type `suffix`."""
    known = vector_functions()
    if known is None:
        return
    try:
        tree = ast.parse(formula, mode="eval")
    except SyntaxError:
        _Translator(row, formula, "", suffix, 0).tree()
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        name, nargs = node.func.id, len(node.args)
        if name == "where" and nargs == 3 and isinstance(node.args[0], ast.Compare | ast.BinOp | ast.UnaryOp):
            continue
        if f"{name}_{suffix}" not in known:
            raise Fault(
                row,
                formula,
                f"no header of tenferro/_kernels/math/ has {name}_{suffix}; write it there (CONTRIBUTING.md, 'Add a "
                f"vector function') or say it with functions that are there",
            )
        takes, writes = known[f"{name}_{suffix}"]
        if takes != nargs:
            raise Fault(row, formula, f"{name}_{suffix} takes {takes} operand{'s' * (takes != 1)}, not {nargs}")
        if writes and not by_pointer:
            raise Fault(row, formula, f"{name} gives bool, not numbers; say it with comparisons: x != x for isnan(x)")


def check_row(row) -> None:
    """Whether a row fits the table: its families, its name, the number of its domains."""
    shown = next(iter(row.formulas.values()), "")
    if not row.formulas or not set(row.formulas) <= set(table.FAMILY):
        raise Fault(row.name, shown, f"families are some of {' '.join(table.FAMILY)}, not {' '.join(row.formulas)!r}")
    if not row.name.isidentifier() or sum(other.name == row.name for other in table.ROWS) > 1:
        raise Fault(row.name, shown, "the name is no identifier, or another row has it")
    if row.name in table.ALIASES:
        raise Fault(row.name, shown, f"the name is an alias of {table.ALIASES[row.name]}")
