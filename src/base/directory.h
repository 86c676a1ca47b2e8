/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_DIRECTORY_H
#define QUERN_BASE_DIRECTORY_H

/* The current directory: names in profiles begin with it, or are relative to it. */

#include "base/text.h"

struct arena;

/*
 * Its absolute path with a '/' added; empty where there is none, as after its removal. The arena
 * owns the text.
 */
struct text current_directory(struct arena *arena);

#endif
