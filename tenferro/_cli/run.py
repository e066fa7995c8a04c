"""``python -m tenferro run 'tanh(x)*y' x=a.npy y=b.npy -o out.npy``: an expression over arrays that need not fit
memory.

Inputs are mapped, not read; the result is computed in pieces along its first axis and written to a file beside the
final one, which it replaces when whole. So a kill or a full disk leaves no half-written result under the name that
was asked for.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from tenferro._cli.progress import Progress

#: bytes of result computed at a time: far beyond what threads need, far below any memory
PIECE_BYTES = 32 << 20


def add_arguments(parser) -> None:
    parser.add_argument("expression", help="names, numbers, operators and functions, as in 'tanh(sin(x*x+x)*y+y)'")
    parser.add_argument("inputs", nargs="*", metavar="NAME=FILE", help="a .npy file, or a number, for each name")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the .npy file to write")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")


#: what an .npy file begins with, and what a .npz archive does
NPY, NPZ = b"\x93NUMPY", b"PK"


def prepare(arguments: list[str]) -> list[str]:
    """The arguments with an expression such as ``-x+y`` set apart from the options."""
    prepared = []
    for before, argument in zip(["", *arguments], arguments, strict=False):
        option = argument.startswith(("--", "-o", "-q", "-h")) or before in ("-o", "--output")
        prepared.append(argument if option or not argument.startswith("-") else f" {argument}")
    return prepared


class Refused(Exception):
    """A mistake in what was asked for, in words for the user."""


def main(options) -> int:
    try:
        return run(options)
    except Refused as refusal:
        print(f"tenferro run: {refusal}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"tenferro run: {error}", file=sys.stderr)
        return 1


def run(options) -> int:
    from tenferro._evaluate import compiled

    values = dict(read_input(text) for text in options.inputs)
    try:
        expression, function = compiled(options.expression)
        unknown = [name for name in expression.names if name not in values]
        if unknown:
            raise Refused(f"no input given for {', '.join(unknown)}: write {unknown[0]}=FILE.npy")
        unused = [name for name in values if name not in expression.names]
        if unused:
            raise Refused(f"the expression has no {', '.join(unused)}")
        if not expression.names:
            raise Refused("the expression names no input")
        shape = common_shape(values)
        dtype = np.asarray(function(**{name: sample(value) for name, value in values.items()})).dtype
    except (ValueError, TypeError) as error:
        raise Refused(str(error)) from None
    write(function, values, shape, dtype, Path(options.output), options.quiet)
    return 0


def read_input(text: str):
    """``NAME=FILE`` or ``NAME=NUMBER``: the name, and an array mapped from the file or a Python scalar."""
    name, equals, source = text.partition("=")
    if not equals or not name.isidentifier() or not source:
        raise Refused(f"{text!r} is not of the form NAME=FILE.npy or NAME=NUMBER")
    for kind in (int, float, complex):
        try:
            return name, kind(source)
        except ValueError:
            continue
    try:
        with open(source, "rb") as file:
            head = file.read(len(NPY))
        if head.startswith(NPZ):
            raise Refused(f"{source!r} is an archive of arrays; a .npy file holds one")
        if head != NPY:
            raise Refused(f"{source!r} is no .npy file: numpy.save writes one")
        array = np.load(source, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise Refused(f"cannot read {source!r}: {error.strerror or error}") from None
    except ValueError as error:
        raise Refused(f"cannot read {source!r} as .npy: {error}") from None
    return name, array.view(np.ndarray)


def common_shape(values) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*(np.shape(value) for value in values.values()))
    except ValueError:
        shapes = ", ".join(f"{name} is {np.shape(value)}" for name, value in values.items() if np.ndim(value))
        raise Refused(f"the shapes do not fit together: {shapes}") from None


def sample(value):
    """An input without elements but of the same kind: it tells the dtype of the result at no cost."""
    return np.empty((0,) * np.ndim(value), value.dtype) if isinstance(value, np.ndarray) and value.ndim else value


def piece(value, ndim: int, rows: slice):
    """The part of an input that belongs to these rows of the result."""
    if not isinstance(value, np.ndarray) or value.ndim < ndim or value.shape[0] == 1:
        return value
    return value[rows]


def write(function, values, shape, dtype, target: Path, quiet: bool) -> None:
    """Compute piece by piece into a temporary file, and move it into place."""
    count = int(np.prod(shape, dtype=object))
    if not target.parent.is_dir():
        raise Refused(f"there is no folder {str(target.parent)!r} to write {target.name!r} to")
    if target.is_dir():
        raise Refused(f"{str(target)!r} is a folder, not a file to write")
    descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    os.close(descriptor)
    try:
        if shape and count:
            write_pieces(function, values, shape, dtype, temporary, quiet)
        else:
            with open(temporary, "wb") as file:
                np.save(file, np.broadcast_to(np.asarray(function(**values), dtype), shape))
        os.chmod(temporary, 0o666 & ~current_umask())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def write_pieces(function, values, shape, dtype, temporary: str, quiet: bool) -> None:
    row_bytes = dtype.itemsize * int(np.prod(shape[1:], dtype=object))
    step = max(1, PIECE_BYTES // max(row_bytes, 1))
    progress = Progress(float(shape[0]))
    begun = time.monotonic()
    with open(temporary, "wb") as file:
        header = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(file, header)
        for first in range(0, shape[0], step):
            rows = slice(first, min(first + step, shape[0]))
            part = function(**{name: piece(value, len(shape), rows) for name, value in values.items()})
            whole = np.broadcast_to(part, (rows.stop - rows.start, *shape[1:]))
            file.write(np.ascontiguousarray(whole, dtype).data)
            if not quiet:
                rate = rows.stop * row_bytes / max(time.monotonic() - begun, 1e-9) / 1e6
                progress.advance(rows.stop - rows.start, f"{rate:.0f} MB/s")
        file.flush()
        os.fsync(file.fileno())
    progress.close()


def current_umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask
