/* The third part of simd.h: tables whose rows are looked up whole, one row a lane.
 *
 * The list of rows is a macro, rows(ROW) = ROW(a, b) ROW(a, b) ..., and the level lays it out: by columns where a column fits
 * two registers (AVX-512: a look-up is one permutation, and the compiler keeps the columns loaded over a whole loop), else by
 * rows, so that a lane is a load or two and the rest is a transposition. An index counts modulo the number of rows.
 */
#ifndef TENFERRO_SIMD_TABLES_H
#define TENFERRO_SIMD_TABLES_H

/* 16 rows of two or three doubles. */
#if VBYTES == 64
#define FIRST2(a, b) a,
#define SECOND2(a, b) b,
#define FIRST3(a, b, c) a,
#define SECOND3(a, b, c) b,
#define THIRD3(a, b, c) c,
#define PAIR_TABLE16(name, rows) static const double name[32] = {rows(FIRST2) rows(SECOND2)}
#define TRIPLE_TABLE16(name, rows) static const double name[48] = {rows(FIRST3) rows(SECOND3) rows(THIRD3)}
#else
#define ROW2(a, b) a, b,
#define ROW3(a, b, c) a, b, c, 0,
#define PAIR_TABLE16(name, rows) static const double name[32] __attribute__((aligned(32))) = {rows(ROW2)}
#define TRIPLE_TABLE16(name, rows) static const double name[64] __attribute__((aligned(32))) = {rows(ROW3)}
#endif

INLINE f64v lookup16_pair_f64(const double *table, i64v n, f64v *second)
{
#if VBYTES == 64
    *second = lookup16_f64(table + 16, n);
    return lookup16_f64(table, n);
#elif VBYTES == 32
    n = (n & 15) << 1;
    __m256d even = _mm256_set_m128d(_mm_load_pd(table + n[2]), _mm_load_pd(table + n[0]));
    __m256d odd = _mm256_set_m128d(_mm_load_pd(table + n[3]), _mm_load_pd(table + n[1]));
    *second = (f64v)_mm256_unpackhi_pd(even, odd);
    return (f64v)_mm256_unpacklo_pd(even, odd);
#else
    n = (n & 15) << 1;
    *second = (f64v){table[n[0] + 1], table[n[1] + 1]};
    return (f64v){table[n[0]], table[n[1]]};
#endif
}
INLINE f32v lookup16_triple_f32(const float *table, i32v n, f32v *second, f32v *third) /* by columns everywhere */
{
    *second = lookup16_f32(table + 16, n);
    *third = lookup16_f32(table + 32, n);
    return lookup16_f32(table, n);
}
INLINE f64v lookup16_triple_f64(const double *table, i64v n, f64v *second, f64v *third)
{
#if VBYTES == 64
    *third = lookup16_f64(table + 32, n);
    return lookup16_pair_f64(table, n, second);
#elif VBYTES == 32
    n = (n & 15) << 2;
    __m256d a = _mm256_load_pd(table + n[0]), b = _mm256_load_pd(table + n[1]);
    __m256d c = _mm256_load_pd(table + n[2]), d = _mm256_load_pd(table + n[3]);
    __m256d ab = _mm256_unpacklo_pd(a, b), cd = _mm256_unpacklo_pd(c, d);
    *second = (f64v)_mm256_permute2f128_pd(_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d), 0x20);
    *third = (f64v)_mm256_permute2f128_pd(ab, cd, 0x31);
    return (f64v)_mm256_permute2f128_pd(ab, cd, 0x20);
#else
    n = (n & 15) << 2;
    *second = (f64v){table[n[0] + 1], table[n[1] + 1]};
    *third = (f64v){table[n[0] + 2], table[n[1] + 2]};
    return (f64v){table[n[0]], table[n[1]]};
#endif
}

/* 16 rows of eight floats: by columns, 16 floats a column, where a look-up of one is a permutation or two. */
#if VBYTES > 16
#define FIRST8(a, b, c, d, e, f, g, h) a,
#define SECOND8(a, b, c, d, e, f, g, h) b,
#define THIRD8(a, b, c, d, e, f, g, h) c,
#define FOURTH8(a, b, c, d, e, f, g, h) d,
#define FIFTH8(a, b, c, d, e, f, g, h) e,
#define SIXTH8(a, b, c, d, e, f, g, h) f,
#define SEVENTH8(a, b, c, d, e, f, g, h) g,
#define EIGHTH8(a, b, c, d, e, f, g, h) h,
#define OCTET_TABLE16(name, rows)                                                                       \
    static const float name[128] = {rows(FIRST8) rows(SECOND8) rows(THIRD8) rows(FOURTH8) rows(FIFTH8) \
                                    rows(SIXTH8) rows(SEVENTH8) rows(EIGHTH8)}
#else
#define ROW8(a, b, c, d, e, f, g, h) a, b, c, d, e, f, g, h,
#define OCTET_TABLE16(name, rows) static const float name[128] __attribute__((aligned(16))) = {rows(ROW8)}
#if defined(__SSE2__)
DEF(f32v, zip_low_f32, (f32v x, f32v y), _mm_unpacklo_ps(S(x), S(y)))
DEF(f32v, zip_high_f32, (f32v x, f32v y), _mm_unpackhi_ps(S(x), S(y)))
#else
DEF(f32v, zip_low_f32, (f32v x, f32v y), vzip1q_f32(S(x), S(y)))
DEF(f32v, zip_high_f32, (f32v x, f32v y), vzip2q_f32(S(x), S(y)))
#endif
#endif

INLINE void lookup16_octet_f32(const float *table, i32v n, f32v *columns)
{
#if VBYTES > 16
    for (int column = 0; column < 8; column++)
        columns[column] = lookup16_f32(table + 16 * column, n);
#else
    n = (n & 15) << 3;
    for (int half = 0; half < 8; half += 4) {
        const float *at = table + half;
        f32v a = *(const f32v *)(at + n[0]), b = *(const f32v *)(at + n[1]);
        f32v c = *(const f32v *)(at + n[2]), d = *(const f32v *)(at + n[3]);
        f32v low = zip_low_f32(a, c), high = zip_high_f32(a, c), low_too = zip_low_f32(b, d), high_too = zip_high_f32(b, d);
        columns[half] = zip_low_f32(low, low_too);
        columns[half + 1] = zip_high_f32(low, low_too);
        columns[half + 2] = zip_low_f32(high, high_too);
        columns[half + 3] = zip_high_f32(high, high_too);
    }
#endif
}
#endif
