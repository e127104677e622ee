#include <stdio.h>
#include <stdlib.h>
static long sub(long a, long b) { long r; if (__builtin_ssubl_overflow(a, b, &r)) abort(); return r; }
__attribute__((noinline)) static long tak(long x, long y, long z) {
  if (!(y < x)) return z;
  return tak(tak(sub(x, 1), y, z), tak(sub(y, 1), z, x), tak(sub(z, 1), x, y));
}
int main(void) { printf("%ld\n", tak(33, 22, 11)); }
