"""Layout, aliasing and foreign memory: inputs that broke other libraries."""

import ctypes
import gc
import mmap
import resource
import sys

import numpy as np
import pytest

import tenferro as tf


def memory_in_use():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_reversed_slice_of_three_axes():
    """pydata/numexpr#63"""
    x = np.arange(300 * 1000 * 2.0).reshape(300, 1000, 2)
    view = x[::-1, :, 0]
    right = view - 0.25
    with tf.CpuEngine(threads=3):
        for _ in range(50):
            assert (tf.subtract(view, 0.25) == right).all()


def test_masked_write_backwards():
    """numpy/numpy#19589"""
    mask = np.random.default_rng(0).random((10, 6)) < 0.5
    right = np.where(mask, 0.5, 7)
    for _ in range(1000):
        out = np.full((10, 6), 7.0)[::-1]
        tf.divide(np.ones((10, 6)), 2, where=mask, out=out)
        assert (out == right).all()


def test_nothing_is_read_past_the_last_element():
    """numpy/numpy#25231"""
    page = mmap.PAGESIZE
    region = mmap.mmap(-1, 3 * page)
    address = ctypes.addressof(ctypes.c_char.from_buffer(region))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    try:
        for guarded, ends in ((address + 2 * page, True), (address, False)):
            assert libc.mprotect(guarded, page, 0) == 0
            for dtype in ("f4", "f8", "u1", "c16", "i2"):
                for n in (*range(1, 70), *range(70, 201, 13)):
                    count = page // np.dtype(dtype).itemsize
                    whole = np.frombuffer(region, dtype, count, page)
                    whole[:] = 1
                    x = whole[-n:] if ends else whole[:n]
                    assert (tf.square(x) == 1).all() and tf.add(x, x, out=x) is x and (x == 2).all()
                    if n % 2 == 0 and dtype != "u1":
                        column = x.reshape(-1, 2)[:, 1 if ends else 0]
                        assert (tf.power(column, 2) == 4).all() and tf.exp(column).shape == column.shape
            assert libc.mprotect(guarded, page, 3) == 0
    finally:
        del whole, x, column


def test_packed_records_and_odd_addresses():
    """numpy/numpy#16660, #26775, pydata/numexpr#211"""
    records = np.zeros(4, [("a", "S1"), ("b", "<f8")])
    records["b"] = [-1, 2, -3, 4]
    x = records["b"]
    assert x.strides == (9,)
    assert tf.absolute(x).tolist() == [1, 2, 3, 4] and tf.negative(x).tolist() == [1, -2, 3, -4]
    assert tf.sqrt(tf.absolute(x)).tolist() == np.sqrt([1, 2, 3, 4]).tolist()
    tf.multiply(x, 2, out=x)
    assert records["b"].tolist() == [-2, 4, -6, 8] and (records["a"] == b"").all()
    for dtype in ("f4", "f8", "c16", "i8", "i2"):
        for n in (1, 5, 64, 1001):
            view = np.zeros(n * 16 + 1, "u1")[1:][: n * np.dtype(dtype).itemsize].view(dtype)
            view[:] = np.arange(n) % 100
            assert (tf.add(view, view) == view + view).all()
            out = np.zeros(n * 16 + 1, "u1")[1:][: n * np.dtype(dtype).itemsize].view(dtype)
            assert (tf.multiply(view, view, out=out) == view * view).all()


def test_comparison_into_its_own_input():
    """numpy/numpy#22841, #22851"""
    for dtype in ("f8", "i4", "u1", "c8"):
        a, b = (np.arange(100) % 7).astype(dtype), (np.arange(100) % 5).astype(dtype)
        right = np.less(a, b)
        out = a.view(bool)[:100]
        assert (tf.less(a, b, out=out) == right).all()


def test_neighbours_are_not_overlaps():
    """numpy/numpy#26972"""
    for one, other in ((slice(0, 100), slice(100, 200)), (slice(100, 200), slice(0, 100))):
        for step in (1, -1):
            buffer = np.linspace(0.1, 5, 200)
            x, out = buffer[one][::step], buffer[other][::-step]
            right = tf.exp(x.copy())
            assert tf.exp(x, out=out) is out and (out == right).all()


def test_reversed_views_are_taken_directly():
    """pytorch/pytorch#92680"""
    assert tf.add(np.flip(np.array([1, 34.0])), 1).tolist() == [35, 2]
    x = np.arange(24.0).reshape(2, 3, 4)
    assert (tf.negative(x[::-1, ::-1, ::-1]) == -x[::-1, ::-1, ::-1]).all()
    assert (tf.negative(np.arange(9.0)[::-2]) == -np.arange(9.0)[::-2]).all()


@pytest.mark.parametrize("dtype", [">f4", ">i8", ">c16", ">f8", ">u2"])
def test_foreign_byte_order(dtype):
    """pydata/bottleneck#351"""
    x = np.arange(1000).astype(dtype)
    native = x.astype(x.dtype.newbyteorder("="))
    got = tf.add(x, x)
    assert got.dtype.isnative and (got == native + native).all()
    out = np.zeros(1000, dtype)
    for _ in range(20):
        tf.add(x, x, out=out)
    before = memory_in_use()
    for _ in range(2000):
        tf.add(x, x, out=out)
        tf.add(x, native)
    assert memory_in_use() - before < 2 << 20
    assert (out == native + native).all() and out.dtype.str == dtype


def test_columns_and_empty_views_leak_nothing():
    """cython/cython#3747, #2828, #1833"""
    column, empty = np.ones((5, 3))[:, :1], np.ones((2, 0))
    out = np.ones((5, 1))
    for _ in range(1000):
        tf.add(column, column), tf.add(empty, empty), tf.add(column, 1.0, out=out, where=True, order="K")
    counts = [sys.getrefcount(x) for x in (column, empty, out, column.dtype)]
    gc.collect()
    before = memory_in_use()
    for _ in range(20_000):
        tf.add(column, column), tf.add(empty, empty), tf.add(column, 1.0, out=out, where=True, order="K")
    gc.collect()
    assert memory_in_use() - before < 1 << 20
    after = [sys.getrefcount(x) for x in (column, empty, out, column.dtype)]
    assert after[:3] == counts[:3] and abs(after[3] - counts[3]) < 100


def test_zero_size():
    """pydata/numexpr#64"""
    for shape in ((0,), (3, 0), (0, 4, 2)):
        x = np.ones(shape)
        out = np.ones(shape)
        assert tf.exp(x).shape == tf.add(x, 1).shape == tf.where(x > 0, x, x).shape == shape
        assert tf.add(x, x, out=out) is out and tf.add(x, x, out=out, where=x > 0) is out
    assert tf.add(np.ones((0, 1)), np.ones((1, 5))).shape == (0, 5)
    with pytest.raises(ValueError, match="add"):
        tf.add(np.ones((0, 2)), np.ones((1, 5)))


def test_broadcasts():
    """Blosc/python-blosc2#432"""
    x, y, z = np.ones((20, 30, 40)), np.arange(1200.0).reshape(30, 40), np.arange(40.0)
    assert (tf.subtract(tf.add(x, y), z) == x + y - z).all()
    for n in (1, 2, 17, 4097):
        for m in (1, 2, 17, 4097):
            a, b = np.arange(float(n))[:, None], np.arange(float(m))
            assert (tf.multiply(a, b) == a * b).all()
    c, f = np.ones((30, 40)), np.ones((30, 40), order="F")
    assert tf.add(c, f).flags.c_contiguous or tf.add(c, f).flags.f_contiguous


def test_odd_places_only():
    """serge-sans-paille/pythran#2045"""
    whole = np.zeros(9)
    tf.add(np.ones(4), 1, out=whole[1::2])
    assert whole.tolist() == [0, 2, 0, 2, 0, 2, 0, 2, 0]


def free_memory():
    with open("/proc/meminfo", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


@pytest.mark.skipif(free_memory() < 7 << 30, reason="needs 7 GiB of memory")
def test_more_elements_than_an_int_counts():
    """microsoft/onnxruntime#32299, pytorch/pytorch#84144"""
    n = 2**31 + 9
    x = np.zeros(n, "u1")
    x[-9:] = np.arange(1, 10)
    y = tf.add(x, 1)
    assert y[-9:].tolist() == list(range(2, 11))
    assert y[2**31 - 1] == 1 and y[-10] == 1
    tf.add(x[::2], 1, out=y[: len(x[::2])])
    assert y[len(x[::2]) - 1] == 10
    tf.add(x[::-1], 1, out=y)
    assert y[:9].tolist() == list(range(10, 1, -1)) and y[9] == 1
    broad = np.broadcast_to(x[-9:-8], (n,))
    tf.add(broad, x, out=y)
    assert y[-1] == 10 and y[0] == 1
