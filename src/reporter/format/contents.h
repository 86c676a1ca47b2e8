/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_CONTENTS_H
#define QUERN_REPORTER_FORMAT_CONTENTS_H

/* What all formats ask of a report: its next row, what a row of a kind has, the words for it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/kinds.h"
#include "reporter/report.h"

/* Fails, since the format does not write sections of that kind. */
bool refuse_section(enum section_kind kind, struct error *error);

/*
 * Pulls the next section, for a format that writes those of one kind alone. False at the end, where
 * it fails or is another one, and where the stream has failed.
 */
bool report_next_of_kind(const struct report *report, enum section_kind kind, FILE *out,
                         struct section *section, struct error *error);

/*
 * Gives the table's next row, good until the next call. NULL at its end,
 * where a figure does not fit, and where the stream has failed: nobody reads the rest then. The
 * stream is NULL where memory is written to.
 */
const struct table_row *table_next_row(const struct table *table, FILE *out, struct error *error);

/* Whether it is a row of its own, which those after it may belong to: code, a cycle, a line. */
bool row_is_main(const struct table_row *row);

/* Whether the row is about calls alone: from a caller, to a callee, of a function by itself. */
bool row_is_call(const struct table_row *row);

/* The number of the row's calls as it is shown: in a difference how it changed. */
struct cell row_calls(const struct table *table, const struct table_row *row);

/* The figures of a row that has one list of them: its self cost, or else what its calls cost. */
const struct figure *row_figures(const struct table_row *row);

/* What a row of a tree is about: its inclusive cost, or where it has none its self cost. */
const struct figure *row_tree_figures(const struct table_row *row);

/* Whether no side of a figure is a bound or an estimate. */
bool figures_are_exact(const struct figure *figures, size_t n_events);

/* Whether there is a figure to be marked as an estimate. */
bool cell_shows_estimate(struct cell cell);

/* The most telling name that a row has: function, file, label, object. {0} where it has none. */
struct text row_name(const struct table_row *row);

/*
 * The same for a picture, which needs some name: "(more)" of what was left out, "(no name)" where
 * there is none; as short as it gets, unless the shortener is NULL.
 */
struct text row_drawn_name(const struct table_row *row, const struct shortener *shortener);

/* The number of a line, or where it is gone its old one; 0: the row is not on a line. */
uint64_t row_line(const struct table_row *row);

/* Whether the row has a file beside its function that says something. */
bool row_has_known_file(const struct table_row *row);

/* In one word, as "renamed"; "" for CHANGE_NONE. */
const char *change_name(enum change change);

/* What became of a line of source, as "reformatted". */
const char *line_change_name(enum line_change change);

/* Which way a jump goes, as "back"; "" where it is not known. */
const char *jump_course_name(enum jump_course course);

/* Whether rows of the table are lines of source. */
bool table_is_of_lines(const struct table *table);

/* Whether it is on one side alone, so that there is nothing to compare it with. */
bool change_is_one_sided(enum change change);

/* Whether it had other names on the old side. */
bool change_is_of_name(enum change change);

#endif
