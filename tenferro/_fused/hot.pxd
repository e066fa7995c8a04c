# cython: language_level=3
from cpython.ref cimport PyObject

from tenferro._fused.executor cimport Expected, Prepared
from tenferro._fused.schedule cimport Schedule

# The value of an argument without axes.
cdef struct Number:
    char item[16]

cdef class Hot:
    cdef readonly Prepared prepared   # or None: the schedule has several steps
    cdef readonly Schedule schedule
    cdef Expected *leaves
    cdef int n_leaves, n_values
    cdef tuple dtypes                 # keeps the descriptors in `leaves` alive
    cdef tuple names                  # of arguments passed by keyword
    cdef bytes codes                  # what each argument is
    cdef tuple statics
    cdef dict ranges
    cdef str layout
    cdef object form
    cdef int shape
    cdef bint with_out
    cdef int expect(self, tuple leaves) except -1
    cdef bint accepts(self, tuple arrays) noexcept
    cdef object attempt(self, PyObject *const *values, Py_ssize_t n_values, object out)
    cdef object replay(self, PyObject *const *values, object out)
    cdef bint number(self, object x, int code, int leaf, Number *into) except -1
    cdef tuple convert(self, PyObject *const *values)
    cdef bint is_within(self, Py_ssize_t leaf, long long value) except -1
    cdef bint takes(self, object out) noexcept

cdef Hot remember(
    Prepared prepared, Schedule schedule, object form, dict ranges, object flat, tuple values, object names, str layout,
    bint with_out
)
cdef object give(object form, tuple results)
