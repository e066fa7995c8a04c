/* Complex numbers: registers that hold real and imaginary parts in turn.
 *
 * Arithmetic is vector code. Products are the four real ones, not fused, so that they commute to the bit:
 *
 *     x           a   b       swapped   b   a
 *     y real      c   c       y imag   -d   d       the sum of products of the columns:   a c - b d,   b c + a d
 *
 * Quotients are x conj(y) / |y|^2 with y brought to the order of 1 by a power of two, which is exact; so is taking it back at
 * the end. Single precision is divided in double, where nothing overflows. What is zero, infinite, NaN or so far out that x conj(y)
 * might not be a normal number goes through the same formula with care, one number at a time; lanes never decide for others.
 *
 * Functions but absolute and angle are the C library's, which knows C99's branch cuts, infinities and signs of zero, one
 * number at a time; single precision is computed in double and rounded. What the C library lacks or does badly is composed of
 * it here:
 *
 *     log1p       log(s + ib) + rest / (s + ib), where 1 + a = s + rest exactly: keeps what is small in a, and |z + 1| near 1
 *     expm1       e^a cos b - 1 = expm1(a) cos b - 2 sin^2(b / 2)
 *     exp2        2^a (cos, sin)(b ln 2), the product in two parts or, where it is large, reduced as the sine's argument is
 *     tan, tanh   from sin, cos, sinh and cosh
 *     power       in complex_power.h
 *
 * <complex.h> would define I, so that the compiler's names of these functions stand here.
 */
#ifndef TENFERRO_COMPLEX_H
#define TENFERRO_COMPLEX_H

#include "../simd.h"
#include "inverse.h"
#include "root.h"
#include "trig.h"
#include <math.h>

#define PAIR2(n, a, b) n + a, n + b, n + 2 + a, n + 2 + b
#define PAIR4(n, a, b) PAIR2(n, a, b), PAIR2(n + 4, a, b)
#define PAIR8(n, a, b) PAIR4(n, a, b), PAIR4(n + 8, a, b)
#if VBYTES == 64
#define LANES_F64(a, b) (i64v){PAIR4(0, a, b)}
#define LANES_F32(a, b) (i32v){PAIR8(0, a, b)}
#elif VBYTES == 32
#define LANES_F64(a, b) (i64v){PAIR2(0, a, b)}
#define LANES_F32(a, b) (i32v){PAIR4(0, a, b)}
#else
#define LANES_F64(a, b) (i64v){a, b}
#define LANES_F32(a, b) (i32v){PAIR2(0, a, b)}
#endif

#define COMPLEX_ARITHMETIC(type, real, LANES, mask_bits)                                                   \
    /* real parts twice, imaginary parts twice, both exchanged; signs of the real parts turned */          \
    DEF(real##v, reals_##type, (real##v x), __builtin_shuffle(x, LANES(0, 0)))                             \
    DEF(real##v, imags_##type, (real##v x), __builtin_shuffle(x, LANES(1, 1)))                             \
    DEF(real##v, swap_##type, (real##v x), __builtin_shuffle(x, LANES(1, 0)))                              \
    DEF(real##v, negate_reals_##type, (real##v x), bits_##real(x) ^ (((LANES(0, 1) & 1) - 1) & mask_bits)) \
    DEF(real##v, conjugate_##type, (real##v x), bits_##real(x) ^ (-(LANES(0, 1) & 1) & mask_bits))         \
    DEF(real##v, multiply_##type, (real##v x, real##v y),                                                  \
        x * reals_##type(y) + swap_##type(x) * negate_reals_##type(imags_##type(y)))                       \
    DEF(real##v, square_##type, (real##v x), multiply_##type(x, x))                                        \
    DEF(real##v, rint_##type, (real##v x), rint_##real(x))
COMPLEX_ARITHMETIC(c128, f64, LANES_F64, SIGN_F64)
COMPLEX_ARITHMETIC(c64, f32, LANES_F32, SIGN_F32)

/* What the formula below does not serve: x and y are brought near 1, each by its own power of two. */
static __attribute__((unused)) void divide_pair(double *out, double a, double b, double c, double d)
{
    if (c == 0 && d == 0) { /* as NumPy has it */
        out[0] = a / fabs(c);
        out[1] = b / fabs(c);
        return;
    }
    int up = 0, down = 0;
    double x_size = fmax(fabs(a), fabs(b)), y_size = fmax(fabs(c), fabs(d)), times = 1;
    if (isfinite(x_size) && x_size > 0)
        up = ilogb(x_size);
    if (isinf(y_size) && !isunordered(c, d)) { /* finite / infinite is 0 */
        c = copysign(isinf(c) ? 1 : 0, c);
        d = copysign(isinf(d) ? 1 : 0, d);
        times = 0;
    } else if (isfinite(y_size))
        down = ilogb(y_size);
    a = scalbn(a, -up);
    b = scalbn(b, -up);
    c = scalbn(c, -down);
    d = scalbn(d, -down);
    double norm = c * c + d * d;
    out[0] = scalbn((a * c + b * d) / norm * times, up - down);
    out[1] = scalbn((b * c - a * d) / norm * times, up - down);
}

/* Away from the ends of the range, seen by the greater part. */
INLINE m64 is_ordinary_c128(f64v size_x, f64v size_y)
{
    m64 x = le_f64(size_x, splat_f64(0x1p1000)) & (ge_f64(size_x, splat_f64(0x1p-900)) | eq_f64(size_x, splat_f64(0)));
    return x & le_f64(size_y, splat_f64(0x1p900)) & ge_f64(size_y, splat_f64(0x1p-900));
}
INLINE f64v divide_c128(f64v x, f64v y)
{
    f64v size_x = abs_f64(x), size_y = abs_f64(y);
    size_x = max_f64(size_x, swap_c128(size_x));
    size_y = max_f64(size_y, swap_c128(size_y));
    m64 ordinary = is_ordinary_c128(size_x, size_y);
    f64v unit = (f64v)(0x7fe0000000000000 - (bits_f64(size_y) & 0x7ff0000000000000)), z = y * unit, norm = z * z;
    f64v product = x * reals_c128(z) + swap_c128(x) * conjugate_c128(imags_c128(z));
    f64v out = product / (norm + swap_c128(norm)) * unit;
    if (__builtin_expect(!all_m64(ordinary), 0)) {
        f64v kept = select_f64(ordinary, splat_f64(1), splat_f64(0));
        for (int i = 0; i < F64_LANES; i += 2)
            if (kept[i] == 0 || kept[i + 1] == 0) {
                double pair[2];
                divide_pair(pair, x[i], x[i + 1], y[i], y[i + 1]);
                out[i] = pair[0];
                out[i + 1] = pair[1];
            }
    }
    return out;
}
INLINE f32v divide_c64(f32v x, f32v y)
{
    f64v low = divide_c128(widen_low_f32(x), widen_low_f32(y)), high = divide_c128(widen_high_f32(x), widen_high_f32(y));
    return narrow_f64(low, high);
}
DEF(f64v, reciprocal_c128, (f64v x), divide_c128((f64v)(bits_f64(splat_f64(1)) & ((LANES_F64(0, 1) & 1) - 1)), x))
DEF(f32v, reciprocal_c64, (f32v x), divide_c64((f32v)(bits_f32(splat_f32(1)) & ((LANES_F32(0, 1) & 1) - 1)), x))

/* x / |x|; 0 for 0, one of the four directions for one infinite part whatever the other is, a NaN for two, as NumPy has it. */
#define COMPLEX_SIGN(type, real)                                                                                   \
    INLINE real##v sign_##type(real##v x)                                                                          \
    {                                                                                                              \
        real##v size = hypot_##real(x, swap_##type(x)), zero = splat_##real(0), inf = splat_##real(INFINITY);      \
        mask_##real infinite = eq_##real(abs_##real(x), inf), other = eq_##real(abs_##real(swap_##type(x)), inf);  \
        real##v side = select_##real(other, zero, x);                                                              \
        side = select_##real(infinite, copysign_##real(splat_##real(1), x), side);                                 \
        side = select_##real(infinite & other, splat_##real(NAN), side);                                           \
        real##v out = select_##real(infinite | other, side, x / size);                                             \
        return select_##real(eq_##real(size, zero), zero, out);                                                    \
    }
COMPLEX_SIGN(c128, f64)
COMPLEX_SIGN(c64, f32)

/* Complex to real: half a register. */
#define COMPLEX_PARTS(type, real, ctype)                                                        \
    INLINE void every_other_##type(ctype *out, real##v x)                                       \
    {                                                                                           \
        for (unsigned i = 0; i < VBYTES / sizeof(ctype) / 2; i++)                               \
            out[i] = x[2 * i];                                                                  \
    }                                                                                           \
    INLINE void real_##type(ctype *out, real##v x) { every_other_##type(out, x); }              \
    INLINE void imag_##type(ctype *out, real##v x) { every_other_##type(out, swap_##type(x)); } \
    INLINE void absolute_##type(ctype *out, real##v x)                                          \
    {                                                                                           \
        every_other_##type(out, hypot_##real(x, swap_##type(x)));                               \
    }                                                                                           \
    INLINE void angle_##type(ctype *out, real##v x)                                             \
    {                                                                                           \
        every_other_##type(out, arctan2_##real(swap_##type(x), x));                             \
    }
COMPLEX_PARTS(c128, f64, double)
COMPLEX_PARTS(c64, f32, float)

/* --- functions, one number at a time --- */

typedef _Complex double cdouble;
#define PART_REAL(z) __real__(z)
#define PART_IMAG(z) __imag__(z)

INLINE cdouble complex_of(double re, double im) { return __builtin_complex(re, im); }

/* (a + ib) / ln b0, where 1 / ln b0 is head + tail: what is exact, such as log2(8), stays it. */
INLINE double scaled_log(double x, double head, double tail)
{
    return isfinite(x) ? __builtin_fma(x, head, x * tail) : x;
}
INLINE cdouble log2_pair(cdouble z)
{
    cdouble w = __builtin_clog(z);
    double im = scaled_log(PART_IMAG(w), 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56);
    double a = fabs(PART_REAL(z)), b = fabs(PART_IMAG(z)), large = fmax(a, b), re;
    if (fmin(a, b) <= large * 0x1p-60 && large > 0 && isfinite(large))
        re = log2(large);
    else
        re = scaled_log(PART_REAL(w), 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56);
    return complex_of(re, im);
}
INLINE cdouble log1p_pair(cdouble z)
{
    double a = PART_REAL(z), b = PART_IMAG(z), sum = 1 + a, rest = (1 - (sum - (sum - 1))) + (a - (sum - 1));
    if (a == 0 && b == 0)
        return z;
    cdouble w = __builtin_clog(complex_of(sum, b));
    if (!(fabs(sum) < 0x1p400 && fabs(b) < 0x1p400) || rest == 0)
        return w;
    double norm = sum * sum + b * b;
    if (norm < 0x1p-900) /* next to the branch point, where 1 + a is exact */
        return w;
    return complex_of(PART_REAL(w) + rest * (sum / norm), PART_IMAG(w) - rest * (b / norm));
}
INLINE cdouble expm1_pair(cdouble z)
{
    double a = PART_REAL(z), b = PART_IMAG(z);
    if (!(a < 40) || !isfinite(b)) {
        cdouble w = __builtin_cexp(z);
        return complex_of(PART_REAL(w) - 1, PART_IMAG(w));
    }
    if (b == 0)
        return complex_of(expm1(a), b);
    double s = sin(b / 2);
    return complex_of(expm1(a) * cos(b) - 2 * s * s, exp(a) * sin(b));
}

/* python tools/minimax_circular.py exp2_bits: 64 zeros, then the places of ln 2 / pi */
static const uint64_t LN2_PI_BITS[21] = {
    0x0000000000000000, 0x387b931efd2d3776, 0x5b042c172aff79ee, 0xc709df668ea4ae1b, 0x0eb9009d754fc7e5,
    0x3b74337e4da45f24, 0x0afae5b7ec5f7108, 0x81ca6d98106b75a9, 0x187fd4d74865e39a, 0xa89ac676b3e06d9e,
    0x24868adeec8d14fa, 0xb4120157af47ce11, 0xdff8ae5e38f82ff6, 0xff05d831154647b3, 0xb984e22d3a811415,
    0x75686121ae2a93dd, 0xbacf9a2f16831474, 0x58d2b1d129f3148c, 0x752ffed5f5606a3c, 0xe7f6d8db7e3c5a1c,
    0xd199d12fee3bdf18,
};
#define LN2_HEAD_C128 0x1.62e42fefa39efp-1
#define LN2_TAIL_C128 0x1.abc9e3b39803fp-56

/* cos(b ln 2) + i sin(b ln 2). The second part of the product stands in for its sine, until it is no longer small beside 1. */
INLINE cdouble unit_exp2(double b)
{
    if (fabs(b) < 0x1p20) {
        double t = b * LN2_HEAD_C128, rest = __builtin_fma(b, LN2_HEAD_C128, -t) + b * LN2_TAIL_C128;
        double c = cos(t), s = sin(t);
        return complex_of(c - rest * s, s + rest * c);
    }
    double part[2], r, lo;
    for (int i = 0; i < 2; i++) {
        int odd = far_turn(fabs(b), LN2_PI_BITS, i ? TURN_SINE : TURN_COSINE, &r, &lo);
        double s = sin(r) + lo * cos(r);
        part[i] = odd ? -s : s;
    }
    return complex_of(part[0], b < 0 ? -part[1] : part[1]);
}
INLINE cdouble exp2_pair(cdouble z)
{
    double a = PART_REAL(z), b = PART_IMAG(z), whole;
    if (isnan(a) || !isfinite(b))
        return __builtin_cexp(z);
    if (b == 0)
        return complex_of(exp2(a), b);
    a = fmin(fmax(a, -2200), 2200);
    whole = rint(a);
    cdouble unit = unit_exp2(b);
    double m = exp2(a - whole);
    return complex_of(scalbn(m * PART_REAL(unit), (int)whole), scalbn(m * PART_IMAG(unit), (int)whole));
}

/* (sin 2x + i sinh 2y) / (cos 2x + cosh 2y), which is what the fewest roundings go into; where cosh 2y may be near -cos 2x
 * the half angles, without a difference in the denominator, and a sinh as good as the rest. */
INLINE cdouble tan_pair(cdouble z)
{
    double x = PART_REAL(z), y = PART_IMAG(z), yy = y * y;
    if (!(fabs(y) < 20) || !isfinite(x + x))
        return __builtin_ctan(z);
    if (fabs(y) >= 1) {
        double e = exp(2 * fabs(y)), over = 1 / e, norm = e + (over + 2 * cos(x + x));
        return complex_of(2 * sin(x + x) / norm, copysign((e - over) / norm, y));
    }
    double rest = 1 / 355687428096000.0; /* 1 / 17! */
    const double factorials[] = {1307674368000.0, 6227020800.0, 39916800.0, 362880.0, 5040.0, 120.0, 6.0};
    for (int i = 0; i < 7; i++)
        rest = rest * yy + 1 / factorials[i];
    double s = sin(x), c = cos(x), hyperbolic = y + y * yy * rest, norm = c * c + hyperbolic * hyperbolic;
    return complex_of(s * c / norm, hyperbolic * cosh(y) / norm);
}
INLINE cdouble tanh_pair(cdouble z)
{
    cdouble w = tan_pair(complex_of(PART_IMAG(z), PART_REAL(z)));
    return complex_of(PART_IMAG(w), PART_REAL(w));
}

/* The first number in all places. */
DEF(f64v, first_c128, (f64v x), __builtin_shuffle(x, LANES_F64(0, 1) & 1))
DEF(f32v, first_c64, (f32v x), __builtin_shuffle(x, LANES_F32(0, 1) & 1))
DEF(int, all_first_c128, (f64v x), all_m64(eq_i64(bits_f64(x), bits_f64(first_c128(x)))))
DEF(int, all_first_c64, (f32v x), all_m32(eq_i32(bits_f32(x), bits_f32(first_c64(x)))))

/* A vector of one number, as a scalar's is, is computed once. */
#define COMPLEX_FUNCTION_OF(name, type, real, ctype, n_lanes, expression) \
    static __attribute__((noinline, unused)) real##v name##_##type(real##v x) \
    {                                                                         \
        int one = all_first_##type(x), count = one ? 2 : n_lanes;             \
        for (int i = 0; i < count; i += 2) {                                  \
            cdouble z = complex_of(x[i], x[i + 1]), w = expression;           \
            x[i] = (ctype)PART_REAL(w);                                       \
            x[i + 1] = (ctype)PART_IMAG(w);                                   \
        }                                                                     \
        return one ? first_##type(x) : x;                                     \
    }
#define COMPLEX_FUNCTION(name, expression)                                     \
    COMPLEX_FUNCTION_OF(name, c128, f64, double, F64_LANES, expression) \
    COMPLEX_FUNCTION_OF(name, c64, f32, float, F32_LANES, expression)
COMPLEX_FUNCTION(exp, __builtin_cexp(z))
COMPLEX_FUNCTION(exp2, exp2_pair(z))
COMPLEX_FUNCTION(expm1, expm1_pair(z))
COMPLEX_FUNCTION(log, __builtin_clog(z))
COMPLEX_FUNCTION(log2, log2_pair(z))
COMPLEX_FUNCTION(log10, __builtin_clog10(z))
COMPLEX_FUNCTION(log1p, log1p_pair(z))
COMPLEX_FUNCTION(sqrt, __builtin_csqrt(z))
COMPLEX_FUNCTION(sin, __builtin_csin(z))
COMPLEX_FUNCTION(cos, __builtin_ccos(z))
COMPLEX_FUNCTION(tan, tan_pair(z))
COMPLEX_FUNCTION(arcsin, __builtin_casin(z))
COMPLEX_FUNCTION(arccos, __builtin_cacos(z))
COMPLEX_FUNCTION(arctan, __builtin_catan(z))
COMPLEX_FUNCTION(sinh, __builtin_csinh(z))
COMPLEX_FUNCTION(cosh, __builtin_ccosh(z))
COMPLEX_FUNCTION(tanh, tanh_pair(z))
COMPLEX_FUNCTION(arcsinh, __builtin_casinh(z))
COMPLEX_FUNCTION(arccosh, __builtin_cacosh(z))
COMPLEX_FUNCTION(arctanh, __builtin_catanh(z))

#endif
