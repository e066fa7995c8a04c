"""Every loop of the table on every level: right within the row's error, and the same bits at every place.

The work is done by `level_worker.py`, once a level.
"""

import numpy as np
import oracle
import pytest
import samples

from tenferro._kernels import levels
from tenferro._optable import BY_NAME, CODE, ROWS

WITH_FMA = [name for name in levels.supported() if name != "baseline"]
NAMES = [row.name for row in ROWS]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", levels.supported())
def test_results_are_right(level_runs, level, name):
    for dtype in BY_NAME[name].dtypes():
        got = level_runs[level].results[f"{name} {dtype}"]
        arrays = oracle.few(name, samples.inputs(name, dtype))
        oracle.check(name, dtype, arrays, got[: len(arrays[0])], oracle.right_results(name, dtype))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", levels.supported())
def test_same_bits_wherever_an_element_stands(level_runs, level, name):
    complaints = [line for line in level_runs[level].complaints if line.split()[0] == name]
    assert not complaints, "\n".join(complaints)


@pytest.mark.skipif(len(WITH_FMA) < 2, reason="this processor runs one level with FMA")
@pytest.mark.parametrize("name", NAMES)
def test_same_bits_on_every_level_with_fma(level_runs, name):
    for dtype in BY_NAME[name].dtypes():
        first, *others = (level_runs[level].results[f"{name} {dtype}"] for level in WITH_FMA)
        for other in others:
            different = np.flatnonzero(first.view(f"V{first.itemsize}") != other.view(f"V{first.itemsize}"))
            at = different[:5]
            assert not len(different), (
                f"{name} {dtype}: {len(different)} differ; arguments {[x[at] for x in samples.inputs(name, dtype)]}: "
                f"{first[at]} on {WITH_FMA[0]}, {other[at]}"
            )


def test_every_loop_has_whole_vectors():
    for opcode, row in enumerate(ROWS):
        for dtype in row.dtypes():
            lanes = levels.lanes(opcode, CODE[dtype])
            assert lanes > 0, f"{row.name} has no loop for {dtype}"
            assert 64 % lanes == 0
