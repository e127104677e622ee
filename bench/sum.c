#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static long sum(const long *a, long n) {
  unsigned long s = 0;
  for (long i = 0; i < n; i++) s += a[i];
  return s;
}
int main(void) {
  long n = 100000, *a = malloc(n * sizeof *a);
  for (long i = 0; i < n; i++) a[i] = 7;
  unsigned long s = 0;
  for (long i = 0; i < 20000; i++) { a[i] = i; s += sum(a, n); }
  printf("%ld\n", (long)s);
}
