#ifndef CHATPRINT_CLIPS_H
#define CHATPRINT_CLIPS_H

#include <stddef.h>
#include <stdint.h>

// Loops over the pixels of a GIF: colors to indices, indices to LZW codes.

/// Returns the maximum number of bytes that `gif_pack` writes for this number of pixels.
size_t gif_bound(size_t pixels);

/// Writes the picture as the data of a GIF's image: the code size, sub-blocks of LZW codes, and the
/// empty block at the end (GIF89a, 22 and appendix F).
///
/// - words: `0xAARRGGBB`, of which the alpha is ignored; rows begin `stride` words apart.
/// - palette: `0xRRGGBB`. A color that is not in it becomes the nearest one, the first of equals.
/// Returns the number of bytes, or 0 if there is no memory.
size_t gif_pack(
    const uint32_t *words, size_t stride, size_t width, size_t height, const uint32_t *palette,
    size_t colors, uint8_t *bytes);

#endif
