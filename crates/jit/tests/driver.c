/* Runs a unit without the runtime: a heap that is large enough, a collector
   that only raises the limit, and a report of all slots. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit { uint64_t version; void *entry; void (*enter)(void *, void *); };
extern struct unit kont_unit;

static uint64_t vproc[128];
static char *heap;
static int collections;
enum { HEAP = 4 << 20 };

void kont_collect(uint64_t *v) {
  collections++;
  v[0] = (uint64_t)heap + HEAP - 4096;
}
void kont_uncaught(void *v, void *exn) { abort(); }
void kont_resume(void *v, void *frame) { abort(); }

static void say(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  printf("%llu\n", (unsigned long long)bits);
}

void report_all(uint64_t i0, uint64_t i1, uint64_t i2, uint64_t i3, uint64_t i4, uint64_t i5,
                uint64_t i6, double f0, double f1, double f2, double f3, double f4, double f5,
                double f6, double f7) {
  uint64_t ints[] = {i0, i1, i2, i3, i4, i5, i6};
  double floats[] = {f0, f1, f2, f3, f4, f5, f6, f7};
  for (int i = 0; i < 7; i++) printf("%llu\n", (unsigned long long)ints[i]);
  for (int i = 0; i < 8; i++) say(floats[i]);
}

int main(void) {
  heap = malloc(HEAP);
  vproc[1] = (uint64_t)heap;
  kont_unit.enter(vproc, kont_unit.entry);
  return collections == 1 ? 0 : 1;
}
