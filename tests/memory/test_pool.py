"""The pool: reuse, eviction, waste, statistics, failure. Buffers are the way in from Python."""

import gc
import pickle
import resource
import sys
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenferro._memory.buffer import Buffer
from tenferro._memory.pool import Pool, default_pool

MIB = 1 << 20


def address(buffer):
    return np.frombuffer(buffer, np.uint8).ctypes.data


# ---- reuse ----


@pytest.mark.parametrize("nbytes", [1, 64, 1000, 4096, 65537, MIB, 2 * MIB, 5 * MIB + 3])
def test_the_same_size_gets_the_same_block(nbytes):
    pool = Pool(limit=None)
    first = address(Buffer(nbytes, pool))
    assert address(Buffer(nbytes, pool)) == first
    stats = pool.stats()
    assert (stats["hits"], stats["misses"]) == (1, 1)


def test_living_blocks_are_not_shared():
    pool = Pool(limit=None)
    buffers = [Buffer(4096, pool) for _ in range(50)]
    starts = sorted(address(buffer) for buffer in buffers)
    assert all(right - left >= 4096 for left, right in zip(starts, starts[1:], strict=False))


@pytest.mark.parametrize("nbytes", [0, 1, 63, 100, 4097, MIB - 1, 2 * MIB - 1])
def test_blocks_start_on_a_cache_line(nbytes):
    assert address(Buffer(max(nbytes, 1))) % 64 == 0


@pytest.mark.parametrize("nbytes", [2 * MIB, 2 * MIB + 1, 7 * MIB])
def test_large_blocks_start_on_a_huge_page(nbytes):
    assert address(Buffer(nbytes, Pool())) % (2 * MIB) == 0


def test_a_slightly_larger_block_serves_and_a_much_larger_one_does_not():
    pool = Pool(limit=None)
    large = address(Buffer(1100_000, pool))
    assert address(Buffer(1000_000, pool)) == large
    assert address(Buffer(900_000, pool)) != large


def test_steady_state_has_no_page_fault():
    pool = Pool(limit=None)
    sizes = [3000, 100_000, 16 * MIB]
    for nbytes in sizes:
        np.frombuffer(Buffer(nbytes, pool), np.uint8)[:] = 1
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        for nbytes in sizes:
            np.frombuffer(Buffer(nbytes, pool), np.uint8)[:] = 1
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    assert faults < 100  # 16 MiB alone would be 4096 a round without reuse
    assert pool.stats()["misses"] == len(sizes)


# ---- the limit ----


def test_cached_blocks_make_room_for_a_fresh_one():
    pool = Pool(limit=64 * MIB)
    buffer = Buffer(32 * MIB, pool)
    del buffer
    buffer = Buffer(48 * MIB, pool)
    assert len(buffer) == 48 * MIB
    stats = pool.stats()
    assert stats["held"] <= 64 * MIB
    assert stats["high_water"] <= 64 * MIB
    assert stats["evictions"] == 1


def test_a_block_larger_than_the_limit_does_not_flush_the_others():
    pool = Pool(limit=4 * MIB)
    small = [Buffer(MIB, pool) for _ in range(3)]
    del small
    huge = Buffer(8 * MIB, pool)
    assert pool.stats()["blocks_cached"] == 3
    del huge
    stats = pool.stats()
    assert (stats["blocks_cached"], stats["cached"], stats["in_use"], stats["evictions"]) == (3, 3 * MIB, 0, 1)


def test_the_longest_idle_block_goes_first():
    pool = Pool(limit=3 * 65536)
    buffers = [Buffer(65536, pool) for _ in range(4)]
    starts = [address(buffer) for buffer in buffers]
    for _ in range(4):
        buffers.pop(0)
    assert pool.stats()["blocks_cached"] == 3
    again = [Buffer(65536, pool) for _ in range(3)]
    assert {address(buffer) for buffer in again} == set(starts[1:])
    assert pool.stats()["hits"] == 3


def test_limit_zero_keeps_nothing():
    pool = Pool(limit=0)
    for _ in range(3):
        Buffer(1000, pool)
    stats = pool.stats()
    assert (stats["hits"], stats["misses"], stats["held"], stats["evictions"]) == (0, 3, 0, 3)


def test_lowering_the_limit_drops_what_is_too_much():
    pool = Pool(limit=None)
    buffers = [Buffer(MIB, pool) for _ in range(8)]
    del buffers
    assert pool.limit is None
    assert pool.stats()["cached"] == 8 * MIB
    pool.limit = "3M"
    assert pool.limit == 3 * MIB
    assert pool.stats()["cached"] == 3 * MIB


# ---- statistics ----


def test_idle_memory_shows_as_cached_and_trim_returns_it():
    pool = Pool(limit=None)
    buffers = [Buffer(n, pool) for n in (100, 5000, 3 * MIB)]
    in_use = pool.stats()["in_use"]
    assert in_use >= 5100 + 3 * MIB
    del buffers
    stats = pool.stats()
    assert (stats["in_use"], stats["cached"], stats["held"]) == (0, in_use, in_use)
    assert pool.trim() == in_use
    stats = pool.stats()
    assert (stats["held"], stats["blocks_cached"], stats["evictions"]) == (0, 0, 0)
    assert stats["high_water"] == in_use
    assert pool.trim() == 0


def test_odd_sizes_come_and_go():
    pool = Pool(limit="100M")
    for _ in range(2):
        buffers = [Buffer(512 * i, pool) for i in range(1, 1025)]
        assert pool.stats()["blocks_in_use"] == 1024
        del buffers
        stats = pool.stats()
        assert stats["in_use"] == 0
        assert stats["cached"] <= 100 * MIB
    pool.trim()
    assert pool.stats()["held"] == 0


class Model:
    """What a pool may do, in the plainest terms: the sizes of the blocks out, and bounds on the rest."""

    def __init__(self, limit):
        self.pool = Pool(limit=limit)
        self.limit = limit
        self.living = []  # (buffer, mark, bytes of its block)
        self.high_water = 0

    def take(self, nbytes, mark):
        before = self.pool.stats()["in_use"]
        buffer = Buffer(nbytes, self.pool)
        np.frombuffer(buffer, np.uint8)[:] = mark
        size = self.pool.stats()["in_use"] - before
        assert nbytes <= size <= max(64 * -(-nbytes // 64), nbytes + nbytes // 8)
        assert address(buffer) % 64 == 0
        self.living.append((buffer, mark, size))

    def give(self, index):
        if self.living:
            buffer, mark, _ = self.living.pop(index % len(self.living))
            assert (np.frombuffer(buffer, np.uint8) == mark).all()

    def set_limit(self, limit):
        self.pool.limit = self.limit = limit

    def check(self):
        stats = self.pool.stats()
        assert stats["in_use"] == sum(size for *_, size in self.living)
        assert stats["blocks_in_use"] == len(self.living)
        assert stats["cached"] <= self.limit
        assert stats["held"] == stats["in_use"] + stats["cached"]
        assert stats["high_water"] >= max(self.high_water, stats["held"])
        self.high_water = stats["high_water"]


sizes = st.one_of(st.integers(1, 600), st.integers(1, 70_000), st.integers(MIB, 3 * MIB))
steps = st.one_of(
    st.tuples(st.just("take"), sizes, st.integers(0, 255)),
    st.tuples(st.just("give"), st.integers(0, 1000)),
    st.tuples(st.just("set_limit"), st.integers(0, 4 * MIB)),
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 4 * MIB), st.lists(steps, max_size=60))
def test_any_sequence_keeps_the_rules(limit, sequence):
    model = Model(limit)
    for name, *arguments in sequence:
        getattr(model, name)(*arguments)
        model.check()
    model.living.clear()
    model.check()
    model.pool.trim()
    assert model.pool.stats()["held"] == 0


# ---- failure ----


def test_no_memory_names_the_size_and_leaves_the_counts():
    pool = Pool()
    for nbytes in (1 << 62, (1 << 47) + 1, sys.maxsize):
        with pytest.raises(MemoryError, match=str(nbytes)):
            Buffer(nbytes, pool)
    stats = pool.stats()
    assert (stats["held"], stats["blocks_in_use"], stats["high_water"]) == (0, 0, 0)


def test_a_refused_allocation_trims_and_tries_again(run_python):
    run_python(
        """
import resource
from tenferro._memory.buffer import Buffer
from tenferro._memory.pool import Pool
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (300 << 20), -1))
pool = Pool(limit=None)
Buffer(200 << 20, pool)
assert pool.stats()["cached"] == 200 << 20
buffer = Buffer(240 << 20, pool)
stats = pool.stats()
assert stats["cached"] == 0 and stats["in_use"] == 240 << 20, stats
try:
    Buffer(500 << 20, pool)
except MemoryError as error:
    assert str(500 << 20) in str(error)
else:
    raise AssertionError("no MemoryError")
assert pool.stats()["in_use"] == 240 << 20
"""
    )


# ---- the object ----


def test_pickle_carries_the_setting():
    assert pickle.loads(pickle.dumps(default_pool())) is default_pool()
    for limit in (None, 0, 12345):
        pool = pickle.loads(pickle.dumps(Pool(limit=limit)))
        assert pool.limit == limit


def test_a_pool_can_be_referred_to_weakly_and_dies():
    pool = Pool(limit=1000)
    reference = weakref.ref(pool)
    del pool
    gc.collect()
    assert reference() is None


def test_repr_tells_the_state():
    pool = Pool(limit=1000)
    assert repr(pool) == "<tenferro Pool: 0 bytes in use, 0 cached, limit 1000>"
