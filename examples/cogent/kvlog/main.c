/* A device in memory, and a program that writes a log to it, damages it and reads it again. */
#include <stdio.h>
#include <string.h>
#include <kont/sysstate.h>
#include <abstract/WordArray_u8.h>

#define BLOCK_COUNT 6
#define BLOCK_SIZE 96

typedef struct Device {
    WordArray_u8 *blocks[BLOCK_COUNT];
} Device;

#include "kvlog.h"
#include <kont/library.h>

KONT_NEW(new_log)
KONT_FREE(free_log)

device_blocks_ret device_blocks(device_blocks_arg dev)
{
    (void)dev;
    return BLOCK_COUNT;
}

device_block_size_ret device_block_size(device_block_size_arg dev)
{
    (void)dev;
    return BLOCK_SIZE;
}

device_read_ret device_read(device_read_arg args)
{
    static WordArray_u8 no_block = {.len = 0};
    return args.p2 < BLOCK_COUNT ? args.p1->blocks[args.p2] : &no_block;
}

device_write_ret device_write(device_write_arg args)
{
    if (args.p2 < BLOCK_COUNT) {
        u32 count = args.p3->len < BLOCK_SIZE ? args.p3->len : BLOCK_SIZE;
        memcpy(args.p1->blocks[args.p2]->values, args.p3->values, count);
    }
    return args.p1;
}

static WordArray_u8 *bytes(SysState *sys, u32 len)
{
    WordArray_u8 *arr = kont_allocate(sys, sizeof *arr + len);
    if (arr == NULL)
        abort();
    arr->len = len;
    return arr;
}

static WordArray_u8 *text(SysState *sys, const char *chars)
{
    WordArray_u8 *arr = bytes(sys, (u32)strlen(chars));
    memcpy(arr->values, chars, arr->len);
    return arr;
}

static void drop(SysState *sys, WordArray_u8 *arr)
{
    kont_free(sys, arr, sizeof *arr + arr->len);
}

static Log *add(SysState *sys, Log *log, u8 kind, const char *key, const char *value)
{
    WordArray_u8 *k = text(sys, key), *v = text(sys, value);
    append_ret ret = append((append_arg){.log = log, .kind = kind, .key = k, .value = v});
    drop(sys, k);
    drop(sys, v);
    printf("%s %s", kind == 1 ? "put" : "delete", key);
    switch (ret.p2.tag) {
    case TAG_ENUM_Done:
        printf(": record %u\n", ret.p2.Done);
        break;
    case TAG_ENUM_Full:
        printf(": the log is full\n");
        break;
    default:
        printf(": too large for a block\n");
        break;
    }
    return ret.p1;
}

static void get(SysState *sys, Log *log, const char *key)
{
    WordArray_u8 *k = text(sys, key);
    lookup_ret ret = lookup((lookup_arg){.p1 = log, .p2 = k});
    drop(sys, k);
    if (ret.tag == TAG_ENUM_None) {
        printf("%s: no value\n", key);
        return;
    }
    Place place = ret.Some;
    printf("%s: ", key);
    fwrite(log->dev->blocks[place.block]->values + place.start, 1, place.len, stdout);
    printf(" (block %u, byte %u)\n", place.block, place.start);
}

static Log *reopen(SysState *sys, Device *dev)
{
    open_log_ret ret = open_log((open_log_arg){.p1 = sys, .p2 = dev});
    if (ret.tag == TAG_ENUM_Error) {
        printf("open: no memory\n");
        return NULL;
    }
    printf("open: %u records, damaged blocks: %u\n", ret.Success.p3.records, ret.Success.p3.damaged);
    return ret.Success.p2;
}

int main(void)
{
    SysState sys = KONT_SYSSTATE;
    Device dev;
    for (int i = 0; i < BLOCK_COUNT; i++)
        dev.blocks[i] = bytes(&sys, BLOCK_SIZE);

    Log *log = reopen(&sys, &dev);
    log = add(&sys, log, 1, "apple", "red");
    log = add(&sys, log, 1, "pear", "green");
    log = add(&sys, log, 1, "apple", "yellow with a red cheek");
    log = add(&sys, log, 2, "pear", "");
    log = add(&sys, log, 1, "plum", "blue");
    log = add(&sys, log, 1, "cherry", "a value that is longer than the largest that fits into a block "
                                      "of the device, with its key and all");
    get(&sys, log, "apple");
    get(&sys, log, "pear");
    get(&sys, log, "quince");
    close_log((close_log_arg){.p1 = &sys, .p2 = log});

    log = reopen(&sys, &dev);
    get(&sys, log, "apple");
    get(&sys, log, "plum");
    close_log((close_log_arg){.p1 = &sys, .p2 = log});

    printf("one bit of block 1 changes\n");
    dev.blocks[1]->values[20] ^= 4;
    log = reopen(&sys, &dev);
    get(&sys, log, "apple");
    get(&sys, log, "plum");
    for (int i = 0; i < 9; i++) {
        char key[8], value[40];
        snprintf(key, sizeof key, "key%d", i);
        snprintf(value, sizeof value, "the value number %d", i);
        log = add(&sys, log, 1, key, value);
    }
    get(&sys, log, "key7");
    get(&sys, log, "key8");
    close_log((close_log_arg){.p1 = &sys, .p2 = log});

    sys.room = 4;
    reopen(&sys, &dev);
    sys.room = sizeof(Log) + 4;
    reopen(&sys, &dev);
    for (int i = 0; i < BLOCK_COUNT; i++)
        drop(&sys, dev.blocks[i]);
    printf("blocks in use: %llu\n", sys.blocks);
    return sys.blocks != 0;
}
