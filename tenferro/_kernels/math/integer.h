/* Integers: division by NumPy's rules, powers, shifts, and the small things, for all eight widths.
 *
 *     x // 0 = x % 0 = 0        MIN // -1 = MIN (it wraps), MIN % -1 = 0        % has the sign of the divisor, fmod of the dividend
 *     a shift by the width or more, or by a negative count, shifts everything out
 *
 * No instruction set here divides integers in vectors, but all divide floats, and a float twice as wide holds the
 * operands exactly: a quotient of 32-bit integers in double, cut to an integer, is right because x / y, where it is not whole,
 * is at least 1/y away from a whole number, and that is more than its rounding. Operands are taken apart in place, no lane
 * crosses another: a wide lane holds two (four for bytes) narrow ones, `part` of them at a time is moved to its low bits.
 *
 *     0x43300000 | low 32 bits   is the double 2^52 + low        so: or, subtract, divide, cut, add 1.5 * 2^52, take low bits
 *
 * 64-bit integers below 2^51 divide as doubles too; with a larger one in it the vector goes to the processor's divider. On
 * x86-64's baseline all of them do.
 * A divisor that would trap is made 1 first, and what its lane gets is decided by a mask.
 */
#ifndef TENFERRO_INTEGER_H
#define TENFERRO_INTEGER_H

#include "../simd.h"

typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* Whole quotients cut towards zero, by parts: `biased` moves the least signed number to 0, so that all are unsigned. */
#define QUOTIENT_PART(part, wide, type, utype, bits, real, one, mask, least)                                    \
    INLINE u##wide##v quotient_part##part##_##type(type##v x, type##v y)                                        \
    {                                                                                                           \
        u##wide##v biased_x = (u##wide##v)(x ^ (type##v)((utype##v)splat_##utype(0) + least)) >> (part * bits); \
        u##wide##v biased_y = (u##wide##v)(y ^ (type##v)((utype##v)splat_##utype(0) + least)) >> (part * bits); \
        f##wide##v a = (f##wide##v)((biased_x & mask) | (u##wide##v)splat_f##wide(one)) - (one + least);        \
        f##wide##v b = (f##wide##v)((biased_y & mask) | (u##wide##v)splat_f##wide(one)) - (one + least);        \
        f##wide##v quotient = trunc_f##wide(a / b) + (real)(1.5 * one);                                         \
        return ((u##wide##v)quotient & mask) << (part * bits);                                                  \
    }
#define QUOTIENT2(wide, type, utype, bits, real, one, mask, least)                   \
    QUOTIENT_PART(0, wide, type, utype, bits, real, one, mask, least)                \
    QUOTIENT_PART(1, wide, type, utype, bits, real, one, mask, least)                \
    INLINE type##v quotient_##type(type##v x, type##v y)                             \
    {                                                                                \
        return (type##v)(quotient_part0_##type(x, y) | quotient_part1_##type(x, y)); \
    }
#define QUOTIENT4(wide, type, utype, bits, real, one, mask, least)                   \
    QUOTIENT_PART(0, wide, type, utype, bits, real, one, mask, least)                \
    QUOTIENT_PART(1, wide, type, utype, bits, real, one, mask, least)                \
    QUOTIENT_PART(2, wide, type, utype, bits, real, one, mask, least)                \
    QUOTIENT_PART(3, wide, type, utype, bits, real, one, mask, least)                \
    INLINE type##v quotient_##type(type##v x, type##v y)                             \
    {                                                                                \
        return (type##v)(quotient_part0_##type(x, y) | quotient_part1_##type(x, y) | \
                         quotient_part2_##type(x, y) | quotient_part3_##type(x, y)); \
    }
QUOTIENT4(32, i8, u8, 8, float, 0x1p23f, 0xffu, 0x80)
QUOTIENT4(32, u8, u8, 8, float, 0x1p23f, 0xffu, 0)
QUOTIENT2(32, i16, u16, 16, float, 0x1p23f, 0xffffu, 0x8000)
QUOTIENT2(32, u16, u16, 16, float, 0x1p23f, 0xffffu, 0)
QUOTIENT2(64, i32, u32, 32, double, 0x1p52, 0xffffffffull, 0x80000000)
QUOTIENT2(64, u32, u32, 32, double, 0x1p52, 0xffffffffull, 0)

#define QUOTIENT64(type, reach)                                                         \
    INLINE type##v quotient_##type(type##v x, type##v y)                                \
    {                                                                                   \
        u64v beyond = ((u64v)x + reach) | ((u64v)y + reach);                            \
        if (__builtin_expect(any_m64(ne_i64((i64v)(beyond >> 51), splat_i64(0))), 0)) { \
            for (int i = 0; i < F64_LANES; i++)                                         \
                x[i] /= y[i];                                                           \
            return x;                                                                   \
        }                                                                               \
        f64v quotient = trunc_f64(from_i64_f64((i64v)x) / from_i64_f64((i64v)y));       \
        return (type##v)to_i64_f64(quotient);                                           \
    }
QUOTIENT64(i64, (1ull << 50))
QUOTIENT64(u64, 0)

/* The bits of x where the mask (0 or -1 a lane) is set, else of y. */
#define CHOOSE(type, mask, x, y) ((type##v)(((type##v)(mask) & (x)) | (~(type##v)(mask) & (y))))

/* What can't be divided by counts as 1, then as 0: quotient and remainder of zero divisors are 0. */
#define DIVISION_SIGNED(type, utype, bits)                                                                    \
    INLINE type##v whole_##type(type##v x, type##v y, type##v *rest)                                          \
    {                                                                                                         \
        type##v zero = (type##v)(y == 0), wraps = (type##v)(y == -1) & (x == (type)((utype)1 << (bits - 1))); \
        type##v quotient = quotient_##type(x, CHOOSE(type, zero | wraps, splat_##type(1), y)) & ~zero;        \
        *rest = (x - quotient * y) & ~zero;                                                                   \
        return quotient;                                                                                      \
    }                                                                                                         \
    INLINE type##v floor_divide_##type(type##v x, type##v y)                                                  \
    {                                                                                                         \
        type##v rest, quotient = whole_##type(x, y, &rest);                                                   \
        return quotient + ((type##v)(rest != 0) & (type##v)((rest ^ y) < 0));                                 \
    }                                                                                                         \
    INLINE type##v remainder_##type(type##v x, type##v y)                                                     \
    {                                                                                                         \
        type##v rest;                                                                                         \
        whole_##type(x, y, &rest);                                                                            \
        return rest + (y & (type##v)(rest != 0) & (type##v)((rest ^ y) < 0));                                 \
    }
#define DIVISION_UNSIGNED(type, utype, bits)                                                     \
    INLINE type##v whole_##type(type##v x, type##v y, type##v *rest)                             \
    {                                                                                            \
        type##v zero = (type##v)(y == 0), quotient = quotient_##type(x, y | (zero & 1)) & ~zero; \
        *rest = (x - quotient * y) & ~zero;                                                      \
        return quotient;                                                                         \
    }                                                                                            \
    INLINE type##v floor_divide_##type(type##v x, type##v y)                                     \
    {                                                                                            \
        type##v rest;                                                                            \
        return whole_##type(x, y, &rest);                                                        \
    }                                                                                            \
    INLINE type##v remainder_##type(type##v x, type##v y)                                        \
    {                                                                                            \
        type##v rest;                                                                            \
        whole_##type(x, y, &rest);                                                               \
        return rest;                                                                             \
    }

/* SSE2 compares and multiplies no 64-bit lanes: what stands above would leave and enter vector registers at every step. The
 * product is the quotient by 0 and by -1, which the processor can't divide by. */
#define DIVISION_SCALAR(type, plain, opposite)                                                               \
    INLINE type whole1_##type(type x, type y, type *rest)                                                    \
    {                                                                                                        \
        type quotient = __builtin_expect(plain, 1) ? x / y : x * y;                                          \
        *rest = y ? x - quotient * y : 0;                                                                    \
        return quotient;                                                                                     \
    }                                                                                                        \
    INLINE type##v whole_##type(type##v x, type##v y, type##v *rest)                                         \
    {                                                                                                        \
        type low, high;                                                                                      \
        type##v quotient = {whole1_##type(x[0], y[0], &low), whole1_##type(x[1], y[1], &high)};              \
        *rest = (type##v){low, high};                                                                        \
        return quotient;                                                                                     \
    }                                                                                                        \
    /* 1 where the rest and the divisor are of different signs */                                            \
    INLINE type apart_##type(type rest, type y) { return (void)y, rest != 0 && (opposite); }                 \
    INLINE type floor1_##type(type x, type y)                                                                \
    {                                                                                                        \
        type rest, quotient = whole1_##type(x, y, &rest);                                                    \
        return quotient - apart_##type(rest, y);                                                             \
    }                                                                                                        \
    INLINE type remainder1_##type(type x, type y)                                                            \
    {                                                                                                        \
        type rest;                                                                                           \
        whole1_##type(x, y, &rest);                                                                          \
        return rest + (apart_##type(rest, y) ? y : 0);                                                       \
    }                                                                                                        \
    INLINE type##v floor_divide_##type(type##v x, type##v y)                                                 \
    {                                                                                                        \
        return (type##v){floor1_##type(x[0], y[0]), floor1_##type(x[1], y[1])};                              \
    }                                                                                                        \
    INLINE type##v remainder_##type(type##v x, type##v y)                                                    \
    {                                                                                                        \
        return (type##v){remainder1_##type(x[0], y[0]), remainder1_##type(x[1], y[1])};                      \
    }
#if VBYTES == 16 && defined(__SSE2__)
#define DIVISION_i64(type, utype, bits) DIVISION_SCALAR(type, (utype)y + 1 > 1, (rest ^ y) < 0)
#define DIVISION_u64(type, utype, bits) DIVISION_SCALAR(type, y != 0, 0)
#else
#define DIVISION_i64 DIVISION_SIGNED
#define DIVISION_u64 DIVISION_UNSIGNED
#endif

/* Square and multiply, modulo 2^bits; exponents are not negative. */
#define POWER(type, utype, bits)                                                    \
    INLINE type##v fmod_##type(type##v x, type##v y)                                \
    {                                                                               \
        type##v rest;                                                               \
        whole_##type(x, y, &rest);                                                  \
        return rest;                                                                \
    }                                                                               \
    INLINE type##v power_##type(type##v x, type##v y)                               \
    {                                                                               \
        utype##v base = (utype##v)x, left = (utype##v)y, result = splat_##utype(1); \
        while (any_m64(ne_i64((i64v)left, splat_i64(0)))) {                         \
            utype##v odd = (utype##v)((left & 1) != 0);                             \
            result = CHOOSE(utype, odd, result * base, result);                     \
            base *= base;                                                           \
            left >>= 1;                                                             \
        }                                                                           \
        return (type##v)result;                                                     \
    }

/* Shifts of lanes by lanes: 32 and 64 bits have instructions, narrower lanes take turns in the low bits of 32. */
#define SHIFT_BY_PARTS(type, utype, bits, mask)                                \
    INLINE utype##v shift_left_##type(utype##v x, utype##v n)                  \
    {                                                                          \
        u32v out = splat_u32(0);                                               \
        for (int at = 0; at < 32; at += bits)                                  \
            out |= ((((u32v)x >> at) << ((u32v)n >> at & mask)) & mask) << at; \
        return (utype##v)out;                                                  \
    }                                                                          \
    INLINE utype##v shift_right_##type(utype##v x, utype##v n)                 \
    {                                                                          \
        u32v out = splat_u32(0);                                               \
        for (int at = 0; at < 32; at += bits)                                  \
            out |= ((((u32v)x >> at) & mask) >> ((u32v)n >> at & mask)) << at; \
        return (utype##v)out;                                                  \
    }
#define SHIFT(type, utype)                                                       \
    INLINE utype##v shift_left_##type(utype##v x, utype##v n) { return x << n; } \
    INLINE utype##v shift_right_##type(utype##v x, utype##v n) { return x >> n; }
SHIFT_BY_PARTS(i8, u8, 8, 0xffu)
SHIFT_BY_PARTS(u8, u8, 8, 0xffu)
SHIFT_BY_PARTS(i16, u16, 16, 0xffffu)
SHIFT_BY_PARTS(u16, u16, 16, 0xffffu)
SHIFT(i32, u32)
SHIFT(u32, u32)
SHIFT(i64, u64)
SHIFT(u64, u64)

/* Complemented, a negative number shifts in zeros for what shall be ones. */
#define SHIFTS(type, utype, bits)                                                       \
    INLINE type##v left_shift_##type(type##v x, type##v y)                              \
    {                                                                                   \
        utype##v inside = (utype##v)((utype##v)y < bits), n = (utype##v)y & (bits - 1); \
        return (type##v)(shift_left_##type((utype##v)x, n) & inside);                   \
    }                                                                                   \
    INLINE type##v right_shift_##type(type##v x, type##v y)                             \
    {                                                                                   \
        utype##v inside = (utype##v)((utype##v)y < bits), n = (utype##v)y & (bits - 1); \
        utype##v ones = (utype##v)(x < 0);                                              \
        return (type##v)((shift_right_##type((utype##v)x ^ ones, n) & inside) ^ ones);  \
    }

#define DIVISION_i8 DIVISION_SIGNED
#define DIVISION_i16 DIVISION_SIGNED
#define DIVISION_i32 DIVISION_SIGNED
#define DIVISION_u8 DIVISION_UNSIGNED
#define DIVISION_u16 DIVISION_UNSIGNED
#define DIVISION_u32 DIVISION_UNSIGNED
#define SIGNED(type, utype, bits)                                                                   \
    DIVISION_##type(type, utype, bits)                                                              \
    INLINE type##v absolute_##type(type##v x) { return (x ^ (type##v)(x < 0)) - (type##v)(x < 0); } \
    INLINE type##v sign_##type(type##v x) { return (type##v)(x < 0) - (type##v)(x > 0); }
#define UNSIGNED(type, utype, bits)                         \
    DIVISION_##type(type, utype, bits)                      \
    INLINE type##v absolute_##type(type##v x) { return x; } \
    INLINE type##v sign_##type(type##v x) { return (type##v)(x != 0) & 1; }

/* 1 / x cut towards zero; of 0 it is what NumPy gets from converting an infinity: 0, or the least number if that is wide. */
#define ALL(family, type, utype, bits, minus_one, of_zero)                                    \
    family(type, utype, bits)                                                                 \
    POWER(type, utype, bits)                                                                  \
    SHIFTS(type, utype, bits)                                                                 \
    INLINE type##v reciprocal_##type(type##v x)                                               \
    {                                                                                         \
        type##v whole = (type##v)(x == 1) | ((type##v)(x == (type)-1) & (type)minus_one);     \
        return (x & whole) | ((type##v)(x == 0) & (type)of_zero);                             \
    }                                                                                         \
    INLINE type##v maximum_##type(type##v x, type##v y) { return CHOOSE(type, x > y, x, y); } \
    INLINE type##v minimum_##type(type##v x, type##v y) { return CHOOSE(type, x < y, x, y); }
ALL(SIGNED, i8, u8, 8, -1, 0)
ALL(SIGNED, i16, u16, 16, -1, 0)
ALL(SIGNED, i32, u32, 32, -1, INT32_MIN)
ALL(SIGNED, i64, u64, 64, -1, INT64_MIN)
ALL(UNSIGNED, u8, u8, 8, 0, 0)
ALL(UNSIGNED, u16, u16, 16, 0, 0)
ALL(UNSIGNED, u32, u32, 32, 0, 0)
ALL(UNSIGNED, u64, u64, 64, 0, 0)

#endif
