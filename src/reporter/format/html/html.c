/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/report.h"

bool format_html(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct section section = {0};

    (void)options;
    while (!ferror(out) && report->next(report->maker, &section, error))
        return refuse_section(section.kind, error);
    return error->kind == ERROR_NONE;
}
