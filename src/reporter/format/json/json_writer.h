/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_WRITER_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_WRITER_H

/*
 * Writes JSON value by value, in objects each after its key. Separators are automatic; the caller
 * closes brackets.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"

/* Destination; all else begins as 0. */
struct json {
    FILE *out;             /* NULL for memory: a stream of memory */
    struct buffer *memory; /* would silently lose text */
    bool needs_comma;      /* before the next value or key */
    bool is_for_page; /* within HTML, for JavaScript: nothing in a text is a tag or an entity, and
                         integers that a double may not hold are texts */
};

/* Begins an object or an array, by its bracket. */
void json_begin(struct json *json, char bracket);
void json_end(struct json *json, char bracket);

/* Puts the next item, or the closing bracket, on a new line. */
void json_begin_line(struct json *json);
void json_end_line(struct json *json);

void json_key(struct json *json, struct text key);

/* Writes a key, and begins its object or array. */
void json_begin_member(struct json *json, struct text key, char bracket);

/* Writes a text. Invalid UTF-8 becomes U+FFFD, and characters unsafe for terminals are escaped. */
void json_text(struct json *json, struct text text);
void json_number(struct json *json, int64_t number);
void json_line_number(struct json *json, uint64_t number); /* of a source: may be beyond 2^63 */

/* Writes a part of a value as it is. */
void json_raw(const struct json *json, struct text text);

void json_ratio(struct json *json, double ratio);
void json_boolean(struct json *json, bool value);
void json_null(struct json *json);

/*
 * Writes a key and its text: the first function unless the text has no pointer, the second unless
 * it is empty.
 */
void json_member(struct json *json, struct text key, struct text text);
void json_member_if_any(struct json *json, struct text key, struct text text);

void json_number_member(struct json *json, struct text key, int64_t number);
void json_ratio_member(struct json *json, struct text key, double ratio);
void json_boolean_member(struct json *json, struct text key, bool value);

#endif
