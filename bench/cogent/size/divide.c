/* Quotient and remainder, both 0 if the divisor is. */
#include "backend.h"

typedef struct t1 {
    u64 p1;
    u64 p2;
} t1;

t1 divide(t1 a1)
{
    u64 r2 = a1.p1;
    u64 r3 = a1.p2;
    u64 r4 = r3 ? r2 / r3 : 0U;
    u64 r5 = r3 ? r2 % r3 : 0U;
    t1 r6 = {.p1 = r4, .p2 = r5};
    return r6;
}
