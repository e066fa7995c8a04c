/* exp and what is made of it: exp2 exp10 expm1 sinh cosh tanh sigmoid.
 *
 * All start with the same reduction. n is the multiple of 1/16 nearest to x / ln 2, and r the rest:
 *
 *     x = n ln 2 + r, |r| <= ln 2 / 32           n = k + i / 16
 *     e^x = 2^k * 2^(i/16) * (1 + p),            p = e^r - 1 = r + r^2 q(r), a short polynomial
 *
 * 2^(i/16) comes from a table of 16 that AVX-512 holds in two registers, as a head and the relative tail that its rounding
 * left off; the tail is added to p, which is small, so the last multiply-add, head + head * p, is the only rounding that counts.
 * n needs no conversion: adding 1.5 * 2^(mantissa bits - 4) rounds it, and the low bits of that sum `t` are 16 n, so its lowest
 * four are i, and the next ones k. Scaling by 2^k comes last and rounds once: subnormal results are right, none overflows early.
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
#define LOG10_2_HEAD_F64 0x1.3441350ap-2
#define LOG10_2_TAIL_F64 -0x1.0c0219dc1da99p-39
#define LOG2_E_F64 0x1.71547652b82fep0
#define LOG2_10_F64 0x1.a934f0979a371p1
/* error 2^-56.26 */
#define EXP_F64 0x1.0000000000005p-1, 0x1.555555548f6d7p-3, 0x1.5555555460726p-5, 0x1.11123ac1f81fep-7, 0x1.6c185ce2e0693p-10
/* error 2^-56.91 */
#define EXP2_F64 0x1.62e42fefa39fdp-1, 0x1.ebfbdff82c59p-3, 0x1.c6b08d6e8ccc6p-5, 0x1.3b2ab6fb5c537p-7, 0x1.5d89bd2aceacfp-10, 0x1.430a079463b8ep-13
/* error 2^-56.94 */
#define EXP10_F64 0x1.26bb1bbb55521p1, 0x1.53524c73cea69p1, 0x1.0470591ce3357p1, 0x1.2bd7609f9eb9fp0, 0x1.142b61229a944p-1, 0x1.a7eea6dfff4bep-3
/* error 2^-64.48 */
#define EXPM1_F64 0x1p-1, 0x1.5555555555543p-3, 0x1.5555555556414p-5, 0x1.11111112cb0ddp-7, 0x1.6c16beb5783b8p-10, 0x1.a01858fbe5b16p-13, 0x1.a400a51896f11p-16
/* error 2^-61.31 */
#define SINH_F64 0x1.5555555555556p-3, 0x1.111111111102p-7, 0x1.a01a01a03617bp-13, 0x1.71de3a3c8003cp-19, 0x1.ae646e5e8a69cp-26, 0x1.6117b3783cd4p-33, 0x1.b58717c365924p-41
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
#define LOG10_2_HEAD_F32 0x1.344p-2f
#define LOG10_2_TAIL_F32 0x1.3509f8p-18f
#define LOG2_E_F32 0x1.715476p0f
#define LOG2_10_F32 0x1.a934fp1f
/* error 2^-29.24 */
#define EXP_F32 0x1.00022p-1f, 0x1.5556dp-3f
/* error 2^-29.22 */
#define EXP2_F32 0x1.62e43p-1f, 0x1.ebfff2p-3f, 0x1.c6af12p-5f
/* error 2^-29.15 */
#define EXP10_F32 0x1.26bb1cp1f, 0x1.535524p1f, 0x1.045f12p1f
/* error 2^-31.56 */
#define EXPM1_F32 0x1p-1f, 0x1.555708p-3f, 0x1.5556aap-5f
/* error 2^-31.46 */
#define SINH_F32 0x1.555556p-3f, 0x1.1110e2p-7f, 0x1.a02128p-13f, 0x1.75b36ep-19f
#define TANH_ROWS(ROW) \
    ROW(0x1.2p1f, 0x1.f4bfd6p-1f, 0x1.278c44p-26f, 0x1.641088p-5f, -0x1.5c3a3cp-5f, 0x1.bbcf0cp-6f, -0x1.9601e6p-7f, 0x1.047bap-8f) \
    ROW(0x1.6p1f, 0x1.fbd50ap-1f, -0x1.d50556p-27f, 0x1.09a7acp-6f, -0x1.077904p-6f, 0x1.5992dp-7f, -0x1.51961ap-8f, 0x1.f6a24p-10f) \
    ROW(0x1.ap1f, 0x1.fe767ap-1f, -0x1.657756p-26f, 0x1.88ef74p-8f, -0x1.87b86ep-8f, 0x1.0394cap-8f, -0x1.0374f4p-9f, 0x1.948da4p-11f) \
    ROW(0x1.ep1f, 0x1.ff6f18p-1f, -0x1.7bb768p-27f, 0x1.21a7b8p-9f, -0x1.214eaap-9f, 0x1.80e566p-10f, -0x1.83e84ap-11f, 0x1.33330ep-12f) \
    ROW(0x1.2p2f, 0x1.ffdfa8p-1f, -0x1.3cb46ep-25f, 0x1.02c148p-11f, -0x1.0244f2p-11f, 0x1.583ed6p-12f, -0x1.69dda4p-13f, 0x1.202a64p-14f) \
    ROW(0x1.6p2f, 0x1.fffbap-1f, -0x1.ba20dcp-26f, 0x1.18359cp-14f, -0x1.17bd66p-14f, 0x1.7504ccp-15f, -0x1.888fcap-16f, 0x1.393ad8p-17f) \
    ROW(0x1.ap2f, 0x1.ffff68p-1f, 0x1.38bfc4p-27f, 0x1.2f62f4p-17f, -0x1.2ee2eap-17f, 0x1.93e822p-18f, -0x1.a9221ep-19f, 0x1.534d3ep-20f) \
    ROW(0x1.ep2f, 0x1.ffffecp-1f, -0x1.0f30d2p-26f, 0x1.4878f6p-20f, -0x1.47eea6p-20f, 0x1.b54f42p-21f, -0x1.cc4d04p-22f, 0x1.6f6122p-23f) \
    ROW(0x1.2p3f, 0x1.fffffep-1f, 0x1.f30f32p-26f, 0x1.065a08p-24f, -0x1.fcb27cp-25f, 0x1.5415f8p-25f, -0x1.a8b4f8p-26f, 0x1.50b388p-27f) \
    ROW(0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f) \
    ROW(0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f) \
    ROW(0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, 0x0p0f, -0x1.55557cp-2f, 0x1.443846p-15f, 0x1.0fad0ap-3f) \
    ROW(0x1.2p-4f, 0x1.1f86bep-4f, -0x1.3a17fcp-29f, 0x1.fd7a22p-1f, -0x1.1e1bc2p-4f, -0x1.501d6ep-2f, 0x1.36dc98p-5f, 0x1.2499a2p4f) \
    ROW(0x1.6p-4f, 0x1.5f22d2p-4f, -0x1.2659cp-32f, 0x1.fc3cbep-1f, -0x1.5c8e8p-4f, -0x1.496f5ap-2f, 0x1.09addp-4f, -0x1.78e9a4p4f) \
    ROW(0x1.ap-4f, 0x1.9e9356p-4f, 0x1.f48db2p-30f, 0x1.fac13ep-1f, -0x1.9a5424p-4f, -0x1.46fa18p-2f, 0x1.1482dp-4f, -0x1.7330dap2f) \
    ROW(0x1.ep-4f, 0x1.ddd092p-4f, 0x1.493e02p-29f, 0x1.f9085ap-1f, -0x1.d7500cp-4f, -0x1.42a52cp-2f, 0x1.37b35p-4f, -0x1.cc9a18p1f) \
    ROW(0x1.2p-3f, 0x1.1e1ddp-3f, 0x1.573598p-29f, 0x1.f601cap-1f, -0x1.188852p-3f, -0x1.3a9cd8p-2f, 0x1.705a6p-4f, -0x1.4d9ccp0f) \
    ROW(0x1.6p-3f, 0x1.5c9308p-3f, -0x1.bb0ce4p-28f, 0x1.f12bp-1f, -0x1.5279f6p-3f, -0x1.2ee12ep-2f, 0x1.ad9536p-4f, 0x1.aeb204p-1f) \
    ROW(0x1.ap-3f, 0x1.9a5f1cp-3f, -0x1.899efap-31f, 0x1.eb715ap-1f, -0x1.89e50ap-3f, -0x1.204bfap-2f, 0x1.ec540ep-4f, 0x1.00048p-1f) \
    ROW(0x1.ep-3f, 0x1.d7665cp-3f, 0x1.f3767ap-28f, 0x1.e4dfb2p-1f, -0x1.be6cbp-3f, -0x1.10293ap-2f, 0x1.10f20cp-3f, 0x1.f7104p-1f) \
    ROW(0x1.2p-2f, 0x1.18a39ap-2f, -0x1.954a68p-30f, 0x1.d98b36p-1f, -0x1.038f74p-2f, -0x1.e8eafcp-3f, 0x1.332644p-3f, -0x1.2ee02ap-6f) \
    ROW(0x1.6p-2f, 0x1.52c2c6p-2f, -0x1.3c619ap-27f, 0x1.c7f724p-1f, -0x1.2daf96p-2f, -0x1.98828ap-3f, 0x1.4fdd7ep-3f, 0x1.89014p-4f) \
    ROW(0x1.ap-2f, 0x1.8a87e2p-2f, -0x1.69a966p-27f, 0x1.b3ff2ep-1f, -0x1.4ff716p-2f, -0x1.42408ep-3f, 0x1.5c3b4ep-3f, -0x1.191306p-4f) \
    ROW(0x1.ep-2f, 0x1.bfae6ap-2f, 0x1.72d632p-27f, 0x1.9e23aep-1f, -0x1.6a1d3ap-2f, -0x1.d718a4p-4f, 0x1.5847b6p-3f, -0x1.680f74p-6f) \
    ROW(0x1.2p-1f, 0x1.05087p-1f, -0x1.a25572p-26f, 0x1.7aeae6p-1f, -0x1.825decp-2f, -0x1.bcf252p-5f, 0x1.39f13cp-3f, -0x1.75076ep-5f) \
    ROW(0x1.6p-1f, 0x1.3157ep-1f, -0x1.6380d2p-29f, 0x1.49e6cp-1f, -0x1.897d22p-2f, 0x1.d6910cp-7f, 0x1.e93f2ep-4f, -0x1.ccc54ep-5f) \
    ROW(0x1.ap-1f, 0x1.5789p-1f, -0x1.de1facp-26f, 0x1.197fcep-1f, -0x1.79c0e4p-2f, 0x1.0720b2p-4f, 0x1.474104p-4f, -0x1.ee47ecp-5f) \
    ROW(0x1.ep-1f, 0x1.77d838p-1f, 0x1.c70bdap-26f, 0x1.d834d2p-2f, -0x1.5aa222p-2f, 0x1.843f12p-4f, 0x1.63155cp-5f, -0x1.c200b8p-5f) \
    ROW(0x1.2p0f, 0x1.9e5cb6p-1f, -0x1.96535ep-28f, 0x1.615002p-2f, -0x1.1df056p-2f, 0x1.c69016p-4f, 0x1.e5012ap-9f, -0x1.078856p-5f) \
    ROW(0x1.6p0f, 0x1.c278a6p-1f, -0x1.94ea4p-26f, 0x1.cea744p-3f, -0x1.970ed2p-3f, 0x1.97d99ep-4f, -0x1.599fcp-6f, -0x1.3a608ap-7f) \
    ROW(0x1.ap0f, 0x1.d9c6fap-1f, 0x1.0297cap-25f, 0x1.265e34p-3f, -0x1.1064b4p-3f, 0x1.33deb8p-4f, -0x1.9ba08cp-6f, 0x1.7014dp-10f) \
    ROW(0x1.ep0f, 0x1.e8789ep-1f, 0x1.9ed1f6p-26f, 0x1.6fcfa6p-4f, -0x1.5ee8a4p-4f, 0x1.a85d0ap-5f, -0x1.559c24p-6f, 0x1.2c5ca4p-8f)
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
OCTUPLE_TABLE32(TANH_TABLE, TANH_ROWS);

/* 1.5 * 2^(mantissa bits - 4): its unit in the last place is 1/16. */
#define SIXTEENTH_F64 0x1.8p48
#define SIXTEENTH_F32 0x1.8p19f

/* Beyond these nothing but infinity, -1 or 0 comes out; n stays below LAST for e^x to stay finite as long as e^x - 1
 * does, at the price of an r up to twice as large (EXPM1_F64 is good for that; in f32 the error does not show). */
#define EXPM1_LAST_F64 (SIXTEENTH_F64 + 1024 - 0x1p-4)
#define EXPM1_LAST_F32 (SIXTEENTH_F32 + 128 - 0x1p-4f)
#define EXPM1_HIGH_F64 0x1.62e42fefa39efp9
#define EXPM1_HIGH_F32 0x1.62e42ep6f
#define EXPM1_KEEPS_F64 1
#define EXPM1_KEEPS_F32 0 /* ln 2's short head leaves r nearly exact: 0.58 ULP without */
#define EXPM1_LOW_F64 -40
#define EXPM1_LOW_F32 -20
#define SINH_HIGH_F64 711
#define SINH_HIGH_F32 90
#define SIGMOID_LOW_F64 -760
#define SIGMOID_LOW_F32 -110

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
DEF(f32v, expm1_rest_f32, (f32v r), poly3_f32(r, EXPM1_F32))

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

/* A double wants the quotient of expm1(2 |x|) and that plus 2, in two parts each; |x| beyond 22 gives 1. */
INLINE f64v tanh_f64(f64v x)
{
    f64v a = min_f64(splat_f64(22), abs_f64(x));
    f64v rest, lost, e = expm1_parts_f64(a + a, 1, &rest);
    e = fast_sum_f64(e, rest, &rest);
    f64v sum = two_sum_f64(splat_f64(2), e, &lost);
    f64v y = copysign_f64(quotient_f64(e, rest, sum, lost + rest), x);
    return select_f64(lt_f64(abs_f64(x), splat_f64(0x1p-55)), x, y);
}

/* A float looks up a polynomial by the exponent and two more bits: tanh(center), which is most of the result, is added last.
 * Below 1/16 the center is 0, and what is added is x. */
INLINE f32v tanh_f32(f32v x)
{
    f32v a = min_f32(splat_f32(9.9f), abs_f32(x)), row[8];
    lookup32_octuple_f32(TANH_TABLE, (i32v)((u32v)max_f32(splat_f32(0x1.cp-5f), a) >> 21), row);
    f32v r = a - row[0], y = fma_f32(row[7], r, row[6]);
    for (int i = 5; i > 1; i--)
        y = fma_f32(y, r, row[i]);
    return copysign_f32(y + select_f32(lt_f32(a, splat_f32(0x1p-4f)), a, row[1]), x);
}

#endif
