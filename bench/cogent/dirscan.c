/* dirscan REPETITIONS, by hand. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 4096

struct bytes {
    uint32_t len;
    uint8_t values[];
};

struct scan {
    uint32_t start, entries, hash;
};

static uint32_t load_u32le(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* False if an entry cannot be right. */
static bool scan(const struct bytes *bytes, struct scan *found)
{
    uint32_t size = bytes->len, start = 0, entries = 0, hash = 2166136261;
    while (start < size) {
        const uint8_t *entry = bytes->values + start;
        uint32_t room = size - start;
        if (room < 8)
            return false;
        uint32_t inode = load_u32le(entry);
        uint32_t length = entry[4] | entry[5] << 8, name_length = entry[6];
        if (length < 8 || length > room || (length & 3) != 0 || name_length > length - 8)
            return false;
        if (inode != 0) {
            hash ^= inode;
            for (uint32_t i = 0; i < name_length; i++)
                hash = (hash ^ entry[8 + i]) * 16777619;
            entries++;
        }
        start += length;
    }
    *found = (struct scan){start, entries, hash};
    return true;
}

/* Entries with names of 1 to 24 letters, some of them unused, up to the end of the block. */
static void fill(uint8_t *block)
{
    uint32_t at = 0, random = 1;
    while (at < BYTES) {
        random = random * 1664525 + 1013904223;
        uint32_t name = 1 + (random >> 16) % 24, length = (8 + name + 3) & ~3u;
        if (BYTES - at - length < 40)
            length = BYTES - at;
        uint32_t inode = (random >> 24) % 8 == 0 ? 0 : random >> 12;
        memcpy(block + at, &inode, 4);
        block[at + 4] = (uint8_t)length;
        block[at + 5] = (uint8_t)(length >> 8);
        block[at + 6] = (uint8_t)name;
        for (uint32_t i = 0; i < name; i++)
            block[at + 8 + i] = (uint8_t)('a' + (random >> i % 16) % 26);
        at += length;
    }
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    struct bytes *block = calloc(1, sizeof *block + BYTES);
    if (block == NULL)
        return 1;
    block->len = BYTES;
    fill(block->values);
    uint32_t result = 0, entries = 0;
    for (unsigned long i = 0; i < repetitions; i++) {
        struct scan found;
        if (scan(block, &found)) {
            result = result * 31 + found.hash;
            entries += found.entries;
        }
        block->values[8] = (uint8_t)result;
    }
    printf("%u %u\n", result, entries);
    free(block);
    return 0;
}
