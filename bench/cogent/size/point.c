/* An unboxed record, moved and mirrored. */
#include "backend.h"

typedef struct Point {
    u32 x;
    u32 y;
    u32 z;
} Point;

typedef struct t1 {
    Point p1;
    u32 p2;
} t1;

Point move(t1 a1)
{
    Point r2 = a1.p1;
    u32 r3 = a1.p2;
    u32 r4 = r2.x;
    u32 r5 = r4 + r3;
    u32 r6 = r2.z;
    u32 r7 = r6 - r3;
    Point r8 = r2;
    r8.x = r5;
    Point r9 = r8;
    r9.z = r7;
    return r9;
}

Point mirror(Point a1)
{
    u32 r2 = a1.x;
    u32 r3 = a1.y;
    u32 r4 = a1.z;
    u32 r5 = 0U - r4;
    Point r6 = {.x = r3, .y = r2, .z = r5};
    return r6;
}
