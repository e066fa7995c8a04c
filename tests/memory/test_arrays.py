"""Arrays over Buffers: as NumPy makes them, alive as long as a view is, and without leaks."""

import copy
import gc
import os
import pickle
import sys
import weakref

import numpy as np
import pytest

from tenferro._memory.buffer import Buffer, empty
from tenferro._memory.pool import Pool

POOLED = 1 << 16  # bytes that surely come from the pool


def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "f4", "f8", "c16", ">f8", "M8[s]", "S7"])
@pytest.mark.parametrize("shape", [(), 3, (0,), (5, 0, 2), (1, 1), (40, 50, 60), (1, 100_000), (2,) * 16])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_are_as_numpy_makes_them(dtype, shape, order):
    array, model = empty(shape, dtype, order), np.empty(shape, dtype, order)
    assert type(array) is np.ndarray
    assert (array.dtype, array.shape, array.strides) == (model.dtype, model.shape, model.strides)
    for flag in ("C_CONTIGUOUS", "F_CONTIGUOUS", "WRITEABLE", "ALIGNED"):
        assert array.flags[flag] == model.flags[flag], flag
    array[...] = np.ones((), dtype)
    assert (array == np.ones((), dtype)).all()


def test_large_arrays_stand_on_a_buffer_and_small_ones_on_numpy():
    pool = Pool(limit=None)
    large = empty(POOLED, "u1", pool=pool)
    assert type(large.base) is Buffer
    assert len(large.base) == POOLED
    assert large.ctypes.data % 64 == 0
    assert not large.flags.owndata
    small = empty(10, pool=pool)
    assert small.base is None
    assert small.flags.owndata
    assert pool.stats()["blocks_in_use"] == 1


def test_the_last_view_gives_the_block_back():
    pool = Pool(limit=None)
    array = empty((1000, 100), pool=pool)
    view = array[::2, 3].T
    del array
    assert pool.stats()["blocks_in_use"] == 1
    view[:] = 1
    del view
    assert pool.stats()["blocks_in_use"] == 0
    assert pool.stats()["blocks_cached"] == 1


def test_arrays_outlive_their_pool():
    pool = Pool(limit=None)
    arrays = [empty(100_000, pool=pool) for _ in range(10)]
    reference = weakref.ref(pool)
    idle = empty(50_000, pool=pool)
    del pool, idle
    assert reference() is None, "an array kept its pool alive"
    for i, array in enumerate(arrays):
        array[:] = i
    assert all((array == i).all() for i, array in enumerate(arrays))


def test_memory_of_a_pool_that_is_gone_is_freed():
    before = resident()
    for _ in range(20):
        pool = Pool(limit=None)
        array = empty(4_000_000, pool=pool)
        array[:] = 1
        del pool, array
    assert resident() - before < 40_000_000  # one array is 32 MB, all of them 640


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (((-1,),), ValueError),
        (((2, -3),), ValueError),
        (((1 << 40, 1 << 40),), ValueError),
        (((0, 1 << 40, 1 << 40),), ValueError),
        (((1 << 62,), "f8"), ValueError),
        (((1,) * 65,), ValueError),
        ((10, "f8", "K"), ValueError),
        ((10, "O"), TypeError),
        ((100_000, [("a", "O"), ("b", "f8")]), TypeError),
        (((1 << 70,),), OverflowError),
        (("10",), TypeError),
        ((1 << 59,), MemoryError),
    ],
)
def test_impossible_arrays(arguments, error):
    pool = Pool(limit=None)
    with pytest.raises(error):
        empty(*arguments, pool=pool)
    assert pool.stats()["held"] == 0


def test_sixty_four_dimensions():
    assert empty((1,) * 64).ndim == 64


@pytest.mark.parametrize(
    "action",
    [
        lambda: empty((3000, 1)),
        lambda: empty((2, 0)),
        lambda: empty((30, 30), ">f8", "F")[:, :1],
        lambda: memoryview(Buffer(5000))[10:],
        lambda: copy.copy(Buffer(100)),
        lambda: pickle.loads(pickle.dumps(Buffer(100), 5)),
        lambda: weakref.ref(Buffer(100)),
    ],
    ids=["column", "nothing", "swapped", "view", "copy", "pickle", "weak"],
)
def test_no_leak(action):
    for _ in range(2000):
        action()
    before = resident()
    for _ in range(50_000):
        action()
    assert resident() - before < 1_000_000


def test_references_are_steady():
    descr, pool = np.dtype(">c16"), Pool(limit=None)
    before = sys.getrefcount(descr), sys.getrefcount(pool)
    arrays = [empty(1000, descr, pool=pool) for _ in range(10)]
    del arrays
    for _ in range(1000):
        empty((1000,), descr, pool=pool)
        with pytest.raises(MemoryError):
            empty(1 << 58, descr, pool=pool)
        with pytest.raises(ValueError, match="shape"):
            empty(-1, descr, pool=pool)
    assert (sys.getrefcount(descr), sys.getrefcount(pool)) == before
    assert pool.stats()["blocks_in_use"] == 0
