#ifndef CHATPRINT_PIXELS_H
#define CHATPRINT_PIXELS_H

#include <stddef.h>
#include <stdint.h>

/// Cairo's 0xXXRRGGBB words to the bytes R, G, B.
///
/// In C because the compiler may use a byte shuffle here, chosen while running: 0.1 ns a pixel instead of
/// 0.55. Writes up to 4 bytes beyond the last pixel's, which must exist.
void pixels_pack_rgb(const uint32_t *words, size_t count, uint8_t *bytes);

/// Clears the upper halves of the vector registers, which ISA-L leaves as they fall.
///
/// Until somebody clears them, every older vector instruction of the thread must carry them along: after
/// one call of ISA-L, painting took half as long again.
void pixels_forget_wide_registers(void);

#endif
