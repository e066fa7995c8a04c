/* gamma and lgamma, the logarithm of its magnitude.
 *
 *     from 1/2    rows of polynomials, quarters of an octave, looked up as erf.h does: gamma x itself below 4, and g of
 *                 log gamma x = (x - 1) (x - 2) g(x) below 8: relatively exact at the zeros
 *     below 1/2   gamma (1 + x) / x, and the logarithm of that; 1 + x is taken with its rounding error
 *     beyond      Stirling's formula, (x - 1/2) log x - x + log(2 pi) / 2 + s(1 / x^2) / x
 *
 * All sums, products and quotients are in two parts but for what is small. Stirling's formula is for gamma an exponent
 * of 2 that reaches 1024: its logarithm is pow.h's. Where x is so large that nothing else counts beside x log x, lgamma
 * scales it down, so that only the result overflows.
 *
 * Lanes that are not positive go through the C library in the next wider type and are rounded once: gamma has poles
 * there, and its logarithm zeros between them. Floats are doubles, rounded once.
 *
 * The rows are `python tools/minimax_gamma.py gamma_f64 lgamma_f64 stirling_f64`.
 */
#ifndef TENFERRO_GAMMA_H
#define TENFERRO_GAMMA_H

#include "erf_tables.h"
#include "exp.h"
#include "gamma_rows.h"
#include "log.h"
#include "pow.h"
#include <math.h>

enum { GAMMA_COLUMNS = 16 };
#if VBYTES == 64
static const double GAMMA_TABLE[256] = {TEN_PLACES(GAMMA_ROWS_F64) SIX_MORE_PLACES(GAMMA_ROWS_F64)};
static const double LGAMMA_TABLE[256] = {TEN_PLACES(LGAMMA_ROWS_F64) SIX_MORE_PLACES(LGAMMA_ROWS_F64)};
#else
static const double GAMMA_TABLE[256] __attribute__((aligned(32))) = {GAMMA_ROWS_F64(WHOLE_ROW)};
static const double LGAMMA_TABLE[256] __attribute__((aligned(32))) = {LGAMMA_ROWS_F64(WHOLE_ROW)};
#endif

/* log2 sqrt(2 pi) in two parts, log sqrt(2 pi); where the rows of each end; where gamma is infinite for certain, and
 * lgamma scaled down. */
#define LOG2_ROOT_HEAD 0x1.536439a4c6efcp0
#define LOG2_ROOT_TAIL -0x1.49e49a361efebp-54
#define LN_ROOT 0x1.d67f1c864beb5p-1
#define GAMMA_NEAR 4
#define LGAMMA_NEAR 8
#define GAMMA_FAR 172
#define LGAMMA_FAR 0x1p100

/* The function of a table at u + error, u >= 1/2: the value returned plus *rest. */
INLINE f64v octave_row_f64(const double *table, f64v u, f64v error, f64v *rest)
{
    f64v c[4];
    i64v n = bits_f64(u) >> 50;
    lookup_four_f64(table, 16, GAMMA_COLUMNS, 0, n, c);
    f64v r = (u - c[0]) + error, sum = product_sum_f64(r, c[2], c[1], rest);
    *rest = fma_f64(r, row_polynomial_f64(r, c[3], table, 16, GAMMA_COLUMNS, n), *rest);
    return sum;
}

/* x or, below 1/2, 1 + x with its error. */
INLINE f64v octave_argument_f64(f64v x, m64 below, f64v *error)
{
    f64v one = splat_f64(1), u = x + one;
    *error = select_f64(below, x - (u - one), splat_f64(0));
    return select_f64(below, u, x);
}

INLINE f64v near_gamma_f64(f64v x)
{
    m64 below = lt_f64(x, splat_f64(0.5));
    f64v error, rest, one = splat_f64(1), u = octave_argument_f64(x, below, &error);
    f64v value = octave_row_f64(GAMMA_TABLE, u, error, &rest), y = value + rest;
    if (__builtin_expect(any_m64(below), 0)) {
        f64v ratio = quotient_f64(value, rest, x, splat_f64(0));
        y = select_f64(below, select_f64(lt_f64(x, splat_f64(0x1p-60)), one / x, ratio), y);
    }
    return y;
}

/* s(1 / x^2) / x */
INLINE f64v stirling_rest_f64(f64v x)
{
    f64v inverse = splat_f64(1) / x;
    return inverse * poly10_f64(inverse * inverse, STIRLING_F64);
}

INLINE f64v far_gamma_f64(f64v x)
{
    x = min_f64(splat_f64(GAMMA_FAR), max_f64(splat_f64(GAMMA_NEAR), x));
    f64v half = x - splat_f64(0.5), k_head = splat_f64(LOG2_HEAD_F64), k_tail = splat_f64(LOG2_TAIL_F64);
    f64v log_rest, log = log2_parts_f64(x, &log_rest), rest, x_rest, lost, lost_too, small_rest, tail;
    f64v power = two_product_f64(half, log, &rest), linear = two_product_f64(x, k_head, &x_rest);
    rest = fma_f64(half, log_rest, rest) - fma_f64(x, k_tail, x_rest);
    f64v small = fast_sum_f64(splat_f64(LOG2_ROOT_HEAD), stirling_rest_f64(x) * k_head, &small_rest);
    power = fast_sum_f64(power, fast_sum_f64(-linear, small, &lost), &lost_too);
    rest += (lost + lost_too) + (small_rest + splat_f64(LOG2_ROOT_TAIL));
    f64v t = power + splat_f64(SIXTEENTH_F64), n = t - splat_f64(SIXTEENTH_F64), r = (power - n) + rest;
    f64v head = power16_f64(t, &tail);
    return scale16_f64(fma_f64(head, base_rest_f64(r, tail, EXP2_F64), head), n, t);
}

/* log x in two parts. */
INLINE f64v ln_parts_f64(f64v x, f64v *rest)
{
    reduced_f64 a = reduce_ln_f64(x);
    f64v lost, sum = fast_sum_f64(fma_f64(a.exponent, splat_f64(LN2_GRID_F64), a.head), a.r, &lost);
    *rest = fma_f64(a.r * a.r, ln_rest_f64(a.r), fma_f64(a.exponent, splat_f64(LN2_REST_F64), a.tail + lost));
    return sum;
}

/* The factors of x, or of 1 + x, less 1 and less 2: the first is exact. */
INLINE f64v near_lgamma_f64(f64v x)
{
    m64 below = lt_f64(x, splat_f64(0.5));
    f64v error, g_rest, p_rest, rest, one = splat_f64(1), u = octave_argument_f64(x, below, &error);
    f64v first = select_f64(below, x, x - one), second = first - one;
    f64v p = two_product_f64(first, second, &p_rest);
    p_rest = fma_f64(first, first - (second + one), p_rest);
    f64v g = octave_row_f64(LGAMMA_TABLE, u, error, &g_rest), y = two_product_f64(p, g, &rest);
    rest = fma_f64(p, g_rest, fma_f64(p_rest, g, rest));
    if (__builtin_expect(any_m64(below), 0)) {
        f64v log_rest, lost, log = ln_parts_f64(x, &log_rest), sum = fast_sum_f64(-log, y, &lost);
        y = select_f64(below, sum, y);
        rest = select_f64(below, lost + (rest - log_rest), rest);
    }
    return y + rest;
}

INLINE f64v far_lgamma_f64(f64v x)
{
    f64v a = max_f64(splat_f64(LGAMMA_NEAR), min_f64(splat_f64(0x1.fffffffffffffp1023), x)), one = splat_f64(1);
    m64 huge = gt_f64(a, splat_f64(LGAMMA_FAR));
    f64v scale = select_f64(huge, splat_f64(1 / LGAMMA_FAR), one), back = select_f64(huge, splat_f64(LGAMMA_FAR), one);
    f64v scaled = a * scale, log_rest, rest, lost, log = ln_parts_f64(a, &log_rest);
    f64v sum = fast_sum_f64(two_product_f64(scaled, log, &rest), -scaled, &lost);
    f64v small = fma_f64(log + log_rest, splat_f64(-0.5), stirling_rest_f64(a) + splat_f64(LN_ROOT));
    rest = fma_f64(small, scale, fma_f64(scaled, log_rest, rest));
    return select_f64(eq_f64(x, splat_f64(INFINITY)), x, (sum + (lost + rest)) * back);
}

#define POSITIVE(name, end)                                                  \
    INLINE f64v positive_##name##_f64(f64v x)                                \
    {                                                                        \
        m64 near = lt_f64(x, splat_f64(end));                                \
        f64v y = any_m64(near) ? near_##name##_f64(x) : x;                   \
        return all_m64(near) ? y : select_f64(near, y, far_##name##_f64(x)); \
    }
POSITIVE(gamma, GAMMA_NEAR)
POSITIVE(lgamma, LGAMMA_NEAR)

#define WIDER_LANES(name, f32_function, f64_function)                                                        \
    static __attribute__((noinline, unused)) f32v name##_lanes_f32(f32v x, f32v y)                           \
    {                                                                                                        \
        for (unsigned i = 0; i < F32_LANES; i++)                                                             \
            y[i] = x[i] > 0 ? y[i] : (float)f32_function((double)x[i]);                                      \
        return y;                                                                                            \
    }                                                                                                        \
    static __attribute__((noinline, unused)) f64v name##_lanes_f64(f64v x, f64v y)                           \
    {                                                                                                        \
        for (unsigned i = 0; i < F64_LANES; i++)                                                             \
            y[i] = x[i] > 0 ? y[i] : (double)f64_function((long double)x[i]);                                \
        return y;                                                                                            \
    }                                                                                                        \
    INLINE f64v name##_f64(f64v x)                                                                           \
    {                                                                                                        \
        f64v y = positive_##name##_f64(x);                                                                   \
        return __builtin_expect(all_f64(gt_f64(x, splat_f64(0))), 1) ? y : name##_lanes_f64(x, y);           \
    }                                                                                                        \
    INLINE f32v name##_f32(f32v x)                                                                           \
    {                                                                                                        \
        f64v low = positive_##name##_f64(widen_low_f32(x)), high = positive_##name##_f64(widen_high_f32(x)); \
        f32v y = narrow_f64(low, high);                                                                      \
        return __builtin_expect(all_f32(gt_f32(x, splat_f32(0))), 1) ? y : name##_lanes_f32(x, y);           \
    }
WIDER_LANES(gamma, tgamma, tgammal)
WIDER_LANES(lgamma, lgamma, lgammal)
#undef POSITIVE
#undef WIDER_LANES

#endif
