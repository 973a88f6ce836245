#include "blend.h"
#include "blend_kernel.h"
#include "vectors.h"

void pixels_fill_over(uint32_t *row, size_t count, uint32_t word) {
    (has_wide_vectors() ? fill_over_wide : fill_over)(row, count, word);
}

void pixels_mask_rows_over(uint32_t *rows, size_t stride, size_t room, const uint8_t *coverage,
                           size_t coverage_stride, size_t width, size_t height, uint32_t word) {
    (has_wide_vectors() ? mask_rows_over_wide : mask_rows_over)(
        rows, stride, room, coverage, coverage_stride, width, height, word);
}

void pixels_lay_over(uint32_t *row, const uint32_t *words, size_t count) {
    (has_wide_vectors() ? lay_over_wide : lay_over)(row, words, count);
}

void pixels_add_coverage(uint8_t *row, const uint8_t *coverage, size_t count) {
    for (size_t x = 0; x < count; x++) {
        const unsigned sum = row[x] + coverage[x];
        row[x] = sum > 255 ? 255 : sum;
    }
}
