#include <stdio.h>
int main(void) {
  unsigned long s = 1;
  for (long i = 0; i < 500000000; i++) s = s * 3 + i;
  printf("%ld\n", (long)s);
}
