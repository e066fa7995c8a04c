/* Complex numbers: interleaved real and imaginary parts in registers of floats.
 *
 *     x = | a  b | a' b' | …        even_ gives | a a |, odd_ | b b |, swap_ | b a |
 *
 * Arithmetic is vector code. Division is Smith's, on operands that a power of two has brought near 1, so that nothing over- or
 * underflows on the way: the quotient by the greater part of the divisor first, so a divisor that is real or imaginary divides
 * as a real number does. Transcendental functions go through the C library pair by pair, in long double where double
 * would lose digits (log1p, powers); they follow C99 at branch cuts, infinities and signed zeros.
 *
 * Sources: R. L. Smith, "Algorithm 116: Complex division", CACM 5 (1962); W. Kahan, "Branch cuts for complex elementary functions" (1987).
 */
#ifndef TENFERRO_COMPLEX_H
#define TENFERRO_COMPLEX_H

#include "../simd.h"
#include "arithmetic.h"
#include "sleef.h"
#include <complex.h>
#include <math.h>

#if VBYTES == 64
#define INDEX_c128 (i64v){0, 1, 2, 3, 4, 5, 6, 7}
#define INDEX_c64 (i32v){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
#elif VBYTES == 32
#define INDEX_c128 (i64v){0, 1, 2, 3}
#define INDEX_c64 (i32v){0, 1, 2, 3, 4, 5, 6, 7}
#else
#define INDEX_c128 (i64v){0, 1}
#define INDEX_c64 (i32v){0, 1, 2, 3}
#endif

#define ARITHMETIC(type, real, scalar, bits, sign, exponent_shift, exponent_bias, furthest)                      \
    static inline type##v swap_##type(type##v x) { return __builtin_shuffle(x, INDEX_##type ^ 1); }          \
    static inline type##v even_##type(type##v x) { return __builtin_shuffle(x, INDEX_##type & ~1); }         \
    static inline type##v odd_##type(type##v x) { return __builtin_shuffle(x, INDEX_##type | 1); }           \
    static inline type##v interleave_##type(type##v re, type##v im)                                          \
    {                                                                                                        \
        i##bits##v second = -(INDEX_##type & 1);                                                             \
        return (type##v)(((i##bits##v)re & ~second) | ((i##bits##v)im & second));                            \
    }                                                                                                        \
    static inline type##v negate_even_##type(type##v x)                                                      \
    {                                                                                                        \
        return (type##v)((i##bits##v)x ^ (((INDEX_##type & 1) - 1) & sign));                          \
    }                                                                                                        \
    static inline type##v conjugate_##type(type##v x)                                                        \
    {                                                                                                        \
        return (type##v)((i##bits##v)x ^ (-(INDEX_##type & 1) & sign));                               \
    }                                                                                                        \
    static inline type##v multiply_##type(type##v x, type##v y)                                              \
    {                                                                                                        \
        return even_##type(x) * y + negate_even_##type(odd_##type(x) * swap_##type(y));                      \
    }                                                                                                        \
    static inline type##v square_##type(type##v x) { return multiply_##type(x, x); }                         \
    static inline type##v rint_##type(type##v x) { return rint_##real(x); }                                  \
    /* The exponent of the greater part of each number, held within what a power of two can undo. */         \
    static inline type##v exponent_##type(type##v x)                                                         \
    {                                                                                                        \
        i##bits##v magnitude = (i##bits##v)abs_##real(x);                                                    \
        i##bits##v other = (i##bits##v)swap_##type((type##v)magnitude);                                      \
        i##bits##v larger = (i##bits##v)(magnitude > other);                                                 \
        i##bits##v e = (((magnitude & larger) | (other & ~larger)) >> exponent_shift) - exponent_bias;       \
        e = (e & (i##bits##v)(e <= exponent_bias));  /* infinities and NaNs stay as they are */              \
        e = select_i##bits(gt_i##bits(e, splat_i##bits(furthest)), splat_i##bits(furthest), e);              \
        e = select_i##bits(lt_i##bits(e, splat_i##bits(-furthest)), splat_i##bits(-furthest), e);            \
        return from_i##bits##_##real(e);                                                                     \
    }                                                                                                        \
    static inline type##v divide_##type(type##v x, type##v y)                                                \
    {                                                                                                        \
        type##v ex = exponent_##type(x), ey = exponent_##type(y);                                            \
        x = scale_##real(x, -ex);                                                                            \
        y = scale_##real(y, -ey);                                                                            \
        type##v c = even_##type(y), d = odd_##type(y);                                                       \
        mask_##real wide = ge_##real(abs_##real(c), abs_##real(d));                                          \
        type##v big = select_##real(wide, c, d), small = select_##real(wide, d, c);                          \
        type##v ratio = select_##real(eq_##real(big, splat_##real(0)), splat_##real(0), small / big);        \
        type##v bottom = big + small * ratio;                                                                \
        /* wide: (a + b r, b - a r); else (a r + b, b r - a) */                                              \
        type##v turned = conjugate_##type(swap_##type(x));                                                   \
        type##v top = select_##real(wide, x + turned * ratio, x * ratio + turned);                           \
        return scale_##real(top / bottom, ex - ey);                                                          \
    }                                                                                                        \
    static inline type##v reciprocal_##type(type##v x)                                                       \
    {                                                                                                        \
        return divide_##type(interleave_##type(splat_##real(1), splat_##real(0)), x);                        \
    }                                                                                                        \
    static inline void store_even_##type(scalar *out, type##v x)                                             \
    {                                                                                                        \
        for (unsigned i = 0; i < VBYTES / sizeof(scalar) / 2; i++)                                           \
            out[i] = x[2 * i];                                                                               \
    }                                                                                                        \
    static inline void real_##type(scalar *out, type##v x) { store_even_##type(out, x); }                    \
    static inline void imag_##type(scalar *out, type##v x) { store_even_##type(out, swap_##type(x)); }       \
    static inline void absolute_##type(scalar *out, type##v x)                                               \
    {                                                                                                        \
        store_even_##type(out, sleef_hypot_##real(even_##type(x), odd_##type(x)));                                 \
    }                                                                                                        \
    static inline void angle_##type(scalar *out, type##v x)                                                  \
    {                                                                                                        \
        store_even_##type(out, sleef_arctan2_##real(odd_##type(x), even_##type(x)));                               \
    }                                                                                                        \
    /* z / |z|; 0 of zero. An infinite part alone gives its direction, two give no direction. */             \
    static inline type##v sign_##type(type##v x)                                                             \
    {                                                                                                        \
        type##v e = exponent_##type(x), part = scale_##real(x, -e);                                          \
        type##v size = sleef_hypot_##real(even_##type(part), odd_##type(part));                                    \
        type##v infinite = select_##real(eq_##real(abs_##real(x), splat_##real(INFINITY)),                   \
                                         copysign_##real(splat_##real(1), x), splat_##real(0));              \
        type##v both = even_##type(infinite) * odd_##type(infinite);                                         \
        type##v out = select_##real(eq_##real(size, splat_##real(INFINITY)), infinite, part / size);         \
        out = select_##real(eq_##real(both, splat_##real(0)), out, splat_##real(NAN));                       \
        return select_##real(eq_##real(size, splat_##real(0)), splat_##real(0), out);                        \
    }
ARITHMETIC(c64, f32, float, 32, SIGN_F32, 23, 127, 100)
ARITHMETIC(c128, f64, double, 64, SIGN_F64, 52, 1023, 900)
#undef ARITHMETIC
#undef INDEX_c64
#undef INDEX_c128

/* ------------------------------------------------------------------------------------ through the C library */

typedef double complex pair;
#define PAIR(re, im) __builtin_complex((double)(re), (double)(im))

static inline pair through_exp2(pair z)
{
    long double angle = cimagl(z) * 0.693147180559945309417232121458176568L;
    long double size = exp2l(creall(z));
    if (cimag(z) == 0)
        return PAIR(size, cimag(z));
    return PAIR(size * cosl(angle), size * sinl(angle));
}
static inline pair through_expm1(pair z)
{
    double x = creal(z), y = cimag(z);
    if (!(fabs(x) < 700) || !(fabs(y) < INFINITY))
        return cexp(z) - PAIR(isinf(x) && x < 0 ? 1 : isnan(x) ? 0 : 1, 0);
    double half = sin(y / 2);
    return PAIR(expm1(x) * cos(y) - 2 * half * half, exp(x) * (y == 0 ? y : sin(y)));
}
/* |1 + z|^2 - 1 = x (2 + x) + y^2 cancels for x < 0: long double has the digits to spare. */
static inline pair through_log1p(pair z)
{
    double x = creal(z), y = cimag(z);
    if (!(fabs(x) < 0x1p500 && fabs(y) < 0x1p500))
        return clog(PAIR(1 + x, y));
    long double excess = (long double)x * (2 + (long double)x) + (long double)y * y;
    long double size = excess > -0.5L ? 0.5L * log1pl(excess) : logl(hypotl(1 + (long double)x, y));
    return PAIR(size, atan2(y, 1 + x));
}
static inline pair through_log2(pair z)
{
    pair w = clog(z);
    return PAIR(creal(w) * 1.44269504088896340736L, cimag(w) * 1.44269504088896340736L);
}
static inline pair through_log10(pair z)
{
    pair w = clog(z);
    return PAIR(creal(w) * 0.434294481903251827651L, cimag(w) * 0.434294481903251827651L);
}
/* Small whole powers multiply; z^0 is 1; 0 to a power with a positive real part is 0, else undefined. */
static inline pair through_power(pair z, pair w)
{
    double n = creal(w);
    if (n == 0 && cimag(w) == 0)
        return PAIR(1, 0);
    if (creal(z) == 0 && cimag(z) == 0)
        return n > 0 ? PAIR(0, 0) : PAIR(NAN, NAN);
    if (cimag(w) == 0 && n == rint(n) && fabs(n) < 100) {
        long double complex base = z, product = 1;
        for (int left = (int)fabs(n); left; left >>= 1, base *= base)
            if (left & 1)
                product *= base;
        return n < 0 ? (pair)(1 / product) : (pair)product;
    }
    return (pair)cpowl(z, w);
}

#define THROUGH(name, function)                                                                   \
    static __attribute__((noinline)) f64v name##_c128(f64v z)                                     \
    {                                                                                             \
        for (unsigned i = 0; i < F64_LANES; i += 2) {                                             \
            pair w = function(PAIR(z[i], z[i + 1]));                                              \
            z[i] = creal(w);                                                                      \
            z[i + 1] = cimag(w);                                                                  \
        }                                                                                         \
        return z;                                                                                 \
    }                                                                                             \
    static __attribute__((noinline)) f32v name##_c64(f32v z)                                      \
    {                                                                                             \
        for (unsigned i = 0; i < F32_LANES; i += 2) {                                             \
            pair w = function(PAIR(z[i], z[i + 1]));                                              \
            z[i] = (float)creal(w);                                                               \
            z[i + 1] = (float)cimag(w);                                                           \
        }                                                                                         \
        return z;                                                                                 \
    }
THROUGH(exp, cexp)
THROUGH(exp2, through_exp2)
THROUGH(expm1, through_expm1)
THROUGH(log, clog)
THROUGH(log2, through_log2)
THROUGH(log10, through_log10)
THROUGH(log1p, through_log1p)
THROUGH(sqrt, csqrt)
THROUGH(sin, csin)
THROUGH(cos, ccos)
THROUGH(tan, ctan)
THROUGH(arcsin, casin)
THROUGH(arccos, cacos)
THROUGH(arctan, catan)
THROUGH(sinh, csinh)
THROUGH(cosh, ccosh)
THROUGH(tanh, ctanh)
THROUGH(arcsinh, casinh)
THROUGH(arccosh, cacosh)
THROUGH(arctanh, catanh)
#undef THROUGH

#define THROUGH_POWER(type, part, lanes)                                                          \
    static __attribute__((noinline)) type##v power_##type(type##v x, type##v y)                   \
    {                                                                                             \
        for (unsigned i = 0; i < lanes; i += 2) {                                                 \
            pair w = through_power(PAIR(x[i], x[i + 1]), PAIR(y[i], y[i + 1]));                   \
            x[i] = (part)creal(w);                                                                \
            x[i + 1] = (part)cimag(w);                                                            \
        }                                                                                         \
        return x;                                                                                 \
    }
THROUGH_POWER(c64, float, F32_LANES)
THROUGH_POWER(c128, double, F64_LANES)
#undef THROUGH_POWER
#undef PAIR

#endif
