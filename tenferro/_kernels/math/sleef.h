/* SLEEF's vector functions under the names of the table: sleef_NAME_f64 and sleef_NAME_f32.
 *
 * The "finz" and "cinz" variants give the same bits on every instruction set with, respectively without, FMA. They are
 * called through the library, one call a vector: right and exact, but slower than a function that the loop inlines. The
 * rows whose own vector function is better say so by naming another function.
 */
#ifndef TENFERRO_SLEEF_H
#define TENFERRO_SLEEF_H

#include "../simd.h"
#include <sleef.h>
#undef CONST /* SLEEF leaves it behind */

#if VBYTES == 64
#define SLEEF_F64(name, ulp, args) Sleef_finz_##name##d8_##ulp##avx512f args
#define SLEEF_F32(name, ulp, args) Sleef_finz_##name##f16_##ulp##avx512f args
typedef __m512d sleef_f64;
typedef __m512 sleef_f32;
#elif VBYTES == 32
#define SLEEF_F64(name, ulp, args) Sleef_finz_##name##d4_##ulp##avx2 args
#define SLEEF_F32(name, ulp, args) Sleef_finz_##name##f8_##ulp##avx2 args
typedef __m256d sleef_f64;
typedef __m256 sleef_f32;
#elif defined(__aarch64__)
#define SLEEF_F64(name, ulp, args) Sleef_finz_##name##d2_##ulp##advsimd args
#define SLEEF_F32(name, ulp, args) Sleef_finz_##name##f4_##ulp##advsimd args
typedef float64x2_t sleef_f64;
typedef float32x4_t sleef_f32;
#else
#define SLEEF_F64(name, ulp, args) Sleef_cinz_##name##d2_##ulp##sse2 args
#define SLEEF_F32(name, ulp, args) Sleef_cinz_##name##f4_##ulp##sse2 args
typedef __m128d sleef_f64;
typedef __m128 sleef_f32;
#endif

#define SLEEF_UNARY(name, sleef, ulp)                                                                     \
    static inline f64v sleef_##name##_f64(f64v x) { return (f64v)SLEEF_F64(sleef, ulp, ((sleef_f64)x)); } \
    static inline f32v sleef_##name##_f32(f32v x) { return (f32v)SLEEF_F32(sleef, ulp, ((sleef_f32)x)); }
#define SLEEF_BINARY(name, sleef, ulp)                                                                                   \
    static inline f64v sleef_##name##_f64(f64v x, f64v y)                                                                \
    {                                                                                                                    \
        return (f64v)SLEEF_F64(sleef, ulp, ((sleef_f64)x, (sleef_f64)y));                                                \
    }                                                                                                                    \
    static inline f32v sleef_##name##_f32(f32v x, f32v y)                                                                \
    {                                                                                                                    \
        return (f32v)SLEEF_F32(sleef, ulp, ((sleef_f32)x, (sleef_f32)y));                                                \
    }

SLEEF_UNARY(exp, exp, u10)
SLEEF_UNARY(exp2, exp2, u10)
SLEEF_UNARY(expm1, expm1, u10)
SLEEF_UNARY(log, log, u10)
SLEEF_UNARY(log2, log2, u10)
SLEEF_UNARY(log10, log10, u10)
SLEEF_UNARY(log1p, log1p, u10)
SLEEF_UNARY(sin, sin, u10)
SLEEF_UNARY(cos, cos, u10)
SLEEF_UNARY(tan, tan, u10)
SLEEF_UNARY(arcsin, asin, u10)
SLEEF_UNARY(arccos, acos, u10)
SLEEF_UNARY(arctan, atan, u10)
SLEEF_UNARY(sinh, sinh, u10)
SLEEF_UNARY(cosh, cosh, u10)
SLEEF_UNARY(tanh, tanh, u10)
SLEEF_UNARY(arcsinh, asinh, u10)
SLEEF_UNARY(arccosh, acosh, u10)
SLEEF_UNARY(arctanh, atanh, u10)
SLEEF_UNARY(sinpi, sinpi, u05)
SLEEF_UNARY(cospi, cospi, u05)
SLEEF_UNARY(cbrt, cbrt, u10)
SLEEF_UNARY(erf, erf, u10)
SLEEF_UNARY(erfc, erfc, u15)
SLEEF_UNARY(gamma, tgamma, u10)
SLEEF_UNARY(lgamma, lgamma, u10)
SLEEF_BINARY(power, pow, u10)
SLEEF_BINARY(arctan2, atan2, u10)
SLEEF_BINARY(hypot, hypot, u05)

#endif
