// The loops of the row deflater over pixels and tokens. This file is included by files that define
// `differ_64`, `differing_64`, `same_8` and `add_64` for the instruction set they are compiled for.

/// The number of the row's pixels in the k-th word of a bit map.
static inline uint32_t map_pixels(const struct row_deflater *d, uint32_t k) {
    const uint32_t rest = d->width - 64 * k;
    return rest < 64 ? rest : 64;
}

/// Returns a bit for each of up to 64 pixels that differs from the one in `other` at the same
/// position.
static inline uint64_t differing_slowly(const uint32_t *words, const uint32_t *other, uint32_t count,
                                        uint32_t mask) {
    uint64_t bits = 0;
    for (uint32_t j = 0; j < count; j++) bits |= (uint64_t)(((words[j] ^ other[j]) & mask) != 0) << j;
    return bits;
}

/// Returns the pixels of the map's k-th word that differ from those above.
static inline uint64_t changed_in(const struct row_deflater *d, const uint32_t *row, const uint32_t *above,
                                  uint32_t k) {
    const uint32_t start = 64 * k;
    if (d->width < 64) return differing_slowly(row, above, d->width, d->mask);
    if (start == d->width) return 0;
    const uint32_t first = start < d->width - 64 ? start : d->width - 64;
    if (!differ_64(row + first, above + first, d->mask)) return 0;
    return differing_64(row + first, above + first, d->mask) >> (start - first);
}

/// Returns the pixels of the map's k-th word that differ from the one to the left. The row's first
/// pixel always does.
static inline uint64_t edges_in(const struct row_deflater *d, const uint32_t *row, uint32_t k) {
    const uint32_t start = 64 * k;
    if (start == d->width) return 0;
    if (d->width <= 64) return differing_slowly(row + 1, row, d->width - 1, d->mask) << 1 | 1;
    if (start == 0) return differing_64(row + 1, row, d->mask) << 1 | 1;
    const uint32_t first = start < d->width - 64 ? start : d->width - 64;
    return differing_64(row + first, row + first - 1, d->mask) >> (start - first);
}

/// Adds `sign` times a pixel to the row's sums.
static inline void add_pixel(struct row_deflater *d, uint32_t word, uint32_t x, uint64_t sign) {
    const uint64_t behind = d->row_bytes - 1 - d->pixel_bytes * x;
    const uint32_t bytes = packed(word, d->pixel_bytes);
    const uint64_t second = bytes >> 8 & 255, third = bytes >> 16 & 255, fourth = bytes >> 24;
    const uint64_t sum = (bytes & 255) + second + third + fourth;
    d->row_sum += sign * sum;
    d->row_weight += sign * (behind * sum - second - 2 * third - 3 * fourth);
}

/// Compares the row with the one above and updates bit maps and sums. Returns false if the rows are
/// equal.
static inline bool compare_row(struct row_deflater *d) {
    const uint32_t *const row = d->words + d->y * d->stride;
    if (d->y == 0) {
        d->row_sum = d->row_weight = 0;
        for (uint32_t x = 0; x < d->width; x++) add_pixel(d, row[x], x, 1);
        for (uint32_t k = 0; k < d->map_words; k++) {
            const uint32_t count = map_pixels(d, k);
            d->changed[k] = ~0ull;
            d->edges[k] = edges_in(d, row, k) | (count < 64 ? ~0ull << count : 0);
        }
        return true;
    }
    const uint32_t *const above = row - d->stride;
    uint64_t any = 0;
    for (uint32_t k = 0; k < d->map_words; k++) any |= d->changed[k] = changed_in(d, row, above, k);
    if (any == 0) return false;
    bool was_last_changed = false;
    struct pixel_sums sums = no_sums();
    for (uint32_t k = 0; k < d->map_words; k++) {
        const uint64_t changed = d->changed[k];
        const uint32_t count = map_pixels(d, k), start = 64 * k;
        const uint64_t beyond = count < 64 ? ~0ull << count : 0;
        d->changed[k] |= beyond;
        if (changed | was_last_changed) {
            d->edges[k] = edges_in(d, row, k) | beyond;
            if (count == 64 && d->pixel_bytes == 3) {
                add_64(&sums, row + start, above + start, d->row_bytes - 1 - 3 * start);
            } else {
                for (uint64_t left = changed; left != 0; left &= left - 1) {
                    const uint32_t x = start + (uint32_t)__builtin_ctzll(left);
                    add_pixel(d, row[x], x, 1);
                    add_pixel(d, above[x], x, ~0ull);
                }
            }
        }
        was_last_changed = changed >> 63;
    }
    take_sums(d, &sums);
    return true;
}

static inline uint64_t map_from(const uint64_t *map, uint32_t x) {
    uint64_t bits;
    memcpy(&bits, (const uint8_t *)map + x / 8, sizeof bits);
    return bits >> x % 8;
}

/// Returns the first set bit at or after `x`. The bit after the row's last pixel is always set.
static inline uint32_t next_set(const uint64_t *map, uint32_t x) {
    uint32_t k = x / 64;
    uint64_t bits = map[k] >> x % 64;
    if (bits != 0) return x + (uint32_t)__builtin_ctzll(bits);
    do bits = map[++k];
    while (bits == 0);
    return 64 * k + (uint32_t)__builtin_ctzll(bits);
}

static inline uint64_t pair_at(const uint32_t *words, uint64_t mask) {
    uint64_t pair;
    memcpy(&pair, words, sizeof pair);
    return pair & mask;
}

static inline uint32_t distance_symbol(const struct row_deflater *d, uint32_t distance) {
    const uint32_t less = distance - 1;
    return d->distance_symbols[less < 256 ? less : 256 + less / 128];
}

/// Returns a match token without its length, which is added later.
static inline uint32_t match_token(const struct row_deflater *d, uint32_t distance) {
    const uint32_t symbol = distance_symbol(d, distance);
    return (length_base - min_match) | symbol << code_field
        | (distance - distance_bases[symbol]) << (code_field + symbol_field);
}

static inline uint32_t *put_token(struct row_deflater *d, uint32_t *token, uint32_t value) {
    d->counts[value & ((1 << code_field) - 1)]++;
    d->distance_counts[value >> code_field & ((1 << symbol_field) - 1)]++;
    *token = value;
    return token + 1;
}

static inline uint32_t *put_byte(struct row_deflater *d, uint32_t *token, uint32_t byte) {
    return put_token(d, token, (byte_base + byte) | no_distance << code_field);
}

/// Appends a match of any length except 1 and 2.
static inline uint32_t *put_run(struct row_deflater *d, uint32_t *token, uint32_t match, uint32_t length) {
    for (; length >= max_match + min_match || length == max_match; length -= max_match)
        token = put_token(d, token, match + max_match);
    if (length > max_match) {
        token = put_token(d, token, match + max_match - min_match);
        length -= max_match - min_match;
    }
    return length > 0 ? put_token(d, token, match + length) : token;
}

static inline uint32_t *put_pixel(struct row_deflater *d, uint32_t *token, uint32_t word,
                                  uint32_t pixel_bytes) {
    const uint32_t color = color_key(word, pixel_bytes);
    const uint32_t slot = color * 0x9E3779B1u >> (32 - color_bits);
    if (__builtin_expect(d->colors[slot] != color || color == no_color, 0)) {
        if (d->colors[slot] != no_color || color == no_color) {
            const uint32_t bytes = packed(word, pixel_bytes);
            for (uint32_t j = 0; j < pixel_bytes; j++) token = put_byte(d, token, bytes >> 8 * j & 255);
            return token;
        }
        d->colors[slot] = color;
        d->used_colors[d->color_count++] = (uint16_t)slot;
    }
    d->counts[slot]++;
    *token = slot | no_distance << code_field;
    return token + 1;
}

/// Returns the number of pixels that differ both from those above and from those to the left. Two
/// equal pixels end the sequence, or a single equal pixel if `ends_at_one` is all ones. The latter
/// saves 7 % of space in a picture with many differences. A chat would take 6 % more time and 2 %
/// less space.
static inline uint32_t literal_pixels(uint64_t edges, uint64_t changed, uint64_t ends_at_one) {
    const uint64_t flat = ~edges & (~edges >> 1 | ends_at_one);
    const uint64_t same = ~changed & (~changed >> 1 | ends_at_one);
    return (uint32_t)__builtin_ctzll(flat | same | 1ull << 55);
}

/// Returns the number of equal pixels, at most `most`. At least `ahead` pixels must be readable.
static inline uint32_t same_pixels(const uint32_t *words, const uint32_t *other, uint32_t most,
                                   uint32_t mask) {
    uint32_t count = same_8(words, other, mask);
    for (uint32_t more = count; more == ahead && count + ahead <= most; count += more)
        more = same_8(words + count, other + count, mask);
    return count;
}

/// Finds the current row's tokens from `d->x` on. Returns false if the block is full.
static inline bool find_in_row(struct row_deflater *d, const uint32_t pixel_bytes, const uint32_t mask) {
    const uint32_t *const row = d->words + d->y * d->stride;
    const uint32_t width = d->width, row_bytes = d->row_bytes;
    const size_t stride = d->stride;
    const uint32_t most = max_match / pixel_bytes;
    const uint64_t out_of_reach = d->above == 0 ? ~0ull : 0;
    const uint64_t pair_mask = (uint64_t)mask << 32 | mask;
    const uint32_t hash_y = d->y - d->hash_row;
    const uint32_t above_token = d->above == 0 ? 0 : match_token(d, d->above);
    const uint32_t run_token = match_token(d, pixel_bytes);
    uint32_t *token = d->tokens + d->token_count;
    uint32_t *const full = d->tokens + max_tokens - token_room;
    uint32_t x = d->x;
    if (!d->is_inside_row) {
        d->is_inside_row = true;
        // The row above also begins with filter type 0.
        uint32_t same = d->above == 0 ? 0 : next_set(d->changed, 0);
        same = same < (max_match - 1) / pixel_bytes ? same : (max_match - 1) / pixel_bytes;
        token = same == 0 ? put_byte(d, token, 0)
                          : put_token(d, token, above_token + 1 + pixel_bytes * same);
        x = same;
    }
    while (x < width && token <= full) {
        uint64_t edges = map_from(d->edges, x), changed = map_from(d->changed, x) | out_of_reach;
        uint32_t known = 57;
        const uint32_t *const here = row + x;
        if (edges & changed & 1) {
            if (x + ahead <= width) {
                const uint64_t pair = pair_at(here, pair_mask);
                uint32_t *const entry = d->hash + (pair * 0x9E3779B97F4A7C15ull >> (64 - hash_bits));
                const uint32_t up = hash_y - (*entry >> 16), column = *entry & 0xFFFF;
                *entry = hash_y << 16 | x;
                const uint32_t *const there = row - up * stride + column;
                // 64 bits, because a stripe may be longer than 4 GB.
                const uint64_t distance = (uint64_t)up * row_bytes + ((uint64_t)x - column) * pixel_bytes;
                // Most positions that are too far away are no longer in the CPU cache.
                if (distance - 1 < max_distance && pair_at(there, pair_mask) == pair) {
                    const uint32_t rest = width - (x > column ? x : column);
                    const uint32_t same = same_pixels(here, there, rest < most ? rest : most, mask);
                    token = put_token(d, token, match_token(d, (uint32_t)distance) + pixel_bytes * same);
                    x += same;
                    continue;
                }
            }
            uint32_t count = literal_pixels(edges, changed, d->ends_at_one);
            count = count < width - x ? count : width - x;
            for (uint32_t j = 0; j < count; j++) token = put_pixel(d, token, here[j], pixel_bytes);
            x += count;
            edges >>= count;
            changed >>= count;
            known -= count;
            if (x == width || edges & changed & 1) continue;
        }
        uint32_t flat = (uint32_t)__builtin_ctzll(edges | 1ull << known);
        uint32_t same = (uint32_t)__builtin_ctzll(changed | 1ull << known);
        if (flat == known) {
            flat = next_set(d->edges, x) - x;
            token = put_run(d, token, run_token, pixel_bytes * flat);
            x += flat;
            continue;
        }
        if (same == known) {
            same = next_set(d->changed, x) - x;
            same = same < most ? same : most;
        }
        const uint32_t count = same > flat ? same : flat;
        token = put_token(d, token, (same > flat ? above_token : run_token) + pixel_bytes * count);
        x += count;
    }
    d->token_count = (uint32_t)(token - d->tokens);
    d->x = x < width ? x : 0;
    return x >= width;
}

/// Updates the checksum as if the row's bytes (a filter type and the pixels) had been appended.
static inline void add_row_checksum(struct row_deflater *d, uint64_t sum, uint64_t weight) {
    d->checksum_high = (d->checksum_high + d->checksum_low * d->row_bytes + weight) % 65521;
    d->checksum_low = (d->checksum_low + sum) % 65521;
}

/// Writes a row that equals the one above: filter type 2 (Up) and zeros.
static inline void put_equal_row(struct row_deflater *d) {
    uint32_t *token = d->tokens + d->token_count;
    token = put_byte(d, token, 2);
    token = put_byte(d, token, 0);
    const uint32_t rest = d->row_bytes - 2;
    if (rest >= min_match) token = put_run(d, token, match_token(d, 1), rest);
    else for (uint32_t j = 0; j < rest; j++) token = put_byte(d, token, 0);
    d->token_count = (uint32_t)(token - d->tokens);
    add_row_checksum(d, 2, 2 * (uint64_t)d->row_bytes);
}

static inline bool find_rows(struct row_deflater *d, const uint32_t pixel_bytes, const uint32_t mask) {
    while (d->y < d->rows) {
        if (!d->is_inside_row) {
            if (d->token_count > max_tokens - token_room) return true;
            if (!compare_row(d)) {
                put_equal_row(d);
                d->y++;
                continue;
            }
            add_row_checksum(d, d->row_sum, d->row_weight % 65521);
            const uint64_t above = (uint64_t)(d->y - d->last_plain_row) * d->row_bytes;
            d->above = above <= max_distance ? (uint32_t)above : 0;
            if (d->y == 0 || d->y - d->hash_row > 0x7FFF) {
                // Every entry then is the row's first pixel, which is a valid reference.
                d->hash_row = d->y;
                memset(d->hash, 0, sizeof d->hash);
            }
        }
        if (!find_in_row(d, pixel_bytes, mask)) return true;
        d->is_inside_row = false;
        d->last_plain_row = d->y;
        d->y++;
    }
    return false;
}

static inline uint8_t *write_tokens(struct row_deflater *d, const struct distance_codes *distances,
                                    uint8_t *out) {
    uint64_t bits = d->bits.bits, count = d->bits.count;
    const uint32_t *const end = d->tokens + d->token_count;
    for (const uint32_t *token = d->tokens; token < end; token++) {
        // At most 7 + 4 * 14 bits, or 7 + 14 + 5 + 15 + 13.
        const uint32_t code = *token & ((1 << code_field) - 1);
        const uint32_t symbol = *token >> code_field & ((1 << symbol_field) - 1);
        const uint32_t extra = *token >> (code_field + symbol_field);
        bits |= d->codes[code] << count;
        count += d->code_lengths[code];
        bits |= (uint64_t)(distances->codes[symbol] | extra << distances->lengths[symbol]) << count;
        count += distances->totals[symbol];
        memcpy(out, &bits, sizeof bits);
        out += count / 8;
        bits >>= count & 0x38;
        count &= 7;
    }
    d->bits.bits = bits;
    d->bits.count = count;
    return out;
}
