/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_LISTING_CHANGED_FIGURES_H
#define QUERN_REPORTER_FORMAT_LISTING_CHANGED_FIGURES_H

/* The figures that rows of a listing have in a difference: what they were, are, and the change. */

#include <stdbool.h>
#include <stddef.h>

#include "base/change.h"
#include "reporter/table.h"

struct buffer;
struct text_writer;

/* An event whose figures are written. */
struct changed_event {
    size_t column;       /* of the table */
    size_t side, change; /* widths: of what it was and is, and of the change */
};

struct changed_figures {
    const struct text_writer *writer;
    const struct table *table;
    struct changed_event *events;
    size_t n_events;
    bool has_growth; /* changes in percent too */
    bool has_old;    /* what costs were, beside what they are */
};

/*
 * All columns of the table that the writer's width has room for beside what takes `others`.
 * changed_figures_end() gives them back.
 */
struct changed_figures changed_figures_begin(const struct text_writer *writer,
                                             const struct table *table, size_t others);
void changed_figures_end(struct changed_figures *figures);

/* What all of them take. */
size_t changed_figures_width(const struct changed_figures *figures);

/* Whether there is to be a line above the heading that says what the columns are of; and that. */
bool changed_figures_have_names(const struct changed_figures *figures);
void changed_figures_write_names(const struct changed_figures *figures);

/* The heading, of which the line goes on. */
void changed_figures_write_heading(const struct changed_figures *figures);

/* The figures of a row, or room for them: what a call costs is inclusive, if that is shown. */
void changed_figures_write(const struct changed_figures *figures, const struct table_row *row);

/* Adds ": 133, now 283: +150, +112.78 %", of the event that is measured. */
void changed_figures_append(struct buffer *title, const struct changed_figures *figures,
                            const struct table_row *row);

/* What became of a line, or of the calls that one makes. */
enum change changed_row_change(const struct table_row *row);

#endif
