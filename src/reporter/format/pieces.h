/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_PIECES_H
#define QUERN_REPORTER_FORMAT_PIECES_H

/* Small things that text for people is made of. */

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/kinds.h"
#include "base/text.h"
#include "reporter/table.h"

enum { MAX_COUNT = 40, PERCENTAGE_WIDTH = 9 };

/*
 * Writes text from profiles and sources, which come from strangers: control characters
 * but tabs are shown as \xNN, never sent to a terminal.
 */
void write_text(FILE *out, struct text text);

/* The same for programs: what is not UTF-8, and what a terminal must not get, becomes U+FFFD. */
void write_utf8(FILE *out, struct text text);

/* Writes a source line and its end, a carriage return before that as it is. */
void write_source_line(FILE *out, struct text text);

/* Writes as much of a text as has room, and where it is cut off a sign. */
void write_cut(FILE *out, struct text text, size_t room, bool is_ascii);

/*
 * Writes a source line in a column of the given room, where 0 is as much as it takes, and the end
 * of the line: with blanks for its tabs, and without a carriage return at its end.
 */
void write_source_text(FILE *out, struct text text, size_t room, bool is_ascii);

/* Why a line has no text; whether the source is there at all makes a difference. */
const char *source_excuse(uint64_t line, bool has_source);

void write_blanks(FILE *out, size_t count);

/* A line of dashes. */
void write_rule(FILE *out);

/* A part in percent of the whole; of 0 everything is 0 %. */
static inline double percent_of(int64_t part, int64_t whole)
{
    return part == 0 || whole == 0 ? 0 : (double)part * 100.0 / (double)whole;
}

/* The number with ',' between thousands, NUL-terminated; gives its length. */
size_t format_count(int64_t value, char count[MAX_COUNT]);

/* The same with '+' before what is above 0. */
size_t format_signed_count(int64_t value, char count[MAX_COUNT]);

/* "(1,234 more)", the name of what stands for that many rows, which are not shown. */
void format_left_out(size_t left_out, char text[MAX_COUNT]);

/*
 * A ratio with two digits after the point and ',' between thousands, or from 10^15 up with six
 * digits in all; with '+' before what is above 0, if wanted. NUL-terminated; gives its length.
 */
size_t format_ratio(double ratio, bool has_sign, char text[MAX_COUNT]);

/* The same with 15 digits, as many as a double is sure to have. */
size_t format_whole_ratio(double ratio, char text[MAX_COUNT]);

/* Any cell as a figure; "." where it is not given. */
size_t format_figure(struct cell cell, bool has_sign, char text[MAX_COUNT]);

/*
 * A change relative to the old figure, as in "+2.50", "new" or "gone", NUL-terminated; "." where
 * there is nothing to say. Gives its length.
 */
size_t format_growth(struct cell change, struct cell old, enum change kind, char text[MAX_COUNT]);

/*
 * The ends of a cell's range in percent of the total, with as many digits as it takes to tell them
 * apart; false where two after the point, as other percentages have, are not enough.
 */
bool format_range_ends(struct cell cell, int64_t total, bool has_sign, char least[MAX_COUNT],
                       char most[MAX_COUNT]);

/*
 * "  [11.6-55.4 %]", what the range of an estimate is in percent of the total, or "  [?]" where it
 * is not known. Nothing of what is exact, or as good as that. Uses the text's room.
 */
struct text format_range(struct cell cell, int64_t total, bool has_sign, char text[MAX_COUNT]);

/*
 * `value` in percent of `total` as in " ( 0.06%)": two digits after the point, one from
 * 99.995 up and from -9.995 down. Of 0 everything is 0 %. Gives its length.
 */
size_t format_percentage(int64_t value, int64_t total, char percentage[MAX_COUNT]);

/* The larger of two widths. */
static inline size_t at_least(size_t width, size_t least)
{
    return width > least ? width : least;
}

/*
 * While they last, the thread's locale is one of characters, and each takes the columns that
 * wcwidth() says, two or none maybe. Otherwise the locale is that of C, which knows bytes, and each
 * takes one, as it does where the system has no such locale. Nothing else that is done to write a
 * report depends on it: regular expressions are compiled and matched before.
 */
struct character_widths {
    locale_t characters, before; /* 0: there are none */
};

struct character_widths character_widths_begin(void);
void character_widths_end(struct character_widths *widths);

/* How many columns write_text() takes: UTF-8 counts by characters. */
size_t text_columns(struct text text);

/*
 * The first or last columns of a text, that many or less where a character would be cut. What
 * combines with a character stays with it.
 */
struct text text_head(struct text text, size_t columns);
struct text text_tail(struct text text, size_t columns);

/* Colours of a terminal. They make things easier to find and say nothing that no text says. */
enum tint {
    TINT_NONE,
    TINT_DIM,   /* what hardly matters */
    TINT_TITLE, /* what a table or a listing is of */
    TINT_WARM,
    TINT_HOT,
    TINT_HOTTEST,
};

/* How hot a share of the program is, in percent; of a change its size counts. */
enum tint tint_of_share(double percent);

/* Begin and end a tint; nothing where there is no colour, or the tint is TINT_NONE. */
void tint_begin(FILE *out, bool has_color, enum tint tint);
void tint_end(FILE *out, bool has_color, enum tint tint);

#endif
