"""Programs: the rules that the executor relies on, and what they mean."""

import pickle

import numpy as np
import pytest

from tenferro._fused import executor, interpreter
from tenferro._fused.program import Constant, Input, Instruction, Output, Program, name_of
from tenferro._optable import (
    CAST,
    CODE,
    EXPRESSION,
    EXPRESSION_INPUTS,
    EXPRESSION_LENGTH,
    N_OPCODES,
    OPCODE,
    SUPER_OPCODE,
)

F8, F4, F2, BOOL = (CODE[name] for name in ("f64", "f32", "f16", "bool"))
DOUBLE = np.dtype("f8")


def program(*instructions, registers=(F8, F8, F8), output=2):
    inputs = (Input("x", DOUBLE, 0), Input("y", DOUBLE, 1))
    return Program(inputs, (), instructions, (Output(output, DOUBLE),), registers)


GOOD = program(Instruction(OPCODE["add"], F8, 2, (0, 1)))


def test_prints_and_travels():
    assert GOOD.check() is GOOD
    assert "add.f64 r0 r1" in str(GOOD) and "x (float64)" in str(GOOD)
    assert pickle.loads(pickle.dumps(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (program(Instruction(OPCODE["add"], F8, 0, (0, 1)), output=0), "holds an input"),
        (program(Instruction(OPCODE["add"], F4, 2, (0, 1))), "registers hold"),
        (program(Instruction(OPCODE["exp"], F8, 2, (2,))), "nothing yet"),
        (program(*[Instruction(OPCODE["add"], F8, 2, (0, 1))] * 2), "second time"),
        (program(Instruction(OPCODE["less"], F8, 2, (0, 1))), "registers hold"),
        (program(), "never filled"),
    ],
)
def test_broken_rules_are_told(bad, says):
    with pytest.raises(ValueError, match=says):
        bad.check()


def expression(*body, n=1):
    inputs = tuple(Input(f"x{i}", DOUBLE, i) for i in range(n))
    step = Instruction(EXPRESSION, F8, n, tuple(range(n)), body)
    return Program(inputs, (), (step,), (Output(n, DOUBLE),), (F8,) * (n + 1))


ADD, SQUARE = OPCODE["add"], OPCODE["square"]


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (expression(), "0 entries"),
        (expression(*[(ADD, 0, 0)] * (EXPRESSION_LENGTH + 1)), f"{EXPRESSION_LENGTH + 1} entries"),
        (expression((OPCODE["sin"], 0, 0)), "value 1 of its body is sin"),
        (expression((9999, 0, 0)), "value 1 of its body is opcode 9999"),
        (expression((ADD, 0, 0), (-1, 0, 0)), "value 2 of its body is opcode -1"),
        (expression((ADD, 0)), "1 operands"),
        (expression((SQUARE, 0, 0)), "2 operands"),
        (expression((ADD, 0, 1)), "not there yet"),
        (expression((ADD, 0, -1)), "not there yet"),
        (expression((ADD, 0, 1), n=EXPRESSION_INPUTS + 1), f"{EXPRESSION_INPUTS + 1} inputs"),
        (program(Instruction(ADD, F8, 2, (0, 1), ((ADD, 0, 1),))), "only an expression has a body"),
    ],
)
def test_bad_bodies_are_told(bad, says):
    with pytest.raises(ValueError, match=f"instruction 0, .*{says}"):
        bad.check()


def test_a_body_runs():
    good = expression((ADD, 0, 1), (SQUARE, 2), (OPCODE["multiply"], 3, 2), n=2).check()
    x, y = np.arange(5.0), np.full(5, 0.25)
    (expected,) = interpreter.run(good, x, y)
    (found,) = executor.prepare(good, None, (x, y)).run(x, y)
    assert (expected == (x + y) ** 2 * (x + y)).all() and (found == expected).all()


def test_every_opcode_has_a_name():
    names = [name_of(opcode) for opcode in range(N_OPCODES)]
    assert len(set(names)) == N_OPCODES


def test_the_interpreter_casts_and_joins():
    key = ("multiply", "subtract", True)
    steps = (
        Instruction(SUPER_OPCODE[key], F8, 2, (0, 1, 3)),
        Instruction(CAST, F2, 4, (2,)),
        Instruction(CAST, F8, 5, (4,)),
    )
    made = Program(
        (Input("x", np.dtype(">f8"), 0), Input("y", np.dtype("i2"), 1)),
        (Constant(3, 0.1, DOUBLE),),
        steps,
        (Output(5, np.dtype("f4")), Output(0, DOUBLE)),
        (F8, F8, F8, F8, F2, F8),
    )
    made.check()
    x, y = np.array([0.3, 2.0], ">f8"), np.array([[3], [4]], "i2")
    rounded, copied = interpreter.run(made, x, y)
    assert rounded.dtype == np.float32 and rounded.shape == copied.shape == (2, 2)
    assert (rounded == (0.1 - x * y).astype("f2").astype("f4")).all()
    assert (copied == x).all() and copied.dtype == np.dtype("f8")


def test_the_interpreter_names_what_it_lacks():
    made = program(Instruction(OPCODE["erf"], F8, 2, (0,)))
    with pytest.raises(NotImplementedError, match="erf"):
        interpreter.run(made, 1.0, 2.0)
    (found,) = interpreter.run(made, 1.0, 2.0, loops={"erf": lambda x: x + 1})
    assert found == 2.0
