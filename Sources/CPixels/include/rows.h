#ifndef CHATPRINT_ROWS_H
#define CHATPRINT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Deflate (RFC 1951) for rows of pixels of which most equal the pixel above or to the left, as in
// pictures of chats: 93 % equal the one above, 4 % neither. zlib-ng, libdeflate and ISA-L look at every
// byte; this encoder compares rows of words, packs no bytes, and searches only where pixels differ.

/// Compresses the rows of one stripe after another, all of one width.
struct row_deflater;

/// Returns null if there is no memory.
///
/// - opaque: pixels become the bytes R, G, B; otherwise R, G, B, A, not premultiplied.
/// - portable: uses no vector instructions beyond the platform's baseline. The bytes are the same.
struct row_deflater *row_deflater_create(size_t width, bool opaque, bool portable);

void row_deflater_destroy(struct row_deflater *deflater);

/// Begins a stripe. The words, `stride` apart from row to row, must stay as they are until its end.
///
/// Returns false, and begins nothing, if so many pixels differ from their neighbors, as in photos, that a
/// general compressor is as fast and its output smaller.
bool row_deflater_begin(struct row_deflater *deflater, const uint32_t *words, size_t rows, size_t stride);

/// Finds what the next block consists of. Returns false if the block reaches the end of the stripe.
bool row_deflater_find(struct row_deflater *deflater);

/// The largest number of bytes that the block may take, including 8 bytes of slack for the writer.
size_t row_deflater_bound(const struct row_deflater *deflater);

/// Writes the block and returns its size. The last block of a stripe is followed by an empty stored block,
/// so that the stripe ends on a byte and other blocks may follow.
size_t row_deflater_write(struct row_deflater *deflater, uint8_t *bytes);

/// RFC 1950's checksum of the uncompressed rows so far.
uint32_t row_deflater_checksum(const struct row_deflater *deflater);

#endif
