/* sin cos tan sinpi cospi.
 *
 * One polynomial serves them all: the sine of |r| <= pi / 2, for r and the rest `lo` that rounding r left off. What differs is how
 * x becomes r:
 *
 *     sin x   = (-1)^n sin r,  r = x - n pi              n nearest to x / pi
 *     cos x   = (-1)^k sin r,  r = (k + 1/2) pi - x      k = floor(x / pi)
 *     sinpi x = (-1)^n sin r,  r = pi (x - n)            and so cospi; x - n is exact, pi has two parts
 *
 * No quadrant has to be told from another. The price is that r^3 is not small beside r near the maximum, so the first two
 * terms are summed with their errors; the others, r^5 on, may be rounded freely. Only tan wants sine and cosine of the same angle,
 * and so has polynomials of its own about multiples of pi / 2.
 *
 * r is x - n (PI + PI_SHORT + PI_REST). The first product and difference is exact (x and n PI are neighbours on one grid), the
 * second product is exact (PI_SHORT has few bits) and its difference leaves its error, so only the third rounds. That is enough for
 * |x| up to TRIG_FAR. Beyond, which is rare and so a call out of the loop, a float goes through doubles, and a double
 * multiplies its mantissa by those 192 bits of 1 / pi that neither vanish nor make whole turns, in integers (Payne and Hanek).
 *
 * The work is done on |x|, and signs come last: odd and even symmetry is exact, and sin(-0) = -0.
 * trig_family.h holds the functions, once for both types. Constants are `python tools/minimax_circular.py trig_f64 trig_f32 trig_bits`.
 */
#ifndef TENFERRO_TRIG_H
#define TENFERRO_TRIG_H

#include "exp.h"
#include <math.h>
#include <string.h>

/* python tools/minimax_circular.py trig_f64 */
#define PI_F64 0x1.921fb54442d18p1
#define PI_SHORT_F64 0x1.1a62633p-53
#define PI_REST_F64 0x1.45c06e0e68948p-85
#define PI_TAIL_F64 0x1.1a62633145c07p-53
#define ONE_PI_F64 0x1.45f306dc9c883p-2
#define SIN_CHORD_F64 -0x1.2d9d2p-3
/* error 2^-61.97 */
#define SIN_F64 -0x1.3dc1aaaaaaaa8p-6, 0x1.11111111110cbp-7, -0x1.a01a01a01516dp-13, 0x1.71de3a52c0c07p-19, -0x1.ae6454e45b167p-26, 0x1.6123d1343f68p-33, -0x1.ae44a17a12cap-41, 0x1.88510d9dc2ef1p-49
/* error 2^-62.14 */
#define TAN_OVER_F64 -0x1.5555555555556p-3, 0x1.f0442dfa0606ep-8, -0x1.946c32f099b61p-14
/* error 2^-62.14 */
#define TAN_UNDER_F64 0x1.4f1996d051cbp-5, -0x1.0edcfedc40d81p-10, 0x1.4cba45f471374p-18, 0x1.9bd1d6fdf83efp-27

/* python tools/minimax_circular.py trig_f32 */
#define PI_F32 0x1.921fb6p1f
#define PI_SHORT_F32 -0x1.778p-24f
#define PI_REST_F32 0x1.68c234p-38f
#define PI_TAIL_F32 -0x1.777a5cp-24f
#define ONE_PI_F32 0x1.45f306p-2f
#define SIN_CHORD_F32 -0x1.2d9d2p-3f
/* error 2^-34.0 */
#define SIN_F32 -0x1.3dc1aap-6f, 0x1.11110ap-7f, -0x1.a0171ap-13f, 0x1.7158dap-19f, -0x1.986d7p-26f
/* error 2^-29.25 */
#define TAN_F32 0x1.555562p-2f, 0x1.110d22p-3f, 0x1.baed8p-5f, 0x1.5c07a4p-6f, 0x1.663c76p-7f, -0x1.a5d694p-16f, 0x1.224b2ap-8f

/* python tools/minimax_circular.py trig_bits: 64 zeros, then the places of 1 / pi */
static const uint64_t ONE_PI_BITS[21] = {
    0x0000000000000000, 0x517cc1b727220a94, 0xfe13abe8fa9a6ee0, 0x6db14acc9e21c820, 0xff28b1d5ef5de2b0,
    0xdb92371d2126e970, 0x0324977504e8c90e, 0x7f0ef58e5894d39f, 0x74411afa975da242, 0x74ce38135a2fbf20,
    0x9cc8eb1cc1a99cfa, 0x4e422fc5defc941d, 0x8ffc4bffef02cc07, 0xf79788c5ad05368f, 0xb69b3f6793e584db,
    0xa7a31fb34f2ff516, 0xba93dd63f5f2f8bd, 0x9e839cfbc5294975, 0x35fdafd88fc6ae84, 0x2b0198237e3db5d5,
    0xf867de104d7a1b0e,
};
#define PI_4_HIGH 0xc90fdaa22168c234 /* pi / 4 in 128 places */
#define PI_4_LOW 0xc4c6628b80dc1cd1

#define WHOLE_FAR_F64 0x1p51
#define WHOLE_FAR_F32 0x1p22f
/* Below this the parts of a product by halves are subnormal. */
#define TURNS_TINY_F64 0x1p-960
#define TURNS_TINY_F32 0x1p-100f
#define TRIG_FAR_F64 0x1p21
#define TRIG_FAR_F32 0x1p14f

/* sin r = r + SIN_CHORD r^3 + r^3 sine_rest(r^2): by Horner's rule to the end, so that each of the first two is rounded into once. */
INLINE f64v sine_rest_at_f64(f64v z, double a, double b, double c, double d, double e, double f, double g, double h)
{
    f64v y = fma_f64(fma_f64(poly4_f64(z, e, f, g, h), z, splat_f64(d)), z, splat_f64(c));
    return fma_f64(fma_f64(y, z, splat_f64(b)), z, splat_f64(a));
}
DEF(f64v, sine_rest_f64, (f64v z), sine_rest_at_f64(z, SIN_F64))
INLINE f32v sine_rest_at_f32(f32v z, float a, float b, float c, float d, float e)
{
    return fma_f32(fma_f32(poly3_f32(z, c, d, e), z, splat_f32(b)), z, splat_f32(a));
}
DEF(f32v, sine_rest_f32, (f32v z), sine_rest_at_f32(z, SIN_F32))
DEF(f64v, parity_f64, (f64v t), bits_f64(t) << 63) /* the lowest bit, where the sign is */
DEF(f32v, parity_f32, (f32v t), bits_f32(t) << 31)

/* r + lo, and in the sign bits whether n or k is odd. */
typedef struct {
    f64v r, lo;
    i64v sign;
} turn_f64;
typedef struct {
    f32v r, lo;
    i32v sign;
} turn_f32;

/* Which function's r is wanted. */
enum { TURN_SINE, TURN_COSINE, TURN_TANGENT };

/* r and lo of one finite x >= 1, or of x ln 2 with the other table; returns the parity of n or k. */
static int far_turn(double x, const uint64_t *places, int kind, double *r, double *lo)
{
    typedef unsigned __int128 u128;
    uint64_t bits, w[3], scale;
    memcpy(&bits, &x, 8);
    int start = (int)(bits >> 52) - 1023 + 11; /* the first place of weight 2 or less in x / pi: 64 zeros - 52 - 1 */
    for (int i = 0; i < 3; i++) {
        const uint64_t *word = places + (start >> 6) + i;
        w[i] = start & 63 ? word[0] << (start & 63) | word[1] >> (64 - (start & 63)) : word[0];
    }
    uint64_t m = (bits & 0xfffffffffffff) | 0x10000000000000;
    u128 last = (u128)m * w[2], middle = (u128)m * w[1] + (last >> 64);
    u128 high = (u128)(m * w[0] + (uint64_t)(middle >> 64)) << 64 | (uint64_t)middle; /* x / pi mod 2 in 192 places ... */
    uint64_t low = (uint64_t)last;
    for (int i = 0; i <= (kind == TURN_TANGENT); i++) { /* ... and the parity shifted out: what is left is a fraction of pi */
        bits = (uint64_t)(high >> 127);
        high = high << 1 | low >> 63;
        low <<= 1;
    }
    int odd = (int)bits, negative;
    if (kind == TURN_COSINE) {
        negative = (int)(high >> 127);
        high = negative ? high ^ (u128)1 << 127 : ~(high ^ (u128)1 << 127), low = negative ? low : ~low;
    } else {
        negative = (int)(high >> 127);
        odd ^= negative;
        high = negative ? ~high : high, low = negative ? ~low : low;
    }
    int zeros = __builtin_clzll((uint64_t)(high >> 64) | 1); /* at most 63: no double comes nearer to a multiple */
    high = high << zeros | low >> (64 - zeros);
    uint64_t a = (uint64_t)(high >> 64), b = (uint64_t)high;
    high = (u128)a * PI_4_HIGH + ((u128)a * PI_4_LOW >> 64) + ((u128)b * PI_4_HIGH >> 64);
    int64_t head = (int64_t)((high + ((u128)1 << 74)) >> 75);
    int64_t tail = (int64_t)((__int128)(high - ((u128)head << 75)) >> 12);
    scale = (uint64_t)(1023 + 75 - 128 + (kind == TURN_TANGENT ? 1 : 2) - zeros) << 52;
    memcpy(&x, &scale, 8);
    *r = negative ? -(double)head * x : (double)head * x;
    *lo = (negative ? -(double)tail : (double)tail) * (x * 0x1p-63);
    return odd;
}

/* Replaces r, lo and the sign bits of the lanes whose x is far. What is no number gets r = NaN. */
COLD void far_turns_f64(const f64v *x, turn_f64 *y, int kind)
{
    for (int lane = 0; lane < F64_LANES; lane++) {
        double one = (*x)[lane], r, lo;
        if (!(one < INFINITY))
            y->r[lane] = one - one;
        else if (one >= TRIG_FAR_F64) {
            y->sign[lane] = (int64_t)((uint64_t)far_turn(one, ONE_PI_BITS, kind, &r, &lo) << 63);
            y->r[lane] = r;
            y->lo[lane] = lo;
        }
    }
}

#define REAL f64
#define TRIG_CONSTANT(name) name##_F64
#define TRIG_SIGN SIGN_F64
#include "trig_family.h"
#undef REAL
#undef TRIG_CONSTANT
#undef TRIG_SIGN

/* The same for floats, in doubles. Only the far lanes are replaced: no result depends on its neighbours. A sign is narrowed as 1 or -1. */
COLD void far_turns_f32(const f32v *x, turn_f32 *y, int kind)
{
    turn_f64 low = turn_of_f64(widen_low_f32(*x), kind), high = turn_of_f64(widen_high_f32(*x), kind);
    f64v one = splat_f64(1);
    f32v r = narrow_f64(low.r, high.r), lo = narrow_f64(low.r - widen_low_f32(r), high.r - widen_high_f32(r));
    f32v sign = narrow_f64(xorsign_f64(one, (f64v)low.sign), xorsign_f64(one, (f64v)high.sign));
    m32 near = lt_f32(*x, splat_f32(TRIG_FAR_F32));
    y->r = select_f32(near, y->r, r);
    y->lo = select_f32(near, y->lo, lo);
    y->sign = select_i32(near, y->sign, bits_f32(sign) & SIGN_F32);
}

#define REAL f32
#define TRIG_CONSTANT(name) name##_F32
#define TRIG_SIGN SIGN_F32
#include "trig_family.h"
#undef REAL
#undef TRIG_CONSTANT
#undef TRIG_SIGN

/* A numerator and a denominator that are almost sine and cosine, each in two parts; n odd: minus the reciprocal. */
INLINE f64v tan_f64(f64v x)
{
    turn_f64 a = turn_of_f64(abs_f64(x), TURN_TANGENT);
    f64v square_lost, lost, square = two_product_f64(a.r, a.r, &square_lost), half = 0.5 * square;
    f64v under = fast_sum_f64(splat_f64(1), -half, &lost);
    f64v over_rest = fma_f64(a.r * square, poly3_f64(square, TAN_OVER_F64), fnma_f64(a.lo, half, a.lo));
    f64v under_rest = fnma_f64(a.r, a.lo, fnma_f64(splat_f64(0.5), square_lost, lost));
    under_rest = fma_f64(square * square, poly4_f64(square, TAN_UNDER_F64), under_rest);
    f64v over = fast_sum_f64(a.r, over_rest, &over_rest);
    under = fast_sum_f64(under, under_rest, &under_rest);
    m64 odd = lt_i64(a.sign, splat_i64(0));
    f64v y = quotient_f64(select_f64(odd, under, over), select_f64(odd, under_rest, over_rest), select_f64(odd, over, under),
                          select_f64(odd, over_rest, under_rest));
    return (f64v)(bits_f64(y) ^ a.sign ^ (bits_f64(x) & SIGN_F64));
}

/* In pairs of terms, but for the first, so that one rounding is of its size. */
INLINE f32v tan_rest_f32(f32v z, float a, float b, float c, float d, float e, float f, float g)
{
    f32v zz = z * z, y = fma_f32(fma_f32(poly2_f32(z, f, g), zz, poly2_f32(z, d, e)), zz, poly2_f32(z, b, c));
    return fma_f32(y, z, splat_f32(a));
}

/* A float's tangent is cheaper as one polynomial, in two parts for the reciprocal's sake. The two slopes are best near pi / 4, where they count. */
INLINE f32v tan_f32(f32v x)
{
    turn_f32 a = turn_of_f32(abs_f32(x), TURN_TANGENT);
    f32v square_lost, rest, square = two_product_f32(a.r, a.r, &square_lost);
    rest = fma_f32(a.lo, 1.5f * square, fma_f32(xorsign_f32(splat_f32(0.44f), a.r), square_lost, a.lo));
    f32v cube = a.r * square, slope = tan_rest_f32(square, TAN_F32);
#ifdef HAVE_FMA
    rest = fma_f32(cube, slope, rest);
#else
    f32v lost, product = two_product_f32(cube, slope, &lost);
    rest = product + (rest + lost);
#endif
    f32v near = fast_sum_f32(a.r, rest, &rest), inverse = 1 / near;
    f32v far = fma_f32(fnma_f32(rest, inverse, defect_f32(near, inverse, splat_f32(1))), inverse, inverse);
    m32 odd = lt_i32(a.sign, splat_i32(0));
    return (f32v)(bits_f32(select_f32(odd, far, near)) ^ a.sign ^ (bits_f32(x) & SIGN_F32));
}

#endif
