/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_SIGNS_H
#define QUERN_REPORTER_FORMAT_SIGNS_H

/* Signs that text for people has beyond ASCII, each with a form for terminals that lack it. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum sign {
    SIGN_AT_LEAST, /* before a lower bound: "≥" or ">=" */
    SIGN_CUT,      /* in place of what was cut off: "…" or "..." */
    SIGN_CALLS,    /* before what a line calls: "→" or "->" */
    SIGN_NOISE,    /* before a change that is none beside noise: "≈" or "~=" */
};

/* Returns the bytes of a sign; in ASCII each takes a column, else all of them take one. */
static inline struct text sign_text(enum sign sign, bool is_ascii)
{
    switch (sign) {
    case SIGN_AT_LEAST:
        return is_ascii ? TEXT(">=") : TEXT("\xe2\x89\xa5"); /* U+2265 */
    case SIGN_CUT:
        return is_ascii ? TEXT("...") : TEXT("\xe2\x80\xa6"); /* U+2026 */
    case SIGN_NOISE:
        return is_ascii ? TEXT("~=") : TEXT("\xe2\x89\x88"); /* U+2248 */
    default:
        return is_ascii ? TEXT("->") : TEXT("\xe2\x86\x92"); /* U+2192 */
    }
}

#endif
