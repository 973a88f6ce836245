#include "plan_state.h"

#include <stdlib.h>

enum {
    /// As many equal pixels end an event.
    longest_gap = 16,
    /// The maximum width of a tile in which all pairs of positions are compared.
    widest_search = 48,
};

/// A way to write pixels: literally, or as a match.
struct step {
    uint32_t cost;
    uint16_t length;
    /// The distance in pixels; negative for pixels of the row above, from the position above on.
    int16_t back;
};

enum { literal = 0, copied = INT16_MIN };

struct tile_writer {
    const struct plan_table *table;
    const uint32_t *row, *above;
    uint32_t width, ground;
    enum plan_kind kind;
    struct step *steps;
};

static uint64_t pair_at(const uint32_t *words) {
    uint64_t pair;
    memcpy(&pair, words, sizeof pair);
    return pair;
}

static uint32_t same_count(const uint32_t *one, const uint32_t *other, uint32_t most) {
    uint32_t count = 0;
    while (count + 2 <= most && pair_at(one + count) == pair_at(other + count)) count += 2;
    while (count < most && one[count] == other[count]) count++;
    return count;
}

static void relax(struct step *steps, uint32_t length, uint32_t cost, int16_t back) {
    if (cost < steps[length].cost) steps[length] = (struct step){cost, (uint16_t)length, back};
}

/// Considers a match of up to `most` pixels, and its beginnings of at least `least`.
static void relax_match(struct step *steps, const struct plan_code *lengths, uint32_t least, uint32_t most,
                        uint32_t distance_cost, int16_t back) {
    most = most < max_match / 3 ? most : max_match / 3;
    for (uint32_t length = most; length >= least; length--) {
        relax(steps, length, steps->cost + lengths[3 * length].count + distance_cost, back);
        // Parts of a long match are rarely useful.
        if (length > 8) length = 9;
    }
}

/// Finds good steps without comparing costs.
static void find_steps_once(struct tile_writer *w, uint32_t start, uint32_t count) {
    for (uint32_t j = 0, length; j < count; j += length) {
        const uint32_t x = start + j, most = count - j < max_match / 3 ? count - j : max_match / 3;
        const uint32_t *const here = w->row + x;
        const uint32_t run = j > 0 ? same_count(here, here - 1, most) : 0;
        const uint32_t copy = same_count(here, w->above + x, most);
        const bool is_copy = copy > run + 2;
        length = is_copy ? copy : run > 0 ? run : 1;
        w->steps[j + length].length = (uint16_t)length;
        w->steps[j + length].back = is_copy ? copied : run > 0 ? 1 : literal;
    }
}

/// Considers matches with other pixels of the row and of the one above. One pixel is hardly ever cheaper
/// than its literals, nor is a longer distance for the same pixels.
static void find_matches(const struct tile_writer *w, uint32_t x, uint32_t most, struct step *steps) {
    const struct plan_table *const table = w->table;
    const uint32_t *const here = w->row + x;
    // The last two pixels of a longer match.
    uint64_t last = pair_at(here);
    for (uint32_t longest = 1, back = 2; back <= x && longest < most; back++) {
        if (pair_at(here - back + longest - 1) != last) continue;
        const uint32_t length = same_count(here, here - back, most);
        if (length <= longest) continue;
        const uint32_t cost = plan_distance(table, 3 * back).count;
        relax_match(steps, table->lengths, longest + 1, length, cost, (int16_t)back);
        longest = length;
        if (longest < most) last = pair_at(here + longest - 1);
    }
    last = pair_at(here);
    for (uint32_t longest = 1, other = 0; other + longest < w->width && longest < most; other++) {
        if (pair_at(w->above + other + longest - 1) != last || other == x) continue;
        const uint32_t rest = w->width - other, length = same_count(here, w->above + other, most < rest ? most : rest);
        if (length <= longest) continue;
        const int32_t shift = (int32_t)x - (int32_t)other;
        const uint32_t cost = plan_distance(table, (uint32_t)((int32_t)table->row_bytes + 3 * shift)).count;
        relax_match(steps, table->lengths, longest + 1, length, cost, (int16_t)(-1 - (int32_t)other));
        longest = length;
        if (longest < most) last = pair_at(here + longest - 1);
    }
}

/// Finds the cheapest steps for the pixels of the row from `start` on.
static void find_steps(struct tile_writer *w, uint32_t start, uint32_t count) {
    const struct plan_table *const table = w->table;
    for (uint32_t j = 1; j <= count; j++) w->steps[j].cost = UINT32_MAX;
    w->steps[0].cost = 0;
    for (uint32_t j = 0; j < count; j++) {
        struct step *const steps = w->steps + j;
        const uint32_t x = start + j, most = count - j, *const here = w->row + x;
        relax(steps, 1, steps->cost + plan_pixel_cost(table, *here), literal);
        // The first pixel differs from the one to its left.
        if (j > 0 && *here == here[-1]) {
            const uint32_t same = 1 + same_count(here + 1, here, most - 1);
            relax_match(steps, table->runs, 1, same, 0, 1);
        }
        if (*here == w->above[x])
            relax_match(steps, table->copies, 1, same_count(here, w->above + x, most), 0, copied);
        // Others may be in an outline.
        if (w->kind != plan_outline && w->width <= widest_search && most > 1) find_matches(w, x, most, steps);
    }
}

/// Writes the steps that lead to the last pixel. Returns the end of the bytes.
static uint8_t *put_steps(struct tile_writer *w, uint32_t start, uint32_t count, struct bit_writer *bits,
                          uint8_t *out) {
    const struct plan_table *const table = w->table;
    // Turn the way back into a way forward.
    for (uint32_t end = count, next = 0, length; end > 0; end -= length) {
        length = w->steps[end].length;
        w->steps[end].cost = next;
        next = end;
        if (end == length) w->steps[0].cost = next;
    }
    for (uint32_t j = 0; j < count; j = w->steps[j].cost) {
        const struct step step = w->steps[w->steps[j].cost];
        const uint32_t x = start + j, bytes = 3 * step.length;
        if (step.back == literal) {
            out = plan_put_pixel(table, bits, out, w->row[x]);
        } else if (step.back == 1) {
            out = plan_put(bits, out, table->runs[bytes]);
        } else if (step.back == copied) {
            out = plan_put(bits, out, table->copies[bytes]);
        } else {
            const int32_t shift = step.back > 0 ? step.back : (int32_t)x - (-1 - step.back);
            const int32_t base = step.back > 0 ? 0 : (int32_t)table->row_bytes;
            out = plan_put(bits, out, table->lengths[bytes]);
            out = plan_put(bits, out, plan_distance(table, (uint32_t)(base + 3 * shift)));
        }
    }
    return out;
}

/// Returns the position after the last of the pixels from `start` on that differ from those above.
static uint32_t end_of_event(const struct tile_writer *w, uint32_t start) {
    const uint32_t gap = w->kind == plan_outline ? 1 : longest_gap;
    uint32_t end = start + 1;
    for (uint32_t x = end; x < w->width && x < end + gap; x++)
        if (w->row[x] != w->above[x]) end = x + 1;
    return end;
}

static void set_edges(const struct tile_writer *w, uint64_t *edges) {
    edges[0] = w->row[0] != w->ground;
    for (uint32_t x = 1; x < w->width; x++) edges[x / 64] |= (uint64_t)(w->row[x] != w->row[x - 1]) << x % 64;
    edges[w->width / 64] |= (uint64_t)(w->row[w->width - 1] != w->ground) << w->width % 64;
}

static void set_sums(const struct tile_writer *w, struct plan_event *event) {
    for (uint32_t j = 0; j < event->width; j++) {
        const struct pixel_change change = plan_change(w->above[event->x + j], w->row[event->x + j]);
        event->sum += change.sum;
        event->weight += change.weight + 3 * (int64_t)j * change.sum;
    }
}

static void set_ends(const struct tile_writer *w, struct plan_event *event) {
    const uint32_t *const row = w->row + event->x;
    event->color = event->x > 0 ? row[-1] : w->ground;
    event->hash = event->width;
    for (uint32_t x = 0; x < event->width; x++) event->hash = (event->hash ^ row[x]) * 0x9E3779B1u;
    event->hash ^= event->hash >> 16;
    while (event->lead < event->width && row[event->lead] == event->color) event->lead++;
    while (event->lead + event->tail + 1 < event->width
           && row[event->width - event->tail - 1] == row[event->width - event->tail - 2])
        event->tail++;
}

/// Writes the codes of an event after the tile's other codes.
static void put_codes(struct tile_writer *w, struct plan_event *event, uint8_t *codes, size_t *bytes) {
    const uint32_t count = event->width - event->lead - event->tail;
    uint8_t *const start = codes + *bytes;
    struct bit_writer bits = {0, 0};
    if (w->kind == plan_picture) find_steps_once(w, event->x + event->lead, count);
    else find_steps(w, event->x + event->lead, count);
    uint8_t *const end = put_steps(w, event->x + event->lead, count, &bits, start);
    memcpy(end, &bits.bits, sizeof bits.bits);
    event->codes = (uint32_t)*bytes;
    event->bits = (uint32_t)(8 * (size_t)(end - start) + bits.count);
    *bytes += event->bits / 8 + 1;
}

/// The position of the next event's first pixel, or the end of the row.
static uint32_t next_event(const struct tile_writer *w, uint32_t x) {
    return x + same_count(w->row + x, w->above + x, w->width - x);
}

/// Returns the number of events, and the room that their codes take.
static size_t count_events(struct tile_writer *w, const uint32_t *words, uint32_t height, size_t *bytes) {
    size_t events = 0;
    w->above = words + (size_t)height * w->width;
    for (uint32_t y = 0; y <= height; y++, w->above = w->row) {
        w->row = words + (size_t)y * w->width;
        for (uint32_t x = next_event(w, 0), end; x < w->width; x = next_event(w, end)) {
            end = end_of_event(w, x);
            *bytes += 8 + 6 * (size_t)(end - x);
            events++;
        }
    }
    return events;
}

/// Returns the number of bytes of all codes.
static size_t add_events(struct tile_writer *w, const uint32_t *words, uint32_t height, struct plan_tile *tile) {
    size_t bytes = 0;
    w->above = words + (size_t)height * w->width;
    for (uint32_t y = 0; y <= height; y++, w->above = w->row) {
        w->row = words + (size_t)y * w->width;
        for (uint32_t x = next_event(w, 0), end; x < w->width; x = next_event(w, end)) {
            end = end_of_event(w, x);
            struct plan_event event = {.row = (uint16_t)y, .x = (uint16_t)x, .width = (uint16_t)(end - x)};
            set_sums(w, &event);
            set_ends(w, &event);
            put_codes(w, &event, tile->codes, &bytes);
            tile->events[tile->event_count++] = event;
        }
    }
    return bytes;
}

struct plan_tile *plan_tile_create(const struct plan_table *table, enum plan_kind kind, const uint32_t *words,
                                   size_t stride, size_t width, size_t height, uint32_t ground) {
    if (width == 0 || height == 0 || width >= 0x7FFF || height >= 0x7FFF) return NULL;
    const size_t edge_words = width / 64 + 1, pixels = (height + 1) * width;
    // The pixels, with a row of ground below them; they stay, for rows that are drawn.
    uint32_t *const copy = malloc(pixels * sizeof *copy);
    struct step *const steps = malloc((width + 1) * sizeof *steps);
    struct plan_tile *tile = NULL;
    if (copy != NULL && steps != NULL) {
        for (size_t y = 0; y < height; y++)
            for (size_t x = 0; x < width; x++) copy[y * width + x] = words[y * stride + x] & 0xFFFFFF;
        for (size_t x = 0; x < width; x++) copy[height * width + x] = ground & 0xFFFFFF;
        struct tile_writer w = {table, NULL, NULL, (uint32_t)width, ground & 0xFFFFFF, kind,
                                steps};
        size_t bytes = 0;
        const size_t events = count_events(&w, copy, (uint32_t)height, &bytes);
        const size_t head = sizeof *tile + events * sizeof *tile->events;
        const size_t edges = height * edge_words * sizeof *tile->edges;
        tile = calloc(1, head + edges + bytes + 8);
        if (tile != NULL) {
            tile->width = (uint32_t)width;
            tile->height = (uint32_t)height;
            tile->edge_words = (uint32_t)edge_words;
            tile->codes = (uint8_t *)tile + head + edges;
            tile->code_bytes = add_events(&w, copy, (uint32_t)height, tile);
            tile->bytes = head + edges + tile->code_bytes + 8;
            struct plan_tile *const fitting = realloc(tile, tile->bytes);
            if (fitting != NULL) tile = fitting;
            tile->edges = (uint64_t *)((uint8_t *)tile + head);
            tile->codes = (uint8_t *)tile->edges + edges;
            for (size_t y = 0; y < height; y++) {
                w.row = copy + y * width;
                set_edges(&w, tile->edges + y * edge_words);
            }
            tile->words = copy;
            tile->bytes += pixels * sizeof *copy;
        }
    }
    if (tile == NULL) free(copy);
    free(steps);
    return tile;
}

size_t plan_tile_bytes(const struct plan_tile *tile) { return tile->bytes; }

void plan_tile_destroy(struct plan_tile *tile) {
    free(tile->words);
    free(tile);
}
