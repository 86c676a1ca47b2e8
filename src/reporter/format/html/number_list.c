/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/number_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/pieces.h"

void number_list_begin(struct number_list *list, struct json *json)
{
    list->json = json;
    list->length = 0;
    json_begin(json, '[');
}

/* Adds a figure and a comma; the comma after the last figure is not written in the end. */
static void add(struct number_list *list, const char *figure)
{
    size_t length = strlen(figure);

    if (list->length + length + 1 > sizeof list->room) {
        json_raw(list->json, (struct text){list->room, list->length});
        list->length = 0;
    }
    memcpy(list->room + list->length, figure, length);
    list->length += length;
    list->room[list->length++] = ',';
}

void number_list_add(struct number_list *list, int64_t number)
{
    char room[JSON_DIGITS];

    add(list, json_digits(number, list->json->is_for_page, room));
}

/*
 * Formats a ratio with six digits after the point, without zeros at the end: more than anybody is
 * shown, and few enough for the room, since the digits of ratios hardly compress.
 */
static void format_short_ratio(double ratio, char text[MAX_COUNT])
{
    enum { MILLION = 1000000 };
    const double most = 1e9;

    if (!(ratio < most && ratio > -most)) {
        format_whole_ratio(ratio, text);
        return;
    }
    long long millionths = (long long)(ratio * MILLION + (ratio < 0 ? -0.5 : 0.5)),
              size = llabs(millionths);
    char room[JSON_DIGITS];
    char *end = stpcpy(text, millionths < 0 ? "-" : "");

    end = stpcpy(end, json_digits(size / MILLION, false, room));
    size %= MILLION;
    if (size == 0)
        return;
    *end++ = '.';
    for (; size != 0; size = size * 10 % MILLION)
        *end++ = (char)('0' + size * 10 / MILLION);
    *end = '\0';
}

void number_list_add_cell(struct number_list *list, struct cell cell)
{
    char ratio[MAX_COUNT];

    if (!cell.is_given) {
        add(list, "null");
    } else if (cell.is_ratio) {
        format_short_ratio(cell.ratio, ratio);
        add(list, ratio);
    } else {
        number_list_add(list, cell.value);
    }
}

void number_list_end(struct number_list *list)
{
    if (list->length != 0)
        json_raw(list->json, (struct text){list->room, list->length - 1});
    json_end(list->json, ']');
}
