/* WordArray U16, of Kont's library. */
#ifndef KONT_WORDARRAY_U16_H
#define KONT_WORDARRAY_U16_H

#include <kont/type-of-wordarray.h>

KONT_WORDARRAY(u16, unsigned short)

#endif
