/* An abstract function that is given a function, and one of the C side that is called. */
#include "backend.h"

typedef struct Buffer Buffer;

typedef enum {
    FUN_ENUM_fill,
    FUN_ENUM_limit,
    FUN_ENUM_square,
    FUN_ENUM_squares,
} untyped_func_enum;

typedef struct t1 {
    Buffer *buffer;
    untyped_func_enum f;
} t1;

typedef struct t2 {
    Buffer *p1;
    u32 p2;
} t2;

Buffer *fill(t1);
u32 limit(Buffer *);

u32 square(u32 a1)
{
    u32 r2 = a1 * a1;
    return r2;
}

t2 squares(Buffer *a1)
{
    u32 r2 = limit(a1);
    t1 r3 = {.buffer = a1, .f = FUN_ENUM_square};
    Buffer *r4 = fill(r3);
    t2 r5 = {.p1 = r4, .p2 = r2};
    return r5;
}
