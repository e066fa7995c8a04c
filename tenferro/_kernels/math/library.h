/* Functions that go lane by lane through the C library, in the next wider type, rounded once to their own.
 *
 * Slow, some tens of nanoseconds an element, but right: a wider type's error of a few units in its last place is nothing
 * after the rounding, and nothing over- or underflows early. For the rare functions whose vector versions at hand (SLEEF's) lose
 * their digits: the inverse hyperbolic functions beyond 1e154, the gamma function on the negative side, its logarithm near its zeros.
 */
#ifndef TENFERRO_LIBRARY_H
#define TENFERRO_LIBRARY_H

#include "../simd.h"
#include <math.h>

#define WIDER_LIBRARY(name, f32_function, f64_function)                               \
    static __attribute__((noinline)) f32v library_##name##_f32(f32v x)                \
    {                                                                                 \
        for (unsigned i = 0; i < F32_LANES; i++)                                      \
            x[i] = (float)f32_function((double)x[i]);                                 \
        return x;                                                                     \
    }                                                                                 \
    static __attribute__((noinline)) f64v library_##name##_f64(f64v x)                \
    {                                                                                 \
        for (unsigned i = 0; i < F64_LANES; i++)                                      \
            x[i] = (double)f64_function((long double)x[i]);                           \
        return x;                                                                     \
    }
WIDER_LIBRARY(arcsinh, asinh, asinhl)
WIDER_LIBRARY(arccosh, acosh, acoshl)
WIDER_LIBRARY(arctanh, atanh, atanhl)
WIDER_LIBRARY(gamma, tgamma, tgammal)
WIDER_LIBRARY(lgamma, lgamma, lgammal)
#undef WIDER_LIBRARY

#endif
