/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_LISTING_LINE_CHANGES_H
#define QUERN_REPORTER_FORMAT_LISTING_LINE_CHANGES_H

/* Listings of a difference as text: what each line cost, and costs now. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "reporter/format/listing/changed_figures.h"
#include "reporter/table.h"

struct text_writer;

struct line_changes {
    const struct text_writer *writer;
    struct changed_figures figures;
    bool is_sign_first; /* each row begins with its sign, as in a diff */
    bool has_source;    /* of the file being listed */
    size_t room;        /* for the text of lines; 0: as much as it takes */
};

/* Fits the columns to the writer's width. line_changes_end() gives it back. */
struct line_changes line_changes_begin(const struct text_writer *writer, const struct table *table,
                                       bool is_sign_first);
void line_changes_end(struct line_changes *changes);

/*
 * Adds what a listing is of and how that changed: "parse in parse.c: 133, now 283: +150, +112.78
 * %"; names have half of the given room each, 0 is all that they take.
 */
void line_changes_append_title(const struct line_changes *changes, struct buffer *title,
                               const struct table_row *row, size_t room);

void line_changes_write_heading(const struct line_changes *changes);

/* A line, a call or a gap. */
void line_changes_write_row(const struct line_changes *changes, const struct table_row *row);

#endif
