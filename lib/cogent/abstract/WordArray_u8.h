/* WordArray U8, of Kont's library. */
#ifndef KONT_WORDARRAY_U8_H
#define KONT_WORDARRAY_U8_H

#include <kont/type-of-wordarray.h>

KONT_WORDARRAY(u8, unsigned char)

#endif
