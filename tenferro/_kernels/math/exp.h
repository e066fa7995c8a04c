/* exp and what is made of it: exp2 exp10 expm1 sinh cosh tanh sigmoid.
 *
 * Nearly all start with the same reduction. n is the multiple of 1/16 nearest to x / ln 2, and r the rest:
 *
 *     x = n ln 2 + r, |r| <= ln 2 / 32           n = k + i / 16
 *     e^x = 2^k * 2^(i/16) * (1 + p),            p = e^r - 1 = r + r^2 q(r), a short polynomial
 *
 * 2^(i/16) comes from a table of 16 that AVX-512 holds in two registers, as a head and the relative tail that its rounding
 * left off; the tail is added to p, which is small, so the last multiply-add, head + head * p, is the only rounding that counts.
 * n needs no conversion: adding 1.5 * 2^(mantissa bits - 4) rounds it, and the low bits of that sum `t` are 16 n, so its lowest
 * four are i, and the next ones k. Scaling by 2^k comes last and rounds once: subnormal results are right, none overflows early.
 *
 * sigmoid and the tanh of a double, which add 1 to 2^n (1 + p) and divide, take whole n: no table, 1 + 2^n is exact, p is a longer
 * polynomial, |r| <= ln 2 / 2. The tanh of a float has neither: a table of polynomials.
 *
 * exp_family.h holds the functions, once for both types; here is what differs: constants, polynomials, table look-ups.
 * Constants are `python tools/minimax.py exp_f64 exp_f32`.
 */
#ifndef TENFERRO_EXP_H
#define TENFERRO_EXP_H

#include "../simd.h"
#include <math.h>

/* python tools/minimax.py exp_f64 */
#define LN2_HEAD_F64 0x1.62e42fefap-1
#define LN2_TAIL_F64 0x1.cf79abc9e3b3ap-40
#define LOG2_E_F64 0x1.71547652b82fep0
/* error 2^-56.26 */
#define EXP_F64 0x1.0000000000005p-1, 0x1.555555548f6d7p-3, 0x1.5555555460726p-5, 0x1.11123ac1f81fep-7, 0x1.6c185ce2e0693p-10
/* error 2^-56.91 */
#define EXP2_F64 0x1.62e42fefa39fdp-1, 0x1.ebfbdff82c59p-3, 0x1.c6b08d6e8ccc6p-5, 0x1.3b2ab6fb5c537p-7, 0x1.5d89bd2aceacfp-10, 0x1.430a079463b8ep-13
/* error 2^-64.48 */
#define EXPM1_F64 0x1p-1, 0x1.5555555555543p-3, 0x1.5555555556414p-5, 0x1.11111112cb0ddp-7, 0x1.6c16beb5783b8p-10, 0x1.a01858fbe5b16p-13, 0x1.a400a51896f11p-16
/* error 2^-61.31 */
#define SINH_F64 0x1.5555555555556p-3, 0x1.111111111102p-7, 0x1.a01a01a03617bp-13, 0x1.71de3a3c8003cp-19, 0x1.ae646e5e8a69cp-26, 0x1.6117b3783cd4p-33, 0x1.b58717c365924p-41
/* error 2^-57.41 */
#define SIGMOID_F64 0x1.000000000000bp-1, -0x1.5555555555556p-3, 0x1.55555555502cep-5, -0x1.111111111072p-7, 0x1.6c16c185115f5p-10, -0x1.a01a01a8eac1cp-13, 0x1.a01998197fe4fp-16, -0x1.71de09adfcaebp-19, 0x1.28aefd525fcc9p-22, -0x1.af4231479b742p-26
/* error 2^-61.48 */
#define TANH_F64 0x1p0, 0x1.5555555555551p-1, 0x1.5555555555568p-2, 0x1.1111111113295p-3, 0x1.6c16c16bf96ap-5, 0x1.a01a018c09204p-7, 0x1.a01a032c34606p-9, 0x1.71de82d525335p-11, 0x1.27dd5c587793ep-13, 0x1.ade5343278a14p-16, 0x1.37d3a04b3a6f4p-18
#define POWERS_ROWS(ROW) \
    ROW(0x1p0, 0x0p0) \
    ROW(0x1.0b5586cf9890fp0, 0x1.79aa65d837b6dp-54) \
    ROW(0x1.172b83c7d517bp0, -0x1.01b15eaa59348p-55) \
    ROW(0x1.2387a6e756238p0, 0x1.68efde3a8a894p-54) \
    ROW(0x1.306fe0a31b715p0, 0x1.34d754db0abb6p-55) \
    ROW(0x1.3dea64c123422p0, 0x1.59f48a72a4c6dp-55) \
    ROW(0x1.4bfdad5362a27p0, 0x1.690cebb7aafbp-56) \
    ROW(0x1.5ab07dd485429p0, 0x1.063e1e21c5409p-54) \
    ROW(0x1.6a09e667f3bcdp0, -0x1.3b3efbf5e2228p-54) \
    ROW(0x1.7a11473eb0187p0, -0x1.b32dcb94da51dp-56) \
    ROW(0x1.8ace5422aa0dbp0, 0x1.db72fc1f0eab4p-55) \
    ROW(0x1.9c49182a3f09p0, 0x1.1affc2b91ce27p-56) \
    ROW(0x1.ae89f995ad3adp0, 0x1.c1a7792cb3387p-55) \
    ROW(0x1.c199bdd85529cp0, 0x1.36eae30af0cb3p-56) \
    ROW(0x1.d5818dcfba487p0, 0x1.4a385a63d07a7p-56) \
    ROW(0x1.ea4afa2a490dap0, -0x1.ff7128fd391fp-55)
PAIR_TABLE16(POWERS_F64, POWERS_ROWS);

/* python tools/minimax.py exp_f32 */
#define LN2_HEAD_F32 0x1.62ep-1f
#define LN2_TAIL_F32 0x1.0bfbe8p-15f
#define LOG2_E_F32 0x1.715476p0f
/* error 2^-29.24 */
#define EXP_F32 0x1.00022p-1f, 0x1.5556dp-3f
/* error 2^-29.22 */
#define EXP2_F32 0x1.62e43p-1f, 0x1.ebfff2p-3f, 0x1.c6af12p-5f
/* error 2^-27.87 */
#define EXPM1_F32 0x1.fffff6p-2f, 0x1.555554p-3f, 0x1.5598d2p-5f, 0x1.112c44p-7f
/* error 2^-31.46 */
#define SINH_F32 0x1.555556p-3f, 0x1.1110e2p-7f, 0x1.a02128p-13f, 0x1.75b36ep-19f
/* error 2^-28.19 */
#define SIGMOID_F32 0x1p-1f, -0x1.555492p-3f, 0x1.5554b2p-5f, -0x1.1239ap-7f, 0x1.6d8b66p-10f
/* error 2^-29.21 */
#define TANH_ROWS(ROW) \
    ROW(0x1.89d82cp-1f, 0x1.4aff6cp-1f, 0x1.2a044p-1f, -0x1.8152d2p-2f, 0x1.93578cp-5f, 0x1.7f644p-4f, -0x1.02e71ep-4f, 0x1.54f1fp-10f) \
    ROW(0x1.13b086p0f, 0x1.9587bep-1f, 0x1.7d9938p-2f, -0x1.2e3eep-2f, 0x1.c0c9c6p-4f, 0x1.7c6b2ep-7f, -0x1.339094p-5f, 0x1.374dp-6f) \
    ROW(0x1.62756cp0f, 0x1.c392a2p-1f, 0x1.c6e40ap-3f, -0x1.913426p-3f, 0x1.9473f2p-4f, -0x1.64fb4cp-6f, -0x1.250f82p-7f, 0x1.5dd8d2p-7f) \
    ROW(0x1.b13a8cp0f, 0x1.de6edap-1f, 0x1.03bbb4p-3f, -0x1.e568fp-4f, 0x1.186ebep-4f, -0x1.90fc4ap-6f, 0x1.6da4dap-9f, 0x1.7c56ccp-9f) \
    ROW(0x1.13b13cp1f, 0x1.f2653cp-1f, 0x1.ad8fc8p-5f, -0x1.a225b2p-5f, 0x1.07dddp-5f, -0x1.d5ef06p-7f, 0x1.1c9e5cp-8f, -0x1.2cd0dep-11f) \
    ROW(0x1.627572p1f, 0x1.fbfd18p-1f, 0x1.ff712cp-7f, -0x1.fb6f4ep-7f, 0x1.4cf3a4p-7f, -0x1.4272eep-8f, 0x1.e73a82p-10f, -0x1.1699b8p-11f) \
    ROW(0x1.b13b5cp1f, 0x1.fed342p-1f, 0x1.2c65cp-8f, -0x1.2bb53ap-8f, 0x1.8db94cp-9f, -0x1.8a1b14p-10f, 0x1.39d3a6p-11f, -0x1.8fd1dap-13f) \
    ROW(0x1.00005ap2f, 0x1.ffa818p-1f, 0x1.5f81eap-10f, -0x1.5f459p-10f, 0x1.d3aad6p-11f, -0x1.d268a2p-12f, 0x1.78d5f8p-13f, -0x1.f12f18p-15f) \
    ROW(0x1.3b11fap2f, 0x1.fff21ep-1f, 0x1.bc425ep-13f, -0x1.bc3424p-13f, 0x1.27585ep-13f, -0x1.2750cep-14f, 0x1.f758fcp-16f, -0x1.4dbd14p-17f) \
    ROW(0x1.89c0ep2f, 0x1.fffedp-1f, 0x1.300572p-16f, -0x1.3002d2p-16f, 0x1.945676p-17f, -0x1.948484p-18f, 0x1.591486p-19f, -0x1.c93ef2p-21f) \
    ROW(0x1.d8707ap2f, 0x1.ffffe6p-1f, 0x1.a007e2p-20f, -0x1.a0049ap-20f, 0x1.14a8bp-20f, -0x1.14d5b2p-21f, 0x1.d84b3ap-23f, -0x1.382f8p-24f) \
    ROW(0x1.154246p3f, 0x1.fffffep-1f, 0x1.00021ap-23f, -0x1.00118p-23f, 0x1.54dd0ep-24f, -0x1.52002ep-25f, 0x1.1e08dp-26f, -0x1.b88e5cp-28f) \
    ROW(0x0p0f, 0x0p0f, 0x0p0f, -0x1.cd855ap-24f, -0x1.5552b8p-2f, -0x1.3b3444p-12f, 0x1.192ep-3f, -0x1.86344ep-6f) \
    ROW(0x1.d89dcp-3f, 0x1.d066c8p-3f, 0x1.e5ac5ap-1f, -0x1.b885bp-3f, -0x1.11d5a6p-2f, 0x1.0f0614p-3f, 0x1.47332p-4f, -0x1.1077e4p-4f) \
    ROW(0x1.89d8a4p-2f, 0x1.778292p-2f, 0x1.bb2606p-1f, -0x1.45035cp-2f, -0x1.607724p-3f, 0x1.59ecd4p-3f, 0x1.a515ecp-7f, -0x1.16348ep-4f) \
    ROW(0x1.13b1dep-1f, 0x1.f7a14ap-2f, 0x1.84269ap-1f, -0x1.7dce32p-2f, -0x1.1c0276p-4f, 0x1.445d6ep-3f, -0x1.22a652p-5f, -0x1.5c8a6ep-5f)
OCTET_TABLE16(TANH_TABLE_F32, TANH_ROWS);
static const float POWERS_F32[16] = {
    0x1p0f, 0x1.0b5586p0f, 0x1.172b84p0f, 0x1.2387a6p0f,
    0x1.306fep0f, 0x1.3dea64p0f, 0x1.4bfdaep0f, 0x1.5ab07ep0f,
    0x1.6a09e6p0f, 0x1.7a1148p0f, 0x1.8ace54p0f, 0x1.9c4918p0f,
    0x1.ae89fap0f, 0x1.c199bep0f, 0x1.d5818ep0f, 0x1.ea4afap0f,
};
static const float POWER_TAILS_F32[16] = {
    0x0p0f, 0x1.8d96d4p-25f, -0x1.9c0c22p-27f, 0x1.964904p-25f,
    0x1.125002p-25f, 0x1.370be4p-25f, -0x1.0a355p-25f, -0x1.00d8acp-27f,
    0x1.26055cp-26f, -0x1.05cb44p-25f, 0x1.67a1cap-28f, 0x1.a3b5e4p-28f,
    -0x1.f9c304p-27f, -0x1.6961b4p-28f, -0x1.a5217cp-28f, 0x1.61428ep-28f,
};

/* 1.5 * 2^(mantissa bits - 4): its unit in the last place is 1/16. */
#define SIXTEENTH_F64 0x1.8p48
#define SIXTEENTH_F32 0x1.8p19f

/* 1.5 * 2^(mantissa bits): its unit in the last place is 1. */
#define WHOLE_F64 0x1.8p52
#define WHOLE_F32 0x1.8p23f

/* Beyond these nothing but infinity, -1 or 0 comes out; n stays below LAST for e^x to stay finite as long as e^x - 1
 * does, at the price of an r up to twice as large (EXPM1_F64 is good for that; in f32 the error does not show). */
#define EXPM1_LAST_F64 (SIXTEENTH_F64 + 1024 - 0x1p-4)
#define EXPM1_LAST_F32 (SIXTEENTH_F32 + 128 - 0x1p-4f)
#define EXPM1_HIGH_F64 0x1.62e42fefa39efp9
#define EXPM1_NEAR_F32 0.1335f
#define EXPM1_LOW_F64 -40
#define EXPM1_LOW_F32 -20
#define SINH_HIGH_F64 711
#define SINH_HIGH_F32 90
#define SIGMOID_FAR_F64 700 /* e^|x| is in reach up to here */
#define SIGMOID_FAR_F32 86
#define TANH_HIGH_F64 19.0625 /* tanh is 1 from here on */
#define TANH_HIGH_F32 9.1875f
#define TANH_STEP_F32 1.625f /* 1 + this times TANH_HIGH stays below 16 */
#define TANH_SHIFT 0.04332169878f /* ln 2 / 16 */

INLINE f64v power16_f64(f64v t, f64v *tail)
{
    return lookup16_pair_f64(POWERS_F64, bits_f64(t), tail);
}
INLINE f32v power16_f32(f32v t, f32v *tail)
{
    *tail = lookup16_f32(POWER_TAILS_F32, bits_f32(t));
    return lookup16_f32(POWERS_F32, bits_f32(t));
}

/* q of 1 + r + r^2 q: for e^r itself, and for e^r - 1, whose relative error counts. */
DEF(f64v, exp_rest_f64, (f64v r), poly5_f64(r, EXP_F64))
DEF(f32v, exp_rest_f32, (f32v r), poly2_f32(r, EXP_F32))
DEF(f64v, expm1_rest_f64, (f64v r), poly7_f64(r, EXPM1_F64))
DEF(f32v, expm1_rest_f32, (f32v r), poly4_f32(r, EXPM1_F32))

/* c of x + x^3 c(x^2), for small x. */
DEF(f64v, sinh_rest_f64, (f64v xx), poly7_f64(xx, SINH_F64))
DEF(f32v, sinh_rest_f32, (f32v xx), poly4_f32(xx, SINH_F32))

/* b^r - 1 = tail + r c0 + r^2 (c1 + ...), for bases other than e. */
INLINE f64v base_rest_f64(f64v r, f64v tail, double a, double b, double c, double d, double e, double f)
{
    return fma_f64(r * r, poly5_f64(r, b, c, d, e, f), fma_f64(r, splat_f64(a), tail));
}
INLINE f32v base_rest_f32(f32v r, f32v tail, float a, float b, float c)
{
    return fma_f32(r * r, poly2_f32(r, b, c), fma_f32(r, splat_f32(a), tail));
}

/* The same over the reach of whole n: of e^-x, and of (e^(2 x) - 1) / 2; by pairs of pairs, for a short chain. */
INLINE f64v pairs10_f64(f64v x, f64v xx, double a, double b, double c, double d, double e, double f, double g, double h,
                        double i, double j)
{
    f64v x4 = xx * xx, low = fma_f64(poly2_f64(x, c, d), xx, poly2_f64(x, a, b));
    f64v high = fma_f64(poly2_f64(x, g, h), xx, poly2_f64(x, e, f));
    return fma_f64(x4 * x4, poly2_f64(x, i, j), fma_f64(x4, high, low));
}
INLINE f64v pairs11_f64(f64v x, f64v xx, double a, double b, double c, double d, double e, double f, double g, double h,
                        double i, double j, double k)
{
    f64v x4 = xx * xx, low = fma_f64(poly2_f64(x, c, d), xx, poly2_f64(x, a, b));
    f64v high = fma_f64(poly2_f64(x, g, h), xx, poly2_f64(x, e, f));
    f64v top = fma_f64(splat_f64(k), xx, poly2_f64(x, i, j));
    return fma_f64(x4 * x4, top, fma_f64(x4, high, low));
}
INLINE f32v pairs5_f32(f32v x, f32v xx, float a, float b, float c, float d, float e)
{
    return fma_f32(fma_f32(splat_f32(e), xx, poly2_f32(x, c, d)), xx, poly2_f32(x, a, b));
}
DEF(f64v, sigmoid_rest_f64, (f64v r, f64v square), pairs10_f64(r, square, SIGMOID_F64))
DEF(f32v, sigmoid_rest_f32, (f32v r, f32v square), pairs5_f32(r, square, SIGMOID_F32))

/* x - n (head + tail) and what that leaves off. A double's tail may stay off altogether. */
INLINE f64v whole_rest_f64(f64v x, f64v n, double head, double tail, f64v *rest)
{
    *rest = n * splat_f64(-tail);
    return fnma_f64(n, splat_f64(head), x);
}
INLINE f32v whole_rest_f32(f32v x, f32v n, float head, float tail, f32v *rest)
{
    f32v near = fnma_f32(n, splat_f32(head), x), r = fnma_f32(n, splat_f32(tail), near);
    *rest = fnma_f32(n, splat_f32(tail), near - r);
    return r;
}

/* 2^n, and its inverse over 2, for t = n + WHOLE. */
DEF(f64v, whole_power_f64, (f64v t), (bits_f64(t) << 52) + 0x3ff0000000000000)
DEF(f32v, whole_power_f32, (f32v t), (bits_f32(t) << 23) + 0x3f800000)
DEF(f64v, half_over_power_f64, (f64v t), 0x3fe0000000000000 - (bits_f64(t) << 52))

#if VBYTES == 64
/* An infinite or huge x leaves no number for r; any number small enough will do, for scaling by n then decides: without the first
 * bit of its exponent r is below 2, and of such r the polynomial of a double is positive. That of a float need not be. */
DEF(f64v, tame_f64, (f64v r), bits_f64(r) & 0xbfffffffffffffff)
DEF(f32v, tame_f32, (f32v r), _mm512_range_ps(S(r), _mm512_set1_ps(0.5f), 2)) /* 2: the smaller magnitude, the sign of r */
#define SCALE16(type, mantissa, reach, far, furthest)                                             \
    INLINE type##v scale16_##type(type##v y, type##v n, type##v t)                         \
    {                                                                                             \
        (void)t;                                                                                  \
        return scale_##type(y, n); /* the instruction takes the floor of n itself */              \
    }
#else
/* The exponent bits of y plus k; where that leaves the normal numbers, which is rare, the long way. */
DEF(f64v, tame_f64, (f64v r), r)
DEF(f32v, tame_f32, (f32v r), r)
#define SCALE16(type, mantissa, reach, far, furthest)                                                              \
    INLINE type##v scale16_##type(type##v y, type##v n, type##v t)                                          \
    {                                                                                                              \
        if (__builtin_expect(!all_##type(le_##type(abs_##type(n), splat_##type(reach))), 0)) {                     \
            type##v near = max_##type(splat_##type(-furthest), min_##type(splat_##type(furthest), n));             \
            type##v scaled = scale_##type(y, floor_##type(near));                                                  \
            scaled = select_##type(gt_##type(n, splat_##type(far)), splat_##type(INFINITY), scaled);               \
            return select_##type(lt_##type(n, splat_##type(-far)), splat_##type(0), scaled);                       \
        }                                                                                                          \
        return (type##v)(bits_##type(y) + ((bits_##type(t) & ~15) << (mantissa - 4)));                             \
    }
#endif
SCALE16(f64, 52, 1020, 1200, 2000) /* y * 2^floor(n); t is what n was rounded by */
SCALE16(f32, 23, 124, 180, 250)

#define REAL f64
#define EXP_CONSTANT(name) name##_F64
#include "exp_family.h"
#undef REAL
#undef EXP_CONSTANT
#define REAL f32
#define EXP_CONSTANT(name) name##_F32
#include "exp_family.h"
#undef REAL
#undef EXP_CONSTANT

/* A double: e^x - 1 = (s - 1) + s r + s (r^2 q + tails) with s = 2^n, the difference and the product with their errors.
 * The sign is x's also where s r + 0 has made a zero of -0. */
INLINE f64v expm1_f64(f64v x)
{
    f64v low = max_f64(splat_f64(EXPM1_LOW_F64), x), t = fma_f64(low, splat_f64(LOG2_E_F64), splat_f64(SIXTEENTH_F64));
    t = min_f64(t, splat_f64(EXPM1_LAST_F64));
    f64v n = t - splat_f64(SIXTEENTH_F64), tail, lost, lost_too;
    f64v near = fnma_f64(n, splat_f64(LN2_HEAD_F64), low), r = fnma_f64(n, splat_f64(LN2_TAIL_F64), near);
    f64v s = power16_f64(t, &tail);
    s = scale16_f64(s, n, t);
    f64v sum = product_sum_f64(s, r, two_sum_f64(s, splat_f64(-1), &lost), &lost_too);
    /* the tail belongs to all of e^r: here its product with r can be seen; and what rounding took from r */
    f64v small = fma_f64(tail, r, tail) + fnma_f64(n, splat_f64(LN2_TAIL_F64), near - r);
    f64v y = sum + fma_f64(s, fma_f64(r * r, expm1_rest_f64(r), small), lost + lost_too);
    return or_sign_f64(select_f64(gt_f64(x, splat_f64(EXPM1_HIGH_F64)), splat_f64(INFINITY), y), x);
}

/* A float: (s - 1) + s p. Where this would be too small for the rounding of p not to show, n is 0, so that it is p itself,
 * for which the polynomial reaches far enough. What is infinite comes of itself: beyond the last n both r and p grow. */
INLINE f32v expm1_f32(f32v x)
{
    f32v low = max_f32(splat_f32(EXPM1_LOW_F32), x), t = fma_f32(low, splat_f32(LOG2_E_F32), splat_f32(SIXTEENTH_F32));
    t = min_f32(t, splat_f32(EXPM1_LAST_F32));
    t = select_f32(lt_f32(abs_f32(x), splat_f32(EXPM1_NEAR_F32)), splat_f32(SIXTEENTH_F32), t);
    f32v n = t - splat_f32(SIXTEENTH_F32), tail, lost;
    f32v r = fnma_f32(n, splat_f32(LN2_TAIL_F32), fnma_f32(n, splat_f32(LN2_HEAD_F32), low));
    f32v s = power16_f32(t, &tail);
    s = scale16_f32(s, n, t);
    f32v p = r + fma_f32(r * r, expm1_rest_f32(r), tail), difference = two_sum_f32(s, splat_f32(-1), &lost);
    return or_sign_f32(difference + fma_f32(s, p, lost), x);
}

/* A double: (1 - u + p) / (1 + u + p) with u = 2^-n, e^(2 |x|) = (1 + p) / u; both halved, and in two parts.
 * The steps of n begin an eighth late, so that 1 - u + p is not so small where n becomes 1. */
INLINE f64v tanh_f64(f64v x)
{
    f64v a = min_f64(splat_f64(TANH_HIGH_F64), abs_f64(x)), half = splat_f64(0.5), r_rest;
    f64v t = fma_f64(a - splat_f64(TANH_SHIFT), splat_f64(2 * LOG2_E_F64), splat_f64(WHOLE_F64)), n = t - splat_f64(WHOLE_F64);
    f64v r = whole_rest_f64(a, n, LN2_HEAD_F64 / 2, LN2_TAIL_F64 / 2, &r_rest), square = r * r;
    f64v p_rest, p = product_sum_f64(square, pairs11_f64(r, square, TANH_F64), r, &p_rest);
    p_rest = fma_f64(r_rest, fma_f64(splat_f64(2), p, splat_f64(1)), p_rest);
    f64v u = half_over_power_f64(t), less = half - u, more = half + u, lost = fnma_f64(splat_f64(2), u, more - less);
    f64v over_rest, over = fast_sum_f64(less, p, &over_rest), under_rest, under = fast_sum_f64(more, p, &under_rest);
    return or_sign_f64(quotient_f64(over, (over_rest + p_rest) + lost, under, under_rest + p_rest), x);
}

/* A float: a quarter of an octave of 1 + TANH_STEP |x| has its own polynomial, by the columns of a table of 16 rows,
 *
 *     tanh a = head + d q(d), d = a - centre,
 *
 * where the centre is such that head, its tanh, is all but exact: the last multiply-add is the only rounding that counts.
 * In the first interval the centre is 0, and the head a itself. */
INLINE f32v tanh_f32(f32v x)
{
    f32v a = min_f32(splat_f32(TANH_HIGH_F32), abs_f32(x)), t = fma_f32(a, splat_f32(TANH_STEP_F32), splat_f32(1));
    f32v c[8];
    lookup16_octet_f32(TANH_TABLE_F32, bits_f32(t) >> 21, c);
    f32v d = a - c[0], q = c[7];
    for (int power = 6; power >= 2; power--)
        q = fma_f32(q, d, c[power]);
    return or_sign_f32(fma_f32(d, q, select_f32(lt_f32(t, splat_f32(1.25f)), a, c[1])), x);
}

#endif
