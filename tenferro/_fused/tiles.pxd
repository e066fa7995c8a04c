# cython: language_level=3
from tenferro._kernels.layout cimport Space
from tenferro._kernels.levels cimport EXPRESSION_INPUTS
from tenferro._kernels.loops cimport loop_t
from tenferro._memory.pool cimport Pool

# memory -> register
cdef struct Load:
    int operand
    int register
    int itemsize     # in memory
    int swap         # width of the words whose bytes are reversed; 0: native
    loop_t cast      # NULL: memory and register hold the same dtype
    Py_ssize_t raw   # where in scratch the bytes go before the conversion
    bint aliasable   # the register may be the operand's own memory
    bint flat        # packed over the whole space
    bint scalar      # one value for the whole space

# one instruction
cdef struct Step:
    loop_t run
    int out
    int n_inputs
    int lanes
    int inputs[EXPRESSION_INPUTS]  # no instruction has more than an expression
    const char *code  # of an expression; of others not NULL where the second input is one value. It follows the inputs

# register -> memory
cdef struct Store:
    int operand
    int register
    int itemsize
    int swap
    int mask         # register of bools, or -1
    loop_t cast
    Py_ssize_t raw
    bint direct      # the instruction may write to the output itself
    bint flat

# A program over a space: what `run_plan` walks.
cdef struct Plan:
    Space space
    int n_loads, n_steps, n_stores, n_registers
    Load *loads
    Step *steps
    Store *stores
    int *widths          # bytes an element of each register
    Py_ssize_t *places   # of the registers in scratch
    Py_ssize_t chunk     # elements a tile
    bint unit            # one instruction between contiguous operands
    int quantum          # elements that every loop of the program does at a time
    Py_ssize_t scratch   # bytes a thread
    double ns            # estimate for the whole space on one thread

# Fills in what follows from loads, steps, stores and the coalesced space: places, chunk, quantum, scratch.
cdef void finish_plan(Plan *plan) noexcept nogil
# Runs the plan on the operands that start at base[0 …]. `direct`: a step may write to an output itself, because no
# later load of the tile reads what it overwrites. `stream`: large outputs may bypass the cache, because nobody
# reads them here.
cdef int run_plan(
    Plan *plan, char **base, bint direct, bint stream, int n_threads, Pool pool
) except -1
