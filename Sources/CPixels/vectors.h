#ifndef CHATPRINT_VECTORS_H
#define CHATPRINT_VECTORS_H

#include <stdbool.h>

/// Whether the processor has the instructions for which the files `*_wide.c` are compiled.
static inline bool has_wide_vectors(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

#endif
