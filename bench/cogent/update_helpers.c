/* update REPETITIONS, with the loop body in Cogent. */
#include <kont/sysstate.h>
#include "update.h"
#include <kont/library.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    State *state = calloc(1, sizeof *state);
    if (state == NULL)
        return 1;
    state->x = 123456789;
    for (unsigned long i = 0; i < repetitions; i++) {
        state = draw_many((draw_many_arg){state, 10000});
        state->x += (u32)i;
    }
    printf("%u %u %llu\n", state->drawn, state->largest, state->sum);
    free(state);
    return 0;
}
