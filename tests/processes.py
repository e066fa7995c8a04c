"""Python in a process of its own, with a clean environment."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: variables that change what tenferro does; a process starts without them
OURS = ("TENFERRO_LEVEL", "TENFERRO_NUM_THREADS", "OMP_NUM_THREADS", "TENFERRO_POOL_LIMIT")


def environment(**added):
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    # without a user's own prices, unless the test brings some
    clean["XDG_CACHE_HOME"] = os.path.join(HERE, "no such folder")
    return clean | {"PYTHONPATH": os.pathsep.join([str(HERE.parent), str(HERE)])} | added


def run_python(*arguments, timeout=300, preexec_fn=None, **added):
    """Run Python with `added` variables; returns the finished process, its output as text."""
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment(**added),
        capture_output=True,
        text=True,
        timeout=timeout,
        preexec_fn=preexec_fn,
    )


def free_sections(folder, levels=None):
    """A cache folder whose prices say that starting threads costs nothing, so that every call goes parallel."""
    import json

    from tenferro._kernels import costs

    path = folder / "tenferro" / "costs.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    nothing = {str(width): 1e-9 for width in range(2, 65)}
    record = {
        "processor": costs.processor(),
        "levels": levels or {},
        "dispatch": {"hot_us": nothing, "parked_us": nothing},
    }
    path.write_text(json.dumps(record))
    return str(folder)
