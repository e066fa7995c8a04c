/* pow: x^y = 2^(y log2 |x|), the sign and the many special values after that.
 *
 * An error of log2 |x| grows by y, to 1024 times its size before the result overflows: it must be right to 66 bits or so
 * (floats: 34). So the sum of log.h's reduction,
 *
 *     log2 x = (k + head) + K r - K/2 r^2 + K r^3 (1/3 - r/4 + ...) + tail,      K = 1 / ln 2
 *
 * is kept in two parts throughout, and only the last bracket is rounded as it comes. Floats multiply by K at the end: r - r^2/2
 * is one fused step and what it left off, and the bracket belongs to the second part. The product with y less what it is
 * rounded to is one fused step too; 2^ of it is exp2, whose reduced argument takes in y times the second part.
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
/* error 2^-32.97 */
#define POW_F32 -0x1.555552p-1f, 0x1.00033ap-1f, -0x1.99f7c4p-2f, 0x1.433dap-2f

/* log2 x in two parts, for x positive and finite. */
INLINE f64v log2_parts_f64(f64v x, f64v *rest)
{
    reduced_f64 a = reduce_log2_f64(x);
    f64v r = a.r, k_head = splat_f64(LOG2_HEAD_F64), k_tail = splat_f64(LOG2_TAIL_F64);
    f64v square_rest, square = two_product_f64(r, r, &square_rest);
    f64v lost, bend_rest, bend = two_product_f64(r, splat_f64(POW_FIRST_F64), &bend_rest); /* r (c0 + c1 r + ...) */
    bend = fast_sum_f64(bend, square * poly9_f64(r, POW_F64), &lost);
    bend_rest += lost;
    f64v factor = fast_sum_f64(k_head * splat_f64(-0.5), bend, &lost); /* of the square */
    f64v factor_rest = fma_f64(k_tail, splat_f64(-0.5), bend_rest + lost);
    f64v curve_rest, curve = two_product_f64(square, factor, &curve_rest);
    f64v lost_too, sum = product_sum_f64(r, k_head, a.exponent + a.head, &lost);
    sum = fast_sum_f64(sum, curve, &lost_too);
    curve_rest = fma_f64(square_rest, factor, fma_f64(square, factor_rest, curve_rest));
    *rest = (lost + lost_too) + fma_f64(r, k_tail, curve_rest + a.tail);
    return sum;
}
INLINE f32v log2_parts_f32(f32v x, f32v *rest)
{
    reduced_f32 a = reduce_log2_f32(x);
    f32v r = a.r, half = r * splat_f32(-0.5f), k_head = splat_f32(LOG2_HEAD_F32);
    f32v lost, bend_rest, bend = product_sum_f32(half, r, r, &bend_rest); /* r - r^2 / 2 */
    bend_rest = fma_f32(half * r, r * poly4_f32(r, POW_F32), bend_rest);
    f32v sum = product_sum_f32(bend, k_head, a.exponent + a.head, &lost);
    *rest = fma_f32(bend_rest, k_head, fma_f32(bend, splat_f32(LOG2_TAIL_F32), lost + a.tail));
    return sum;
}

/* As near to log2 x as y times it needs for rounding: the second part of a float's is more than a last bit. */
DEF(f64v, log2_near_f64, (f64v sum, f64v rest), ((void)rest, sum))
DEF(f32v, log2_near_f32, (f32v sum, f32v rest), sum + rest)

/* Whether every lane has 0 < x < inf and a finite y that is no whole number. */
#if VBYTES == 64
#define NO_BASE 0xdf /* NaN, zeros, infinities, negative numbers */
#define NOT_PLAIN(type, cast, suffix)                                                                 \
    DEF(int, plain_power_##type, (type##v x, type##v y),                                              \
        !(_mm512_fpclass_##suffix##_mask(cast(x), NO_BASE) |                                          \
          _mm512_cmp_##suffix##_mask(cast(rint_##type(y)), cast(y), _CMP_EQ_UQ))) /* NaN and infinity count as whole */
NOT_PLAIN(f32, S, ps)
NOT_PLAIN(f64, P, pd)
DEF(f32v, pow_base_f32, (f32v x), x) /* split_ leaves out the sign */
DEF(f64v, pow_base_f64, (f64v x), x)
#else
DEF(int, plain_power_f32, (f32v x, f32v y),
    all_m32(gt_f32(x, splat_f32(0)) & lt_f32(x, splat_f32(INFINITY)) & eq_f32(y, y) & ne_f32(rint_f32(y), y)))
DEF(int, plain_power_f64, (f64v x, f64v y),
    all_m64(gt_f64(x, splat_f64(0)) & lt_f64(x, splat_f64(INFINITY)) & eq_f64(y, y) & ne_f64(rint_f64(y), y)))
DEF(f32v, pow_base_f32, (f32v x), abs_f32(x))
DEF(f64v, pow_base_f64, (f64v x), abs_f64(x))
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
