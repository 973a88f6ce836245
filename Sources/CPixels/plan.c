#include "plan_state.h"

#include <stdlib.h>

// What writes codes is inlined, so that the bit writer stays in registers: bytes could alias it.
#define always_inline inline __attribute__((always_inline))

/// A tile or an area of one color.
struct item {
    uint32_t x, width;
    ptrdiff_t first, last;
    /// Null for an area.
    const struct plan_tile *tile;
    uint32_t at, more;
    uint32_t color, ground;
    /// Whether the area may hide tiles, so that its rows and the next are written without those above.
    bool is_over;
};

/// What changes in a row: an event of a tile, or the beginning or end of an area.
struct change {
    uint16_t x, width;
    uint32_t item;
    /// Its number; of an area, 0 for the beginning and 1 for the end.
    uint32_t event;
};

struct row {
    uint32_t first, end;
    /// Whether changes meet, so that the row is written without the one above.
    bool is_drawn;
};

struct plan {
    uint32_t width, row_bytes, map_words;
    uint32_t rows, ground;
    bool is_out_of_memory;
    struct item *items;
    uint32_t item_count, item_room;
    struct change *changes;
    uint32_t change_room;
    struct row *row_list;
    uint64_t *edges;
    uint32_t row_room;
    uint32_t *order;
    uint32_t order_room;
    uint32_t *words;
    uint64_t checksum_low, checksum_high;
};

struct plan *plan_create(size_t width) {
    if (width == 0 || 1 + 3 * width > max_distance) return NULL;
    struct plan *const plan = calloc(1, sizeof *plan);
    if (plan == NULL) return NULL;
    plan->width = (uint32_t)width;
    plan->row_bytes = 1 + 3 * plan->width;
    plan->map_words = plan->width / 64 + 1;
    plan->words = malloc(width * sizeof *plan->words);
    if (plan->words != NULL) return plan;
    plan_destroy(plan);
    return NULL;
}

void plan_destroy(struct plan *plan) {
    free(plan->items);
    free(plan->changes);
    free(plan->row_list);
    free(plan->edges);
    free(plan->order);
    free(plan->words);
    free(plan);
}

/// Makes room for `count` elements, whose old content may be lost.
static bool make_room(void **place, uint32_t *room, size_t count, size_t size) {
    if (count <= *room) return true;
    free(*place);
    *room = 0;
    *place = count < UINT32_MAX / 2 ? malloc(2 * count * size) : NULL;
    if (*place == NULL) return false;
    *room = (uint32_t)(2 * count);
    return true;
}

void plan_begin(struct plan *plan, size_t rows, uint32_t ground) {
    plan->rows = (uint32_t)rows;
    plan->ground = ground & 0xFFFFFF;
    plan->item_count = 0;
    plan->is_out_of_memory = false;
}

static void add(struct plan *plan, struct item item) {
    if (plan->item_count == plan->item_room) {
        const uint32_t room = 2 * plan->item_room + 256;
        struct item *const items = realloc(plan->items, room * sizeof *items);
        if (items == NULL) {
            plan->is_out_of_memory = true;
            return;
        }
        plan->items = items;
        plan->item_room = room;
    }
    plan->items[plan->item_count++] = item;
}

void plan_fill(struct plan *plan, size_t x, size_t width, ptrdiff_t first, ptrdiff_t last, uint32_t color,
               uint32_t ground, bool is_over) {
    // Other areas may cover both this one and its surroundings.
    if (((color ^ ground) & 0xFFFFFF) == 0 && !is_over) return;
    add(plan, (struct item){.x = (uint32_t)x, .width = (uint32_t)width, .first = first, .last = last,
                            .color = color & 0xFFFFFF, .ground = ground & 0xFFFFFF, .is_over = is_over});
}

void plan_place(struct plan *plan, const struct plan_tile *tile, size_t x, ptrdiff_t y, size_t at, size_t more) {
    add(plan, (struct item){.x = (uint32_t)x, .width = tile->width, .first = y,
                            .last = y + (ptrdiff_t)(tile->height + more), .tile = tile,
                            .at = (uint32_t)at, .more = (uint32_t)more});
}

/// The number of words in the map of edges. The highest bits of a row's last word may be set in a word
/// behind it.
static size_t map_size(const struct plan *plan) { return (size_t)plan->rows * plan->map_words + 1; }

/// The part of an item's rows that is in the stripe.
static uint32_t first_row(const struct item *item) { return item->first > 0 ? (uint32_t)item->first : 0; }

static uint32_t last_row(const struct plan *plan, const struct item *item) {
    return item->last < (ptrdiff_t)plan->rows ? (item->last > 0 ? (uint32_t)item->last : 0) : plan->rows;
}

static uint32_t tile_row(const struct item *item, uint32_t y) {
    const uint32_t row = (uint32_t)((ptrdiff_t)y - item->first);
    return row <= item->at ? row : row - item->at > item->more ? row - item->more : item->at;
}

/// Draws a row of the stripe.
static void draw_row(const struct plan *plan, size_t y, uint32_t *words) {
    for (uint32_t x = 0; x < plan->width; x++) words[x] = plan->ground;
    for (uint32_t j = 0; j < plan->item_count; j++) {
        const struct item *const item = plan->items + j;
        if ((ptrdiff_t)y < item->first || (ptrdiff_t)y >= item->last) continue;
        if (item->tile == NULL) {
            for (uint32_t x = 0; x < item->width; x++) words[item->x + x] = item->color;
        } else {
            memcpy(words + item->x, item->tile->words + (size_t)tile_row(item, (uint32_t)y) * item->width,
                   item->width * sizeof *words);
        }
    }
}

static inline void set_edge(const struct plan *plan, uint32_t y, uint32_t x, uint64_t bits) {
    uint64_t *const edges = plan->edges + (size_t)y * plan->map_words + x / 64;
    edges[0] |= bits << x % 64;
    edges[1] |= bits >> 1 >> (63 - x % 64);
}

static void set_tile_edges(const struct plan *plan, const struct item *item, uint32_t first, uint32_t last) {
    const struct plan_tile *const tile = item->tile;
    const uint64_t *edges = tile->edges + tile->edge_words * (size_t)tile_row(item, first);
    if (tile->edge_words == 1 && item->more == 0) {
        for (uint32_t y = first; y < last; y++) set_edge(plan, y, item->x, *edges++);
        return;
    }
    for (uint32_t y = first; y < last; y++) {
        edges = tile->edges + tile->edge_words * (size_t)tile_row(item, y);
        for (uint32_t k = 0; k < tile->edge_words; k++)
            if (item->x + 64 * k <= plan->width) set_edge(plan, y, item->x + 64 * k, edges[k]);
    }
}

static void set_edges(const struct plan *plan) {
    memset(plan->edges, 0, map_size(plan) * sizeof *plan->edges);
    for (uint32_t j = 0; j < plan->item_count; j++) {
        const struct item *const item = plan->items + j;
        const uint32_t first = first_row(item), last = last_row(plan, item);
        if (item->tile != NULL && first < last) set_tile_edges(plan, item, first, last);
        if (item->tile != NULL) continue;
        for (uint32_t y = first; y < last; y++) {
            set_edge(plan, y, item->x, 1);
            set_edge(plan, y, item->x + item->width, 1);
        }
    }
    for (uint32_t y = 0; y < plan->rows; y++) {
        uint64_t *const edges = plan->edges + (size_t)y * plan->map_words;
        // The filter type is to the left of the first pixel.
        edges[0] |= 1;
        // The end of the row.
        edges[plan->width / 64] |= ~0ull << plan->width % 64;
    }
}

static void sort_items(struct plan *plan) {
    uint32_t *const order = plan->order, *const starts = order + plan->item_count;
    memset(starts, 0, (plan->width + 2) * sizeof *starts);
    for (uint32_t j = 0; j < plan->item_count; j++) starts[plan->items[j].x + 1]++;
    for (uint32_t x = 0; x < plan->width; x++) starts[x + 1] += starts[x];
    for (uint32_t j = 0; j < plan->item_count; j++) order[starts[plan->items[j].x]++] = j;
}

/// The row in which an event of a tile happens; below 1 if that is not after the stripe's first.
static ptrdiff_t event_row(const struct item *item, const struct plan_event *event) {
    return item->first + event->row + (event->row > item->at ? (ptrdiff_t)item->more : 0);
}

static bool is_change(const struct plan *plan, ptrdiff_t y) { return (size_t)(y - 1) < plan->rows - (size_t)1; }

static size_t count_changes(struct plan *plan) {
    size_t count = 0;
    for (uint32_t y = 0; y < plan->rows; y++) plan->row_list[y] = (struct row){0, 0, y == 0};
    for (uint32_t j = 0; j < plan->item_count; j++) {
        const struct item *const item = plan->items + j;
        const uint32_t events = item->tile == NULL ? 2 : item->tile->event_count;
        for (uint32_t k = 0; k < events; k++) {
            const ptrdiff_t y = item->tile != NULL ? event_row(item, item->tile->events + k)
                : k == 0                           ? item->first
                                                   : item->last;
            if (!is_change(plan, y)) continue;
            plan->row_list[y].end++;
            count++;
        }
    }
    uint32_t start = 0;
    for (uint32_t y = 0; y < plan->rows; y++) {
        const uint32_t own = plan->row_list[y].end;
        plan->row_list[y].first = plan->row_list[y].end = start;
        start += own;
    }
    return count;
}

/// Adds a change to its row, whose changes are sorted.
static void add_change(struct plan *plan, ptrdiff_t y, struct change change) {
    if (!is_change(plan, y)) return;
    struct row *const row = plan->row_list + y;
    uint32_t place = row->end++;
    for (; place > row->first && plan->changes[place - 1].x > change.x; place--)
        plan->changes[place] = plan->changes[place - 1];
    plan->changes[place] = change;
}

static void find_changes(struct plan *plan) {
    for (uint32_t j = 0; j < plan->item_count; j++) {
        const uint32_t number = plan->order[j];
        const struct item *const item = plan->items + number;
        if (item->tile == NULL) {
            const uint16_t x = (uint16_t)item->x, width = (uint16_t)item->width;
            for (ptrdiff_t y = first_row(item); item->is_over && y <= item->last && y < (ptrdiff_t)plan->rows; y++)
                plan->row_list[y].is_drawn = true;
            add_change(plan, item->first, (struct change){x, width, number, 0});
            add_change(plan, item->last, (struct change){x, width, number, 1});
            continue;
        }
        for (uint32_t k = 0; k < item->tile->event_count; k++) {
            const struct plan_event *const event = item->tile->events + k;
            const uint16_t x = (uint16_t)(item->x + event->x);
            add_change(plan, event_row(item, event), (struct change){x, event->width, number, k});
        }
    }
}

size_t plan_bound(struct plan *plan) {
    const size_t order = plan->item_count + (size_t)plan->width + 2;
    if (plan->row_room < plan->rows) {
        free(plan->edges);
        plan->edges = malloc(2 * map_size(plan) * sizeof *plan->edges);
        if (plan->edges == NULL) plan->is_out_of_memory = true;
    }
    if (plan->is_out_of_memory || plan->edges == NULL
        || !make_room((void **)&plan->row_list, &plan->row_room, plan->rows, sizeof *plan->row_list)
        || !make_room((void **)&plan->order, &plan->order_room, order, sizeof *plan->order))
        return 0;
    const size_t changes = count_changes(plan);
    if (!make_room((void **)&plan->changes, &plan->change_room, changes + 1, sizeof *plan->changes)) return 0;
    set_edges(plan);
    sort_items(plan);
    find_changes(plan);
    // A pixel takes at most 42 bits, a match 47.
    const size_t row_matches = plan->row_bytes / max_match + 4;
    size_t bytes = 6 * (row_matches * plan->rows + 6 * changes) + 640;
    for (uint32_t j = 0; j < plan->item_count; j++)
        if (plan->items[j].tile != NULL) bytes += plan->items[j].tile->code_bytes;
    for (uint32_t y = 0; y < plan->rows; y++) {
        struct row *const row = plan->row_list + y;
        uint32_t end = 0;
        for (uint32_t j = row->first; j < row->end; j++) {
            const struct change *const change = plan->changes + j;
            if (change->x < end) row->is_drawn = true;
            end = change->x + change->width;
        }
        if (row->is_drawn) bytes += 6 * (size_t)plan->width;
    }
    return bytes;
}

/// The last event in a row with some hash.
struct seen {
    uint32_t row, hash;
    uint16_t x, width;
    const uint32_t *words;
};

enum {
    seen_slots = 256,
    /// A match that replaces fewer bits is hardly ever shorter.
    least_repeated_bits = 40,
};

struct row_writer {
    const struct plan *plan;
    const struct plan_table *table;
    const uint64_t *edges;
    struct bit_writer bits;
    uint8_t *out;
    uint32_t y;
    struct seen *seen;
};

static always_inline uint32_t next_edge(const struct row_writer *w, uint32_t x) {
    uint32_t k = x / 64;
    uint64_t bits = w->edges[k] >> x % 64;
    if (bits != 0) return x + (uint32_t)__builtin_ctzll(bits);
    do bits = w->edges[++k];
    while (bits == 0);
    return 64 * k + (uint32_t)__builtin_ctzll(bits);
}

/// Returns the position after the last edge of `start..<end`, or `start`.
static always_inline uint32_t last_edge(const struct row_writer *w, uint32_t start, uint32_t end) {
    if (start == end) return start;
    uint32_t k = (end - 1) / 64;
    uint64_t bits = w->edges[k] & ~0ull >> (63 - (end - 1) % 64);
    while (bits == 0 && 64 * k > start) bits = w->edges[--k];
    const uint32_t last = bits == 0 ? 0 : 64 * k + 64 - (uint32_t)__builtin_clzll(bits);
    return last > start ? last : start;
}

/// Writes a match of any length except 1 and 2 bytes.
static always_inline void put_match(struct row_writer *w, const struct plan_code *codes, uint32_t length) {
    if (length <= max_match) {
        w->out = plan_put(&w->bits, w->out, codes[length]);
        return;
    }
    for (; length >= max_match + min_match || length == max_match; length -= max_match)
        w->out = plan_put(&w->bits, w->out, codes[max_match]);
    if (length > max_match) {
        w->out = plan_put(&w->bits, w->out, codes[max_match - min_match]);
        length -= max_match - min_match;
    }
    w->out = plan_put(&w->bits, w->out, codes[length]);
}

static always_inline void put_run(struct row_writer *w, uint32_t pixels) { put_match(w, w->table->runs, 3 * pixels); }

/// Writes pixels that equal those above, from the filter type on if they begin the row.
static always_inline void put_same(struct row_writer *w, uint32_t start, uint32_t end) {
    const uint32_t filter = start == 0;
    enum { most = max_match / 3 };
    const uint32_t edge = filter ? 0 : next_edge(w, start);
    if (!filter && edge >= end) return put_run(w, end - start);
    if (!filter && edge - start > most) {
        put_run(w, edge - start);
        start = edge;
    }
    uint32_t last = last_edge(w, start, end);
    if (end - last <= most) last = end;
    put_match(w, w->table->copies, 3 * (last - start) + filter);
    put_run(w, end - last);
}

static always_inline void put_codes(struct row_writer *w, const uint8_t *codes, uint32_t bits) {
    struct plan_code code = {0, 56};
    for (; bits > 56; bits -= 56, codes += 7) {
        memcpy(&code.bits, codes, sizeof code.bits);
        code.bits &= ~0ull >> 8;
        w->out = plan_put(&w->bits, w->out, code);
    }
    if (bits == 0) return;
    memcpy(&code.bits, codes, sizeof code.bits);
    code.bits &= ~0ull >> (64 - bits);
    code.count = bits;
    w->out = plan_put(&w->bits, w->out, code);
}

static always_inline void put_filter(struct row_writer *w) {
    w->out = plan_put(&w->bits, w->out, (struct plan_code){w->table->literals[0], w->table->literal_lengths[0]});
}

/// How far a row is written. The pixels from there to `same` equal those to their left.
struct progress {
    uint32_t x, same;
};

/// Writes pixels that equal those above up to `start`, and then pixels of one color.
static always_inline void put_before(struct row_writer *w, struct progress done, uint32_t start, uint32_t end,
                                     uint32_t color) {
    const uint32_t x = done.same, first = done.x > 0 ? next_edge(w, done.x) : 0;
    if (first >= end && done.x > 0) return put_run(w, end - done.x);
    if (x > done.x) put_run(w, x - done.x);
    const uint32_t edge = start < end ? last_edge(w, x, end) : 0;
    if (edge > 0 && edge <= start) {
        if (edge > x) put_same(w, x, edge);
        return put_run(w, end - edge);
    }
    if (start == 0) put_filter(w);
    else if (start == x) {}
    else if (x > 0 && start - x <= max_match / 3)
        w->out = plan_put(&w->bits, w->out, (first < start ? w->table->copies : w->table->runs)[3 * (start - x)]);
    else put_same(w, x, start);
    if (start == end) return;
    // Another tile is to the left.
    w->out = plan_put_pixel(w->table, &w->bits, w->out, color);
    put_run(w, end - start - 1);
}

/// Returns the distance in pixels to an event with the same pixels further left, such as that of a letter
/// with another accent, or 0.
static always_inline uint32_t find_equal(struct row_writer *w, const struct change *change,
                                         const struct plan_event *event, const uint32_t *words) {
    struct seen *const seen = w->seen + event->hash % seen_slots;
    const bool is_equal = seen->row == w->y && seen->hash == event->hash && seen->width == change->width
        && memcmp(seen->words, words, change->width * sizeof *words) == 0;
    const uint32_t back = is_equal ? (uint32_t)(change->x - seen->x) : 0;
    *seen = (struct seen){w->y, event->hash, change->x, change->width, words};
    return back;
}

/// Writes an event that equals one further left, with the flat pixels after both, if this is shorter.
/// Returns the end of what was written, or 0.
static always_inline uint32_t put_repeated(struct row_writer *w, struct progress done, const struct change *change,
                                           uint32_t bits, uint32_t back, uint32_t next) {
    const struct plan_code distance = plan_distance(w->table, 3 * back);
    if (w->table->lengths[3 * change->width].count + distance.count > bits) return 0;
    put_before(w, done, change->x, change->x, 0);
    const uint32_t start = change->x + change->width, most = max_match / 3 - change->width;
    uint32_t flat = next_edge(w, start) - start;
    const uint32_t there = next_edge(w, start - back) - (start - back);
    flat = flat < there ? flat : there;
    flat = flat < next - start ? flat : next - start;
    flat = flat < most ? flat : most;
    w->out = plan_put(&w->bits, w->out, w->table->lengths[3 * (change->width + flat)]);
    w->out = plan_put(&w->bits, w->out, distance);
    return start + flat;
}

static always_inline struct progress put_change(struct row_writer *w, struct progress done, const struct change *change,
                                  uint32_t next) {
    const uint32_t end = change->x + change->width, bytes = 3 * change->width;
    const struct item *const item = w->plan->items + change->item;
    if (item->tile == NULL) {
        put_before(w, done, change->x, end, change->event == 0 ? item->color : item->ground);
        return (struct progress){end, end};
    }
    const struct plan_event *const event = item->tile->events + change->event;
    const uint32_t back = event->bits < least_repeated_bits || bytes > max_match ? 0
        : find_equal(w, change, event, item->tile->words + event->row * item->width + event->x);
    if (back > 0) {
        const uint32_t x = put_repeated(w, done, change, event->bits, back, next);
        if (x > 0) return (struct progress){x, x};
    }
    put_before(w, done, change->x, change->x + event->lead, event->color);
    put_codes(w, item->tile->codes + event->codes, event->bits);
    return (struct progress){end - event->tail, end};
}

struct row_sums {
    uint64_t sum, weight;
};

static always_inline void add_sums(const struct plan *plan, uint32_t x, int64_t sum, int64_t weight,
                                   struct row_sums *sums) {
    const int64_t behind = plan->row_bytes - 1 - 3 * (int64_t)x;
    sums->sum += (uint64_t)sum;
    sums->weight += (uint64_t)(behind * sum - weight);
}

static always_inline void add_run_sums(const struct plan *plan, uint32_t x, int64_t count, uint32_t old,
                                       uint32_t color, struct row_sums *sums) {
    const struct pixel_change each = plan_change(old, color);
    add_sums(plan, x, count * each.sum, count * each.weight + 3 * each.sum * (count * (count - 1) / 2), sums);
}

static always_inline void add_change_sums(const struct plan *plan, const struct change *change,
                                          struct row_sums *sums) {
    const struct item *const item = plan->items + change->item;
    if (item->tile != NULL) {
        const struct plan_event *const event = item->tile->events + change->event;
        add_sums(plan, change->x, event->sum, event->weight, sums);
    } else if (change->event == 0) {
        add_run_sums(plan, change->x, change->width, item->ground, item->color, sums);
    } else {
        add_run_sums(plan, change->x, change->width, item->color, item->ground, sums);
    }
}

/// Writes a row without the one above.
static struct row_sums put_drawn_row(struct row_writer *w, uint32_t y) {
    const struct plan *const plan = w->plan;
    struct row_sums sums = {0, 0};
    draw_row(plan, y, plan->words);
    put_filter(w);
    for (uint32_t x = 0, end; x < plan->width; x = end) {
        const uint32_t word = plan->words[x];
        w->out = plan_put_pixel(w->table, &w->bits, w->out, word);
        for (end = x + 1; end < plan->width && plan->words[end] == word; end++) {}
        put_run(w, end - x - 1);
        add_run_sums(plan, x, end - x, 0, word, &sums);
    }
    return sums;
}

size_t plan_write(struct plan *plan, const struct plan_table *table, uint8_t *bytes) {
    struct seen seen[seen_slots] = {0};
    struct row_writer w = {plan, table, plan->edges, table->head_bits, bytes + table->head_bytes, 0, seen};
    memcpy(bytes, table->head, table->head_bytes);
    struct row_sums sums = {0, 0};
    plan->checksum_low = 1;
    plan->checksum_high = 0;
    for (; w.y < plan->rows; w.y++, w.edges += plan->map_words) {
        const struct row *const row = plan->row_list + w.y;
        if (row->is_drawn) {
            sums = put_drawn_row(&w, w.y);
        } else {
            struct progress done = {0, 0};
            for (uint32_t j = row->first; j < row->end; j++) {
                const struct change *const change = plan->changes + j;
                add_change_sums(plan, change, &sums);
                done = put_change(&w, done, change, j + 1 < row->end ? plan->changes[j + 1].x : plan->width);
            }
            put_before(&w, done, plan->width, plan->width, 0);
        }
        plan->checksum_high = (plan->checksum_high + plan->checksum_low * plan->row_bytes + sums.weight) % 65521;
        plan->checksum_low = (plan->checksum_low + sums.sum) % 65521;
    }
    w.out = plan_put(&w.bits, w.out,
                     (struct plan_code){table->literals[end_of_block], table->literal_lengths[end_of_block]});
    w.out = put_stripe_end(&w.bits, w.out);
    return (size_t)(w.out - bytes);
}

uint32_t plan_checksum(const struct plan *plan) {
    return (uint32_t)(plan->checksum_high << 16 | plan->checksum_low);
}
