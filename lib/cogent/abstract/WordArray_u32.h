/* WordArray U32, of Kont's library. */
#ifndef KONT_WORDARRAY_U32_H
#define KONT_WORDARRAY_U32_H

#include <kont/type-of-wordarray.h>

KONT_WORDARRAY(u32, unsigned int)

#endif
