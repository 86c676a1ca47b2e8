/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_NUMBER_LIST_H
#define QUERN_REPORTER_FORMAT_HTML_NUMBER_LIST_H

/* Writes a JSON array of a great many figures, faster than value by value. */

#include <stddef.h>
#include <stdint.h>

#include "reporter/table.h"

struct json;

struct number_list {
    struct json *json;
    size_t length; /* of what is in the room */
    char room[8192];
};

void number_list_begin(struct number_list *list, struct json *json);
void number_list_add(struct number_list *list, int64_t number);

/* Adds a figure; null where it is not given. A ratio has six digits after the point. */
void number_list_add_cell(struct number_list *list, struct cell cell);

void number_list_end(struct number_list *list);

#endif
