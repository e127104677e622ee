/* update REPETITIONS, by hand. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 1000

struct ball {
    uint32_t x, y;
    bool right;
    uint32_t up, down, bounces;
    uint64_t energy;
};

static void fly(struct ball *ball, uint32_t steps)
{
    uint32_t x = ball->x, y = ball->y, up = ball->up, down = ball->down;
    uint32_t bounces = ball->bounces;
    uint64_t energy = ball->energy;
    bool right = ball->right;
    for (uint32_t i = 0; i < steps; i++) {
        if (right) {
            right = x + 3 < WIDTH;
            x = right ? x + 3 : WIDTH;
        } else {
            right = x <= 3;
            x = right ? 0 : x - 3;
        }
        if (up > 0) {
            up--;
            down = 0;
        } else {
            down++;
        }
        y += up;
        if (y > down) {
            y -= down;
        } else {
            y = 0;
            up = down - (down >> 3) + (x & 7);
            down = 0;
            bounces++;
        }
        energy += up * up + down * down;
    }
    *ball = (struct ball){x, y, right, up, down, bounces, energy};
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    struct ball *ball = calloc(1, sizeof *ball);
    if (ball == NULL)
        return 1;
    ball->y = 500;
    for (unsigned long i = 0; i < repetitions; i++) {
        fly(ball, 10000);
        ball->x += (uint32_t)i & 15;
    }
    printf("%u %u %u %llu\n", ball->x, ball->y, ball->bounces, (unsigned long long)ball->energy);
    free(ball);
    return 0;
}
