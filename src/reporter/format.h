/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_H
#define QUERN_REPORTER_FORMAT_H

/* Each format writes any report to a stream. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

struct report;

struct format_options {
    bool show_percentages;
    size_t width; /* of the terminal, to which views are fitted; 0 for no limit */
};

/* Text for people, in the layout of callgrind_annotate. False when a section fails. */
bool format_text(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

#endif
