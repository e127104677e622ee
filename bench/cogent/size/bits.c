/* The number of ones in a word. */
#include "backend.h"

u32 ones(u32 a1)
{
    u32 r2 = 1U;
    u32 r3 = r2 < 32U ? a1 >> r2 : 0U;
    u32 r4 = r3 & 1431655765U;
    u32 r5 = a1 - r4;
    u32 r6 = r5 & 858993459U;
    u32 r7 = 2U;
    u32 r8 = r7 < 32U ? r5 >> r7 : 0U;
    u32 r9 = r8 & 858993459U;
    u32 r10 = r6 + r9;
    u32 r11 = 4U;
    u32 r12 = r11 < 32U ? r10 >> r11 : 0U;
    u32 r13 = r10 + r12;
    u32 r14 = r13 & 252645135U;
    u32 r15 = r14 * 16843009U;
    u32 r16 = 24U;
    u32 r17 = r16 < 32U ? r15 >> r16 : 0U;
    return r17;
}
