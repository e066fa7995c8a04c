"""The cache of compiled calls: one for the process, bounded, the least recently used goes first.

It holds plans, never a caller's arrays.
"""

import itertools
from _thread import RLock  # what `threading` gives; without the rest of it
from collections import OrderedDict
from typing import NamedTuple

#: calls kept, over all fused functions: a plan takes some ten kilobytes
MOST_CALLS = 1024


class CacheInfo(NamedTuple):
    """What `cache_info` tells."""

    hits: int
    misses: int
    evictions: int
    size: int
    limit: int


class CallCache:
    """(function's token, key) -> compiled call."""

    def __init__(self, limit: int = MOST_CALLS):
        # Re-entrant: a collection that starts under it may end a fused function, whose end calls `drop`.
        self._lock = RLock()
        self._entries: OrderedDict = OrderedDict()
        self._keys: dict[int, set] = {}
        self._tokens = itertools.count()
        self._cleared = 0
        self._dropped: dict[int, int] = {}
        self.limit = limit
        self.hits = self.misses = self.evictions = 0

    def new_token(self) -> int:
        """A number that names one fused function."""
        return next(self._tokens)

    def get(self, token: int, key):
        """The entry, or None."""
        with self._lock:
            entry = self._entries.get((token, key))
            if entry is None:
                self.misses += 1
            else:
                self.hits += 1
                self._entries.move_to_end((token, key))
            return entry

    def era(self, token: int):
        """Another value whenever a function's entries were forgotten: to be asked for before an entry is made."""
        with self._lock:
            return self._cleared, self._dropped.get(token, 0)

    def put(self, token: int, key, entry, era):
        """Keep an entry, unless its function was cleared since `era`: what was traced before must not come back.

        Entries that don't stay, this one or the oldest beyond the limit, are told so (``entry.forget()``).
        """
        gone = []
        with self._lock:
            if era == self.era(token):
                self._entries[token, key] = entry
                self._keys.setdefault(token, set()).add(key)
            else:
                gone.append(entry)
            while len(self._entries) > self.limit:
                (other, old), lost = self._entries.popitem(last=False)
                self._drop_key(other, old)
                self.evictions += 1
                gone.append(lost)
        for lost in gone:
            lost.forget()

    def _drop_key(self, token, key):
        keys = self._keys.get(token)
        if keys is not None:
            keys.discard(key)
            if not keys:
                del self._keys[token]

    def end(self, token: int):
        """A function is gone."""
        self.drop(token)
        with self._lock:
            self._dropped.pop(token, None)

    def drop(self, token: int):
        """Forget all that belongs to one function."""
        with self._lock:
            self._dropped[token] = self._dropped.get(token, 0) + 1
            lost = [self._entries.pop((token, key), None) for key in self._keys.pop(token, ())]
        for entry in lost:
            if entry is not None:
                entry.forget()

    def clear(self):
        """Forget everything; the counters start anew."""
        with self._lock:
            self._cleared += 1
            lost = list(self._entries.values())
            self._entries.clear()
            self._keys.clear()
            self.hits = self.misses = self.evictions = 0
        for entry in lost:
            entry.forget()

    def info(self, more_hits: int = 0) -> CacheInfo:
        """Counters; `more_hits` came without asking the cache."""
        with self._lock:
            return CacheInfo(self.hits + more_hits, self.misses, self.evictions, len(self._entries), self.limit)


CACHE = CallCache()
