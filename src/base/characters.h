/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_CHARACTERS_H
#define QUERN_BASE_CHARACTERS_H

/*
 * Names and source texts are untrusted and may hold any bytes. These functions decode UTF-8 and
 * decide which characters are safe to print.
 */

#include <stddef.h>
#include <stdint.h>

/*
 * Returns the length in bytes of the UTF-8 character at `at`, which is before `end`, and sets its
 * number. Returns 0 if the bytes there are not a character.
 */
size_t utf8_decode(const char *at, const char *end, uint32_t *character);

/*
 * Returns the length in bytes of the character at `at`, which is before `end`, or 0 if it must not
 * be sent to a terminal: control characters except the tab, in ASCII, from 0x80 to 0x9f, or in
 * Unicode, and characters that change the direction of text. Other bytes that are not UTF-8 are
 * probably Latin-1, and pass.
 */
size_t harmless_length(const char *at, const char *end);

/* Returns the length in bytes of the character for which harmless_length() is 0. */
size_t harmful_length(const char *at, const char *end);

#endif
