/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_CONTENTS_H
#define QUERN_REPORTER_FORMAT_CONTENTS_H

/* What all formats ask about a report: its next row, what rows of a kind have, the words for it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/kinds.h"
#include "reporter/report.h"

/* Returns whether sections of the kind have rows for any format. */
bool section_is_table(enum section_kind kind);

/* Fails, because the format does not write sections of that kind. */
bool refuse_section(enum section_kind kind, struct error *error);

/*
 * Takes the next section, for a format that writes only those of one kind. Returns false at the
 * end, where it fails or is of another kind, and where the stream has failed.
 */
bool report_next_of_kind(const struct report *report, enum section_kind kind, FILE *out,
                         struct section *section, struct error *error);

/*
 * Returns the table's next row, which is good until the next call; NULL at its end, where a figure
 * does not fit, and where the stream has failed: nobody reads the rest then. The stream is NULL for
 * a format that writes to memory.
 */
const struct table_row *table_next_row(const struct table *table, FILE *out, struct error *error);

/*
 * Returns the table's rows that are still to be read, at most `most` of them, and sets how many;
 * they are good until a row of another table is read. The caller frees the list. Where a figure
 * does not fit, *error is set.
 */
struct table_row **table_read_rows(const struct table *table, size_t most, FILE *out, size_t *count,
                                   struct error *error);

/*
 * Returns whether it is a row of its own, to which those after it may belong: code, a cycle, a
 * line.
 */
bool row_is_main(const struct table_row *row);

/*
 * Returns whether the row is about calls alone: from a caller, to a callee, of a function by
 * itself.
 */
bool row_is_call(const struct table_row *row);

/* Returns the number of the row's calls as it is shown: in a difference, how it changed. */
struct cell row_calls(const struct table *table, const struct table_row *row);

/*
 * Returns the figures of a row that has one list of them: its self cost, or else its calls' cost.
 */
const struct figure *row_figures(const struct table_row *row);

/* Returns the figures that a row of a tree is about: its inclusive cost, or else its self cost. */
const struct figure *row_tree_figures(const struct table_row *row);

/* Returns whether no side of a figure is a bound or an estimate. */
bool figures_are_exact(const struct figure *figures, size_t n_events);

/* The part of a figure that is written. */
enum figure_part {
    PART_SHOWN,
    PART_OLD,
    PART_NEW_RATIO, /* only for ratios: other new figures follow from the old ones and the change */
    PART_CHANGE,    /* since the row before */
    PART_SPREAD,    /* over these, */
    PART_NOISE_LEAST, /* and the ends of that */
    PART_NOISE_MOST,
    PART_LEAST, /* these are the ends of the range of what is shown */
    PART_MOST,
};

/* Returns that part of the figure, which is not given where the figure has no such part. */
struct cell figure_part(const struct table *table, const struct figure *figure,
                        enum figure_part part);

/* Returns whether there is a figure to be marked as an estimate. */
bool cell_shows_estimate(struct cell cell);

/* Returns the row's most telling name: function, file, label or object; {0} where it has none. */
struct text row_name(const struct table_row *row);

/* Returns that name for people, who do not see an empty one: "(no name)", or "(no object)". */
struct text row_shown_name(const struct table_row *row);

/* Returns what stands between the functions of a chain: " > ", or " < " before callers. */
struct text chain_sign(const struct tree_place *place);

/* Returns the name of the row in a picture: "(more)" for what was left out. */
struct text row_drawn_name(const struct table_row *row);

/* Returns the number of a line, or its old one where it is gone; 0 if the row is not on a line. */
uint64_t row_line(const struct table_row *row);

/* Returns whether the row has a file that says something beside its function. */
bool row_has_known_file(const struct table_row *row);

/* Returns a change in one word, as "renamed"; "" for CHANGE_NONE. */
const char *change_name(enum change change);

/* Returns what became of a line of source, as "reformatted". */
const char *line_change_name(enum line_change change);

/* Returns which way a jump goes, as "back"; "" where it is not known. */
const char *jump_course_name(enum jump_course course);

/* Returns what of a function changed in one word, as "calls". */
const char *cause_kind_name(enum cause_kind kind);

/* Returns whether rows of the table are lines of source. */
bool table_is_of_lines(const struct table *table);

/* Returns whether it is on one side alone, so that there is nothing to compare it with. */
bool change_is_one_sided(enum change change);

/* Returns whether it had other names on the old side. */
bool change_is_of_name(enum change change);

#endif
