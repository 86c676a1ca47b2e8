/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_CALLEE_FILES_H
#define QUERN_PARSER_CALLEE_FILES_H

/*
 * Where callees are defined in an input that never says so. Old versions of Xdebug write neither
 * "cfi=" nor "cfl=": then each callee is taken to be in the file of its caller, as the format has
 * it, although its code is elsewhere.
 */

#include <stdbool.h>

struct error;
struct profile;
struct warnings;

/*
 * To be called when the only input of a profile was read; does nothing where that names the file
 * of some callee. A callee without code is made the one function of its object and name that has
 * code. Where there are several it stays what it is, with a warning and DOUBT_CALLEE. False when
 * a sum does not fit into 64 bits.
 */
bool callee_files_find(struct profile *profile, struct warnings *warnings, struct error *error);

#endif
