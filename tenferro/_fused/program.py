"""Program: typed instructions over numbered registers, without shapes. What the planner writes and the executor runs.

::

    r0 <- x              a load makes the register: it converts from the array's dtype, splats broadcast values
    r1 <- 0.5            a constant fills its register once
    r2 = multiply r0 r1  an instruction is one loop over whole registers
    y <- r2              a store converts to the dtype of the result

Rules that the executor relies on and `check` verifies:

* a register holds one dtype for good; only casts touch registers of float16 and bfloat16, nothing computes in them;
* registers of inputs and constants are never written by an instruction, because they may be the caller's own memory;
* a register that is an output is written once, because the instruction may write to the result itself.

Programs are tuples all the way down: immutable, comparable, picklable.
"""

from typing import NamedTuple

import numpy as np

from tenferro._optable import (
    CAST,
    CODE,
    DTYPES,
    EXPRESSION,
    EXPRESSION_INPUTS,
    EXPRESSION_LENGTH,
    EXPRESSION_ROWS,
    OPCODE,
    ROWS,
    STORAGE,
    SUPER_OPCODE,
)

#: opcode -> (first row, second row, mirrored) of a superinstruction
SUPER = {opcode: key for key, opcode in SUPER_OPCODE.items()}
_EXPRESSION_OPCODES = frozenset(OPCODE[name] for name in EXPRESSION_ROWS)
_STORAGE_CODES = frozenset(CODE[name] for name in STORAGE)


class Input(NamedTuple):
    """An array in memory, loaded into `register`."""

    name: str
    dtype: np.dtype
    register: int


class Constant(NamedTuple):
    """A value known when the program was made."""

    register: int
    value: object
    dtype: np.dtype


class Instruction(NamedTuple):
    """``out = opcode(inputs)`` in the loop for dtype `code`; for a cast, `code` is the dtype of `out`.

    An expression has a `body`: entries of a row and its operands, which are the inputs, 0 to n - 1, and the results of
    earlier entries, n on.
    """

    opcode: int
    code: int
    out: int
    inputs: tuple[int, ...]
    body: tuple[tuple[int, ...], ...] = ()

    def numbered(self):
        """(value, entry) of the body."""
        return enumerate(self.body, len(self.inputs))


class Output(NamedTuple):
    """A register and the dtype in which it is stored."""

    register: int
    dtype: np.dtype


def name_of(opcode: int) -> str:
    """The name of a row, ``cast``, ``expression``, or the names of the two rows that a superinstruction joins."""
    if opcode < CAST:
        return ROWS[opcode].name
    if opcode == CAST:
        return "cast"
    if opcode == EXPRESSION:
        return "expression"
    first, second, mirrored = SUPER[opcode]
    return f"{first}+{second}" + ("'" if mirrored else "")


class Program(NamedTuple):
    """See the module's docstring. `registers` gives the code of the dtype that each register holds."""

    inputs: tuple[Input, ...]
    constants: tuple[Constant, ...]
    instructions: tuple[Instruction, ...]
    outputs: tuple[Output, ...]
    registers: tuple[int, ...]

    def __str__(self) -> str:
        def typed(register):
            return f"r{register}:{DTYPES[self.registers[register]]}"

        lines = [
            f"program: {len(self.inputs)} inputs, {len(self.instructions)} instructions, "
            f"{len(self.registers)} registers, {len(self.outputs)} outputs"
        ]
        lines += [f"  {typed(entry.register)} <- {entry.name} ({entry.dtype})" for entry in self.inputs]
        lines += [f"  {typed(entry.register)} <- {entry.value!s}" for entry in self.constants]
        for step in self.instructions:
            sources = " ".join(f"r{register}" for register in step.inputs)
            lines.append(f"  {typed(step.out)} = {name_of(step.opcode)}.{DTYPES[step.code]} {sources}")
            lines += [
                f"    {value}: {name_of(row)} {' '.join(map(str, operands))}"
                for value, (row, *operands) in step.numbered()
            ]
        lines += [f"  out{i} ({entry.dtype}) <- r{entry.register}" for i, entry in enumerate(self.outputs)]
        return "\n".join(lines)

    @property
    def superinstructions(self) -> int:
        """How many instructions do the work of two rows or more."""
        return sum(step.opcode > CAST for step in self.instructions)

    def check(self) -> "Program":
        """Raise ValueError where a rule of the module's docstring is broken; return the program."""
        loaded = {entry.register for entry in self.inputs} | {entry.register for entry in self.constants}
        filled = set(loaded)
        kept = {entry.register for entry in self.outputs}
        for number, step in enumerate(self.instructions):
            _check_body(number, step)
            _check_types(self, number, step)
            if step.out in loaded:
                raise ValueError(f"instruction {number} writes to register {step.out}, which holds an input")
            if step.out in kept and step.out in filled:
                raise ValueError(f"instruction {number} writes to output register {step.out} a second time")
            if not filled.issuperset(step.inputs):
                raise ValueError(f"instruction {number} reads a register that holds nothing yet")
            filled.add(step.out)
        if not filled.issuperset(kept):
            raise ValueError("an output's register is never filled")
        return self


def _check_body(number: int, step: Instruction):
    """The body of an expression is one that `groups` can encode."""
    what = f"instruction {number}, {name_of(step.opcode)}"
    if step.opcode != EXPRESSION:
        if step.body:
            raise ValueError(f"{what}: only an expression has a body")
        return
    if not 1 <= len(step.body) <= EXPRESSION_LENGTH:
        raise ValueError(f"{what}: its body has {len(step.body)} entries; 1 to {EXPRESSION_LENGTH} are possible")
    if not 1 <= len(step.inputs) <= EXPRESSION_INPUTS:
        raise ValueError(f"{what} has {len(step.inputs)} inputs; 1 to {EXPRESSION_INPUTS} are possible")
    for value, (row, *operands) in step.numbered():
        if row not in _EXPRESSION_OPCODES:
            known = name_of(row) if 0 <= row < CAST else f"opcode {row}"
            raise ValueError(f"{what}: value {value} of its body is {known}; possible are {', '.join(EXPRESSION_ROWS)}")
        if len(operands) != ROWS[row].nin:
            raise ValueError(f"{what}: value {value} of its body gives {name_of(row)} {len(operands)} operands")
        if not all(0 <= operand < value for operand in operands):
            raise ValueError(f"{what}: value {value} of its body reads a value that is not there yet")


def _check_types(program: Program, number: int, step: Instruction):
    """The registers of one instruction hold the dtypes that its loop takes."""
    codes = [program.registers[register] for register in step.inputs]
    out = program.registers[step.out]
    if step.opcode == CAST:
        expected, result = [codes[0]], step.code
    elif step.opcode > CAST:
        expected, result = [step.code] * (len(codes) if step.opcode == EXPRESSION else 3), step.code
    else:
        row, name = ROWS[step.opcode], DTYPES[step.code]
        expected = [CODE[row.operand_dtype(i, name)] for i in range(row.nin)]
        result = CODE[row.operand_dtype(-1, name)]
    if codes != expected or out != result:
        held = ", ".join(DTYPES[code] for code in codes)
        raise ValueError(f"instruction {number}, {name_of(step.opcode)}: registers hold {held} -> {DTYPES[out]}")
    if step.opcode != CAST and _STORAGE_CODES.intersection((*codes, out)):
        raise ValueError(f"instruction {number} computes in a storage dtype")
    if step.out in step.inputs and out != program.registers[step.inputs[step.inputs.index(step.out)]]:
        raise ValueError(f"instruction {number} changes the dtype of register {step.out}")
