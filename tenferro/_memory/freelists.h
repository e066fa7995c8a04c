/* The pool: idle blocks kept for the next taker, a limit on them, statistics.

   An idle block stands in two lists at once: that of its size class (last in, first out: the block still warm in cache
   goes out first) and that of all idle blocks by time of return, which says whom to drop when the limit asks for it.

       take:  own class, then the few larger ones within the bound on waste; else a fresh block from the system
       give:  into the lists; a block larger than the limit goes to the system and the others stay

   The limit is on idle bytes: what the program itself holds is its own affair. A fresh block counts as if it had
   already come back, so the idle blocks that would then have to leave do so before it is allocated: the peak is lower.

   One mutex a pool. Under it are a few pointer writes and nothing else: no system call, no malloc, nothing that could
   want the GIL. So a thread that frees with the GIL held never waits for one that waits for the GIL.

   The struct is counted, since blocks may outlive the Pool object: every owner of a block holds a count. When the Pool
   goes its limit becomes 0, and whatever comes back later is freed at once.

   Fork: the child has only the forking thread, so a mutex that another thread held would stay locked for ever.
   Every pool is registered, and the fork handlers take all the mutexes before and let them go after, on both sides. */

#ifndef TENFERRO_FREELISTS_H
#define TENFERRO_FREELISTS_H

#include <pthread.h>
#include <string.h>

#include "blocks.h"

typedef struct {
    size_t hits, misses;      /* takes served from idle blocks / from the system */
    size_t evictions;         /* blocks freed because of the limit */
    size_t in_use, cached;    /* bytes in the program's hands / idle */
    size_t high_water;        /* greatest in_use + cached so far */
    size_t blocks_in_use, blocks_cached;
    size_t limit;
} pool_stats_t;

struct tenferro_pool {
    pthread_mutex_t lock;
    size_t references;
    pool_stats_t stats;
    block_t *newest, *oldest;
    struct tenferro_pool *next, *prev;  /* in the registry */
    block_t *idle[N_CLASSES];
};

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static struct tenferro_pool *registry;
static pthread_once_t registry_once = PTHREAD_ONCE_INIT;

static void before_fork(void)
{
    pthread_mutex_lock(&registry_lock);
    for (struct tenferro_pool *pool = registry; pool != NULL; pool = pool->next)
        pthread_mutex_lock(&pool->lock);
}

static void after_fork(void)
{
    for (struct tenferro_pool *pool = registry; pool != NULL; pool = pool->next)
        pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&registry_lock);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

/* ---- the two lists; all of this under the pool's lock ---- */

static inline void insert_idle(struct tenferro_pool *pool, block_t *block)
{
    block_t **head = &pool->idle[block->size_class];
    block->prev = NULL;
    block->next = *head;
    if (*head != NULL)
        (*head)->prev = block;
    *head = block;

    block->newer = NULL;
    block->older = pool->newest;
    if (pool->newest != NULL)
        pool->newest->newer = block;
    else
        pool->oldest = block;
    pool->newest = block;

    block->state = BLOCK_IDLE;
    pool->stats.cached += block_size(block);
    pool->stats.blocks_cached++;
}

static inline void remove_idle(struct tenferro_pool *pool, block_t *block)
{
    if (block->next != NULL)
        block->next->prev = block->prev;
    if (block->prev != NULL)
        block->prev->next = block->next;
    else
        pool->idle[block->size_class] = block->next;

    if (block->newer != NULL)
        block->newer->older = block->older;
    else
        pool->newest = block->older;
    if (block->older != NULL)
        block->older->newer = block->newer;
    else
        pool->oldest = block->newer;

    pool->stats.cached -= block_size(block);
    pool->stats.blocks_cached--;
}

/* Take the longest idle blocks out until at most `keep` bytes are idle; the chain is to be freed outside the lock. */
static inline block_t *evict(struct tenferro_pool *pool, size_t keep)
{
    block_t *chain = NULL;
    while (pool->stats.cached > keep) {
        block_t *block = pool->oldest;
        remove_idle(pool, block);
        block->next = chain;
        chain = block;
    }
    return chain;
}

static inline block_t *evict_for_limit(struct tenferro_pool *pool, size_t keep)
{
    const size_t before = pool->stats.blocks_cached;
    block_t *chain = evict(pool, keep);
    pool->stats.evictions += before - pool->stats.blocks_cached;
    return chain;
}

static inline void count_taken(struct tenferro_pool *pool, size_t size)
{
    pool_stats_t *stats = &pool->stats;
    stats->in_use += size;
    stats->blocks_in_use++;
    if (stats->in_use + stats->cached > stats->high_water)
        stats->high_water = stats->in_use + stats->cached;
}

static inline block_t *best_fit(struct tenferro_pool *pool, size_t nbytes, size_t size_class)
{
    const size_t largest = nbytes + (nbytes >> WASTE_SHIFT);
    do {
        if (pool->idle[size_class] != NULL)
            return pool->idle[size_class];
        size_class++;
    } while (size_class < N_CLASSES && class_size(size_class) <= largest);
    return NULL;
}

/* ---- the pool's own functions ---- */

static inline size_t freelists_trim(struct tenferro_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    const size_t freed = pool->stats.cached;
    block_t *chain = evict(pool, 0);
    pthread_mutex_unlock(&pool->lock);
    free_chain(chain);
    return freed;
}

/* A miss: make room below the limit, then ask the system; should it refuse, give it all idle blocks and ask again. */
static inline void *take_fresh(struct tenferro_pool *pool, size_t size_class)
{
    const size_t size = class_size(size_class);
    block_t *block = fresh_block(size_class);
    if (block == NULL) {
        freelists_trim(pool);
        block = fresh_block(size_class);
        if (block == NULL)
            return NULL;
    }
    pthread_mutex_lock(&pool->lock);
    count_taken(pool, size);
    pthread_mutex_unlock(&pool->lock);
    return block_data(block);
}

/* An aligned block of at least nbytes, its content undefined; NULL when there is no memory. */
static inline void *freelists_take(struct tenferro_pool *pool, size_t nbytes)
{
    if (nbytes > MAX_BLOCK)
        return NULL;
    const size_t size_class = class_of(nbytes);
    pthread_mutex_lock(&pool->lock);
    block_t *block = best_fit(pool, nbytes, size_class);
    if (block != NULL) {
        remove_idle(pool, block);
        block->state = BLOCK_USED;
        pool->stats.hits++;
        count_taken(pool, block_size(block));
        pthread_mutex_unlock(&pool->lock);
        return block_data(block);
    }
    pool->stats.misses++;
    const size_t size = class_size(size_class), limit = pool->stats.limit;
    block_t *chain = size <= limit ? evict_for_limit(pool, limit - size) : NULL; /* larger ones are never kept */
    pthread_mutex_unlock(&pool->lock);
    free_chain(chain);
    return take_fresh(pool, size_class);
}

static inline void freelists_give(struct tenferro_pool *pool, void *data)
{
    if (data == NULL)
        return;
    block_t *block = block_of(data), *chain;
    pthread_mutex_lock(&pool->lock);
    check_used(block);
    const size_t size = block_size(block);
    pool->stats.in_use -= size;
    pool->stats.blocks_in_use--;
    if (size <= pool->stats.limit) {
        insert_idle(pool, block);
        chain = evict_for_limit(pool, pool->stats.limit);
    } else {
        block->next = NULL;
        chain = block;
        pool->stats.evictions++;
    }
    pthread_mutex_unlock(&pool->lock);
    free_chain(chain);
}

static inline void freelists_set_limit(struct tenferro_pool *pool, size_t limit)
{
    pthread_mutex_lock(&pool->lock);
    pool->stats.limit = limit;
    block_t *chain = evict_for_limit(pool, limit);
    pthread_mutex_unlock(&pool->lock);
    free_chain(chain);
}

static inline pool_stats_t freelists_stats(struct tenferro_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool_stats_t stats = pool->stats;
    pthread_mutex_unlock(&pool->lock);
    return stats;
}

static inline struct tenferro_pool *freelists_new(size_t limit)
{
    struct tenferro_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pool->references = 1;
    pool->stats.limit = limit;
    pthread_once(&registry_once, watch_forks);
    pthread_mutex_lock(&registry_lock);
    pool->next = registry;
    if (registry != NULL)
        registry->prev = pool;
    registry = pool;
    pthread_mutex_unlock(&registry_lock);
    return pool;
}

static inline void freelists_retain(struct tenferro_pool *pool)
{
    __atomic_fetch_add(&pool->references, 1, __ATOMIC_RELAXED);
}

static inline void freelists_release(struct tenferro_pool *pool)
{
    if (__atomic_sub_fetch(&pool->references, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    pthread_mutex_lock(&registry_lock);
    if (pool->next != NULL)
        pool->next->prev = pool->prev;
    if (pool->prev != NULL)
        pool->prev->next = pool->next;
    else
        registry = pool->next;
    pthread_mutex_unlock(&registry_lock);
    freelists_trim(pool);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* The owner is gone: keep nothing, and free the struct with its last block. */
static inline void freelists_abandon(struct tenferro_pool *pool)
{
    freelists_set_limit(pool, 0);
    freelists_trim(pool);
    freelists_release(pool);
}

#endif
