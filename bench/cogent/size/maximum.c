/* The larger of two numbers, and whether it is the first. */
#include "backend.h"

typedef struct t1 {
    u32 p1;
    u32 p2;
} t1;

typedef struct t2 {
    u32 p1;
    bool_t p2;
} t2;

t2 maximum(t1 a1)
{
    u32 r2 = a1.p1;
    u32 r3 = a1.p2;
    bool_t r4 = {.boolean = r2 >= r3};
    t2 r5;
    if (r4.boolean) {
        bool_t r6 = {.boolean = 1U};
        t2 r7 = {.p1 = r2, .p2 = r6};
        r5 = r7;
    } else {
        bool_t r8 = {.boolean = 0U};
        t2 r9 = {.p1 = r3, .p2 = r8};
        r5 = r9;
    }
    return r5;
}
