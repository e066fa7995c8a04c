# cython: language_level=3
cimport numpy as cnp
from cpython.ref cimport PyObject

from tenferro._kernels.levels cimport CODE_BF16, N_DTYPES

cdef enum:
    N_TYPENUMS = 64

# By NumPy's type number, -1 where tenferro does not hold it; bfloat16's number lies beyond the table.
cdef signed char[N_TYPENUMS] code_by_typenum
# By code.
cdef int[N_DTYPES] itemsize_of

cdef inline cnp.dtype dtype_of(cnp.ndarray array):
    return <cnp.dtype><void *>cnp.PyArray_DESCR(array)

# The code of an array's dtype in either byte order, or -1.
cdef int code_of_array(cnp.ndarray array) except -2
# The code of a dtype that tenferro holds.
cdef inline int code_of_known(cnp.dtype descr) noexcept:
    return code_by_typenum[descr.type_num] if descr.type_num < N_TYPENUMS else CODE_BF16
# The code of a NumPy scalar of one of the types above, or -1.
cdef int code_of_scalar(object x) noexcept
# The native dtype of a code that has come up.
cdef cnp.dtype descr_of(int code)
