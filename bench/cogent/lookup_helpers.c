/* lookup REPETITIONS, with the loop body in Cogent. */
#include <kont/sysstate.h>

typedef struct Table {
    unsigned int entries[256];
} Table;

#include "lookup.h"
#include <kont/library.h>
#include <stdio.h>

#define BYTES 65536

KONT_INLINE table_get_ret table_get(table_get_arg args)
{
    return args.p1->entries[args.p2];
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    static Table table;
    WordArray_u8 *bytes = malloc(sizeof *bytes + BYTES);
    if (bytes == NULL)
        return 1;
    bytes->len = BYTES;
    for (u32 i = 0; i < BYTES; i++)
        bytes->values[i] = (u8)((i * 2654435761u) >> 24);
    for (u32 i = 0; i < 256; i++) {
        u32 entry = i;
        for (int bit = 0; bit < 8; bit++)
            entry = entry & 1 ? entry >> 1 ^ 0xedb88320u : entry >> 1;
        table.entries[i] = entry;
    }
    u32 result = 0;
    for (unsigned long i = 0; i < repetitions; i++) {
        result += crc32((crc32_arg){bytes, &table});
        bytes->values[i % BYTES] += (u8)result;
    }
    printf("%u\n", result);
    free(bytes);
    return 0;
}
