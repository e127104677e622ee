/*
 * The C side of Kont's library for Cogent. Included once in a program, after the header that
 * kont wrote for it: defines those functions of the library that the program declares, in all
 * the instances that it uses.
 *
 * For an abstract function f of the program the header has INSTANCES_f(X), which is X(f), or
 * X(f_0) X(f_1) ... if f is polymorphic. Here KONT_f(NAME) defines the instance NAME of f. What
 * differs between instances comes from names that begin in the same way: NAME_arg, NAME_ret and,
 * for the function in the field f of its argument, dispatch_NAME_f, which calls it,
 * dispatch_NAME_f_arg and dispatch_NAME_f_ret.
 *
 * Loops are inlined wherever they are called: that alone makes their bodies known.
 */
#ifndef KONT_LIBRARY_H
#define KONT_LIBRARY_H

#ifdef __clang__
#define KONT_INLINE __attribute__((always_inline))
#else
/* GCC wants both words. */
#define KONT_INLINE inline __attribute__((always_inline))
#endif

#include <kont/bytes.h>
#include <kont/common.h>
#include <kont/seq.h>
#include <kont/wordarray.h>

#endif
