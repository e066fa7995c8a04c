/* Powers whose exponent is a whole number from -64 to 64, by squares and products from the first bit of the exponent down.
 *
 * Doubles carry what each product's rounding left off, (h + l)^2 = h^2 + 2 h l and (h + l) x = h x + l x, and the last product is
 * rounded once; a negative exponent takes the reciprocal of the pair, with one correction. Of floats the plain products of
 * doubles are exact enough, and leave the range of doubles only where the result has left that of floats.
 * The powers in between lie between 1 and the last one. Where that is far from the ends of the range nothing has over- or
 * underflowed; other lanes (zeros, infinities and NaN among them) are the general pow's.
 * Which exponent a lane has decides alone: a row of one exponent, which has loops of its own, gives the bits of a mixed one.
 */
#ifndef TENFERRO_POW_WHOLE_H
#define TENFERRO_POW_WHOLE_H

#include "../simd.h"
#include <math.h>
#include <stddef.h>

enum { WHOLE_MOST = 64, WHOLE_FIRST = 6 /* its bit */, WHOLE_BLOCK = 4 };
/* Reciprocals are in this range too. */
#define WHOLE_LEAST_F64 0x1p-900
#define WHOLE_GREATEST_F64 0x1p900

/* h + l times x, and squared, with what is left off. */
INLINE f64v whole_times_f64(f64v h, f64v *l, f64v x)
{
    f64v rest, product = two_product_f64(h, x, &rest);
    *l = fma_f64(*l, x, rest);
    return product;
}
INLINE f64v whole_square_f64(f64v h, f64v *l)
{
    f64v rest, product = two_product_f64(h, h, &rest);
    *l = fma_f64(h + h, *l, rest);
    return product;
}
/* 1 / (h + l) */
INLINE f64v whole_reciprocal_f64(f64v h, f64v l)
{
    f64v q = splat_f64(1) / h;
    return fma_f64(q, fnma_f64(l, q, defect_f64(h, q, splat_f64(1))), q);
}

#if VBYTES == 64 /* whole numbers compare on more ports: twice the bits, less twice those of the least, from the lowest number on */
#define WHOLE_LEAST_BITS 0x07b0000000000000
#define WHOLE_SPAN_BITS 0x7080000000000000 /* the greatest less the least */
DEF(m64, whole_safe_f64, (f64v z),
    le_i64((i64v)((u64v)z + (u64v)z + (0x8000000000000000 - 2 * WHOLE_LEAST_BITS)),
           splat_i64(2 * (WHOLE_SPAN_BITS - 0x4000000000000000))))
#else
DEF(m64, whole_safe_f64, (f64v z),
    ge_f64(abs_f64(z), splat_f64(WHOLE_LEAST_F64)) & le_f64(abs_f64(z), splat_f64(WHOLE_GREATEST_F64)))
#endif
DEF(m64, has_whole_f64, (f64v y), eq_f64(rint_f64(y), y) & le_f64(abs_f64(y), splat_f64(WHOLE_MOST)))
DEF(m32, has_whole_f32, (f32v y), eq_f32(rint_f32(y), y) & le_f32(abs_f32(y), splat_f32(WHOLE_MOST)))

/* The vectors k of a block. */
#define BLOCK(...)                           \
    _Pragma("GCC unroll 4") for (int k = 0; k < count; k++) { \
        __VA_ARGS__;                         \
    }

/* z = x^n, or x^-n where `negative`, of a block of vectors; n > 0. */
INLINE void whole_block_f64(f64v *z, const f64v *x, int n, int negative, int count)
{
    f64v h[WHOLE_BLOCK], l[WHOLE_BLOCK];
    int bit = n > 1 ? 1 << (30 - __builtin_clz(n)) : 0;
    BLOCK(h[k] = x[k])
    if (bit > 1 || (bit && negative)) { /* the first square is of one part */
        BLOCK(h[k] = two_product_f64(x[k], x[k], &l[k]))
        if (n & bit && (bit > 1 || negative))
            BLOCK(h[k] = whole_times_f64(h[k], &l[k], x[k]))
        bit >>= 1;
    } else {
        BLOCK(l[k] = splat_f64(0))
        if (bit) { /* 2 or 3 */
            if (!(n & 1)) {
                BLOCK(z[k] = x[k] * x[k])
                return;
            }
            BLOCK(h[k] = two_product_f64(x[k], x[k], &l[k]))
            BLOCK(z[k] = product_once_f64(h[k], x[k], l[k] * x[k]))
            return;
        }
    }
    _Pragma("GCC unroll 8") for (; bit > 1; bit >>= 1) {
        BLOCK(h[k] = whole_square_f64(h[k], &l[k]))
        if (n & bit)
            BLOCK(h[k] = whole_times_f64(h[k], &l[k], x[k]))
    }
    if (negative) {
        if (bit)
            BLOCK(h[k] = whole_square_f64(h[k], &l[k]))
        if (bit && n & 1)
            BLOCK(h[k] = whole_times_f64(h[k], &l[k], x[k]))
        BLOCK(z[k] = whole_reciprocal_f64(h[k], l[k]))
    } else if (!bit) {
        BLOCK(z[k] = x[k])
    } else if (n & 1) {
        BLOCK(h[k] = whole_square_f64(h[k], &l[k]); z[k] = product_once_f64(h[k], x[k], l[k] * x[k]))
    } else {
        BLOCK(z[k] = product_once_f64(h[k], h[k], (h[k] + h[k]) * l[k]))
    }
}

/* The same for exponents of any lanes: from 1 = 1 + 0, which squares leave as it is. Other lanes of y give anything. */
INLINE f64v whole_lanes_f64(f64v x, f64v y)
{
    f64v zero = splat_f64(0), h = splat_f64(1), l = zero, z;
    i64v n = to_i64_f64(min_f64(abs_f64(y), splat_f64(WHOLE_MOST)));
    m64 negative = lt_f64(y, zero), odd = ne_i64(n & 1, splat_i64(0));
    for (int bit = 1 << WHOLE_FIRST; bit > 1; bit >>= 1) {
        m64 set = ne_i64(n & bit, splat_i64(0));
        h = whole_square_f64(h, &l);
        f64v rest = l, more = whole_times_f64(h, &rest, x);
        h = select_f64(set, more, h);
        l = select_f64(set, rest, l);
    }
    z = product_once_f64(h, h, (h + h) * l);
    h = whole_square_f64(h, &l);
    z = select_f64(odd, product_once_f64(h, x, l * x), z);
    f64v rest = l, more = whole_times_f64(h, &rest, x);
    return select_f64(negative, whole_reciprocal_f64(select_f64(odd, more, h), select_f64(odd, rest, l)), z);
}

/* The plain products, for floats. */
INLINE void plain_block_f64(f64v *z, const f64v *x, int n, int negative, int count)
{
    BLOCK(z[k] = x[k])
    _Pragma("GCC unroll 8") for (int bit = n > 1 ? 1 << (30 - __builtin_clz(n)) : 0; bit; bit >>= 1) {
        BLOCK(z[k] *= z[k])
        if (n & bit)
            BLOCK(z[k] *= x[k])
    }
    if (negative)
        BLOCK(z[k] = splat_f64(1) / z[k])
}
INLINE f64v plain_lanes_f64(f64v x, f64v y)
{
    f64v z = splat_f64(1);
    i64v n = to_i64_f64(min_f64(abs_f64(y), splat_f64(WHOLE_MOST)));
    for (int bit = 1 << WHOLE_FIRST; bit; bit >>= 1) {
        z *= z;
        z = select_f64(ne_i64(n & bit, splat_i64(0)), z * x, z);
    }
    return select_f64(lt_f64(y, splat_f64(0)), splat_f64(1) / z, z);
}
INLINE void whole_block_f32(f32v *z, const f32v *x, int n, int negative, int count)
{
    f64v half[WHOLE_BLOCK], low[WHOLE_BLOCK], high[WHOLE_BLOCK];
    BLOCK(half[k] = widen_low_f32(x[k]))
    plain_block_f64(low, half, n, negative, count);
    BLOCK(half[k] = widen_high_f32(x[k]))
    plain_block_f64(high, half, n, negative, count);
    BLOCK(z[k] = narrow_f64(low[k], high[k]))
}
INLINE f32v whole_lanes_f32(f32v x, f32v y)
{
    return narrow_f64(plain_lanes_f64(widen_low_f32(x), widen_low_f32(y)),
                      plain_lanes_f64(widen_high_f32(x), widen_high_f32(y)));
}
#define whole_safe_f32(z) eq_f32(splat_f32(0), splat_f32(0))

#endif
