#include "blend.h"

#include <string.h>

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#endif

#include "blend_kernel.h"

void fill_over_wide(uint32_t *row, size_t count, uint32_t word) { fill_over(row, count, word); }

void mask_rows_over_wide(uint32_t *rows, size_t stride, size_t room, const uint8_t *coverage,
                         size_t coverage_stride, size_t width, size_t height, uint32_t word) {
    mask_rows_over(rows, stride, room, coverage, coverage_stride, width, height, word);
}

void lay_over_wide(uint32_t *row, const uint32_t *words, size_t count) { lay_over(row, words, count); }

#if defined(__x86_64__)
#pragma clang attribute pop
#endif
