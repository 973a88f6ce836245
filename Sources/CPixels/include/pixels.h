#ifndef CHATPRINT_PIXELS_H
#define CHATPRINT_PIXELS_H

#include <stddef.h>
#include <stdint.h>

// These loops are in C because they widen, narrow and shuffle vectors of bytes, which Swift
// compiles one byte at a time. Words are cairo's premultiplied 0xAARRGGBB. The PNG encoder is in
// rows.h.

/// Converts words to the bytes R, G, B.
///
/// The shuffle is selected at run time: 0.1 ns per pixel instead of 0.55. It writes up to 4 bytes
/// beyond the last pixel, which must be allocated.
void pixels_pack_rgb(const uint32_t *words, size_t count, uint8_t *bytes);

/// Blends one word over every pixel of a row.
void pixels_fill_over(uint32_t *row, size_t count, uint32_t word);

/// Blends one word over the pixels of several rows by their coverage (0 to 255). Strides are in
/// pixels.
///
/// - room: the pixels from the start of each row to the surface's edge; at least `width`.
void pixels_mask_rows_over(uint32_t *rows, size_t stride, size_t room, const uint8_t *coverage,
                           size_t coverage_stride, size_t width, size_t height, uint32_t word);

/// Blends premultiplied words over a row.
void pixels_lay_over(uint32_t *row, const uint32_t *words, size_t count);

/// Makes `count` words from two rows of twice as many: each the rounded mean of four, per channel.
void pixels_halve(const uint32_t *upper, const uint32_t *lower, size_t count, uint32_t *words);

/// Converts opaque words to luma by ITU-R BT.709, from 16 for black to 235 for white, as in video.
void pixels_to_luma(const uint32_t *words, size_t count, uint8_t *luma);

/// Converts opaque words to chroma by ITU-R BT.709, from 16 to 240: one value for every two columns
/// of both rows, at the position of the left column, as in H.264 and VP9.
void pixels_to_chroma(const uint32_t *upper, const uint32_t *lower, size_t pairs, uint8_t *blue, uint8_t *red);

/// Adds coverage to coverage, up to 255.
void pixels_add_coverage(uint8_t *row, const uint8_t *coverage, size_t count);

/// Clears the upper halves of the vector registers, which ISA-L leaves dirty.
///
/// Until they are cleared, every older vector instruction of the thread must preserve them: after
/// one call of ISA-L, painting took half as long again.
void pixels_forget_wide_registers(void);

#endif
