/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/report.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

enum { ARGUMENTS_MAX = 32, LINE_SIZE = 1024 };

char *report_of(const char *options, const char *operands, const char *input)
{
    char line[LINE_SIZE];
    char *arguments[ARGUMENTS_MAX] = {"quern"};
    char *quern = run_quern_path();
    size_t count = 1;

    snprintf(line, sizeof(line), "%s %s", options, operands);
    for (char *word = strtok(line, " "); word && count < ARGUMENTS_MAX - 1;
         word = strtok(NULL, " "))
        arguments[count++] = word;
    char *out = run_output(quern, arguments, input);
    free(quern);
    return out;
}

const char *report_without_header(const char *report)
{
    const char *last = strstr(report, "\nAuto-annotation:");

    if (!last)
        last = strstr(report, "\ntotal: ");
    cr_assert(last, "a report without a header: %.200s", report);
    return strchr(last + 1, '\n');
}
