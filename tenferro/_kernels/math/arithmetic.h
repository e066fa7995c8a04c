/* Arithmetic of floats that is exact or rounds once: fmod, remainder, floor_divide, ldexp, nextafter, sign, extrema.
 *
 * fmod: with q = x / y cut to an integer, x - q y is a float, and one fused multiply-add gives it exactly, as long as q is one
 * itself. The rounding of x / y can only have made q one too large; then the difference is negative, and y more is right. A
 * larger quotient is found as on paper, digit by digit from the left, where a digit has 50 bits (20 in single precision):
 *
 *     t = y 2^50 2^50 ...   the last that is not above x        x mod t, then mod t 2^-50, ... then mod y; all of it exact
 *
 * remainder and floor_divide follow NumPy to the bit: the sign of the divisor, zeros too; the quotient from (x - rest) / y.
 */
#ifndef TENFERRO_ARITHMETIC_H
#define TENFERRO_ARITHMETIC_H

#include "../simd.h"
#include "integer.h"
#include <math.h>

/* Where the product is not fused it must not overflow: a quotient one too large for that is one too large altogether. */
#ifdef HAVE_FMA
#define FITTING(type, q, y) (q)
#else
#define FITTING(type, q, y) select_##type(lt_##type(q * y, splat_##type(INFINITY)), q, q - 1)
#endif

#define ARITHMETIC_REMAINDERS(type, digit)                                                                      \
    /* x mod y for x, y >= 0 with a quotient below one digit; a NaN where either is, x is infinite or y is 0 */ \
    INLINE type##v fmod_step_##type(type##v x, type##v y)                                                       \
    {                                                                                                           \
        type##v q = trunc_##type(x / y), rest = defect_##type(FITTING(type, q, y), y, x);                       \
        rest = select_##type(lt_##type(rest, splat_##type(0)), rest + y, rest);                                 \
        return select_##type(lt_##type(x, y), x, rest);                                                         \
    }                                                                                                           \
    COLD type##v fmod_digits_##type(type##v x, type##v y)                                                       \
    {                                                                                                           \
        type##v t = y, next = y * digit;                                                                        \
        mask_##type more = lt_##type(x, splat_##type(INFINITY)) & gt_##type(y, splat_##type(0));                \
        for (more = more & le_##type(next, x); any_##type(more); more = more & le_##type(next, x)) {            \
            t = select_##type(more, next, t);                                                                   \
            next = t * digit;                                                                                   \
        }                                                                                                       \
        x = fmod_step_##type(x, t);                                                                             \
        for (more = gt_##type(t, y); any_##type(more); more = gt_##type(t, y)) {                                \
            t = select_##type(more, t * (1 / digit), t);                                                        \
            x = fmod_step_##type(x, t);                                                                         \
        }                                                                                                       \
        return x;                                                                                               \
    }                                                                                                           \
    INLINE type##v fmod_##type(type##v x, type##v y)                                                            \
    {                                                                                                           \
        type##v a = abs_##type(x), b = abs_##type(y);                                                           \
        if (__builtin_expect(any_##type(gt_##type(a / b, splat_##type(digit))), 0))                             \
            return copysign_##type(fmod_digits_##type(a, b), x);                                                \
        return copysign_##type(fmod_step_##type(a, b), x);                                                      \
    }                                                                                                           \
    /* whether a remainder, by its sign, has to move by one divisor */                                          \
    INLINE mask_##type is_opposite_##type(type##v rest, type##v y)                                              \
    {                                                                                                           \
        type##v zero = splat_##type(0), product = xorsign_##type(rest, y);                                      \
        return lt_##type(product, zero);                                                                        \
    }                                                                                                           \
    INLINE type##v remainder_##type(type##v x, type##v y)                                                       \
    {                                                                                                           \
        type##v rest = fmod_##type(x, y), zero = copysign_##type(splat_##type(0), y);                           \
        rest = select_##type(is_opposite_##type(rest, y), rest + y, rest);                                      \
        return select_##type(eq_##type(rest, splat_##type(0)), zero, rest);                                     \
    }                                                                                                           \
    INLINE type##v floor_divide_##type(type##v x, type##v y)                                                    \
    {                                                                                                           \
        type##v rest = fmod_##type(x, y), zero = splat_##type(0), one = splat_##type(1), plain = x / y;         \
        type##v quotient = (x - rest) / y;                                                                      \
        quotient = select_##type(is_opposite_##type(rest, y), quotient - 1, quotient);                          \
        type##v whole = floor_##type(quotient);                                                                 \
        whole = select_##type(gt_##type(quotient - whole, splat_##type(0.5f)), whole + one, whole);             \
        whole = select_##type(eq_##type(quotient, zero), copysign_##type(zero, plain), whole);                  \
        return select_##type(eq_##type(y, zero), plain, whole);                                                 \
    }
ARITHMETIC_REMAINDERS(f64, 0x1p50)
ARITHMETIC_REMAINDERS(f32, 0x1p20f)

/* The next float is the next integer of the bits, further from zero or nearer to it; zero itself has no side. */
#define ARITHMETIC_NEXT(type, itype)                                                                              \
    INLINE type##v nextafter_##type(type##v x, type##v y)                                                         \
    {                                                                                                             \
        itype##v nearer = (itype##v)(x < y) ^ (itype##v)(x > 0);                                                  \
        type##v next = (type##v)(bits_##type(x) + (nearer | 1));                                                  \
        next = select_##type(eq_##type(x, splat_##type(0)), copysign_##type((type##v)splat_##itype(1), y), next); \
        next = select_##type(eq_##type(x, y), y, next);                                                           \
        return select_##type(isnan_mask_##type(x) | isnan_mask_##type(y), x + y, next);                           \
    }
ARITHMETIC_NEXT(f64, i64)
ARITHMETIC_NEXT(f32, i32)

/* x * 2^n in three factors, the last as large as can be: if the product before is no normal number or not finite, all of it goes. */
#if VBYTES == 64
DEF(f64v, ldexp_f64, (f64v x, i64v n), scale_f64(x, from_i64_f64(n)))
DEF(f32v, ldexp_f32, (f32v x, i32v n), scale_f32(x, from_i32_f32(n)))
#else
#define ARITHMETIC_LDEXP(type, itype, mantissa, least, bias, furthest)                                    \
    INLINE itype##v within_##itype(itype##v n, int low, int high)                                         \
    {                                                                                                     \
        return minimum_##itype(maximum_##itype(n, splat_##itype(low)), splat_##itype(high));              \
    }                                                                                                     \
    INLINE type##v ldexp_##type(type##v x, itype##v n)                                                    \
    {                                                                                                     \
        n = within_##itype(n, -furthest, furthest);                                                       \
        itype##v last = within_##itype(n, least, bias), middle = within_##itype(n - last, least, bias);   \
        type##v first = (type##v)((n - last - middle + bias) << mantissa);                                \
        return x * first * (type##v)((middle + bias) << mantissa) * (type##v)((last + bias) << mantissa); \
    }
ARITHMETIC_LDEXP(f64, i64, 52, -1022, 1023, 2200)
ARITHMETIC_LDEXP(f32, i32, 23, -126, 127, 300)
#endif

/* max_ and min_ give y where either is a NaN. */
#define ARITHMETIC_CHOICES(type, pi)                                                                 \
    INLINE type##v maximum_##type(type##v x, type##v y)                                              \
    {                                                                                                \
        return select_##type(isnan_mask_##type(x), x, max_##type(x, y));                             \
    }                                                                                                \
    INLINE type##v minimum_##type(type##v x, type##v y)                                              \
    {                                                                                                \
        return select_##type(isnan_mask_##type(x), x, min_##type(x, y));                             \
    }                                                                                                \
    INLINE type##v fmax_##type(type##v x, type##v y)                                                 \
    {                                                                                                \
        return select_##type(isnan_mask_##type(y), x, max_##type(x, y));                             \
    }                                                                                                \
    INLINE type##v fmin_##type(type##v x, type##v y)                                                 \
    {                                                                                                \
        return select_##type(isnan_mask_##type(y), x, min_##type(x, y));                             \
    }                                                                                                \
    INLINE type##v absolute_##type(type##v x) { return abs_##type(x); }                              \
    INLINE type##v reciprocal_##type(type##v x) { return 1 / x; }                                    \
    INLINE type##v sign_##type(type##v x) /* +0 for both zeros */                                    \
    {                                                                                                \
        type##v one = copysign_##type(splat_##type(1), x), zero = splat_##type(0);                   \
        return select_##type(ne_##type(x, zero), select_##type(isnan_mask_##type(x), x, one), zero); \
    }                                                                                                \
    /* of a real number, which is a complex one with the imaginary part +0 */                        \
    INLINE type##v imag_##type(type##v x) { return (void)x, splat_##type(0); }                       \
    INLINE type##v angle_##type(type##v x)                                                           \
    {                                                                                                \
        type##v angle = (type##v)(bits_##type(splat_##type(pi)) & (bits_##type(x) < 0));             \
        return select_##type(isnan_mask_##type(x), x, angle);                                        \
    }
ARITHMETIC_CHOICES(f64, M_PI)
ARITHMETIC_CHOICES(f32, 0x1.921fb6p1f)

/* x * y + z rounded once on every level: without the instruction, through the C library. */
#ifdef HAVE_FMA
#define FUSED(type, library) DEF(type##v, fused_##type, (type##v x, type##v y, type##v z), fma_##type(x, y, z))
#else
#define FUSED(type, library)                                     \
    INLINE type##v fused_##type(type##v x, type##v y, type##v z) \
    {                                                            \
        for (unsigned i = 0; i < VBYTES / sizeof(x[0]); i++)     \
            x[i] = library(x[i], y[i], z[i]);                    \
        return x;                                                \
    }
#endif
FUSED(f32, fmaf)
FUSED(f64, fma)
#undef FUSED

#endif
