"""How many idle bytes a pool may keep: what the user says, else a share of the machine's memory.

``TENFERRO_POOL_LIMIT`` holds a number of bytes with an optional suffix (``512M``, ``2G``, ``1.5GiB``), ``0`` for "keep
nothing" or ``none`` for "no limit". The default is an eighth of the memory this process may use (RAM, or less where a
cgroup says so), at most 2 GiB: enough for the temporaries of large arrays, too little to starve the rest of a machine.
"""

import operator
import os
import re
import warnings

UNBOUNDED = 2 ** (8 * tuple.__itemsize__) - 1  # SIZE_MAX: a tuple's item is a pointer, as wide as size_t
ENVIRONMENT = "TENFERRO_POOL_LIMIT"
SHARE = 8  # the default limit is memory / SHARE ...
CEILING = 2 << 30  # ... but no more than this many bytes
FALLBACK = 256 << 20  # bytes, where the system does not tell how much memory there is

_SCALE = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}
_SIZE = re.compile(r"(\d+(?:\.\d*)?)\s*([KMGT]?)(?:I?B)?", re.ASCII)


def parse_limit(text):
    """Bytes meant by `text`, such as ``"64M"``; ValueError if it means nothing."""
    word = text.strip().upper()
    if word == "NONE":
        return UNBOUNDED
    match = _SIZE.fullmatch(word)
    if match is None or len(word) > 40:
        raise ValueError(f"not a pool limit: {text[:40]!r} (a number of bytes with an optional K, M or G, or 'none')")
    number, suffix = match.groups()
    scale = 1 << _SCALE[suffix]
    return min(int(float(number) * scale) if "." in number else int(number) * scale, UNBOUNDED)


def as_limit(limit):
    """Bytes meant by the `limit` of a Pool: an integer, None (no limit), a text as in the environment, or "default"."""
    if limit is None:
        return UNBOUNDED
    if isinstance(limit, str):
        return default_limit() if limit == "default" else parse_limit(limit)
    if isinstance(limit, bool):
        raise TypeError("a pool limit is a number of bytes, a text such as '64M', or None; got a bool")
    try:
        limit = operator.index(limit)
    except TypeError:
        raise TypeError(
            f"a pool limit is a number of bytes, a text such as '64M', or None; got {type(limit).__name__}"
        ) from None
    if limit < 0:
        raise ValueError(f"a pool limit cannot be negative: {limit}")
    return min(limit, UNBOUNDED)


def limit_from_environment():
    """The default pool's limit: the environment's if it makes sense, with one warning if it does not."""
    text = os.environ.get(ENVIRONMENT, "")
    if not text.strip():
        return default_limit()
    try:
        return parse_limit(text)
    except ValueError as error:
        limit = default_limit()
        warnings.warn(f"{ENVIRONMENT} ignored, {limit} bytes used: {error}", RuntimeWarning, stacklevel=2)
        return limit


def default_limit():
    """A share of the memory that this process may use, in bytes."""
    bounds = [bytes_ for bytes_ in (_physical_memory(), *_cgroup_limits()) if bytes_ > 0]
    return min(min(bounds) // SHARE, CEILING) if bounds else FALLBACK


def _physical_memory():
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 0


def _cgroup_limits():
    """Every memory limit of the cgroups around this process (both versions); any of them may be the one that binds."""
    yield _number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes")
    yield _number_in("/sys/fs/cgroup/memory.max")
    try:
        with open("/proc/self/cgroup") as lines:
            group = next((line.strip()[3:] for line in lines if line.startswith("0::")), "/")
    except OSError:
        return
    while group.strip("/"):
        yield _number_in(f"/sys/fs/cgroup{group}/memory.max")
        group = group.rpartition("/")[0]


def _number_in(path):
    try:
        with open(path) as file:
            return int(file.read(32))
    except (OSError, ValueError):  # no such file, or "max"
        return 0
