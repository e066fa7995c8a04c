/* The C types that arrays hold, and the conversions that C does not spell.
 *
 * float -> integer is undefined in C where the value does not fit; here it is what the processor's own conversion gives
 * on x86: the most negative integer. Saying so keeps the lanes of a vector, a lone scalar and all compilers in step.
 */
#ifndef TENFERRO_CONVERT_H
#define TENFERRO_CONVERT_H

#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef uint8_t b8, u8;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint16_t u16, bf16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef float f32;
typedef double f64;
typedef _Float16 f16;

static inline f32 f32_from_bf16(bf16 x)
{
    uint32_t bits = (uint32_t)x << 16;
    f32 value;
    memcpy(&value, &bits, 4);
    return value;
}

/* Round to nearest, ties to even; a NaN stays a NaN. */
static inline bf16 bf16_from_f32(f32 x)
{
    uint32_t bits;
    memcpy(&bits, &x, 4);
    uint32_t rounded = bits + 0x7fff + (bits >> 16 & 1);
    return (bf16)((bits << 1 > 0xff000000u ? bits | 0x400000 : rounded) >> 16);
}

/* Through float, rounded to odd on the way so that it is not rounded twice. */
static inline bf16 bf16_from_f64(f64 x)
{
    f32 nearest = (f32)x;
    uint32_t bits;
    memcpy(&bits, &nearest, 4);
    if ((f64)nearest != x && x == x && (bits & 0x7fffffff) < 0x7f800000) {
        uint32_t away = (f64)nearest > x ? !(bits >> 31) : bits >> 31;
        bits = (bits - away) | 1;
    }
    memcpy(&nearest, &bits, 4);
    return bf16_from_f32(nearest);
}

/* float16 <-> float, by the processor's own instructions where it has them; lane and scalar forms agree. */
static inline void f32_from_f16(f32 *out, const f16 *x, long n)
{
    long i = 0;
#if defined(__AVX512F__)
    for (; i + 16 <= n; i += 16)
        _mm512_storeu_ps(out + i, _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(x + i))));
#elif defined(__F16C__)
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps(out + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(x + i))));
#endif
    for (; i < n; i++)
        out[i] = (f32)x[i];
}

static inline void f16_from_f32(f16 *out, const f32 *x, long n)
{
    long i = 0;
#if defined(__AVX512F__)
    for (; i + 16 <= n; i += 16)
        _mm256_storeu_si256((__m256i *)(out + i), _mm512_cvtps_ph(_mm512_loadu_ps(x + i), 0));
#elif defined(__F16C__)
    for (; i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(out + i), _mm256_cvtps_ph(_mm256_loadu_ps(x + i), 0));
#endif
    for (; i < n; i++)
        out[i] = (f16)x[i];
}

static inline i64 i64_from_f64(f64 x)
{
    return x >= -0x1p63 && x < 0x1p63 ? (i64)x : INT64_MIN;
}

static inline i32 i32_from_f64(f64 x)
{
    return x > -0x1.00000002p31 && x < 0x1p31 ? (i32)x : INT32_MIN;
}

static inline u64 u64_from_f64(f64 x)
{
    return x >= 0x1p63 ? (u64)i64_from_f64(x - 0x1p63) ^ (u64)INT64_MIN : (u64)i64_from_f64(x);
}

#endif
