/* Numbers of several bytes in arrays of bytes; see library.h. */
#include <string.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define KONT_le(bits, x) (x)
#define KONT_be(bits, x) __builtin_bswap##bits(x)
#else
#define KONT_le(bits, x) __builtin_bswap##bits(x)
#define KONT_be(bits, x) (x)
#endif

#define KONT_LOAD(NAME, bits, order) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        u##bits number = 0; \
        if ((u64)args.p2 + sizeof number <= args.p1->len) \
            memcpy(&number, args.p1->values + args.p2, sizeof number); \
        return KONT_##order(bits, number); \
    }

#define KONT_STORE(NAME, bits, order) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        u##bits number = KONT_##order(bits, args.p3); \
        if ((u64)args.p2 + sizeof number <= args.p1->len) \
            memcpy(args.p1->values + args.p2, &number, sizeof number); \
        return args.p1; \
    }

/* A program that declares one of these functions includes bytes.cogent and declares all. */
#ifdef INSTANCES_load_u16le
KONT_LOAD(load_u16le, 16, le)
KONT_LOAD(load_u32le, 32, le)
KONT_LOAD(load_u64le, 64, le)
KONT_LOAD(load_u16be, 16, be)
KONT_LOAD(load_u32be, 32, be)
KONT_LOAD(load_u64be, 64, be)
KONT_STORE(store_u16le, 16, le)
KONT_STORE(store_u32le, 32, le)
KONT_STORE(store_u64le, 64, le)
KONT_STORE(store_u16be, 16, be)
KONT_STORE(store_u32be, 32, be)
KONT_STORE(store_u64be, 64, be)
#endif
