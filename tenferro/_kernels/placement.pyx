# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# cython: freethreading_compatible=True
"""Placement: on how many threads does a call run?

A call states how long it would take on one thread: elements times the sum of the measured costs of its loops. Starting
a section has a price too, and there are two: *hot*, while the threads of the last section still spin, and *parked*,
once they sleep. A call goes parallel when its estimate is at least `WORTH` times that price, and takes only as many
threads as shorten it.

The settings that the decision depends on (thread count, pool, memory order) are a context variable, so that
``with CpuEngine(threads=4):`` holds for the block and for nothing that runs beside it.
"""

cimport cython

import contextvars

from tenferro._optable import CODE, COST_CLASS, DTYPES, ROWS
from tenferro._kernels import costs as measured
from tenferro._kernels import levels

from cpython.ref cimport Py_DECREF, PyObject
from libc.time cimport time_t
from tenferro._kernels.levels cimport CAST, N_DTYPES, N_OPCODES
from tenferro._kernels.threads cimport available, default_count, openmp_limit

cdef extern from "<time.h>" nogil:
    struct timespec:
        time_t tv_sec
        long tv_nsec
    int clock_gettime(int clock, timespec *out)
    const int CLOCK_MONOTONIC

cdef extern from "tenferro/_kernels/shared.h" nogil:
    int relaxed_int(const int *word)
    void set_relaxed_int(int *word, int value)
    double relaxed_double(const double *word)
    void set_relaxed_double(double *word, double value)

cdef extern from "Python.h":
    int PyContextVar_Get(object var, PyObject *default, PyObject **value) except -1

cdef enum:
    # an estimate must be this many times the price of a section: a wrong guess then costs little, a right one gains
    WORTH = 3
    WIDTHS = 64

# How long the threads of a section go on spinning at least: see tenferro/_kernels/__init__.py.
cdef double SPIN_NS = 40e3

cdef double[N_OPCODES * N_DTYPES] _costs
cdef double[WIDTHS + 1] _hot
cdef double[WIDTHS + 1] _parked
cdef double _last_section = -1e18
# When the last call that would have paid with hot threads ends, by its estimate.
cdef double _last_wish = -1e18


cdef double now_ns() noexcept nogil:
    cdef timespec moment
    clock_gettime(CLOCK_MONOTONIC, &moment)
    return moment.tv_sec * 1e9 + moment.tv_nsec


cdef class Settings:
    """Threads, pool and memory order of an engine."""

    def __init__(self, int most_threads=0, Pool pool=None, str layout="K"):
        with cython.critical_section(self):
            if self.layout is not None:
                raise TypeError("an engine is initialised only once")
            self.layout_letter = ord(layout)
            self.most_threads = most_threads
            self.pool = pool
            self.layout = layout


#: the process's own settings, where no engine is entered
DEFAULT = Settings()
CURRENT = contextvars.ContextVar("tenferro engine", default=DEFAULT)

cdef object _current = CURRENT
cdef object _default = DEFAULT


# Whether any engine has been entered: until then there is no context to ask, which would take 30 ns.
cdef int _entered = 0


def enter(Settings settings):
    """Make `settings` the current ones of this context; what they replace."""
    set_relaxed_int(&_entered, 1)
    previous = CURRENT.get()
    CURRENT.set(settings)
    return previous


cdef Settings current():
    cdef PyObject *value = NULL
    if not relaxed_int(&_entered):
        return <Settings>_default
    PyContextVar_Get(_current, NULL, &value)
    cdef object settings = <object>value
    Py_DECREF(settings)  # the reference that the call gave
    return <Settings>settings


cdef double cost_of(int opcode, int code) noexcept nogil:
    return _costs[opcode * N_DTYPES + code]


cdef void section_ended() noexcept nogil:
    set_relaxed_double(&_last_section, now_ns())


cdef int thread_limit(Settings settings) noexcept:
    """The most threads that the engine, the process and OpenMP's own setting allow."""
    cdef int most = settings.most_threads
    if most <= 0:
        most = relaxed_int(&(<Settings>_default).most_threads)
    if most <= 0:
        most = default_count()
    return min(most, openmp_limit())


cdef double dispatch_ns(int width, bint hot) noexcept nogil:
    if width > WIDTHS:
        width = WIDTHS
    return _hot[width] if hot else _parked[width]


cdef int threads_for(Settings settings, double ns) noexcept:
    cdef int most, width, best = 1
    cdef double took, now, least = ns
    cdef bint hot
    if ns < WORTH * _hot[2]:
        return 1
    most = thread_limit(settings)
    if most <= 1 or not available():
        return 1
    now = now_ns()
    # a second wish soon after the first was served alone tells of a series: waking the threads once serves all of it;
    # the first may have taken twice its estimate
    hot = (
        now - relaxed_double(&_last_section) < SPIN_NS or now - relaxed_double(&_last_wish) < SPIN_NS + ns
    )
    set_relaxed_double(&_last_wish, now + ns)
    for width in range(2, most + 1):
        if ns < WORTH * dispatch_ns(width, hot):
            break
        took = ns / width + dispatch_ns(width, hot)
        if took < least:
            least = took
            best = width
    return best


def estimate_ns(str name, str dtype, Py_ssize_t n):
    """Nanoseconds that row `name` takes for `n` elements of `dtype` on one thread."""
    return n * cost_of(next(i for i, row in enumerate(ROWS) if row.name == name), CODE[dtype])


def set_default_threads(int most_threads):
    """The most threads where no engine says otherwise; 0: as many as the process may use."""
    set_relaxed_int(&(<Settings>_default).most_threads, most_threads)


def dispatch_table():
    """The price of a section in nanoseconds by width: {"hot": …, "parked": …}."""
    return {
        "hot": {width: _hot[width] for width in range(2, WIDTHS + 1)},
        "parked": {width: _parked[width] for width in range(2, WIDTHS + 1)},
    }


def decide(Settings settings, double ns):
    """The number of threads that a call of `ns` nanoseconds would get now."""
    return threads_for(settings, ns)


cdef void load_costs():
    cdef int opcode, code
    figures = measured.load(levels.NAME)
    for opcode, row in enumerate(ROWS):
        for code, dtype in enumerate(DTYPES):
            known = figures.get((row.name, dtype))
            _costs[opcode * N_DTYPES + code] = known if known is not None else measured.estimate(row, dtype, figures)
    for opcode in range(CAST, N_OPCODES):
        for code in range(N_DTYPES):
            _costs[opcode * N_DTYPES + code] = COST_CLASS["cheap"]


cdef void load_dispatch():
    prices = measured.dispatch()
    for name, default in (("hot", 2.0), ("parked", 40.0)):
        known = {int(width): float(us) for width, us in prices.get(f"{name}_us", {}).items()}
        last = default
        for width in range(WIDTHS + 1):
            last = known.get(width, last)
            if name == "hot":
                _hot[width] = last * 1e3
            else:
                _parked[width] = last * 1e3


load_costs()
load_dispatch()
