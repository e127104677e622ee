/* What every file of Cogent's C back end begins with. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

typedef struct unit_t {
    int dummy;
} unit_t;

typedef struct bool_t {
    u8 boolean;
} bool_t;
