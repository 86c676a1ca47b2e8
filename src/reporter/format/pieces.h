/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_PIECES_H
#define QUERN_REPORTER_FORMAT_PIECES_H

/* Small parts that text for people is made of. */

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/kinds.h"
#include "base/number.h"
#include "base/text.h"
#include "reporter/table.h"

struct buffer;

enum { MAX_COUNT = 40, PERCENTAGE_WIDTH = 9 };

/*
 * Writes untrusted text from profiles: control characters are shown as \xNN, and never sent to a
 * terminal.
 */
void write_text(FILE *out, struct text text);

/* Appends the path of a URL: what does not mean itself there is encoded, control characters too. */
void append_url_path(struct buffer *to, struct text path);

/*
 * Appends untrusted text for programs: what is not UTF-8, and what a terminal must not get, becomes
 * U+FFFD.
 */
void append_utf8(struct buffer *to, struct text text);

/* Writes a name so that it means nothing to Markdown; what is not UTF-8 becomes U+FFFD. */
void write_markdown_name(FILE *out, struct text text);

/* Writes a source line and its end, keeping a carriage return before that. */
void write_source_line(FILE *out, struct text text);

/* Writes as much of a text as has room, and a sign where it is cut off. */
void write_cut(FILE *out, struct text text, size_t room, bool is_ascii);

/*
 * Writes a source line in a column of the given room, where 0 is no limit, and ends the line. Tabs
 * become blanks, and a carriage return at the end is left out.
 */
void write_source_text(FILE *out, struct text text, size_t room, bool is_ascii);

/*
 * Writes the words of a text, which begins in that column, and ends the line; where a line is full
 * they go on below, in the column of the indent. A width of 0 is no limit.
 */
void write_filled(FILE *out, struct text text, size_t column, size_t indent, size_t width);

void write_blanks(FILE *out, size_t count);

/* Writes a line of dashes. */
void write_rule(FILE *out);

/* Returns the digits of the number, after '-' where it is below 0; they are in the room. */
struct text format_digits(int64_t number, char room[MAX_COUNT]);

/* Does the same in base 10, or in base 16 without "0x". */
struct text format_unsigned(uint64_t number, unsigned base, char room[MAX_COUNT]);

/* Formats the number with ',' between thousands, NUL-terminated; returns its length. */
size_t format_count(int64_t value, char count[MAX_COUNT]);

/* Formats the number likewise, with '+' before what is above 0. */
size_t format_signed_count(int64_t value, char count[MAX_COUNT]);

/* Formats a ratio with 15 digits, as many as a double is sure to have. */
size_t format_whole_ratio(double ratio, char text[MAX_COUNT]);

/*
 * Formats a cost, a count or a ratio, and a cost per unit with as many digits after the point as
 * make three in all; "." where it is not given.
 */
size_t format_figure(struct cell cell, bool has_sign, char text[MAX_COUNT]);

/*
 * Formats a change relative to the old figure, as "+2.50", "new" or "gone", NUL-terminated; "."
 * where there is nothing to say. Returns its length.
 */
size_t format_growth(struct cell change, struct cell old, enum change kind, char text[MAX_COUNT]);

/*
 * Formats "  [11.6-55.4 %]", the range of an estimate in percent of the total, or "  [?]" where it
 * is not known. Returns an empty text for what is exact, or as good as exact; else one in `text`.
 */
struct text format_range(struct cell cell, int64_t total, bool has_sign, char text[MAX_COUNT]);

/*
 * Formats `value` in percent of `total` as " ( 0.06%)": two digits after the point, one from 99.995
 * up and from -9.995 down; 0 % if the total is 0. Returns its length.
 */
size_t format_percentage(int64_t value, int64_t total, char percentage[MAX_COUNT]);

/* Returns the larger of two widths. */
static inline size_t at_least(size_t width, size_t least)
{
    return width > least ? width : least;
}

/*
 * Sets the thread's locale to one of characters until it ends, so that each takes the columns that
 * wcwidth() says, which may be two or none. Otherwise the locale is that of C, which knows bytes,
 * and each takes one column, as where the system has no such locale. Nothing else in writing a
 * report depends on it: regular expressions are compiled and matched before.
 */
struct character_widths {
    locale_t characters, before; /* 0: there are none */
};

struct character_widths character_widths_begin(void);
void character_widths_end(struct character_widths *widths);

/* Returns how many columns write_text() takes: UTF-8 counts by characters. */
size_t text_columns(struct text text);

/*
 * Return the first or last columns of a text, that many or fewer where a character would be cut.
 * What combines with a character stays with it.
 */
struct text text_head(struct text text, size_t columns);
struct text text_tail(struct text text, size_t columns);

/* Appends text, with what is before its end elided where it is too wide; in full where room is 0.
 */
void append_fitted(struct buffer *to, struct text text, size_t room, bool is_ascii);

/* The width of function names if none is known, as in Markdown and drawings. */
enum { NAME_ROOM = 60 };

/*
 * Appends the name of a function in the longest form that fits, and at last with its middle elided;
 * in full where room is 0.
 */
void append_short_name(struct buffer *to, struct text name, size_t room, bool is_ascii);

/*
 * Colours of a terminal. They make things easier to find, and say nothing that the text does not.
 */
enum tint {
    TINT_NONE,
    TINT_DIM,   /* what hardly matters */
    TINT_TITLE, /* what a table or a listing is of */
    TINT_WARM,
    TINT_HOT,
    TINT_HOTTEST,
    TINT_LESS, /* in a difference, what costs less than it did, */
    TINT_MUCH_LESS,
    TINT_MORE, /* or more */
    TINT_MUCH_MORE,
    N_TINTS
};

/* Returns how hot a share of the program is, in percent; of one below 0 its size counts. */
enum tint tint_of_share(double percent);

/* Returns what a change of that share of the program is. */
enum tint tint_of_change(double percent);

/* Returns the tint of a figure by its share of the base; one without, or within noise, is dim. */
enum tint tint_of_cell(struct cell cell, struct cell base, bool is_difference);

/* Begin and end a tint; do nothing without colours, or where there is none for the tint. */
void tint_begin(FILE *out, bool has_color, enum tint tint);
void tint_end(FILE *out, bool has_color, enum tint tint);

/* Writes a text in a tint, or nothing if it is empty. */
void write_tinted(FILE *out, bool has_color, enum tint tint, struct text text);

/* Signs that text for people has beyond ASCII, each with a form for terminals that lack it. */
enum sign {
    SIGN_AT_LEAST, /* before a lower bound: "≥" or ">=" */
    SIGN_CUT,      /* in place of what was cut off: "…" or "..." */
    SIGN_CALLS,    /* before what a line calls: "→" or "->" */
    SIGN_NOISE,    /* before a change that is none beside noise: "≈" or "~=" */
};

/* Returns the bytes of a sign; in ASCII each takes a column, else all of them take one. */
struct text sign_text(enum sign sign, bool is_ascii);

#endif
