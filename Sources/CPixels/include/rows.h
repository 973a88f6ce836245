#ifndef CHATPRINT_ROWS_H
#define CHATPRINT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Deflate (RFC 1951) for rows of pixels that mostly equal the pixel above or to the left, as in
// pictures of chats: 93 % equal the one above, 4 % neither. zlib-ng, libdeflate and ISA-L read
// every byte. This encoder compares rows of words, packs no bytes, and searches only where pixels
// differ.

/// Compresses the rows of successive stripes of one width.
struct row_deflater;

/// Returns null if there is no memory.
///
/// - opaque: whether pixels become the bytes R, G, B; otherwise R, G, B, A with straight alpha.
/// - portable: whether to use no vector instructions beyond the platform's baseline. The output is
///   the same.
struct row_deflater *row_deflater_create(size_t width, bool opaque, bool portable);

void row_deflater_destroy(struct row_deflater *deflater);

/// Begins a stripe. The words, with rows `stride` apart, must not change until its end.
///
/// Returns false and does nothing if so many pixels differ from their neighbors, as in photos, that
/// a general compressor is as fast with a smaller output.
bool row_deflater_begin(struct row_deflater *deflater, const uint32_t *words, size_t rows, size_t stride);

/// Finds the tokens of the next block. Returns false if the block reaches the end of the stripe.
bool row_deflater_find(struct row_deflater *deflater);

/// Returns the maximum size of the block in bytes, including 8 bytes of slack for the writer.
size_t row_deflater_bound(const struct row_deflater *deflater);

/// Writes the block and returns its size. An empty stored block follows the last block of a stripe,
/// so that the stripe ends on a byte boundary and other blocks may follow.
size_t row_deflater_write(struct row_deflater *deflater, uint8_t *bytes);

/// Returns the checksum (RFC 1950) of the uncompressed rows so far.
uint32_t row_deflater_checksum(const struct row_deflater *deflater);

#endif
