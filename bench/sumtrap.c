#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static long sum(const long *a, long n) {
  long s = 0;
  for (long i = 0; i < n; i++)
    if (__builtin_saddl_overflow(s, a[i], &s)) abort();
  return s;
}
int main(void) {
  long n = 100000, *a = malloc(n * sizeof *a);
  for (long i = 0; i < n; i++) a[i] = 7;
  unsigned long s = 0;
  for (long i = 0; i < 8000; i++) { a[i] = i; s += sum(a, n); }
  printf("%ld\n", (long)s);
}
