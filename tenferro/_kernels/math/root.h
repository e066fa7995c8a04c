/* rsqrt, cbrt and hypot.
 *
 * An inverse root starts as an integer: the bits of a float are nearly its logarithm, so that a multiple of them taken from a
 * constant are nearly those of a power of it. A polynomial repairs that, and one step in two parts makes it as good as rounded:
 *
 *     rsqrt     p = x^(-1/2) (1 + 0.03)    e = 1 - x p^2      p (1 - e)^(-1/2), twice: by a polynomial, then p + p e / 2
 *     cbrt      p = x^(-2/3) (1 + 0.04)    e = 1 - x^2 p^3    p (1 - e)^(-1/3), and then c = x p, the cube root:
 *                                                             c + (x - c^3) p / 3, the difference exact but for its last bits
 *     hypot     r = sqrt(a^2 + b^2), a the greater, squares and sum in two parts, s + d
 *                                                             r + (s - r^2 + d) / (2 r), with the rough 1 / sqrt(s) for 1 / r
 *
 * There is no division, and no square root but hypot's. Numbers too small for it all are multiplied by a power
 * of two before and the result by its root after; cbrt and hypot do the like for large ones, whose products overflow where a
 * level has to split its factors.
 * Constants are `python tools/minimax.py root`; the integers are those for which the error has the same size on both sides.
 */
#ifndef TENFERRO_ROOT_H
#define TENFERRO_ROOT_H

#include "../simd.h"
#include <math.h>

/* python tools/minimax.py root */
/* error 2^-30.23 */
#define RSQRT_F64 0x1.00000003683edp0, 0x1.00000025f3e16p-1, 0x1.7fff392e9f52cp-2, 0x1.3ffe7a786025ap-2, 0x1.19ad523f151a7p-2, 0x1.fc2734b7b7e38p-3
/* error 2^-15.22 */
#define RSQRT_F32 0x1.ffffcap-1f, 0x1.00947p-1f, 0x1.81b294p-2f
/* error 2^-30.57 */
#define CBRT_F64 0x1.ffffffff671b1p-1, 0x1.555557bce91eep-2, 0x1.c71c8197d0425p-3, 0x1.61ef7dc3fb5a4p-3, 0x1.26e95067662e9p-3, 0x1.05077b08cb69cp-3, 0x1.d3368a296af8ap-4
/* error 2^-17.93 */
#define CBRT_F32 0x1.ffff7cp-1f, 0x1.5551b6p-2f, 0x1.cb7f8ep-3f, 0x1.67b48ep-3f

DEF(f64v, rsqrt_repair_f64, (f64v e), poly6_f64(e, RSQRT_F64))
DEF(f32v, rsqrt_repair_f32, (f32v e), poly3_f32(e, RSQRT_F32))
DEF(f64v, cbrt_repair_f64, (f64v e), poly7_f64(e, CBRT_F64))
DEF(f32v, cbrt_repair_f32, (f32v e), poly4_f32(e, CBRT_F32))

/* 1 / sqrt(x) and x^(-2/3), to 3.5 and 4 per cent, for positive normal numbers. A third wants a product: in f64 of the
 * upper half of the bits, as a double. */
DEF(f64v, rough_rsqrt_f64, (f64v x), 0x5fe6eb50c7b537a9 - (i64v)((u64v)x >> 1))
DEF(f32v, rough_rsqrt_f32, (f32v x), 0x5f375a86 - (i32v)((u32v)x >> 1))
DEF(f32v, rough_cbrt_f32, (f32v x),
    to_i32_f32(fma_f32(from_i32_f32(bits_f32(x)), splat_f32(-2 / 3.0f), splat_f32(1774890300))))
INLINE f64v rough_cbrt_f64(f64v x)
{
    f64v upper = (f64v)((u64v)x >> 32 | 0x4330000000000000); /* 2^52 more than it is: the constant knows */
    f64v third = fma_f64(upper, splat_f64(-2 / 3.0), splat_f64(0x1.8p52 + 1787734680 + 2 * 0x1p52 / 3));
    return (f64v)(bits_f64(third) << 32);
}

#define RSQRT(type, least, grow, shrink)                                                                \
    INLINE type##v positive_rsqrt_##type(type##v x)                                                     \
    {                                                                                                   \
        type##v p = rough_rsqrt_##type(x), rest;                                                        \
        p *= rsqrt_repair_##type(fnma_##type(x * p, p, splat_##type(1)));                               \
        type##v root = two_product_##type(x, p, &rest);                                                 \
        type##v e = fnma_##type(rest, p, defect_##type(root, p, splat_##type(1)));                      \
        return fma_##type(p * splat_##type(0.5f), e, p);                                                \
    }                                                                                                   \
    COLD type##v any_rsqrt_##type(type##v x)                                                            \
    {                                                                                                   \
        type##v one = splat_##type(1), zero = splat_##type(0), infinity = splat_##type(INFINITY);       \
        mask_##type small = lt_##type(x, splat_##type(least));                                          \
        type##v y = positive_rsqrt_##type(x * select_##type(small, splat_##type(grow), one));           \
        y *= select_##type(small, splat_##type(shrink), one);                                           \
        y = select_##type(lt_##type(x, infinity), y, zero);                                             \
        y = select_##type(eq_##type(x, zero), copysign_##type(infinity, x), y);                         \
        return select_##type(ge_##type(x, zero), y, x + splat_##type(NAN));                             \
    }                                                                                                   \
    INLINE type##v rsqrt_##type(type##v x)                                                              \
    {                                                                                                   \
        mask_##type plain = ge_##type(x, splat_##type(least)) & lt_##type(x, splat_##type(INFINITY));   \
        return __builtin_expect(all_##type(plain), 1) ? positive_rsqrt_##type(x) : any_rsqrt_##type(x); \
    }
RSQRT(f64, 0x1p-1022, 0x1p54, 0x1p27)
RSQRT(f32, 0x1p-126f, 0x1p24f, 0x1p12f)

#define CBRT(type, third, least, most, grow, shrink)                                                  \
    INLINE type##v positive_cbrt_##type(type##v x)                                                    \
    {                                                                                                 \
        type##v p = rough_cbrt_##type(x), c = x * p, rest;                                            \
        p *= cbrt_repair_##type(fnma_##type(c * c, p, splat_##type(1)));                              \
        c = x * p;                                                                                    \
        type##v square = two_product_##type(c, c, &rest);                                             \
        type##v difference = fnma_##type(rest, c, defect_##type(square, c, x));                       \
        return fma_##type(difference, p * splat_##type(third), c);                                    \
    }                                                                                                 \
    COLD type##v any_cbrt_##type(type##v x)                                                           \
    {                                                                                                 \
        type##v a = abs_##type(x), there = splat_##type(1), back = there;                             \
        mask_##type small = lt_##type(a, splat_##type(least)), large = ge_##type(a, splat_##type(most)); \
        there = select_##type(small, splat_##type(grow), there);                                      \
        back = select_##type(small, splat_##type(shrink), back);                                      \
        there = select_##type(large, splat_##type(1 / grow), there);                                  \
        back = select_##type(large, splat_##type(1 / shrink), back);                                  \
        type##v y = positive_cbrt_##type(a * there) * back;                                           \
        return select_##type(lt_##type(a, splat_##type(INFINITY)), or_sign_##type(y, x), x);          \
    }                                                                                                 \
    INLINE type##v cbrt_##type(type##v x)                                                             \
    {                                                                                                 \
        type##v a = abs_##type(x);                                                                    \
        mask_##type plain = ge_##type(a, splat_##type(least)) & lt_##type(a, splat_##type(most));     \
        if (__builtin_expect(!all_##type(plain), 0))                                                  \
            return any_cbrt_##type(x);                                                                \
        return or_sign_##type(positive_cbrt_##type(a), x);                                            \
    }
CBRT(f64, 1 / 3.0, 0x1p-930, 0x1p1000, 0x1p150, 0x1p-50)
CBRT(f32, 1 / 3.0f, 0x1p-100f, 0x1p120f, 0x1p51f, 0x1p-17f)

#define HYPOT(type, high, low, shrink, grow)                                                            \
    INLINE type##v hypot_##type(type##v x, type##v y)                                                   \
    {                                                                                                   \
        type##v ax = abs_##type(x), ay = abs_##type(y);                                                 \
        type##v a = max_##type(ax, ay), b = min_##type(ay, ax); /* one of them is a NaN if x or y is */ \
        mask_##type large = gt_##type(a, splat_##type(high)), small = lt_##type(a, splat_##type(low));  \
        type##v one = splat_##type(1), there = select_##type(large, splat_##type(shrink), one);         \
        type##v back = select_##type(large, splat_##type(1 / shrink), one);                             \
        there = select_##type(small, splat_##type(grow), there);                                        \
        back = select_##type(small, splat_##type(1 / grow), back);                                      \
        a *= there;                                                                                     \
        b *= there;                                                                                     \
        type##v a_rest, b_rest, rest, aa = two_product_##type(a, a, &a_rest);                           \
        type##v s = fast_sum_##type(aa, two_product_##type(b, b, &b_rest), &rest), r = sqrt_##type(s);  \
        rest = defect_##type(r, r, s) + (rest + (a_rest + b_rest));                                     \
        r = fma_##type(rest * splat_##type(0.5f), rough_rsqrt_##type(s), r) * back;                     \
        type##v infinity = splat_##type(INFINITY);                                                      \
        return select_##type(eq_##type(ax, infinity) | eq_##type(ay, infinity), infinity, r);           \
    }
HYPOT(f64, 0x1p500, 0x1p-500, 0x1p-600, 0x1p600)
HYPOT(f32, 0x1p60f, 0x1p-40f, 0x1p-80f, 0x1p100f)

#endif
