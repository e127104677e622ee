/* update REPETITIONS, with the loop body in Cogent. */
#include <kont/sysstate.h>
#include "update.h"
#include <kont/library.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    Ball *ball = calloc(1, sizeof *ball);
    if (ball == NULL)
        return 1;
    ball->y = 500;
    for (unsigned long i = 0; i < repetitions; i++) {
        ball = fly((fly_arg){ball, 10000});
        ball->x += (u32)i & 15;
    }
    printf("%u %u %u %llu\n", ball->x, ball->y, ball->bounces, ball->energy);
    free(ball);
    return 0;
}
