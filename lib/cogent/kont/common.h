/* Words; see library.h. */

#define KONT_NARROW(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg word) \
    { \
        return (NAME##_ret)word; \
    }

#ifdef INSTANCES_u16_to_u8
KONT_NARROW(u16_to_u8)
KONT_NARROW(u32_to_u8)
KONT_NARROW(u32_to_u16)
KONT_NARROW(u64_to_u8)
KONT_NARROW(u64_to_u16)
KONT_NARROW(u64_to_u32)
#endif
