"""Writes the Cython modules that derive from the table of operations: one set of loops for each level.

The table says ``add: x + y for integers and floats``; this script turns that into

    cdef void loop_add(floating *out, void **a, Py_ssize_t nv) noexcept nogil:
        ...
        for v in range(nv):
            out[v] = x[v] + y[v]

with one *fused type* for the dtypes that share the formula, and an ``install`` function that enters the
specialisations into the table of the level. A name in call position, ``exp(x)``, becomes a *shim*: a fused inline
function that picks ``exp_f32`` or ``exp_f64``, because Cython has no overloaded externals.

The text goes to the build folder and is never committed; it passes the same linter as what is written by hand.
Called by ``setup.py``; ``python tools/codegen.py FOLDER`` writes the modules of every level to look at.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tenferro"))

import _optable as table  # noqa: E402  (the table is read without importing the package, which may not be built)
from facade import direct_functions  # noqa: E402

#: module -> families of dtypes whose loops it holds
GROUPS = {"floating": "f", "integer": "biu", "complex": "c"}
VECTOR = {"bool": "b8v"} | {name: f"{name}v" for name in table.DTYPES if name != "bool"}
#: names of fused types by the families in them
FUSED = {"f": "floating", "iu": "integer", "biu": "integral", "c": "complexes", "b": "b8v"}
# What Cython is told of a vector type: any C type of its own will do, since only C sees the size; b8v must differ
# from u8v.
ELEMENT = {
    "b8v": "char", "i8v": "signed char", "i16v": "short", "i32v": "int", "i64v": "long long", "u8v": "unsigned char",
    "u16v": "unsigned short", "u32v": "unsigned int", "u64v": "unsigned long long", "f32v": "float", "f64v": "double",
    "c64v": "float", "c128v": "double",
}  # fmt: skip
CALL = re.compile(r"\b([a-z_]\w*)\(")
OPERANDS = "xyz"

HEADER = """\
# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
# Generated from tenferro/_optable.py by tools/codegen.py: change those.
from tenferro._kernels.loops cimport Loop, loop_t, table_of

"""


@dataclass(frozen=True)
class Variant:
    """A formula and the families that share it within a module."""

    name: str
    signature: str
    formula: str
    families: str

    @property
    def fused(self) -> str:
        return FUSED[self.families]

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(VECTOR[name] for family in self.families for name in table.FAMILY[family])

    @property
    def calls(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(CALL.findall(self.formula)))

    @property
    def by_pointer(self) -> bool:
        """Whether the result is of another dtype than the loop, so that the vector function writes it itself."""
        result = self.signature.split("->")[1]
        return result == "b" or (result == "R" and self.families == "c")


def variants(families: str):
    """Every variant of the table with a loop in the module that holds `families`."""
    for row in table.ROWS:
        shared: dict[str, str] = {}
        for family, formula in row.formulas.items():
            if family in families:
                shared[formula] = shared.get(formula, "") + family
        for formula, letters in shared.items():
            ordered = "".join(sorted(letters))
            # a formula shared by only a part of the integers gets one variant for each family
            for part in [ordered] if ordered in FUSED else list(ordered):
                yield Variant(row.name, row.signature, formula, part)
    if "f" in families:
        for super_ in table.SUPERINSTRUCTIONS:
            yield Variant(super_.name, "TTT->T", super_.formula, "f")


def suffix(vector: str) -> str:
    return vector.removesuffix("v")


def shim_name(call: str, variant: Variant) -> str:
    return f"{call}_{suffix(variant.types[0])}" if len(variant.types) == 1 else f"{call}_{variant.fused}"


def parameters(variant: Variant, call: str, vector: str) -> list[str]:
    """C parameters of a vector function for one vector type."""
    letters = variant.signature.split("->")[0]
    nargs = arity(variant.formula, call)
    if len(variant.calls) > 1 or nargs != len(letters):
        letters = "T" * nargs
    wide = {"f32v": "i32v", "f64v": "i64v"}.get(vector, "i64v")
    types = {"T": vector, "b": "const unsigned char *", "I": wide}
    listed = [f"{types[letter]} {name}".replace("* ", "*") for letter, name in zip(letters, OPERANDS, strict=False)]
    if variant.by_pointer:
        result = "unsigned char" if variant.signature.endswith("b") else ELEMENT.get(vector, "void")
        listed.insert(0, f"{result} *out")
    return listed


def arity(formula: str, call: str) -> int:
    """The number of arguments that `formula` gives to the function `call`."""
    depth, count = 0, 1
    for char in formula[formula.index(f"{call}(") + len(call) :]:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth == 0:
            break
        count += char == "," and depth == 1
    return count


def externals(chosen: list[Variant]) -> list[str]:
    """Declarations of every vector function that the formulas call."""
    seen: dict[str, str] = {}
    for variant in chosen:
        for call in variant.calls:
            for vector in variant.types:
                name = f"{call}_{suffix(vector)}"
                result = "void" if variant.by_pointer else vector
                seen.setdefault(name, f"    {result} {name}({', '.join(parameters(variant, call, vector))})")
    return list(seen.values())


def shims(chosen: list[Variant]) -> list[str]:
    """One fused inline function for every (vector function, fused type) in use."""
    lines: list[str] = []
    seen = set()
    for variant in chosen:
        for call in variant.calls:
            name = shim_name(call, variant)
            if len(variant.types) == 1 or name in seen:
                continue
            seen.add(name)
            lines += shim(variant, call, name)
    return lines


def shim(variant: Variant, call: str, name: str) -> list[str]:
    listed = parameters(variant, call, variant.fused)
    names = ["out"] if variant.by_pointer else []
    arguments = names + [OPERANDS[i] for i in range(len(listed) - len(names))]
    if "I" in variant.signature:
        listed[1] = "char *y"
    result = "void" if variant.by_pointer else variant.fused
    lines = [f"cdef inline {result} {name}({', '.join(listed)}) noexcept nogil:"]
    keyword = "" if variant.by_pointer else "return "
    for turn, vector in enumerate(variant.types):
        test = ("if" if turn == 0 else "elif") + f" {variant.fused} is {vector}:"
        if turn == len(variant.types) - 1:
            test = "else:"
        values = list(arguments)
        if variant.by_pointer and variant.signature.endswith("R"):
            values[0] = f"<{ELEMENT[vector]} *>out"
        if "I" in variant.signature:
            wide = {"f32v": "i32v", "f64v": "i64v"}[vector]
            values[1] = f"(<{wide} *>y)[0]"
        lines += [f"    {test}", f"        {keyword}{call}_{suffix(vector)}({', '.join(values)})"]
    return [*lines, "", ""]


def loop(variant: Variant) -> list[str]:
    """The loop of one variant over whole vectors."""
    inputs = variant.signature.split("->")[0]
    fused = variant.fused
    body = variant.formula
    for call in variant.calls:
        body = re.sub(rf"\b{call}\(", f"{shim_name(call, variant)}(", body)
    used = [name for name in OPERANDS[: len(inputs)] if re.search(rf"\b{name}\b", body)]
    head = f"cdef void loop_{variant.name}_{variant.families}({fused} *out, void **a, Py_ssize_t nv)"
    lines = [f"{head} noexcept nogil:", "    cdef Py_ssize_t v"]
    narrow = "b" in inputs or variant.by_pointer
    for name in used:
        index = OPERANDS.index(name)
        kind = {"T": f"{fused} *", "b": "unsigned char *", "I": "char *"}[inputs[index]]
        lines.append(f"    cdef {kind}{name} = <{kind}>a[{index}]")
        element = {"T": f"{name}[v]", "b": f"{name} + v * lanes", "I": f"{name} + v * sizeof({fused})"}[inputs[index]]
        body = re.sub(rf"\b{name}\b(?!\()", element, body)
    if narrow:
        lines.append(f"    cdef Py_ssize_t lanes = {lanes(variant)}")
    if variant.by_pointer:
        target, step = ("unsigned char", "lanes")
        if variant.signature.endswith("R"):
            target, step = "char", f"sizeof({fused}) // 2"
            step = f"(<Py_ssize_t>sizeof({fused}) // 2)"
            lines = [line for line in lines if "lanes" not in line]
        lines.append(f"    cdef {target} *result = <{target} *>out")
        body = body.replace("(", f"(result + v * {step}, ", 1)
    lines.append("    for v in range(nv):")
    lines.append(f"        {'' if variant.by_pointer else 'out[v] = '}{body}")
    return [*lines, "", ""]


def lanes(variant: Variant) -> str:
    """An expression for the number of lanes in the vectors of a variant."""
    if len(variant.types) == 1:
        return "VBYTES // sizeof(unsigned char)"
    return f"lanes_{variant.fused}(out)"


def lane_shims(chosen: list[Variant]) -> list[str]:
    lines = []
    for variant in {variant.fused: variant for variant in chosen if len(variant.types) > 1}.values():
        lines.append(f"cdef inline Py_ssize_t lanes_{variant.fused}({variant.fused} *_) noexcept nogil:")
        for turn, vector in enumerate(variant.types):
            test = ("if" if turn == 0 else "elif") + f" {variant.fused} is {vector}:"
            if turn == len(variant.types) - 1:
                test = "else:"
            lines += [f"    {test}", f"        return VBYTES // {element_size(vector)}"]
        lines += ["", ""]
    return lines


def element_size(vector: str) -> int:
    name = suffix(vector)
    return table.ITEMSIZE["bool" if name == "b8" else name]


def install(chosen: list[Variant]) -> list[str]:
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
            lines.append(f"    table[{where}].lanes = VBYTES // {element_size(vector)}")
    for name in table.FAMILY["f"] if any("f" in variant.families for variant in chosen) else ():
        where = table.EXPRESSION * len(table.DTYPES) + table.CODE[name]
        lines.append(f"    table[{where}].run = <loop_t>expression_{name}")
        lines.append(f"    table[{where}].lanes = VBYTES // {table.ITEMSIZE[name]}")
    return lines


def opcode_of(name: str) -> int:
    if name in table.OPCODE:
        return table.OPCODE[name]
    return next(table.CAST + 1 + i for i, s in enumerate(table.SUPERINSTRUCTIONS) if s.name == name)


def loops_module(group: str) -> str:
    """The text of one module of loops."""
    chosen = list(variants(GROUPS[group]))
    vectors = dict.fromkeys(vector for variant in chosen for vector in variant.types)
    if "f" in GROUPS[group]:
        vectors |= {"i32v": None, "i64v": None}
    lines = ['cdef extern from "tenferro/_kernels/vectors.h" nogil:', "    const int VBYTES"]
    lines += [f"    ctypedef {ELEMENT[vector]} {vector}" for vector in vectors]
    lines += externals(chosen)
    if "f" in GROUPS[group]:
        lines += [f"    void expression_{name}(void *out, void **a, Py_ssize_t nv)" for name in table.FAMILY["f"]]
    lines += ["", ""]
    for fused, variant in {variant.fused: variant for variant in chosen}.items():
        if len(variant.types) > 1:
            lines += [f"ctypedef fused {fused}:", *(f"    {vector}" for vector in variant.types), "", ""]
    lines += lane_shims(chosen) + shims(chosen)
    for variant in chosen:
        lines += loop(variant)
    return HEADER + "\n".join(lines + install(chosen)) + "\n"


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
    lines += [f"    EXPRESSION = {table.EXPRESSION}"]
    lines += [f"    OP_{row.name.upper()} = {opcode}" for opcode, row in enumerate(table.ROWS)]
    lines += [f"    CODE_{name.upper()} = {code}" for name, code in table.CODE.items()]
    return "\n".join(lines) + "\n"


def write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def generate(folder: Path, levels) -> dict[str, list[str]]:
    """Write all modules under `folder`; returns level -> paths of its modules."""
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
