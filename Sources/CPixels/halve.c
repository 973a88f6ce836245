#include "pixels.h"

#include <string.h>

// Vectors wider than the registers are only passed between functions of this file.
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint16_t words16 __attribute__((vector_size(32)));

/// Adds up four pixels of each row.
static inline words16 sum(const uint32_t *upper, const uint32_t *lower) {
    bytes16 above, below;
    memcpy(&above, upper, sizeof above);
    memcpy(&below, lower, sizeof below);
    return __builtin_convertvector(above, words16) + __builtin_convertvector(below, words16);
}

static inline void halve_four(const uint32_t *upper, const uint32_t *lower, uint32_t *words) {
    const words16 left = sum(upper, lower);
    const words16 right = sum(upper + 4, lower + 4);
    const words16 even = __builtin_shufflevector(left, right, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19,
                                                 24, 25, 26, 27);
    const words16 odd = __builtin_shufflevector(left, right, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23,
                                                28, 29, 30, 31);
    const bytes16 mean = __builtin_convertvector((even + odd + 2) >> 2, bytes16);
    memcpy(words, &mean, sizeof mean);
}

void pixels_halve(const uint32_t *upper, const uint32_t *lower, size_t count, uint32_t *words) {
    size_t x = 0;
    for (; x + 4 <= count; x += 4) halve_four(upper + 2 * x, lower + 2 * x, words + x);
    if (x == count) return;
    uint32_t above[8] = {0}, below[8] = {0}, mean[4];
    memcpy(above, upper + 2 * x, 8 * (count - x));
    memcpy(below, lower + 2 * x, 8 * (count - x));
    halve_four(above, below, mean);
    memcpy(words + x, mean, 4 * (count - x));
}
