// The same as fib.anf, with the same overflow checks.
#include <stdio.h>
#include <stdlib.h>

static long fib(long n) {
  if (n < 2) return n;
  long n1, n2, sum;
  if (__builtin_sub_overflow(n, 1, &n1)) abort();
  if (__builtin_sub_overflow(n, 2, &n2)) abort();
  if (__builtin_add_overflow(fib(n1), fib(n2), &sum)) abort();
  return sum;
}

int main(void) {
  printf("%ld\n", fib(42));
  return 0;
}
