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
DEF(f32v, or_sign_f32, (f32v x, f32v y), bits_f32(x) | (bits_f32(y) & SIGN_F32))
DEF(f64v, or_sign_f64, (f64v x, f64v y), bits_f64(x) | (bits_f64(y) & SIGN_F64))
DEF(i8v, splat_i8, (int8_t n), (i8v){0} + n)
DEF(i16v, splat_i16, (int16_t n), (i16v){0} + n)
DEF(i32v, splat_i32, (int32_t n), (i32v){0} + n)
DEF(i64v, splat_i64, (int64_t n), (i64v){0} + n)
DEF(u8v, splat_u8, (uint8_t n), (u8v){0} + n)
DEF(u16v, splat_u16, (uint16_t n), (u16v){0} + n)
DEF(u32v, splat_u32, (uint32_t n), (u32v){0} + n)
DEF(u64v, splat_u64, (uint64_t n), (u64v){0} + n)

/* Back to half a vector of floats in memory, as load_widened_ takes it from there. */
typedef float half_f32 __attribute__((vector_size(VBYTES / 2), aligned(4), may_alias));
INLINE void store_narrowed_f64(float *to, f64v x)
{
    *(half_f32 *)to = __builtin_convertvector(x, half_f32);
}

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
/* The mask of a type by the type's name, for text that serves both. */
typedef m32 mask_f32;
typedef m64 mask_f64;
#define any_f32 any_m32
#define any_f64 any_m64
#define all_f32 all_m32
#define all_f64 all_m64
#define not_f32 not_m32
#define not_f64 not_m64
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
    INLINE type##v whole_##type(type##v x) { return x + magic - magic; }                     \
    INLINE type##v finish_##type(type##v x, type##v rounded)                                 \
    {                                                                                               \
        return select_##type(lt_##type(abs_##type(x), splat_##type(magic)), copysign_##type(rounded, x), x); \
    }                                                                                               \
    INLINE type##v rint_##type(type##v x) { return finish_##type(x, whole_##type(abs_##type(x))); } \
    INLINE type##v trunc_##type(type##v x)                                                   \
    {                                                                                               \
        type##v a = abs_##type(x), r = whole_##type(a);                                             \
        return finish_##type(x, r - select_##type(gt_##type(r, a), splat_##type(one), splat_##type(0))); \
    }                                                                                               \
    INLINE type##v floor_##type(type##v x)                                                   \
    {                                                                                               \
        type##v r = xorsign_##type(whole_##type(abs_##type(x)), x);                                 \
        return finish_##type(x, r - select_##type(gt_##type(r, x), splat_##type(one), splat_##type(0))); \
    }                                                                                               \
    INLINE type##v ceil_##type(type##v x) { return -floor_##type(-x); }
ROUND_BY_SUM(f32, 0x1p23f, 1)
ROUND_BY_SUM(f64, 0x1p52, 1)
#endif

#if VBYTES < 64
DEF(i32v, select_i32, (m32 m, i32v x, i32v y), (x & m) | (y & ~m))
DEF(i64v, select_i64, (m64 m, i64v x, i64v y), (x & m) | (y & ~m))
#if VBYTES == 16
DEF(f32v, gather_f32, (const float *table, i32v n), (f32v){table[n[0]], table[n[1]], table[n[2]], table[n[3]]})
DEF(f32v, lookup16_f32, (const float *table, i32v n), gather_f32(table, n & 15))
#endif

/* 2^n as a float for the exponents of normal numbers. */
DEF(f32v, power_of_two_f32, (f32v n), (to_i32_f32(n) + 127) << 23)
DEF(f64v, power_of_two_f64, (f64v n), (bits_f64(n + 0x1.8p52) + 1023) << 52)

/* The smaller factor first: it leaves a normal number (or one so small that all of it goes), and only the second rounds. */
#define SCALE(type, lowest, highest)                                             \
    INLINE type##v scale_##type(type##v x, type##v n)                                        \
    {                                                                                               \
        type##v most = min_##type(max_##type(n, splat_##type(lowest)), splat_##type(highest));      \
        return x * power_of_two_##type(n - most) * power_of_two_##type(most);                       \
    }
SCALE(f32, -126, 127)
SCALE(f64, -1022, 1023)

/* Significands from 1.5 up are those whose first bit is set: doubled, that bit takes one off the exponent. */
#define SPLIT(type, utype, bits, shift, smallest, widen)                                                  \
    INLINE type##v split_##type(type##v x, type##v *exponent)                                      \
    {                                                                                                     \
        m##bits tiny = lt_##type(x, splat_##type(smallest));                                              \
        type##v lift = splat_##type(0);                                                                   \
        if (__builtin_expect(any_m##bits(tiny), 0)) {                                                     \
            x = select_##type(tiny, x * widen, x);                                                        \
            lift = select_##type(tiny, splat_##type(shift), lift);                                        \
        }                                                                                                 \
        utype one = (utype)splat_##type(1), mantissa = ((utype)splat_##type(smallest) - 1) & (utype)x;    \
        *exponent = biased_##type((utype)x >> shift) - lift;                                              \
        return (type##v)((mantissa | one) - (((utype)x >> (shift - 1) & 1) << shift));                    \
    }
DEF(f32v, biased_f32, (u32v n), from_i32_f32((i32v)n - 127))
DEF(f64v, biased_f64, (u64v n), (f64v)(n | 0x4330000000000000) - (0x1p52 + 1023))
SPLIT(f32, u32v, 32, 23, 0x1p-126f, 0x1p23f)
SPLIT(f64, u64v, 64, 52, 0x1p-1022, 0x1p52)
#endif

/* Error-free pairs: the value returned plus *error is exactly the sum (fast_sum_: |x| >= |y| or x = 0) or the product;
 * product_sum_ is x * y + z (|z| >= |x * y| or z = 0) with its error but for the error's own last bit, defect_ z - x * y.
 * product_once_ is x * y and a small rest, rounded once. */
#define PAIRS(type)                                                                        \
    INLINE type##v two_sum_##type(type##v x, type##v y, type##v *error)             \
    {                                                                                      \
        type##v sum = x + y, z = sum - x;                                                  \
        *error = (x - (sum - z)) + (y - z);                                                \
        return sum;                                                                        \
    }                                                                                      \
    INLINE type##v fast_sum_##type(type##v x, type##v y, type##v *error)            \
    {                                                                                      \
        type##v sum = x + y;                                                               \
        *error = y - (sum - x);                                                            \
        return sum;                                                                        \
    }
PAIRS(f32)
PAIRS(f64)

#ifdef HAVE_FMA
#define PRODUCTS(type)                                                                             \
    INLINE type##v two_product_##type(type##v x, type##v y, type##v *error)                 \
    {                                                                                              \
        type##v product = x * y;                                                                   \
        *error = fms_##type(x, y, product);                                                        \
        return product;                                                                            \
    }                                                                                              \
    INLINE type##v product_sum_##type(type##v x, type##v y, type##v z, type##v *error)      \
    {                                                                                              \
        type##v sum = fma_##type(x, y, z);                                                         \
        *error = fma_##type(x, y, z - sum);                                                        \
        return sum;                                                                                \
    }                                                                                              \
    INLINE type##v defect_##type(type##v x, type##v y, type##v z) { return fnma_##type(x, y, z); } \
    INLINE type##v product_once_##type(type##v x, type##v y, type##v rest) { return fma_##type(x, y, rest); }
#else /* after Dekker, by halves; the leading ones are cut off, not rounded, so that nothing overflows */
DEF(f32v, high_part_f32, (f32v x), bits_f32(x) & ~0xfff)
DEF(f64v, high_part_f64, (f64v x), bits_f64(x) & ~0x7ffffff)
#define PRODUCTS(type)                                                                             \
    INLINE type##v two_product_##type(type##v x, type##v y, type##v *error)                 \
    {                                                                                              \
        type##v product = x * y, a = high_part_##type(x), b = high_part_##type(y);                 \
        *error = ((a * b - product) + a * (y - b) + (x - a) * b) + (x - a) * (y - b);              \
        return product;                                                                            \
    }                                                                                              \
    INLINE type##v product_sum_##type(type##v x, type##v y, type##v z, type##v *error)      \
    {                                                                                              \
        type##v lost, product = two_product_##type(x, y, &lost);                                   \
        type##v sum = fast_sum_##type(z, product, error);                                          \
        *error += lost;                                                                            \
        return sum;                                                                                \
    }                                                                                              \
    INLINE type##v defect_##type(type##v x, type##v y, type##v z)                           \
    {                                                                                              \
        type##v lost, product = two_product_##type(x, y, &lost);                                   \
        return (z - product) - lost;                                                               \
    }                                                                                              \
    INLINE type##v product_once_##type(type##v x, type##v y, type##v rest)                         \
    {                                                                                              \
        type##v lost, product = two_product_##type(x, y, &lost);                                   \
        return product + (lost + rest);                                                            \
    }
#endif
PRODUCTS(f32)
PRODUCTS(f64)

/* Polynomials from the lowest power up, poly3_f64(x, a, b, c) = a + b x + c x^2; coefficient lists are macros. By Horner's rule,
 * the longer ones by even and odd powers, so that the chain of dependent operations is half as long. */
#define POLYNOMIALS(type, real)                                                                                  \
    INLINE type##v poly2_##type(type##v x, real a, real b)                                                \
    {                                                                                                            \
        return fma_##type(splat_##type(b), x, splat_##type(a));                                                  \
    }                                                                                                            \
    INLINE type##v poly3_##type(type##v x, real a, real b, real c)                                        \
    {                                                                                                            \
        return fma_##type(poly2_##type(x, b, c), x, splat_##type(a));                                            \
    }                                                                                                            \
    INLINE type##v poly4_##type(type##v x, real a, real b, real c, real d)                                \
    {                                                                                                            \
        return fma_##type(poly3_##type(x, b, c, d), x, splat_##type(a));                                         \
    }                                                                                                            \
    INLINE type##v poly5_##type(type##v x, real a, real b, real c, real d, real e)                        \
    {                                                                                                            \
        return fma_##type(poly2_##type(x * x, b, d), x, poly3_##type(x * x, a, c, e));                           \
    }                                                                                                            \
    INLINE type##v poly6_##type(type##v x, real a, real b, real c, real d, real e, real f)                \
    {                                                                                                            \
        return fma_##type(poly3_##type(x * x, b, d, f), x, poly3_##type(x * x, a, c, e));                        \
    }                                                                                                            \
    INLINE type##v poly7_##type(type##v x, real a, real b, real c, real d, real e, real f, real g)        \
    {                                                                                                            \
        return fma_##type(poly3_##type(x * x, b, d, f), x, poly4_##type(x * x, a, c, e, g));                     \
    }                                                                                                            \
    INLINE type##v poly9_##type(type##v x, real a, real b, real c, real d, real e, real f, real g, real h, real i)\
    {                                                                                                            \
        return fma_##type(poly4_##type(x * x, b, d, f, h), x, poly5_##type(x * x, a, c, e, g, i));               \
    }                                                                                                            \
    INLINE type##v poly10_##type(type##v x, real a, real b, real c, real d, real e, real f, real g, real h, real i, real j)\
    {                                                                                                            \
        return fma_##type(poly5_##type(x * x, b, d, f, h, j), x, poly5_##type(x * x, a, c, e, g, i));            \
    }
POLYNOMIALS(f32, float)
POLYNOMIALS(f64, double)
#endif
