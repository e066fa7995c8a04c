"""The library under measurement, in a process of its own: one for each level, because a level is chosen at import.

    parent: writes the operands into the shared file -> one line of JSON -> waits for a line -> reads the result

The child is this module run as a program. Operands and result lie in one file, mapped by both, so that four billion
numbers don't have to pass through a pipe.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

from tenferro._optable import BY_NAME

#: elements of a call at most
CAPACITY = 1 << 20
#: up to three operands and the result, each of up to 16 bytes
SLOT = CAPACITY * 16
_MEMORY = "/dev/shm"


class EvaluationError(RuntimeError):
    """The library did not compute what it was asked for."""


class Evaluator:
    """Computes rows of the table by `library` (tenferro or numpy), at a level."""

    def __init__(self, library: str, level: str):
        folder = _MEMORY if os.access(_MEMORY, os.W_OK) else None
        handle, path = tempfile.mkstemp(prefix="tenferro-accuracy-", dir=folder)
        os.ftruncate(handle, 4 * SLOT)
        os.close(handle)
        self._memory = np.memmap(path, np.uint8, "r+")
        environment = dict(os.environ, TENFERRO_NUM_THREADS="1")
        if library == "tenferro":
            environment["TENFERRO_LEVEL"] = level
        self._child = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tenferro._cli.evaluator", library, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        ready = self._child.stdout.readline()
        os.unlink(path)  # both have it open: nothing is left behind, however this process ends
        if ready.strip() != "ready":
            raise EvaluationError(f"the process that computes by {library} did not start (status {self._child.wait()})")

    def __call__(self, name: str, operands) -> np.ndarray:
        """The row's results for operands of one dtype, of any length."""
        n = operands[0].size
        parts = [self._call(name, [x[at : at + CAPACITY] for x in operands]) for at in range(0, n, CAPACITY)]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _call(self, name, operands):
        n, dtype = operands[0].size, operands[0].dtype
        for slot, operand in enumerate(operands):
            _slot(self._memory, slot, dtype, n)[...] = operand
        result = np.dtype(dtype.char.lower()) if BY_NAME[name].result == "R" else dtype  # "F" -> "f", "D" -> "d"
        request = {"name": name, "dtype": dtype.str, "n": n, "operands": len(operands), "result": result.str}
        try:
            self._child.stdin.write(json.dumps(request) + "\n")
            self._child.stdin.flush()
        except BrokenPipeError:  # told by the missing answer
            pass
        answer = self._child.stdout.readline()
        if not answer:
            raise EvaluationError(f"the process that computes {name} died with status {self._child.wait()}")
        if answer.strip() != "done":
            raise EvaluationError(json.loads(answer))
        return np.array(_slot(self._memory, 3, result, n))

    def close(self):
        """Ends the process."""
        self._child.stdin.close()
        self._child.stdout.close()
        self._child.wait()


def _slot(memory, index, dtype, n):
    return memory[index * SLOT : index * SLOT + n * dtype.itemsize].view(dtype)


def functions_of(library: str):
    """A function from a row's name to the callable that the library has for it, or None."""
    if library == "tenferro":
        import tenferro

        return lambda name: getattr(tenferro, name, None)
    return lambda name: getattr(np, BY_NAME[name].twin, None) if BY_NAME[name].twin else None


def serve(library: str, path: str) -> None:
    """Answers requests until the parent closes the pipe."""
    memory = np.memmap(path, np.uint8, "r+")
    find = functions_of(library)
    print("ready", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        dtype, n = np.dtype(request["dtype"]), request["n"]
        operands = [_slot(memory, slot, dtype, n) for slot in range(request["operands"])]
        try:
            with np.errstate(all="ignore"):
                find(request["name"])(*operands, out=_slot(memory, 3, np.dtype(request["result"]), n))
        except Exception as error:  # told to the parent, which raises it
            print(json.dumps(f"{request['name']}: {type(error).__name__}: {error}"), flush=True)
        else:
            print("done", flush=True)


if __name__ == "__main__":
    serve(*sys.argv[1:])
