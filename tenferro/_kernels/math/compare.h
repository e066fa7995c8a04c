/* Predicates and choice: vectors in, one 0/1 byte a lane out, and back.
 *
 * A comparison of GCC vectors gives -1 or 0 in each lane; joined to a whole vector of bytes and masked with 1 that is
 * NumPy's bool. So a predicate takes a row of vectors, VBYTES lanes in a turn: one vector of bytes, eight of doubles.
 * Complex numbers are interleaved pairs and compare as NumPy does: by real part, then by imaginary part. One macro text
 * serves every dtype: what differs is how a lane is tested, not what is done with the answer.
 */
#ifndef TENFERRO_COMPARE_H
#define TENFERRO_COMPARE_H

#include "../simd.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Bytes to match the lanes of a vector. */
typedef uint8_t bytes64 __attribute__((vector_size(VBYTES / 8), aligned(1), may_alias));
typedef uint8_t bytes32 __attribute__((vector_size(VBYTES / 4), aligned(1), may_alias));
typedef uint8_t bytes16 __attribute__((vector_size(VBYTES / 2), aligned(1), may_alias));
typedef uint8_t bytes8 __attribute__((vector_size(VBYTES), aligned(1), may_alias));

/* The lane masks (-1 or 0 a lane) that make one vector of bytes. */
DEF(i16v, joined32, (const i32v *mask), join_i32(mask[0], mask[1]))
DEF(i8v, bytes_of8, (const i8v *mask), mask[0])
DEF(i8v, bytes_of16, (const i16v *mask), ordered_i16(join_i16(mask[0], mask[1])))
DEF(i8v, bytes_of32, (const i32v *mask), ordered_i32(join_i16(joined32(mask), joined32(mask + 2))))
INLINE i8v bytes_of64(const i64v *mask)
{
    i32v half[4];
    _Pragma("GCC unroll 4") for (int i = 0; i < 4; i++)
        half[i] = join_i64(mask[2 * i], mask[2 * i + 1]);
    return ordered_i64(join_i16(joined32(half), joined32(half + 2)));
}

/* Stores lane masks of `bits` wide lanes as 0/1 bytes, and loads bytes as such a mask. */
#define MASK_TO_BYTES(bits)                                                       \
    INLINE void store_masks##bits(uint8_t *out, const i##bits##v *mask)           \
    {                                                                             \
        *(u8v *)out = (u8v)bytes_of##bits(mask) & 1;                              \
    }                                                                             \
    INLINE void store_mask##bits(uint8_t *out, i##bits##v mask)                   \
    {                                                                             \
        i##bits##v same[bits / 8];                                                \
        for (int i = 0; i < bits / 8; i++)                                        \
            same[i] = mask;                                                       \
        u8v bytes = (u8v)bytes_of##bits(same) & 1;                                \
        memcpy(out, &bytes, sizeof(bytes##bits));                                 \
    }                                                                             \
    static inline i##bits##v load_mask##bits(const uint8_t *x)                    \
    {                                                                             \
        return __builtin_convertvector(*(const bytes##bits *)x, i##bits##v) != 0; \
    }
MASK_TO_BYTES(64)
MASK_TO_BYTES(32)
MASK_TO_BYTES(16)
MASK_TO_BYTES(8)

/* A row of nv vectors, by what `test` says of those at v. */
#define ROW(bits, test)                                             \
    {                                                               \
        const ptrdiff_t lanes = VBYTES * 8 / bits, turn = bits / 8; \
        ptrdiff_t v = 0;                                            \
        while (v <= nv - turn) {                                    \
            i##bits##v mask[bits / 8];                              \
            _Pragma("GCC unroll 8")                                 \
            for (int i = 0; i < bits / 8; i++, v++)                 \
                mask[i] = test;                                     \
            store_masks##bits(out + (v - turn) * lanes, mask);      \
        }                                                           \
        _Pragma("GCC unroll 1")                                     \
        for (; v < nv; v++)                                         \
            store_mask##bits(out + v * lanes, test);                \
    }
#define PREDICATE1(name, type, bits, test)                                                     \
    DEF(i##bits##v, test_##name##_##type, (type##v x), test)                                   \
    static inline void name##_##type(uint8_t *out, const type##v *x, ptrdiff_t nv)             \
        ROW(bits, test_##name##_##type(x[v]))
#define PREDICATE2(name, type, bits, test)                                                           \
    DEF(i##bits##v, test_##name##_##type, (type##v x, type##v y), test)                              \
    static inline void name##_##type(uint8_t *out, const type##v *x, const type##v *y, ptrdiff_t nv) \
        ROW(bits, test_##name##_##type(x[v], y[v]))
#define PREDICATE3(name, type, bits, test)                                                                            \
    DEF(i##bits##v, test_##name##_##type, (type##v x, type##v y, type##v z), test)                                    \
    static inline void name##_##type(uint8_t *out, const type##v *x, const type##v *y, const type##v *z, ptrdiff_t nv) \
        ROW(bits, test_##name##_##type(x[v], y[v], z[v]))
#define WHERE(type, bits)                                                                         \
    static inline type##v where_##type(const uint8_t *x, type##v y, type##v z)                    \
    {                                                                                             \
        i##bits##v mask = load_mask##bits(x);                                                     \
        return (type##v)(((i##bits##v)y & mask) | ((i##bits##v)z & ~mask));                       \
    }

/* What every dtype has. */
#define COMPARISONS(type, bits)                                               \
    PREDICATE2(equal, type, bits, x == y)                                     \
    PREDICATE2(not_equal, type, bits, x != y)                                 \
    PREDICATE2(less, type, bits, x < y)                                       \
    PREDICATE2(less_equal, type, bits, x <= y)                                \
    PREDICATE2(greater, type, bits, x > y)                                    \
    PREDICATE2(greater_equal, type, bits, x >= y)                             \
    PREDICATE2(logical_and, type, bits, (x != 0) & (y != 0))                  \
    PREDICATE2(logical_or, type, bits, (x != 0) | (y != 0))                   \
    PREDICATE2(logical_xor, type, bits, (x != 0) ^ (y != 0))                  \
    PREDICATE1(logical_not, type, bits, x == 0)                               \
    WHERE(type, bits)

/* Integers are finite numbers, always. */
#define INTEGER_TESTS(type, bits)               \
    PREDICATE1(isnan, type, bits, x != x)       \
    PREDICATE1(isinf, type, bits, x != x)       \
    PREDICATE1(isfinite, type, bits, x == x)

/* Floats are tested on their bits, so that a signalling NaN raises nothing. */
#define FLOAT_TESTS(type, bits, infinity)                                                    \
    static inline u##bits##v magnitude_##type(type##v x) { return (u##bits##v)x << 1 >> 1; } \
    PREDICATE1(isnan, type, bits, magnitude_##type(x) > infinity)                            \
    PREDICATE1(isinf, type, bits, magnitude_##type(x) == infinity)                           \
    PREDICATE1(isfinite, type, bits, magnitude_##type(x) < infinity)                         \
    PREDICATE1(signbit, type, bits, (i##bits##v)x < 0)

COMPARISONS(b8, 8)
INTEGER_TESTS(b8, 8)
COMPARISONS(i8, 8)
INTEGER_TESTS(i8, 8)
COMPARISONS(i16, 16)
INTEGER_TESTS(i16, 16)
COMPARISONS(i32, 32)
INTEGER_TESTS(i32, 32)
COMPARISONS(i64, 64)
INTEGER_TESTS(i64, 64)
COMPARISONS(u8, 8)
INTEGER_TESTS(u8, 8)
COMPARISONS(u16, 16)
INTEGER_TESTS(u16, 16)
COMPARISONS(u32, 32)
INTEGER_TESTS(u32, 32)
COMPARISONS(u64, 64)
INTEGER_TESTS(u64, 64)
COMPARISONS(f32, 32)
FLOAT_TESTS(f32, 32, 0x7f800000u)
COMPARISONS(f64, 64)
FLOAT_TESTS(f64, 64, 0x7ff0000000000000ull)

static inline b8v invert_b8(b8v x)
{
    return (b8v)(x ^ 1);
}

/* Complex numbers, pair by pair: cheap enough as it is, and the compiler vectorises what it can. */
#define PAIR_PREDICATE2(name, type, part, test)                                                      \
    static inline void name##_##type(uint8_t *out, const type##v *x, const type##v *y, ptrdiff_t nv) \
    {                                                                                                \
        for (ptrdiff_t i = 0; i < nv * (ptrdiff_t)(VBYTES / sizeof(part) / 2); i++) {                \
            part a = ((const part *)x)[2 * i], b = ((const part *)x)[2 * i + 1];                     \
            part c = ((const part *)y)[2 * i], d = ((const part *)y)[2 * i + 1];                     \
            out[i] = test;                                                                           \
        }                                                                                            \
    }
#define PAIR_PREDICATE1(name, type, part, test)                                        \
    static inline void name##_##type(uint8_t *out, const type##v *x, ptrdiff_t nv)     \
    {                                                                                  \
        for (ptrdiff_t i = 0; i < nv * (ptrdiff_t)(VBYTES / sizeof(part) / 2); i++) {  \
            part a = ((const part *)x)[2 * i], b = ((const part *)x)[2 * i + 1];       \
            out[i] = test;                                                             \
        }                                                                              \
    }
/* Lexicographic order; a NaN in a part that decides makes it false. */
#define PAIR_ORDER(strict, loose) ((a strict c && b == b && d == d) || (a == c && b loose d))
#define PAIR_EXTREMUM(name, type, part, takes_x)                             \
    static inline type##v name##_##type(type##v x, type##v y)                \
    {                                                                        \
        type##v out = x; /* every lane is written; GCC 14 does not see it */ \
        for (unsigned i = 0; i < VBYTES / sizeof(part) / 2; i++) {           \
            part a = x[2 * i], b = x[2 * i + 1];                             \
            part c = y[2 * i], d = y[2 * i + 1];                             \
            int x_is_nan = a != a || b != b, y_is_nan = c != c || d != d;    \
            int take = takes_x;                                              \
            out[2 * i] = take ? a : c;                                       \
            out[2 * i + 1] = take ? b : d;                                   \
        }                                                                    \
        return out;                                                          \
    }
#define COMPLEX(type, part, bits)                                                                     \
    PAIR_PREDICATE2(equal, type, part, a == c && b == d)                                              \
    PAIR_PREDICATE2(not_equal, type, part, !(a == c && b == d))                                       \
    PAIR_PREDICATE2(less, type, part, PAIR_ORDER(<, <))                                               \
    PAIR_PREDICATE2(less_equal, type, part, PAIR_ORDER(<, <=))                                        \
    PAIR_PREDICATE2(greater, type, part, PAIR_ORDER(>, >))                                            \
    PAIR_PREDICATE2(greater_equal, type, part, PAIR_ORDER(>, >=))                                     \
    PAIR_PREDICATE2(logical_and, type, part, (a != 0 || b != 0) && (c != 0 || d != 0))                \
    PAIR_PREDICATE2(logical_or, type, part, a != 0 || b != 0 || c != 0 || d != 0)                     \
    PAIR_PREDICATE2(logical_xor, type, part, (a != 0 || b != 0) != (c != 0 || d != 0))                \
    PAIR_PREDICATE1(logical_not, type, part, a == 0 && b == 0)                                        \
    PAIR_PREDICATE1(isnan, type, part, a != a || b != b)                                              \
    PAIR_PREDICATE1(isinf, type, part, isinf(a) || isinf(b))                                          \
    PAIR_PREDICATE1(isfinite, type, part, isfinite(a) && isfinite(b))                                 \
    PAIR_EXTREMUM(maximum, type, part, x_is_nan || (!y_is_nan && PAIR_ORDER(>, >=)))                  \
    PAIR_EXTREMUM(minimum, type, part, x_is_nan || (!y_is_nan && PAIR_ORDER(<, <=)))                  \
    PAIR_EXTREMUM(fmax, type, part, y_is_nan || (!x_is_nan && PAIR_ORDER(>, >=)))                     \
    PAIR_EXTREMUM(fmin, type, part, y_is_nan || (!x_is_nan && PAIR_ORDER(<, <=)))                     \
    static inline type##v where_##type(const uint8_t *x, type##v y, type##v z)                        \
    {                                                                                                 \
        type##v out;                                                                                  \
        for (unsigned i = 0; i < VBYTES / sizeof(part); i++)                                          \
            out[i] = x[i / 2] ? y[i] : z[i];                                                          \
        return out;                                                                                   \
    }
COMPLEX(c64, float, 32)
COMPLEX(c128, double, 64)

#endif
