/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_writer.h"

#include <inttypes.h>

#include "base/harmless.h"
#include "base/utf8.h"
#include "reporter/format/pieces.h"

static void separate(struct json *json)
{
    if (json->needs_comma)
        fputs(", ", json->out);
    json->needs_comma = true;
}

void json_begin(struct json *json, char bracket)
{
    separate(json);
    fputc(bracket, json->out);
    json->needs_comma = false;
}

void json_end(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->needs_comma = true;
}

void json_begin_line(struct json *json)
{
    fputs(json->needs_comma ? ",\n" : "\n", json->out);
    json->needs_comma = false;
}

void json_end_line(struct json *json)
{
    fputc('\n', json->out);
}

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* Writes the character at `at`, whichever it is, and gives its bytes. */
static size_t write_character(FILE *out, const char *at, const char *end)
{
    uint32_t character;
    size_t length = utf8_decode(at, end, &character);

    if (length == 0)
        fputs("\xef\xbf\xbd", out);
    else if (character == '"' || character == '\\')
        fprintf(out, "\\%c", (int)character);
    else if (character == '\t' || harmless_length(at, end) == 0)
        fprintf(out, "\\u%04x", (unsigned)character);
    else
        fwrite(at, 1, length, out);
    return length == 0 ? 1 : length;
}

static void write_string(FILE *out, struct text text)
{
    const char *at = text.at, *end = text_end(text);

    fputc('"', out);
    while (at < end) {
        const char *plain = at;
        while (at < end && is_plain(*at))
            at++;
        fwrite(plain, 1, (size_t)(at - plain), out);
        if (at < end)
            at += write_character(out, at, end);
    }
    fputc('"', out);
}

void json_key(struct json *json, struct text key)
{
    separate(json);
    write_string(json->out, key);
    fputs(": ", json->out);
    json->needs_comma = false;
}

void json_text(struct json *json, struct text text)
{
    separate(json);
    write_string(json->out, text);
}

void json_number(struct json *json, int64_t number)
{
    separate(json);
    fprintf(json->out, "%" PRIi64, number);
}

void json_ratio(struct json *json, double ratio)
{
    char text[MAX_COUNT];

    separate(json);
    format_whole_ratio(ratio, text);
    fputs(text, json->out);
}

void json_boolean(struct json *json, bool value)
{
    separate(json);
    fputs(value ? "true" : "false", json->out);
}

void json_null(struct json *json)
{
    separate(json);
    fputs("null", json->out);
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
