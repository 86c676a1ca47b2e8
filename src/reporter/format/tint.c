/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/tint.h"

enum tint tint_of_share(double percent)
{
    double size = percent < 0 ? -percent : percent;

    return size >= 10   ? TINT_HOTTEST
         : size >= 3    ? TINT_HOT
         : size >= 0.5  ? TINT_WARM
         : size < 0.005 ? TINT_DIM
                        : TINT_NONE;
}

void tint_begin(FILE *out, bool has_color, enum tint tint)
{
    /* The eight colours that every terminal has, as it shows them on its own background. */
    static const char *const codes[] = {
        [TINT_NONE] = "",   [TINT_DIM] = "2",  [TINT_TITLE] = "1",
        [TINT_WARM] = "33", [TINT_HOT] = "31", [TINT_HOTTEST] = "1;31",
    };

    if (has_color && tint != TINT_NONE)
        fprintf(out, "\x1b[%sm", codes[tint]);
}

void tint_end(FILE *out, bool has_color, enum tint tint)
{
    if (has_color && tint != TINT_NONE)
        fputs("\x1b[0m", out);
}
