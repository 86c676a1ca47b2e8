/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_NAME_PATH_H
#define QUERN_PROFILE_NAMING_NAME_PATH_H

/* Names of C++ and Rust: a return type, a path of components, arguments, and what is appended. */

#include <stdbool.h>

struct name_syntax;

/*
 * Reads the name of an empty syntax, which is not empty itself: it sets components, and cuts. False
 * where the name is not understood; what was set until then means nothing.
 */
bool name_path_read(struct name_syntax *syntax);

#endif
