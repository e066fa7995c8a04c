/* A block given back twice must end the program, not be handed to two owners. */

#include "freelists.h"

int main(void)
{
    struct tenferro_pool *pool = freelists_new(SIZE_MAX);
    void *block = freelists_take(pool, 100);
    freelists_give(pool, block);
    freelists_give(pool, block);
    return 0;
}
