"""What a limit may be, as an argument and in the environment."""

import pytest

from tenferro._memory import limit as limits
from tenferro._memory.pool import Pool

MIB = 1 << 20


@pytest.mark.parametrize(
    ("limit", "error"), [(-1, ValueError), ("lots", ValueError), (1.5, TypeError), (True, TypeError), ([], TypeError)]
)
def test_a_senseless_limit_is_an_error(limit, error):
    with pytest.raises(error):
        Pool(limit=limit)
    pool = Pool(limit=1000)
    with pytest.raises(error):
        pool.limit = limit
    assert pool.limit == 1000


@pytest.mark.parametrize(
    ("text", "nbytes"),
    [("0", 0), ("100", 100), ("64K", 65536), (" 2m ", 2 * MIB), ("1.5G", 3 << 29), ("1GiB", 1 << 30), ("7MB", 7 * MIB),
     ("none", None), ("None", None), ("9" * 30, None)],
)  # fmt: skip
def test_limits_as_text(text, nbytes):
    assert Pool(limit=text).limit == nbytes


def test_the_default_limit_is_a_share_of_the_memory():
    assert MIB <= limits.default_limit() <= 2 << 30
    assert Pool().limit == limits.default_limit()


@pytest.mark.parametrize(
    ("text", "limit"), [("0", 0), ("64M", 64 * MIB), ("123456", 123456), ("2K", 2048), ("1g", 1 << 30), ("none", None)]
)
def test_environment_sets_the_default_limit(run_python, text, limit):
    code = "from tenferro._memory.pool import default_pool; print(default_pool().limit)"
    process = run_python(code, TENFERRO_POOL_LIMIT=text)
    assert process.stdout.strip() == str(limit)
    assert process.stderr == ""


@pytest.mark.parametrize("text", ["abc", "4,3,2", "-2", "1e3", "M", "12X", "0x10", "nan", "9" * 5000, "١"])
def test_environment_garbage_gives_one_warning(run_python, text):
    code = """
import warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    from tenferro._memory.pool import default_pool
    from tenferro._memory.limit import default_limit
assert [w.category for w in seen] == [RuntimeWarning], seen
assert "TENFERRO_POOL_LIMIT" in str(seen[0].message) and len(str(seen[0].message)) < 300
assert default_pool().limit == default_limit()
"""
    run_python(code, TENFERRO_POOL_LIMIT=text)


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_environment_value_is_none_at_all(run_python, text):
    code = """
from tenferro._memory.pool import default_pool
from tenferro._memory.limit import default_limit
assert default_pool().limit == default_limit()
"""
    assert run_python(code, TENFERRO_POOL_LIMIT=text).stderr == ""
