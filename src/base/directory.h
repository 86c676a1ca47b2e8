/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_DIRECTORY_H
#define QUERN_BASE_DIRECTORY_H

/*
 * The current directory, which names in profiles begin with or are relative to, and regular files.
 */

#include "base/text.h"

struct arena;
struct stat;

/*
 * Its absolute path with a '/' added; empty where there is none, as after its removal. The arena
 * owns the text.
 */
struct text current_directory(struct arena *arena);

/*
 * Opens a file for reading if it is a regular one, and fills its status. Returns the descriptor, or
 * -1. Opening a device or a FIFO may already do harm: nothing else is ever opened.
 */
int open_regular(const char *path, struct stat *status);

#endif
