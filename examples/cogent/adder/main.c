/* Calls a function of adder.cogent. */
#include "adder.h"
#include <stdio.h>

int main(void)
{
    foo_arg pair = {.p1 = 1, .p2 = 2};
    printf("%u\n", foo(pair));
    return 0;
}
