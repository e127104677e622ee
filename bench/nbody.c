#include <math.h>
#include <stdio.h>
static double x[15] = {0, 0, 0, 4.84143144246472090, -1.16032004402742839, -0.103622044471123109, 8.34336671824457987, 4.12479856412430479, -0.403523417114321381, 12.8943695621391310, -15.1111514016986312, -0.223307578892655734, 15.3796971148509165, -25.9193146099879641, 0.179258772950371181};
static double v[15] = {0, 0, 0, 0.606326392995832, 2.81198684491626, -0.025218361659887, -1.01077434617879, 1.82566237123041, 0.00841576137658415, 1.08279100644154, 0.868713018169608, -0.0108326374013636, 0.979090732243898, 0.594698998647676, -0.034755955550478};
static double m[5] = {39.4784176043574, 0.0376936749096657, 0.0112863261319688, 0.00172372405705971, 0.00203368686992463};
__attribute__((noinline)) static double energy(double *x, double *v, double *m) {
  double e = 0;
  for (long i = 0; i < 5; i++) {
    double *a = v + 3 * i;
    e += 0.5 * m[i] * (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (long j = i + 1; j < 5; j++) {
      double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      e -= m[i] * m[j] / sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  return e;
}
__attribute__((noinline)) static void advance(double *x, double *v, double *m, double dt) {
  for (long i = 0; i < 5; i++)
    for (long j = i + 1; j < 5; j++) {
      double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      double d = dx * dx + dy * dy + dz * dz, mag = dt / (d * sqrt(d));
      double mj = m[j] * mag, mi = m[i] * mag;
      v[3 * i] -= dx * mj; v[3 * i + 1] -= dy * mj; v[3 * i + 2] -= dz * mj;
      v[3 * j] += dx * mi; v[3 * j + 1] += dy * mi; v[3 * j + 2] += dz * mi;
    }
  for (long i = 0; i < 15; i++) x[i] += dt * v[i];
}
int main(void) {
  for (long i = 0; i < 1000000; i++) advance(x, v, m, 0.01);
  printf("%.9f\n", energy(x, v, m));
}
