/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_TEXT_H
#define QUERN_BASE_TEXT_H

/* A piece of text as pointer and length, in memory owned elsewhere. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* {0} is the empty text. It may hold any byte and does not end in a NUL byte. */
struct text {
    const char *at;
    size_t length;
};

struct text_list {
    const struct text *items;
    size_t count;
};

/* A string literal as text. */
#define TEXT(literal) ((struct text){(literal), sizeof(literal) - 1})

static inline struct text text_of(const char *string)
{
    return (struct text){string, strlen(string)};
}

static inline struct text text_between(const char *begin, const char *end)
{
    return (struct text){begin, (size_t)(end - begin)};
}

/*
 * Returns the end of the text. An empty text may have a null pointer, to which nothing may be
 * added.
 */
static inline const char *text_end(struct text text)
{
    return text.length == 0 ? text.at : text.at + text.length;
}

static inline bool text_equal(struct text a, struct text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

/* Compares bytes as strcmp() does: the result is below, equal to or above 0. */
static inline int text_compare(struct text a, struct text b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter == 0 ? 0 : memcmp(a.at, b.at, shorter);

    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

/* Compares items of an array of texts. */
static inline int texts_compare(const void *a, const void *b)
{
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

static inline bool text_starts_with(struct text text, struct text start)
{
    return text.length >= start.length && memcmp(text.at, start.at, start.length) == 0;
}

/* Returns the text without its first `length` bytes, which it must have. */
static inline struct text text_skip(struct text text, size_t length)
{
    return length == 0 ? text : (struct text){text.at + length, text.length - length};
}

/* Returns what follows the last '/'. */
static inline struct text path_base(struct text path)
{
    size_t start = path.length;

    while (start > 0 && path.at[start - 1] != '/')
        start--;
    return text_skip(path, start);
}

/*
 * Returns whether a name in a profile is known: for unknown ones, writers leave it empty or write
 * "???", as Callgrind does.
 */
static inline bool is_known_name(struct text name)
{
    return name.length != 0 && !text_equal(name, TEXT("???"));
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns whether a character is an ASCII letter, in any locale. */
static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns whether a character may be part of a C identifier. */
static inline bool is_of_identifier(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/* Returns the text without blanks at both ends, and without the carriage returns of CRLF. */
static inline struct text text_trim(struct text text)
{
    while (text.length != 0 && is_blank(text.at[0]))
        text = text_skip(text, 1);
    while (text.length != 0 &&
           (is_blank(text.at[text.length - 1]) || text.at[text.length - 1] == '\r'))
        text.length--;
    return text;
}

/*
 * Cuts the next word off *rest, up to `separator`; *rest becomes the text after it. False if *rest
 * is used up. An empty text has one empty word.
 */
static inline bool text_cut(struct text *rest, char separator, struct text *word)
{
    if (rest->at == NULL)
        return false;
    const char *end = rest->length == 0 ? NULL : memchr(rest->at, separator, rest->length);
    if (end == NULL) {
        *word = *rest;
        *rest = (struct text){0};
    } else {
        *word = text_between(rest->at, end);
        *rest = text_skip(*rest, word->length + 1);
    }
    return true;
}

/* Cuts the next word off *rest, words being separated by runs of blanks. False at the end. */
static inline bool text_cut_word(struct text *rest, struct text *word)
{
    *rest = text_trim(*rest);
    size_t length = 0;
    while (length < rest->length && !is_blank(rest->at[length]))
        length++;
    *word = (struct text){rest->at, length};
    if (length == 0)
        return false;
    *rest = text_skip(*rest, length);
    return true;
}

/*
 * Returns the length of an untrusted text in a message, for "%.*s": at most that many bytes, and
 * fewer where a character of UTF-8 would be cut.
 */
static inline int text_cut_length(struct text text, int most)
{
    const int limit = most - 3; /* a character has 4 bytes at most */

    if (text.length <= (size_t)most)
        return (int)text.length;
    while (most > limit && ((unsigned char)text.at[most] & 0xc0) == 0x80)
        most--;
    return most;
}

/* Does the same with a limit of 60 bytes. */
static inline int text_shown_length(struct text text)
{
    return text_cut_length(text, 60);
}

#endif
