/* Expressions of cheap operations, evaluated in machine registers.
 *
 * An instruction that runs over a whole tile writes its result to memory, if only to L1, and while the next one reads it there,
 * nothing comes from beyond the cache. An expression is a short code that is interpreted once for each block of vectors: values stay
 * in an accumulator, and the processor already fetches the operands of the blocks ahead.
 *
 * Its micro-operations work on the accumulator and on places: operands of the instruction, or, from EXPRESSION_INPUTS on, blocks that
 * are kept for later. `MICRO_OPERATIONS` of `tenferro/_optable.py` lists them; they are the rows' own vector expressions, so the bits are
 * those of the rows. `tools/codegen.py` writes what this header needs of them: EXPRESSION_INPUTS, EXPRESSION_KEPT, MICRO_KEEP, and
 * MICRO_CASES_f32 and MICRO_CASES_f64, a CASE(number, value of the accumulator) for each. `tenferro/_fused/groups.py` writes codes.
 */
#ifndef TENFERRO_EXPRESSION_H
#define TENFERRO_EXPRESSION_H

#include "vectors.h"

enum { EXPRESSION_BLOCK = 8, EXPRESSION_AHEAD = 2048 };

/* The first entry of a code is no operation: `a` is the number of operands, `b` that of kept blocks. */
typedef struct {
    uint8_t operation, a, b, unused;
} micro_t;

/* Values k of the places and of the accumulator. */
#define A (*(const vector *)(a + k * VBYTES))
#define B (*(const vector *)(b + k * VBYTES))
#define X acc[k]
#define CASE(number, value) \
    case number: \
        _Pragma("GCC unroll 8") for (int k = 0; k < count; k++) X = value; \
        break;

/* A block of `count` vectors that starts `at` bytes into the operands. */
#define EXPRESSION(type) \
    INLINE void expression_block_##type(char *out, char **place, const micro_t *code, Py_ssize_t at, const int count) \
    { \
        typedef type##v vector; \
        vector acc[EXPRESSION_BLOCK] = {0}; \
        for (;; code++) { \
            char *a = place[code->a] + at, *b = place[code->b] + at; \
            switch (code->operation) { \
                MICRO_CASES_##type \
            case MICRO_KEEP: \
                _Pragma("GCC unroll 8") for (int k = 0; k < count; k++) *(vector *)(a + k * VBYTES) = X; \
                break; \
            default: \
                _Pragma("GCC unroll 8") for (int k = 0; k < count; k++) *(vector *)(out + at + k * VBYTES) = X; \
                return; \
            } \
        } \
    } \
\
    /* A loop (see loops.pxd); its code follows the operands, at a[EXPRESSION_INPUTS]. A kept block's place moves back as `at` moves on, \
     * so that all places are read alike. */ \
    static void expression_##type(void *out, void **a, Py_ssize_t nv) \
    { \
        const micro_t *code = (const micro_t *)a[EXPRESSION_INPUTS]; \
        const int operands = code->a, places = EXPRESSION_INPUTS + code->b; \
        const Py_ssize_t nbytes = nv * VBYTES, step = EXPRESSION_BLOCK * VBYTES; \
        type##v kept[EXPRESSION_KEPT * EXPRESSION_BLOCK]; \
        char *place[EXPRESSION_INPUTS + EXPRESSION_KEPT]; \
        Py_ssize_t at = 0; \
        for (int i = 0; i < operands; i++) \
            place[i] = (char *)a[i]; \
        for (int i = EXPRESSION_INPUTS; i < places; i++) \
            place[i] = (char *)kept + (i - EXPRESSION_INPUTS) * step; \
        for (; at + step <= nbytes; at += step) { \
            for (int i = 0; i < operands; i++) \
                for (int k = 0; k < step; k += 64) \
                    __builtin_prefetch(place[i] + at + EXPRESSION_AHEAD + k); \
            expression_block_##type((char *)out, place, code + 1, at, EXPRESSION_BLOCK); \
            for (int i = EXPRESSION_INPUTS; i < places; i++) \
                place[i] -= step; \
        } \
        for (; at < nbytes; at += VBYTES) { \
            expression_block_##type((char *)out, place, code + 1, at, 1); \
            for (int i = EXPRESSION_INPUTS; i < places; i++) \
                place[i] -= VBYTES; \
        } \
    }

EXPRESSION(f64)
EXPRESSION(f32)

#undef A
#undef B
#undef X
#undef CASE
#undef EXPRESSION

#endif
