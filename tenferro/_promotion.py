"""Which dtype an operation computes in, and which it returns: NumPy's promotion (NEP 50), asked of NumPy itself.

A row names the ufunc whose rule it follows; `resolve` asks that ufunc once for each combination of operand
dtypes and remembers the answer. A Python scalar is *weak*: it stands here as its type (``int``, ``float``,
``complex``), adapts to the dtypes beside it, and never widens them within its own kind.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tenferro._optable import CODE, DTYPES, ITEMSIZE, ROWS, STORAGE, Row


def _native_dtypes() -> dict[np.dtype, int]:
    """NumPy's native dtype -> our code (``long`` and ``long long`` share one)."""
    table = {}
    for char in "?bhilqBHILQefdFD":
        dtype = np.dtype(char)
        name = "bool" if dtype.kind == "b" else f"{dtype.kind}{dtype.itemsize * 8}"
        table[dtype] = CODE[name]
    return table


class _Dtypes(list):
    """NumPy's dtypes by code; bfloat16 is ml_dtypes' and found when first asked for."""

    def __getitem__(self, code):
        return super().__getitem__(code) or bfloat16()


_CODES = _native_dtypes()
#: our code -> NumPy's dtype; by index only, for iteration gives None for bfloat16 until it has been asked for
NUMPY_DTYPES = _Dtypes(
    None if name == "bf16" else np.dtype("?") if name == "bool" else np.dtype(f"{name[0]}{ITEMSIZE[name]}")
    for name in DTYPES
)


def bfloat16() -> np.dtype:
    """The dtype of ml_dtypes, which takes longer to import than all of tenferro; ImportError where it is missing."""
    from ml_dtypes import bfloat16 as scalar

    dtype = np.dtype(scalar)
    NUMPY_DTYPES[CODE["bf16"]] = dtype
    _CODES[dtype] = CODE["bf16"]
    return dtype


def as_dtype(dtype) -> np.dtype:
    """`numpy.dtype`, which knows the name "bfloat16" only where ml_dtypes has been imported."""
    return bfloat16() if isinstance(dtype, str) and dtype == "bfloat16" else np.dtype(dtype)


def named_dtype(dtype) -> np.dtype:
    """As `as_dtype`, and the table's names where NumPy has no meaning for them: "f64", "c128", "bf16"."""
    try:
        found = as_dtype(dtype)
    except TypeError:
        found = None
    if (found is None or code_of(found) < 0) and isinstance(dtype, str) and dtype in CODE:
        return NUMPY_DTYPES[CODE[dtype]]
    return found if found is not None else np.dtype(dtype)


def code_of(dtype: np.dtype) -> int:
    """Our code of a NumPy dtype of either byte order, or -1 where tenferro cannot hold it."""
    code = _CODES.get(dtype)
    if code is None:
        code = _CODES.get(dtype.newbyteorder("="), -1)
    if code < 0 and dtype.type.__module__ == "ml_dtypes" and dtype == bfloat16():
        code = CODE["bf16"]
    return code


class Resolution(NamedTuple):
    """The dtypes of one operation on given operands."""

    #: code of the dtype the loop computes in
    code: int
    #: what each operand is cast to before (f16 and bf16 as NumPy sees it; the loop itself takes f32)
    operands: tuple[np.dtype, ...]
    #: dtype of the result
    result: np.dtype
    #: no loop here knows the answer, NumPy's own is asked: no one dtype holds both operands (int64 and uint64
    #: compared), or it is the neighbour of a number that is only stored in its dtype
    delegated: bool = False


def describe(operand) -> str:
    """A dtype, or the weak type of a Python scalar, in words for an error message."""
    return f"Python {operand.__name__}" if isinstance(operand, type) else str(operand)


def _refuse(row: Row, operands, reason: str) -> TypeError:
    names = ", ".join(describe(operand) for operand in operands)
    return TypeError(f"{row.name} is not defined for dtype(s) {names}: {reason}")


def _result_type(operands) -> np.dtype:
    examples = [operand(1) if isinstance(operand, type) else operand for operand in operands]
    return np.result_type(*examples)


def _rule_of(row: Row):
    """The ufunc whose casting rule `row` follows."""
    owner = np
    for part in row.rule.split("."):
        owner = getattr(owner, part)
    return owner


def _ask_ufunc(row: Row, operands, dtype, casting) -> tuple[np.dtype, ...]:
    ufunc = _rule_of(row)
    if all(isinstance(operand, type) for operand in operands):
        operands = tuple(np.dtype(operand) for operand in operands)  # nothing to adapt to
    wanted = {}
    if dtype is not None:
        uniform = row.signature in ("T->T", "TT->T", "TTT->T")
        wanted["signature"] = (dtype if uniform else None,) * ufunc.nin + (dtype,)
    if casting == "equiv" and any(isinstance(operand, type) for operand in operands):
        return _ask_for_equivalents(ufunc, operands, wanted)
    return ufunc.resolve_dtypes((*operands, None), casting=casting, **wanted)


def _ask_for_equivalents(ufunc, operands, wanted) -> tuple[np.dtype, ...]:
    """The rule "equiv" for weak operands, of which `resolve_dtypes` dies (NumPy 2.4): "no" without byte orders."""
    native = tuple(x if isinstance(x, type) else x.newbyteorder("=") for x in operands)
    answer = ufunc.resolve_dtypes((*native, None), casting="no", **wanted)
    for operand, resolved in zip(operands, answer, strict=False):
        if isinstance(operand, type) and np.dtype(operand) != resolved:
            raise TypeError(f"cannot cast {describe(operand)} to {resolved} with casting rule 'equiv'")
    return answer


def _ask_result_type(row: Row, operands, dtype) -> tuple[np.dtype, ...]:
    """Rules of functions that are no ufunc: plain promotion of the values (``where`` leaves out its condition)."""
    values = operands[1:] if row.rule.endswith(":where") else operands
    computed = dtype or _result_type(values)
    if row.rule.endswith(":float") and computed.kind in "biu":
        computed = np.dtype("f8")
    result = computed
    if row.result == "R" and computed.kind == "c":
        result = np.dtype(f"f{computed.itemsize // 2}")
    head = (np.dtype("?"),) if row.rule.endswith(":where") else ()
    return (*head, *(computed,) * len(values), result)


#: operators of the rows that have an answer for an integer beyond the dtype beside it
_COMPARISONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))
_CLIPS_BELOW, _CLIPS_ABOVE = 1, 2


def is_comparison(row: Row) -> bool:
    """Whether the row compares numbers."""
    return row.operator in _COMPARISONS


def in_range(row: Row, i: int, value: int, dtype: np.dtype) -> int:
    """A Python integer as operand number `i` of `row`, brought into the range of `dtype` by the rules of NumPy.

    The bounds of `clip` end where the dtype does, a choice of `where` wraps around, and everywhere else an integer
    out of range is an error.

    Raises
    ------
    OverflowError
        The dtype cannot hold it; the message names the operation and both.
    """
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        if limits.min <= value <= limits.max:
            return value
        if row.name == "clip" and i == _CLIPS_BELOW and value < limits.min:
            return int(limits.min)
        if row.name == "clip" and i == _CLIPS_ABOVE and value > limits.max:
            return int(limits.max)
        if row.name == "where" and -(1 << 63) <= value < 1 << 64:
            return int(np.array(value).astype(dtype))
    elif -(1 << 63) <= value < 1 << 63 or dtype.kind != "b":
        return value
    shown = value if value.bit_length() <= 256 else f"of {value.bit_length()} bits"
    raise OverflowError(f"{row.name}: Python integer {shown} is out of bounds for {dtype}")


@lru_cache(maxsize=8192)
def resolve(row: Row, operands: tuple, dtype: np.dtype | None = None, casting: str = "same_kind") -> Resolution:
    """The dtypes in which `row` works on `operands`.

    Parameters
    ----------
    row : Row
        The operation.
    operands : tuple of numpy.dtype or type
        One entry an input: a native dtype, or ``int``, ``float`` or ``complex`` for a Python scalar.
    dtype : numpy.dtype, optional
        The dtype to compute in, as NumPy's keyword of that name.
    casting : str
        The rule for casting inputs where `dtype` is given.

    Raises
    ------
    TypeError
        The row has no loop for these dtypes; the message names both.
    """
    for operand in operands:
        if not isinstance(operand, type) and code_of(operand) < 0:
            raise _refuse(row, operands, "tenferro holds bool, integers, float16/32/64, bfloat16 and complex64/128")
    try:
        if row.rule.startswith("result_type"):
            answer = _ask_result_type(row, operands, dtype)
        else:
            answer = _ask_ufunc(row, operands, dtype, casting)
    except TypeError as error:
        raise _refuse(row, operands, str(error).split("\n", 1)[0]) from None
    lead = answer[-2] if row.signature[0] == "b" else answer[0]
    name = DTYPES[code_of(lead)] if code_of(lead) >= 0 else ""
    name = STORAGE.get(name, name)
    if name not in row.dtypes():
        raise _refuse(row, operands, f"no loop computes in {lead}")
    delegated = row.result == "b" and len(set(answer[: row.nin])) > 1
    delegated = delegated or (row.name == "nextafter" and DTYPES[code_of(lead)] in STORAGE)
    return Resolution(CODE[name], answer[: row.nin], answer[-1], delegated)


def resolve_opcode(opcode: int, operands: tuple) -> Resolution:
    """`resolve` by opcode, with the default keywords."""
    return resolve(ROWS[opcode], operands)
