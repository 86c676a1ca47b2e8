/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_GO_NAME_H
#define QUERN_PROFILE_NAMING_GO_NAME_H

/*
 * Names of Go: "golang.org/x/net/http2.(*Framer).WriteData", "main.(*List[go.shape.int]).Add",
 * "type:.eq.crypto/ecdsa.PublicKey".
 */

#include <stdbool.h>

struct name_syntax;

/*
 * Reads the name of an empty syntax that may be one of Go's: it sets the package, and cuts. False
 * where it is not one; what was set until then means nothing.
 */
bool go_name_read(struct name_syntax *syntax);

#endif
