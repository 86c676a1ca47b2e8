/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_DIGITS_H
#define QUERN_BASE_DIGITS_H

/*
 * Short decimal numbers, read without a branch for each digit: how many digits a number has cannot
 * be predicted, and a wrong guess takes longer than to read it. Where numbers end is looked up for
 * 64 bytes at a time.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"

#if defined __SSE2__
#include <emmintrin.h>
#elif defined __ARM_NEON && defined __aarch64__
#include <arm_neon.h>
#endif

/* The number of bytes examined at once, all of which must be readable. */
enum { DIGIT_WINDOW = 64 };

/* The number of digits read at once. */
enum { MOST_DIGITS = 8 };

/* Returns the eight bytes at `at`, the first of them in the lowest bits. */
static inline uint64_t load_little_endian(const char *at)
{
    uint64_t bytes;

    memcpy(&bytes, at, sizeof bytes);
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* Marks, with its highest bit, each of eight loaded bytes that is not a digit. */
static inline uint64_t mark_others(uint64_t bytes)
{
    const uint64_t low_bits = 0x7f7f7f7f7f7f7f7fu, high_bits = 0x8080808080808080u;

    bytes ^= 0x3030303030303030u; /* digits are now below 10 */
    return (((bytes & low_bits) + 0x7676767676767676u) | bytes) & high_bits;
}

/* Does on any machine what find_others() does. */
static inline uint64_t find_others_portably(const char *at)
{
    uint64_t found = 0;

    for (size_t i = 0; i < DIGIT_WINDOW / 8; i++) {
        /* The product moves bit 8 * n to bit 56 + n; no two of its terms meet. */
        uint64_t others = mark_others(load_little_endian(at + 8 * i)) >> 7;
        found |= ((others * 0x0102040810204080u) >> 56) << 8 * i;
    }
    return found;
}

/*
 * Returns a bit for each byte of the DIGIT_WINDOW at `at`, lowest first, set if it is not a digit.
 */
static inline uint64_t find_others(const char *at)
{
#if defined __SSE2__
    const __m128i zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9);
    uint64_t digits = 0;

    for (size_t i = 0; i < DIGIT_WINDOW / 16; i++) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
        __m128i values = _mm_sub_epi8(bytes, zero);
        __m128i is_digit = _mm_cmpeq_epi8(_mm_min_epu8(values, nine), values);
        digits |= (uint64_t)(uint32_t)_mm_movemask_epi8(is_digit) << 16 * i;
    }
    return ~digits;
#elif defined __ARM_NEON && defined __aarch64__
    static const uint8_t bits[] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bit = vld1q_u8(bits);
    uint8x16_t found[DIGIT_WINDOW / 16];

    for (size_t i = 0; i < DIGIT_WINDOW / 16; i++) {
        uint8x16_t bytes = vld1q_u8((const uint8_t *)at + 16 * i);
        uint8x16_t is_other = vcgtq_u8(vsubq_u8(bytes, vdupq_n_u8('0')), vdupq_n_u8(9));
        found[i] = vandq_u8(is_other, bit);
    }
    /* Adding neighbours three times makes one byte of eight. */
    uint8x16_t sums = vpaddq_u8(vpaddq_u8(found[0], found[1]), vpaddq_u8(found[2], found[3]));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
#else
    return find_others_portably(at);
#endif
}

/*
 * Returns the number that consists of the next `length` digits, 0 to MOST_DIGITS. Eight bytes are
 * read. Numbers of up to four digits, the most common, take half as long.
 */
static inline uint64_t read_digits(const char *at, size_t length)
{
    uint64_t bytes = load_little_endian(at) ^ 0x3030303030303030u;

    /*
     * Combines pairs of digits, then pairs of pairs, and so on, each in the place of its first
     * half. With the last digit in the highest byte there are zeros before the first.
     */
    if (length <= 4) {
        uint32_t digits = (uint32_t)(bytes << (32 - 8 * length));
        digits = (digits * 10 + (digits >> 8)) & 0x00ff00ffu;
        return (uint16_t)(digits * 100 + (digits >> 16));
    }
    uint64_t digits = bytes << (64 - 8 * length);
    digits = digits * 10 + (digits >> 8);
    digits = (digits & 0x00ff00ff00ff00ffu) * 100 + ((digits >> 16) & 0x00ff00ff00ff00ffu);
    digits = (digits & 0x0000ffff0000ffffu) * 10000 + ((digits >> 32) & 0x0000ffff0000ffffu);
    return (uint32_t)digits;
}

/*
 * Reads a number as read_decimal() does, whose digits are mostly fewer than MOST_DIGITS. Eight
 * bytes must be readable.
 */
static inline const char *read_short_number(const char *at, uint64_t *value)
{
    uint64_t others = mark_others(load_little_endian(at));

    if (others == 0)
        return read_decimal(at, value);
    size_t length = (size_t)__builtin_ctzll(others) / 8;
    *value = read_digits(at, length);
    return at + length;
}

/* The non-digit bytes from `begin` on that were not taken yet. */
struct other_bytes {
    const char *begin;
    uint64_t left; /* by bit, as find_others() gives it */
};

static inline struct other_bytes other_bytes_from(const char *begin)
{
    return (struct other_bytes){begin, find_others(begin)};
}

/*
 * Takes the next non-digit byte at or after `at`. If the DIGIT_WINDOW has none left, it moves to
 * `at`; if that has only digits, returns `at`.
 */
static inline const char *other_bytes_take(struct other_bytes *others, const char *at)
{
    if (others->left == 0)
        *others = other_bytes_from(at);
    if (others->left == 0)
        return at;
    const char *found = others->begin + __builtin_ctzll(others->left);
    others->left &= others->left - 1;
    return found;
}

#endif
