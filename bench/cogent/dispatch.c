/* dispatch REPETITIONS, by hand. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 4096

enum tag { ADD, ADD_IF_ODD, EXCHANGE, LOAD, MULTIPLY, ROTATE, XOR };

/* As a variant lies in memory: all members side by side. */
struct instruction {
    enum tag tag;
    uint32_t add;
    uint32_t add_if_odd;
    int exchange;
    uint32_t load;
    uint32_t multiply;
    uint8_t rotate;
    int xor;
};

struct code {
    uint32_t length;
    struct instruction instructions[LENGTH];
};

struct machine {
    uint32_t a, b;
};

static struct machine run_code(const struct code *code, struct machine m)
{
    for (uint32_t i = 0; i < code->length; i++) {
        const struct instruction *instruction = &code->instructions[i];
        uint32_t old = m.a;
        switch (instruction->tag) {
        case ADD:
            m.a += instruction->add;
            break;
        case ADD_IF_ODD:
            m.a += (m.a & 1) * instruction->add_if_odd;
            break;
        case EXCHANGE:
            m.a = m.b;
            m.b = old;
            break;
        case LOAD:
            m.b ^= instruction->load;
            break;
        case MULTIPLY:
            m.a *= instruction->multiply;
            break;
        case ROTATE:
            m.a = old << (instruction->rotate & 31) | old >> (-instruction->rotate & 31);
            break;
        case XOR:
            m.a ^= m.b;
            break;
        }
    }
    return m;
}

static struct instruction random_instruction(uint32_t random)
{
    struct instruction instruction = {0};
    uint32_t n = random >> 8 & 0xffff;
    switch (random >> 24 & 7) {
    case 0: instruction.tag = ADD; instruction.add = n; break;
    case 1: instruction.tag = EXCHANGE; break;
    case 2: instruction.tag = LOAD; instruction.load = n; break;
    case 3: instruction.tag = MULTIPLY; instruction.multiply = n | 1; break;
    case 4: instruction.tag = ROTATE; instruction.rotate = (uint8_t)n; break;
    case 5: instruction.tag = ADD_IF_ODD; instruction.add_if_odd = n; break;
    default: instruction.tag = XOR; break;
    }
    return instruction;
}

int main(int argc, char **argv)
{
    unsigned long repetitions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    static struct code code = {.length = LENGTH};
    uint32_t random = 1;
    for (uint32_t i = 0; i < LENGTH; i++) {
        random = random * 1664525 + 1013904223;
        code.instructions[i] = random_instruction(random);
    }
    struct machine m = {1, 2};
    for (unsigned long i = 0; i < repetitions; i++)
        m = run_code(&code, m);
    printf("%u %u\n", m.a, m.b);
    return 0;
}
