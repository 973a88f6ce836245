#ifndef CHATPRINT_PLAN_STATE_H
#define CHATPRINT_PLAN_STATE_H

#include "plan.h"
#include "rows_state.h"

struct plan_code {
    uint64_t bits;
    uint32_t count;
};

struct plan_table {
    uint32_t row_bytes;
    uint8_t literal_lengths[literal_symbols];
    uint16_t literals[literal_symbols];
    uint8_t distance_lengths[30];
    uint16_t distances[30];
    uint8_t distance_symbols[512];
    /// By length in bytes: matches with the pixel to the left, with the row above, and the lengths
    /// alone.
    struct plan_code runs[max_match + 1], copies[max_match + 1], lengths[max_match + 1];
    /// The beginning of the block.
    uint8_t head[600];
    uint32_t head_bytes;
    struct bit_writer head_bits;
};

/// The pixels of a row of a tile that differ from those above.
struct plan_event {
    uint16_t row;
    uint16_t x;
    uint16_t width;
    /// The number of pixels at its beginning and end that equal those to their left. They have no
    /// codes, because they often continue a run.
    uint16_t lead, tail;
    /// The color of the pixels at its beginning.
    uint32_t color;
    /// Where the codes are, in bytes, and how many bits they have.
    uint32_t codes, bits;
    /// Of the pixels.
    uint32_t hash;
    /// The changes of the sum of the bytes, and of each byte times its position in the event.
    int32_t sum;
    int64_t weight;
};

struct plan_tile {
    uint32_t width, height, edge_words, event_count;
    size_t bytes, code_bytes;
    uint32_t *words;
    /// For each row, the pixels that differ from the one to the left, and whether the one to the
    /// right of the tile does.
    uint64_t *edges;
    uint8_t *codes;
    /// By row, then from left to right. The row below the tile is its ground.
    struct plan_event events[];
};

struct pixel_change {
    int32_t sum, weight;
};

static inline struct pixel_change plan_change(uint32_t old, uint32_t new) {
    const int32_t red = (int32_t)(new >> 16 & 255) - (int32_t)(old >> 16 & 255);
    const int32_t green = (int32_t)(new >> 8 & 255) - (int32_t)(old >> 8 & 255);
    const int32_t blue = (int32_t)(new & 255) - (int32_t)(old & 255);
    return (struct pixel_change){red + green + blue, green + 2 * blue};
}

/// Appends up to 56 bits.
static inline uint8_t *plan_put(struct bit_writer *writer, uint8_t *out, struct plan_code code) {
    const uint64_t bits = writer->bits | code.bits << writer->count, count = writer->count + code.count;
    memcpy(out, &bits, sizeof bits);
    writer->bits = bits >> (count & 0x38);
    writer->count = count & 7;
    return out + count / 8;
}

static inline uint32_t plan_pixel_cost(const struct plan_table *table, uint32_t word) {
    return table->literal_lengths[word >> 16 & 255] + table->literal_lengths[word >> 8 & 255]
        + table->literal_lengths[word & 255];
}

static inline uint8_t *plan_put_pixel(const struct plan_table *table, struct bit_writer *writer, uint8_t *out,
                                      uint32_t word) {
    struct plan_code code = {0, 0};
    for (int shift = 16; shift >= 0; shift -= 8) {
        const uint32_t byte = word >> shift & 255;
        code.bits |= (uint64_t)table->literals[byte] << code.count;
        code.count += table->literal_lengths[byte];
    }
    return plan_put(writer, out, code);
}

static inline struct plan_code plan_distance(const struct plan_table *table, uint32_t distance) {
    const uint32_t less = distance - 1;
    const uint32_t symbol = table->distance_symbols[less < 256 ? less : 256 + less / 128];
    const uint32_t count = table->distance_lengths[symbol];
    return (struct plan_code){table->distances[symbol] | (uint64_t)(distance - distance_bases[symbol]) << count,
                              count + distance_extras[symbol]};
}

#endif
