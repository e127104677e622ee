/* How arrays lie in memory. The headers of kont include it through the folder abstract. */
#ifndef KONT_TYPE_OF_WORDARRAY_H
#define KONT_TYPE_OF_WORDARRAY_H

#define KONT_WORDARRAY(name, element) \
    typedef struct WordArray_##name { \
        unsigned int len; \
        element values[]; \
    } WordArray_##name;

#endif
