/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/doubts.h"

const struct doubt_keys doubt_keys = {
    .object = {"Uncertain object", 16},
    .file = {"Uncertain file", 14},
    .functions =
        {[DOUBT_LEVELS] = {"Uncertain levels", 16}, [DOUBT_CALLEE] = {"Uncertain callee", 16}},
};
