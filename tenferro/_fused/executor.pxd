# cython: language_level=3
cimport numpy as cnp
from cpython.ref cimport PyObject
from libc.string cimport memcmp

from tenferro._fused.operands cimport Shape
from tenferro._fused.tiles cimport Plan
from tenferro._kernels.layout cimport MAX_NDIM
from tenferro._kernels.placement cimport Settings

# What an array must look like to be run by a prepared program.
cdef struct Expected:
    void *descr
    int ndim
    Py_ssize_t shape[MAX_NDIM]
    Py_ssize_t strides[MAX_NDIM]


cdef inline bint same_dtype(void *expected, cnp.ndarray array) noexcept:
    """Whether an array has a dtype, which need not be the same object: arrays that were pickled bring their own."""
    cdef void *own = <void *>cnp.PyArray_DESCR(array)
    return own == expected or (expected is not NULL and cnp.PyArray_EquivTypes(<cnp.dtype>expected, <cnp.dtype>own))


cdef inline bint is_expected(Expected *e, object candidate) noexcept:
    cdef cnp.ndarray array
    if not cnp.PyArray_CheckExact(candidate):
        return False
    array = <cnp.ndarray>candidate
    return (
        same_dtype(e.descr, array)
        and cnp.PyArray_NDIM(array) == e.ndim
        and memcmp(cnp.PyArray_DIMS(array), e.shape, e.ndim * sizeof(Py_ssize_t)) == 0
        and memcmp(cnp.PyArray_STRIDES(array), e.strides, e.ndim * sizeof(Py_ssize_t)) == 0
    )


cdef class Prepared:
    cdef readonly object program
    cdef Plan plan
    cdef int n_inputs, n_constants, n_outputs
    cdef Expected *expected       # inputs, then outputs where they were given
    cdef Py_ssize_t *offsets      # from an operand's first item to the space's
    cdef list constants           # 0-d arrays
    cdef list codes               # of the expressions
    cdef tuple out_dtypes
    cdef tuple input_dtypes       # keeps the descriptors in `expected` alive
    cdef Shape shape
    cdef Py_ssize_t *out_strides  # n_outputs x MAX_NDIM
    cdef bint given_out
    cdef bint accepts(self, tuple arrays) noexcept
    cdef bint accepts_out(self, tuple out) noexcept
    cdef int _sharing(self, tuple arrays, tuple out) except -1
    cdef tuple _through_copy(self, tuple arrays, tuple out)
    cdef tuple execute(self, tuple arrays, tuple out)
    cdef object run_checked(self, tuple arrays, out)
    cdef object run_few(self, PyObject *const *arrays)
    cdef cnp.ndarray fresh_result(self, int i, Settings engine)
    cdef int replay(self, char **base, bint direct, Settings engine) except -1
