"""The interpreter: runs a Program on NumPy, one expression an instruction, slow and obvious.

It is the living definition of what a program means. The executor is held to it bit for bit where an operation is
exact; where it is rounded (``exp``), NumPy's own last bits differ, so a caller may say with `loops` what computes
those rows.
"""

import numpy as np

from tenferro._fused.program import SUPER, Program
from tenferro._optable import BY_NAME, CAST, EXPRESSION, ROWS, Row
from tenferro._promotion import NUMPY_DTYPES


def define(row: Row, operands, loops=None):
    """One row on arrays that already have the dtypes of its loop."""
    own = loops.get(row.name) if loops else None
    if own is not None:
        return own(*operands)
    if not row.twin:
        raise NotImplementedError(f"NumPy has no {row.name}: name a function for it in `loops`")
    return getattr(np, row.twin)(*operands)


def _super(opcode, operands, loops):
    first, second, mirrored = SUPER[opcode]
    x, y, z = operands
    inner = define(BY_NAME[first], (x, y), loops)
    return define(BY_NAME[second], (z, inner) if mirrored else (inner, z), loops)


def _expression(body, operands, loops):
    values = list(operands)
    for row, *inputs in body:
        values.append(define(ROWS[row], [values[i] for i in inputs], loops))
    return values[-1]


def run(program: Program, *arrays, loops=None, shape=None) -> tuple[np.ndarray, ...]:
    """The results of `program` on `arrays`.

    Parameters
    ----------
    program : Program
    *arrays : array_like
        One an input.
    loops : dict of str to callable, optional
        Functions of arrays that stand for rows, by name; NumPy's twins compute all others.
    shape : tuple of int, optional
        The iteration space, where it is larger than the arrays broadcast together.

    Returns
    -------
    tuple of numpy.ndarray
    """
    arrays = [np.asarray(array) for array in arrays]
    if shape is None:
        shape = np.broadcast_shapes(*[array.shape for array in arrays])
    registers: dict[int, np.ndarray] = {}
    with np.errstate(all="ignore"):
        for entry, array in zip(program.inputs, arrays, strict=True):
            registers[entry.register] = array.astype(NUMPY_DTYPES[program.registers[entry.register]])
        for entry in program.constants:
            registers[entry.register] = np.asarray(entry.value, dtype=NUMPY_DTYPES[program.registers[entry.register]])
        for step in program.instructions:
            operands = [registers[register] for register in step.inputs]
            dtype = NUMPY_DTYPES[program.registers[step.out]]
            if step.opcode == CAST:
                value = operands[0].astype(dtype)
            elif step.opcode == EXPRESSION:
                value = _expression(step.body, operands, loops)
            elif step.opcode > CAST:
                value = _super(step.opcode, operands, loops)
            else:
                value = define(ROWS[step.opcode], operands, loops)
            registers[step.out] = np.asarray(value, dtype=dtype)
        results = [registers[output.register].astype(output.dtype) for output in program.outputs]
    return tuple(np.broadcast_to(result, shape).copy() for result in results)
