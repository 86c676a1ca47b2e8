/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/regex_excess.h"

/* C libraries agree on which mistake it is, but each words it differently. */
static const struct {
    int status;
    const char *reason;
} reasons[] = {
    {REG_EPAREN, "'(' without ')', or the other way round"},
    {REG_EBRACK, "'[' without ']'"},
    {REG_EBRACE, "what follows '{' is no number of times"},
    {REG_BADBR, "what follows '{' is no number of times"},
    {REG_BADRPT, "nothing to be repeated before '*', '+', '?' or '{'"},
    {REG_ERANGE, "a range in '[' and ']' ends before it begins"},
    {REG_ECTYPE, "unknown class of characters"},
    {REG_ECOLLATE, "unknown collating element"},
    {REG_EESCAPE, "nothing after '\\'"},
    {REG_ESUBREG, "no such group"},
};

/* What the C library alone knows, it has to say. */
static void explain(int status, const regex_t *regex, char *reason, size_t room)
{
    for (size_t i = 0; i < ARRAY_LENGTH(reasons); i++)
        if (reasons[i].status == status) {
            snprintf(reason, room, "%s", reasons[i].reason);
            return;
        }
    regerror(status, regex, reason, room);
}

bool regex_compile(regex_t *regex, const char *expression, int flags, char *reason, size_t room)
{
    const char *too_much = regex_excess(expression);

    if (too_much != NULL) {
        snprintf(reason, room, "%s", too_much);
        return false;
    }
    int status = regcomp(regex, expression, REG_EXTENDED | flags);
    if (status == REG_ESPACE)
        out_of_memory();
    if (status != 0)
        explain(status, regex, reason, room);
    return status == 0;
}

/* To take lack of memory for "not found" would leave out what does match. */
static bool has_found(int status)
{
    if (status != 0 && status != REG_NOMATCH)
        out_of_memory();
    return status == 0;
}

bool regex_finds(const regex_t *regex, const char *text, size_t n_groups, regmatch_t *groups,
                 int flags)
{
    return has_found(regexec(regex, text, n_groups, groups, flags));
}

#ifdef REG_STARTEND

/* An extension of most systems: regexec() does not look for the end, and sees what is before. */
bool regex_finds_from(const regex_t *regex, struct text text, size_t from, size_t n_groups,
                      regmatch_t *groups)
{
    int flags = REG_STARTEND | (from != 0 ? REG_NOTBOL : 0);

    groups[0] = (regmatch_t){.rm_so = (regoff_t)from, .rm_eo = (regoff_t)text.length};
    return has_found(regexec(regex, text.at, n_groups, groups, flags));
}

#else

bool regex_finds_from(const regex_t *regex, struct text text, size_t from, size_t n_groups,
                      regmatch_t *groups)
{
    if (!regex_finds(regex, text.at + from, n_groups, groups, from != 0 ? REG_NOTBOL : 0))
        return false;
    for (size_t i = 0; i < n_groups; i++) {
        if (groups[i].rm_so < 0)
            continue;
        groups[i].rm_so += (regoff_t)from;
        groups[i].rm_eo += (regoff_t)from;
    }
    return true;
}

#endif
