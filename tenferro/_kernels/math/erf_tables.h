/* How the rows of erf_rows.h are laid out by each level, and looked up.
 *
 * Doubles lie by columns where a column of 16 fits two registers (AVX-512: one permutation each), else by rows, which
 * are loaded four columns at a time and transposed. Floats lie by columns everywhere.
 */
#ifndef TENFERRO_ERF_TABLES_H
#define TENFERRO_ERF_TABLES_H

#include "../simd.h"
#include "erf_rows.h"

/* Column k of a row. */
#define PLACE_0(a, ...) a,
#define PLACE_1(a, ...) PLACE_0(__VA_ARGS__)
#define PLACE_2(a, ...) PLACE_1(__VA_ARGS__)
#define PLACE_3(a, ...) PLACE_2(__VA_ARGS__)
#define PLACE_4(a, ...) PLACE_3(__VA_ARGS__)
#define PLACE_5(a, ...) PLACE_4(__VA_ARGS__)
#define PLACE_6(a, ...) PLACE_5(__VA_ARGS__)
#define PLACE_7(a, ...) PLACE_6(__VA_ARGS__)
#define PLACE_8(a, ...) PLACE_7(__VA_ARGS__)
#define PLACE_9(a, ...) PLACE_8(__VA_ARGS__)
#define PLACE_10(a, ...) PLACE_9(__VA_ARGS__)
#define PLACE_11(a, ...) PLACE_10(__VA_ARGS__)
#define PLACE_12(a, ...) PLACE_11(__VA_ARGS__)
#define PLACE_13(a, ...) PLACE_12(__VA_ARGS__)
#define PLACE_14(a, ...) PLACE_13(__VA_ARGS__)
#define PLACE_15(a, ...) PLACE_14(__VA_ARGS__)
#define PLACE_16(a, ...) PLACE_15(__VA_ARGS__)
#define PLACE_17(a, ...) PLACE_16(__VA_ARGS__)
#define PLACE_18(a, ...) PLACE_17(__VA_ARGS__)
#define PLACE_19(a, ...) PLACE_18(__VA_ARGS__)
#define TEN_PLACES(rows)                                                                              \
    rows(PLACE_0) rows(PLACE_1) rows(PLACE_2) rows(PLACE_3) rows(PLACE_4) rows(PLACE_5) rows(PLACE_6) \
    rows(PLACE_7) rows(PLACE_8) rows(PLACE_9)
#define SIX_MORE_PLACES(rows) \
    rows(PLACE_10) rows(PLACE_11) rows(PLACE_12) rows(PLACE_13) rows(PLACE_14) rows(PLACE_15)
#define FOUR_MORE_PLACES(rows) rows(PLACE_16) rows(PLACE_17) rows(PLACE_18) rows(PLACE_19)
#define WHOLE_ROW(...) __VA_ARGS__,

static const float ERF_TABLE_F32[176] = {TEN_PLACES(ERF_ROWS_F32) ERF_ROWS_F32(PLACE_10)};
static const float ERFC_TABLE_F32[176] = {TEN_PLACES(ERFC_ROWS_F32) ERFC_ROWS_F32(PLACE_10)};
#if VBYTES == 64
static const double ERF_TABLE_F64[256] = {TEN_PLACES(ERF_ROWS_F64) SIX_MORE_PLACES(ERF_ROWS_F64)};
static const double ERFC_TABLE_F64[320] = {
    TEN_PLACES(ERFC_ROWS_F64) SIX_MORE_PLACES(ERFC_ROWS_F64) FOUR_MORE_PLACES(ERFC_ROWS_F64)};
#else
static const double ERF_TABLE_F64[256] __attribute__((aligned(32))) = {ERF_ROWS_F64(WHOLE_ROW)};
static const double ERFC_TABLE_F64[320] __attribute__((aligned(32))) = {ERFC_ROWS_F64(WHOLE_ROW)};
#endif

typedef i64v index_f64;
typedef i32v index_f32;

/* Four columns from column k on of row n mod 16; k is a multiple of four, and rows are filled up to one. */
INLINE void lookup_four_f64(const double *table, int rows, int columns, int k, i64v n, f64v *out)
{
    (void)rows;
#if VBYTES == 64
    for (int i = 0; i < 4; i++)
        if (k + i < columns)
            out[i] = lookup16_f64(table + 16 * (k + i), n);
#elif VBYTES == 32
    n = (n & 15) * ((columns + 3) & ~3);
    __m256d a = _mm256_load_pd(table + n[0] + k), b = _mm256_load_pd(table + n[1] + k);
    __m256d c = _mm256_load_pd(table + n[2] + k), d = _mm256_load_pd(table + n[3] + k);
    __m256d ab = _mm256_unpacklo_pd(a, b), cd = _mm256_unpacklo_pd(c, d);
    out[0] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x20);
    out[2] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x31);
    ab = _mm256_unpackhi_pd(a, b), cd = _mm256_unpackhi_pd(c, d);
    out[1] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x20);
    out[3] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x31);
#else
    n = (n & 15) * ((columns + 3) & ~3);
    for (int i = 0; i < 4; i++)
        out[i] = (f64v){table[n[0] + k + i], table[n[1] + k + i]};
#endif
}

/* The same of floats, where a column of 8 rows, twice below each other, may be had in one step. */
#if VBYTES == 32
DEF(f32v, lookup8_f32, (const float *table, i32v n), _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), I(n)))
#else
#define lookup8_f32 lookup16_f32
#endif
INLINE void lookup_four_f32(const float *table, int rows, int columns, int k, i32v n, f32v *out)
{
    for (int i = 0; i < 4; i++)
        if (k + i < columns)
            out[i] = rows == 8 ? lookup8_f32(table + 16 * (k + i), n) : lookup16_f32(table + 16 * (k + i), n);
}

/* first + c u + ..., whose coefficients from the second on are the row's columns from the fifth on: by even and odd
 * powers, and looked up from the highest down, as they are used, so that few wait in registers. */
#define ROW_POLYNOMIAL(type, real)                                                                           \
    INLINE type##v row_polynomial_##type(type##v u, type##v first, const real *table, int rows, int columns, \
                                              index_##type n)                                                \
    {                                                                                                        \
        type##v uu = u * u, sums[2] = {{0}, {0}}, c[4] = {{0}, {0}, {0}, {0}};                               \
        _Pragma("GCC unroll 4") for (int k = (columns - 1) & ~3; k >= 4; k -= 4)                             \
        {                                                                                                    \
            lookup_four_##type(table, rows, columns, k, n, c);                                               \
            _Pragma("GCC unroll 4") for (int i = 3; i >= 0; i--)                                             \
            {                                                                                                \
                if (k + i < columns) {                                                                       \
                    type##v sum = fma_##type(sums[(i + 1) & 1], uu, c[i]);                                   \
                    sums[(i + 1) & 1] = k + i + 2 < columns ? sum : c[i];                                    \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        return fma_##type(sums[1], u, fma_##type(sums[0], uu, first));                                       \
    }
ROW_POLYNOMIAL(f64, double)
ROW_POLYNOMIAL(f32, float)
#undef ROW_POLYNOMIAL

#endif
