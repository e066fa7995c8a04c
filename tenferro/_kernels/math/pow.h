/* pow: x^y = 2^(y log2 |x|), the sign and the many special values after that.
 *
 * An error of log2 |x| grows by y, to 1024 times its size before the result overflows: it must be right to 66 bits or so. So the
 * sum of log.h's reduction,
 *
 *     log2 x = (k + head) + K r - K/2 r^2 + K r^3 (1/3 - r/4 + ...) + tail,      K = 1 / ln 2
 *
 * is kept in two parts throughout, and only the last bracket is rounded as it comes. The product with y is in two parts too,
 * and 2^ of it is exp2, whose reduced argument takes in the second part.
 *
 * Floats are computed as doubles, half a vector at a time, without any of that: fewer operations, and all but correctly rounded.
 *
 * Whatever is no power of a positive number by a number goes through pow_special, which a vector without such lanes skips.
 * Constants are `python tools/minimax.py pow_f64 pow_f32`.
 */
#ifndef TENFERRO_POW_H
#define TENFERRO_POW_H

#include "exp.h"
#include "log.h"

/* python tools/minimax.py pow_f64 */
#define LOG2_TAIL_F64 0x1.777d0ffda0d24p-56
/* error 2^-66.04 */
#define POW_F64 0x1.ec709dc3a03f9p-2, -0x1.71547652b82e1p-2, 0x1.2776c50f002d1p-2, -0x1.ec709dc4449f1p-3, 0x1.a617624abf128p-3, -0x1.71546f9ad229ap-3, 0x1.484c0e1cb7de5p-3, -0x1.278fdb9d4179fp-3, 0x1.0c0e418fc0775p-3, -0x1.af43c92740044p-4

/* python tools/minimax.py pow_f32 */
/* error 2^-38.89 */
#define SHORT_LOG2 0x1.71547652ba4fap0, -0x1.7154765240c1cp-1, 0x1.ec709c616267bp-2, -0x1.71547b31a1d1ep-2, 0x1.277facea531d6p-2, -0x1.ecdb9fa2f413fp-3, 0x1.885c206c9debfp-3
/* error 2^-29.24 */
#define SHORT_EXP2 0x1.62e42feb1c384p-1, 0x1.ebfff45b07f66p-3, 0x1.c6b46a5bf3ap-5

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

/* C99's pow, given z = |x|^y where that is a power of a finite number other than 0 by a finite one. An odd y is whole and its
 * half is not. The two rules without exception, 1^y = 1 and x^0 = 1, come last. */
#define POW_SPECIAL(type)                                                                                                  \
    static inline type##v pow_special_##type(type##v x, type##v y, type##v z)                                              \
    {                                                                                                                      \
        type##v zero = splat_##type(0), one = splat_##type(1), infinity = splat_##type(INFINITY), a = abs_##type(x);       \
        type##v half = y * splat_##type(0.5f), sign_of_x = or_sign_##type(zero, x);                                        \
        mask_##type whole = eq_##type(rint_##type(y), y), odd = whole & ne_##type(rint_##type(half), half);                \
        mask_##type endless = eq_##type(abs_##type(y), infinity), great = gt_##type(a, one), down = lt_##type(y, zero);    \
        type##v limit = select_##type((great & not_##type(down)) | (down & not_##type(great)), infinity, zero);            \
        limit = select_##type(eq_##type(a, one) & endless, one, limit);                                                    \
        z = select_##type(endless | eq_##type(a, zero) | eq_##type(a, infinity), limit, z);                                \
        z = select_##type(odd, xorsign_##type(z, sign_of_x), z);                                                           \
        z = select_##type(lt_##type(x, zero) & lt_##type(a, infinity) & not_##type(whole), splat_##type(NAN), z);          \
        z = select_##type(ne_##type(x, x) | ne_##type(y, y), x + y, z);                                                    \
        return select_##type(eq_##type(x, one) | eq_##type(y, zero), one, z);                                              \
    }
POW_SPECIAL(f32)
POW_SPECIAL(f64)

/* log2 x in two parts, for x positive and finite. */
static inline f64v log2_parts_f64(f64v x, f64v *rest)
{
    reduced_f64 a = reduce_log2_f64(x);
    f64v r = a.r, k_head = splat_f64(LOG2_HEAD_F64), k_tail = splat_f64(LOG2_TAIL_F64);
    f64v linear_rest, linear = two_product_f64(r, k_head, &linear_rest);
    f64v square_rest, square = two_product_f64(r, r, &square_rest);
    f64v bend_rest, bend = two_product_f64(r, poly10_f64(r, POW_F64), &bend_rest);
    f64v lost, factor = fast_sum_f64(k_head * -0.5, bend, &lost); /* of the square */
    f64v factor_rest = fma_f64(k_tail, splat_f64(-0.5), bend_rest + lost);
    f64v curve_rest, curve = two_product_f64(square, factor, &curve_rest);
    f64v lost_too, sum = fast_sum_f64(a.exponent + a.head, linear, &lost);
    sum = fast_sum_f64(sum, curve, &lost_too);
    curve_rest = fma_f64(square_rest, factor, fma_f64(square, factor_rest, curve_rest));
    linear_rest = fma_f64(r, k_tail, linear_rest);
    return fast_sum_f64(sum, (lost + lost_too) + (linear_rest + (curve_rest + a.tail)), rest);
}

/* |x|^y of positive finite |x| and finite y. */
static inline f64v pow_positive_f64(f64v x, f64v y)
{
    f64v log_rest, log = log2_parts_f64(x, &log_rest), tail;
    f64v lost, power = two_product_f64(y, log, &lost);
    f64v t = power + SIXTEENTH_F64, n = t - SIXTEENTH_F64;
    f64v r = tame_f64((power - n) + fma_f64(y, log_rest, lost));
    f64v head = power16_f64(t, &tail);
    return scale16_f64(fma_f64(head, base_rest_f64(r, tail, EXP2_F64), head), n, t);
}

static inline f64v pow_f64(f64v x, f64v y)
{
    f64v z = pow_positive_f64(abs_f64(x), y);
    return __builtin_expect(plain_power_f64(x, y), 1) ? z : pow_special_f64(x, y, z);
}

/* To a float's accuracy, in doubles. */
static inline f64v short_pow_f64(f64v x, f64v y)
{
    reduced_f64 a = reduce_log2_f64(x);
    f64v power = y * fma_f64(a.r, poly7_f64(a.r, SHORT_LOG2), a.exponent + (a.head + a.tail));
    f64v t = power + SIXTEENTH_F64, n = t - SIXTEENTH_F64, r = tame_f64(power - n), tail;
    f64v head = power16_f64(t, &tail);
    return scale16_f64(fma_f64(head * r, poly3_f64(r, SHORT_EXP2), head), n, t);
}

static inline f32v pow_f32(f32v x, f32v y)
{
    f32v a = abs_f32(x);
    f64v low = short_pow_f64(widen_low_f32(a), widen_low_f32(y));
    f32v z = narrow_f64(low, short_pow_f64(widen_high_f32(a), widen_high_f32(y)));
    return __builtin_expect(plain_power_f32(x, y), 1) ? z : pow_special_f32(x, y, z);
}

#endif
