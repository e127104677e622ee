/* Loops over numbers; see library.h. */

/* The counter is wider than its bounds and passes no end by wrapping around. */
#define KONT_seq32(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret acc = args.acc; \
        if (args.step != 0) \
            for (u64 i = args.from; i < args.to; i += args.step) \
                acc = dispatch_##NAME##_f(args.f, \
                    (dispatch_##NAME##_f_arg){.i = (u32)i, .acc = acc, .obs = args.obs}); \
        return acc; \
    }

#define KONT_seq32_until(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret ret; \
        ret.tag = TAG_ENUM_Iterate; \
        ret.Iterate = args.acc; \
        if (args.step != 0) \
            for (u64 i = args.from; i < args.to && ret.tag == TAG_ENUM_Iterate; i += args.step) \
                ret = dispatch_##NAME##_f(args.f, \
                    (dispatch_##NAME##_f_arg){.i = (u32)i, .acc = ret.Iterate, .obs = args.obs}); \
        return ret; \
    }

/* No type is wider: the number of rounds that remain is compared instead. */
#define KONT_seq64(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret acc = args.acc; \
        if (args.step != 0 && args.from < args.to) { \
            u64 rounds = (args.to - args.from - 1) / args.step; \
            for (u64 i = args.from;; i += args.step, rounds--) { \
                acc = dispatch_##NAME##_f(args.f, \
                    (dispatch_##NAME##_f_arg){.i = i, .acc = acc, .obs = args.obs}); \
                if (rounds == 0) \
                    break; \
            } \
        } \
        return acc; \
    }

#define KONT_seq64_until(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret ret; \
        ret.tag = TAG_ENUM_Iterate; \
        ret.Iterate = args.acc; \
        if (args.step != 0 && args.from < args.to) { \
            u64 rounds = (args.to - args.from - 1) / args.step; \
            for (u64 i = args.from;; i += args.step, rounds--) { \
                ret = dispatch_##NAME##_f(args.f, \
                    (dispatch_##NAME##_f_arg){.i = i, .acc = ret.Iterate, .obs = args.obs}); \
                if (rounds == 0 || ret.tag == TAG_ENUM_Break) \
                    break; \
            } \
        } \
        return ret; \
    }

#ifdef INSTANCES_seq32
INSTANCES_seq32(KONT_seq32)
#endif
#ifdef INSTANCES_seq32_until
INSTANCES_seq32_until(KONT_seq32_until)
#endif
#ifdef INSTANCES_seq64
INSTANCES_seq64(KONT_seq64)
#endif
#ifdef INSTANCES_seq64_until
INSTANCES_seq64_until(KONT_seq64_until)
#endif
