"""Checks that the rooms stand on their floors: a file imports only downward, or from an earlier file of its own room.

The law is the table "The rooms and their floors" in ``docs/design.md``; this script reads it there, so that the page
and the check can't come apart. A row of that table is read like this::

    | 1 | `_memory/` | `pool` (blocks, free lists) -> `buffer` |
      |   |            names in backquotes, in the order in which they may build upon each other
      |   the room, or several files side by side, each allowed to import those written before it
      floor: everything in a lower one may be imported, nothing of another room on the same one

A name may end in ``*`` (``loops_*``) or lie in a folder (``math/*.h``). A file of a room that its row doesn't name is
an error too: whoever adds a file says where it stands.

Imports are read from the text, since Cython's files are no Python: ``import``, ``cimport``, ``include``, ``#include``
and ``cdef extern from``, at any indentation (an import inside a function is an arrow as well). What comes from outside
the package doesn't count.

The second rule: only ``_kernels/threads.pyx`` speaks of ``prange`` or OpenMP.
"""

import re
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from os.path import normpath
from pathlib import Path, PurePosixPath

PACKAGE = "tenferro"
SUFFIXES = (".py", ".pyx", ".pxd", ".pxi", ".h")
THREADS = "_kernels/threads.pyx"
OPENMP = re.compile(r"\bprange\b|\bomp(_\w+|\.h)?\b|\bopenmp\b|cython\.parallel")


@dataclass(frozen=True)
class Place:
    """Where a file stands: its floor, its row of the table, and its turn within the row."""

    floor: int
    room: str
    turn: int


class Table:
    """The table of floors as the page states it."""

    def __init__(self, page: str):
        rows = re.findall(r"^\|\s*(\d+)\s*\|([^|]*)\|([^|]*)\|\s*$", page, re.MULTILINE)
        if not rows:
            raise SystemExit("floors: docs/design.md has no table of floors")
        self.patterns: list[tuple[str, Place]] = []
        for floor, where, what in rows:
            names = re.findall(r"`([^`]+)`", where)
            room = ", ".join(names)
            for name in names:
                if not name.endswith("/"):
                    inside = [name]
                else:
                    order = re.findall(r"`([^`]+)`", what) or ["*"]
                    first = (
                        [] if "__init__" in order else ["__init__"]
                    )  # imported before all others, so it leans on none
                    inside = [name + entry for entry in [*first, *order]]
                for entry in inside:
                    self.patterns.append((entry, Place(int(floor), room, len(self.patterns))))

    def place(self, path: str) -> Place | None:
        """The place of a file, by its path in the package (``_memory/pool.pyx``); None where the table lacks it."""
        bare = str(PurePosixPath(path).with_suffix(""))
        for pattern, place in self.patterns:
            if fnmatch(path, pattern) or fnmatch(bare, pattern):
                return place
        return None


def without_remarks(text: str, suffix: str) -> str:
    """The text with comments and docstrings blanked, line numbers kept: prose may speak of anything."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())

    if suffix == ".h":
        return re.sub(r"/\*.*?\*/|//[^\n]*", blank, text, flags=re.DOTALL)
    return re.sub(r'"""(?:\\.|[^\\])*?"""|#[^\n]*', blank, text, flags=re.DOTALL)


def python_targets(line: str, folder: PurePosixPath):
    """Dotted names, from the package's top, that one line of Python or Cython imports (``_memory.pool``)."""
    found = re.match(r"\s*from\s+(\.*)([\w.]*)\s+c?import\s+\(?\s*([^#)]*)", line)
    if found:
        dots, module, names = found.groups()
        if dots:
            base = [part for part in folder.parts if part != "."]
            base = base[: len(base) - (len(dots) - 1)]
        elif module.split(".")[0] == PACKAGE:
            base, module = [], module[len(PACKAGE) + 1 :]
        else:
            return
        stem = [*base, *filter(None, module.split("."))]
        for name in re.findall(r"(\w+)(?:\s+as\s+\w+)?", names) or [""]:
            yield ".".join([*stem, name])
        return
    found = re.match(r"\s*c?import\s+(.*)", line)
    if found:
        for name in found.group(1).split(","):
            parts = name.split(" as ")[0].strip().split(".")
            if parts[0] == PACKAGE:
                yield ".".join(parts[1:])


class Source:
    """One file under the package, and what it leans on."""

    def __init__(self, root: Path, path: Path):
        self.name = path.relative_to(root).as_posix()
        self.folder = PurePosixPath(self.name).parent
        self.text = without_remarks(path.read_text(encoding="utf-8"), path.suffix)
        self.root = root

    def joined_lines(self):
        """(line number, statement), with a parenthesised import drawn onto one line."""
        number, pending, start = 0, "", 0
        for number, line in enumerate(self.text.split("\n"), 1):
            pending, start = (f"{pending} {line.strip()}", start) if pending else (line, number)
            if re.match(r"\s*from\b[^)]*\([^)]*$", pending):
                continue
            yield start, pending
            pending = ""
        if pending:
            yield start, pending

    def imports(self):
        """(line number, path of a file of the package) for everything that this file imports."""
        for number, line in self.joined_lines():
            header = re.match(r'\s*(?:#\s*include\s*"|include\s+["\']|cdef extern from\s+["\'])([^"\'<>]+)', line)
            if header:
                yield from ((number, name) for name in self.resolve_file(header.group(1)))
            else:
                for dotted in python_targets(line, self.folder):
                    yield from ((number, name) for name in self.resolve_module(dotted))

    def resolve_file(self, name):
        """An included file stands beside the includer, above it, or under the kernels (where -I points)."""
        for folder in (self.folder, self.folder.parent, PurePosixPath("_kernels"), PurePosixPath(".")):
            path = normpath(folder / name)
            if not path.startswith("..") and (self.root / path).is_file():
                return [path]
        return []

    def resolve_module(self, dotted):
        """`dotted` may end in a name inside a module: the longest head that is a file is what it imports."""
        parts = [part for part in dotted.split(".") if part]
        for length in range(len(parts), -1, -1):
            head = "/".join(parts[:length])
            modules = [head + suffix for suffix in (".pyx", ".pxd", ".py")] if head else []
            for name in (*modules, f"{head}/__init__.py".lstrip("/")):
                if (self.root / name).is_file():
                    return [name]
        return []


def judge(importer: Place, imported: Place) -> bool:
    """Whether a file at one place may import a file at the other."""
    if importer.room == imported.room:
        return imported.turn <= importer.turn
    return imported.floor < importer.floor


def check(root: Path, page: str) -> list[str]:
    """Every violation under `root`, the package's folder, one line each."""
    table, faults = Table(page), []
    for path in sorted(p for p in root.rglob("*") if p.suffix in SUFFIXES and "__pycache__" not in p.parts):
        source = Source(root, path)
        here = table.place(source.name)
        if here is None:
            faults.append(f"{PACKAGE}/{source.name}: the table of floors in docs/design.md doesn't name it")
            continue
        for number, target in source.imports():
            there = table.place(target)
            if there is not None and not judge(here, there):
                faults.append(
                    f"{PACKAGE}/{source.name}:{number}: imports {target} (floor {there.floor}: {there.room}); from "
                    f"floor {here.floor} ({here.room}) only lower floors and earlier files of the own room are allowed"
                )
        if source.name not in (THREADS, THREADS.replace(".pyx", ".pxd")):
            for number, line in enumerate(source.text.split("\n"), 1):
                if OPENMP.search(line):
                    faults.append(f"{PACKAGE}/{source.name}:{number}: only {THREADS} may speak of OpenMP")
    return faults


def main() -> int:
    """Checks the checkout this script lies in."""
    top = Path(__file__).resolve().parent.parent
    faults = check(top / PACKAGE, (top / "docs" / "design.md").read_text(encoding="utf-8"))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
