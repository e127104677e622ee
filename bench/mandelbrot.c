#include <stdio.h>
__attribute__((noinline)) static long inside(double cx, double cy) {
  double x = 0, y = 0;
  for (long n = 0; n < 100; n++) {
    double xx = x * x, yy = y * y;
    if (xx + yy > 4.0) return 0;
    y = 2.0 * (x * y) + cy;
    x = xx - yy + cx;
  }
  return 1;
}
int main(void) {
  long count = 0;
  for (long i = 0; i < 1200; i++)
    for (long j = 0; j < 1200; j++) count += inside(j / 400.0 - 2.0, i / 400.0 - 1.5);
  printf("%ld\n", count);
}
