/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/input/no_match.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "profile/filter.h"

bool no_function_matches(const char *option, const struct pattern *pattern, struct error *error)
{
    error_set(error, ERROR_FAILED, NULL, 0, "%s: no function matches", option);
    explain_no_match(pattern, error);
    return false;
}

void explain_no_match(const struct pattern *pattern, struct error *error)
{
    size_t length = strlen(error->text);

    if (pattern->is_of_short_name)
        snprintf(error->text + length, sizeof error->text - length,
                 " (names are shown shortened, but not with --wide)");
}
