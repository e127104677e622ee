/* The sum of a pair. */
#include "backend.h"

typedef struct t1 {
    u8 p1;
    u8 p2;
} t1;

u8 foo(t1 a1)
{
    u8 r2 = a1.p1;
    u8 r3 = a1.p2;
    u8 r4 = (u8)(r2 + r3);
    return r4;
}
