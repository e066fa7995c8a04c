"""What this installation is and what it found on this machine."""

from tenferro._kernels import levels, placement, threads
from tenferro._memory.pool import default_pool

#: pyproject.toml reads it here: asking the installed metadata would take half of the package's import
__version__ = "0.1.0"


def config() -> dict:
    """Version, levels, compiler, OpenMP, where the vector functions are from, threads and pool, by name."""
    pool = default_pool()
    return {
        "version": __version__,
        "level": levels.NAME,
        "levels this processor runs": ", ".join(levels.supported()),
        "compiler": levels.compiler(),
        "OpenMP": threads.openmp_version(),
        "SLEEF": "not linked, not called: every loop runs tenferro's own vector functions",
        "threads": placement.DEFAULT.most_threads or threads.usual_count(),
        "pool limit": pool.limit,
        "pool": pool.stats(),
    }


def show_config() -> None:
    """Print what this installation is and what it found on this machine.

    Examples
    --------
    >>> import tenferro as tf
    >>> tf.show_config()  # doctest: +ELLIPSIS
    version: ...
    """
    for name, value in config().items():
        print(f"{name}: {value}")
