/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_CHARACTERS_H
#define QUERN_BASE_CHARACTERS_H

/*
 * Characters of names and source texts, which are untrusted and may hold any bytes: how UTF-8 is
 * decoded, and what may be sent to a terminal.
 */

#include <stddef.h>
#include <stdint.h>

/*
 * Returns the length in bytes of the UTF-8 character at `at`, which is before `end`, and sets its
 * number. Returns 0 if the bytes there are not a character.
 */
size_t utf8_decode(const char *at, const char *end, uint32_t *character);

/*
 * Returns how many bytes from `at` on, which is before `end`, are one character that may be sent to
 * a terminal, or 0 if the byte there must not be sent. That holds for control characters except the
 * tab, be they of ASCII, from 0x80 to 0x9f, or of Unicode, and for what changes the direction of
 * writing. Other bytes that are not UTF-8 are somebody's Latin-1, and pass.
 */
size_t harmless_length(const char *at, const char *end);

/* Returns, where harmless_length() is 0, how many bytes the character has that must not be sent. */
size_t harmful_length(const char *at, const char *end);

#endif
