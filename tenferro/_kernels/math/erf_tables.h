/* How the rows of erf_rows.h are laid out by each level, and looked up.
 *
 * Doubles lie by columns where a column of 8 or 16 fits one register or two (AVX-512: one permutation each), else by rows,
 * which are loaded whole and transposed. Floats lie by columns everywhere.
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
#define TEN_MORE_PLACES(rows)                                                                         \
    rows(PLACE_10) rows(PLACE_11) rows(PLACE_12) rows(PLACE_13) rows(PLACE_14) rows(PLACE_15)         \
    rows(PLACE_16) rows(PLACE_17) rows(PLACE_18) rows(PLACE_19)
#define WHOLE_ROW(...) __VA_ARGS__,

static const float ERF_TABLE_F32[160] = {TEN_PLACES(ERF_ROWS_F32)};
static const float ERFC_TABLE_F32[160] = {TEN_PLACES(ERFC_ROWS_F32)};
#define ERF_WIDTH_F64 20
#if VBYTES == 64
static const double ERF_TABLE_F64[160] = {TEN_PLACES(ERF_ROWS_F64) TEN_MORE_PLACES(ERF_ROWS_F64)};
static const double ERFC_TABLE_F64[320] = {TEN_PLACES(ERFC_ROWS_F64) TEN_MORE_PLACES(ERFC_ROWS_F64)};
#else
static const double ERF_TABLE_F64[160] __attribute__((aligned(32))) = {ERF_ROWS_F64(WHOLE_ROW)};
static const double ERFC_TABLE_F64[320] __attribute__((aligned(32))) = {ERFC_ROWS_F64(WHOLE_ROW)};
#endif

/* The first `columns` columns of row n mod `rows`. */
INLINE void lookup_row_f64(const double *table, int rows, int columns, i64v n, f64v *out)
{
#if VBYTES == 64
#pragma GCC unroll 20
    for (int k = 0; k < columns; k++)
        out[k] = rows == 8 ? lookup8_f64(table + 8 * k, n) : lookup16_f64(table + 16 * k, n);
#elif VBYTES == 32
    n = (n & (rows - 1)) * ERF_WIDTH_F64;
#pragma GCC unroll 5
    for (int k = 0; k < columns; k += 4) {
        __m256d a = _mm256_load_pd(table + n[0] + k), b = _mm256_load_pd(table + n[1] + k);
        __m256d c = _mm256_load_pd(table + n[2] + k), d = _mm256_load_pd(table + n[3] + k);
        __m256d ab = _mm256_unpacklo_pd(a, b), cd = _mm256_unpacklo_pd(c, d);
        out[k] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x20);
        out[k + 2] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x31);
        ab = _mm256_unpackhi_pd(a, b), cd = _mm256_unpackhi_pd(c, d);
        out[k + 1] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x20);
        out[k + 3] = (f64v)_mm256_permute2f128_pd(ab, cd, 0x31);
    }
#else
    n = (n & (rows - 1)) * ERF_WIDTH_F64;
#pragma GCC unroll 20
    for (int k = 0; k < columns; k++)
        out[k] = (f64v){table[n[0] + k], table[n[1] + k]};
#endif
}

INLINE void lookup_row_f32(const float *table, int rows, int columns, i32v n, f32v *out)
{
    (void)rows;
#pragma GCC unroll 10
    for (int k = 0; k < columns; k++)
        out[k] = lookup16_f32(table + 16 * k, n);
}

/* c[0] + c[1] u + ..., by even and odd powers. */
#define ROW_POLYNOMIAL(type)                                                               \
    INLINE type##v row_polynomial_##type(type##v u, const type##v *c, int count)           \
    {                                                                                      \
        type##v uu = u * u, even = c[(count - 1) & ~1], odd = c[(count - 2) | 1];          \
        _Pragma("GCC unroll 20") for (int k = ((count - 1) & ~1) - 2; k >= 0; k -= 2)      \
            even = fma_##type(even, uu, c[k]);                                             \
        _Pragma("GCC unroll 20") for (int k = ((count - 2) | 1) - 2; k >= 0; k -= 2)       \
            odd = fma_##type(odd, uu, c[k]);                                               \
        return fma_##type(odd, u, even);                                                   \
    }
ROW_POLYNOMIAL(f64)
ROW_POLYNOMIAL(f32)
#undef ROW_POLYNOMIAL
#undef WHOLE_ROW
#undef TEN_PLACES
#undef TEN_MORE_PLACES
#undef PLACE_0
#undef PLACE_1
#undef PLACE_2
#undef PLACE_3
#undef PLACE_4
#undef PLACE_5
#undef PLACE_6
#undef PLACE_7
#undef PLACE_8
#undef PLACE_9
#undef PLACE_10
#undef PLACE_11
#undef PLACE_12
#undef PLACE_13
#undef PLACE_14
#undef PLACE_15
#undef PLACE_16
#undef PLACE_17
#undef PLACE_18
#undef PLACE_19

#endif
