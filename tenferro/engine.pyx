# cython: language_level=3, freethreading_compatible=True
"""The engine: how many threads, which pool, which memory order, and what a call would do with them."""

import contextvars
import operator
from typing import NamedTuple

import numpy as np

from tenferro._kernels import levels, placement
from tenferro._fused.explain import counted, duration
from tenferro._optable import ALIASES, BY_NAME, DTYPES
from tenferro._promotion import named_dtype, resolve

from tenferro._kernels.placement cimport Settings
from tenferro._kernels.threads cimport default_count
from tenferro._memory.pool cimport default_pool_object

cdef enum:
    MOST_THREADS = 1024

# The engines entered in this context, innermost last; each remembers what it replaced.
_entered = contextvars.ContextVar("engines that tenferro entered", default=())


class Placement(NamedTuple):
    """What an engine would do with one call: see `CpuEngine.explain`."""

    operation: str
    dtype: str
    n: int
    level: str
    estimate_us: float
    threads: int
    why: str

    def __str__(self):
        return (
            f"{self.operation} of {self.n} x {self.dtype} on level {self.level}: about {duration(self.estimate_us)} on "
            f"one thread, so {counted(self.threads, 'thread')}: {self.why}"
        )


def check_threads(threads):
    """A thread count, or 0 for None."""
    if threads is None:
        return 0
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
        raise TypeError(f"threads must be an int or None, not {type(threads).__name__}")
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads must be from 1 to {MOST_THREADS}, not {threads}")
    return int(threads)


def add_methods(dict methods, dict functions):
    """Give engines a method for each direct function; it runs under its engine, whichever is the current one."""
    for name, method in methods.items():
        method.__name__ = name
        method.__qualname__ = f"CpuEngine.{name}"
        method.__doc__ = functions[name].__doc__
        setattr(CpuEngine, name, method)


class CpuEngine(Settings):
    """Threads, memory pool and memory order under which functions run.

    Every function of tenferro is a method of the engine too: ``engine.exp(x)``. As a context manager the engine
    holds for the block, in the current thread or task; a thread that is started in the block has it too where threads
    inherit their starter's context (``sys.flags.thread_inherit_context``: the default of free-threaded Python 3.14).

    Parameters
    ----------
    threads : int, optional
        The most threads that a call may use; a call takes fewer where more would not pay. None: as many as the
        process may use (see `set_num_threads`).
    pool : Pool, optional
        Where the memory of results comes from. None: the default pool.
    order : {"K", "C", "F"}
        Memory order of fresh results: as the inputs lie in memory, row-major or column-major.

    Raises
    ------
    TypeError, ValueError
        An argument of another kind or outside its range.

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> with tf.CpuEngine(threads=1):
    ...     tf.add(np.ones(3), 1.0)
    array([2., 2., 2.])
    >>> tf.CpuEngine.serial().square(np.arange(3.0))
    array([0., 1., 4.])
    """

    def __init__(self, threads=None, pool=None, order="K"):
        if order not in ("K", "C", "F"):
            raise ValueError(f"order must be 'K', 'C' or 'F', not {order!r}")
        Settings.__init__(self, check_threads(threads), pool, order)

    @classmethod
    def serial(cls):
        """An engine that never uses a second thread.

        Examples
        --------
        >>> import tenferro as tf
        >>> tf.CpuEngine.serial().threads
        1
        """
        return cls(threads=1)

    @property
    def threads(self):
        """The most threads that a call may use."""
        return self.most_threads or placement.DEFAULT.most_threads or default_count()

    @property
    def order(self):
        """Memory order of fresh results."""
        return self.layout

    def __enter__(self):
        _entered.set((*_entered.get(), placement.enter(self)))
        return self

    def __exit__(self, *exception):
        *rest, previous = _entered.get()
        _entered.set(tuple(rest))
        placement.CURRENT.set(previous)

    def __repr__(self):
        return f"CpuEngine(threads={self.most_threads or None}, pool={self.pool!r}, order={self.layout!r})"

    def __reduce__(self):
        return CpuEngine, (self.most_threads or None, None, self.layout)

    def explain(self, operation, n, dtype="f8"):
        """What a call would do, and why.

        Parameters
        ----------
        operation : str or function
            Name of a row, as in ``"tanh"``, or the function of that name.
        n : int
            Number of elements; a whole float such as ``1e6`` will do.
        dtype : dtype_like
            Dtype of the operands; the names that the result prints, such as ``"f64"``, will do where NumPy has no
            meaning for them (its ``"i8"`` is int64).

        Returns
        -------
        Placement
            It prints as a sentence.

        Raises
        ------
        ValueError
            No operation of that name, or a negative `n`.
        TypeError
            The operation is not defined for the dtype.

        Examples
        --------
        >>> import tenferro as tf
        >>> tf.CpuEngine.serial().explain("add", n=1000).threads
        1
        """
        name = operation if isinstance(operation, str) else getattr(operation, "__name__", operation)
        row = BY_NAME.get(ALIASES.get(name, name))
        if row is None:
            raise ValueError(f"there is no operation {name!r}; operations: {', '.join(sorted(BY_NAME))}")
        computed = DTYPES[resolve(row, (named_dtype(dtype),) * row.nin).code]
        n = int(n) if isinstance(n, float) and n.is_integer() else operator.index(n)
        if n < 0:
            raise ValueError(f"n must be a number of elements, not {n}")
        ns = placement.estimate_ns(row.name, computed, n)
        threads = placement.decide(self, ns)
        return Placement(
            row.name, computed, n, levels.NAME, ns / 1000, threads, self._reason(ns, threads)
        )

    def _reason(self, ns, threads):
        price = placement.dispatch_table()
        if self.threads == 1:
            return "the engine has one thread"
        if threads > 1:
            return f"a section costs {price['hot'][threads] / 1000:.3g} us with hot threads, much less than it saves"
        if ns < 3 * price["hot"][2]:
            return f"less than three times the {price['hot'][2] / 1000:.3g} us that a section costs"
        return (
            f"the threads are asleep or taken: waking them costs {price['parked'][2] / 1000:.3g} us, which a third of "
            f"the work must cover"
        )


def current_engine():
    """The engine of the current context.

    Returns
    -------
    CpuEngine
        The one whose ``with`` block runs; without one, an engine of the process's settings.

    Examples
    --------
    >>> import tenferro as tf
    >>> with tf.CpuEngine(threads=1) as engine:
    ...     print(tf.current_engine() is engine)
    True
    """
    settings = placement.CURRENT.get()
    if isinstance(settings, CpuEngine):
        return settings
    return CpuEngine(settings.most_threads or None, settings.pool, settings.layout)


def set_num_threads(threads):
    """Set the most threads that calls use where no engine says otherwise, in the whole process.

    Parameters
    ----------
    threads : int or None
        At least 1; None: as the environment says.

    Raises
    ------
    TypeError, ValueError
        `threads` is no number of threads; nothing is changed then.

    Examples
    --------
    >>> import tenferro as tf
    >>> tf.set_num_threads(1)
    >>> tf.get_num_threads()
    1
    >>> tf.set_num_threads(None)
    """
    placement.set_default_threads(check_threads(threads))


def get_num_threads():
    """The most threads that a call may use in the current context.

    Returns
    -------
    int

    Examples
    --------
    >>> import tenferro as tf
    >>> with tf.CpuEngine(threads=2):
    ...     tf.get_num_threads()
    2
    """
    return current_engine().threads


def default_pool():
    """The pool that results come from where the engine names none.

    Returns
    -------
    Pool

    Examples
    --------
    >>> import numpy as np, tenferro as tf
    >>> x = np.ones(1 << 16)
    >>> y = tf.add(x, x)
    >>> tf.default_pool().stats()["in_use"] >= y.nbytes
    True
    """
    return default_pool_object()
