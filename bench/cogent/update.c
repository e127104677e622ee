/* update REPETITIONS, by hand. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct state {
    uint32_t x, y, z, w, drawn, largest;
    uint64_t sum;
};

static void draw_many(struct state *state, uint32_t count)
{
    struct state s = *state;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t t = s.x ^ s.x << 11;
        s.x = s.y;
        s.y = s.z;
        s.z = s.w;
        s.w ^= s.w >> 19 ^ t ^ t >> 8;
        s.drawn++;
        if (s.w > s.largest)
            s.largest = s.w;
        s.sum += s.w;
    }
    *state = s;
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return 1;
    state->x = 123456789;
    for (unsigned long i = 0; i < repetitions; i++) {
        draw_many(state, 10000);
        state->x += (uint32_t)i;
    }
    printf("%u %u %llu\n", state->drawn, state->largest, (unsigned long long)state->sum);
    free(state);
    return 0;
}
