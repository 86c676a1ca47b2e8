/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_UTF8_H
#define QUERN_BASE_UTF8_H

/* Reading characters of UTF-8 among bytes that may be anything. */

#include <stddef.h>
#include <stdint.h>

/*
 * The length in bytes of the UTF-8 character at `at`, which is before `end`, and its
 * number; 0 if the bytes there are not one.
 */
size_t utf8_decode(const char *at, const char *end, uint32_t *character);

#endif
