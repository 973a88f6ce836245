#include "pixels.h"

// The matrix of BT.709 with Kr = 0.2126 and Kb = 0.0722, multiplied by 219/255 for luma and 224/255
// for chroma, in units of 1/65,536. The coefficients of each chroma row sum to 0, so that gray has
// no chroma.

void pixels_to_luma(const uint32_t *words, size_t count, uint8_t *luma) {
    for (size_t x = 0; x < count; x++) {
        const uint32_t red = words[x] >> 16 & 255, green = words[x] >> 8 & 255, blue = words[x] & 255;
        luma[x] = (uint8_t)((11966 * red + 40254 * green + 4064 * blue + (16 << 16) + (1 << 15)) >> 16);
    }
}

/// Returns the sum of one channel over two rows and three columns. The columns beside the middle
/// one have half its weight.
static inline int32_t channel(const uint32_t *upper, const uint32_t *lower, size_t left, size_t x, int shift) {
    const uint32_t before = (upper[left] >> shift & 255) + (lower[left] >> shift & 255);
    const uint32_t here = (upper[x] >> shift & 255) + (lower[x] >> shift & 255);
    const uint32_t after = (upper[x + 1] >> shift & 255) + (lower[x + 1] >> shift & 255);
    return (int32_t)(before + 2 * here + after);
}

static inline void chroma(const uint32_t *upper, const uint32_t *lower, size_t left, size_t pair, uint8_t *blue,
                          uint8_t *red) {
    const int32_t r = channel(upper, lower, left, 2 * pair, 16);
    const int32_t g = channel(upper, lower, left, 2 * pair, 8);
    const int32_t b = channel(upper, lower, left, 2 * pair, 0);
    // The sum has a total weight of 8, hence three more bits.
    const int32_t middle = (128 << 19) + (1 << 18);
    blue[pair] = (uint8_t)((28784 * b - 6596 * r - 22188 * g + middle) >> 19);
    red[pair] = (uint8_t)((28784 * r - 26145 * g - 2639 * b + middle) >> 19);
}

void pixels_to_chroma(const uint32_t *upper, const uint32_t *lower, size_t pairs, uint8_t *blue, uint8_t *red) {
    if (pairs == 0) return;
    chroma(upper, lower, 0, 0, blue, red);
    for (size_t pair = 1; pair < pairs; pair++) chroma(upper, lower, 2 * pair - 1, pair, blue, red);
}
