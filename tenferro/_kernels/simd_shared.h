/* The second half of simd.h: what is written once for every level, out of the words defined there. Not for inclusion alone. */
#ifndef TENFERRO_SIMD_SHARED_H
#define TENFERRO_SIMD_SHARED_H

#define SIGN_F32 ((int32_t)0x80000000)
#define SIGN_F64 ((int64_t)0x8000000000000000)
DEF(i32v, bits_f32, (f32v x), x)
DEF(i64v, bits_f64, (f64v x), x)
DEF(f32v, float_i32, (i32v n), n)
DEF(f64v, float_i64, (i64v n), n)
DEF(f32v, abs_f32, (f32v x), bits_f32(x) & ~SIGN_F32)
DEF(f64v, abs_f64, (f64v x), bits_f64(x) & ~SIGN_F64)
DEF(f32v, copysign_f32, (f32v x, f32v y), (bits_f32(x) & ~SIGN_F32) | (bits_f32(y) & SIGN_F32))
DEF(f64v, copysign_f64, (f64v x, f64v y), (bits_f64(x) & ~SIGN_F64) | (bits_f64(y) & SIGN_F64))
DEF(f32v, xorsign_f32, (f32v x, f32v y), bits_f32(x) ^ (bits_f32(y) & SIGN_F32))
DEF(f64v, xorsign_f64, (f64v x, f64v y), bits_f64(x) ^ (bits_f64(y) & SIGN_F64))
DEF(i8v, splat_i8, (int8_t n), (i8v){0} + n)
DEF(i16v, splat_i16, (int16_t n), (i16v){0} + n)
DEF(i32v, splat_i32, (int32_t n), (i32v){0} + n)
DEF(i64v, splat_i64, (int64_t n), (i64v){0} + n)
DEF(u8v, splat_u8, (uint8_t n), (u8v){0} + n)
DEF(u16v, splat_u16, (uint16_t n), (u16v){0} + n)
DEF(u32v, splat_u32, (uint32_t n), (u32v){0} + n)
DEF(u64v, splat_u64, (uint64_t n), (u64v){0} + n)

/* splat(like, x): all lanes x, of the vector type of `like`. */
#define splat(like, x)                                                                                             \
    _Generic((like), f32v: splat_f32, f64v: splat_f64, i8v: splat_i8, i16v: splat_i16, i32v: splat_i32, i64v: splat_i64, \
             u8v: splat_u8, u16v: splat_u16, u32v: splat_u32, u64v: splat_u64)(x)

COMPARISON(lt, <, _CMP_LT_OQ)
COMPARISON(le, <=, _CMP_LE_OQ)
COMPARISON(gt, >, _CMP_GT_OQ)
COMPARISON(ge, >=, _CMP_GE_OQ)
COMPARISON(eq, ==, _CMP_EQ_OQ)
COMPARISON(ne, !=, _CMP_NEQ_UQ)
DEF(int, all_m32, (m32 m), !any_m32(not_m32(m)))
DEF(int, all_m64, (m64 m), !any_m64(not_m64(m)))
DEF(m32, isnan_mask_f32, (f32v x), ne_f32(x, x))
DEF(m64, isnan_mask_f64, (f64v x), ne_f64(x, x))

#ifdef ROUNDING
ROUNDING(rint, 8)  /* + 8: without the inexact flag */
ROUNDING(floor, 9)
ROUNDING(ceil, 10)
ROUNDING(trunc, 11)
#undef ROUNDING
#elif !defined(__aarch64__)
/* Adding and taking away 2^52 rounds what has a fraction at all; the sign is put back for the sake of -0. */
#define ROUND_BY_SUM(type, magic, one)                                                              \
    static inline type##v whole_##type(type##v x) { return x + magic - magic; }                     \
    static inline type##v finish_##type(type##v x, type##v rounded)                                 \
    {                                                                                               \
        return select_##type(lt_##type(abs_##type(x), splat_##type(magic)), copysign_##type(rounded, x), x); \
    }                                                                                               \
    static inline type##v rint_##type(type##v x) { return finish_##type(x, whole_##type(abs_##type(x))); } \
    static inline type##v trunc_##type(type##v x)                                                   \
    {                                                                                               \
        type##v a = abs_##type(x), r = whole_##type(a);                                             \
        return finish_##type(x, r - select_##type(gt_##type(r, a), splat_##type(one), splat_##type(0))); \
    }                                                                                               \
    static inline type##v floor_##type(type##v x)                                                   \
    {                                                                                               \
        type##v r = xorsign_##type(whole_##type(abs_##type(x)), x);                                 \
        return finish_##type(x, r - select_##type(gt_##type(r, x), splat_##type(one), splat_##type(0))); \
    }                                                                                               \
    static inline type##v ceil_##type(type##v x) { return -floor_##type(-x); }
ROUND_BY_SUM(f32, 0x1p23f, 1)
ROUND_BY_SUM(f64, 0x1p52, 1)
#endif

#if VBYTES < 64
DEF(i32v, select_i32, (m32 m, i32v x, i32v y), (x & m) | (y & ~m))
DEF(i64v, select_i64, (m64 m, i64v x, i64v y), (x & m) | (y & ~m))
#if VBYTES == 16
DEF(f64v, gather_f64, (const double *table, i64v n), (f64v){table[n[0]], table[n[1]]})
DEF(f32v, gather_f32, (const float *table, i32v n), (f32v){table[n[0]], table[n[1]], table[n[2]], table[n[3]]})
DEF(f32v, lookup16_f32, (const float *table, i32v n), gather_f32(table, n & 15))
#endif
DEF(f32v, lookup32_f32, (const float *table, i32v n), gather_f32(table, n & 31))
DEF(f64v, lookup8_f64, (const double *table, i64v n), gather_f64(table, n & 7))
DEF(f64v, lookup16_f64, (const double *table, i64v n), gather_f64(table, n & 15))
DEF(f64v, lookup32_f64, (const double *table, i64v n), gather_f64(table, n & 31))

/* 2^n as a float for the exponents of normal numbers. */
DEF(f32v, power_of_two_f32, (f32v n), (to_i32_f32(n) + 127) << 23)
DEF(f64v, power_of_two_f64, (f64v n), (bits_f64(n + 0x1.8p52) + 1023) << 52)

/* The smaller factor first: it leaves a normal number (or one so small that all of it goes), and only the second rounds. */
#define SCALE(type, lowest, highest, one_bit, furthest)                                             \
    static inline type##v scale_##type(type##v x, type##v n)                                        \
    {                                                                                               \
        type##v most = min_##type(max_##type(n, splat_##type(lowest)), splat_##type(highest));      \
        return x * power_of_two_##type(n - most) * power_of_two_##type(most);                       \
    }                                                                                               \
    static inline type##v unit_scale_##type(type##v x, type##v n)                                   \
    {                                                                                               \
        if (__builtin_expect(any_##type(gt_##type(abs_##type(n), splat_##type(highest - 3))), 0)) { \
            n = min_##type(max_##type(n, splat_##type(-furthest)), splat_##type(furthest));         \
            return scale_##type(x, n);                                                              \
        }                                                                                           \
        return x_plus_exponent_##type(x, n);                                                        \
    }
#define any_f32 any_m32
#define any_f64 any_m64
DEF(f32v, x_plus_exponent_f32, (f32v x, f32v n), bits_f32(x) + (to_i32_f32(n) << 23))
DEF(f64v, x_plus_exponent_f64, (f64v x, f64v n), bits_f64(x) + (bits_f64(n + 0x1.8p52) << 52))
SCALE(f32, -126, 127, 23, 250)
SCALE(f64, -1022, 1023, 52, 2000)

#define SPLIT(type, itype, bits, shift, half, smallest, widen, from_biased)                              \
    static inline type##v split_##type(type##v x, type##v *exponent)                                     \
    {                                                                                                    \
        m##bits tiny = lt_##type(x, splat_##type(smallest));                                             \
        type##v lift = splat_##type(0);                                                                  \
        if (__builtin_expect(any_m##bits(tiny), 0)) {                                                    \
            x = select_##type(tiny, x * widen, x);                                                       \
            lift = select_##type(tiny, splat_##type(shift), lift);                                       \
        }                                                                                                \
        itype biased = (itype)x + half;                                                                  \
        *exponent = from_biased(biased) - lift;                                                          \
        return (type##v)((itype)x - (biased & ~(2 * half - 1)) + (itype)splat_##type(1));                \
    }
/* 0.75 lies half an exponent below 1.5: adding that half makes the carry into the exponent count the significands from 1.5 up. */
DEF(f32v, exponent_f32, (u32v biased), from_i32_f32((i32v)(biased >> 23) - 127))
DEF(f64v, exponent_f64, (u64v biased), (f64v)((biased >> 52) | 0x4330000000000000) - (0x1p52 + 1023))
SPLIT(f32, u32v, 32, 23, 0x400000u, 0x1p-126f, 0x1p23f, exponent_f32)
SPLIT(f64, u64v, 64, 52, 0x8000000000000u, 0x1p-1022, 0x1p52, exponent_f64)

/* One byte, 0 or 1, for each lane: the mask narrowed. */
typedef uint8_t bytes_f32 __attribute__((vector_size(F32_LANES), aligned(1), may_alias));
typedef uint8_t bytes_f64 __attribute__((vector_size(F64_LANES), aligned(1), may_alias));
static inline void mask_store_b8_f32(uint8_t *out, m32 m) { *(bytes_f32 *)out = __builtin_convertvector(m, bytes_f32) & 1; }
static inline void mask_store_b8_f64(uint8_t *out, m64 m) { *(bytes_f64 *)out = __builtin_convertvector(m, bytes_f64) & 1; }
#endif

/* Error-free pairs: the returned value plus *error is the exact sum (two_sum; of |x| >= |y| or x = 0: fast_sum), or product. */
#define PAIRS(type, splitter)                                                              \
    static inline type##v two_sum_##type(type##v x, type##v y, type##v *error)             \
    {                                                                                      \
        type##v sum = x + y, z = sum - x;                                                  \
        *error = (x - (sum - z)) + (y - z);                                                \
        return sum;                                                                        \
    }                                                                                      \
    static inline type##v fast_sum_##type(type##v x, type##v y, type##v *error)            \
    {                                                                                      \
        type##v sum = x + y;                                                               \
        *error = y - (sum - x);                                                            \
        return sum;                                                                        \
    }                                                                                      \
    static inline type##v high_part_##type(type##v x)                                      \
    {                                                                                      \
        type##v t = x * splitter;                                                          \
        return t - (t - x);                                                                \
    }                                                                                      \
    static inline type##v two_product_##type(type##v x, type##v y, type##v *error)         \
    {                                                                                      \
        type##v product = x * y;                                                           \
        *error = PRODUCT_ERROR(type, x, y, product);                                       \
        return product;                                                                    \
    }
#ifdef HAVE_FMA
#define PRODUCT_ERROR(type, x, y, product) fms_##type(x, y, product)
#else /* after Dekker and Veltkamp, by halves */
#define PRODUCT_ERROR(type, x, y, product)                                                                       \
    ((high_part_##type(x) * high_part_##type(y) - product) + high_part_##type(x) * (y - high_part_##type(y)) +   \
     (x - high_part_##type(x)) * high_part_##type(y) + (x - high_part_##type(x)) * (y - high_part_##type(y)))
#endif
PAIRS(f32, 0x1.002p12f)
PAIRS(f64, 0x1.0000002p27)
#endif
