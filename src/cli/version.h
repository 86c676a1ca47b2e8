/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_VERSION_H
#define QUERN_CLI_VERSION_H

/* What --version prints. */

#include <stdio.h>

/*
 * "quern 1.0.0", and a line each of the optional libraries that this program was built with and
 * without; the second or third line is left out where it would name none. Capstone and
 * libdebuginfod are named where they can be loaded: whether they are there is seen when they are
 * needed.
 */
void version_print(FILE *out);

#endif
