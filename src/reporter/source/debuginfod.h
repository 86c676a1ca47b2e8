/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_DEBUGINFOD_H
#define QUERN_REPORTER_SOURCE_DEBUGINFOD_H

/*
 * Fetches source files from the servers that DEBUGINFOD_URLS names. libdebuginfod does it, with its
 * own cache and timeouts; it is loaded when somebody asks for it, since it brings thirty libraries.
 */

#include <stddef.h>

#include "base/error.h"

struct debuginfod;
struct warnings;

/*
 * NULL with an error where there is no library, or with a usage error where no server is named;
 * else debuginfod_close() is to be called. Warnings are added while files are fetched.
 */
struct debuginfod *debuginfod_open(struct warnings *warnings, struct error *error);

/*
 * Fetches the source of an object, by its build id and by the path that the debug information has,
 * and gives the path of the cached file, which the caller frees. NULL where no server has it, or
 * the path is not absolute. Once the servers could not be asked, nothing more is asked for: a
 * warning says why.
 */
char *debuginfod_fetch(struct debuginfod *servers, const unsigned char *build_id,
                       size_t build_id_length, const char *path);

/* NULL is passed over. */
void debuginfod_close(struct debuginfod *servers);

#endif
