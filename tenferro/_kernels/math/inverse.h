/* arctan2 arctan arcsin arccos.
 *
 * All arctangents turn the point (1, x) or (x, y) back by an angle of slope c, so that a small one is left:
 *
 *     atan x = atan c + atan q,    q = (x - c) / (1 + c x),    |q| <= 5/16,    atan q = q + q^3 (polynomial in q^2)
 *
 * arctan: c is one of 14 in a table, by the first bits of x, or 0 or infinite. Each c lies near the middle of its interval, where
 * atan c happens to be a number of the format to many bits more: one head, no tail.
 *
 * arctan2: only a quotient would tell the interval, and is what is wanted. So with a the greater and b the lesser of |x| and |y|,
 * two comparisons choose between c = 0, 1/2 and 1, and q = (b - c a) / (a + c b), |q| <= 1/4. c is a power of two: numerator and
 * denominator are exact but for the rounding of one sum, which is kept. As q is not so small, it gets a second part from the defect
 * of the division. Octant, quadrant and c together are the row of a table of angles.
 *
 * arcsin x = x + x^3 p(x^2) for |x| <= 1/2, and pi / 2 - 2 arcsin s beyond, with s^2 = (1 - |x|) / 2; arccos likewise. s has a
 * second part: the defect of the root, over 2 s, for which an estimate by its bits is good enough (3 %).
 *
 * inverse_family.h holds the functions, once for both types. Constants are `python tools/minimax_circular.py inverse_f64 inverse_f32`.
 */
#ifndef TENFERRO_INVERSE_H
#define TENFERRO_INVERSE_H

#include "../simd.h"
#include <math.h>

/* python tools/minimax_circular.py inverse_f64 */
#define HALF_PI_HEAD_F64 0x1.921fb54442d18p0
#define HALF_PI_TAIL_F64 0x1.1a62633145c07p-54
/* error 2^-57.53 */
#define ARCTAN_F64 -0x1.55555555554e5p-2, 0x1.9999999982d9dp-3, -0x1.24924917de1b7p-3, 0x1.c71c6ad03223dp-4, -0x1.745c0228adeeep-4, 0x1.3af990d9a170ap-4, -0x1.0f89678ce7f62p-4, 0x1.c5c59bc7b7733p-5, -0x1.1a50c6e981f8ep-5
/* error 2^-55.86 */
#define ARCSIN_F64 0x1.5555555555387p-3, 0x1.333333336f887p-4, 0x1.6db6db41d4044p-5, 0x1.f1c72c6d32cdep-6, 0x1.6e89ef7dc800fp-6, 0x1.1c6c276fff87p-6, 0x1.c6f8853b1a82ap-7, 0x1.8ee46c4fe31p-7, 0x1.aab5eab286c25p-8, 0x1.40b02f131b8b2p-6, -0x1.0af1f83cc4e87p-6, 0x1.05cd522d98af6p-5
#define ARCTAN_ROWS(ROW) \
    ROW(0x1.1d09381188c39p1, 0x1.26127862b06e9p0) \
    ROW(0x1.5d6ecfe1d84dcp1, 0x1.383c2727268ebp0) \
    ROW(0x1.9dc09dc3cc3cdp1, 0x1.4551433f0074dp0) \
    ROW(0x0p0, 0x1.921fb54442d18p0) \
    ROW(0x0p0, 0x0p0) \
    ROW(0x1.5fb15c69eeep-2, 0x1.52c483c766408p-2) \
    ROW(0x1.9fa6cbfab8ab5p-2, 0x1.8ad8402d87f88p-2) \
    ROW(0x1.df9dae8d13982p-2, 0x1.c08aae496f22ep-2) \
    ROW(0x1.1f25b706bd206p-1, 0x1.05b1f9747edcp-1) \
    ROW(0x1.5f1167ff8f5e6p-1, 0x1.33bcda782cec7p-1) \
    ROW(0x1.9f05c6b1cf091p-1, 0x1.5cc1bb44f71f2p-1) \
    ROW(0x1.df00d09ab1288p-1, 0x1.811518cde3a9cp-1) \
    ROW(0x1.1e05147de2e8fp0, 0x1.ae73bd5e44b62p-1) \
    ROW(0x1.5e19d20a804ddp0, 0x1.e0fc4150334adp-1) \
    ROW(0x1.9e3779b97f2adp0, 0x1.0468a8ace4d6ap0) \
    ROW(0x1.de5722d963ebbp0, 0x1.145385fa3b00fp0)
#define ANGLE_ROWS(ROW) \
    ROW(0x0p0, 0x0p0) \
    ROW(0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56) \
    ROW(0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55) \
    ROW(0x0p0, 0x0p0) \
    ROW(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54) \
    ROW(0x1.1b6e192ebbe44p0, 0x1.b1b466a88828ep-54) \
    ROW(0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55) \
    ROW(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54) \
    ROW(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53) \
    ROW(0x1.56c6e7397f5aep1, 0x1.660b64ece6f4bp-53) \
    ROW(0x1.2d97c7f3321d2p1, 0x1.a79394c9e8a0ap-54) \
    ROW(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53) \
    ROW(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54) \
    ROW(0x1.0468a8ace4df6p1, 0x1.0620bf7406affp-55) \
    ROW(0x1.2d97c7f3321d2p1, 0x1.a79394c9e8a0ap-54) \
    ROW(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)
PAIR_TABLE16(ARCTAN_TABLE_F64, ARCTAN_ROWS);
PAIR_TABLE16(ANGLE_TABLE_F64, ANGLE_ROWS);

/* python tools/minimax_circular.py inverse_f32 */
#define HALF_PI_HEAD_F32 0x1.921fb6p0f
#define HALF_PI_TAIL_F32 -0x1.777a5cp-25f
/* error 2^-29.38 */
#define ARCTAN_F32 -0x1.555536p-2f, 0x1.9980dap-3f, -0x1.2182f6p-3f, 0x1.792226p-4f
/* error 2^-27.56 */
#define ARCSIN_F32 0x1.5555cap-3f, 0x1.33016ap-4f, 0x1.7489cap-5f, 0x1.8bbc28p-6f, 0x1.59c4f4p-5f
static const float ARCTAN_TABLE_F32[32] = {
    0x1.1d0f74p1f, 0x1.5d72a8p1f, 0x1.9dbe88p1f, 0x0p0f,
    0x0p0f, 0x1.5fb3a2p-2f, 0x1.9fa64p-2f, 0x1.df9aaep-2f,
    0x1.1f2d7ep-1f, 0x1.5f1332p-1f, 0x1.9f0784p-1f, 0x1.df04cp-1f,
    0x1.1e0772p0f, 0x1.5e1b62p0f, 0x1.9e3584p0f, 0x1.de5308p0f,
    0x1.26149p0f, 0x1.383d1p0f, 0x1.4550e6p0f, 0x1.921fb6p0f,
    0x0p0f, 0x1.52c68cp-2f, 0x1.8ad7c8p-2f, 0x1.c08838p-2f,
    0x1.05b7e4p-1f, 0x1.33be12p-1f, 0x1.5cc2c8p-1f, 0x1.811732p-1f,
    0x1.ae75d8p-1f, 0x1.e0fd58p-1f, 0x1.04681ep0f, 0x1.14529cp0f,
};
static const float ANGLE_TABLE_F32[32] = {
    0x0p0f, 0x1.dac67p-2f, 0x1.921fb6p-1f, 0x0p0f,
    0x1.921fb6p0f, 0x1.1b6e1ap0f, 0x1.921fb6p-1f, 0x1.921fb6p0f,
    0x1.921fb6p1f, 0x1.56c6e8p1f, 0x1.2d97c8p1f, 0x1.921fb6p1f,
    0x1.921fb6p0f, 0x1.0468a8p1f, 0x1.2d97c8p1f, 0x1.921fb6p0f,
    0x0p0f, 0x1.586ed4p-28f, -0x1.777a5cp-26f, 0x0p0f,
    -0x1.777a5cp-25f, -0x1.a28838p-25f, -0x1.777a5cp-26f, -0x1.777a5cp-25f,
    -0x1.777a5cp-24f, -0x1.8d014ap-24f, -0x1.99bc5cp-28f, -0x1.777a5cp-24f,
    -0x1.777a5cp-25f, 0x1.59c9bep-24f, -0x1.99bc5cp-28f, -0x1.777a5cp-25f,
};

/* Where |x| + |y| is between these, and neither |x| nor |y| between 0 and ANGLE_TINY, nothing overflows, and all that counts is a
 * normal number, down to the defect of the quotient. Others are scaled by ANGLE_LIFT. */
#define ANGLE_LARGE_F64 0x1p900
#define ANGLE_LARGE_F32 0x1p75f
#define ANGLE_TINY_F64 0x1p-900
#define ANGLE_TINY_F32 0x1p-75f
#define ANGLE_LIFT_F64 0x1p120
#define ANGLE_LIFT_F32 0x1p48f

DEF(f64v, arctan_rest_f64, (f64v z), poly9_f64(z, ARCTAN_F64))
DEF(f32v, arctan_rest_f32, (f32v z), poly4_f32(z, ARCTAN_F32))
INLINE f64v poly12_f64(f64v z, double a, double b, double c, double d, double e, double f, double g, double h, double i,
                              double j, double k, double l)
{
    return fma_f64(poly6_f64(z * z, b, d, f, h, j, l), z, poly6_f64(z * z, a, c, e, g, i, k));
}
DEF(f64v, arcsin_rest_f64, (f64v z), poly12_f64(z, ARCSIN_F64))
DEF(f32v, arcsin_rest_f32, (f32v z), poly5_f32(z, ARCSIN_F32))

/* Half of 1 / sqrt(x), to 3 %: minus half the exponent, and one less. */
DEF(f64v, half_inverse_root_f64, (f64v x), 0x5fd6eb50c7b537a9 - (i64v)((u64v)x >> 1))
DEF(f32v, half_inverse_root_f32, (f32v x), 0x5eb759df - (i32v)((u32v)x >> 1))

/* c and its arctangent for x in [1/4, 4), by the last two bits of the exponent and the first two of the fraction. */
INLINE f64v arctan_row_f64(f64v x, f64v *head)
{
    return lookup16_pair_f64(ARCTAN_TABLE_F64, (i64v)((u64v)x >> 50), head);
}
INLINE f32v arctan_row_f32(f32v x, f32v *head)
{
    i32v row = (i32v)((u32v)x >> 21);
    *head = lookup16_f32(ARCTAN_TABLE_F32 + 16, row);
    return lookup16_f32(ARCTAN_TABLE_F32, row);
}

/* The angle turned back by: c's own, or what that leaves to pi / 2, or the like on the left. */
INLINE f64v angle_row_f64(m64 half, m64 one, m64 steep, f64v left, f64v *rest)
{
    i64v zero = splat_i64(0), row = select_i64(one, splat_i64(2), select_i64(half, splat_i64(1), zero));
    row |= select_i64(steep, splat_i64(4), zero) | (i64v)((u64v)left >> 60);
    return lookup16_pair_f64(ANGLE_TABLE_F64, row, rest);
}
INLINE f32v angle_row_f32(m32 half, m32 one, m32 steep, f32v left, f32v *rest)
{
    i32v zero = splat_i32(0), row = select_i32(one, splat_i32(2), select_i32(half, splat_i32(1), zero));
    row |= select_i32(steep, splat_i32(4), zero) | (i32v)((u32v)left >> 28);
    *rest = lookup16_f32(ANGLE_TABLE_F32 + 16, row);
    return lookup16_f32(ANGLE_TABLE_F32, row);
}

#define REAL f64
#define INVERSE_CONSTANT(name) name##_F64
#define INVERSE_SIGN SIGN_F64
#include "inverse_family.h"
#undef REAL
#undef INVERSE_CONSTANT
#undef INVERSE_SIGN
#define REAL f32
#define INVERSE_CONSTANT(name) name##_F32
#define INVERSE_SIGN SIGN_F32
#include "inverse_family.h"
#undef REAL
#undef INVERSE_CONSTANT
#undef INVERSE_SIGN

#endif
