/* A variant with alternatives of several sizes. */
#include "backend.h"

typedef enum { TAG_ENUM_Circle, TAG_ENUM_Point, TAG_ENUM_Rectangle, TAG_ENUM_Square } tag_t;

typedef struct t1 {
    u32 p1;
    u32 p2;
} t1;

typedef struct Shape {
    tag_t tag;
    u32 Circle;
    unit_t Point;
    t1 Rectangle;
    u32 Square;
} Shape;

u64 area(Shape a1)
{
    u64 r2;
    if (a1.tag == TAG_ENUM_Circle) {
        u32 r3 = a1.Circle;
        u64 r4 = (u64)r3;
        u64 r5 = 3U * r4;
        u64 r6 = (u64)r3;
        u64 r7 = r5 * r6;
        r2 = r7;
    } else {
        Shape r8 = a1;
        if (r8.tag == TAG_ENUM_Point) {
            r2 = 0U;
        } else {
            Shape r9 = r8;
            if (r9.tag == TAG_ENUM_Rectangle) {
                t1 r10 = r9.Rectangle;
                u32 r11 = r10.p1;
                u32 r12 = r10.p2;
                u64 r13 = (u64)r11;
                u64 r14 = (u64)r12;
                u64 r15 = r13 * r14;
                r2 = r15;
            } else {
                u32 r16 = r9.Square;
                u64 r17 = (u64)r16;
                u64 r18 = (u64)r16;
                u64 r19 = r17 * r18;
                r2 = r19;
            }
        }
    }
    return r2;
}
