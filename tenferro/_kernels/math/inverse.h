/* arctan2 arctan arcsin arccos.
 *
 * arctan2: with a the greater and b the lesser of |x| and |y|, the angle of (a, b) is at most pi / 4. It is taken from the
 * nearest of three directions, slopes c = 0, 1/2 and 1:
 *
 *     atan(b / a) = atan c + atan q,    q = (b - c a) / (a + c b),    |q| <= 1/4,    atan q = q + q^3 (polynomial in q^2)
 *
 * c is a power of two, so that numerator and denominator are exact but for the rounding of one sum, which is kept; q gets a
 * second part from the defect of the division. Octant and quadrant are a multiple of pi / 2 and a sign: pi and atan c have
 * heads short enough for exact sums and halves. In the end a large exact angle, q, and a small rest are added, and rounded once.
 * No slope is computed first, and no table is needed: two comparisons choose. arctan is arctan2 of x and 1.
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
#define PI_HEAD_F64 0x1.921fb54442d2p1
#define PI_LEFT_F64 -0x1.ee59d9cceba4p-49
#define ATAN_HALF_HEAD_F64 0x1.dac670561bb8p-2
#define ATAN_HALF_LEFT_F64 -0x1.84ba901bba134p-49
/* error 2^-57.54 */
#define ARCTAN_F64 -0x1.55555555554c7p-2, 0x1.9999999975568p-3, -0x1.2492490b4a684p-3, 0x1.c71c60b53a6cdp-4, -0x1.7459e50ffc612p-4, 0x1.3ab9fee61fba8p-4, -0x1.0b4e9583d6c18p-4, 0x1.798d542da83aep-5
/* error 2^-55.86 */
#define ARCSIN_F64 0x1.5555555555387p-3, 0x1.333333336f887p-4, 0x1.6db6db41d4044p-5, 0x1.f1c72c6d32cdep-6, 0x1.6e89ef7dc800fp-6, 0x1.1c6c276fff87p-6, 0x1.c6f8853b1a82ap-7, 0x1.8ee46c4fe31p-7, 0x1.aab5eab286c25p-8, 0x1.40b02f131b8b2p-6, -0x1.0af1f83cc4e87p-6, 0x1.05cd522d98af6p-5

/* python tools/minimax_circular.py inverse_f32 */
#define PI_HEAD_F32 0x1.921fcp1f
#define PI_LEFT_F32 -0x1.5777a6p-20f
#define ATAN_HALF_HEAD_F32 0x1.dac6p-2f
#define ATAN_HALF_LEFT_F32 0x1.c1586ep-20f
/* error 2^-32.44 */
#define ARCTAN_F32 -0x1.55555p-2f, 0x1.9992dep-3f, -0x1.2342dep-3f, 0x1.934164p-4f
/* error 2^-27.56 */
#define ARCSIN_F32 0x1.5555cap-3f, 0x1.33016ap-4f, 0x1.7489cap-5f, 0x1.8bbc28p-6f, 0x1.59c4f4p-5f

/* Between these |x| + |y| needs no care: no sum overflows, and nothing that counts is subnormal. */
#define ANGLE_LARGE_F64 0x1p1000
#define ANGLE_LARGE_F32 0x1p120f
#define ANGLE_SMALL_F64 0x1p-900
#define ANGLE_SMALL_F32 0x1p-70f
/* Beyond this the arctangent is pi / 2. */
#define ARCTAN_LARGE_F64 0x1p60
#define ARCTAN_LARGE_F32 0x1p30f
#define ANGLE_LIFT_F64 0x1p120
#define ANGLE_LIFT_F32 0x1p48f

DEF(f64v, arctan_rest_f64, (f64v z), poly8_f64(z, ARCTAN_F64))
DEF(f32v, arctan_rest_f32, (f32v z), poly4_f32(z, ARCTAN_F32))
static inline f64v poly12_f64(f64v z, double a, double b, double c, double d, double e, double f, double g, double h, double i,
                              double j, double k, double l)
{
    return fma_f64(poly6_f64(z * z, b, d, f, h, j, l), z, poly6_f64(z * z, a, c, e, g, i, k));
}
DEF(f64v, arcsin_rest_f64, (f64v z), poly12_f64(z, ARCSIN_F64))
DEF(f32v, arcsin_rest_f32, (f32v z), poly5_f32(z, ARCSIN_F32))

/* Half of 1 / sqrt(x), to 3 %: minus half the exponent, and one less. */
DEF(f64v, half_inverse_root_f64, (f64v x), 0x5fd6eb50c7b537a9 - (i64v)((u64v)x >> 1))
DEF(f32v, half_inverse_root_f32, (f32v x), 0x5eb759df - (i32v)((u32v)x >> 1))

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
