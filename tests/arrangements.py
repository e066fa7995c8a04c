"""Arrangements: the same values at other places in memory.

Each function takes a contiguous one-dimensional array of at least 720 items and returns a pair: a view of some other
layout, and the contiguous copy of the same shape and values that stands for it.
"""

import numpy as np

N = 720


def strided(x):
    buffer = np.zeros(2 * N, x.dtype)
    buffer[::2] = x[:N]
    return buffer[::2], x[:N]


def reversed_(x):
    return x[:N][::-1], x[:N][::-1].copy()


def reversed_step(x):
    return x[:N][::-3], x[:N][::-3].copy()


def transposed(x):
    return x[:N].reshape(24, 30).T, x[:N].reshape(24, 30).T.copy()


def permuted(x):
    view = x[:N].reshape(6, 8, 15).transpose(1, 2, 0)
    return view, view.copy()


def fortran(x):
    view = np.asfortranarray(x[:N].reshape(24, 30))
    return view, x[:N].reshape(24, 30)


def mirrored(x):
    view = x[:N].reshape(6, 8, 15)[::-1, ::-1, ::-1]
    return view, view.copy()


def column(x):
    view = x[:N].reshape(240, 3)[:, 1]
    return view, view.copy()


def block(x):
    view = x[:N].reshape(24, 30)[3:20, 4:29]
    return view, view.copy()


def unaligned(x):
    buffer = np.zeros(N * x.itemsize + 1, "u1")
    view = buffer[1:].view(x.dtype)
    view[:] = x[:N]
    return view, x[:N]


def packed_record(x):
    records = np.zeros(N, [("head", "S1"), ("x", x.dtype), ("tail", "S2")])
    records["x"] = x[:N]
    return records["x"], x[:N]


def swapped(x):
    if x.dtype.type.__module__ != "numpy":  # bfloat16 has one byte order
        return x[:N], x[:N]
    return x[:N].astype(x.dtype.newbyteorder()), x[:N]


def swapped_strided(x):
    view, same = swapped(x)
    return view[1::2], same[1::2].copy()


def read_only(x):
    view = x[:N].copy()
    view.flags.writeable = False
    return view, x[:N]


def broadcast_rows(x):
    view = np.broadcast_to(x[:30], (24, 30))
    return view, view.copy()


def broadcast_columns(x):
    view = np.broadcast_to(x[:24, None], (24, 30))
    return view, view.copy()


def broadcast_all(x):
    view = np.broadcast_to(x[5], (7, 11))
    return view, view.copy()


def long_rows(x):
    view = np.broadcast_to(x[:N], (3, N))[:, :500]
    return view, view.copy()


def length_one(x):
    view = np.lib.stride_tricks.as_strided(x, (1, 35, 1, 2, 1), (12345, 2 * x.itemsize, -77, x.itemsize, 3))
    return view, view.copy()


def most_axes(x):
    view = x[:720].reshape((1,) * 30 + (2, 3, 1, 4, 1, 5) + (1,) * 26 + (3, 2))[..., ::-1, :]
    return view, view.copy()


def zero_d(x):
    return x[3:4].reshape(()), x[3:4].reshape(()).copy()


def empty(x):
    return x[:0], x[:0].copy()


def empty_between(x):
    view = x[:N].reshape(24, 30)[:, 5:5].reshape(4, 0, 2)
    return view, view.copy()


ALL = {
    function.__name__.rstrip("_"): function
    for function in (
        strided,
        reversed_,
        reversed_step,
        transposed,
        permuted,
        fortran,
        mirrored,
        column,
        block,
        unaligned,
        packed_record,
        swapped,
        swapped_strided,
        read_only,
        broadcast_rows,
        broadcast_columns,
        broadcast_all,
        long_rows,
        length_one,
        most_axes,
        zero_d,
        empty,
        empty_between,
    )
}
