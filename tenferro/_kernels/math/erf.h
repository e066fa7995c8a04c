/* erf and erfc.
 *
 * Both are piecewise: a vector of intervals is looked up, each lane its own, with the polynomial that belongs to it.
 *
 *     erf x     n nearest to |x| / step; about the center c of row n, r = |x| - c
 *               erf |x| = erf c + c1 r + r (c1' + c2 r + ...)
 *     erfc x    e^(-x^2) g(x) for x >= 0, and 2 minus that for -x; rows of g are quarters of an octave of x + 2,
 *               [0, 1/2), [1/2, 1), [1, 3/2), [3/2, 2), [2, 3), ... , for floats halves of an octave of x + 1,
 *               [0, 1/2), [1/2, 1), [1, 2), [2, 3), [3, 5), ... : eight rows, which AVX2 tells apart in one step
 *
 * erf needs no exponential and no case: row 0 has center 0 and a polynomial in r^2 instead of r, and is relatively exact. The
 * first product and sum leave their error, so that what is rounded freely is a small part of the result.
 *
 * For erfc the square is split exactly, x^2 = s + e; s goes the way of exp.h, and e is subtracted from its rest. The power
 * 2^(i/16) and g are multiplied with their error, and all that is small is added last. Scaling by 2^k comes at the very end,
 * so that the tail is right down to the last subnormal; for -x, the 2 is scaled by 2^-k to wait for it.
 *
 * erf_rows.h holds the polynomials, erf_tables.h the look-up, erf_family.h the functions, once for both types.
 */
#ifndef TENFERRO_ERF_H
#define TENFERRO_ERF_H

#include "exp.h"
#include "erf_tables.h"

/* 1 / step, and the last x whose erf is not 1 (or, still in the last row, rounds to it). */
#define ERF_PER_ROW_F64 (256 / 105.0)
#define ERF_PER_ROW_F32 (32 / 17.0f)
#define ERF_LIMIT_F64 5.94
#define ERF_LIMIT_F32 3.95f
#define ERF_ROWS_OF_F64 16
#define ERF_ROWS_OF_F32 8
#define ERF_TERMS_F64 13
#define ERF_TERMS_F32 8
#define ERF_TINY_F64 0x1p-900
#define ERF_TINY_F32 0x1p-90f
#define ERF_LIFT_F64 0x1p200
#define ERF_LIFT_F32 0x1p60f

/* Where erfc is less than half the least number; where 2 less erfc |x| is 2; what is added to x, and how many bits follow those of
 * the sum that tell rows apart; how far 16 n in t (see exp.h) is from where an exponent stands. */
#define ERFC_HIGH_F64 27.5
#define ERFC_HIGH_F32 10.5f
#define ERFC_LOW_F64 6.5
#define ERFC_LOW_F32 4.5f
#define ERFC_SHIFT_F64 2
#define ERFC_SHIFT_F32 1
#define ERFC_INDEX_F64 50
#define ERFC_INDEX_F32 22
#define ERFC_ROWS_OF_F64 16
#define ERFC_ROWS_OF_F32 8
#define ERFC_TERMS_F64 14
#define ERFC_TERMS_F32 8
#define ERFC_POWER_F64 48
#define ERFC_POWER_F32 19

#define REAL f64
#define ERF_VALUE(name) name##_F64
#include "erf_family.h"
#undef REAL
#undef ERF_VALUE
#define REAL f32
#define ERF_VALUE(name) name##_F32
#include "erf_family.h"
#undef REAL
#undef ERF_VALUE

#endif
