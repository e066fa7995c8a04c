/* arcsinh arccosh arctanh: logarithms whose argument is known to twice the precision.
 *
 *     arcsinh x = log(a + sqrt(a^2 + 1)), a = |x|
 *     arccosh x = log(x + sqrt(x^2 - 1))
 *     arctanh x = log(1 + q) / 2,  q = 2 a / (1 - a)
 *
 * Near 1 a logarithm shows every error of its argument, so that argument comes as u + error, u rounded and the error as exact as u,
 * to log.h's ln_corrected. Then no cancellation is left, and no piece for small x is needed (but x itself, where x^2 is nothing).
 *
 * The root is s p, with root.h's rough p = 1 / sqrt(s) repaired once, and what that lacks: s - (s p)^2 is exact but for its last
 * bits, and small; half of it times p, with one term of second order, makes a root of some eighty bits. No square root, no
 * division. Beyond a power of two where the 1 has no weight any more, both are log(2 a).
 *
 * Floats have a shorter way. With a power of two q near the argument of the logarithm, rather below it,
 *
 *     arctanh x = log(q) / 2 + arctanh u,  u = (1 + a - q (1 - a)) / (1 + a + q (1 - a))
 *     arccosh x = log q + 2 arctanh u,     u = (w - q) / (w + q),  w = x + sqrt(x^2 - 1)
 *
 * where |u| < 0.273 has a short polynomial. arctanh's sums are one fused product and sum of exact 1 - q and 1 + q each, and of
 * what rounding the quotient left off most is put back; q = 1 makes u = a. Without FMA, and next to 1, where 1 + q is not exact,
 * it is as above. arccosh's w comes in two parts, w - q is exact, and the rounding of root, sum and quotient is put back.
 *
 * hyperbolic_family.h holds the functions, once for both types. The constants are `python tools/minimax.py hyperbolic_f32`.
 */
#ifndef TENFERRO_HYPERBOLIC_H
#define TENFERRO_HYPERBOLIC_H

#include "../simd.h"
#include "log.h"
#include "root.h"
#include <math.h>

/* arcsinh x is x below (x^2 / 6 is less than a tenth of its last bit); from the second on, log(2 |x|). */
#define ARCSINH_LOW_F64 0x1p-28
#define ARCSINH_LOW_F32 0x1p-13f
#define ARCSINH_HIGH_F64 0x1p100
#define ARCSINH_HIGH_F32 0x1p30f
#define LN2_F64 0x1.62e42fefa39efp-1
#define LN2_F32 0x1.62e43p-1f
/* From here on arctanh's 1 + q is not exact in floats. */
#define ARCTANH_HIGH_F32 0x1.fffffp-1f
/* What makes a difference of bits, rounded down, q: parts of an octave. arctanh's q is 1 exactly up to 1/4. */
#define ARCCOSH_SHIFT 0x280000
#define ARCTANH_SHIFT 0x200000
/* 1 / (1 + a + q (1 - a)) where it counts most, at results next to 1/2. */
#define ARCTANH_INVERSE_F32 0.405f

/* python tools/minimax.py hyperbolic_f32 */
/* error 2^-30.71 */
#define ARCTANH_F32 0x1.555546p-2f, 0x1.99a92ep-3f, 0x1.2223aep-3f, 0x1.0922ecp-3f

#define REAL f64
#define HYPERBOLIC_CONSTANT(name) name##_F64
#include "hyperbolic_family.h"
#undef REAL
#undef HYPERBOLIC_CONSTANT
#define REAL f32
#define HYPERBOLIC_CONSTANT(name) name##_F32
#include "hyperbolic_family.h"
#undef REAL
#undef HYPERBOLIC_CONSTANT

DEF(f64v, plain_arccosh_f64, (f64v x), arccosh_in_parts_f64(x))
DEF(f64v, arctanh_f64, (f64v x), arctanh_in_parts_f64(x))

/* Bits of floats are nearly their logarithms, so q comes from a difference of bits, whole octaves of it: k is 2^23 log2 q. */
INLINE f32v power_below_f32(i32v difference, f32v *k)
{
    i32v octaves = difference & 0x7f800000;
    *k = from_i32_f32(octaves);
    return float_i32(octaves + bits_f32(splat_f32(1)));
}

/* What arctanh u + log(q) / 2 has beside u and the head of the logarithm. */
INLINE f32v quotient_rest_f32(f32v u, f32v k)
{
    f32v square = u * u;
    return fma_f32(u * square, poly4_f32(square, ARCTANH_F32), k * splat_f32(LN2_REST_F32 * 0x1p-24f));
}

/* x - 1 is exact. What the root lacks, (s - root^2) / (2 root), needs but few bits of the inverse. */
INLINE f32v plain_arccosh_f32(f32v x)
{
    f32v one = splat_f32(1), t = x - one, s = fma_f32(t, t, t + t), root = sqrt_f32(s), k;
    f32v half_inverse = float_i32(bits_f32(rough_rsqrt_f32(s)) - 0x800000);
    f32v w = x + root, w_rest = fma_f32(defect_f32(root, root, s), half_inverse, root - (w - x));
    f32v q = power_below_f32(bits_f32(w) - bits_f32(one) + ARCCOSH_SHIFT, &k);
    f32v over = w - q, under = w + q, under_rest = (w - (under - q)) + w_rest, inverse = 1 / under, u = over * inverse;
    f32v missing = defect_f32(u, under, over) + fnma_f32(u, under_rest, w_rest);
    f32v half = u + fma_f32(missing, inverse, quotient_rest_f32(u, k));
    return fma_f32(k, splat_f32(LN2_GRID_F32 * 0x1p-23f), half + half);
}

#ifdef HAVE_FMA
/* Only the lanes beyond are replaced: no result depends on its neighbours. */
COLD f32v beyond_arctanh_f32(f32v x, f32v y)
{
    return select_f32(lt_f32(abs_f32(x), splat_f32(ARCTANH_HIGH_F32)), y, arctanh_in_parts_f32(x));
}

INLINE f32v arctanh_f32(f32v x)
{
    f32v a = abs_f32(x), one = splat_f32(1), k, q = power_below_f32(bits_f32(one + a) - bits_f32(one - a) + ARCTANH_SHIFT, &k);
    f32v less = one - q, more = one + q, over = fma_f32(a, more, less), under = fma_f32(a, less, more), u = over / under;
    f32v rest = fma_f32(defect_f32(u, under, over), splat_f32(ARCTANH_INVERSE_F32), quotient_rest_f32(u, k));
    f32v y = or_sign_f32(fma_f32(k, splat_f32(LN2_GRID_F32 * 0x1p-24f), u + rest), x);
    return __builtin_expect(all_f32(lt_f32(a, splat_f32(ARCTANH_HIGH_F32))), 1) ? y : beyond_arctanh_f32(x, y);
}
#else
DEF(f32v, arctanh_f32, (f32v x), arctanh_in_parts_f32(x))
#endif

#endif
