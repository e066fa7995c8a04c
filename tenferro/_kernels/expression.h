/* Expressions of cheap operations, evaluated in machine registers.
 *
 * An instruction that runs over a whole tile writes its result to memory, if only to L1, and while the next one reads it there,
 * nothing comes from beyond the cache. An expression is a short code that is interpreted once for each block of vectors: values stay
 * in an accumulator, and the processor already fetches the operands of the blocks ahead.
 *
 * Its micro-operations work on the accumulator and on places: operands of the instruction, or, from EXPRESSION_INPUTS on, blocks that
 * are kept for later. They are the rows' own vector expressions, so the bits are those of the rows. With o and q one of add, subtract,
 * multiply (0, 1, 2):
 *
 *     0 + o             acc = a o b
 *     3 + o             acc = acc o a
 *     6 + o             acc = a o acc
 *     9 + 3 o + q       acc = acc o (a q b)
 *     18 + 3 o + q      acc = (a q b) o acc
 *     27                acc = acc * acc
 *     28                a = acc
 *     29                the result is acc
 *
 * `tenferro/_fused/groups.py` writes such codes.
 */
#ifndef TENFERRO_EXPRESSION_H
#define TENFERRO_EXPRESSION_H

#include "simd.h"

enum { EXPRESSION_INPUTS = 8, EXPRESSION_KEPT = 8, EXPRESSION_BLOCK = 8, EXPRESSION_AHEAD = 2048 };

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
#define ROW(number, o) CASE(number, A o B) CASE(3 + number, X o A) CASE(6 + number, A o X)
#define JOIN(number, o, q) CASE(9 + number, X o (A q B)) CASE(18 + number, (A q B) o X)

/* A block of `count` vectors that starts `at` bytes into the operands. */
#define EXPRESSION(type) \
    INLINE void expression_block_##type(char *out, char **place, const micro_t *code, Py_ssize_t at, const int count) \
    { \
        typedef type##v vector; \
        vector acc[EXPRESSION_BLOCK] = {0}; \
        for (;; code++) { \
            char *a = place[code->a] + at, *b = place[code->b] + at; \
            switch (code->operation) { \
                ROW(0, +) ROW(1, -) ROW(2, *) \
                JOIN(0, +, +) JOIN(1, +, -) JOIN(2, +, *) \
                JOIN(3, -, +) JOIN(4, -, -) JOIN(5, -, *) \
                JOIN(6, *, +) JOIN(7, *, -) JOIN(8, *, *) \
                CASE(27, X * X) \
            case 28: \
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
#undef ROW
#undef JOIN
#undef EXPRESSION

#endif
