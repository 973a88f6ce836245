#include "rows_state.h"

struct pixel_sums {
    uint64_t sum;
    uint64_t weight;
};

static inline struct pixel_sums no_sums(void) { return (struct pixel_sums){0, 0}; }

static inline void take_sums(struct row_deflater *d, const struct pixel_sums *sums) {
    d->row_sum += sums->sum;
    d->row_weight += sums->weight;
}

static inline bool differ_64(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    uint32_t bits = 0;
    for (uint32_t j = 0; j < 64; j++) bits |= words[j] ^ other[j];
    return (bits & mask) != 0;
}

static inline uint64_t differing_64(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    uint64_t bits = 0;
    for (uint32_t j = 0; j < 64; j++) bits |= (uint64_t)(((words[j] ^ other[j]) & mask) != 0) << j;
    return bits;
}

static inline uint32_t same_8(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    uint32_t count = 0;
    while (count < ahead && ((words[count] ^ other[count]) & mask) == 0) count++;
    return count;
}

/// Adds the byte sums of 64 opaque pixels, minus those above, and each byte times the number of
/// bytes after it.
static inline void add_64(struct pixel_sums *sums, const uint32_t *words, const uint32_t *above,
                          uint32_t behind) {
    int32_t sum = 0, local = 0;
    for (int32_t j = 0; j < 64; j++) {
        const int32_t red = (int32_t)(words[j] >> 16 & 255) - (int32_t)(above[j] >> 16 & 255);
        const int32_t green = (int32_t)(words[j] >> 8 & 255) - (int32_t)(above[j] >> 8 & 255);
        const int32_t blue = (int32_t)(words[j] & 255) - (int32_t)(above[j] & 255);
        sum += red + green + blue;
        local += 3 * j * (red + green + blue) + green + 2 * blue;
    }
    sums->sum += (uint64_t)(int64_t)sum;
    sums->weight += (uint64_t)((int64_t)behind * sum - local);
}

#include "rows_kernel.h"

bool rows_find_portable(struct row_deflater *d) {
    return d->pixel_bytes == 3 ? find_rows(d, 3, 0xFFFFFF) : find_rows(d, 4, 0xFFFFFFFF);
}

uint8_t *rows_write_portable(struct row_deflater *d, const struct distance_codes *distances, uint8_t *out) {
    return write_tokens(d, distances, out);
}
