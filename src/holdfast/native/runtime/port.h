/* What differs between compilers: atomic words, checked arithmetic, and the few
 * functions of the C library that the runtime calls. */
#ifndef HOLDFAST_PORT_H
#define HOLDFAST_PORT_H

#include "holdfast.h"

#ifdef __SIZE_TYPE__
typedef __SIZE_TYPE__ word_size;
#else
typedef unsigned long word_size;
#endif

void *realloc(void *old, word_size bytes);
void *calloc(word_size count, word_size bytes);
void free(void *memory);
void abort(void);
void *memcpy(void *to, const void *from, word_size bytes);
void *memset(void *to, int byte, word_size bytes);
int memcmp(const void *a, const void *b, word_size bytes);

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
int SwitchToThread(void);
#define port_yield() ((void)SwitchToThread())
#else
#define EXPORT
int sched_yield(void);
#define port_yield() ((void)sched_yield())
#endif

#ifdef __linux__
int madvise(void *from, word_size bytes, int advice);
#define port_large_pages(from, bytes) ((void)madvise(from, (word_size)(bytes), 14))
#else
#define port_large_pages(from, bytes) ((void)0)
#endif

#if defined(__TINYC__)

/* tcc knows the general builtins only; `expected` must be a variable. Their result is a
 * _Bool: read as an int it would hold rubbish in its upper bytes. */
INLINE u32 port_cas(u64 *place, u64 expected, u64 wanted) {
    _Bool done = __atomic_compare_exchange(place, &expected, &wanted, 0, 5, 5);
    return done ? 1 : 0;
}
#if defined(__x86_64__) /* it reads and writes in order; tcc reorders nothing */
#define port_load(place) (*(const volatile u64 *)(place))
#define port_store(place, value) ((void)(*(volatile u64 *)(place) = (value)))
#else
INLINE u64 port_load(const u64 *place) {
    u64 value;
    __atomic_load((u64 *)place, &value, 5);
    return value;
}
INLINE void port_store(u64 *place, u64 value) { __atomic_store(place, &value, 5); }
#endif

#define port_prefetch(place) ((void)0)

INLINE u32 port_mul_overflows(i64 a, i64 b, i64 *product) {
    *product = (i64)((u64)a * (u64)b);
    if (a == 0 || b == 0) return 0;
    if ((a == -1 && b == *product && b < 0) || (b == -1 && a == *product && a < 0)) return 1;
    return *product / b != a;
}

#else

INLINE u32 port_cas(u64 *place, u64 expected, u64 wanted) {
    return __atomic_compare_exchange_n(place, &expected, wanted, 0, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}
INLINE u64 port_load(const u64 *place) { return __atomic_load_n(place, __ATOMIC_ACQUIRE); }
INLINE void port_store(u64 *place, u64 value) { __atomic_store_n(place, value, __ATOMIC_RELEASE); }

#define port_prefetch(place) __builtin_prefetch(place)

INLINE u32 port_mul_overflows(i64 a, i64 b, i64 *product) {
    return __builtin_mul_overflow(a, b, product);
}

#endif

INLINE u64 port_fetch_add(u64 *place, u64 more) {
    u64 before;
    do before = port_load(place);
    while (!port_cas(place, before, before + more));
    return before;
}

/* A lock for a few instructions; who has it may have lost its core, so others let it run. */
INLINE void port_lock(u64 *lock) {
    while (!port_cas(lock, 0, 1)) {
        u32 spins = 0;
        while (port_load(lock))
            if (++spins > 200) port_yield();
    }
}
INLINE void port_unlock(u64 *lock) { port_store(lock, 0); }

#endif
