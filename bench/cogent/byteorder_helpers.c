/* byteorder REPETITIONS, with the loop body in Cogent. */
#include <kont/sysstate.h>
#include "byteorder.h"
#include <kont/library.h>
#include <stdio.h>

#define WORDS 4096

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    WordArray_u32 *words = malloc(sizeof *words + WORDS * sizeof words->values[0]);
    if (words == NULL)
        return 1;
    words->len = WORDS;
    for (u32 i = 0; i < WORDS; i++)
        words->values[i] = i * 2654435761u;
    u32 result = 0;
    for (unsigned long i = 0; i < repetitions; i++) {
        words = convert(words);
        result = result * 31 + words->values[i % WORDS]++;
    }
    printf("%u\n", result);
    free(words);
    return 0;
}
