/*
 * Arrays; see library.h. A WordArray is a struct with its length and its elements (the headers
 * in the folder abstract, by type-of-wordarray.h).
 */
#include <kont/sysstate.h>
#include <string.h>

#define KONT_WORDARRAY_SIZE(arr, count) \
    (sizeof *(arr) + (size_t)(count) * sizeof (arr)->values[0])

/* The end of a range, which is not behind that of the array. */
#define KONT_WORDARRAY_END(arr, to) ((to) < (arr)->len ? (to) : (arr)->len)

#define KONT_wordarray_create(NAME) \
    NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret ret; \
        ret.Success.p2 = kont_allocate(args.p1, KONT_WORDARRAY_SIZE(ret.Success.p2, args.p2)); \
        if (ret.Success.p2 == NULL) { \
            ret.tag = TAG_ENUM_Error; \
            ret.Error = args.p1; \
        } else { \
            ret.tag = TAG_ENUM_Success; \
            ret.Success.p1 = args.p1; \
            ret.Success.p2->len = args.p2; \
        } \
        return ret; \
    }

#define KONT_wordarray_free(NAME) \
    NAME##_ret NAME(NAME##_arg args) \
    { \
        kont_free(args.p1, args.p2, KONT_WORDARRAY_SIZE(args.p2, args.p2->len)); \
        return args.p1; \
    }

#define KONT_wordarray_length(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg arr) \
    { \
        return arr->len; \
    }

#define KONT_wordarray_get(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        return args.p2 < args.p1->len ? args.p1->values[args.p2] : (NAME##_ret){0}; \
    }

#define KONT_wordarray_put(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        if (args.p2 < args.p1->len) \
            args.p1->values[args.p2] = args.p3; \
        return args.p1; \
    }

#define KONT_wordarray_modify(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret ret = {.p1 = args.arr, .p2 = args.acc}; \
        if (args.i < args.arr->len) { \
            dispatch_##NAME##_f_ret new = dispatch_##NAME##_f(args.f, \
                (dispatch_##NAME##_f_arg){ \
                    .elem = args.arr->values[args.i], .acc = ret.p2, .obs = args.obs}); \
            args.arr->values[args.i] = new.p1; \
            ret.p2 = new.p2; \
        } \
        return ret; \
    }

#define KONT_wordarray_fold(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret acc = args.acc; \
        u32 to = KONT_WORDARRAY_END(args.arr, args.to); \
        for (u32 i = args.from; i < to; i++) \
            acc = dispatch_##NAME##_f(args.f, \
                (dispatch_##NAME##_f_arg){ \
                    .elem = args.arr->values[i], .acc = acc, .obs = args.obs}); \
        return acc; \
    }

#define KONT_wordarray_fold_until(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret ret; \
        ret.tag = TAG_ENUM_Iterate; \
        ret.Iterate = args.acc; \
        u32 to = KONT_WORDARRAY_END(args.arr, args.to); \
        for (u32 i = args.from; i < to && ret.tag == TAG_ENUM_Iterate; i++) \
            ret = dispatch_##NAME##_f(args.f, \
                (dispatch_##NAME##_f_arg){ \
                    .elem = args.arr->values[i], .acc = ret.Iterate, .obs = args.obs}); \
        return ret; \
    }

#define KONT_wordarray_map(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret ret = {.p1 = args.arr, .p2 = args.acc}; \
        u32 to = KONT_WORDARRAY_END(args.arr, args.to); \
        for (u32 i = args.from; i < to; i++) { \
            dispatch_##NAME##_f_ret new = dispatch_##NAME##_f(args.f, \
                (dispatch_##NAME##_f_arg){ \
                    .elem = args.arr->values[i], .acc = ret.p2, .obs = args.obs}); \
            args.arr->values[i] = new.p1; \
            ret.p2 = new.p2; \
        } \
        return ret; \
    }

#define KONT_wordarray_map_until(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        NAME##_ret ret; \
        ret.p1 = args.arr; \
        ret.p2.tag = TAG_ENUM_Iterate; \
        ret.p2.Iterate = args.acc; \
        u32 to = KONT_WORDARRAY_END(args.arr, args.to); \
        for (u32 i = args.from; i < to && ret.p2.tag == TAG_ENUM_Iterate; i++) { \
            dispatch_##NAME##_f_ret new = dispatch_##NAME##_f(args.f, \
                (dispatch_##NAME##_f_arg){ \
                    .elem = args.arr->values[i], .acc = ret.p2.Iterate, .obs = args.obs}); \
            args.arr->values[i] = new.p1; \
            ret.p2 = new.p2; \
        } \
        return ret; \
    }

#define KONT_wordarray_fill(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        u32 to = KONT_WORDARRAY_END(args.arr, args.to); \
        for (u32 i = args.from; i < to; i++) \
            args.arr->values[i] = args.value; \
        return args.arr; \
    }

#define KONT_wordarray_copy(NAME) \
    KONT_INLINE NAME##_ret NAME(NAME##_arg args) \
    { \
        u32 to_room = args.to_at < args.to->len ? args.to->len - args.to_at : 0; \
        u32 from_room = args.from_at < args.from->len ? args.from->len - args.from_at : 0; \
        u32 count = args.count < to_room ? args.count : to_room; \
        count = count < from_room ? count : from_room; \
        if (count != 0) \
            memcpy(args.to->values + args.to_at, args.from->values + args.from_at, \
                (size_t)count * sizeof args.to->values[0]); \
        return args.to; \
    }

#ifdef INSTANCES_wordarray_create
INSTANCES_wordarray_create(KONT_wordarray_create)
#endif
#ifdef INSTANCES_wordarray_free
INSTANCES_wordarray_free(KONT_wordarray_free)
#endif
#ifdef INSTANCES_wordarray_length
INSTANCES_wordarray_length(KONT_wordarray_length)
#endif
#ifdef INSTANCES_wordarray_get
INSTANCES_wordarray_get(KONT_wordarray_get)
#endif
#ifdef INSTANCES_wordarray_put
INSTANCES_wordarray_put(KONT_wordarray_put)
#endif
#ifdef INSTANCES_wordarray_modify
INSTANCES_wordarray_modify(KONT_wordarray_modify)
#endif
#ifdef INSTANCES_wordarray_fold
INSTANCES_wordarray_fold(KONT_wordarray_fold)
#endif
#ifdef INSTANCES_wordarray_fold_until
INSTANCES_wordarray_fold_until(KONT_wordarray_fold_until)
#endif
#ifdef INSTANCES_wordarray_map
INSTANCES_wordarray_map(KONT_wordarray_map)
#endif
#ifdef INSTANCES_wordarray_map_until
INSTANCES_wordarray_map_until(KONT_wordarray_map_until)
#endif
#ifdef INSTANCES_wordarray_fill
INSTANCES_wordarray_fill(KONT_wordarray_fill)
#endif
#ifdef INSTANCES_wordarray_copy
INSTANCES_wordarray_copy(KONT_wordarray_copy)
#endif
