/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_TEMPORARY_H
#define QUERN_TESTS_SUPPORT_TEMPORARY_H

/*
 * A folder for one test. A suite that writes files begins with
 *
 *     TestSuite(name, .init = temporary_enter, .fini = temporary_leave);
 *
 * and its tests name their files without any folder.
 */

#include <stddef.h>

/* Make an empty folder and go there. */
void temporary_enter(void);

/* Remove it with all that is in it. */
void temporary_leave(void);

/* Write a file of these bytes, or the text up to its '\0'. */
void temporary_write_bytes(const char *path, const char *bytes, size_t size);
void temporary_write(const char *path, const char *text);

/*
 * Put a script into the folder bin, which is first in PATH from the first one on: what a test runs
 * by that name is the script.
 */
void temporary_stand_in(const char *name, const char *script);

#endif
