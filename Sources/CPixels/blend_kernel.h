// Blending of pixels. This file is included by files that compile it for different instruction
// sets, with the same results.

#include <string.h>

// Vectors wider than the registers are only passed between functions of this file.
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint16_t words16 __attribute__((vector_size(32)));

/// Divides each product of two bytes by 255, rounded.
static inline words16 divided(words16 product) {
    words16 sum = product + 128;
    return (sum + (sum >> 8)) >> 8;
}

static inline words16 widened(bytes16 bytes) { return __builtin_convertvector(bytes, words16); }

static inline bytes16 narrowed(words16 words) { return __builtin_convertvector(words, bytes16); }

/// Repeats a pixel four times.
static inline bytes16 repeated(uint32_t word) {
    bytes16 four;
    const uint32_t words[4] = {word, word, word, word};
    memcpy(&four, words, sizeof four);
    return four;
}

/// Blends over four pixels, or over fewer followed by pixels that do not matter.
static inline void fill_four(uint32_t *row, size_t bytes, bytes16 top, uint16_t rest) {
    bytes16 bottom = {0};
    memcpy(&bottom, row, bytes);
    bottom = top + narrowed(divided(widened(bottom) * rest));
    memcpy(row, &bottom, bytes);
}

static inline void fill_over(uint32_t *row, size_t count, uint32_t word) {
    const bytes16 top = repeated(word);
    const uint16_t rest = 255 - (word >> 24);
    size_t x = 0;
    for (; x + 4 <= count; x += 4) fill_four(row + x, 16, top, rest);
    if (x < count) fill_four(row + x, 4 * (count - x), top, rest);
}

static inline void mask_four(uint32_t *row, size_t bytes, uint32_t coverage, words16 word,
                             uint16_t alpha) {
    bytes16 shares = repeated(coverage);
    shares = __builtin_shufflevector(shares, shares, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    const words16 wide = widened(shares);
    bytes16 bottom = {0};
    memcpy(&bottom, row, bytes);
    const words16 rest = 255 - divided(wide * alpha);
    bottom = narrowed(divided(word * wide)) + narrowed(divided(widened(bottom) * rest));
    memcpy(row, &bottom, bytes);
}

/// The last one to three coverage bytes of a row, the first in the lowest bits.
static inline uint32_t last_coverage(const uint8_t *coverage, size_t width, size_t count) {
    uint32_t four = 0;
    if (width >= 4) {
        memcpy(&four, coverage + width - 4, 4);
        return four >> 8 * (4 - count);
    }
    for (size_t x = 0; x < count; x++) four |= (uint32_t)coverage[width - count + x] << 8 * x;
    return four;
}

static inline void mask_rows_over(uint32_t *rows, size_t stride, size_t room, const uint8_t *coverage,
                                  size_t coverage_stride, size_t width, size_t height, uint32_t word) {
    const bytes16 top = repeated(word);
    const words16 wide = widened(top);
    const uint16_t alpha = word >> 24;
    for (size_t y = 0; y < height; y++) {
        uint32_t *row = rows + y * stride;
        const uint8_t *shares = coverage + y * coverage_stride;
        size_t x = 0;
        for (; x + 4 <= width; x += 4) {
            uint32_t four;
            memcpy(&four, shares + x, 4);
            if (four == 0) continue;
            if (four == 0xFFFFFFFF && alpha == 255) {
                memcpy(row + x, &top, 16);
            } else {
                mask_four(row + x, 16, four, wide, alpha);
            }
        }
        const uint32_t last = x < width ? last_coverage(shares, width, width - x) : 0;
        if (last == 0) continue;
        // Pixels without coverage stay unchanged, so four may be written if the row has space for
        // four. Copying fewer took two fifths of the time of drawing letters.
        if (x + 4 <= room) {
            mask_four(row + x, 16, last, wide, alpha);
        } else {
            mask_four(row + x, 4 * (width - x), last, wide, alpha);
        }
    }
}

static inline void lay_four(uint32_t *row, const uint32_t *words, size_t bytes) {
    bytes16 top = {0};
    bytes16 bottom = {0};
    memcpy(&top, words, bytes);
    memcpy(&bottom, row, bytes);
    const bytes16 alpha =
        __builtin_shufflevector(top, top, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    bottom = top + narrowed(divided(widened(bottom) * (255 - widened(alpha))));
    memcpy(row, &bottom, bytes);
}

static inline void lay_over(uint32_t *row, const uint32_t *words, size_t count) {
    size_t x = 0;
    for (; x + 4 <= count; x += 4) lay_four(row + x, words + x, 16);
    if (x < count) lay_four(row + x, words + x, 4 * (count - x));
}
