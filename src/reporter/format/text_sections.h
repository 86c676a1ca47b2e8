/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_SECTIONS_H
#define QUERN_REPORTER_FORMAT_TEXT_SECTIONS_H

/* The pieces of a report as text. Those that callgrind_annotate has are laid out as there. */

#include <stdbool.h>
#include <stdio.h>

#include "reporter/report.h"

struct arena;
struct buffer;
struct format_options;

struct text_writer {
    FILE *out;
    const struct format_options *options;
    const struct facts *facts;
    const struct locator *locator; /* of sources; NULL: none is known */
    struct warnings *notes;        /* what was left out for want of room; may be NULL */
    bool is_brief;    /* tables are of an overview: without what people can do without */
    size_t most_rows; /* of such a table */
};

/* Writes all facts, which are above the first section of the classic report. */
void format_text_facts(const struct text_writer *writer);

/* text_overview.c: writes a report that is an overview, which is laid out as a whole. */
bool format_text_overview(const struct text_writer *writer, const struct report *report,
                          struct error *error);

/*
 * Return lines that the arena owns: of the names of the profiles, and of all that is above the
 * first section, which is a line for each event and its total, too. A total of several runs that
 * are compared one by one would be that of none.
 */
struct text_list profile_lines(const struct facts *facts, bool is_difference, struct arena *arena);
struct text_list lead_lines(const struct facts *facts, const struct table *table, bool is_ascii,
                            struct arena *arena);

/* Appends the total of an event, and how it changed. */
void append_total(struct buffer *to, const struct table_event *event, const struct table *table,
                  bool has_name, bool is_ascii);

/* Each writes a section, and returns false when a row of it fails. */

/* text_facts.c */
bool format_text_events(const struct text_writer *writer, const struct section *section,
                        struct error *error);

/* text_report.c */
bool format_text_table(const struct text_writer *writer, const struct section *section,
                       struct error *error);
bool format_text_file_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error);
bool format_text_no_cost(const struct text_writer *writer, const struct section *section,
                         struct error *error);
bool format_text_missing(const struct text_writer *writer, const struct section *section,
                         struct error *error);

/* text_hotspots.c, also for runs */
bool format_text_hotspots(const struct text_writer *writer, const struct section *section,
                          struct error *error);

/* text_peek.c */
bool format_text_peek(const struct text_writer *writer, const struct section *section,
                      struct error *error);

/* text_tree.c */
bool format_text_tree(const struct text_writer *writer, const struct section *section,
                      struct error *error);

/* text_explanation.c */
bool format_text_explanation(const struct text_writer *writer, const struct section *section,
                             struct error *error);

/* text_listing.c */
bool format_text_code_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error);

#endif
