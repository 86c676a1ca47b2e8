/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_HARMLESS_H
#define QUERN_BASE_HARMLESS_H

/* Which parts of names and source texts may be sent to a terminal: they come from strangers. */

#include <stddef.h>

/*
 * How many bytes from `at` on, which is before `end`, are one character that may be sent
 * to a terminal; 0 if the byte there must not. Those are control characters except the
 * tab, be they of ASCII, from 0x80 to 0x9f, or of Unicode, and what changes the
 * direction of writing. Other bytes that are not UTF-8 are somebody's Latin-1, and pass.
 */
size_t harmless_length(const char *at, const char *end);

/* Where that is 0: how many bytes the character has that must not be sent. */
size_t harmful_length(const char *at, const char *end);

#endif
