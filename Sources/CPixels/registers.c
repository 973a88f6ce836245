#include "pixels.h"

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx")))
static void clear_upper_halves(void) { _mm256_zeroupper(); }

void pixels_forget_wide_registers(void) {
    if (__builtin_cpu_supports("avx")) clear_upper_halves();
}

#else

void pixels_forget_wide_registers(void) {}

#endif
