/* Powers whose exponent is a whole number from -64 to 64, by squares and products from the first bit of the exponent down.
 *
 * Doubles carry what each product's rounding left off, (h + l)^2 = h^2 + 2 h l and (h + l) x = h x + l x, and the last product is
 * rounded once; a negative exponent takes the reciprocal of the pair, with one correction. Of floats the plain products of
 * doubles are exact enough, and leave the range of doubles only where the result has left that of floats.
 * The powers in between lie between 1 and the last one. Where that is far from the ends of the range nothing has over- or
 * underflowed; other lanes of doubles (zeros, infinities and NaN among them) are the general pow's.
 * Third and fourth powers of floats are computed as pairs where vectors are wide, and have the bits of those of doubles.
 * Which exponent a lane has decides alone: a row of one exponent, which has loops of its own, gives the bits of a mixed one.
 */
#ifndef TENFERRO_POW_WHOLE_H
#define TENFERRO_POW_WHOLE_H

#include "../simd.h"
#include <math.h>
#include <stddef.h>

enum { WHOLE_MOST = 64, WHOLE_FIRST = 6 /* its bit */, WHOLE_BLOCK = 4 };

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

/* Whether nothing on the way to z has over- or underflowed: |z| from 2^-900 to 2^900, and from 2^-78 to 2^78. */
#if VBYTES == 64 /* whole numbers compare on more ports: twice the bits, less twice those of the least, from the lowest number on */
#define WHOLE_SAFE(real, whole, unsigned, mask, lowest, least, span, from, to)                                          \
    DEF(mask, whole_safe_##real, (real##v z),                                                                           \
        le_##whole((whole##v)((unsigned##v)z + (unsigned##v)z + (lowest - 2 * least)), splat_##whole(2 * span - lowest)))
#else
#define WHOLE_SAFE(real, whole, unsigned, mask, lowest, least, span, from, to)                                          \
    DEF(mask, whole_safe_##real, (real##v z),                                                                           \
        ge_##real(abs_##real(z), splat_##real(from)) & le_##real(abs_##real(z), splat_##real(to)))
#endif
WHOLE_SAFE(f64, i64, u64, m64, 0x8000000000000000u, 0x07b0000000000000u, 0x7080000000000000u, 0x1p-900, 0x1p900)
WHOLE_SAFE(f32, i32, u32, m32, 0x80000000u, 0x18800000u, 0x4e000000u, 0x1p-78f, 0x1p78f)
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
/* The same of `count` halves of vectors, for one n. */
INLINE void plain_halves_f64(float *z, const float *x, int n, int negative, int count)
{
    f64v factor[WHOLE_BLOCK], product[WHOLE_BLOCK];
    BLOCK(product[k] = factor[k] = load_widened_f32(x + k * F64_LANES))
    _Pragma("GCC unroll 8") for (int bit = n > 1 ? 1 << (30 - __builtin_clz(n)) : 0; bit; bit >>= 1) {
        BLOCK(product[k] *= product[k])
        if (n & bit)
            BLOCK(product[k] *= factor[k])
    }
    if (negative)
        BLOCK(product[k] = splat_f64(1) / product[k])
    BLOCK(store_narrowed_f64(z + k * F64_LANES, product[k]))
}
INLINE void plain_block_f32(f32v *z, const f32v *x, int n, int negative, int count)
{
    int halves = count > 1 ? WHOLE_BLOCK : 2;
    _Pragma("GCC unroll 2") for (int at = 0; at < 2 * count * F64_LANES; at += halves * F64_LANES)
        plain_halves_f64((float *)z + at, (const float *)x + at, n, negative, halves);
}
INLINE f32v whole_lanes_f32(f32v x, f32v y)
{
    return narrow_f64(plain_lanes_f64(widen_low_f32(x), widen_low_f32(y)),
                      plain_lanes_f64(widen_high_f32(x), widen_high_f32(y)));
}

/* From n = 1 to WHOLE_PAIRS_F32, in floats. With every significand the pairs' results are those of doubles. */
#if VBYTES == 64
enum { WHOLE_PAIRS_F32 = 4 };
#else
enum { WHOLE_PAIRS_F32 = 2 };
#endif
INLINE void whole_block_f32(f32v *z, const f32v *x, int n, int negative, int count)
{
    f32v h[WHOLE_BLOCK], l[WHOLE_BLOCK];
    (void)negative;
    if (n == 1) {
        BLOCK(z[k] = x[k])
    } else if (n == 2) {
        BLOCK(z[k] = x[k] * x[k])
    } else {
        BLOCK(h[k] = two_product_f32(x[k], x[k], &l[k]))
        if (n == 3)
            BLOCK(z[k] = product_once_f32(h[k], x[k], l[k] * x[k]))
        else
            BLOCK(z[k] = product_once_f32(h[k], h[k], (h[k] + h[k]) * l[k]))
    }
}

/* Which rows of one exponent whole_block_ computes; the others, and lanes of many exponents, are plain products of doubles,
 * exact enough everywhere. */
enum { plain_exact_f64 = 0, plain_exact_f32 = 1 };
#define by_pairs_f64(n, negative) 1
#define by_pairs_f32(n, negative) (!(negative) && (n) <= WHOLE_PAIRS_F32)
#define plain_block_f64(z, x, n, negative, count) (void)0
#define lanes_safe_f64(z) whole_safe_f64(z)
#define lanes_safe_f32(z) eq_f32(splat_f32(0), splat_f32(0))

#endif
