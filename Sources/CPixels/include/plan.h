#ifndef CHATPRINT_PLAN_H
#define CHATPRINT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Deflate (RFC 1951) for stripes of which everything is known before it is drawn: flat areas, and
// tiles on a flat ground, such as letters. The codes of a tile are found once. A stripe copies them
// and fills what is between them from the row above, without looking at a pixel.
//
// Pixels are words 0xRRGGBB, of which the highest byte is ignored, and become the bytes R, G, B.

/// Codes that suit letters in certain colors, in pictures of one width.
struct plan_table;

/// The color of letters and the one behind them.
struct plan_colors {
    uint32_t ink, ground;
};

/// Returns null if there is no memory, or if rows are too long to refer to the row above.
struct plan_table *plan_table_create(const struct plan_colors *colors, size_t count, size_t width);

void plan_table_destroy(struct plan_table *table);

enum plan_kind {
    /// For many places, so that its codes are worth a search.
    plan_letter,
    /// For one place.
    plan_picture,
    /// Others may be in it where its pixels equal those above and below. All other tiles need a row of
    /// their ground below them.
    plan_outline,
};

/// A rectangle of pixels with the codes of each row, as seen from the row above.
struct plan_tile;

/// - ground: the color around the tile.
/// Returns null if there is no memory.
struct plan_tile *plan_tile_create(const struct plan_table *table, enum plan_kind kind, const uint32_t *words,
                                   size_t stride, size_t width, size_t height, uint32_t ground);

size_t plan_tile_bytes(const struct plan_tile *tile);

void plan_tile_destroy(struct plan_tile *tile);

/// What is in a stripe, from back to front.
struct plan;

/// Returns null if there is no memory.
struct plan *plan_create(size_t width);

void plan_destroy(struct plan *plan);

/// Begins a stripe that is empty but for its ground.
void plan_begin(struct plan *plan, size_t rows, uint32_t ground);

/// Adds an area of one color. Rows are counted from the stripe's first and may be outside of it.
///
/// - ground: the only color behind the area, but for tiles if `is_over`.
void plan_fill(struct plan *plan, size_t x, size_t width, ptrdiff_t first, ptrdiff_t last, uint32_t color,
               uint32_t ground, bool is_over);

/// Adds a tile, which must last until the stripe is written. Its ground must be the only color behind
/// it and the row below, and nothing may be drawn over them later, unless it is an
/// outline.
///
/// - at, more: the tile's row that is repeated, and how often.
void plan_place(struct plan *plan, const struct plan_tile *tile, size_t x, ptrdiff_t y, size_t at, size_t more);

/// Returns the maximum size of the stripe in bytes, or 0 if there is no memory.
size_t plan_bound(struct plan *plan);

/// Writes the stripe as blocks that others may follow and returns its size. To be called once, after
/// `plan_bound`. The tiles must be of this table.
size_t plan_write(struct plan *plan, const struct plan_table *table, uint8_t *bytes);

/// Returns the checksum (RFC 1950) of the uncompressed rows.
uint32_t plan_checksum(const struct plan *plan);

#endif
