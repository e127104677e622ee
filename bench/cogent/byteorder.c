/* byteorder REPETITIONS, by hand. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WORDS 4096

struct words {
    uint32_t len;
    uint32_t values[];
};

static void convert(struct words *words)
{
    uint32_t len = words->len;
    for (uint32_t i = 0; i < len; i++)
        words->values[i] = __builtin_bswap32(words->values[i]);
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    struct words *words = malloc(sizeof *words + WORDS * sizeof words->values[0]);
    if (words == NULL)
        return 1;
    words->len = WORDS;
    for (uint32_t i = 0; i < WORDS; i++)
        words->values[i] = i * 2654435761u;
    uint32_t result = 0;
    for (unsigned long i = 0; i < repetitions; i++) {
        convert(words);
        result = result * 31 + words->values[i % WORDS]++;
    }
    printf("%u\n", result);
    free(words);
    return 0;
}
