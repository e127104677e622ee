/* dispatch REPETITIONS, with the loop body in Cogent. */
#include <kont/sysstate.h>

typedef struct Code Code;

#include "dispatch.h"
#include <kont/library.h>
#include <stdio.h>

#define LENGTH 4096

struct Code {
    u32 length;
    Instruction instructions[LENGTH];
};

KONT_INLINE code_length_ret code_length(code_length_arg code)
{
    return code->length;
}

/* Asked for what is in the code only. */
KONT_INLINE code_at_ret code_at(code_at_arg args)
{
    return args.p1->instructions[args.p2];
}

static Instruction random_instruction(u32 random)
{
    Instruction instruction = {0};
    u32 n = random >> 8 & 0xffff;
    switch (random >> 24 & 7) {
    case 0: instruction.tag = TAG_ENUM_Add; instruction.Add = n; break;
    case 1: instruction.tag = TAG_ENUM_Exchange; break;
    case 2: instruction.tag = TAG_ENUM_Load; instruction.Load = n; break;
    case 3: instruction.tag = TAG_ENUM_Multiply; instruction.Multiply = n | 1; break;
    case 4: instruction.tag = TAG_ENUM_Rotate; instruction.Rotate = (u8)n; break;
    case 5: instruction.tag = TAG_ENUM_AddIfOdd; instruction.AddIfOdd = n; break;
    default: instruction.tag = TAG_ENUM_Xor; break;
    }
    return instruction;
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    static Code code = {.length = LENGTH};
    u32 random = 1;
    for (u32 i = 0; i < LENGTH; i++) {
        random = random * 1664525 + 1013904223;
        code.instructions[i] = random_instruction(random);
    }
    Machine m = {1, 2};
    for (unsigned long i = 0; i < repetitions; i++)
        m = run_code((run_code_arg){&code, m});
    printf("%u %u\n", m.a, m.b);
    return 0;
}
