#include "plan_state.h"

#include <stdlib.h>

/// How often each length symbol occurs for every 1,000 literals, and each distance symbol for every
/// 1,000 matches without those of the row above. Measured in pictures of chats in 16 themes.
static const uint16_t usual_lengths[29] = {16, 6, 3, 30, 1, 1, 12, 1, 12, 1, 11, 9, 9, 7, 10,
                                           6, 16, 10, 9, 6, 8, 7, 6, 6, 6, 6, 7, 6, 110};
static const uint16_t usual_distances[30] = {20, 1, 370, 1, 1, 1, 3, 3, 12, 9, 18, 6, 3, 8, 13,
                                             14, 18, 11, 13, 6, 4, 2, 1, 1, 3, 2, 3, 2, 3, 2};
enum { matches_above = 400 };

/// Counts the bytes of letters, of which some pixels are covered fully and most of the others partly.
static void count_letters(struct plan_colors colors, uint32_t *counts) {
    for (int shift = 0; shift < 24; shift += 8) {
        const int32_t ground = colors.ground >> shift & 255, ink = colors.ink >> shift & 255;
        for (int32_t share = 0; share <= 255; share++) {
            const uint32_t weight = share == 0 ? 180 : share == 255 ? 120 : share < 16 ? 14 : 9;
            counts[ground + (ink - ground) * share / 255] += weight;
        }
    }
}

static struct plan_code joined(struct plan_code one, struct plan_code other) {
    return (struct plan_code){one.bits | other.bits << one.count, one.count + other.count};
}

static void join_codes(struct plan_table *table) {
    const struct plan_code run = plan_distance(table, 3), copy = plan_distance(table, table->row_bytes);
    for (uint32_t length = min_match, symbol = 0; length <= max_match; length++) {
        while (symbol < 28 && length_bases[symbol + 1] <= length) symbol++;
        const uint32_t count = table->literal_lengths[257 + symbol];
        table->lengths[length] = (struct plan_code){
            table->literals[257 + symbol] | (uint64_t)(length - length_bases[symbol]) << count,
            count + length_extras[symbol]};
        table->runs[length] = joined(table->lengths[length], run);
        table->copies[length] = joined(table->lengths[length], copy);
    }
}

struct plan_table *plan_table_create(const struct plan_colors *colors, size_t count, size_t width) {
    const size_t row_bytes = 1 + 3 * width;
    if (width == 0 || row_bytes > max_distance) return NULL;
    struct plan_table *const table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    table->row_bytes = (uint32_t)row_bytes;
    for (uint32_t j = 0, near = 0, far = 0; j < 256; j++) {
        while (near < 29 && distance_bases[near + 1] <= j + 1) near++;
        while (far < 29 && distance_bases[far + 1] <= 128 * j + 1) far++;
        table->distance_symbols[j] = (uint8_t)near;
        table->distance_symbols[256 + j] = (uint8_t)far;
    }
    uint32_t literals[literal_symbols], distances[30];
    // Emoji and the edges of pictures have bytes of any value.
    for (uint32_t j = 0; j < 256; j++) literals[j] = 3;
    for (size_t j = 0; j < count; j++) count_letters(colors[j], literals);
    uint32_t total = 0;
    for (uint32_t j = 0; j < 256; j++) total += literals[j];
    literals[end_of_block] = 1;
    for (uint32_t j = 0; j < 29; j++) literals[257 + j] = usual_lengths[j] * (total / 1000 + 1);
    for (uint32_t j = 0; j < 30; j++) distances[j] = usual_distances[j];
    distances[table->distance_symbols[256 + (row_bytes - 1) / 128]] += matches_above;
    huffman_lengths(literals, literal_symbols, longest_code, table->literal_lengths);
    huffman_lengths(distances, 30, longest_distance_code, table->distance_lengths);
    huffman_codes(table->literal_lengths, literal_symbols, table->literals);
    huffman_codes(table->distance_lengths, 30, table->distances);
    join_codes(table);
    // Not the last block, with dynamic codes (RFC 1951, 3.2.3).
    uint8_t *end = put_bits(&table->head_bits, table->head, 2 << 1, 3);
    end = huffman_put_lengths(&table->head_bits, end, table->literal_lengths, table->distance_lengths);
    table->head_bytes = (uint32_t)(end - table->head);
    return table;
}

void plan_table_destroy(struct plan_table *table) { free(table); }
