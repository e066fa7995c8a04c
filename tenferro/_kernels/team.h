/* A team of threads: who may open one, how wide, which member works on which block, and on which processor.
 *
 *     section      from the opening of a team until its last member has come back; one at a time in the process
 *     stripe       the blocks that are one member's own; who is done with his takes what others have not begun
 *     generation   the number of the section: a stripe that shows an older one is untouched, so that nobody has to write
 *                  the lines of others before a section can start
 *
 * Members keep off the processor that the calling thread works on. The system likes to wake a thread where its waker
 * runs; there it would wait until the caller, which spins at the end of the section, goes to sleep. A member that finds
 * itself there leaves that one processor out of its affinity mask (docs/decisions/0008).
 */
#ifndef TENFERRO_TEAM_H
#define TENFERRO_TEAM_H

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>

enum {
    MOST_MEMBERS = 1024,
    /* of how many others a member looks at the stripes, and the caller whether they have come */
    NEIGHBOURS = 7,
    /* how often the caller, done with all there is to do, lets members run that have not come: for 2 ms or more */
    YIELDS = 5000,
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* who may open a section */

/* 0 free, 1 a section runs */
static atomic_int team_busy;
/* a team has been opened in this process; the child of a fork finds it set and stays serial */
static atomic_int team_opened;
static atomic_int team_orphaned;
static uint32_t team_generation;

static void team_in_child(void)
{
    atomic_store(&team_busy, 0);
    if (atomic_load(&team_opened))
        atomic_store(&team_orphaned, 1);
}

static void team_watch_forks(void)
{
    pthread_atfork(0, 0, team_in_child);
}

static int team_acquire(void)
{
    int expected = 0;
    if (atomic_load_explicit(&team_orphaned, memory_order_relaxed))
        return 0;
    if (!atomic_compare_exchange_strong(&team_busy, &expected, 1))
        return 0;
    atomic_store_explicit(&team_opened, 1, memory_order_relaxed);
    team_generation++;
    return 1;
}

static void team_release(void)
{
    atomic_store(&team_busy, 0);
}

static int team_is_free(void)
{
    return !atomic_load_explicit(&team_busy, memory_order_relaxed)
        && !atomic_load_explicit(&team_orphaned, memory_order_relaxed);
}

static pthread_t team_importer;

static void team_remember_importer(void)
{
    team_importer = pthread_self();
}

static int team_is_importer(void)
{
    return pthread_equal(team_importer, pthread_self());
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* how wide */

static void *team_probe(void *gate)
{
    sem_wait((sem_t *)gate);
    return 0;
}

/* The width, up to `width`, of a team that the calling thread can open: tried with threads that do nothing. */
static int team_startable(int width)
{
    static __thread int proven = 1;
    pthread_t probes[MOST_MEMBERS];
    sem_t gate;
    int n = 0;
    if (width <= proven || sem_init(&gate, 0, 0) != 0)
        return width < proven ? width : proven;
    while (n < width - proven && n < MOST_MEMBERS && pthread_create(&probes[n], 0, team_probe, &gate) == 0)
        n++;
    for (int i = 0; i < n; i++)
        sem_post(&gate);
    for (int i = 0; i < n; i++)
        pthread_join(probes[i], 0);
    sem_destroy(&gate);
    proven += n;
    return proven;
}

/* The width of the team to open for `width` threads: that of the calling thread's, unless it is far too wide. */
static int team_width(int width)
{
    static __thread int team = 1;
    if (width > team || team > 4 * width)
        team = width;
    return team;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* on which processor */

#ifdef __linux__

static int team_processor(void)
{
    return sched_getcpu();
}

/* Leaves `processor`, where the caller works, to it. A mask that somebody else has set since is what to choose from. */
static void team_keep_off(int processor)
{
    static __thread cpu_set_t home, chosen;
    static __thread int has_chosen;
    cpu_set_t now, rest;
    if (processor < 0 || processor >= CPU_SETSIZE || sched_getcpu() != processor)
        return;
    if (sched_getaffinity(0, sizeof now, &now) != 0)
        return;
    if (!has_chosen || !CPU_EQUAL(&now, &chosen))
        home = now;
    rest = home;
    CPU_CLR(processor, &rest);
    if (CPU_COUNT(&rest) == 0 || sched_setaffinity(0, sizeof rest, &rest) != 0)
        return;
    /* what the system made of it: a cpuset may allow less */
    has_chosen = sched_getaffinity(0, sizeof chosen, &chosen) == 0;
}

#else

static int team_processor(void)
{
    return -1;
}

static void team_keep_off(int processor)
{
    (void)processor;
}

#endif

/* ------------------------------------------------------------------------------------------------------------------ */
/* which blocks */

typedef struct {
    /* generation in the upper half, blocks begun in the lower */
    _Alignas(64) _Atomic uint64_t begun;
    _Atomic uint32_t present;
} team_stripe;

static team_stripe team_stripes[MOST_MEMBERS];

static void team_enter(int member)
{
    atomic_store_explicit(&team_stripes[member].present, team_generation, memory_order_relaxed);
}

/* The next block of a stripe of `length`, or -1: all of them have been begun. */
static int64_t team_claim(int owner, int64_t length)
{
    team_stripe *stripe = &team_stripes[owner];
    uint64_t fresh = (uint64_t)team_generation << 32;
    uint64_t seen = atomic_load_explicit(&stripe->begun, memory_order_relaxed);
    for (;;) {
        uint64_t begun = seen >> 32 == team_generation ? seen : fresh;
        int64_t block = (int64_t)(begun & 0xffffffffu);
        if (block >= length)
            return -1;
        if (atomic_compare_exchange_weak_explicit(
                &stripe->begun, &seen, begun + 1, memory_order_relaxed, memory_order_relaxed))
            return block;
    }
}

/* Called by the caller of a section, done with all blocks. A member that has not come may be waiting for this very
 * processor; and were the caller to sleep at the end of the section, it would be woken where that member runs. */
static void team_let_others_in(int team)
{
    for (int yields = 0; yields < YIELDS; yields++) {
        int missing = 0;
        for (int member = 1; member < team && member <= NEIGHBOURS; member++)
            missing |= atomic_load_explicit(&team_stripes[member].present, memory_order_relaxed) != team_generation;
        if (!missing)
            return;
        sched_yield();
    }
}

#endif
