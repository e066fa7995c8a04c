/* Many native threads on one pool, for a sanitizer to watch: each takes, marks, checks and gives, blocks change hands
   between threads, and one thread keeps changing the limit. Exit code 0 if no block was ever shared and all came back. */

#include "freelists.h"

enum { N_THREADS = 6, N_STEPS = 20000, N_SLOTS = 16 };

static struct tenferro_pool *pool;
static void *slots[N_SLOTS];
static int failures;

static void *work(void *argument)
{
    uint64_t state = (uint64_t)(uintptr_t)argument * 0x9e3779b97f4a7c15u + 1;
    for (int step = 0; step < N_STEPS; step++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const size_t nbytes = 16 + (state >> 33) % 9000;
        unsigned char *block = freelists_take(pool, nbytes);
        const unsigned char mark = (unsigned char)step;
        memset(block, mark, nbytes);
        for (size_t i = 0; i < nbytes; i += 512)
            if (block[i] != mark)
                __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
        /* leave ours for another thread, take and free what another one left */
        freelists_give(pool, __atomic_exchange_n(&slots[(state >> 20) % N_SLOTS], (void *)block, __ATOMIC_ACQ_REL));
        if (argument == NULL && step % 64 == 0)
            freelists_set_limit(pool, step % 128 ? 0 : (size_t)1 << 16);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N_THREADS];
    pool = freelists_new((size_t)1 << 16);
    for (size_t i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (size_t i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < N_SLOTS; i++)
        freelists_give(pool, slots[i]);
    const pool_stats_t stats = freelists_stats(pool);
    if (stats.in_use != 0 || stats.blocks_in_use != 0 || stats.cached > stats.limit)
        failures++;
    if (stats.hits + stats.misses != (size_t)N_THREADS * N_STEPS)
        failures++;
    freelists_abandon(pool);
    return failures != 0;
}
