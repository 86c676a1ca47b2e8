/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits/limits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"

bool limit_refuse(const struct limit *limit, const char *reason, struct error *error)
{
    return error_set(error, ERROR_USAGE, limit->path, limit->line, "%s'%.150s': %s",
                     limit->path == NULL ? "--fail-if=" : "", limit->written.at, reason);
}

static bool compile(const struct limit *limit, struct text expression, struct pattern *pattern,
                    struct error *error)
{
    struct buffer string = {0};
    struct error reason;

    buffer_append(&string, expression);
    bool is_done = pattern_compile(pattern, buffer_string(&string), &reason);
    free(string.at);
    return is_done || limit_refuse(limit, reason.text, error);
}

/* Reads "[each] [KEY:]REGEX". */
static bool set_rows(struct limit *limit, struct text rows, struct error *error)
{
    struct text rest, word = {0};

    limit->is_each = text_starts_with(rows, TEXT("each "));
    if (limit->is_each)
        rows = text_trim(text_skip(rows, 5));
    rest = rows;
    text_cut(&rest, ':', &word);
    /* Two colons are of a name, as in "file::open". */
    for (enum row_key key = 0; key < N_ROW_KEYS && !text_starts_with(rest, TEXT(":")); key++)
        if (rest.at != NULL && text_equal(word, text_of(row_keys[key].name))) {
            limit->by = key;
            rows = text_trim(rest);
        }
    if (rows.length == 0)
        return limit_refuse(limit, "expected a regular expression of names", error);
    return compile(limit, rows, &limit->pattern, error);
}

/* Cuts the limit at the last '>' and at the first " of " or " of? ". */
static bool parse(struct limit *limit, struct error *error)
{
    const char *sign = strrchr(limit->written.at, '>');
    struct text subject = {0}, rows = {0};

    if (sign != NULL)
        subject = text_between(limit->written.at, sign);
    limit->metric = subject;
    for (size_t i = 0; i < subject.length && rows.at == NULL; i++) {
        const struct text rest = text_skip(subject, i);
        limit->may_be_missing = text_starts_with(rest, TEXT(" of? "));
        if (limit->may_be_missing || text_starts_with(rest, TEXT(" of "))) {
            rows = text_skip(rest, limit->may_be_missing ? 5 : 4);
            limit->metric.length = i;
        }
    }
    /* The '>' of "Ir of vector<int> 5" is no sign of the limit. */
    if (sign == NULL || (rows.at != NULL && sign[-1] != ' '))
        return limit_refuse(limit,
                            "must be of the form 'METRIC [of REGEX] > LIMIT', with blanks around "
                            "'of', and around '>' after a REGEX",
                            error);
    struct text bound = text_trim(text_of(sign + 1));
    limit->is_growth = text_starts_with(bound, TEXT("+"));
    if (!bound_read(text_skip(bound, limit->is_growth), &limit->bound))
        return limit_refuse(limit,
                            "the limit must be a count of up to 64 bits (1.2G), a share (5%), "
                            "growth (+2%), or of a ratio a number (5.5)",
                            error);
    limit->metric = text_trim(limit->metric);
    if (text_starts_with(limit->metric, TEXT("cause(")) &&
        limit->metric.at[limit->metric.length - 1] == ')') {
        limit->is_of_causes = true;
        limit->metric = (struct text){limit->metric.at + 6, limit->metric.length - 7};
        if (rows.at != NULL || !limit->is_growth)
            return limit_refuse(limit, "causes are of growth: expected 'cause(EVENT) > +N'", error);
    }
    if (limit->metric.length == 0)
        return limit_refuse(
            limit, "expected an event, self(EVENT), incl(EVENT), cause(EVENT) or calls", error);
    return rows.at == NULL || set_rows(limit, text_trim(rows), error);
}

static bool add(struct limits *limits, struct limit limit, struct error *error)
{
    ARRAY_ADD(limits->list, limits->count, limits->capacity, limit);
    return parse(&limits->list[limits->count - 1], error);
}

bool limits_add(struct limits *limits, const char *written, struct error *error)
{
    return add(limits, (struct limit){.written = text_of(written)}, error);
}

/* Begins a section, "[REGEX]". */
static bool add_section(struct limits *limits, struct limit *limit, struct error *error)
{
    static const char expected[] = "expected '[REGEX]' of names of runs";
    struct text regex = text_skip(limit->written, 1);
    struct pattern pattern = {0};

    if (regex.length < 2 || regex.at[regex.length - 1] != ']')
        return limit_refuse(limit, expected, error);
    regex.length--;
    if (!compile(limit, regex, &pattern, error))
        return false;
    ARRAY_ADD(limits->sections, limits->n_sections, limits->section_capacity, pattern);
    limit->section = limits->n_sections;
    return true;
}

/* Reads the next line of a file, in a section that is part of what is known of a limit there. */
static bool read_line(struct limits *limits, struct limit *limit, struct text line,
                      struct arena *arena, struct error *error)
{
    limit->line++;
    if (memchr(line.at, '\0', line.length) != NULL)
        return error_set(error, ERROR_USAGE, limit->path, limit->line, "has a NUL byte");
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '\n' || (line.at[i] == '#' && (i == 0 || is_blank(line.at[i - 1]))))
            line.length = i;
    limit->written = arena_copy_text(arena, text_trim(line));
    if (text_starts_with(limit->written, TEXT("[")))
        return add_section(limits, limit, error);
    return limit->written.length == 0 || add(limits, *limit, error);
}

bool limits_read(struct limits *limits, const char *path, struct arena *arena, struct error *error)
{
    struct limit limit = {.path = path};
    size_t count = limits->count, capacity = 0;
    FILE *file = fopen(path, "r");
    char *line = NULL;
    ssize_t length;
    bool is_done = true;

    while (is_done && file != NULL && (length = getline(&line, &capacity, file)) >= 0)
        is_done = read_line(limits, &limit, (struct text){line, (size_t)length}, arena, error);
    if (is_done && (file == NULL || !feof(file)))
        is_done = error_set(error, ERROR_FAILED, path, 0, "cannot be read: %s", strerror(errno));
    if (file != NULL)
        fclose(file);
    free(line);
    return is_done &&
           (limits->count != count ||
            error_set(error, ERROR_USAGE, path, 0, "has no limit: nothing would be checked"));
}

bool limits_check(const struct limits *limits, struct error *error)
{
    bool is_done = true;

    for (size_t i = 0; is_done && i < limits->count; i++)
        is_done = pattern_check(&limits->list[i].pattern, error);
    for (size_t i = 0; is_done && i < limits->n_sections; i++)
        is_done = pattern_check(&limits->sections[i], error);
    return is_done;
}

void limits_free(struct limits *limits)
{
    for (size_t i = 0; i < limits->count; i++)
        pattern_free(&limits->list[i].pattern);
    for (size_t i = 0; i < limits->n_sections; i++)
        pattern_free(&limits->sections[i]);
    free(limits->sections);
    free(limits->list);
    *limits = (struct limits){0};
}

struct keep limits_keep(const struct limits *limits, bool is_difference)
{
    struct keep keep = {0};

    for (size_t i = 0; i < limits->count; i++) {
        const struct limit *limit = &limits->list[i];
        bool has_rows = limit->pattern.is_given || text_equal(limit->metric, TEXT("calls"));
        if (has_rows || limit->is_of_causes)
            keep = keep_both(keep_both(keep, (struct keep){.places = KEEP_SELF_AND_CALLS}),
                             rows_keep(limit->by, is_difference));
    }
    return keep;
}

bool limits_fit(const struct limits *limits, bool has_old, const struct filter *filter,
                struct error *error)
{
    const char *reason = NULL;

    for (size_t i = 0; i < limits->count; i++) {
        const struct limit *limit = &limits->list[i];
        if (limit->is_growth && !has_old)
            reason = "growth needs --diff=OLD";
        else if (limit->is_growth && limit->by == BY_INSTRUCTION)
            reason = "an address need not be the same instruction in two builds";
        else if (filter->ignored.is_given && !row_keys[limit->by].has_calls &&
                 limit->by != BY_INSTRUCTION)
            reason = "--ignore leaves out functions, and what lines, parts, threads and "
                     "inputs cost is not known by function";
        if (reason != NULL)
            return limit_refuse(limit, reason, error);
    }
    return true;
}
