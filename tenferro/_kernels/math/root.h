/* hypot, the length of a vector in the plane, without over- or underflow on the way.
 *
 *     hypot       sqrt(a^2 + b^2), a the greater; squares and their sum in two parts, s + e
 *
 * r = sqrt(s) is off by its own rounding and by e: the rest s - r^2 + e, exact but for its last bits, over 2 r. That being some
 * last bits of r, three per cent are near enough for 1 / r, and the old trick with the exponent halved gives just that.
 * What is very large or very small is brought to the middle by a power of two before, which is exact, and back after.
 */
#ifndef TENFERRO_ROOT_H
#define TENFERRO_ROOT_H

#include "../simd.h"
#include <math.h>

/* 1 / sqrt(x) with a relative error of at most 0.035, for positive normal numbers. */
DEF(f64v, rough_rsqrt_f64, (f64v x), 0x5fe6eb50c7b537a9 - (i64v)((u64v)x >> 1))
DEF(f32v, rough_rsqrt_f32, (f32v x), 0x5f375a86 - (i32v)((u32v)x >> 1))

#define HYPOT(type, high, low, shrink, grow)                                                              \
    static inline type##v hypot_##type(type##v x, type##v y)                                              \
    {                                                                                                     \
        type##v ax = abs_##type(x), ay = abs_##type(y);                                                   \
        type##v a = max_##type(ax, ay), b = min_##type(ay, ax); /* one of them is a NaN if x or y is */   \
        mask_##type large = gt_##type(a, splat_##type(high)), small = lt_##type(a, splat_##type(low));    \
        type##v one = splat_##type(1), there = select_##type(large, splat_##type(shrink), one);           \
        type##v back = select_##type(large, splat_##type(1 / shrink), one);                               \
        there = select_##type(small, splat_##type(grow), there);                                          \
        back = select_##type(small, splat_##type(1 / grow), back);                                        \
        a *= there;                                                                                       \
        b *= there;                                                                                       \
        type##v a_rest, b_rest, rest, aa = two_product_##type(a, a, &a_rest);                             \
        type##v s = fast_sum_##type(aa, two_product_##type(b, b, &b_rest), &rest), r = sqrt_##type(s);    \
        rest = defect_##type(r, r, s) + (rest + (a_rest + b_rest));                                       \
        r = fma_##type(rest * splat_##type(0.5f), rough_rsqrt_##type(s), r) * back;                       \
        type##v infinity = splat_##type(INFINITY);                                                        \
        return select_##type(eq_##type(ax, infinity) | eq_##type(ay, infinity), infinity, r);             \
    }
HYPOT(f64, 0x1p500, 0x1p-500, 0x1p-600, 0x1p600)
HYPOT(f32, 0x1p60f, 0x1p-40f, 0x1p-80f, 0x1p100f)

#endif
