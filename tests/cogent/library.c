/* Calls the functions of library.cogent and prints what they give. */
#include <kont/sysstate.h>
#include "library.h"
#include <kont/library.h>
#include <stdio.h>

static void print_arrays(SysState *sys)
{
    arrays_ret r = arrays(sys);
    printf("sums %llu %llu %llu %llu\n", r.p2.sums.p1, r.p2.sums.p2, r.p2.sums.p3, r.p2.sums.p4);
    printf("got %u %u %u %u\n", r.p2.got.p1, r.p2.got.p2, r.p2.got.p3, r.p2.got.p4);
    printf("counts %u %u %u\n", r.p2.counts.p1, r.p2.counts.p2, r.p2.counts.p3);
    printf("blocks %llu\n", r.p1->blocks);
}

static void print_bytes(SysState *sys)
{
    bytes_ret r = bytes(sys);
    printf("hash %llx\n", r.p2.hash);
    printf("numbers %x %x %llx\n", r.p2.numbers.p1, r.p2.numbers.p2, r.p2.numbers.p3);
    printf("swapped %x %x %llx\n", r.p2.swapped.p1, r.p2.swapped.p2, r.p2.swapped.p3);
    printf("outside %llx\n", r.p2.outside);
    printf("blocks %llu\n", r.p1->blocks);
}

static void print_loops(void)
{
    printf("%u", run32((run32_arg){0, 10, 1}));
    printf(" %u", run32((run32_arg){5, 10, 4}));
    printf(" %u", run32((run32_arg){10, 5, 1}));
    printf(" %u", run32((run32_arg){0, 10, 0}));
    printf(" %u\n", run32((run32_arg){0xfffffff0, 0xffffffff, 0x80000000}));
    printf("%llu", run64((run64_arg){0, 10, 1}));
    printf(" %llu", run64((run64_arg){5, 10, 4}));
    printf(" %llu", run64((run64_arg){10, 5, 1}));
    printf(" %llu", run64((run64_arg){0, 10, 0}));
    printf(" %llx\n", run64((run64_arg){~0ULL - 1, ~0ULL, 1ULL << 63}));
    for (u32 stop = 0; stop < 20; stop += 7) {
        run32_until_ret r = run32_until((run32_until_arg){12, stop});
        run64_until_ret s = run64_until((run64_until_arg){12, stop});
        int ended = r.tag == TAG_ENUM_Break;
        printf("%s %u, ", ended ? "Break" : "Iterate", ended ? r.Break : r.Iterate);
        ended = s.tag == TAG_ENUM_Break;
        printf("%s %llu\n", ended ? "Break" : "Iterate", ended ? s.Break : s.Iterate);
    }
}

int main(void)
{
    SysState sys = KONT_SYSSTATE;
    print_arrays(&sys);
    print_bytes(&sys);
    print_loops();
    /* Enough for the first array, not for its copy; then not even for the first. */
    sys.room = 64;
    print_arrays(&sys);
    sys.room = 16;
    print_arrays(&sys);
    return sys.blocks != 0;
}
