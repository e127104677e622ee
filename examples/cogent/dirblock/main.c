/* Blocks, sound and damaged, for the parser, and the output of what it finds. */
#include <stdio.h>
#include <string.h>
#include <kont/sysstate.h>

/* Where entries are shown. */
typedef struct Sink {
    FILE *file;
    unsigned shown;
} Sink;

#include "dirblock.h"
#include <kont/library.h>

#define BLOCK_SIZE 128
#define INODES 1000

show_ret show(show_arg args)
{
    Sink *sink = args.p1;
    Entry entry = args.p3;
    sink->shown++;
    if (sink->file == NULL)
        return sink;
    fprintf(sink->file, "  %4u ", entry.inode);
    switch (entry.kind.tag) {
    case TAG_ENUM_Directory:
        fprintf(sink->file, "directory ");
        break;
    case TAG_ENUM_Regular:
        fprintf(sink->file, "file      ");
        break;
    case TAG_ENUM_Link:
        fprintf(sink->file, "link      ");
        break;
    default:
        fprintf(sink->file, "type %-4u ", entry.kind.Other);
        break;
    }
    fwrite(args.p2->values + entry.name_start, 1, entry.name_end - entry.name_start, sink->file);
    fputc('\n', sink->file);
    return sink;
}

static const char *problem(Problem problem)
{
    switch (problem.tag) {
    case TAG_ENUM_Unaligned:
        return "its length is no multiple of 4";
    case TAG_ENUM_TooShort:
        return "it is too short";
    case TAG_ENUM_PastEnd:
        return "it ends behind the block";
    case TAG_ENUM_NameTooLong:
        return "its name is too long";
    case TAG_ENUM_NoName:
        return "it has no name";
    case TAG_ENUM_BadName:
        return "its name has a bad character";
    default:
        return "there is no such inode";
    }
}

static void print_fault(Fault fault)
{
    printf("the entry at %u is damaged: %s\n", fault.start, problem(fault.problem));
}

static u32 put_entry(WordArray_u8 *block, u32 at, u32 inode, u32 length, u8 kind, const char *name)
{
    u8 *p = block->values + at;
    p[0] = (u8)inode;
    p[1] = (u8)(inode >> 8);
    p[2] = p[3] = 0;
    p[4] = (u8)length;
    p[5] = (u8)(length >> 8);
    p[6] = (u8)strlen(name);
    p[7] = kind;
    memcpy(p + 8, name, strlen(name));
    return at + length;
}

static void fill(WordArray_u8 *block)
{
    memset(block->values, 0, BLOCK_SIZE);
    u32 at = put_entry(block, 0, 12, 12, 2, ".");
    at = put_entry(block, at, 2, 12, 2, "..");
    at = put_entry(block, at, 13, 20, 1, "readme.txt");
    at = put_entry(block, at, 0, 16, 1, "gone");
    at = put_entry(block, at, 300, 12, 2, "src");
    at = put_entry(block, at, 17, 16, 7, "latest");
    put_entry(block, at, 18, BLOCK_SIZE - at, 5, "pipe");
}

static void print_list(WordArray_u8 *block)
{
    Sink sink = {stdout, 0};
    list_ret ret = list((list_arg){.sink = &sink, .bytes = block, .inodes = INODES});
    printf("%u entries\n", ret.p2);
    if (ret.p3.tag == TAG_ENUM_Some)
        print_fault(ret.p3.Some);
}

static find_ret find_text(SysState *sys, WordArray_u8 *block, const char *name)
{
    size_t size = sizeof(WordArray_u8) + strlen(name);
    WordArray_u8 *key = kont_allocate(sys, size);
    if (key == NULL)
        abort();
    key->len = (u32)strlen(name);
    memcpy(key->values, name, key->len);
    find_ret ret = find((find_arg){.bytes = block, .inodes = INODES, .name = key});
    kont_free(sys, key, size);
    return ret;
}

static void print_find(SysState *sys, WordArray_u8 *block, const char *name)
{
    find_ret ret = find_text(sys, block, name);
    printf("%s: ", name);
    if (ret.tag == TAG_ENUM_Found)
        printf("inode %u\n", ret.Found);
    else if (ret.tag == TAG_ENUM_Missing)
        printf("not there\n");
    else
        print_fault(ret.Broken);
}

/* The byte `at` of the block of `fill` becomes another. */
static void print_damaged(WordArray_u8 *block, u32 at, u8 byte)
{
    fill(block);
    block->values[at] = byte;
    Sink sink = {NULL, 0};
    list_ret ret = list((list_arg){.sink = &sink, .bytes = block, .inodes = INODES});
    printf("after %u entries, ", ret.p2);
    print_fault(ret.p3.Some);
}

/* Blocks with a few random bytes: each is read to its end or to a fault. */
static void damage_many(SysState *sys, WordArray_u8 *block)
{
    u32 sound = 0, damaged = 0, entries = 0, found = 0, random = 1;
    for (int round = 0; round < 20000; round++) {
        fill(block);
        for (int i = 0; i < 2; i++) {
            random = random * 1664525 + 1013904223;
            block->values[(random >> 8) % BLOCK_SIZE] = (u8)(random >> 24);
        }
        Sink sink = {NULL, 0};
        list_ret ret = list((list_arg){.sink = &sink, .bytes = block, .inodes = INODES});
        if (ret.p3.tag == TAG_ENUM_Some)
            damaged++;
        else
            sound++;
        entries += ret.p2;
        found += find_text(sys, block, "src").tag == TAG_ENUM_Found;
    }
    printf("20000 blocks: %u sound, %u damaged, %u entries, found in %u\n", sound, damaged, entries, found);
}

int main(void)
{
    SysState sys = KONT_SYSSTATE;
    WordArray_u8 *block = kont_allocate(&sys, sizeof *block + BLOCK_SIZE);
    if (block == NULL)
        return 1;
    block->len = BLOCK_SIZE;
    fill(block);
    print_list(block);
    print_find(&sys, block, "src");
    print_find(&sys, block, "gone");
    print_find(&sys, block, "read");

    print_damaged(block, 16, 0);    /* the length of `..` */
    print_damaged(block, 16, 14);
    print_damaged(block, 17, 1);
    print_damaged(block, 30, 13);   /* the length of a name */
    print_damaged(block, 30, 0);
    print_damaged(block, 32, '/');  /* a name */
    print_damaged(block, 26, 1);    /* an inode */
    print_find(&sys, block, "..");
    print_find(&sys, block, "src");
    damage_many(&sys, block);

    /* A block that ends in the middle of an entry. */
    fill(block);
    block->len = 50;
    print_list(block);
    block->len = BLOCK_SIZE;
    kont_free(&sys, block, sizeof *block + BLOCK_SIZE);
    return sys.blocks != 0;
}
