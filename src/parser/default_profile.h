/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_DEFAULT_PROFILE_H
#define QUERN_PARSER_DEFAULT_PROFILE_H

/* The profile to read where the command line does not name one. */

#include "base/text.h"

struct arena;

/*
 * The newest callgrind.out* of the current directory, or else the newest cachegrind.out*;
 * of several equally new ones, the first by name. Empty files do not count: Valgrind leaves
 * one beside those of each thread. An empty text where nothing is left; the arena owns it.
 */
struct text default_profile(struct arena *arena);

#endif
