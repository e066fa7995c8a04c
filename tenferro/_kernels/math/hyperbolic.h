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
 * hyperbolic_family.h holds the functions, once for both types.
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

#endif
