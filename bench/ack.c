#include <stdio.h>
#include <stdlib.h>
static long add(long a, long b) { long r; if (__builtin_saddl_overflow(a, b, &r)) abort(); return r; }
static long sub(long a, long b) { long r; if (__builtin_ssubl_overflow(a, b, &r)) abort(); return r; }
__attribute__((noinline)) static long ack(long m, long n) {
  if (m == 0) return add(n, 1);
  if (n == 0) return ack(sub(m, 1), 1);
  return ack(sub(m, 1), ack(m, sub(n, 1)));
}
int main(void) { printf("%ld\n", ack(3, 12)); }
