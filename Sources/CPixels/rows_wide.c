#include "rows_state.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)

/// The byte sums of eight lanes, and each byte times the number of bytes after it.
struct pixel_sums {
    __m256i sum;
    __m256i weight;
};

static inline struct pixel_sums no_sums(void) {
    return (struct pixel_sums){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

static inline uint64_t all_lanes(__m256i lanes) {
    uint64_t four[4];
    memcpy(four, &lanes, sizeof four);
    return four[0] + four[1] + four[2] + four[3];
}

static inline void take_sums(struct row_deflater *d, const struct pixel_sums *sums) {
    d->row_sum += all_lanes(sums->sum);
    d->row_weight += all_lanes(sums->weight);
}

static inline __m256i eight(const uint32_t *words) { return _mm256_loadu_si256((const __m256i *)words); }

static inline bool differ_64(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    __m256i bits = _mm256_setzero_si256();
    for (int j = 0; j < 64; j += 8)
        bits = _mm256_or_si256(bits, _mm256_xor_si256(eight(words + j), eight(other + j)));
    return !_mm256_testz_si256(bits, _mm256_set1_epi32((int)mask));
}

/// Returns all ones for each of eight equal pixels.
static inline __m256i alike(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    const __m256i bits = _mm256_xor_si256(eight(words), eight(other));
    return _mm256_cmpeq_epi32(_mm256_and_si256(bits, _mm256_set1_epi32((int)mask)), _mm256_setzero_si256());
}

static inline uint32_t differing_32(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    const __m256i first = _mm256_packs_epi32(alike(words, other, mask), alike(words + 8, other + 8, mask));
    const __m256i second = _mm256_packs_epi32(alike(words + 16, other + 16, mask),
                                              alike(words + 24, other + 24, mask));
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i all = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(first, second), order);
    return ~(uint32_t)_mm256_movemask_epi8(all);
}

static inline uint64_t differing_64(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    return differing_32(words, other, mask) | (uint64_t)differing_32(words + 32, other + 32, mask) << 32;
}

static inline uint32_t same_8(const uint32_t *words, const uint32_t *other, uint32_t mask) {
    const int bits = _mm256_movemask_ps(_mm256_castsi256_ps(alike(words, other, mask)));
    return (uint32_t)__builtin_ctz(~(uint32_t)bits);
}

/// Adds the byte sums of 64 opaque pixels, minus those above, and each byte times the number of
/// bytes after it.
static inline void add_64(struct pixel_sums *sums, const uint32_t *words, const uint32_t *above,
                          uint32_t behind) {
    const __m256i mask = _mm256_set1_epi32(0xFFFFFF), zero = _mm256_setzero_si256();
    // A 64-bit lane has two pixels with the bytes B, G, R and an unused one, weighted by their
    // positions in the lane.
    const __m256i places = _mm256_set1_epi64x(0x0003040500000102);
    // The lanes of eight pixels begin 0, 6, 12 and 18 bytes after the first.
    const __m256i starts = _mm256_setr_epi64x(0, 6, 12, 18);
    __m256i sum = zero, later = zero, local = zero;
    for (int j = 0; j < 64; j += 8) {
        const __m256i new = _mm256_and_si256(eight(words + j), mask);
        const __m256i old = _mm256_and_si256(eight(above + j), mask);
        later = _mm256_add_epi64(later, sum);
        sum = _mm256_add_epi64(sum, _mm256_sad_epu8(new, zero));
        sum = _mm256_sub_epi64(sum, _mm256_sad_epu8(old, zero));
        // Eight times 255 * 9 fits in 16 bits.
        local = _mm256_add_epi16(local, _mm256_maddubs_epi16(new, places));
        local = _mm256_sub_epi16(local, _mm256_maddubs_epi16(old, places));
    }
    // `later` contains the sum of each group of eight pixels once for every group after it, which
    // adds 24 bytes per group.
    const __m256i last = _mm256_sub_epi64(_mm256_set1_epi64x((int64_t)behind - 7 * 24), starts);
    __m256i weight = _mm256_add_epi64(_mm256_mul_epi32(sum, last),
                                      _mm256_mul_epi32(later, _mm256_set1_epi64x(24)));
    const __m256i pairs = _mm256_madd_epi16(local, _mm256_set1_epi16(1));
    // A multiplication by 1 sign-extends the lower half.
    const __m256i one = _mm256_set1_epi64x(1);
    weight = _mm256_sub_epi64(weight, _mm256_mul_epi32(pairs, one));
    weight = _mm256_sub_epi64(weight, _mm256_mul_epi32(_mm256_srli_epi64(pairs, 32), one));
    sums->sum = _mm256_add_epi64(sums->sum, sum);
    sums->weight = _mm256_add_epi64(sums->weight, weight);
}

#include "rows_kernel.h"

bool rows_find_wide(struct row_deflater *d) {
    return d->pixel_bytes == 3 ? find_rows(d, 3, 0xFFFFFF) : find_rows(d, 4, 0xFFFFFFFF);
}

uint8_t *rows_write_wide(struct row_deflater *d, const struct distance_codes *distances, uint8_t *out) {
    return write_tokens(d, distances, out);
}

#pragma clang attribute pop

#else

bool rows_find_wide(struct row_deflater *d) { return rows_find_portable(d); }

uint8_t *rows_write_wide(struct row_deflater *d, const struct distance_codes *distances, uint8_t *out) {
    return rows_write_portable(d, distances, out);
}

#endif
