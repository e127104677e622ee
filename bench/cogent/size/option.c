/* A value or none, made and taken apart. */
#include "backend.h"

typedef enum { TAG_ENUM_None, TAG_ENUM_Some } tag_t;

typedef struct Option {
    tag_t tag;
    unit_t None;
    u32 Some;
} Option;

Option positive(u32 a1)
{
    bool_t r2 = {.boolean = a1 == 0U};
    Option r3;
    if (r2.boolean) {
        unit_t r4 = {.dummy = 0};
        Option r5;
        r5.tag = TAG_ENUM_None;
        r5.None = r4;
        r3 = r5;
    } else {
        Option r6;
        r6.tag = TAG_ENUM_Some;
        r6.Some = a1;
        r3 = r6;
    }
    return r3;
}

u32 increment(Option a1)
{
    u32 r2;
    if (a1.tag == TAG_ENUM_Some) {
        u32 r3 = a1.Some;
        u32 r4 = r3 + 1U;
        r2 = r4;
    } else {
        r2 = 0U;
    }
    return r2;
}
