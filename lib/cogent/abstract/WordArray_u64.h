/* WordArray U64, of Kont's library. */
#ifndef KONT_WORDARRAY_U64_H
#define KONT_WORDARRAY_U64_H

#include <kont/type-of-wordarray.h>

KONT_WORDARRAY(u64, unsigned long long)

#endif
