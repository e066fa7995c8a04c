/* Arithmetic of floats beyond + - * /: remainders, neighbours, signs, extrema.
 *
 * fmod is exact for every quotient. Where |x / y| is moderate the whole quotient q fits a float, and x - q*y, which is
 * representable, comes out of one fused multiply-add; rounding x / y may have taken q one too far, which shows in the sign and is
 * mended by adding y once. Lanes with a huge quotient, an infinity or a NaN, and levels without FMA, call the C library.
 * remainder and floor_divide follow from fmod as Python defines them.
 */
#ifndef TENFERRO_ARITHMETIC_H
#define TENFERRO_ARITHMETIC_H

#include "../simd.h"
#include <math.h>

#ifdef HAVE_FMA
#define EXACT_REST(type, x, y, easy)                                                                          \
    type##v q = trunc_##type(x / y), rest = fnma_##type(q, y, x);                                             \
    type##v overshot = copysign_##type(y, x);                                                                 \
    rest = select_##type(lt_##type(rest * copysign_##type(splat_##type(1), x), splat_##type(0)), rest + overshot, rest); \
    easy = lt_##type(abs_##type(q), splat_##type(LIMIT_##type)) & lt_##type(abs_##type(y), splat_##type(INFINITY));
#define LIMIT_f32 0x1p22f
#define LIMIT_f64 0x1p51
#endif

#ifdef HAVE_FMA
#define FMOD(type, scalar, library)                                                       \
    static inline type##v fmod_##type(type##v x, type##v y)                               \
    {                                                                                     \
        mask_##type easy;                                                                 \
        EXACT_REST(type, x, y, easy)                                                      \
        rest = copysign_##type(rest, x);                                                  \
        if (__builtin_expect(!all_##type(easy), 0))                                       \
            rest = select_##type(easy, rest, slow_fmod_##type(x, y));                     \
        return rest;                                                                      \
    }
#define FUSED(type, library) \
    DEF(type##v, fused_##type, (type##v x, type##v y, type##v z), fma_##type(x, y, z))
#else
#define FMOD(type, scalar, library) \
    static inline type##v fmod_##type(type##v x, type##v y) { return slow_fmod_##type(x, y); }
#define FUSED(type, library)                                                              \
    static inline type##v fused_##type(type##v x, type##v y, type##v z)                   \
    {                                                                                     \
        for (unsigned i = 0; i < VBYTES / sizeof(x[0]); i++)                              \
            x[i] = library(x[i], y[i], z[i]);                                             \
        return x;                                                                         \
    }
#endif

/* The next number in the direction of y is the next integer in the order of the bits. */
#define NEXTAFTER(type, bits, least)                                                                         \
    static inline type##v nextafter_##type(type##v x, type##v y)                                             \
    {                                                                                                        \
        i##bits##v n = bits_##type(x);                                                                       \
        i##bits##v away = (i##bits##v)((x < y) == (x > 0)); /* -1: the magnitude grows */                    \
        type##v moved = (type##v)(n - away + ~away);\
        type##v from_zero = copysign_##type(splat_##type(least), y);                                         \
        moved = select_##type(eq_##type(x, splat_##type(0)), from_zero, moved);                              \
        moved = select_##type(eq_##type(x, y), y, moved);                                                    \
        return select_##type(isnan_mask_##type(x) | isnan_mask_##type(y), x + y, moved);                     \
    }

/* x * 2^n rounded once: a first step by a power that leaves a normal number keeps the second within scale_'s range. */
#define LDEXP(type, bits, far, step, up, down)                                                               \
    static inline type##v ldexp_##type(type##v x, i##bits##v n)                                              \
    {                                                                                                        \
        i##bits##v low = (i##bits##v)(n < -far), high = (i##bits##v)(n > far);                               \
        n = (n & ~low & ~high) | (splat_i##bits(far) & high) | (splat_i##bits(-far) & low);                  \
        type##v m = from_i##bits##_##type(n);                                                                \
        mask_##type large = gt_##type(m, splat_##type(step)), small = lt_##type(m, splat_##type(-step));     \
        type##v first = select_##type(large, splat_##type(up), select_##type(small, splat_##type(down), splat_##type(1))); \
        type##v taken = select_##type(large, splat_##type(step), select_##type(small, splat_##type(-step), splat_##type(0))); \
        type##v scaled = scale_##type(x * first, m - taken);                                                 \
        return select_##type(eq_##type(x, splat_##type(0)) | not_##type(lt_##type(abs_##type(x), splat_##type(INFINITY))), x, scaled); \
    }

#define ARITHMETIC(type, scalar, bits, library_fmod, library_fma, least)                                     \
    static __attribute__((noinline)) type##v slow_fmod_##type(type##v x, type##v y)                          \
    {                                                                                                        \
        for (unsigned i = 0; i < VBYTES / sizeof(scalar); i++)                                               \
            x[i] = library_fmod(x[i], y[i]);                                                                 \
        return x;                                                                                            \
    }                                                                                                        \
    FMOD(type, scalar, library_fmod)                                                                         \
    FUSED(type, library_fma)                                                                                 \
    static inline type##v remainder_##type(type##v x, type##v y)                                             \
    {                                                                                                        \
        type##v rest = fmod_##type(x, y);                                                                    \
        type##v other = select_##type(lt_##type(y, splat_##type(0)) ^ lt_##type(rest, splat_##type(0)), rest + y, rest); \
        return select_##type(eq_##type(rest, splat_##type(0)), copysign_##type(splat_##type(0), y), other);  \
    }                                                                                                        \
    static inline type##v floor_divide_##type(type##v x, type##v y)                                          \
    {                                                                                                        \
        type##v rest = fmod_##type(x, y), zero = splat_##type(0), plain = x / y;                             \
        type##v q = (x - rest) / y;                                                                          \
        mask_##type whole = eq_##type(rest, zero);                                                           \
        q = select_##type(not_##type(whole) & (lt_##type(y, zero) ^ lt_##type(rest, zero)), q - 1, q);       \
        type##v low = floor_##type(q);                                                                       \
        low = select_##type(gt_##type(q - low, splat_##type((scalar)0.5)), low + 1, low);                    \
        low = select_##type(eq_##type(q, zero), copysign_##type(zero, plain), low);                          \
        return select_##type(eq_##type(y, zero), plain, low);                                                \
    }                                                                                                        \
    NEXTAFTER(type, bits, least)                                                                             \
    DEF(type##v, absolute_##type, (type##v x), abs_##type(x))                                                \
    DEF(type##v, imag_##type, (type##v x), splat_##type(0 * sizeof(x)))         \
    DEF(type##v, reciprocal_##type, (type##v x), 1 / x)                                                      \
    static inline type##v sign_##type(type##v x)                                                             \
    {                                                                                                        \
        type##v zero = splat_##type(0);                                                                      \
        type##v one = select_##type(eq_##type(x, zero), zero, copysign_##type(splat_##type(1), x));          \
        return select_##type(isnan_mask_##type(x), x, one);                                                  \
    }                                                                                                        \
    static inline type##v angle_##type(type##v x)                                                            \
    {                                                                                                        \
        type##v side = select_##type(lt_##type(copysign_##type(splat_##type(1), x), splat_##type(0)),        \
                                     splat_##type((scalar)0x1.921fb54442d18p1), splat_##type(0));            \
        return select_##type(isnan_mask_##type(x), x, side);                                                 \
    }                                                                                                        \
    static inline type##v maximum_##type(type##v x, type##v y)                                               \
    {                                                                                                        \
        return select_##type(ge_##type(x, y) | isnan_mask_##type(x), x, y);                                  \
    }                                                                                                        \
    static inline type##v minimum_##type(type##v x, type##v y)                                               \
    {                                                                                                        \
        return select_##type(le_##type(x, y) | isnan_mask_##type(x), x, y);                                  \
    }                                                                                                        \
    static inline type##v fmax_##type(type##v x, type##v y)                                                  \
    {                                                                                                        \
        return select_##type(ge_##type(x, y) | isnan_mask_##type(y), x, y);                                  \
    }                                                                                                        \
    static inline type##v fmin_##type(type##v x, type##v y)                                                  \
    {                                                                                                        \
        return select_##type(le_##type(x, y) | isnan_mask_##type(y), x, y);                                  \
    }
ARITHMETIC(f32, float, 32, fmodf, fmaf, 0x1p-149f)
ARITHMETIC(f64, double, 64, fmod, fma, 0x1p-1074)
LDEXP(f32, 32, 300, 120, 0x1p120f, 0x1p-120f)
LDEXP(f64, 64, 2200, 1000, 0x1p1000, 0x1p-1000)
#undef ARITHMETIC
#undef EXACT_REST
#undef FMOD
#undef FUSED
#undef LDEXP
#undef LIMIT_f32
#undef LIMIT_f64
#undef NEXTAFTER

#endif
