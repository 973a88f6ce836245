#ifndef CHATPRINT_BLEND_H
#define CHATPRINT_BLEND_H

#include "pixels.h"

// The functions of pixels.h for AVX2: drawing letters takes two thirds of the time.
void fill_over_wide(uint32_t *row, size_t count, uint32_t word);
void mask_rows_over_wide(uint32_t *rows, size_t stride, size_t room, const uint8_t *coverage,
                         size_t coverage_stride, size_t width, size_t height, uint32_t word);
void lay_over_wide(uint32_t *row, const uint32_t *words, size_t count);

#endif
