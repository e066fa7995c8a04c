"""What the compiler made of the loops: one line for each row, dtype and level, read from the built objects.

    python tools/hotloops.py                       # the table
    python tools/hotloops.py --rows exp,log --level v3
    python tools/hotloops.py --json                # the same for programs
    python tools/hotloops.py --check               # exit code 1 where v3 or v4 is bad without a known reason

The hot loop of a function is the longest of its outermost ones. Its *common path* is the loop without detours, blocks
that a branch either enters or skips: so rare lanes are served. Both arms of an if with an else are common, and so is a
vector function that is called. What the compiler has put into the function's cold part is a detour as well. Columns:

    width    bits of the widest register
    length   instructions
    calls    of functions; aside: those on detours
    stores   of vector registers to the stack, which are spills
    loads    of vectors from the stack: what was spilled, or a constant without a register
    memory   constants read from memory (as an instruction's operand they cost next to nothing)
    scalar   floating-point instructions on one number
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tenferro"))

import _optable as table  # noqa: E402  (without the package, which needs a build)

BITS = {"baseline": 128, "v3": 256, "v4": 512}
FUNCTION = re.compile(r"^[0-9a-f]+ <(?P<name>[^>]+)>:$")
INSTRUCTION = re.compile(r"^\s*(?P<at>[0-9a-f]+):\t(?P<operation>(?:(?:rep|bnd|notrack)\s+)*\S+)\s*(?P<operands>.*)$")
LOOP = re.compile(r"fuse_(?P<index>\d+)__pyx_f_.*_(?P<level>[a-z0-9]+)_loop_(?P<row>\w+)_(?P<families>[a-z]+)$")
REGISTER = re.compile(r"\b([xyz])mm\d+")
WIDTH = {"x": 128, "y": 256, "z": 512}
STACK = re.compile(r"\[(?:rsp|rbp)[^\]]*\]")
SCALAR = re.compile(r"^v?(?:add|sub|mul|div|sqrt|max|min|u?comi|cvtt?s[a-z0-9]+2|fn?m(?:add|sub)\d+)s[sd]$")

LANES = "a function of the C library, one number at a time"
NARROW = "the result has half a register or less"
SCREEN = "operands stored beside a division for its rare lanes; without the stores it takes as long"
#: Why a hot loop of v3 or v4 has a call, a spill or a narrow register. Not of real numbers alone; and of them.
EXPECTED_COMPLEX = (
    dict.fromkeys(
        "arccos arccosh arcsin arcsinh arctan arctanh cos cosh exp exp2 expm1 log log10 log1p log2".split(), LANES
    )
    | dict.fromkeys("power sin sinh sqrt tan tanh".split(), LANES)
    | dict.fromkeys("equal greater greater_equal imag isfinite isinf isnan less less_equal".split(), NARROW)
    | dict.fromkeys("logical_and logical_not logical_or logical_xor not_equal real".split(), NARROW)
    | dict.fromkeys(("divide", "reciprocal"), SCREEN)
    | {"clip": "compared by real part, then imaginary part, one number at a time"}
)
EXPECTED = {
    "erf": "16 rows of coefficients: 2 stores among 120 instructions",
    "erfc": "an exponential and rows of coefficients: 2 to 4 stores among 200 instructions",
    "gamma": LANES,
    "lgamma": LANES,
    "power": "two logarithms' worth of constants: 3 stores among 200 instructions",
}


class Instruction(NamedTuple):
    at: int
    operation: str
    operands: str

    @property
    def target(self) -> int | None:
        """Where a jump or call goes."""
        first = self.operands.split()[:1]
        goes = self.is_jump or self.is_call
        return int(first[0], 16) if goes and first and re.fullmatch(r"[0-9a-f]+", first[0]) else None

    @property
    def is_jump(self) -> bool:
        return self.operation.split()[-1].startswith("j")

    @property
    def is_call(self) -> bool:
        return self.operation.split()[-1] == "call"


class Findings(NamedTuple):
    """Counts of one hot loop."""

    width: int = 0
    length: int = 0
    calls: int = 0
    aside: int = 0
    stores: int = 0
    loads: int = 0
    memory: int = 0
    scalar: int = 0


def functions(text: str) -> dict[str, list[Instruction]]:
    """The functions of what ``objdump -d --no-show-raw-insn -M intel`` prints."""
    found, current = {}, []
    for line in text.splitlines():
        if head := FUNCTION.match(line):
            current = found.setdefault(head["name"], [])
        elif part := INSTRUCTION.match(line):
            operands = re.sub(r"\s*(#.*|<[^>]*>)$", "", part["operands"])
            current.append(Instruction(int(part["at"], 16), part["operation"], operands))
    return found


def blocks_of(code: list[Instruction]) -> tuple[list[list[Instruction]], list[list[int]]]:
    """Basic blocks by address, and the numbers of those that follow each."""
    places = {one.at for one in code}
    leaders = {code[0].at} | {one.target for one in code if one.is_jump and one.target in places}
    leaders |= {after.at for one, after in zip(code, code[1:], strict=False) if one.is_jump or one.operation == "ret"}
    blocks: list[list[Instruction]] = []
    for one in code:
        if one.at in leaders:
            blocks.append([])
        blocks[-1].append(one)
    number = {block[0].at: i for i, block in enumerate(blocks)}
    following = []
    for i, block in enumerate(blocks):
        last = block[-1]
        after = [number[last.target]] if last.is_jump and last.target in number else []
        if last.operation not in ("ret", "jmp") and i + 1 < len(blocks):
            after.append(i + 1)
        following.append(after)
    return blocks, following


def reachable(start: int, following: list[list[int]], within=None, without: int | None = None) -> set[int]:
    seen, open_ends = set(), [start]
    while open_ends:
        block = open_ends.pop()
        if block not in seen and block != without and (within is None or block in within):
            seen.add(block)
            open_ends += following[block]
    return seen


def outermost_loops(following: list[list[int]]) -> list[tuple[int, set[int]]]:
    """Head and all blocks of each loop that lies in no other."""
    everything = reachable(0, following)
    preceding: list[list[int]] = [[] for _ in following]
    for block in everything:
        for after in following[block]:
            preceding[after].append(block)
    loops = []
    for head in sorted(everything):
        avoiding = reachable(0, following, without=head)  # a block that is not reached so is dominated by the head
        if back := [block for block in preceding[head] if block not in avoiding]:
            inside = (reachable(last, preceding, without=head) for last in back)
            loops.append((head, {head}.union(*inside)))
    return [one for one in loops if not any(one[0] != other[0] and one[0] in other[1] for other in loops)]


def common_path(head: int, body: set[int], following: list[list[int]]) -> set[int]:
    """The blocks of a loop, or of a whole function, without detours."""
    ends = {block for block in body if head in following[block] or not following[block]}
    aside: set[int] = set()
    for block in body:
        after = [one for one in following[block] if one in body and one != head]
        if len(after) == 2:
            for one, join in (after, after[::-1]):
                detour = reachable(one, following, within=body - {head}, without=join)
                if not detour & ends:
                    aside |= detour - {block}
    return reachable(head, following, within=body - aside)


def judge(common: list[Instruction], rare: list[Instruction], framed: bool) -> Findings:
    """Counts over the instructions of the common path and of the rest."""
    counts = dict.fromkeys(Findings._fields, 0)
    for one in common:
        registers = REGISTER.findall(one.operands)
        counts["width"] = max([counts["width"], *(WIDTH[register] for register in registers)])
        counts["calls"] += one.is_call
        counts["scalar"] += bool(SCALAR.match(one.operation))
        counts["memory"] += bool(registers) and "[rip" in one.operands
        place = STACK.search(one.operands) if registers else None
        if place and (framed or "rbp" not in place[0]):
            counts["stores" if place.start() < REGISTER.search(one.operands).start() else "loads"] += 1
    counts["length"] = len(common)
    counts["aside"] = sum(one.is_call for one in rare)
    return Findings(**counts)


def inspect(code: list[Instruction], others: dict[int, list[Instruction]], whole: bool = False) -> Findings | None:
    """Of the longest outermost loop of a function, with what it calls of the `others`; None where there is no loop."""
    blocks, following = blocks_of(code)
    framed = any(one.operation == "mov" and one.operands == "rbp,rsp" for one in code)
    found = []
    for head, body in [(0, reachable(0, following))] if whole else outermost_loops(following):
        common = common_path(head, body, following)
        path, rare = ([one for i in sorted(which) for one in blocks[i]] for which in (common, body - common))
        counts = judge(path, rare, framed)
        for one in path:
            called = others.get(one.target) if one.is_call and not whole else None
            if called and (inner := inspect(called, others, whole=True)):
                counts = Findings(*(a + b for a, b in zip(counts, inner, strict=True)))._replace(
                    width=max(counts.width, inner.width)
                )
        found.append(counts)
    return max(found, key=lambda one: one.length, default=None)


def disassembly(path: Path) -> str:
    command = ["objdump", "-d", "--no-show-raw-insn", "-M", "intel", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def dtype_of(index: int, families: str) -> str:
    """The dtype of a fused function's variant: Cython numbers them in the order of the type's members."""
    return [name for family in families for name in table.FAMILY[family]][index]


def report(objects, rows=(), level="") -> dict[tuple[str, str, str], Findings]:
    """Findings by row, dtype and level."""
    found = {}
    for path in objects:
        if level and not path.stem.split(".")[0].endswith(f"_{level}"):
            continue
        listed = functions(disassembly(path))
        others = {code[0].at: code for code in listed.values() if code}
        for name, code in listed.items():
            loop = LOOP.search(name)
            if loop and (not rows or loop["row"] in rows) and (findings := inspect(code, others)):
                cold = sum(one.is_call for one in listed.get(f"{name}.cold", ()))
                key = loop["row"], dtype_of(int(loop["index"]), loop["families"]), loop["level"]
                found[key] = findings._replace(aside=findings.aside + cold)
    return found


def is_expected(row: str, dtype: str, level: str) -> bool:
    return level == "baseline" or row in (EXPECTED_COMPLEX if dtype in table.FAMILY["c"] else EXPECTED)


def complaints(found) -> list[str]:
    """What a hot loop should not have, unless a table says why; the baseline has too few registers to be asked."""
    lines = []
    for key, one in sorted(found.items()):
        wrong = [f"registers of {one.width} bits"] if one.width < BITS.get(key[2], 128) else []
        wrong += [f"{count} {what}" for count, what in ((one.calls, "calls"), (one.stores, "spills")) if count]
        if wrong and not is_expected(*key):
            lines.append(f"{' '.join(key)}: {', '.join(wrong)}")
    return lines


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="", help="names, separated by commas; all without")
    parser.add_argument("--level", default="", choices=["", *BITS])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("objects", nargs="*", type=Path, help="files; without, those of the build in `build/`")
    chosen = parser.parse_args(arguments)
    objects = chosen.objects or sorted((ROOT / "build").glob("temp.*/**/loops_*.o"))
    if not objects:
        parser.error("nothing is built here: ./dev build")
    found = report(objects, set(filter(None, chosen.rows.split(","))), chosen.level)
    if chosen.json:
        print(
            json.dumps(
                [dict(zip(("row", "dtype", "level"), key, strict=True)) | one._asdict() for key, one in found.items()]
            )
        )
    elif not chosen.check:
        print(f"{'row':<28}{'dtype':<10}{'level':<10}" + "".join(f"{name:>8}" for name in Findings._fields))
        for key, one in sorted(found.items()):
            print("{:<28}{:<10}{:<10}".format(*key) + "".join(f"{count:>8}" for count in one))
    if chosen.check:
        wrong = complaints(found)
        print("\n".join(wrong) or f"{len(found)} hot loops as they should be")
        return bool(wrong)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
