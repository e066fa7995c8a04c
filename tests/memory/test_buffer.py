"""Buffers: buffer protocol, life and death, copies, pickles."""

import copy
import doctest
import pickle
import weakref

import numpy as np
import pytest

from tenferro._memory import buffer as buffer_module
from tenferro._memory import pool as pool_module
from tenferro._memory.buffer import Buffer, empty
from tenferro._memory.pool import Pool, default_pool


def filled(nbytes, pool=None):
    buffer = Buffer(nbytes, pool)
    memoryview(buffer)[:] = bytes(i % 251 for i in range(nbytes))
    return buffer


# ---- the object ----


@pytest.mark.parametrize("nbytes", [0, 1, 1000, 1 << 21])
def test_the_buffer_protocol_gives_writable_bytes(nbytes):
    buffer = Buffer(nbytes)
    view = memoryview(buffer)
    assert (view.format, view.ndim, view.itemsize, view.shape) == ("B", 1, 1, (nbytes,))
    assert not view.readonly
    assert view.c_contiguous
    assert len(buffer) == buffer.nbytes == nbytes
    assert f"Buffer of {nbytes} bytes" in repr(buffer)
    if nbytes:
        view[-1] = 77
        assert np.frombuffer(buffer, np.uint8)[-1] == 77


def test_views_keep_the_block():
    pool = Pool(limit=None)
    view = memoryview(Buffer(1000, pool))
    assert pool.stats()["blocks_in_use"] == 1
    view[:] = bytes(1000)
    array = np.frombuffer(view, np.uint8)
    del view
    assert pool.stats()["blocks_in_use"] == 1
    del array
    assert pool.stats()["blocks_in_use"] == 0


def test_weak_references():
    buffer = Buffer(1000)
    called = []
    reference = weakref.ref(buffer, called.append)
    assert reference() is buffer
    del buffer
    assert reference() is None
    assert called == [reference]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((-1,), ValueError),
        (("1",), TypeError),
        ((1.5,), TypeError),
        ((1 << 70,), OverflowError),
        ((10, "pool"), TypeError),
    ],
)
def test_bad_arguments(arguments, error):
    before = default_pool().stats()["blocks_in_use"]
    with pytest.raises(error):
        Buffer(*arguments)
    assert default_pool().stats()["blocks_in_use"] == before


def test_a_second_initialisation_is_refused():
    buffer = filled(100)
    with pytest.raises(TypeError):
        buffer.__init__(200)
    assert len(buffer) == 100


def test_an_uninitialised_buffer_is_empty():
    buffer = Buffer.__new__(Buffer)
    assert len(buffer) == 0
    assert bytes(buffer) == b""
    assert len(copy.copy(buffer)) == 0
    assert len(pickle.loads(pickle.dumps(buffer))) == 0


# ---- copies and pickles ----


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("nbytes", [0, 1, 5000])
def test_a_copy_is_independent(make, nbytes):
    buffer = filled(nbytes)
    other = make(buffer)
    assert type(other) is Buffer
    assert bytes(other) == bytes(buffer)
    if nbytes:
        memoryview(other)[0] = 200
        assert memoryview(buffer)[0] == 0


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("nbytes", [0, 5000])
def test_pickle(protocol, nbytes):
    buffer = filled(nbytes)
    other = pickle.loads(pickle.dumps(buffer, protocol))
    assert type(other) is Buffer
    assert bytes(other) == bytes(buffer)
    assert not memoryview(other).readonly


def test_pickle_out_of_band():
    buffer = filled(100_000)
    parts = []
    message = pickle.dumps(buffer, 5, buffer_callback=parts.append)
    assert len(message) < 200
    assert len(parts) == 1
    for arrived in (parts, [bytes(part) for part in parts], [bytearray(part) for part in parts]):
        other = pickle.loads(message, buffers=arrived)
        assert other is not buffer
        assert bytes(other) == bytes(buffer)


def test_arrays_over_buffers_pickle_and_copy():
    array = empty((100, 100))
    array[:] = np.arange(10_000).reshape(100, 100)
    for other in (pickle.loads(pickle.dumps(array)), copy.copy(array), copy.deepcopy(array)):
        assert np.array_equal(other, array)
        assert not np.shares_memory(other, array)


@pytest.mark.parametrize("module", [buffer_module, pool_module])
def test_examples_in_the_docstrings(module):
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, globs=vars(module))
    for value in list(vars(module).values()):
        if getattr(value, "__module__", None) == module.__name__:
            tests += doctest.DocTestFinder().find(value, globs=vars(module))
    runner = doctest.DocTestRunner()
    for test in tests:
        runner.run(test)
    assert runner.tries > 1
    assert runner.failures == 0
