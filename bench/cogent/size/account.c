/* A boxed record: fields are taken, changed and put back in place. */
#include "backend.h"

typedef struct Account {
    u32 number;
    u64 balance;
    u32 changes;
} Account;

typedef struct t1 {
    Account *p1;
    u64 p2;
} t1;

typedef struct t2 {
    Account *p1;
    bool_t p2;
} t2;

Account *deposit(t1 a1)
{
    Account *r2 = a1.p1;
    u64 r3 = a1.p2;
    u64 r4 = (*r2).balance;
    u32 r5 = (*r2).changes;
    u64 r6 = r4 + r3;
    u32 r7 = r5 + 1U;
    (*r2).balance = r6;
    Account *r8 = r2;
    (*r8).changes = r7;
    return r8;
}

t2 withdraw(t1 a1)
{
    Account *r2 = a1.p1;
    u64 r3 = a1.p2;
    u64 r4 = (*r2).balance;
    u32 r5 = (*r2).changes;
    bool_t r6 = {.boolean = r4 >= r3};
    t2 r7;
    if (r6.boolean) {
        u64 r8 = r4 - r3;
        u32 r9 = r5 + 1U;
        (*r2).balance = r8;
        Account *r10 = r2;
        (*r10).changes = r9;
        bool_t r11 = {.boolean = 1U};
        t2 r12 = {.p1 = r10, .p2 = r11};
        r7 = r12;
    } else {
        (*r2).balance = r4;
        Account *r13 = r2;
        (*r13).changes = r5;
        bool_t r14 = {.boolean = 0U};
        t2 r15 = {.p1 = r13, .p2 = r14};
        r7 = r15;
    }
    return r7;
}
