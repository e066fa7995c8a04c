/* x to the power y of complex numbers: e^(y log x), where the product would lose as many bits as it is large.
 *
 * So log x has about 104 bits, in two parts: with x = 2^k i^n m, |m| near 1 and |arg m| <= pi / 4, and z nearly log m,
 * one step of Newton's gives log m = z + q, q = m e^-z - 1. For that e^-z - 1 is a series at z / 16, squared four times, in two parts
 * each, for all numbers of a register together; it is a chain of some hundred dependent operations. What remains is
 * good for |y log x| up to 2^47; a double of more than that has no digits left for the angle.
 *
 * Whole exponents are taken by squaring, as NumPy does: exact where the result is. Single precision has what it needs from
 * doubles, unless the product is very large.
 */
#ifndef TENFERRO_COMPLEX_POWER_H
#define TENFERRO_COMPLEX_POWER_H

#include "complex.h"

/* python tools/minimax_circular.py complex_power: 1 / n! for n from 1 to 8 and what rounding takes from them; from 9 to 15 */
#define OVER_FACTORIAL_HEADS 0x1p0, 0x1p-1, 0x1.5555555555555p-3, 0x1.5555555555555p-5, 0x1.1111111111111p-7, 0x1.6c16c16c16c17p-10, 0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-16
#define OVER_FACTORIAL_TAILS 0x0p0, 0x0p0, 0x1.5555555555555p-57, 0x1.5555555555555p-59, 0x1.1111111111111p-63, -0x1.f49f49f49f49fp-65, 0x1.a01a01a01a01ap-73, 0x1.a01a01a01a01ap-76
#define OVER_FACTORIAL_REST 0x1.71de3a556c734p-19, 0x1.27e4fb7789f5cp-22, 0x1.ae64567f544e4p-26, 0x1.1eed8eff8d898p-29, 0x1.6124613a86d09p-33, 0x1.93974a8c07c9dp-37, 0x1.ae7f3e733b81fp-41
#define LN2_C128 0x1.62e42fefa39efp-1
#define LN2_REST_C128 0x1.abc9e3b39803fp-56

/* Real and imaginary parts in turn, as everywhere, in two parts. */
typedef struct {
    f64v head, tail;
} twofold;

INLINE twofold twofold_of(f64v head, f64v tail)
{
    twofold y;
    y.head = fast_sum_f64(head, tail, &y.tail);
    return y;
}
INLINE twofold twofold_sum(twofold a, twofold b)
{
    f64v lost, sum = two_sum_f64(a.head, b.head, &lost);
    return twofold_of(sum, lost + (a.tail + b.tail));
}
INLINE twofold twofold_product(twofold a, twofold b)
{
    f64v lost, product = two_product_f64(a.head, b.head, &lost);
    return (twofold){product, fma_f64(a.head, b.tail, fma_f64(a.tail, b.head, lost))};
}
INLINE twofold twofold_swap(twofold a) { return (twofold){swap_c128(a.head), swap_c128(a.tail)}; }
INLINE twofold twofold_multiply(twofold x, twofold y) /* of complex numbers */
{
    twofold real = {reals_c128(y.head), reals_c128(y.tail)};
    twofold imag = {negate_reals_c128(imags_c128(y.head)), negate_reals_c128(imags_c128(y.tail))};
    return twofold_sum(twofold_product(x, real), twofold_product(twofold_swap(x), imag));
}
INLINE twofold twofold_single(f64v x) { return (twofold){x, splat_f64(0)}; }

/* The same complex number everywhere. */
INLINE f64v each_c128(double re, double im)
{
    i64v imag = -(LANES_F64(0, 1) & 1);
    return (f64v)((bits_f64(splat_f64(im)) & imag) | (bits_f64(splat_f64(re)) & ~imag));
}

/* e^z - 1 of |z| < 1. */
INLINE twofold twofold_expm1(f64v z)
{
    static const double heads[] = {OVER_FACTORIAL_HEADS}, tails[] = {OVER_FACTORIAL_TAILS}, rest[] = {OVER_FACTORIAL_REST};
    f64v u = z * 0x1p-4, last = each_c128(rest[6], 0);
    for (int n = 5; n >= 0; n--)
        last = multiply_c128(last, u) + each_c128(rest[n], 0);
    twofold step = twofold_single(u), y = twofold_single(last);
    for (int n = 7; n >= 0; n--) {
        f64v lost;
        y = twofold_multiply(y, step);
        y.head = fast_sum_f64(each_c128(heads[n], 0), y.head, &lost);
        y.tail = lost + (y.tail + each_c128(tails[n], 0));
    }
    y = twofold_multiply(y, step);
    for (int i = 0; i < 4; i++) {
        twofold twice = {y.head + y.head, y.tail + y.tail};
        y = twofold_sum(twice, twofold_multiply(y, y));
    }
    return y;
}

/* x = 2^k i^n m: m, and k and n in parts[]. */
INLINE cdouble power_mantissa(cdouble x, double *parts)
{
    double a = PART_REAL(x), b = PART_IMAG(x);
    int k = ilogb(fmax(fabs(a), fabs(b))), n = 0;
    a = scalbn(a, -k);
    b = scalbn(b, -k);
    if (fabs(b) > fabs(a)) {
        double turned = fabs(b);
        n = b > 0 ? 1 : -1;
        b = -n * a;
        a = turned;
    } else if (a < 0) {
        n = signbit(b) ? -2 : 2;
        a = -a;
        b = -b;
    }
    int halved = a * a + b * b > 2;
    parts[0] = k + halved;
    parts[1] = n;
    return complex_of(halved ? a / 2 : a, halved ? b / 2 : b);
}

/* y log x of finite numbers, x not 0. */
INLINE twofold power_exponent(f64v x, f64v y)
{
    f64v m = x, z = x, parts = x;
    for (int i = 0; i < F64_LANES; i += 2) {
        double two[2];
        cdouble one = power_mantissa(complex_of(x[i], x[i + 1]), two);
        double a = PART_REAL(one), b = PART_IMAG(one);
        m[i] = a, m[i + 1] = b;
        z[i] = 0.5 * log1p((a - 1) * (a + 1) + b * b), z[i + 1] = atan2(b, a);
        parts[i] = two[0], parts[i + 1] = two[1];
    }
    twofold near, less_one, unit = {each_c128(LN2_C128, 0x1.921fb54442d18p0), each_c128(LN2_REST_C128, 0x1.1a62633145c07p-54)};
    less_one.head = two_sum_f64(m, each_c128(-1, 0), &less_one.tail);
    twofold q = twofold_sum(less_one, twofold_multiply(twofold_expm1(-z), twofold_single(m)));
    near.head = two_sum_f64(z, q.head, &near.tail);
    twofold log = twofold_sum(twofold_product(unit, twofold_single(parts)), near);
    return twofold_multiply(log, twofold_single(y));
}

/* e^(a + ib), each with a rest. */
INLINE cdouble power_value(double a, double a_rest, double b, double b_rest)
{
    a = fmin(fmax(a, -2000), 2000);
    double whole = rint(a * 0x1.71547652b82fep0), m = exp(__builtin_fma(-whole, LN2_C128, a));
    m += m * (a_rest - whole * LN2_REST_C128);
    double c = cos(b), s = sin(b), c_rest = 1, s_rest = b_rest;
    if (fabs(b_rest) > 0x1p-27) {
        c_rest = cos(b_rest);
        s_rest = sin(b_rest);
    }
    return complex_of(scalbn(m * (c * c_rest - s * s_rest), (int)whole), scalbn(m * (s * c_rest + c * s_rest), (int)whole));
}

/* Small whole exponents by squaring, as NumPy does: exact where the result is. */
typedef _Complex long double clong;
INLINE clong whole_power(clong x, int n)
{
    clong out = 1;
    for (unsigned left = n < 0 ? -n : n; left; left >>= 1) {
        if (left & 1)
            out *= x;
        x *= x;
    }
    return n < 0 ? 1 / out : out;
}

/* Whether x^y needs no logarithm, or none would do; then it is *w. */
INLINE int power_apart(cdouble x, cdouble y, cdouble *w)
{
    double a = PART_REAL(x), b = PART_IMAG(x), c = PART_REAL(y), d = PART_IMAG(y), size = fmax(fabs(c), fabs(d));
    if (c == 0 && d == 0)
        *w = 1;
    else if (a == 0 && b == 0)
        *w = c > 0 ? 0 : complex_of(NAN, NAN);
    else if (d == 0 && c == rint(c) && fabs(c) < 100)
        *w = (cdouble)whole_power(x, (int)c);
    else if (!isfinite(a) || !isfinite(b) || isunordered(c, d) || size > 0x1p900)
        *w = (cdouble)__builtin_cexpl((clong)y * __builtin_clogl(x));
    else
        return 0;
    return 1;
}
static __attribute__((noinline, unused)) f64v power_c128(f64v x, f64v y)
{
    f64v out = splat_f64(0);
    int apart[F64_LANES], all = 1;
    for (int i = 0; i < F64_LANES; i += 2) {
        cdouble w = 0;
        all &= apart[i] = power_apart(complex_of(x[i], x[i + 1]), complex_of(y[i], y[i + 1]), &w);
        if (apart[i]) {
            out[i] = PART_REAL(w), out[i + 1] = PART_IMAG(w);
            x[i] = 1, x[i + 1] = 0; /* what does no harm beside the others */
            y[i] = 0, y[i + 1] = 0;
        }
    }
    if (all)
        return out;
    twofold w = power_exponent(x, y);
    for (int i = 0; i < F64_LANES; i += 2)
        if (!apart[i]) {
            cdouble value = power_value(w.head[i], w.tail[i], w.head[i + 1], w.tail[i + 1]);
            out[i] = PART_REAL(value), out[i + 1] = PART_IMAG(value);
        }
    return out;
}

/* As good as a float needs it. */
static __attribute__((noinline, unused)) f64v power_short_c128(f64v x, f64v y)
{
    f64v out = splat_f64(0);
    for (int i = 0; i < F64_LANES; i += 2) {
        cdouble one = complex_of(x[i], x[i + 1]), times = complex_of(y[i], y[i + 1]), w;
        if (!power_apart(one, times, &w)) {
            w = times * __builtin_clog(one);
            if (!(fabs(PART_REAL(w)) < 0x1p20 && fabs(PART_IMAG(w)) < 0x1p20)) {
                f64v full = power_c128(x, y);
                w = complex_of(full[i], full[i + 1]);
            } else
                w = __builtin_cexp(w);
        }
        out[i] = PART_REAL(w), out[i + 1] = PART_IMAG(w);
    }
    return out;
}
INLINE f32v power_c64(f32v x, f32v y)
{
    f64v low = power_short_c128(widen_low_f32(x), widen_low_f32(y));
    return narrow_f64(low, power_short_c128(widen_high_f32(x), widen_high_f32(y)));
}

#endif
