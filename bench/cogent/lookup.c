/* lookup REPETITIONS, by hand. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BYTES 65536

struct table {
    uint32_t entries[256];
};

struct bytes {
    uint32_t len;
    uint8_t values[];
};

static uint32_t crc32(const struct bytes *bytes, const struct table *table)
{
    uint32_t crc = 0xffffffff;
    for (uint32_t i = 0; i < bytes->len; i++)
        crc = table->entries[(uint8_t)crc ^ bytes->values[i]] ^ crc >> 8;
    return ~crc;
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    static struct table table;
    struct bytes *bytes = malloc(sizeof *bytes + BYTES);
    if (bytes == NULL)
        return 1;
    bytes->len = BYTES;
    for (uint32_t i = 0; i < BYTES; i++)
        bytes->values[i] = (uint8_t)((i * 2654435761u) >> 24);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t entry = i;
        for (int bit = 0; bit < 8; bit++)
            entry = entry & 1 ? entry >> 1 ^ 0xedb88320u : entry >> 1;
        table.entries[i] = entry;
    }
    uint32_t result = 0;
    for (unsigned long i = 0; i < repetitions; i++) {
        result += crc32(bytes, &table);
        bytes->values[i % BYTES] += (uint8_t)result;
    }
    printf("%u\n", result);
    free(bytes);
    return 0;
}
