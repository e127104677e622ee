/* A polymorphic function in two instances. */
#include "backend.h"

typedef struct t1 {
    u32 p1;
    u8 p2;
} t1;

typedef struct t2 {
    bool_t p1;
    u64 p2;
} t2;

u32 first_0(t1 a1)
{
    u32 r2 = a1.p1;
    return r2;
}

bool_t first_1(t2 a1)
{
    bool_t r2 = a1.p1;
    return r2;
}

u32 first_word(t1 a1)
{
    return first_0(a1);
}

bool_t first_flag(t2 a1)
{
    return first_1(a1);
}
