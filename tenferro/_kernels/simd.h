/* One small vocabulary of vectors, four dialects: AVX-512 (x86-64-v4), AVX2 + FMA (v3), SSE2 (x86-64), NEON (aarch64).
 *
 * The compiler's own vector types do most of it: + - * / & | ^ ~ << >> and casts between types of one size (bits stay), loads
 * and stores through plain pointers (element-aligned, may_alias). What C can't spell has a function with the suffix of the
 * type it works on, and gives the same bits on every level, except that without FMA fma_ is a product, then a sum.
 *
 *     m32, m64      masks, one lane each: a bit (AVX-512) or 0 / -1; & | ^ work on them, not_ any_ all_ and select_ read them
 *     min_ max_     raw: min_(x, y) is x < y ? x : y, so y where either is a NaN
 *     to_i64_f64    nearest integer of |x| < 2^51; from_i64_f64 the way back, same range (i32: all that fits)
 *     lookup16_f64  entry index mod 16 of a table that lives in registers where the level can do that
 *     scale_f64     x * 2^n, n integral, |n| <= 2000, rounded once, into subnormals and infinity
 *     join_i64      two masks of integers as one of lanes half as wide, in the level's own order; joined until lanes are
 *                   bytes, ordered_i64 puts these in the order of the first lanes (i32, i16: from lanes of that width on)
 *     split_f64     the significand of x in [0.75, 1.5) and *exponent = floor(log2 x), for 0 < x < inf, subnormals too
 *
 * Names are macros on top of intrinsics only where a level has an instruction; all the rest is written once, below.
 */
#ifndef TENFERRO_SIMD_H
#define TENFERRO_SIMD_H

#include <stdint.h>
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#include <immintrin.h>
#define VBYTES 64
#elif defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define VBYTES 32
#elif defined(__SSE2__)
#include <emmintrin.h>
#define VBYTES 16
#elif defined(__aarch64__)
#include <arm_neon.h>
#define VBYTES 16
#else
#error "tenferro knows x86-64 and aarch64"
#endif

#define F32_LANES (VBYTES / 4)
#define F64_LANES (VBYTES / 8)
#define VECTOR(type, name) typedef type name __attribute__((vector_size(VBYTES), aligned(sizeof(type)), may_alias))
VECTOR(float, f32v);
VECTOR(double, f64v);
VECTOR(int8_t, i8v);
VECTOR(int16_t, i16v);
VECTOR(int32_t, i32v);
VECTOR(int64_t, i64v);
VECTOR(uint8_t, u8v);
VECTOR(uint16_t, u16v);
VECTOR(uint32_t, u32v);
VECTOR(uint64_t, u64v);
VECTOR(uint8_t, b8v);  /* bool: bytes that hold 0 or 1 */
VECTOR(float, c64v);   /* complex: real and imaginary part in turn */
VECTOR(double, c128v);

/* Vector functions are inlined whatever their size: a call would load their tables and constants again for each vector. */
#define INLINE static inline __attribute__((always_inline))
/* What serves rare lanes: a call behind a branch, and the loop around keeps its registers as if it were not there. */
#define COLD static __attribute__((noinline, cold, unused))
/* A function of one line: DEF(result, name, (parameters), expression). */
#define DEF(result, name, parameters, ...) INLINE result name parameters { return (result)(__VA_ARGS__); }

#if VBYTES == 64 /* ------------------------------------------------------------------------------------ AVX-512 */
typedef __mmask16 m32;
typedef __mmask8 m64;
#define HAVE_FMA 1
#define P(x) ((__m512d)(x))
#define S(x) ((__m512)(x))
#define I(x) ((__m512i)(x))
DEF(f32v, splat_f32, (float x), _mm512_set1_ps(x))
DEF(f64v, splat_f64, (double x), _mm512_set1_pd(x))
DEF(f32v, fma_f32, (f32v x, f32v y, f32v z), _mm512_fmadd_ps(S(x), S(y), S(z)))
DEF(f64v, fma_f64, (f64v x, f64v y, f64v z), _mm512_fmadd_pd(P(x), P(y), P(z)))
DEF(f32v, fms_f32, (f32v x, f32v y, f32v z), _mm512_fmsub_ps(S(x), S(y), S(z)))
DEF(f64v, fms_f64, (f64v x, f64v y, f64v z), _mm512_fmsub_pd(P(x), P(y), P(z)))
DEF(f32v, fnma_f32, (f32v x, f32v y, f32v z), _mm512_fnmadd_ps(S(x), S(y), S(z)))
DEF(f64v, fnma_f64, (f64v x, f64v y, f64v z), _mm512_fnmadd_pd(P(x), P(y), P(z)))
DEF(f32v, sqrt_f32, (f32v x), _mm512_sqrt_ps(S(x)))
DEF(f64v, sqrt_f64, (f64v x), _mm512_sqrt_pd(P(x)))
DEF(f32v, min_f32, (f32v x, f32v y), _mm512_min_ps(S(x), S(y)))
DEF(f64v, min_f64, (f64v x, f64v y), _mm512_min_pd(P(x), P(y)))
DEF(f32v, max_f32, (f32v x, f32v y), _mm512_max_ps(S(x), S(y)))
DEF(f64v, max_f64, (f64v x, f64v y), _mm512_max_pd(P(x), P(y)))
#define ROUNDING(name, mode)                                           \
    DEF(f32v, name##_f32, (f32v x), _mm512_roundscale_ps(S(x), mode))  \
    DEF(f64v, name##_f64, (f64v x), _mm512_roundscale_pd(P(x), mode))
#define COMPARISON(name, operation, order)                                            \
    DEF(m32, name##_f32, (f32v x, f32v y), _mm512_cmp_ps_mask(S(x), S(y), order))     \
    DEF(m64, name##_f64, (f64v x, f64v y), _mm512_cmp_pd_mask(P(x), P(y), order))     \
    DEF(m32, name##_i32, (i32v x, i32v y), _mm512_cmp_epi32_mask(I(x), I(y), order & 7)) \
    DEF(m64, name##_i64, (i64v x, i64v y), _mm512_cmp_epi64_mask(I(x), I(y), order & 7))
DEF(m32, not_m32, (m32 m), ~m)
DEF(m64, not_m64, (m64 m), ~m)
DEF(int, any_m32, (m32 m), m != 0)
DEF(int, any_m64, (m64 m), m != 0)
DEF(f32v, select_f32, (m32 m, f32v x, f32v y), _mm512_mask_blend_ps(m, S(y), S(x)))
DEF(f64v, select_f64, (m64 m, f64v x, f64v y), _mm512_mask_blend_pd(m, P(y), P(x)))
DEF(i32v, select_i32, (m32 m, i32v x, i32v y), _mm512_mask_blend_epi32(m, I(y), I(x)))
DEF(i64v, select_i64, (m64 m, i64v x, i64v y), _mm512_mask_blend_epi64(m, I(y), I(x)))
DEF(i32v, to_i32_f32, (f32v x), _mm512_cvtps_epi32(S(x)))
DEF(f32v, from_i32_f32, (i32v n), _mm512_cvtepi32_ps(I(n)))
DEF(i64v, to_i64_f64, (f64v x), _mm512_cvtpd_epi64(P(x)))
DEF(f64v, from_i64_f64, (i64v n), _mm512_cvtepi64_pd(I(n)))
DEF(f64v, widen_low_f32, (f32v x), _mm512_cvtps_pd(_mm512_castps512_ps256(S(x))))
DEF(f64v, load_widened_f32, (const float *from), _mm512_cvtps_pd(_mm256_loadu_ps(from)))
DEF(f64v, widen_high_f32, (f32v x), _mm512_cvtps_pd(_mm512_extractf32x8_ps(S(x), 1)))
DEF(f32v, narrow_f64, (f64v low, f64v high),
    _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(P(low))), _mm512_cvtpd_ps(P(high)), 1))
DEF(f32v, lookup16_f32, (const float *table, i32v n), _mm512_permutexvar_ps(I(n), _mm512_loadu_ps(table)))
DEF(f64v, lookup16_f64, (const double *table, i64v n),
    _mm512_permutex2var_pd(_mm512_loadu_pd(table), I(n), _mm512_loadu_pd(table + 8)))
DEF(i32v, join_i64, (i64v x, i64v y), _mm512_packs_epi32(I(x), I(y)))
DEF(i16v, join_i32, (i32v x, i32v y), _mm512_packs_epi32(I(x), I(y)))
DEF(i8v, join_i16, (i16v x, i16v y), _mm512_packs_epi16(I(x), I(y)))
DEF(i8v, ordered_i64, (i8v x), _mm512_permutexvar_epi16(
    (__m512i)(i16v){0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27,
                    4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31}, I(x)))
DEF(i8v, ordered_i32, (i8v x), _mm512_permutexvar_epi32(
    (__m512i)(i32v){0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}, I(x)))
DEF(i8v, ordered_i16, (i8v x), _mm512_permutexvar_epi64((__m512i)(i64v){0, 2, 4, 6, 1, 3, 5, 7}, I(x)))
DEF(f32v, scale_f32, (f32v x, f32v n), _mm512_scalef_ps(S(x), S(n)))
DEF(f64v, scale_f64, (f64v x, f64v n), _mm512_scalef_pd(P(x), P(n)))
INLINE f32v split_f32(f32v x, f32v *exponent)
{
    *exponent = (f32v)_mm512_getexp_ps(S(x));
    return (f32v)_mm512_getmant_ps(S(x), _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
}
INLINE f64v split_f64(f64v x, f64v *exponent)
{
    *exponent = (f64v)_mm512_getexp_pd(P(x));
    return (f64v)_mm512_getmant_pd(P(x), _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
}

#else /* masks are integer vectors */
typedef i32v m32;
typedef i64v m64;
#define COMPARISON(name, operation, order)                              \
    DEF(m32, name##_f32, (f32v x, f32v y), x operation y)               \
    DEF(m64, name##_f64, (f64v x, f64v y), x operation y)               \
    DEF(m32, name##_i32, (i32v x, i32v y), x operation y)               \
    DEF(m64, name##_i64, (i64v x, i64v y), x operation y)
DEF(m32, not_m32, (m32 m), ~m)
DEF(m64, not_m64, (m64 m), ~m)
DEF(f64v, from_i64_f64, (i64v n), (f64v)(n + 0x4338000000000000) - 0x1.8p52)
DEF(i64v, to_i64_f64, (f64v x), (i64v)(x + 0x1.8p52) - 0x4338000000000000)
#endif

#if VBYTES == 32 /* --------------------------------------------------------------------------------------- AVX2 */
#define HAVE_FMA 1
#define P(x) ((__m256d)(x))
#define S(x) ((__m256)(x))
#define I(x) ((__m256i)(x))
DEF(f32v, splat_f32, (float x), _mm256_set1_ps(x))
DEF(f64v, splat_f64, (double x), _mm256_set1_pd(x))
DEF(f32v, fma_f32, (f32v x, f32v y, f32v z), _mm256_fmadd_ps(S(x), S(y), S(z)))
DEF(f64v, fma_f64, (f64v x, f64v y, f64v z), _mm256_fmadd_pd(P(x), P(y), P(z)))
DEF(f32v, fms_f32, (f32v x, f32v y, f32v z), _mm256_fmsub_ps(S(x), S(y), S(z)))
DEF(f64v, fms_f64, (f64v x, f64v y, f64v z), _mm256_fmsub_pd(P(x), P(y), P(z)))
DEF(f32v, fnma_f32, (f32v x, f32v y, f32v z), _mm256_fnmadd_ps(S(x), S(y), S(z)))
DEF(f64v, fnma_f64, (f64v x, f64v y, f64v z), _mm256_fnmadd_pd(P(x), P(y), P(z)))
DEF(f32v, sqrt_f32, (f32v x), _mm256_sqrt_ps(S(x)))
DEF(f64v, sqrt_f64, (f64v x), _mm256_sqrt_pd(P(x)))
DEF(f32v, min_f32, (f32v x, f32v y), _mm256_min_ps(S(x), S(y)))
DEF(f64v, min_f64, (f64v x, f64v y), _mm256_min_pd(P(x), P(y)))
DEF(f32v, max_f32, (f32v x, f32v y), _mm256_max_ps(S(x), S(y)))
DEF(f64v, max_f64, (f64v x, f64v y), _mm256_max_pd(P(x), P(y)))
#define ROUNDING(name, mode)                                     \
    DEF(f32v, name##_f32, (f32v x), _mm256_round_ps(S(x), mode)) \
    DEF(f64v, name##_f64, (f64v x), _mm256_round_pd(P(x), mode))
DEF(int, any_m32, (m32 m), _mm256_movemask_ps(S(m)) != 0)
DEF(int, any_m64, (m64 m), _mm256_movemask_pd(P(m)) != 0)
DEF(f32v, select_f32, (m32 m, f32v x, f32v y), _mm256_blendv_ps(S(y), S(x), S(m)))
DEF(f64v, select_f64, (m64 m, f64v x, f64v y), _mm256_blendv_pd(P(y), P(x), P(m)))
DEF(i32v, to_i32_f32, (f32v x), _mm256_cvtps_epi32(S(x)))
DEF(f32v, from_i32_f32, (i32v n), _mm256_cvtepi32_ps(I(n)))
DEF(f64v, widen_low_f32, (f32v x), _mm256_cvtps_pd(_mm256_castps256_ps128(S(x))))
DEF(f64v, load_widened_f32, (const float *from), _mm256_cvtps_pd(_mm_loadu_ps(from)))
DEF(f64v, widen_high_f32, (f32v x), _mm256_cvtps_pd(_mm256_extractf128_ps(S(x), 1)))
DEF(f32v, narrow_f64, (f64v low, f64v high), _mm256_set_m128(_mm256_cvtpd_ps(P(high)), _mm256_cvtpd_ps(P(low))))
DEF(i32v, join_i64, (i64v x, i64v y), _mm256_packs_epi32(I(x), I(y)))
DEF(i16v, join_i32, (i32v x, i32v y), _mm256_packs_epi32(I(x), I(y)))
DEF(i8v, join_i16, (i16v x, i16v y), _mm256_packs_epi16(I(x), I(y)))
DEF(i8v, ordered_i16, (i8v x), _mm256_permute4x64_epi64(I(x), 0xd8))
DEF(i8v, ordered_i32, (i8v x), _mm256_permutevar8x32_epi32(I(x), (__m256i)(i32v){0, 4, 1, 5, 2, 6, 3, 7}))
DEF(i8v, ordered_i64, (i8v x), _mm256_shuffle_epi8(I(ordered_i16(x)), (__m256i)(i8v){
    0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15}))
DEF(f32v, lookup16_f32, (const float *table, i32v n),
    _mm256_blendv_ps(_mm256_permutevar8x32_ps(_mm256_loadu_ps(table), I(n)),
                     _mm256_permutevar8x32_ps(_mm256_loadu_ps(table + 8), I(n)), S(n << 28)))

#elif defined(__SSE2__) && VBYTES == 16 /* ---------------------------------------------------------------- SSE2 */
#define P(x) ((__m128d)(x))
#define S(x) ((__m128)(x))
#define I(x) ((__m128i)(x))
DEF(f32v, splat_f32, (float x), _mm_set1_ps(x))
DEF(f64v, splat_f64, (double x), _mm_set1_pd(x))
DEF(f32v, fma_f32, (f32v x, f32v y, f32v z), x * y + z)
DEF(f64v, fma_f64, (f64v x, f64v y, f64v z), x * y + z)
DEF(f32v, fms_f32, (f32v x, f32v y, f32v z), x * y - z)
DEF(f64v, fms_f64, (f64v x, f64v y, f64v z), x * y - z)
DEF(f32v, fnma_f32, (f32v x, f32v y, f32v z), z - x * y)
DEF(f64v, fnma_f64, (f64v x, f64v y, f64v z), z - x * y)
DEF(f32v, sqrt_f32, (f32v x), _mm_sqrt_ps(S(x)))
DEF(f64v, sqrt_f64, (f64v x), _mm_sqrt_pd(P(x)))
DEF(f32v, min_f32, (f32v x, f32v y), _mm_min_ps(S(x), S(y)))
DEF(f64v, min_f64, (f64v x, f64v y), _mm_min_pd(P(x), P(y)))
DEF(f32v, max_f32, (f32v x, f32v y), _mm_max_ps(S(x), S(y)))
DEF(f64v, max_f64, (f64v x, f64v y), _mm_max_pd(P(x), P(y)))
DEF(int, any_m32, (m32 m), _mm_movemask_ps(S(m)) != 0)
DEF(int, any_m64, (m64 m), _mm_movemask_pd(P(m)) != 0)
DEF(f32v, select_f32, (m32 m, f32v x, f32v y), ((i32v)x & m) | ((i32v)y & ~m))
DEF(f64v, select_f64, (m64 m, f64v x, f64v y), ((i64v)x & m) | ((i64v)y & ~m))
DEF(i32v, to_i32_f32, (f32v x), _mm_cvtps_epi32(S(x)))
DEF(f32v, from_i32_f32, (i32v n), _mm_cvtepi32_ps(I(n)))
DEF(f64v, widen_low_f32, (f32v x), _mm_cvtps_pd(S(x)))
DEF(f64v, load_widened_f32, (const float *from), _mm_cvtps_pd((__m128)_mm_loadl_epi64((const __m128i *)from)))
DEF(f64v, widen_high_f32, (f32v x), _mm_cvtps_pd(_mm_movehl_ps(S(x), S(x))))
DEF(f32v, narrow_f64, (f64v low, f64v high), _mm_movelh_ps(_mm_cvtpd_ps(P(low)), _mm_cvtpd_ps(P(high))))
DEF(i32v, join_i64, (i64v x, i64v y), _mm_packs_epi32(I(x), I(y)))
DEF(i16v, join_i32, (i32v x, i32v y), _mm_packs_epi32(I(x), I(y)))
DEF(i8v, join_i16, (i16v x, i16v y), _mm_packs_epi16(I(x), I(y)))

#elif VBYTES == 16 /* ------------------------------------------------------------------------------------- NEON */
#define HAVE_FMA 1
#define P(x) ((float64x2_t)(x))
#define S(x) ((float32x4_t)(x))
DEF(f32v, splat_f32, (float x), vdupq_n_f32(x))
DEF(f64v, splat_f64, (double x), vdupq_n_f64(x))
DEF(f32v, fma_f32, (f32v x, f32v y, f32v z), vfmaq_f32(S(z), S(x), S(y)))
DEF(f64v, fma_f64, (f64v x, f64v y, f64v z), vfmaq_f64(P(z), P(x), P(y)))
DEF(f32v, fms_f32, (f32v x, f32v y, f32v z), vfmaq_f32(S(-z), S(x), S(y)))
DEF(f64v, fms_f64, (f64v x, f64v y, f64v z), vfmaq_f64(P(-z), P(x), P(y)))
DEF(f32v, fnma_f32, (f32v x, f32v y, f32v z), vfmsq_f32(S(z), S(x), S(y)))
DEF(f64v, fnma_f64, (f64v x, f64v y, f64v z), vfmsq_f64(P(z), P(x), P(y)))
DEF(f32v, sqrt_f32, (f32v x), vsqrtq_f32(S(x)))
DEF(f64v, sqrt_f64, (f64v x), vsqrtq_f64(P(x)))
DEF(f32v, select_f32, (m32 m, f32v x, f32v y), vbslq_f32((uint32x4_t)m, S(x), S(y)))
DEF(f64v, select_f64, (m64 m, f64v x, f64v y), vbslq_f64((uint64x2_t)m, P(x), P(y)))
DEF(f32v, min_f32, (f32v x, f32v y), select_f32(x < y, x, y))
DEF(f64v, min_f64, (f64v x, f64v y), select_f64(x < y, x, y))
DEF(f32v, max_f32, (f32v x, f32v y), select_f32(x > y, x, y))
DEF(f64v, max_f64, (f64v x, f64v y), select_f64(x > y, x, y))
DEF(f32v, rint_f32, (f32v x), vrndnq_f32(S(x)))
DEF(f64v, rint_f64, (f64v x), vrndnq_f64(P(x)))
DEF(f32v, floor_f32, (f32v x), vrndmq_f32(S(x)))
DEF(f64v, floor_f64, (f64v x), vrndmq_f64(P(x)))
DEF(f32v, ceil_f32, (f32v x), vrndpq_f32(S(x)))
DEF(f64v, ceil_f64, (f64v x), vrndpq_f64(P(x)))
DEF(f32v, trunc_f32, (f32v x), vrndq_f32(S(x)))
DEF(f64v, trunc_f64, (f64v x), vrndq_f64(P(x)))
DEF(int, any_m32, (m32 m), vmaxvq_u32((uint32x4_t)m) != 0)
DEF(int, any_m64, (m64 m), vmaxvq_u32((uint32x4_t)m) != 0)
DEF(i32v, to_i32_f32, (f32v x), vcvtnq_s32_f32(S(x)))
DEF(f32v, from_i32_f32, (i32v n), vcvtq_f32_s32((int32x4_t)n))
DEF(f64v, widen_low_f32, (f32v x), vcvt_f64_f32(vget_low_f32(S(x))))
DEF(f64v, load_widened_f32, (const float *from), vcvt_f64_f32(vld1_f32(from)))
DEF(f64v, widen_high_f32, (f32v x), vcvt_high_f64_f32(S(x)))
DEF(f32v, narrow_f64, (f64v low, f64v high), vcvt_high_f32_f64(vcvt_f32_f64(P(low)), P(high)))
DEF(i32v, join_i64, (i64v x, i64v y), vuzp1q_s32((int32x4_t)x, (int32x4_t)y))
DEF(i16v, join_i32, (i32v x, i32v y), vuzp1q_s16((int16x8_t)x, (int16x8_t)y))
DEF(i8v, join_i16, (i16v x, i16v y), vuzp1q_s8((int8x16_t)x, (int8x16_t)y))
#endif

#if VBYTES == 16 /* one lane of 128 bits is in order as it is */
DEF(i8v, ordered_i16, (i8v x), x)
DEF(i8v, ordered_i32, (i8v x), x)
DEF(i8v, ordered_i64, (i8v x), x)
#endif

#include "simd_shared.h"
#include "simd_tables.h"
#endif
