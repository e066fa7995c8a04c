/* pow: x^y = 2^(y log2 |x|), the sign and the many special values after that.
 *
 * An error of log2 |x| grows by y, to 1024 times its size before the result overflows: it must be right to 66 bits or so
 * (floats: 34). So the sum of log.h's reduction,
 *
 *     log2 x = (k + head) + K r - K/2 r^2 + K r^3 (1/3 - r/4 + ...) + tail,      K = 1 / ln 2
 *
 * is kept in two parts throughout, and only the last bracket is rounded as it comes. The product with y is in two parts too,
 * and 2^ of it is exp2, whose reduced argument takes in the second part.
 *
 * Whatever is no power of a positive number by a number goes through pow_special, which a vector without such lanes skips.
 * Exponents that are small whole numbers go the way of pow_whole.h. A row of vectors with one such exponent, pow_row, has loops
 * of its own.
 *
 * Constants are `python tools/minimax.py pow_f64 pow_f32`; pow_family.h holds the function, once for both types.
 */
#ifndef TENFERRO_POW_H
#define TENFERRO_POW_H

#include "exp.h"
#include "log.h"
#include "pow_whole.h"

/* python tools/minimax.py pow_f64 */
#define LOG2_TAIL_F64 0x1.777d0ffda0d24p-56
#define POW_FIRST_F64 0x1.ec709dc3a03f9p-2
/* error 2^-66.04 */
#define POW_F64 -0x1.71547652b82e1p-2, 0x1.2776c50f002d1p-2, -0x1.ec709dc4449f1p-3, 0x1.a617624abf128p-3, -0x1.71546f9ad229ap-3, 0x1.484c0e1cb7de5p-3, -0x1.278fdb9d4179fp-3, 0x1.0c0e418fc0775p-3, -0x1.af43c92740044p-4

/* python tools/minimax.py pow_f32 */
#define LOG2_TAIL_F32 0x1.4ae0cp-26f
#define POW_FIRST_F32 0x1.ec709ap-2f
/* error 2^-32.32 */
#define POW_F32 -0x1.715964p-2f, 0x1.27b67p-2f, -0x1.d12976p-3f

/* r (c0 + c1 r + ...) and its error. Doubles, whose error y makes more of, have c0 r exact. */
INLINE f64v pow_bend_f64(f64v r, f64v square, f64v *rest)
{
    f64v lost, linear = two_product_f64(r, splat_f64(POW_FIRST_F64), rest);
    f64v sum = fast_sum_f64(linear, square * poly9_f64(r, POW_F64), &lost);
    *rest += lost;
    return sum;
}
INLINE f32v pow_bend_f32(f32v r, f32v square, f32v *rest)
{
    (void)square;
    return two_product_f32(r, fma_f32(poly3_f32(r, POW_F32), r, splat_f32(POW_FIRST_F32)), rest);
}

/* Whether every lane has 0 < x < inf and finite y. */
#if VBYTES == 64
#define NO_BASE 0xdf     /* NaN, zeros, infinities, negative numbers */
#define NO_EXPONENT 0x99 /* NaN, infinities */
DEF(int, plain_power_f32, (f32v x, f32v y),
    !(_mm512_fpclass_ps_mask(S(x), NO_BASE) | _mm512_fpclass_ps_mask(S(y), NO_EXPONENT)))
DEF(int, plain_power_f64, (f64v x, f64v y),
    !(_mm512_fpclass_pd_mask(P(x), NO_BASE) | _mm512_fpclass_pd_mask(P(y), NO_EXPONENT)))
#else
DEF(int, plain_power_f32, (f32v x, f32v y),
    all_m32(gt_f32(x, splat_f32(0)) & lt_f32(x, splat_f32(INFINITY)) & lt_f32(abs_f32(y), splat_f32(INFINITY))))
DEF(int, plain_power_f64, (f64v x, f64v y),
    all_m64(gt_f64(x, splat_f64(0)) & lt_f64(x, splat_f64(INFINITY)) & lt_f64(abs_f64(y), splat_f64(INFINITY))))
#endif

#define REAL f64
#define POW_CONSTANT(name) name##_F64
#include "pow_family.h"
#undef REAL
#undef POW_CONSTANT
#define REAL f32
#define POW_CONSTANT(name) name##_F32
#include "pow_family.h"
#undef REAL
#undef POW_CONSTANT

#endif
