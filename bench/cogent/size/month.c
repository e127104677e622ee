/* A match on numbers. */
#include "backend.h"

u8 days(u8 a1)
{
    u8 r2;
    bool_t r3 = {.boolean = a1 == 2U};
    if (r3.boolean) {
        r2 = 28U;
    } else {
        bool_t r4 = {.boolean = a1 == 4U};
        if (r4.boolean) {
            r2 = 30U;
        } else {
            bool_t r5 = {.boolean = a1 == 6U};
            if (r5.boolean) {
                r2 = 30U;
            } else {
                bool_t r6 = {.boolean = a1 == 9U};
                if (r6.boolean) {
                    r2 = 30U;
                } else {
                    bool_t r7 = {.boolean = a1 == 11U};
                    if (r7.boolean)
                        r2 = 30U;
                    else
                        r2 = 31U;
                }
            }
        }
    }
    return r2;
}
