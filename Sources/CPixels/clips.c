#include "clips.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    // The indices of recent colors, by a hash of the color.
    known_bits = 13,
    known_count = 1 << known_bits,
    // The strings of the LZW table, by a hash of the preceding string and the index after it.
    string_bits = 14,
    string_count = 1 << string_bits,
    code_size = 8,
    clear_code = 1 << code_size,
    end_code = clear_code + 1,
    most_codes = 4096,
    block_bytes = 255,
};

struct packer {
    uint32_t known_colors[known_count];
    uint8_t known_indices[known_count];
    uint32_t strings[string_count];
    uint16_t codes[string_count];
    // Bits of codes that are not yet written, the first one in the lowest bit.
    uint64_t bits;
    unsigned bit_count;
    uint8_t *bytes;
    // The position of the current sub-block's length.
    uint8_t *block;
};

static uint8_t nearest(uint32_t color, const uint32_t *palette, size_t colors) {
    int red = (int)(color >> 16 & 0xFF), green = (int)(color >> 8 & 0xFF), blue = (int)(color & 0xFF);
    int least = INT32_MAX;
    size_t best = 0;
    for (size_t index = 0; index < colors; index++) {
        int dr = red - (int)(palette[index] >> 16 & 0xFF);
        int dg = green - (int)(palette[index] >> 8 & 0xFF);
        int db = blue - (int)(palette[index] & 0xFF);
        // The eye is most sensitive to green.
        int distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db;
        if (distance < least) {
            least = distance;
            best = index;
        }
    }
    return (uint8_t)best;
}

static uint8_t index_of(
    struct packer *packer, uint32_t color, const uint32_t *palette, size_t colors) {
    uint32_t place = (color * 0x9E3779B1u) >> (32 - known_bits);
    // The top byte marks a used slot, because empty slots are 0.
    uint32_t key = color | 0xFF000000u;
    if (packer->known_colors[place] == key) return packer->known_indices[place];
    uint8_t index = nearest(color, palette, colors);
    packer->known_colors[place] = key;
    packer->known_indices[place] = index;
    return index;
}

static void put_byte(struct packer *packer, uint8_t byte) {
    if (packer->bytes - packer->block > block_bytes) {
        *packer->block = block_bytes;
        packer->block = packer->bytes++;
    }
    *packer->bytes++ = byte;
}

static void put_code(struct packer *packer, unsigned code, unsigned width) {
    packer->bits |= (uint64_t)code << packer->bit_count;
    packer->bit_count += width;
    while (packer->bit_count >= 8) {
        put_byte(packer, (uint8_t)packer->bits);
        packer->bits >>= 8;
        packer->bit_count -= 8;
    }
}

size_t gif_bound(size_t pixels) {
    // Twelve bits per pixel, a clear code for each full table, and a length for every 255 bytes.
    return pixels + pixels / 2 + pixels / 128 + 1024;
}

size_t gif_pack(
    const uint32_t *words, size_t stride, size_t width, size_t height, const uint32_t *palette,
    size_t colors, uint8_t *bytes) {
    struct packer *packer = calloc(1, sizeof *packer);
    if (!packer) return 0;
    bytes[0] = code_size;
    packer->block = bytes + 1;
    packer->bytes = bytes + 2;
    unsigned code_width = code_size + 1, next = end_code + 1;
    put_code(packer, clear_code, code_width);
    bool is_first = true;
    uint32_t string = 0, last_color = 0;
    uint8_t last_index = index_of(packer, 0, palette, colors);
    for (size_t row = 0; row < height; row++) {
        const uint32_t *line = words + row * stride;
        for (size_t column = 0; column < width; column++) {
            uint32_t color = line[column] & 0xFFFFFF;
            if (color != last_color) {
                last_color = color;
                last_index = index_of(packer, color, palette, colors);
            }
            if (is_first) {
                string = last_index;
                is_first = false;
                continue;
            }
            // The key plus one, because empty slots are 0.
            uint32_t key = (string << 8 | last_index) + 1;
            uint32_t place = (key * 0x9E3779B1u) >> (32 - string_bits);
            while (packer->strings[place] && packer->strings[place] != key) {
                place = (place + 1) & (string_count - 1);
            }
            if (packer->strings[place]) {
                string = packer->codes[place];
                continue;
            }
            put_code(packer, string, code_width);
            string = last_index;
            if (next < most_codes) {
                packer->strings[place] = key;
                packer->codes[place] = (uint16_t)next;
                // Readers widen their codes as soon as the table contains this one.
                if (next == 1u << code_width) code_width++;
                next++;
            } else {
                put_code(packer, clear_code, code_width);
                memset(packer->strings, 0, sizeof packer->strings);
                code_width = code_size + 1;
                next = end_code + 1;
            }
        }
    }
    if (!is_first) put_code(packer, string, code_width);
    // Readers also count the string that would follow.
    if (next == 1u << code_width && next < most_codes) code_width++;
    put_code(packer, end_code, code_width);
    if (packer->bit_count > 0) put_byte(packer, (uint8_t)packer->bits);
    *packer->block = (uint8_t)(packer->bytes - packer->block - 1);
    *packer->bytes++ = 0;
    size_t count = (size_t)(packer->bytes - bytes);
    free(packer);
    return count;
}
