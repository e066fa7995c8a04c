"""Measured prices: what each loop takes an element, and what starting a section of threads takes.

Two records of one form: `prices`, measured by the project, and ``costs.json``, which ``python -m tenferro calibrate``
leaves in the user's cache folder. The user's counts, for the loops that it holds, if it was measured on this kind of
processor: a cache folder may be shared between machines.

    {"processor": "…",
     "levels": {"v4": {"exp": {"f64": 0.52, …}, …}, …},      nanoseconds an element, one thread, data in cache
     "dispatch": {"hot_us": {"2": 0.9, …}, "parked_us": {"2": 38.0, …}}}

A file that cannot be understood earns one warning and is passed over. A loop that nothing knows, one of a new row, say,
is priced as what its formula calls, together, or else by its class in the table (`estimate`).
This runs whenever tenferro is imported: the project's prices are a module, which is loaded in a tenth of the time that
a parser takes, and `json` is imported where there is a file to read or to write.
"""

import math
import os
import re
import warnings
from functools import cache

from tenferro._optable import BY_NAME, COST_CLASS, FAMILY_OF, Row

#: before the record in a file that is a module
_MODULE = '"""Prices as the project measured them; `costs.save` writes this file."""\n\nRECORD = '
#: an element that takes longer than this, or a section (µs), is a slip of the measurement
MOST = 1e6


def user_file() -> str:
    """Where the user's own measurement lies: ``$XDG_CACHE_HOME/tenferro/costs.json``."""
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(folder):  # the specification tells to pass over a relative path
        folder = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(folder, "tenferro", "costs.json")


@cache
def processor() -> str:
    """The name of the processor's kind."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            head = file.read(4096)  # one processor's entry; the file has one for each
    except OSError:
        head = ""
    for wanted in (("model name",), ("CPU implementer", "CPU part")):
        fields = dict(line.partition(":")[::2] for line in head.splitlines() if ":" in line)
        fields = {key.strip(): value.strip() for key, value in fields.items()}
        if all(key in fields for key in wanted):
            return " ".join(fields[key] for key in wanted)
    return os.uname().machine if hasattr(os, "uname") else ""


def _price(value) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < MOST or math.isnan(value):
        raise ValueError(f"{value!r} is no price")
    return float(value)


def _checked(record) -> dict:
    """A record of the right form and nothing else in it; raises where it is not one."""
    levels = {
        level: {row: {dtype: _price(ns) for dtype, ns in prices.items()} for row, prices in rows.items()}
        for level, rows in record.get("levels", {}).items()
    }
    dispatch = {
        kind: {int(width): _price(us) for width, us in record.get("dispatch", {}).get(kind, {}).items()}
        for kind in ("hot_us", "parked_us")
    }
    return {"processor": str(record.get("processor", "")), "levels": levels, "dispatch": dispatch}


def _text_of(path: str | os.PathLike) -> bytes:
    """The record of a file as JSON."""
    with open(path, "rb") as file:
        text = file.read()
    return text.removeprefix(_MODULE.encode()) if _is_module(path) else text


def _is_module(path: str | os.PathLike) -> bool:
    return os.fspath(path).endswith(".py")


def _read(path: str | os.PathLike) -> dict | None:
    try:
        text = _text_of(path)
        import json

        return _checked(json.loads(text))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, AttributeError, TypeError, RecursionError) as error:
        reason = " ".join(str(error).split())
        warnings.warn(
            f"{path}: {reason}: prices as shipped are used (tenferro calibrate writes the file anew)",
            RuntimeWarning,
            stacklevel=2,
        )
        return None


@cache
def _files() -> tuple[dict, ...]:
    """The records that hold here, the one that counts first."""
    found = []
    user = _read(user_file())
    if user and user["processor"] == processor():
        found.append(user)
    shipped = _shipped()
    return (*found, shipped) if shipped else tuple(found)


def _shipped() -> dict | None:
    """The project's record; that it is sound is a test's business."""
    try:
        from tenferro._kernels.prices import RECORD
    except ImportError:
        return None
    return RECORD


def load(level: str) -> dict[tuple[str, str], float]:
    """{(row, dtype): nanoseconds an element} of a level; empty where nothing was measured."""
    known = {}
    for record in reversed(_files()):
        for row, prices in record["levels"].get(level, {}).items():
            for dtype, ns in prices.items():
                known[row, dtype] = ns
    return known


def estimate(row: Row, dtype: str, known: dict[tuple[str, str], float]) -> float:
    """Nanoseconds an element of a loop not among the `known`: its formula's calls of other rows, or else its class."""
    formula = row.formulas.get(FAMILY_OF.get(dtype, ""))
    if formula:
        called = [BY_NAME[name] for name in re.findall(r"\w+(?=\()", formula) if name in BY_NAME and name != row.name]
        if called:
            return sum(known.get((other.name, dtype), COST_CLASS[other.cost]) for other in called)
    return COST_CLASS[row.cost]


def dispatch() -> dict[str, dict[int, float]]:
    """Microseconds that a section takes to start, by width: ``{"hot_us": {2: …}, "parked_us": {2: …}}``."""
    for record in _files():
        if all(record["dispatch"].values()):
            return {
                kind: {int(width): us for width, us in prices.items()} for kind, prices in record["dispatch"].items()
            }
    return {"hot_us": {}, "parked_us": {}}


def _both(old: dict, new: dict) -> dict:
    """The prices of two measurements, level by level and loop by loop; the new one's count."""
    together = {level: dict(rows) for level, rows in old.items()}
    for level, rows in new.items():
        kept = together.setdefault(level, {})
        for row, prices in rows.items():
            kept[row] = kept.get(row, {}) | prices
    return together


def save(path: str | os.PathLike, levels: dict, sections: dict) -> None:
    """Adds a measurement to the file at `path`, whole or not at all; loops measured before on this processor stay.

    In a file of the project's (``.py``) all levels stay: the project measures them on several machines.
    """
    import json
    import tempfile

    record = {"processor": processor(), "levels": levels, "dispatch": sections}
    _checked(record)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what cannot be read is about to be replaced
        old = _read(path)
    if old and (_is_module(path) or old["processor"] == record["processor"]):
        record["levels"] = _both(old["levels"], levels)
        if not sections:
            record["dispatch"] = old["dispatch"]
    folder, name = os.path.split(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=name, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_MODULE if _is_module(path) else "")
            json.dump(record, file, indent=1, sort_keys=True)
            file.write("\n")
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    _files.cache_clear()
