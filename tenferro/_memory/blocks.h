/* Blocks: sizes, headers, and where their memory comes from.

   A block is a header of 64 bytes followed by its data; the pointer that users hold is the data, so giving a block back
   needs no table:

       small (< 2 MiB), from malloc      | header | data ...                        data on a cache line
       large, its own mapping       | page: ... header | data ...                   data on a 2 MiB boundary

   A large block starts on a huge page because one page fault then brings in 2 MiB instead of 4 KiB; the header sits at
   the end of a page of its own in front, for a header inside would push the data off the boundary.

   Sizes come in classes: multiples of 64 up to 2048, then 32 classes to each doubling. Rounding up to a class thus
   wastes less than 1/32, which leaves room for a best fit: a block up to 1/8 larger than asked serves as well. */

#ifndef TENFERRO_BLOCKS_H
#define TENFERRO_BLOCKS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    BLOCK_ALIGN = 64,         /* bytes: a cache line, and the widest vector */
    LINEAR_CLASSES = 32,      /* classes of 64, 128, ... 2048 bytes */
    CLASSES_AN_OCTAVE = 32,   /* above that; the rounding wastes < 1/32 */
    LINEAR_LOG2 = 11,         /* log2(LINEAR_CLASSES * BLOCK_ALIGN) */
    MAX_LOG2 = 47,            /* largest block, 128 TiB: the user half of an x86-64 address space */
    N_CLASSES = LINEAR_CLASSES + (MAX_LOG2 - LINEAR_LOG2) * CLASSES_AN_OCTAVE,
    WASTE_SHIFT = 3,          /* a block may be larger than asked by at most 1/8 */
};

#define HUGE_PAGE ((size_t)2 << 20)                 /* bytes */
#define MAX_BLOCK ((uint64_t)1 << MAX_LOG2)         /* bytes */

/* Marks for the state word. A block given back twice would go to two owners, who overwrite each other in silence. */
#define BLOCK_USED ((size_t)0x7e4fe770u)
#define BLOCK_IDLE ((size_t)0x1d1eb10cu)

typedef struct block {
    struct block *next, *prev;    /* neighbours among the idle blocks of the class */
    struct block *newer, *older;  /* neighbours among all idle blocks, by time of return */
    void *base;                   /* start of the mapping or of malloc's piece */
    size_t span;                  /* bytes mapped; 0 = from malloc */
    size_t size_class;
    size_t state;
} block_t;

_Static_assert(sizeof(block_t) <= BLOCK_ALIGN, "the header must fit in front of an aligned block");

static inline void *block_data(block_t *block)
{
    return (char *)block + BLOCK_ALIGN;
}

static inline block_t *block_of(void *data)
{
    return (block_t *)((char *)data - BLOCK_ALIGN);
}

/* The smallest class that holds nbytes (<= MAX_BLOCK). */
static inline size_t class_of(size_t nbytes)
{
    if (nbytes <= LINEAR_CLASSES * BLOCK_ALIGN)
        return nbytes ? (nbytes - 1) / BLOCK_ALIGN : 0;
    const size_t last = nbytes - 1;
    const size_t octave = 63 - (size_t)__builtin_clzll(last);
    return (octave - LINEAR_LOG2) * CLASSES_AN_OCTAVE + (last >> (octave - 5));
}

static inline size_t class_size(size_t size_class)
{
    if (size_class < LINEAR_CLASSES)
        return (size_class + 1) * BLOCK_ALIGN;
    const size_t octave = (size_class - LINEAR_CLASSES) / CLASSES_AN_OCTAVE;
    const size_t step = size_class % CLASSES_AN_OCTAVE;
    return (step + CLASSES_AN_OCTAVE + 1) << (octave + LINEAR_LOG2 - 5);
}

static inline size_t block_size(const block_t *block)
{
    return class_size(block->size_class);
}

/* A page for the header, then size bytes from a 2 MiB boundary on: map 2 MiB too much, return the ends. */
static inline block_t *map_block(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t span = page + size, reserved = span + HUGE_PAGE;
    char *start = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    char *data = (char *)(((uintptr_t)start + page + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
    char *base = data - page, *end = base + span;
    if (base > start)
        munmap(start, (size_t)(base - start));
    if (start + reserved > end)
        munmap(end, (size_t)(start + reserved - end));
#ifdef MADV_HUGEPAGE
    madvise(data, size, MADV_HUGEPAGE); /* advice only: a kernel without huge pages refuses, and nothing is lost */
#endif
    block_t *block = block_of(data);
    block->base = base;
    block->span = span;
    return block;
}

/* A block from the system, or NULL. */
static inline block_t *fresh_block(size_t size_class)
{
    const size_t size = class_size(size_class);
    block_t *block;
    if (size >= HUGE_PAGE) {
        block = map_block(size);
        if (block == NULL)
            return NULL;
    } else {
        void *base;
        if (posix_memalign(&base, BLOCK_ALIGN, BLOCK_ALIGN + size) != 0)
            return NULL;
        block = base;
        block->base = base;
        block->span = 0;
    }
    block->size_class = size_class;
    block->state = BLOCK_USED;
    return block;
}

static inline void free_block(block_t *block)
{
    if (block->span)
        munmap(block->base, block->span);
    else
        free(block->base);
}

/* Free a chain linked by next. */
static inline void free_chain(block_t *block)
{
    while (block != NULL) {
        block_t *next = block->next;
        free_block(block);
        block = next;
    }
}

static inline void check_used(const block_t *block)
{
    if (__builtin_expect(block->state == BLOCK_USED, 1))
        return;
    fprintf(stderr, "tenferro: given back twice, or not a block of a pool: %p\n", (const void *)(block + 1));
    abort();
}

#endif
