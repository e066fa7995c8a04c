/* Functions that go lane by lane through the C library, in the next wider type, rounded once to their own.
 *
 * Slow, some tens of nanoseconds an element, but right: a wider type's error of a few units in its last place is nothing
 * after the rounding, and nothing over- or underflows early.
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
WIDER_LIBRARY(gamma, tgamma, tgammal)
WIDER_LIBRARY(lgamma, lgamma, lgammal)
#undef WIDER_LIBRARY

#endif
