/* Fork again and again while native threads use the pool: each child must find every mutex free. A child that hangs is
   ended by its alarm, which shows as exit code 1 here. */

#include <sys/wait.h>

#include "freelists.h"

enum { N_THREADS = 3, N_FORKS = 300 };

static struct tenferro_pool *pool;
static int stop;

static void *work(void *argument)
{
    (void)argument;
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
        freelists_give(pool, freelists_take(pool, 5000));
    return NULL;
}

static void in_child(void)
{
    alarm(5);
    for (int i = 0; i < 10; i++)
        freelists_give(pool, freelists_take(pool, 5000));
    freelists_abandon(freelists_new(0)); /* takes the registry's mutex */
    _exit(0);
}

int main(void)
{
    pthread_t threads[N_THREADS];
    int failures = 0;
    pool = freelists_new(SIZE_MAX);
    for (int i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N_FORKS && failures == 0; i++) {
        const pid_t child = fork();
        if (child == 0)
            in_child();
        int status = -1;
        waitpid(child, &status, 0);
        failures += status != 0;
        freelists_abandon(freelists_new(0));
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    return failures != 0;
}
