/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex.h"

#include "base/arena.h"

bool regex_compile(regex_t *regex, const char *expression, int flags, char *reason, size_t room)
{
    int status = regcomp(regex, expression, REG_EXTENDED | flags);

    if (status == REG_ESPACE)
        out_of_memory();
    if (status != 0)
        regerror(status, regex, reason, room);
    return status == 0;
}

bool regex_finds(const regex_t *regex, const char *text, size_t n_groups, regmatch_t *groups,
                 int flags)
{
    int status = regexec(regex, text, n_groups, groups, flags);

    /* To take it for "not found" would leave out what does match. */
    if (status != 0 && status != REG_NOMATCH)
        out_of_memory();
    return status == 0;
}
