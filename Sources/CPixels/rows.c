#include "rows_state.h"
#include "vectors.h"

#include <stdlib.h>

static uint8_t symbol_below(const uint16_t *bases, uint8_t symbols, uint32_t value) {
    uint8_t symbol = 0;
    while (symbol + 1 < symbols && bases[symbol + 1] <= value) symbol++;
    return symbol;
}

static void fill_symbols(struct row_deflater *d) {
    for (uint32_t j = 0; j < 256; j++) {
        d->length_symbols[j] = symbol_below(length_bases, 29, j + min_match);
        d->distance_symbols[j] = symbol_below(distance_bases, 30, j + 1);
        d->distance_symbols[256 + j] = symbol_below(distance_bases, 30, 128 * j + 1);
    }
}

struct row_deflater *row_deflater_create(size_t width, bool opaque, bool portable) {
    // Positions in a row have 16 bits.
    if (width == 0 || width > 0xFFFF) return NULL;
    // One additional word, for loads that begin in the last word.
    const size_t map_words = width / 64 + 1, map_bytes = 8 * (map_words + 1);
    struct row_deflater *d = calloc(1, sizeof *d + 2 * map_bytes);
    if (d == NULL) return NULL;
    d->width = (uint32_t)width;
    d->pixel_bytes = opaque ? 3 : 4;
    d->mask = opaque ? 0xFFFFFF : 0xFFFFFFFF;
    d->row_bytes = 1 + d->pixel_bytes * d->width;
    d->map_words = (uint32_t)map_words;
    d->is_wide = !portable && has_wide_vectors();
    d->changed = (uint64_t *)(d + 1);
    d->edges = d->changed + map_words + 1;
    d->changed[map_words] = d->edges[map_words] = ~0ull;
    for (size_t slot = 0; slot < 1 << color_bits; slot++) d->colors[slot] = no_color;
    fill_symbols(d);
    return d;
}

void row_deflater_destroy(struct row_deflater *d) { free(d); }

/// The number of pixels in 1,000 that differ both from the one above and from the one to the left,
/// sampled in every 16th row.
static uint32_t fresh_pixels(const struct row_deflater *d) {
    uint64_t fresh = 0, seen = 0;
    for (size_t y = d->rows > 8 ? 8 : d->rows - 1; y > 0 && y < d->rows; y += 16) {
        const uint32_t *const row = d->words + y * d->stride, *const above = row - d->stride;
        uint32_t count = 0;
        for (size_t x = 1; x < d->width; x++) {
            const bool differs = ((row[x] ^ above[x]) & d->mask) != 0;
            const bool is_edge = ((row[x] ^ row[x - 1]) & d->mask) != 0;
            count += differs & is_edge;
        }
        fresh += count;
        seen += d->width;
    }
    return seen > 0 ? (uint32_t)(1000 * fresh / seen) : 0;
}

bool row_deflater_begin(struct row_deflater *d, const uint32_t *words, size_t rows, size_t stride) {
    d->words = words;
    d->rows = (uint32_t)rows;
    d->stride = stride;
    const uint32_t fresh = fresh_pixels(d);
    // Chats have 39 to 52 at two pixels per point and 67 to 111 at one; photos have more than 900.
    // Above 100, a search for repetitions takes no more time and saves 2 to 3 % of space.
    if (fresh > 100) return false;
    d->ends_at_one = fresh > 60 ? ~0ull : 0;
    d->y = d->x = d->last_plain_row = 0;
    d->is_inside_row = false;
    d->checksum_low = 1;
    d->checksum_high = 0;
    d->bits = (struct bit_writer){0, 0};
    return true;
}

bool row_deflater_find(struct row_deflater *d) {
    return d->is_wide ? rows_find_wide(d) : rows_find_portable(d);
}

uint32_t row_deflater_checksum(const struct row_deflater *d) {
    return (uint32_t)(d->checksum_high << 16 | d->checksum_low);
}

size_t row_deflater_bound(const struct row_deflater *d) {
    // A pixel's four bytes or a match take at most 62 bits; tables and ends of blocks less than 700
    // bytes.
    return 8 * (size_t)d->token_count + 1024;
}

/// Counts literal symbols: a color counts for the bytes of its pixel.
static void count_literals(const struct row_deflater *d, uint32_t *counts) {
    memset(counts, 0, literal_symbols * sizeof *counts);
    for (uint32_t j = 0; j < 256; j++) {
        counts[j] += d->counts[byte_base + j];
        counts[257 + d->length_symbols[j]] += d->counts[length_base + j];
    }
    for (uint32_t j = 0; j < d->color_count; j++) {
        const uint32_t slot = d->used_colors[j], bytes = packed(d->colors[slot], d->pixel_bytes);
        for (uint32_t k = 0; k < d->pixel_bytes; k++) counts[bytes >> 8 * k & 255] += d->counts[slot];
    }
    counts[end_of_block] = 1;
}

/// Joins the codes of a token: those of a pixel's bytes, or the code and extra bits of a length.
static void join_codes(struct row_deflater *d, const uint16_t *codes, const uint8_t *lengths) {
    for (uint32_t j = 0; j < 256; j++) {
        d->codes[byte_base + j] = codes[j];
        d->code_lengths[byte_base + j] = lengths[j];
        const uint32_t part = d->length_symbols[j], symbol = 257 + part;
        d->codes[length_base + j] = codes[symbol] | (uint64_t)(j + min_match - length_bases[part])
                                                        << lengths[symbol];
        d->code_lengths[length_base + j] = (uint8_t)(lengths[symbol] + length_extras[part]);
    }
    for (uint32_t j = 0; j < d->color_count; j++) {
        const uint32_t slot = d->used_colors[j], bytes = packed(d->colors[slot], d->pixel_bytes);
        uint64_t code = 0;
        uint32_t length = 0;
        for (uint32_t k = 0; k < d->pixel_bytes; k++) {
            const uint32_t byte = bytes >> 8 * k & 255;
            code |= (uint64_t)codes[byte] << length;
            length += lengths[byte];
        }
        d->codes[slot] = code;
        d->code_lengths[slot] = (uint8_t)length;
    }
}

/// Discards the block's tokens.
static void forget(struct row_deflater *d) {
    for (uint32_t j = 0; j < d->color_count; j++) {
        d->colors[d->used_colors[j]] = no_color;
        d->counts[d->used_colors[j]] = 0;
    }
    memset(d->counts + byte_base, 0, (code_count - byte_base) * sizeof *d->counts);
    memset(d->distance_counts, 0, sizeof d->distance_counts);
    d->color_count = d->token_count = 0;
}

size_t row_deflater_write(struct row_deflater *d, uint8_t *bytes) {
    uint32_t counts[literal_symbols];
    uint8_t literals[literal_symbols], distances[30];
    uint16_t literal_codes[literal_symbols], distance_codes[30];
    count_literals(d, counts);
    huffman_lengths(counts, literal_symbols, longest_code, literals);
    huffman_lengths(d->distance_counts, 30, longest_distance_code, distances);
    huffman_codes(literals, literal_symbols, literal_codes);
    huffman_codes(distances, 30, distance_codes);
    join_codes(d, literal_codes, literals);
    struct distance_codes joined = {{0}, {0}, {0}};
    for (uint32_t j = 0; j < 30; j++) {
        joined.codes[j] = distance_codes[j];
        joined.lengths[j] = distances[j];
        joined.totals[j] = distances[j] + distance_extras[j];
    }

    // Not the last block, with dynamic codes (RFC 1951, 3.2.3).
    uint8_t *out = put_bits(&d->bits, bytes, 2 << 1, 3);
    out = huffman_put_lengths(&d->bits, out, literals, distances);
    out = d->is_wide ? rows_write_wide(d, &joined, out) : rows_write_portable(d, &joined, out);
    out = put_bits(&d->bits, out, literal_codes[end_of_block], literals[end_of_block]);
    if (d->y == d->rows) out = put_stripe_end(&d->bits, out);
    forget(d);
    return (size_t)(out - bytes);
}
