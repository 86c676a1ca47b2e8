/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_SOURCE_SERVER_H
#define QUERN_TESTS_SUPPORT_SOURCE_SERVER_H

/*
 * A debuginfod server of a few lines, for a test that has entered a temporary folder; the
 * environment names it from then on, and a cache in that folder.
 */

#include <sys/types.h>

/*
 * What it has of each source whose path ends in "found.c". That of "endless.c" has no end; others
 * are not there.
 */
#define SERVED_TEXT "the text\n"

/* Where it lists what it was asked for, a line each: "BUILD-ID PATH". */
#define SERVER_LOG "requests"

/* Starts it; source_server_stop() is to be called. */
pid_t source_server_start(void);
void source_server_stop(pid_t server);

/* Names a server that nobody can connect to. */
void source_server_name_none(void);

#endif
