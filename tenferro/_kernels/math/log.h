/* log, log2, log10 and log1p, softplus.
 *
 *     x = m 2^k                       0.75 <= m < 1.5
 *     m c = 1 + r                     c of a few bits, from a table of 16 by the first bits of m: r is exact, |r| <= 1/16
 *     log x = k ln 2 + (-log c) + log(1 + r)
 *
 * The first two are heads on a fixed grid plus tails, so that the sum of the heads is exact; r is added to it with its rounding error
 * kept (where the sum is not 0 it is greater than r), and the rest, tails + r^2 (-1/2 + ...), last. Next to 1 the table has
 * c = 1 and log c = 0, so there log x = r - r^2 / 2 + ... without cancellation. The exponent that instructions give is the
 * floor of log2 x, one less than k where m < 1: the table has that one added in. Other bases multiply r by 1 / ln b in two parts.
 *
 * log1p x is log of u = 1 + x with the rounding error of u carried into r.
 *
 * Floats add all else to r before the heads: that sum has no last bits that the result lacks where the heads are not 0, for nowhere
 * is it of a higher power of two than the result. So two roundings, at most 0.78 ULP together, take the place of the errors kept.
 *
 * softplus x = max(x, 0) + log(1 + e), e = e^-|x| = s (1 + p) with s of few bits, is
 *
 *     c (1 + e) = 1 + r               c of a few bits, from a table of 16 by e: |r| < 1/29
 *     log(1 + e) = (c s + (c - 1 - log c)) + c s p + (log(1 + r) - r)
 *
 * where the first sum is exact, on a grid, and all of what the rounding of the rest could change is a thirtieth of it; for small e
 * it is s. So neither e nor r is wanted in two parts.
 *
 * Constants are `python tools/minimax.py log_f64 log_f32 softplus_f64 softplus_f32`;
 * log_family.h holds the functions, once for both types.
 */
#ifndef TENFERRO_LOG_H
#define TENFERRO_LOG_H

#include "../simd.h"
#include "exp.h"
#include <math.h>

/* python tools/minimax.py log_f64 */
#define LN2_GRID_F64 0x1.62e42fefa38p-1
#define LN2_REST_F64 0x1.ef35793c7673p-45
/* error 2^-60.68 */
#define LN_F64 -0x1.fffffffffffffp-2, 0x1.5555555555523p-2, -0x1.00000000024cp-2, 0x1.9999999a33df2p-3, -0x1.5555552bdcafcp-3, 0x1.2492441963c83p-3, -0x1.000079ba00923p-3, 0x1.c73f57b7d28cep-4, -0x1.9936c946480cfp-4, 0x1.4aa483f17083ap-4
#define LN_ROWS(ROW) \
    ROW(-0x1p0, 0x0p0, 0x0p0) \
    ROW(-0x1.dp-1, 0x1.9335e5d594p-4, 0x1.3115c3abd47dap-45) \
    ROW(-0x1.cp-1, 0x1.1178e8227ep-3, 0x1.1ef78ce2d07f2p-45) \
    ROW(-0x1.ap-1, 0x1.a93ed3c8aep-3, -0x1.8724350562169p-45) \
    ROW(-0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44) \
    ROW(-0x1.8p-1, 0x1.269621134ep-2, -0x1.1b61f10522625p-44) \
    ROW(-0x1.7p-1, 0x1.522ae0738ap-2, 0x1.ebe708164c759p-45) \
    ROW(-0x1.6p-1, 0x1.7fafa3bd81p-2, 0x1.46fb79bf6d4cbp-44) \
    ROW(-0x1.5p0, 0x1.af5295248dp-2, -0x1.17cc552774458p-45) \
    ROW(-0x1.4p0, 0x1.e148a1a272p-2, 0x1.b36537e3375b2p-44) \
    ROW(-0x1.38p0, 0x1.fb358af7a4p-2, 0x1.1085fa3c16493p-43) \
    ROW(-0x1.28p0, 0x1.188ee40f238p-1, 0x1.29989df1568cap-43) \
    ROW(-0x1.2p0, 0x1.269621134d8p-1, 0x1.c93c1df5bb3b6p-44) \
    ROW(-0x1.18p0, 0x1.35028ad9d88p-1, 0x1.21707f2a4fcd5p-43) \
    ROW(-0x1.1p0, 0x1.43d9ff2f92p-1, 0x1.e267b0b7efae1p-44) \
    ROW(-0x1p0, 0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45)
#define LOG2_HEAD_F64 0x1.71547652b82fep0
/* error 2^-60.58 */
#define LOG2_F64 0x1.7a87f679c6c0fp-56, -0x1.71547652b82fdp-1, 0x1.ec709dc3a03acp-2, -0x1.71547652bc8fbp-2, 0x1.2776c50f6a14fp-2, -0x1.ec709d79f0fe5p-3, 0x1.a6175b2effcdbp-3, -0x1.715549c89c208p-3, 0x1.48654d20c806cp-3, -0x1.270f2b2daa80ep-3, 0x1.da419d7d5aa18p-4
#define LOG2_ROWS(ROW) \
    ROW(-0x1p0, 0x0p0, 0x0p0) \
    ROW(-0x1.dp-1, 0x1.22dadc2ab4p-3, -0x1.6d25a5b8a19b2p-44) \
    ROW(-0x1.cp-1, 0x1.8a8980abfcp-3, -0x1.66cccab240e9p-46) \
    ROW(-0x1.ap-1, 0x1.32bfee370fp-2, -0x1.979a5db68721dp-46) \
    ROW(-0x1.9p-1, 0x1.6cb0f6865dp-2, -0x1.c57f2495fb7fap-44) \
    ROW(-0x1.8p-1, 0x1.a8ff971811p-2, -0x1.6879fa00b120ap-44) \
    ROW(-0x1.7p-1, 0x1.e7df5fe539p-2, -0x1.532c412ba94dbp-44) \
    ROW(-0x1.6p-1, 0x1.14c560fe688p-1, 0x1.7c407050799bfp-44) \
    ROW(-0x1.5p0, 0x1.37222bb7078p-1, -0x1.c22d2cad415aep-44) \
    ROW(-0x1.4p0, 0x1.5b2c3da197p-1, 0x1.1d406db502403p-44) \
    ROW(-0x1.38p0, 0x1.6ddfc2a79p-1, -0x1.ce60916e52e91p-44) \
    ROW(-0x1.28p0, 0x1.94c287492c8p-1, -0x1.927dfc23d978p-44) \
    ROW(-0x1.2p0, 0x1.a8ff9718108p-1, 0x1.2f0c0bfe9dbecp-44) \
    ROW(-0x1.18p0, 0x1.bdce9dcc96p-1, 0x1.871a7610e40bdp-45) \
    ROW(-0x1.1p0, 0x1.d338120a6ep-1, -0x1.3167ccc538261p-44) \
    ROW(-0x1p0, 0x1p0, 0x0p0)
#define LG2_GRID_F64 0x1.34413509f8p-2
#define LG2_REST_F64 -0x1.80433b83b532ap-44
#define LOG10_HEAD_F64 0x1.bcb7b1526e50ep-2
/* error 2^-62.44 */
#define LOG10_F64 0x1.970a4d8451474p-57, -0x1.bcb7b1526e50dp-3, 0x1.287a7636f432dp-3, -0x1.bcb7b152732e3p-4, 0x1.63c62775abdbep-4, -0x1.287a760d9347ap-4, 0x1.fc3f9d375b5a7p-5, -0x1.bcb89fbbeffd1p-5, 0x1.8b6cf3b777e76p-5, -0x1.63580667df315p-5, 0x1.1e344661d75f8p-5
#define LOG10_ROWS(ROW) \
    ROW(-0x1p0, 0x0p0, 0x0p0) \
    ROW(-0x1.dp-1, 0x1.5e3966b7e8p-5, 0x1.2951bb9cd2fb7p-45) \
    ROW(-0x1.cp-1, 0x1.db11ed7668p-5, 0x1.5fa196e1e0ddap-44) \
    ROW(-0x1.ap-1, 0x1.715d0ce368p-4, -0x1.41149840eaa65p-46) \
    ROW(-0x1.9p-1, 0x1.b721cd1714p-4, 0x1.7e295f660b9dap-44) \
    ROW(-0x1.8p-1, 0x1.ffbfc2bbc8p-4, -0x1.ff229f20ed3d2p-46) \
    ROW(-0x1.7p-1, 0x1.25ba8215bp-3, -0x1.007bf2d8bf07ap-44) \
    ROW(-0x1.6p-1, 0x1.4d43f8275ap-3, 0x1.20ca9a2bcc728p-45) \
    ROW(-0x1.5p0, 0x1.76a45cbb8p-3, -0x1.901388732d38dp-43) \
    ROW(-0x1.4p0, 0x1.a209a84fbep-3, -0x1.008677076a654p-43) \
    ROW(-0x1.38p0, 0x1.b88e67cf98p-3, -0x1.a01b9bb0ebf1bp-45) \
    ROW(-0x1.28p0, 0x1.e76124046cp-3, -0x1.81a1e23fe0fb6p-44) \
    ROW(-0x1.2p0, 0x1.ffbfc2bbc8p-3, -0x1.ff229f20ed3d2p-45) \
    ROW(-0x1.18p0, 0x1.0c6711d6acp-2, -0x1.42d6ae59e7d9cp-45) \
    ROW(-0x1.1p0, 0x1.194b3bdef7p-2, -0x1.1881d6fbdee94p-44) \
    ROW(-0x1p0, 0x1.34413509f8p-2, -0x1.80433b83b532ap-44)
TRIPLE_TABLE16(LN_TABLE_F64, LN_ROWS);
TRIPLE_TABLE16(LOG2_TABLE_F64, LOG2_ROWS);
TRIPLE_TABLE16(LOG10_TABLE_F64, LOG10_ROWS);

/* python tools/minimax.py log_f32 */
#define LN2_GRID_F32 0x1.62e4p-1f
#define LN2_REST_F32 0x1.7f7d1cp-20f
/* error 2^-27.96 */
#define LN_F32 -0x1.fffffap-2f, 0x1.55586cp-2f, -0x1.00409cp-2f, 0x1.8703a4p-3f
static const float LN_TABLE_F32[48] = {
    -0x1p0f, -0x1.dp-1f, -0x1.cp-1f, -0x1.ap-1f,
    -0x1.9p-1f, -0x1.8p-1f, -0x1.7p-1f, -0x1.6p-1f,
    -0x1.5p0f, -0x1.4p0f, -0x1.38p0f, -0x1.28p0f,
    -0x1.2p0f, -0x1.18p0f, -0x1.1p0f, -0x1p0f,
    0x0p0f, 0x1.933p-4f, 0x1.1178p-3f, 0x1.a94p-3f,
    0x1.f99p-3f, 0x1.2698p-2f, 0x1.522cp-2f, 0x1.7fbp-2f,
    0x1.af54p-2f, 0x1.e148p-2f, 0x1.fb34p-2f, 0x1.188ep-1f,
    0x1.2696p-1f, 0x1.3502p-1f, 0x1.43dap-1f, 0x1.62e4p-1f,
    0x0p0f, 0x1.797566p-18f, 0x1.d044fcp-20f, -0x1.2c3752p-19f,
    0x1.c6cb3cp-19f, -0x1.deecb2p-18f, -0x1.1f8c76p-18f, -0x1.7109fap-20f,
    -0x1.6adb74p-18f, 0x1.4344e4p-19f, 0x1.8af7a4p-18f, 0x1.c81e48p-18f,
    0x1.089a6ep-20f, 0x1.15b3b2p-18f, -0x1.a0db88p-26f, 0x1.7f7d1cp-20f,
};
#define LOG2_HEAD_F32 0x1.715476p0f
/* error 2^-27.72 */
#define LOG2_F32 0x1.044a4p-26f, -0x1.715472p-1f, 0x1.ec766cp-2f, -0x1.71b234p-2f, 0x1.18eb14p-2f
static const float LOG2_TABLE_F32[48] = {
    -0x1p0f, -0x1.dp-1f, -0x1.cp-1f, -0x1.ap-1f,
    -0x1.9p-1f, -0x1.8p-1f, -0x1.7p-1f, -0x1.6p-1f,
    -0x1.5p0f, -0x1.4p0f, -0x1.38p0f, -0x1.28p0f,
    -0x1.2p0f, -0x1.18p0f, -0x1.1p0f, -0x1p0f,
    0x0p0f, 0x1.22d8p-3f, 0x1.8a88p-3f, 0x1.32cp-2f,
    0x1.6cbp-2f, 0x1.a9p-2f, 0x1.e7ep-2f, 0x1.14c6p-1f,
    0x1.3722p-1f, 0x1.5b2cp-1f, 0x1.6dep-1f, 0x1.94c2p-1f,
    0x1.a9p-1f, 0x1.bdcep-1f, 0x1.d338p-1f, 0x1p0f,
    0x0p0f, 0x1.6e155ap-18f, 0x1.80abfcp-19f, -0x1.1c8f12p-22f,
    0x1.ed0cbap-19f, -0x1.a39fbep-20f, -0x1.40358ep-19f, -0x1.3e032ep-18f,
    0x1.5db83ap-20f, 0x1.ed0cbap-20f, -0x1.eac382p-20f, 0x1.0e9258p-18f,
    -0x1.a39fbep-19f, 0x1.3b992cp-18f, 0x1.20a6dep-21f, 0x0p0f,
};
#define LG2_GRID_F32 0x1.344p-2f
#define LG2_REST_F32 0x1.3509f8p-18f
#define LOG10_HEAD_F32 0x1.bcb7b2p-2f
/* error 2^-29.41 */
#define LOG10_F32 -0x1.85a2e4p-27f, -0x1.bcb7acp-3f, 0x1.287df6p-3f, -0x1.bd2a9p-4f, 0x1.52554ap-4f
static const float LOG10_TABLE_F32[48] = {
    -0x1p0f, -0x1.dp-1f, -0x1.cp-1f, -0x1.ap-1f,
    -0x1.9p-1f, -0x1.8p-1f, -0x1.7p-1f, -0x1.6p-1f,
    -0x1.5p0f, -0x1.4p0f, -0x1.38p0f, -0x1.28p0f,
    -0x1.2p0f, -0x1.18p0f, -0x1.1p0f, -0x1p0f,
    0x0p0f, 0x1.5e4p-5f, 0x1.db2p-5f, 0x1.716p-4f,
    0x1.b72p-4f, 0x1.ffcp-4f, 0x1.25b8p-3f, 0x1.4d4p-3f,
    0x1.76ap-3f, 0x1.a208p-3f, 0x1.b888p-3f, 0x1.e76p-3f,
    0x1.ffcp-3f, 0x1.0c64p-2f, 0x1.194cp-2f, 0x1.344p-2f,
    0x0p0f, -0x1.a65206p-19f, -0x1.c25132p-18f, -0x1.798e4cp-19f,
    0x1.cd1716p-20f, -0x1.ea21c4p-23f, 0x1.410ad8p-18f, 0x1.fc13aep-18f,
    0x1.172eep-17f, 0x1.a84fbcp-19f, 0x1.99f3e6p-17f, 0x1.24046cp-19f,
    -0x1.ea21c4p-22f, 0x1.88eb56p-17f, -0x1.884212p-19f, 0x1.3509f8p-18f,
};

/* python tools/minimax.py softplus_f64 */
/* error 2^-61.33 */
#define SOFTPLUS_F64 -0x1p-1, 0x1.55555555554a9p-2, -0x1.ffffffffffc93p-3, 0x1.9999999c7e331p-3, -0x1.5555555a60a3p-3, 0x1.24922a54dc9fep-3, -0x1.ffffadf7672afp-4, 0x1.c81eabb1121c3p-4, -0x1.9ab11a44e8c58p-4
#define SOFTPLUS_POWERS_ROWS(ROW) \
    ROW(0x1p0, 0x0p0) \
    ROW(0x1.fb5586p-1, -0x1.8d96d308b9cb9p-25) \
    ROW(0x1.f72b84p-1, 0x1.9c0c2141fef92p-27) \
    ROW(0x1.f387a6p-1, -0x1.964902f947c22p-25) \
    ROW(0x1.f06fep-1, -0x1.1250015761931p-25) \
    ROW(0x1.edea64p-1, -0x1.370be4186bf5ap-25) \
    ROW(0x1.ebfdaep-1, 0x1.0a355113e553ap-25) \
    ROW(0x1.eab07ep-1, 0x1.00d8abadaf8d3p-27) \
    ROW(0x1.ea09e6p-1, -0x1.26055c546c14p-26) \
    ROW(0x1.ea1148p-1, 0x1.05cb44acca329p-25) \
    ROW(0x1.eace54p-1, -0x1.67a1ca1d9d84ap-28) \
    ROW(0x1.ec4918p-1, -0x1.a3b5e344f7bdfp-28) \
    ROW(0x1.ee89fap-1, 0x1.f9c305081c25ep-27) \
    ROW(0x1.f199bep-1, 0x1.6961b3cf799ap-28) \
    ROW(0x1.f5818ep-1, 0x1.a5217cbeba37ep-28) \
    ROW(0x1.fa4afap-1, -0x1.61428daeb9d87p-28)
#define SOFTPLUS_ROWS(ROW) \
    ROW(0x1p0, 0x0p0, 0x0p0) \
    ROW(0x1.ep-1, 0x1.0b316b3c8p-9, -0x1.7e5dd7009902cp-46) \
    ROW(0x1.c4p-1, 0x1.e89139dbcp-8, 0x1.56594d82f7a82p-44) \
    ROW(0x1.aa8p-1, 0x1.018ec149bp-6, -0x1.5e77dc7c5f3e1p-45) \
    ROW(0x1.94p-1, 0x1.a9877ff39p-6, -0x1.fdbdbb13f7c18p-44) \
    ROW(0x1.8p-1, 0x1.34b1089a7p-5, -0x1.1b61f10522625p-44) \
    ROW(0x1.6d8p-1, 0x1.a12e958898p-5, -0x1.69bf5a7a56f34p-44) \
    ROW(0x1.5dp-1, 0x1.09cd960cap-4, -0x1.988e21f7fc497p-45) \
    ROW(0x1.4ep-1, 0x1.45be81118cp-4, -0x1.bdab6b49ef99bp-44) \
    ROW(0x1.4p-1, 0x1.85228689c8p-4, 0x1.b36537e3375b2p-44) \
    ROW(0x1.33p-1, 0x1.c70260d518p-4, -0x1.fcfe79d1ac1c7p-44) \
    ROW(0x1.278p-1, 0x1.03b1ef12c8p-3, -0x1.8a76614cec2c3p-46) \
    ROW(0x1.1c8p-1, 0x1.25631adf1cp-3, 0x1.6f6cc8d895498p-45) \
    ROW(0x1.128p-1, 0x1.46ab2c9fb6p-3, -0x1.395472975abd3p-45) \
    ROW(0x1.09p-1, 0x1.68cd599ap-3, -0x1.d46359b33c2adp-44) \
    ROW(0x1p-1, 0x1.8b90bfbe8ep-3, 0x1.ef35793c7673p-45)
PAIR_TABLE16(SOFTPLUS_POWERS_F64, SOFTPLUS_POWERS_ROWS);
TRIPLE_TABLE16(SOFTPLUS_TABLE_F64, SOFTPLUS_ROWS);

/* python tools/minimax.py softplus_f32 */
/* error 2^-30.88 */
#define SOFTPLUS_F32 -0x1.fffffcp-2f, 0x1.55553cp-2f, -0x1.003b1ap-2f, 0x1.9a9fa8p-3f
static const float SOFTPLUS_POWERS_F32[32] = {
    0x1p0f, 0x1.fcp-1f, 0x1.f8p-1f, 0x1.f4p-1f,
    0x1.fp-1f, 0x1.eep-1f, 0x1.ecp-1f, 0x1.eap-1f,
    0x1.eap-1f, 0x1.eap-1f, 0x1.eap-1f, 0x1.ecp-1f,
    0x1.eep-1f, 0x1.f2p-1f, 0x1.f6p-1f, 0x1.fap-1f,
    0x0p0f, 0x1.4615f8p-9f, 0x1.851f18p-9f, 0x1.a661ecp-10f,
    -0x1.789472p-10f, 0x1.1656aep-12f, 0x1.ca8cep-16f, -0x1.04e824p-9f,
    -0x1.c00c4p-14f, -0x1.766bd2p-13f, -0x1.0bd942p-9f, -0x1.6b3798p-11f,
    -0x1.485dfcp-10f, 0x1.d1989ap-11f, 0x1.13a2c6p-10f, -0x1.3947dp-11f,
};
static const float SOFTPLUS_TABLE_F32[48] = {
    0x1p0f, 0x1.ep-1f, 0x1.c4p-1f, 0x1.aa8p-1f,
    0x1.94p-1f, 0x1.8p-1f, 0x1.6d8p-1f, 0x1.5dp-1f,
    0x1.4ep-1f, 0x1.4p-1f, 0x1.33p-1f, 0x1.278p-1f,
    0x1.1c8p-1f, 0x1.128p-1f, 0x1.09p-1f, 0x1p-1f,
    0x0p0f, 0x1.0b4p-9f, 0x1.e89p-8f, 0x1.019p-6f,
    0x1.a988p-6f, 0x1.34b2p-5f, 0x1.a12ep-5f, 0x1.09cep-4f,
    0x1.45bfp-4f, 0x1.8523p-4f, 0x1.c702p-4f, 0x1.03b2p-3f,
    0x1.2563p-3f, 0x1.46abp-3f, 0x1.68cd8p-3f, 0x1.8b908p-3f,
    0x0p0f, -0x1.d29872p-22f, 0x1.39dbd6p-24f, -0x1.3eb652p-22f,
    -0x1.0018fp-23f, -0x1.eecb24p-22f, 0x1.2b112ap-22f, -0x1.a7cd84p-22f,
    -0x1.fbb9d6p-22f, -0x1.e5d8dap-22f, 0x1.835458p-22f, -0x1.0ed384p-23f,
    0x1.adf1c6p-23f, 0x1.64fdaep-22f, -0x1.333008p-22f, 0x1.fdf474p-22f,
};

/* r^2 c(r) of the natural logarithm, and the polynomials of the others. */
INLINE f64v poly11_f64(f64v x, double a, double b, double c, double d, double e, double f, double g, double h, double i,
                       double j, double k)
{
    return fma_f64(poly5_f64(x * x, b, d, f, h, j), x, poly6_f64(x * x, a, c, e, g, i, k));
}
DEF(f64v, ln_rest_f64, (f64v r), poly10_f64(r, LN_F64))
DEF(f32v, ln_rest_f32, (f32v r), poly4_f32(r, LN_F32))
DEF(f64v, log2_rest_f64, (f64v r), poly11_f64(r, LOG2_F64))
INLINE f32v chain5_f32(f32v x, float a, float b, float c, float d, float e)
{
    return fma_f32(poly4_f32(x, b, c, d, e), x, splat_f32(a));
}
DEF(f32v, log2_rest_f32, (f32v r), chain5_f32(r, LOG2_F32))
DEF(f64v, log10_rest_f64, (f64v r), poly11_f64(r, LOG10_F64))
DEF(f32v, log10_rest_f32, (f32v r), chain5_f32(r, LOG10_F32))

/* heads + r + r^2 q + exponent times what LN2_GRID leaves off + tail, and heads + r k + r q + tails. */
INLINE f64v ln_total_f64(f64v heads, f64v r, f64v q, f64v exponent, f64v tail)
{
    f64v lost, sum = fast_sum_f64(heads, r, &lost);
    return sum + fma_f64(r * r, q, fma_f64(exponent, splat_f64(LN2_REST_F64), tail + lost));
}
INLINE f32v ln_total_f32(f32v heads, f32v r, f32v q, f32v exponent, f32v tail)
{
    return heads + (r + fma_f32(r * r, q, fma_f32(exponent, splat_f32(LN2_REST_F32), tail)));
}
INLINE f64v log_total_f64(f64v heads, f64v r, double k, f64v q, f64v tails)
{
    f64v lost, sum = product_sum_f64(r, splat_f64(k), heads, &lost);
    return sum + fma_f64(r, q, tails + lost);
}
INLINE f32v log_total_f32(f32v heads, f32v r, float k, f32v q, f32v tails)
{
    return heads + product_once_f32(r, splat_f32(k), fma_f32(r, q, tails));
}

/* The row of a significand: the first four bits behind the point (look-ups ignore what stands above). */
DEF(i64v, log_row_f64, (f64v m), (u64v)m >> 48)
DEF(i32v, log_row_f32, (f32v m), (u32v)m >> 19)

/* 2^(exponent of x - exponent of y), for significands that agree. */
DEF(f64v, power_between_f64, (f64v x, f64v y), bits_f64(x) - bits_f64(y) + bits_f64(splat_f64(1)))
DEF(f32v, power_between_f32, (f32v x, f32v y), bits_f32(x) - bits_f32(y) + bits_f32(splat_f32(1)))
#define LOG_HUGE_F64 0x1p1000
#define LOG_HUGE_F32 0x1p120f

/* Up to here e^-|x| is a normal number. */
#define SOFTPLUS_FAR_F64 700
#define SOFTPLUS_FAR_F32 86
DEF(f64v, softplus_rest_f64, (f64v r), poly9_f64(r, SOFTPLUS_F64))
DEF(f32v, softplus_rest_f32, (f32v r), poly4_f32(r, SOFTPLUS_F32))
DEF(f64v, softplus_powers_f64, (f64v t, f64v *rest), lookup16_pair_f64(SOFTPLUS_POWERS_F64, bits_f64(t), rest))
INLINE f32v softplus_powers_f32(f32v t, f32v *rest)
{
    *rest = lookup16_f32(SOFTPLUS_POWERS_F32 + 16, bits_f32(t));
    return lookup16_f32(SOFTPLUS_POWERS_F32, bits_f32(t));
}
/* The whole of t into the exponent; its sixteenths are what the table's powers lack. */
DEF(f64v, softplus_scale_f64, (f64v y, f64v t), bits_f64(y) + (bits_f64(t) << 48))
DEF(f32v, softplus_scale_f32, (f32v y, f32v t), bits_f32(y) + (bits_f32(t) << 19))

/* y, but where x is no positive number: -inf of 0, x itself of inf and NaN, NaN of what is negative. */
#if VBYTES == 64
#define LOG_ANSWERS 0x03530422 /* a digit a kind of x, from quiet NaN up: 0 keep y, 2 NaN of x, 3 NaN, 4 -inf, 5 inf */
DEF(f32v, log_special_f32, (f32v x, f32v y), _mm512_fixupimm_ps(S(y), S(x), _mm512_set1_epi32(LOG_ANSWERS), 0))
DEF(f64v, log_special_f64, (f64v x, f64v y), _mm512_fixupimm_pd(P(y), P(x), _mm512_set1_epi64(LOG_ANSWERS), 0))
#else
#define LOG_SPECIAL(type)                                                                                              \
    INLINE type##v log_special_##type(type##v x, type##v y)                                                     \
    {                                                                                                                  \
        type##v zero = splat_##type(0), infinity = splat_##type(INFINITY);                                             \
        mask_##type good = gt_##type(x, zero) & lt_##type(x, infinity);                                                \
        if (__builtin_expect(!all_##type(good), 0)) {                                                                  \
            y = select_##type(good, y, x);                                                                             \
            y = select_##type(lt_##type(x, zero), splat_##type(-NAN), y);                                              \
            y = select_##type(eq_##type(x, zero), -infinity, y);                                                       \
        }                                                                                                              \
        return y;                                                                                                      \
    }
LOG_SPECIAL(f32)
LOG_SPECIAL(f64)
#endif

#define REAL f64
#define LOG_CONSTANT(name) name##_F64
#include "log_family.h"
#undef REAL
#undef LOG_CONSTANT
#define REAL f32
#define LOG_CONSTANT(name) name##_F32
#include "log_family.h"
#undef REAL
#undef LOG_CONSTANT

#endif
