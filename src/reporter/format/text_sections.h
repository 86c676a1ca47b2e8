/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_SECTIONS_H
#define QUERN_REPORTER_FORMAT_TEXT_SECTIONS_H

/*
 * The pieces of a report for people, as text or in Markdown. Those that callgrind_annotate has are
 * text, laid out as there.
 */

#include <stdbool.h>
#include <stdio.h>

#include "reporter/report.h"

struct arena;
struct buffer;
struct format_options;

struct text_writer {
    FILE *out;
    bool is_markdown; /* the options have no width, no colours and all signs then */
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

/*
 * text_overview.c: reads the steps of a path, and appends "main → build → find   ≥38.00 %", in
 * `room` columns where that is not 0: names get shorter, and then the first steps are left out.
 * Returns false when a row fails.
 */
bool append_path(struct buffer *to, const struct table *table, size_t room, bool is_ascii,
                 FILE *out, struct error *error);

/* Each writes a section, and returns false when a row of it fails. */

/* text_report.c */
bool format_text_table(const struct text_writer *writer, const struct section *section,
                       struct error *error);
bool format_text_file_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error);
bool format_text_no_cost(const struct text_writer *writer, const struct section *section,
                         struct error *error);
bool format_text_missing(const struct text_writer *writer, const struct section *section,
                         struct error *error);

/* tables.c: of hotspots, of runs, of a function with its callers and callees, of paths, causes and
 * events */
bool format_table(const struct text_writer *writer, const struct section *section,
                  struct error *error);

/* text_listing.c: in Markdown a block of text below each title, in a difference coloured as one */
bool format_code_listing(const struct text_writer *writer, const struct section *section,
                         struct error *error);

/*
 * Appends a jump: its direction, how often, and where it leads to, "↑ 63 of ≥64 to 13" or by
 * instruction "↓ 1x to g at 117e", where the text of the instruction does not say that. Where room
 * is not 0, files are named without their directories, and names elided.
 */
void append_jump(struct buffer *to, const struct table_row *row, bool is_of_instruction,
                 size_t room, bool is_ascii);

/*
 * Appends the arrows of the innermost lanes beside a row; `lanes` are the table's, or NULL where no
 * arrow passes. They take two columns more than there are lanes.
 */
void append_arrows(struct buffer *to, const unsigned char *lanes, size_t n_lanes, bool is_ascii);

#endif
