/* Copies that bypass the cache, for results larger than it: the lines written need not be read first. */
#ifndef TENFERRO_STREAM_H
#define TENFERRO_STREAM_H

#include "simd.h"

/* A loop (see loops.pxd): n lines of 64 bytes from a[0] to out, which starts on a line. */
static inline void stream_lines(void *out, void **a, Py_ssize_t n)
{
    const char *x = (const char *)a[0];
    char *to = (char *)out;
#if VBYTES == 64
    for (Py_ssize_t i = 0; i < n; i++)
        _mm512_stream_si512((__m512i *)(to + 64 * i), _mm512_loadu_si512(x + 64 * i));
    _mm_sfence();
#elif VBYTES == 32
    for (Py_ssize_t i = 0; i < 2 * n; i++)
        _mm256_stream_si256((__m256i *)(to + 32 * i), _mm256_loadu_si256((const __m256i *)(x + 32 * i)));
    _mm_sfence();
#elif defined(__SSE2__)
    for (Py_ssize_t i = 0; i < 4 * n; i++)
        _mm_stream_si128((__m128i *)(to + 16 * i), _mm_loadu_si128((const __m128i *)(x + 16 * i)));
    _mm_sfence();
#else
    __builtin_memcpy(to, x, 64 * (size_t)n);
#endif
}

#endif
