"""The text of the loops: one Cython function for each formula and the family of dtypes that share it.

    cdef void loop_add_f(floating *out, void **a, Py_ssize_t nv) noexcept nogil:
        ...
        for v in range(nv):
            out[v] = x[v] + y[v]

A name in call position, ``exp(x)``, becomes a *shim*: a fused inline function that picks ``exp_f32`` or ``exp_f64``,
because Cython has no overloaded externals. A formula that is *composed* (see `formulas`) is a C function of its own,
and the loop calls that.
"""

import re
from dataclasses import dataclass, replace

import _optable as table  # the folder `tenferro` is on the path
import formulas

OPERANDS = formulas.OPERANDS
VECTOR = {"bool": "b8v"} | {name: f"{name}v" for name in table.DTYPES if name != "bool"}
#: names of fused types by the families in them
FUSED = {
    "f": "floating", "i": "signed_integer", "u": "unsigned_integer", "iu": "integer", "biu": "integral",
    "c": "complexes", "b": "b8v",
}  # fmt: skip
# What Cython is told of a vector type: any C type of its own will do, since only C sees the size; b8v must differ
# from u8v.
ELEMENT = {
    "b8v": "char", "i8v": "signed char", "i16v": "short", "i32v": "int", "i64v": "long long", "u8v": "unsigned char",
    "u16v": "unsigned short", "u32v": "unsigned int", "u64v": "unsigned long long", "f32v": "float", "f64v": "double",
    "c64v": "float", "c128v": "double",
}  # fmt: skip
#: vector functions that have a form for a whole row, ``NAME_row``: it sees what the operands of all vectors have in
#: common, and is told whether the second is known to be one value
WHOLE_ROW = frozenset({"pow"})


@dataclass(frozen=True)
class Variant:
    """A formula and the families that share it within a module."""

    name: str
    signature: str
    formula: str
    families: str
    #: in C, the functions of a composed formula
    functions: tuple[str, ...] = ()

    @property
    def fused(self) -> str:
        return FUSED[self.families]

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(VECTOR[name] for family in self.families for name in table.FAMILY[family])

    @property
    def calls(self) -> tuple[str, ...]:
        """The vector function that the loop calls, if any."""
        return formulas.calls(self.formula)

    @property
    def by_row(self) -> bool:
        """Whether the vector function takes the row at once."""
        return self.signature.endswith("b") or self.formula.partition("(")[0].removesuffix("_row") in WHOLE_ROW

    @property
    def by_pointer(self) -> bool:
        """Whether the result is of another dtype than the loop, so that the vector function writes it itself."""
        result = self.signature.split("->")[1]
        return result == "b" or self.by_row or (result == "R" and self.families == "c")


def checked(variant: Variant) -> Variant:
    """The variant, if all that its formula calls is there; a composed formula becomes a call of its function."""
    for vector in variant.types:
        formulas.check_calls(variant.name, variant.formula, suffix(vector), variant.by_pointer)
    if not formulas.is_composed(variant.formula):
        name, _, rest = variant.formula.partition("(")
        return replace(variant, formula=f"{name}_row({rest}") if name in WHOLE_ROW else variant
    name = composed_name(variant.name)
    bodies = tuple(
        formulas.function(
            variant.name, f"{name}_{suffix(VECTOR[dtype])}", variant.formula, variant.signature, family, VECTOR[dtype]
        )
        for family in variant.families
        for dtype in table.FAMILY[family]
    )
    operands = OPERANDS[: len(variant.signature.split("->")[0])]
    return replace(variant, formula=f"{name}({', '.join(operands)})", functions=bodies)


def composed_name(row: str) -> str:
    return f"formula_{row}"


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
                yield checked(Variant(row.name, row.signature, formula, part))
    if "f" in families:
        for super_ in table.SUPERINSTRUCTIONS:
            yield Variant(super_.name, "TTT->T", super_.formula, "f")


def suffix(vector: str) -> str:
    return vector.removesuffix("v")


def shim_name(call: str, variant: Variant) -> str:
    return f"{call}_{suffix(variant.types[0])}" if len(variant.types) == 1 else f"{call}_{variant.fused}"


def parameters(variant: Variant, vector: str) -> list[str]:
    """C parameters of a vector function for one vector type."""
    letters = variant.signature.split("->")[0]
    nargs = variant.formula.count(",") + 1
    if nargs != len(letters):
        letters = "T" * nargs
    wide = {"f32v": "i32v", "f64v": "i64v"}.get(vector, "i64v")
    types = {"T": vector, "b": "const unsigned char *", "I": wide}
    if variant.by_row:
        rows = [f"const {vector} *{name}" for name in OPERANDS[: len(letters)]]
        if variant.signature.endswith("b"):
            return ["unsigned char *out", *rows, "Py_ssize_t nv"]
        return [f"{vector} *out", *rows, "bint one", "Py_ssize_t nv"]
    listed = [f"{types[letter]} {name}".replace("* ", "*") for letter, name in zip(letters, OPERANDS, strict=False)]
    if variant.by_pointer:
        listed.insert(0, f"{ELEMENT.get(vector, 'void')} *out")
    return listed


def externals(chosen: list[Variant]) -> list[str]:
    """Declarations of every vector function that the formulas call."""
    seen: dict[str, str] = {}
    for variant in chosen:
        for call in variant.calls:
            for vector in variant.types:
                name = f"{call}_{suffix(vector)}"
                result = "void" if variant.by_pointer else vector
                seen.setdefault(name, f"    {result} {name}({', '.join(parameters(variant, vector))})")
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
    listed = parameters(variant, variant.fused)
    arguments = [parameter.split()[-1].lstrip("*") for parameter in listed]
    if "I" in variant.signature:
        listed[1] = "char *y"
    result = "void" if variant.by_pointer else variant.fused
    lines = [f"cdef inline {result} {name}(", f"    {', '.join(listed)}", ") noexcept nogil:"]
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
    if variant.by_row:
        rows = [f"    cdef {fused} *{name} = <{fused} *>a[{OPERANDS.index(name)}]" for name in used]
        out = "<unsigned char *>out" if variant.signature.endswith("b") else "out"
        return [*lines[:1], *rows, f"    {row_call(body, out, used)}", "", ""]
    narrow = "b" in inputs
    for name in used:
        index = OPERANDS.index(name)
        kind = {"T": f"{fused} *", "b": "unsigned char *", "I": "char *"}[inputs[index]]
        lines.append(f"    cdef {kind}{name} = <{kind}>a[{index}]")
        element = {"T": f"{name}[v]", "b": f"{name} + v * lanes", "I": f"{name} + v * sizeof({fused})"}[inputs[index]]
        body = re.sub(rf"\b{name}\b(?!\()", element, body)
    if narrow:
        lines.append(f"    cdef Py_ssize_t lanes = {lanes(variant)}")
    if variant.by_pointer:
        lines.append("    cdef char *result = <char *>out")
        body = body.replace("(", f"(result + v * (<Py_ssize_t>sizeof({fused}) // 2), ", 1)
    lines.append("    for v in range(nv):")
    lines.append(f"        {'' if variant.by_pointer else 'out[v] = '}{body}")
    return [*lines, "", ""]


def row_call(body: str, out: str, used: list[str]) -> str:
    """The call of a function that takes the whole row."""
    known = "" if out != "out" else f", a[{table.EXPRESSION_INPUTS}] != NULL"
    return f"{body.partition('(')[0]}({out}, {', '.join(used)}{known}, nv)"


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
