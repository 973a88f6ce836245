#include "pixels.h"

#if defined(__x86_64__)
#include <tmmintrin.h>

__attribute__((target("ssse3")))
static size_t pack_four_at_a_time(const uint32_t *words, size_t count, uint8_t *bytes) {
    const __m128i order = _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    size_t x = 0;
    for (; x + 4 <= count; x += 4) {
        __m128i four = _mm_loadu_si128((const __m128i *)(words + x));
        _mm_storeu_si128((__m128i *)(bytes + 3 * x), _mm_shuffle_epi8(four, order));
    }
    return x;
}

static size_t pack_most(const uint32_t *words, size_t count, uint8_t *bytes) {
    // Every x86 processor of the last 18 years has it, but the platform's baseline does not.
    return __builtin_cpu_supports("ssse3") ? pack_four_at_a_time(words, count, bytes) : 0;
}

#elif defined(__aarch64__)
#include <arm_neon.h>

static size_t pack_most(const uint32_t *words, size_t count, uint8_t *bytes) {
    size_t x = 0;
    for (; x + 16 <= count; x += 16) {
        uint8x16x4_t bgrx = vld4q_u8((const uint8_t *)(words + x));
        uint8x16x3_t rgb = {{bgrx.val[2], bgrx.val[1], bgrx.val[0]}};
        vst3q_u8(bytes + 3 * x, rgb);
    }
    return x;
}

#else

static size_t pack_most(const uint32_t *words, size_t count, uint8_t *bytes) {
    (void)words, (void)count, (void)bytes;
    return 0;
}

#endif

void pixels_pack_rgb(const uint32_t *words, size_t count, uint8_t *bytes) {
    for (size_t x = pack_most(words, count, bytes); x < count; x++) {
        bytes[3 * x] = (uint8_t)(words[x] >> 16);
        bytes[3 * x + 1] = (uint8_t)(words[x] >> 8);
        bytes[3 * x + 2] = (uint8_t)words[x];
    }
}
