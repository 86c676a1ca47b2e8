/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_writer.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/characters.h"
#include "reporter/format/pieces.h"

void json_raw(const struct json *json, struct text text)
{
    if (json->memory != NULL)
        buffer_append(json->memory, text);
    else
        fwrite(text.at, 1, text.length, json->out);
}

static void separate(struct json *json)
{
    if (json->needs_comma)
        json_raw(json, TEXT(", "));
    json->needs_comma = true;
}

void json_begin(struct json *json, char bracket)
{
    separate(json);
    json_raw(json, (struct text){&bracket, 1});
    json->needs_comma = false;
}

void json_end(struct json *json, char bracket)
{
    json_raw(json, (struct text){&bracket, 1});
    json->needs_comma = true;
}

void json_begin_line(struct json *json)
{
    json_raw(json, json->needs_comma ? TEXT(",\n") : TEXT("\n"));
    json->needs_comma = false;
}

void json_end_line(struct json *json)
{
    json_raw(json, TEXT("\n"));
}

static bool is_tag(uint32_t character)
{
    return character == '<' || character == '>' || character == '&';
}

static bool is_plain(char c, bool is_for_page)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\' &&
           !(is_for_page && is_tag((unsigned char)c));
}

static void write_escape(const struct json *json, unsigned character)
{
    char escape[12];

    snprintf(escape, sizeof escape, "\\u%04x", character);
    json_raw(json, text_of(escape));
}

/* Writes the character at `at`, whichever it is, and returns how many bytes it has. */
static size_t write_character(const struct json *json, const char *at, const char *end)
{
    uint32_t character;
    size_t length = utf8_decode(at, end, &character);

    if (length == 0)
        json_raw(json, TEXT("\xef\xbf\xbd"));
    else if (character == '"' || character == '\\')
        json_raw(json, character == '"' ? TEXT("\\\"") : TEXT("\\\\"));
    else if (character == '\t' || (json->is_for_page && is_tag(character)) ||
             harmless_length(at, end) == 0)
        write_escape(json, (unsigned)character);
    else
        json_raw(json, (struct text){at, length});
    return length == 0 ? 1 : length;
}

static void write_string(const struct json *json, struct text text)
{
    const char *at = text.at, *end = text_end(text);

    json_raw(json, TEXT("\""));
    while (at < end) {
        const char *plain = at;
        while (at < end && is_plain(*at, json->is_for_page))
            at++;
        json_raw(json, (struct text){plain, (size_t)(at - plain)});
        if (at < end)
            at += write_character(json, at, end);
    }
    json_raw(json, TEXT("\""));
}

void json_key(struct json *json, struct text key)
{
    separate(json);
    write_string(json, key);
    json_raw(json, TEXT(": "));
    json->needs_comma = false;
}

void json_begin_member(struct json *json, struct text key, char bracket)
{
    json_key(json, key);
    json_begin(json, bracket);
}

void json_text(struct json *json, struct text text)
{
    separate(json);
    write_string(json, text);
}

/* Writes a number, for JavaScript as a text if a double may not hold it. */
static void write_digits(struct json *json, struct text digits, bool is_exact)
{
    bool is_text = json->is_for_page && !is_exact;

    separate(json);
    json_raw(json, is_text ? TEXT("\"") : TEXT(""));
    json_raw(json, digits);
    json_raw(json, is_text ? TEXT("\"") : TEXT(""));
}

void json_number(struct json *json, int64_t number)
{
    const int64_t largest = ((int64_t)1 << DBL_MANT_DIG) - 1; /* of which a double has all below */
    char digits[MAX_COUNT];

    write_digits(json, format_digits(number, digits), number <= largest && number >= -largest);
}

void json_line_number(struct json *json, uint64_t number)
{
    char digits[MAX_COUNT];

    if (number <= INT64_MAX) {
        json_number(json, (int64_t)number);
        return;
    }
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    write_digits(json, text_of(digits), false);
}

void json_ratio(struct json *json, double ratio)
{
    char text[MAX_COUNT];

    separate(json);
    format_whole_ratio(ratio, text);
    json_raw(json, text_of(text));
}

void json_boolean(struct json *json, bool value)
{
    separate(json);
    json_raw(json, value ? TEXT("true") : TEXT("false"));
}

void json_null(struct json *json)
{
    separate(json);
    json_raw(json, TEXT("null"));
}

void json_member(struct json *json, struct text key, struct text text)
{
    if (text.at == NULL)
        return;
    json_key(json, key);
    json_text(json, text);
}

void json_member_if_any(struct json *json, struct text key, struct text text)
{
    if (text.length != 0)
        json_member(json, key, text);
}

void json_number_member(struct json *json, struct text key, int64_t number)
{
    json_key(json, key);
    json_number(json, number);
}

void json_ratio_member(struct json *json, struct text key, double ratio)
{
    json_key(json, key);
    json_ratio(json, ratio);
}

void json_boolean_member(struct json *json, struct text key, bool value)
{
    json_key(json, key);
    json_boolean(json, value);
}
