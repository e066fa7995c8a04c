# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Dtype codes of NumPy's arrays and scalars, looked up in C."""

cimport cython
cimport numpy as cnp
from cpython.ref cimport Py_INCREF, PyObject

from tenferro._kernels.levels cimport CODE_BF16, N_DTYPES

cdef extern from "Python.h":
    PyObject *Py_TYPE(object x)

cdef extern from "tenferro/_kernels/shared.h":
    int published_int(const int *word)
    void publish_int(int *word, int value)

import numpy as np

from tenferro._optable import DTYPES, ITEMSIZE
from tenferro._promotion import NUMPY_DTYPES, code_of

cnp.import_array()

cdef enum:
    MOST_SCALAR_TYPES = 24

cdef PyObject *descr_by_code[N_DTYPES]  # for ever; bfloat16's is there once its type number is
cdef int bfloat16_typenum = -1  # until an array of it has come
cdef PyObject *scalar_types[MOST_SCALAR_TYPES]
cdef int scalar_codes[MOST_SCALAR_TYPES]
cdef int n_scalar_types = 0
cdef object knowing = object()  # guards what is learnt of bfloat16


cdef int know(int code, cnp.dtype descr) except -1:
    Py_INCREF(descr)
    descr_by_code[code] = <PyObject *>descr
    return 0


cdef int fill_tables() except -1:
    global n_scalar_types
    for i in range(N_TYPENUMS):
        code_by_typenum[i] = -1
    # the likely ones first: they are looked for in turn
    for char in "dlf?iFDqbhBHILQe":
        descr = np.dtype(char)
        code_by_typenum[descr.num] = code_of(descr)
        kind = descr.type
        scalar_types[n_scalar_types] = <PyObject *>kind  # a type of NumPy's own, which never goes
        scalar_codes[n_scalar_types] = code_of(descr)
        n_scalar_types += 1
    for code in range(N_DTYPES):
        itemsize_of[code] = ITEMSIZE[DTYPES[code]]
        descr_by_code[code] = NULL
        if code != CODE_BF16:
            know(code, NUMPY_DTYPES[code])
    return 0


cdef bint is_bfloat16(cnp.dtype descr) except -1:
    """Whether a dtype that NumPy has not of its own is bfloat16, which is then known."""
    if code_of(descr) != CODE_BF16:
        return False
    own = NUMPY_DTYPES[CODE_BF16]
    with cython.critical_section(knowing):
        if bfloat16_typenum < 0:
            know(CODE_BF16, own)
            publish_int(&bfloat16_typenum, descr.type_num)
    return True


cdef int code_of_array(cnp.ndarray array) except -2:
    cdef int typenum = cnp.PyArray_TYPE(array)
    if typenum < N_TYPENUMS:
        return code_by_typenum[typenum]
    return CODE_BF16 if typenum == published_int(&bfloat16_typenum) or is_bfloat16(dtype_of(array)) else -1


cdef int code_of_scalar(object x) noexcept:
    cdef PyObject *own = <PyObject *>Py_TYPE(x)
    cdef int i
    for i in range(n_scalar_types):
        if scalar_types[i] == own:
            return scalar_codes[i]
    return -1


cdef cnp.dtype descr_of(int code):
    if descr_by_code[code] is NULL:
        return NUMPY_DTYPES[code]  # bfloat16, before an array of it has come
    return <cnp.dtype>descr_by_code[code]


fill_tables()
