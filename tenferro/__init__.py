"""tenferro: NumPy programs at the speed of the hardware.

Threaded and vectorised functions on NumPy arrays (`add`, `exp`, `tanh`, …), functions traced once and fused
(`fuse`), results in recycled memory (`default_pool`), and engines that say how many threads may work (`CpuEngine`).
"""

from tenferro._config import __version__, show_config
from tenferro._direct import FUNCTIONS as _FUNCTIONS
from tenferro._evaluate import evaluate
from tenferro._fused.expression import ExpressionError
from tenferro._fused.function import FusedFunction, cache_clear, cache_info, fuse
from tenferro._fused.stages import spec, trace
from tenferro._memory.buffer import Buffer
from tenferro._memory.pool import Pool
from tenferro.engine import CpuEngine, current_engine, default_pool, get_num_threads, set_num_threads

globals().update(_FUNCTIONS)

__all__ = [
    "Buffer",
    "CpuEngine",
    "ExpressionError",
    "FusedFunction",
    "Pool",
    "__version__",
    "cache_clear",
    "cache_info",
    "current_engine",
    "default_pool",
    "evaluate",
    "fuse",
    "get_num_threads",
    "set_num_threads",
    "show_config",
    "spec",
    "trace",
    *_FUNCTIONS,
]
