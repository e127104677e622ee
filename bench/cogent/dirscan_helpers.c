/* dirscan REPETITIONS, with the loop body in Cogent. */
#include <kont/sysstate.h>
#include "dirscan.h"
#include <kont/library.h>
#include <stdio.h>

#define BYTES 4096

/* Entries with names of 1 to 24 letters, some of them unused, up to the end of the block. */
static void fill(u8 *block)
{
    u32 at = 0, random = 1;
    while (at < BYTES) {
        random = random * 1664525 + 1013904223;
        u32 name = 1 + (random >> 16) % 24, length = (8 + name + 3) & ~3u;
        if (BYTES - at - length < 40)
            length = BYTES - at;
        u32 inode = (random >> 24) % 8 == 0 ? 0 : random >> 12;
        memcpy(block + at, &inode, 4);
        block[at + 4] = (u8)length;
        block[at + 5] = (u8)(length >> 8);
        block[at + 6] = (u8)name;
        for (u32 i = 0; i < name; i++)
            block[at + 8 + i] = (u8)('a' + (random >> i % 16) % 26);
        at += length;
    }
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    WordArray_u8 *block = calloc(1, sizeof *block + BYTES);
    if (block == NULL)
        return 1;
    block->len = BYTES;
    fill(block->values);
    u32 result = 0, entries = 0;
    for (unsigned long i = 0; i < repetitions; i++) {
        scan_ret found = scan(block);
        if (found.tag == TAG_ENUM_Some) {
            result = result * 31 + found.Some.hash;
            entries += found.Some.entries;
        }
        block->values[8] = (u8)result;
    }
    printf("%u %u\n", result, entries);
    free(block);
    return 0;
}
