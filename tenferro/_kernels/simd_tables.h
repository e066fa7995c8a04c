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
/* 32 rows of eight floats: out[i] is column i. */
#if VBYTES == 64
#define COLUMN0(a, b, c, d, e, f, g, h) a,
#define COLUMN1(a, b, c, d, e, f, g, h) b,
#define COLUMN2(a, b, c, d, e, f, g, h) c,
#define COLUMN3(a, b, c, d, e, f, g, h) d,
#define COLUMN4(a, b, c, d, e, f, g, h) e,
#define COLUMN5(a, b, c, d, e, f, g, h) f,
#define COLUMN6(a, b, c, d, e, f, g, h) g,
#define COLUMN7(a, b, c, d, e, f, g, h) h,
#define OCTUPLE_TABLE32(name, rows)                                                                           \
    static const float name[256] = {rows(COLUMN0) rows(COLUMN1) rows(COLUMN2) rows(COLUMN3) rows(COLUMN4)     \
                                    rows(COLUMN5) rows(COLUMN6) rows(COLUMN7)}
#else
#define ROW8(a, b, c, d, e, f, g, h) a, b, c, d, e, f, g, h,
#define OCTUPLE_TABLE32(name, rows) static const float name[256] __attribute__((aligned(32))) = {rows(ROW8)}
#endif
INLINE void lookup32_octuple_f32(const float *table, i32v n, f32v out[8])
{
#if VBYTES == 64
    for (int i = 0; i < 8; i++)
        out[i] = lookup32_f32(table + 32 * i, n);
#elif VBYTES == 32
    __m256 row[8], pair[8];
    n = (n & 31) << 3;
    for (int i = 0; i < 8; i++)
        row[i] = _mm256_load_ps(table + n[i]);
    for (int i = 0; i < 8; i += 4) { /* transposed by two, by four, by eight */
        __m256 a = _mm256_unpacklo_ps(row[i], row[i + 1]), b = _mm256_unpacklo_ps(row[i + 2], row[i + 3]);
        __m256 c = _mm256_unpackhi_ps(row[i], row[i + 1]), d = _mm256_unpackhi_ps(row[i + 2], row[i + 3]);
        pair[i] = _mm256_shuffle_ps(a, b, 0x44);
        pair[i + 1] = _mm256_shuffle_ps(a, b, 0xee);
        pair[i + 2] = _mm256_shuffle_ps(c, d, 0x44);
        pair[i + 3] = _mm256_shuffle_ps(c, d, 0xee);
    }
    for (int i = 0; i < 4; i++) {
        out[i] = (f32v)_mm256_permute2f128_ps(pair[i], pair[i + 4], 0x20);
        out[i + 4] = (f32v)_mm256_permute2f128_ps(pair[i], pair[i + 4], 0x31);
    }
#else
    n = (n & 31) << 3;
    for (int i = 0; i < 8; i++)
        out[i] = gather_f32(table + i, n);
#endif
}

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
#endif
