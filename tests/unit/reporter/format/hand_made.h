/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_UNIT_REPORTER_FORMAT_HAND_MADE_H
#define QUERN_TESTS_UNIT_REPORTER_FORMAT_HAND_MADE_H

/* Reports whose sections and rows are arrays in a test, as a format writes them. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "reporter/format/format.h"
#include "reporter/report.h"

/* Initializers of cells: a cost, and one that may be more. */
#define GIVEN(cost)                                                                                \
    {                                                                                              \
        .value = (cost), .is_given = true                                                          \
    }
#define BOUND(cost)                                                                                \
    {                                                                                              \
        .value = (cost), .is_given = true, .is_bound = true                                        \
    }

/* Initializers of figures without an old side; and of the total of an event. */
#define NOW(cost)                                                                                  \
    {                                                                                              \
        .now = GIVEN(cost)                                                                         \
    }
#define NOW_BOUND(cost)                                                                            \
    {                                                                                              \
        .now = BOUND(cost)                                                                         \
    }
#define TOTAL(cost) .total = NOW(cost), .base = GIVEN(cost)

struct hand_made_section {
    struct section section; /* without what makes the table's rows */
    const struct table_row *rows;
    size_t n_rows;
};

struct hand_made {
    struct facts facts;
    struct verdict_list verdicts;
    struct warnings *notes;
    bool is_classic;
    const struct hand_made_section *sections;
    size_t n_sections;
};

/* Of the file "profile", without parts. */
extern const struct facts hand_made_facts;

typedef bool report_writer(const struct report *report, const struct format_options *options,
                           FILE *out, struct error *error);

/* What the format writes; it must succeed. The caller frees it. */
char *hand_made_write(const struct hand_made *report, report_writer *write,
                      const struct format_options *options);

/* Of a report with only that section, whose facts are hand_made_facts. */
char *hand_made_write_section(const struct hand_made_section *section, report_writer *write,
                              const struct format_options *options);

/* Compares the text, and frees it. */
void expect_text(char *text, const char *expected);

/* The error with which the format fails to write it. */
struct error hand_made_failure_of(const struct hand_made *report, report_writer *write,
                                  const struct format_options *options);

/* The error with which the format fails to write that section. */
struct error hand_made_failure(const struct hand_made_section *section, report_writer *write);

#endif
