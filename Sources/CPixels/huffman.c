#include "rows_state.h"

enum { max_symbols = 286, max_length = 15 };

/// Sorts by the bits from bit 16 on, 8 bits at a time.
static void sort(uint64_t *keys, uint32_t count) {
    uint64_t room[max_symbols], all = 0;
    uint64_t *from = keys, *to = room;
    for (uint32_t j = 0; j < count; j++) all |= keys[j];
    for (uint32_t shift = 16; shift < 48 && all >> shift != 0; shift += 8) {
        uint16_t starts[257] = {0};
        for (uint32_t j = 0; j < count; j++) starts[(from[j] >> shift & 255) + 1]++;
        for (uint32_t j = 1; j < 256; j++) starts[j] += starts[j - 1];
        for (uint32_t j = 0; j < count; j++) to[starts[from[j] >> shift & 255]++] = from[j];
        uint64_t *const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != keys) memcpy(keys, from, count * sizeof *keys);
}

/// Turns ascending counts of at least two symbols into the number of codes of each length, in place
/// (Moffat and Katajainen, 1995). Lengths above `most` count as `most`.
static void count_lengths(uint32_t *nodes, uint32_t count, uint32_t most, uint32_t *lengths) {
    // Each node joins the two lightest remaining leaves and nodes; its children store its index.
    uint32_t leaf = 0, node = 0;
    for (uint32_t next = 0; next < count - 1; next++) {
        uint32_t weight = 0;
        for (int child = 0; child < 2; child++) {
            if (leaf >= count || (node < next && nodes[node] < nodes[leaf])) {
                weight += nodes[node];
                nodes[node++] = next;
            } else {
                weight += nodes[leaf++];
            }
        }
        nodes[next] = weight;
    }
    // Compute each node's depth from the root down.
    nodes[count - 2] = 0;
    for (uint32_t next = count - 2; next-- > 0;) nodes[next] = nodes[nodes[next]] + 1;
    // Places at each depth that are not nodes are leaves.
    uint32_t places = 1, depth = 0, left = count - 1;
    while (places > 0) {
        uint32_t inner = 0;
        while (left > 0 && nodes[left - 1] == depth) {
            inner++;
            left--;
        }
        lengths[depth < most ? depth : most] += places - inner;
        places = 2 * inner;
        depth++;
    }
}

/// Lengthens short codes until all codes limited to `most` bits fit.
static void make_room(uint32_t *lengths, uint32_t most) {
    uint32_t taken = 0;
    for (uint32_t length = 1; length <= most; length++) taken += lengths[length] << (most - length);
    for (; taken > 1u << most; taken--) {
        uint32_t length = most - 1;
        while (lengths[length] == 0) length--;
        lengths[length]--;
        lengths[length + 1] += 2;
        lengths[most]--;
    }
}

void huffman_lengths(const uint32_t *counts, uint32_t symbols, uint32_t most, uint8_t *lengths) {
    uint64_t keys[max_symbols];
    uint32_t used = 0;
    memset(lengths, 0, symbols);
    for (uint32_t symbol = 0; symbol < symbols; symbol++)
        if (counts[symbol] > 0) keys[used++] = (uint64_t)counts[symbol] << 16 | symbol;
    if (used < 2) {
        // An empty set of codes is not allowed, so there is always one code of one bit.
        lengths[used == 1 ? keys[0] & 0xFFFF : 0] = 1;
        return;
    }
    sort(keys, used);
    uint32_t nodes[max_symbols], numbers[max_length + 1] = {0};
    for (uint32_t j = 0; j < used; j++) nodes[j] = (uint32_t)(keys[j] >> 16);
    count_lengths(nodes, used, most, numbers);
    make_room(numbers, most);
    const uint64_t *key = keys;
    for (uint32_t length = most; length > 0; length--)
        for (uint32_t j = 0; j < numbers[length]; j++) lengths[*key++ & 0xFFFF] = (uint8_t)length;
}

static uint16_t reversed(uint32_t code, uint32_t length) {
    static const uint8_t four[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    const uint32_t all = (uint32_t)four[code & 15] << 12 | (uint32_t)four[code >> 4 & 15] << 8
        | (uint32_t)four[code >> 8 & 15] << 4 | four[code >> 12 & 15];
    return (uint16_t)(all >> (16 - length));
}

void huffman_codes(const uint8_t *lengths, uint32_t symbols, uint16_t *codes) {
    uint32_t numbers[max_length + 1] = {0}, next[max_length + 1] = {0};
    for (uint32_t symbol = 0; symbol < symbols; symbol++) numbers[lengths[symbol]]++;
    numbers[0] = 0;
    for (uint32_t length = 1; length <= max_length; length++)
        next[length] = (next[length - 1] + numbers[length - 1]) << 1;
    for (uint32_t symbol = 0; symbol < symbols; symbol++) {
        const uint32_t length = lengths[symbol];
        codes[symbol] = length > 0 ? reversed(next[length]++, length) : 0;
    }
}

uint8_t *huffman_put_lengths(struct bit_writer *bits, uint8_t *out, const uint8_t *literals,
                             const uint8_t *distances) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint32_t literal_count = literal_symbols, distance_count = 30;
    while (literals[literal_count - 1] == 0) literal_count--;
    while (distance_count > 1 && distances[distance_count - 1] == 0) distance_count--;
    uint8_t lengths[literal_symbols + 30];
    memcpy(lengths, literals, literal_count);
    memcpy(lengths + literal_count, distances, distance_count);

    uint8_t symbols[literal_symbols + 30], extras[literal_symbols + 30];
    uint32_t counts[19] = {0}, used = 0;
    const uint32_t count = literal_count + distance_count;
    for (uint32_t start = 0, end; start < count; start = end) {
        const uint8_t length = lengths[start];
        for (end = start + 1; end < count && lengths[end] == length; end++) {}
        uint32_t run = end - start;
        if (length > 0) {
            symbols[used] = length;
            extras[used++] = 0;
            run--;
        }
        while (run > 0) {
            const uint32_t least = length > 0 || run < 11 ? 3 : 11;
            const uint32_t most = length > 0 ? 6 : run < 11 ? 10 : 138;
            const uint32_t part = run < least ? 1 : run < most ? run : most;
            symbols[used] = part == 1 ? length : length > 0 ? 16 : least == 3 ? 17 : 18;
            extras[used++] = part == 1 ? 0 : (uint8_t)(part - least);
            run -= part;
        }
    }
    for (uint32_t j = 0; j < used; j++) counts[symbols[j]]++;
    uint8_t code_lengths[19];
    uint16_t codes[19];
    huffman_lengths(counts, 19, longest_length_code, code_lengths);
    huffman_codes(code_lengths, 19, codes);
    uint32_t code_lengths_count = 19;
    while (code_lengths_count > 4 && code_lengths[order[code_lengths_count - 1]] == 0) code_lengths_count--;

    out = put_bits(bits, out, literal_count - 257, 5);
    out = put_bits(bits, out, distance_count - 1, 5);
    out = put_bits(bits, out, code_lengths_count - 4, 4);
    for (uint32_t j = 0; j < code_lengths_count; j++) out = put_bits(bits, out, code_lengths[order[j]], 3);
    for (uint32_t j = 0; j < used; j++) {
        const uint8_t symbol = symbols[j];
        out = put_bits(bits, out, codes[symbol], code_lengths[symbol]);
        if (symbol >= 16) out = put_bits(bits, out, extras[j], symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
    }
    return out;
}
