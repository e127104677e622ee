#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) static void multiply(long n, const double *a, const double *b, double *c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
static double *fill(long n, double step) {
  double *a = malloc(n * sizeof *a), x = 0;
  for (long i = 0; i < n; i++) { a[i] = x; x += step; }
  return a;
}
int main(void) {
  long n = 500, size = n * n;
  double *a = fill(size, 0.25), *b = fill(size, 0.5), *c = fill(size, 0);
  multiply(n, a, b, c);
  multiply(n, c, b, a);
  // C writes a sign in every exponent; Kont only a minus.
  char text[64];
  snprintf(text, sizeof text, "%.6E", a[size - 1]);
  char *plus = strchr(text, '+');
  if (plus) memmove(plus, plus + 1, strlen(plus));
  printf("%s\n", text);
}
