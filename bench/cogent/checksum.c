/* checksum REPETITIONS, by hand. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WORDS 16384

struct words {
    uint32_t len;
    uint32_t values[];
};

struct sums {
    uint64_t a, b, c, d;
};

static struct sums checksum(const struct words *words)
{
    uint64_t a = 0, b = 0, c = 0, d = 0;
    for (uint32_t i = 0; i < words->len; i++) {
        a += words->values[i];
        b += a;
        c += b;
        d += c;
    }
    return (struct sums){a, b, c, d};
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
    uint64_t result = 0;
    for (unsigned long i = 0; i < repetitions; i++) {
        struct sums sums = checksum(words);
        result += sums.a ^ sums.b ^ sums.c ^ sums.d;
        words->values[i % WORDS] += (uint32_t)result;
    }
    printf("%llu\n", (unsigned long long)result);
    free(words);
    return 0;
}
