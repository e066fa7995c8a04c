"""Writes the Cython modules that derive from the table of operations: one set of loops for each level.

The table says ``add: x + y for integers and floats``; `loops` turns that into a loop over whole vectors, with one
*fused type* for the dtypes that share the formula, and this script adds an ``install`` function that enters the
specialisations into the table of the level.

The text goes to the build folder and is never committed; it passes the same linter as what is written by hand.
Called by ``setup.py``; ``python tools/codegen.py FOLDER`` writes the modules of every level to look at.
"""

import ast
import re
import sys
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tenferro"))

import _optable as table  # noqa: E402  (the table is read without importing the package, which may not be built)
import loops  # noqa: E402
from facade import direct_functions  # noqa: E402
from formulas import check_row, in_c  # noqa: E402

#: module -> families of dtypes whose loops it holds
GROUPS = {"floating": "f", "integer": "biu", "complex": "c"}
HEADER = """\
# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
# Generated from tenferro/_optable.py by tools/codegen.py: change those.
from tenferro._kernels.loops cimport Loop, loop_t, table_of

"""


def install(chosen: list[loops.Variant]) -> list[str]:
    """The function that enters the loops into a level's table."""
    lines = ["def install(capsule):", '    """Enter the loops of this module into the table in `capsule`."""']
    lines += ["    cdef Loop *table = table_of(capsule)", ""]
    for variant in chosen:
        opcode = opcode_of(variant.name)
        names = [name for family in variant.families for name in table.FAMILY[family]]
        for name, vector in zip(names, variant.types, strict=True):
            special = f"[{vector}]" if len(variant.types) > 1 else ""
            where = opcode * len(table.DTYPES) + table.CODE[name]
            lines.append(f"    table[{where}].run = <loop_t>loop_{variant.name}_{variant.families}{special}")
            lines.append(f"    table[{where}].lanes = VBYTES // {loops.element_size(vector)}")
    for name in table.FAMILY["f"] if any("f" in variant.families for variant in chosen) else ():
        where = table.EXPRESSION * len(table.DTYPES) + table.CODE[name]
        lines.append(f"    table[{where}].run = <loop_t>expression_{name}")
        lines.append(f"    table[{where}].lanes = VBYTES // {table.ITEMSIZE[name]}")
    return lines


def opcode_of(name: str) -> int:
    if name in table.OPCODE:
        return table.OPCODE[name]
    return next(table.CAST + 1 + i for i, s in enumerate(table.SUPERINSTRUCTIONS) if s.name == name)


#: A shim is inlined whatever its size, as what it calls is: Cython's `inline` alone leaves that to the compiler.
INLINED = '''cdef extern from *:
    """
    #undef CYTHON_INLINE
    #define CYTHON_INLINE inline __attribute__((always_inline))
    """'''


def loops_module(group: str) -> str:
    """The text of one module of loops."""
    chosen = list(loops.variants(GROUPS[group]))
    vectors = dict.fromkeys(vector for variant in chosen for vector in variant.types)
    if "f" in GROUPS[group]:
        vectors |= {"i32v": None, "i64v": None}
    lines = ['cdef extern from "tenferro/_kernels/vectors.h" nogil:', "    const int VBYTES"]
    lines += [f"    ctypedef {loops.ELEMENT[vector]} {vector}" for vector in vectors]
    lines += loops.externals(chosen)
    bodies = [line for variant in chosen for body in variant.functions for line in wrap(body, 110)]
    lines += ["", INLINED]
    if bodies:
        lines += ["", "cdef extern from *:", '    """', *(f"    {body}" for body in bodies), '    """']
    if "f" in GROUPS[group]:
        lines += ["", *expressions()]
    lines += ["", ""]
    for fused, variant in {variant.fused: variant for variant in chosen}.items():
        if len(variant.types) > 1:
            lines += [f"ctypedef fused {fused}:", *(f"    {vector}" for vector in variant.types), "", ""]
    lines += loops.lane_shims(chosen) + loops.shims(chosen)
    for variant in chosen:
        lines += loops.loop(variant)
    return HEADER + "\n".join(lines + install(chosen)) + "\n"


def expressions() -> list[str]:
    """The loops of expressions: `expression.h`, and before it what that needs of the table."""
    limits = f"EXPRESSION_INPUTS = {table.EXPRESSION_INPUTS}, EXPRESSION_KEPT = {table.EXPRESSION_KEPT}"
    lines = ["cdef extern from *:", '    """']
    lines += [f"    enum {{ {limits}, MICRO_KEEP = {table.MICRO_OPERATIONS.index('keep')} }};"]
    for name in table.FAMILY["f"]:
        cases = [
            f"CASE({number}, {micro_operation(text, f'{name}v')})"
            for number, text in enumerate(table.MICRO_OPERATIONS)
            if text not in ("keep", "end")
        ]
        lines += [f"    #define MICRO_CASES_{name} \\\\", *[f"    {case} \\\\" for case in cases], ""]
    lines += ['    #include "tenferro/_kernels/expression.h"', '    """']
    return lines + [
        f"    void expression_{name}(void *out, void **a, Py_ssize_t nv) nogil" for name in table.FAMILY["f"]
    ]


def micro_operation(text: str, vector: str) -> str:
    """A micro-operation such as ``add(acc, multiply(a, b))`` in the words of `expression.h`."""

    def value(node) -> str:
        if isinstance(node, ast.Name):
            return {"acc": "X", "a": "A", "b": "B"}[node.id]
        row = table.BY_NAME[node.func.id]
        operands = dict(zip(loops.OPERANDS, map(value, node.args), strict=False))
        formula = in_c(row.name, row.formulas["f"], "f", vector, row.nin)
        return re.sub(r"\b[xyz]\b", lambda found: operands[found.group()], formula)

    return value(ast.parse(text, mode="eval").body)


def casts_module() -> str:
    """The module that enters the conversions between all dtypes; its loop is written by hand in `casts.pxi`."""
    lines = ['include "tenferro/_kernels/casts.pxi"', "", ""]
    lines += ["def install(capsule):", '    """Enter the conversions of this level into the table in `capsule`."""']
    lines += ["    cdef Loop *table = table_of(capsule)", ""]
    scalar = {name: "b8" if name == "bool" else name for name in table.DTYPES}
    for source, source_code in table.CODE.items():
        for target, target_code in table.CODE.items():
            where = (table.N_OPCODES + source_code) * len(table.DTYPES) + target_code
            lines.append(f"    table[{where}].run = <loop_t>convert[{scalar[target]}, {scalar[source]}]")
            lines.append(f"    table[{where}].lanes = 1")
    lines += [f"    table[{(table.N_OPCODES + len(table.DTYPES)) * len(table.DTYPES)}].run = stream_lines"]
    return HEADER + "\n".join(lines) + "\n"


def constants_module() -> str:
    """``opcodes.pxi``: what C-level code needs to know of the table."""
    lines = ["# Generated from tenferro/_optable.py by tools/codegen.py: change those.", "", "cdef enum:"]
    lines += [f"    N_DTYPES = {len(table.DTYPES)}", f"    N_OPCODES = {table.N_OPCODES}", f"    CAST = {table.CAST}"]
    lines += [f"    EXPRESSION = {table.EXPRESSION}", f"    EXPRESSION_INPUTS = {table.EXPRESSION_INPUTS}"]
    lines += [f"    OP_{row.name.upper()} = {opcode}" for opcode, row in enumerate(table.ROWS)]
    lines += [f"    CODE_{name.upper()} = {code}" for name, code in table.CODE.items()]
    return "\n".join(lines) + "\n"


def write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def generate(folder: Path, levels) -> dict[str, list[str]]:
    """Write all modules under `folder`; returns level -> paths of its modules."""
    for row in table.ROWS:
        check_row(row)
    write_if_changed(folder / "opcodes.pxi", constants_module())
    write_if_changed(folder / "functions.pxi", direct_functions())
    texts = {group: loops_module(group) for group in GROUPS} | {"casts": casts_module()}
    modules: dict[str, list[str]] = {}
    for level in levels:
        for group, text in texts.items():
            path = folder / f"loops_{group}_{level}.pyx"
            write_if_changed(path, text)
            modules.setdefault(level, []).append(str(path))
    return modules


if __name__ == "__main__":
    generate(Path(sys.argv[1]), ["baseline"])
