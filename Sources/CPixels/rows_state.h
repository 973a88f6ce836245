#ifndef CHATPRINT_ROWS_STATE_H
#define CHATPRINT_ROWS_STATE_H

#include "rows.h"

#include <string.h>

enum {
    /// The maximum number of tokens in a block. A stripe of chat has about 13,000.
    max_tokens = 1 << 15,
    /// The maximum number of tokens that one step adds: a run through the widest row, or the bytes
    /// of 64 pixels.
    token_room = 1100,
    hash_bits = 11,
    color_bits = 12,
    /// Codes: first the slots of the color table, then literal bytes, then lengths from `min_match`
    /// on.
    byte_base = 1 << color_bits,
    length_base = byte_base + 256,
    code_count = length_base + 256,
    min_match = 3,
    max_match = 258,
    max_distance = 32768,
    /// The distance symbol of tokens without a distance.
    no_distance = 30,
    code_field = 13,
    symbol_field = 5,
    /// The number of pixels compared at once. Nothing is searched closer than this to the end of a
    /// row.
    ahead = 8,
    /// The limits make the codes of a pixel's four bytes and 7 preceding bits fit in 64 bits.
    longest_code = 14,
    longest_distance_code = 15,
    longest_length_code = 7,
    literal_symbols = 286,
    end_of_block = 256,
};

/// Marks a free slot of the color table. No premultiplied pixel has this color.
static const uint32_t no_color = 0x00FFFFFF;

struct bit_writer {
    uint64_t bits;
    uint64_t count;
};

static inline uint8_t *put_bits(struct bit_writer *writer, uint8_t *out, uint64_t value, uint32_t count) {
    writer->bits |= value << writer->count;
    for (writer->count += count; writer->count >= 8; writer->count -= 8) {
        *out++ = (uint8_t)writer->bits;
        writer->bits >>= 8;
    }
    return out;
}

/// Ends a stripe: an empty stored block, so that other blocks may follow on a byte boundary.
static inline uint8_t *put_stripe_end(struct bit_writer *writer, uint8_t *out) {
    out = put_bits(writer, out, 0, 3);
    if (writer->count > 0) out = put_bits(writer, out, 0, 8 - (uint32_t)writer->count);
    const uint8_t empty[4] = {0x00, 0x00, 0xFF, 0xFF};
    memcpy(out, empty, sizeof empty);
    return out + sizeof empty;
}

/// The codes of distance symbols; the last is empty.
struct distance_codes {
    uint16_t codes[no_distance + 1];
    uint8_t lengths[no_distance + 1];
    /// The lengths including extra bits.
    uint8_t totals[no_distance + 1];
};

struct row_deflater {
    uint32_t width;
    uint32_t pixel_bytes;
    /// The significant bits of a word: an opaque surface's highest byte is undefined.
    uint32_t mask;
    uint32_t row_bytes;
    /// The number of 64-bit words in a row's bit maps. Bits beyond the row are set.
    uint32_t map_words;
    bool is_wide;

    const uint32_t *words;
    size_t stride;
    uint32_t rows;
    /// All ones if a single pixel equal to the one above or to the left ends a sequence of literal
    /// pixels.
    uint64_t ends_at_one;

    uint32_t y;
    /// The position at which the row continues if a block ended within it.
    uint32_t x;
    bool is_inside_row;
    /// The last row without a filter. A row that equals the one above is written as zeros with the
    /// filter Up; matches may only refer to rows without a filter.
    uint32_t last_plain_row;
    /// The distance to the last plain row, whose pixels equal those of the row above; 0 if it is
    /// out of reach.
    uint32_t above;
    /// The row in which the hash table was last cleared.
    uint32_t hash_row;

    uint64_t checksum_low;
    uint64_t checksum_high;
    /// The sum of the current row's bytes, and of each byte times its distance from the row's end.
    uint64_t row_sum;
    uint64_t row_weight;

    struct bit_writer bits;
    uint32_t token_count;
    uint32_t color_count;
    uint32_t distance_counts[no_distance + 1];
    uint8_t length_symbols[256];
    /// Indexed by distance - 1 up to 255, then by (distance - 1) / 128.
    uint8_t distance_symbols[512];
    /// The last position of each pair of pixels: its row relative to `hash_row` and its column, 16
    /// bits each.
    uint32_t hash[1 << hash_bits];
    /// Most literal pixels have one of few colors; the codes of their bytes are joined once per
    /// block.
    uint32_t colors[1 << color_bits];
    uint16_t used_colors[1 << color_bits];
    uint32_t counts[code_count];
    uint64_t codes[code_count];
    uint8_t code_lengths[code_count];
    uint32_t tokens[max_tokens];

    /// The pixels that differ from the one above, and those that differ from the one to the left.
    uint64_t *changed;
    uint64_t *edges;
};

static const uint16_t length_bases[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                          31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extras[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_bases[30] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,
                                            33,  49,  65,  97,  129, 193,  257,  385,  513,  769,
                                            1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extras[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                            6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

/// Returns the bytes of a pixel in PNG's order, the first in the lowest bits.
static inline uint32_t packed(uint32_t word, uint32_t pixel_bytes) {
    uint32_t red = word >> 16 & 255, green = word >> 8 & 255, blue = word & 255;
    if (pixel_bytes == 3) return red | green << 8 | blue << 16;
    const uint32_t alpha = word >> 24;
    if (alpha == 0) return 0;
    if (alpha < 255) {
        red = (red * 255 + alpha / 2) / alpha;
        green = (green * 255 + alpha / 2) / alpha;
        blue = (blue * 255 + alpha / 2) / alpha;
        red = red > 255 ? 255 : red;
        green = green > 255 ? 255 : green;
        blue = blue > 255 ? 255 : blue;
    }
    return red | green << 8 | blue << 16 | alpha << 24;
}

/// Returns the color table's key of a pixel: words with the same packed bytes have the same key.
static inline uint32_t color_key(uint32_t word, uint32_t pixel_bytes) {
    if (pixel_bytes == 3) return word | 0xFF000000;
    return word >> 24 == 0 ? 0 : word;
}

/// Compiled twice: for AVX2 and for the platform's baseline.
bool rows_find_wide(struct row_deflater *d);
bool rows_find_portable(struct row_deflater *d);
uint8_t *rows_write_wide(struct row_deflater *d, const struct distance_codes *distances, uint8_t *out);
uint8_t *rows_write_portable(struct row_deflater *d, const struct distance_codes *distances, uint8_t *out);

/// Returns code lengths of at most `most` bits for symbols with these counts (RFC 1951, 3.2.7).
void huffman_lengths(const uint32_t *counts, uint32_t symbols, uint32_t most, uint8_t *lengths);

/// Returns the codes for these lengths, the first bit lowest (RFC 1951, 3.2.2).
void huffman_codes(const uint8_t *lengths, uint32_t symbols, uint16_t *codes);

/// Writes the code lengths, which are run-length and Huffman coded themselves (RFC 1951, 3.2.7).
uint8_t *huffman_put_lengths(struct bit_writer *bits, uint8_t *out, const uint8_t *literals,
                             const uint8_t *distances);

#endif
