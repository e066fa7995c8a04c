# cython: language_level=3
cimport numpy as cnp
from cpython.ref cimport PyObject

from tenferro._kernels.placement cimport Settings

cdef enum:
    MOST_OPERANDS = 5     # three inputs, mask, output

# One input: an array, or a scalar held here.
cdef struct Input:
    PyObject *array         # NULL: `value`
    int code                # dtype in memory (or of `value`)
    int register            # dtype in the loop
    char value[16]

# Runs one instruction over arrays; `out` None: into a fresh array of dtype `result`, which is 0 where the mask is
# false. `inputs` has room for the mask.
cdef object launch(
    int opcode, int code, int register, Input *inputs, int n_inputs, cnp.ndarray out, cnp.dtype result,
    cnp.ndarray mask, Settings engine, char layout
)
# Runs one instruction on values alone; a NumPy scalar of the dtype with code `result`.
cdef object run_scalars(int opcode, int code, int register, Input *inputs, int n_inputs, int result)
