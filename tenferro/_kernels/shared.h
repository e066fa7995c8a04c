/* Words that threads share without a lock: each is read and written whole.

   relaxed   no order with anything else: an estimate, a setting, a count
   publish, published   who sees the word sees all that was written before it */

#ifndef TENFERRO_SHARED_H
#define TENFERRO_SHARED_H

#include <Python.h>
#include <stdint.h>

static inline int relaxed_int(const int *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void set_relaxed_int(int *word, int value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline double relaxed_double(const double *word)
{
    double value;
    __atomic_load(word, &value, __ATOMIC_RELAXED);
    return value;
}

static inline void set_relaxed_double(double *word, double value)
{
    __atomic_store(word, &value, __ATOMIC_RELAXED);
}

/* One more; where the interpreter's lock is held anyway, without the price of an atomic addition. */
static inline void count_one(long long *word)
{
#ifdef Py_GIL_DISABLED
    __atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
#else
    ++*word;
#endif
}

static inline long long counted(const long long *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void count_anew(long long *word)
{
    __atomic_store_n(word, 0, __ATOMIC_RELAXED);
}

static inline void *published_pointer(void *const *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* Whether the pointer was still `expected`, and is `value` now. */
static inline int publish_pointer(void **word, void *expected, void *value)
{
    return __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

static inline int published_int(const int *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void publish_int(int *word, int value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

#endif
