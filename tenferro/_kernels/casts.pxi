# Conversions between any two dtypes: one loop over two fused types.
#
# The loop works on scalars of the C types and the compiler vectorises it for the level. Conversions follow NumPy:
# to bool is "non-zero"; a complex number loses its imaginary part; float to a narrow integer goes through a wide
# one, so that the lanes of a vector and a lone scalar cut the same bits.

ctypedef float complex c64
ctypedef double complex c128

# Cython tells fused types apart by the C type it is told; the true sizes are the header's. So b8, f16 and bf16 name
# types that no other dtype uses.
cdef extern from "tenferro/_kernels/convert.h" nogil:
    ctypedef char b8
    ctypedef signed char i8
    ctypedef short i16
    ctypedef int i32
    ctypedef long long i64
    ctypedef unsigned char u8
    ctypedef unsigned short u16
    ctypedef unsigned int u32
    ctypedef unsigned long long u64
    ctypedef float f32
    ctypedef double f64
    ctypedef long double f16
    ctypedef unsigned long bf16
    void f32_from_f16(f32 *out, const f16 *x, long n)
    void f16_from_f32(f16 *out, const f32 *x, long n)
    f32 f32_from_bf16(bf16 x)
    bf16 bf16_from_f32(f32 x)
    bf16 bf16_from_f64(f64 x)
    u64 u64_from_f64(f64 x)
    i64 i64_from_f64(f64 x)
    i32 i32_from_f64(f64 x)

cdef extern from "tenferro/_kernels/stream.h" nogil:
    void stream_lines(void *out, void **a, Py_ssize_t n)

ctypedef fused target:
    b8
    i8
    i16
    i32
    i64
    u8
    u16
    u32
    u64
    f32
    f64
    c64
    c128
    f16
    bf16

ctypedef fused source:
    b8
    i8
    i16
    i32
    i64
    u8
    u16
    u32
    u64
    f32
    f64
    c64
    c128
    f16
    bf16


ctypedef fused part:
    f32
    f64


# C makes a complex number of two parts by x + y*I, which turns -0 into 0 and an infinity into NaN: so by address.
cdef inline void set_parts(part *z, part x, part y) noexcept nogil:
    z[0] = x
    z[1] = y


cdef inline void set_real(target *z, f64 x) noexcept nogil:
    if target is c64:
        set_parts(<f32 *>z, <f32>x, <f32>0)
    elif target is c128:
        set_parts(<f64 *>z, x, <f64>0)


cdef void convert(target *out, source **a, Py_ssize_t n) noexcept nogil:
    cdef source *x = a[0]
    cdef Py_ssize_t i
    if source is f16 and target is f32:
        f32_from_f16(out, x, n)
        return
    if source is f32 and target is f16:
        f16_from_f32(out, x, n)
        return
    for i in range(n):
        if source is target:
            out[i] = x[i]
        elif (target is c64 or target is c128) and source is not c64 and source is not c128:
            if source is bf16:
                set_real(out + i, f32_from_bf16(x[i]))
            else:
                set_real(out + i, <f64>x[i])
        elif target is b8:
            if source is bf16:
                out[i] = f32_from_bf16(x[i]) != 0
            else:
                out[i] = x[i] != 0
        elif target is bf16:
            if source is c64 or source is c128:
                out[i] = bf16_from_f64(x[i].real)
            elif source is f32 or source is f16:
                out[i] = bf16_from_f32(x[i])
            else:
                out[i] = bf16_from_f64(<f64>x[i])
        elif source is bf16:
            if target is u64:
                out[i] = u64_from_f64(f32_from_bf16(x[i]))
            elif target is i64 or target is u32:
                out[i] = <target>i64_from_f64(f32_from_bf16(x[i]))
            elif target is i32 or target is i16 or target is i8 or target is u16 or target is u8:
                out[i] = <target>i32_from_f64(f32_from_bf16(x[i]))
            else:
                out[i] = <target>f32_from_bf16(x[i])
        elif source is c64 or source is c128:
            if target is c64:
                set_parts(<f32 *>(out + i), <f32>x[i].real, <f32>x[i].imag)
            elif target is c128:
                set_parts(<f64 *>(out + i), <f64>x[i].real, <f64>x[i].imag)
            elif target is u64:
                out[i] = u64_from_f64(x[i].real)
            elif target is i64 or target is u32:
                out[i] = <target>i64_from_f64(x[i].real)
            elif target is i32 or target is i16 or target is i8 or target is u16 or target is u8:
                out[i] = <target>i32_from_f64(x[i].real)
            else:
                out[i] = <target>x[i].real
        elif source is f32 or source is f64 or source is f16:
            if target is u64:
                out[i] = u64_from_f64(x[i])
            elif target is i64 or target is u32:
                out[i] = <target>i64_from_f64(x[i])
            elif target is i32 or target is i16 or target is i8 or target is u16 or target is u8:
                out[i] = <target>i32_from_f64(x[i])
            else:
                out[i] = <target>x[i]
        else:
            out[i] = <target>x[i]
