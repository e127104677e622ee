/*
 * SysState, through which Cogent allocates. Included before the header that kont writes.
 *
 * It counts the blocks that are in use, and lets a program have no more than `room` bytes.
 * KONT_NEW(f) and KONT_FREE(f), after that header, define functions of these types for a boxed
 * record R:
 *
 *     f : SysState -> Result (SysState, R take (..)) SysState
 *     f : (SysState, R take (..)) -> SysState
 */
#ifndef KONT_SYSSTATE_H
#define KONT_SYSSTATE_H

#include <stddef.h>
#include <stdlib.h>

typedef struct SysState {
    unsigned long long blocks;
    unsigned long long room;
} SysState;

/* No block in use, and all the memory that the system gives. */
#define KONT_SYSSTATE {0, ~0ULL}

/* Zeros, or NULL. */
static inline void *kont_allocate(SysState *sys, size_t size)
{
    if (size > sys->room)
        return NULL;
    void *block = calloc(1, size);
    if (block != NULL) {
        sys->blocks++;
        sys->room -= size;
    }
    return block;
}

static inline void kont_free(SysState *sys, void *block, size_t size)
{
    free(block);
    sys->blocks--;
    sys->room += size;
}

#define KONT_NEW(NAME) \
    NAME##_ret NAME(NAME##_arg sys) \
    { \
        NAME##_ret ret; \
        ret.Success.p2 = kont_allocate(sys, sizeof *ret.Success.p2); \
        if (ret.Success.p2 == NULL) { \
            ret.tag = TAG_ENUM_Error; \
            ret.Error = sys; \
        } else { \
            ret.tag = TAG_ENUM_Success; \
            ret.Success.p1 = sys; \
        } \
        return ret; \
    }

#define KONT_FREE(NAME) \
    NAME##_ret NAME(NAME##_arg args) \
    { \
        kont_free(args.p1, args.p2, sizeof *args.p2); \
        return args.p1; \
    }

#endif
