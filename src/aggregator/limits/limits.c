/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits/limits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"

bool limit_refuse(const struct limit *limit, enum error_kind kind, const char *reason,
                  struct error *error)
{
    return error_set(error, kind, limit->path, limit->line, "%s'%.150s': %s",
                     limit->path == NULL ? "--fail-if=" : "", limit->written.at, reason);
}

static bool bad_limit(const struct limit *limit, const char *reason, struct error *error)
{
    return limit_refuse(limit, ERROR_USAGE, reason, error);
}

/* Cuts at the last " > ", for names may contain such signs, or else at the first '>'. */
static bool cut_bound(struct text text, struct text *subject, struct text *bound)
{
    const char *lone = memchr(text.at, '>', text.length);
    size_t at = lone != NULL ? (size_t)(lone - text.at) : text.length;

    for (size_t i = 1; i + 1 < text.length; i++)
        if (text.at[i - 1] == ' ' && text.at[i] == '>' && text.at[i + 1] == ' ')
            at = i;
    if (at == text.length)
        return false;
    *subject = text_trim((struct text){text.at, at});
    *bound = text_trim(text_skip(text, at + 1));
    return true;
}

/* The first " of " separates the metric from the rows. */
static bool cut_rows(struct text subject, struct limit *limit, struct text *rows)
{
    static const struct text words[] = {{" of ", 4}, {" of? ", 5}};

    limit->metric = subject;
    for (size_t i = 0; i < subject.length; i++) {
        for (size_t j = 0; j < ARRAY_LENGTH(words); j++) {
            if (!text_starts_with(text_skip(subject, i), words[j]))
                continue;
            limit->metric = text_trim((struct text){subject.at, i});
            limit->may_be_missing = j == 1;
            *rows = text_trim(text_skip(subject, i + words[j].length));
            return true;
        }
    }
    return false;
}

/* Cuts a key from before the expression. Two colons are of a name, as in "file::open". */
static void cut_key(struct limit *limit, struct text *rows)
{
    for (enum row_key key = 0; key < N_ROW_KEYS; key++) {
        struct text name = text_of(row_keys[key].name), rest = text_skip(*rows, name.length);
        bool is_named = key != BY_FILE_FUNCTION && text_starts_with(*rows, name) &&
                        text_starts_with(rest, TEXT(":")) && !text_starts_with(rest, TEXT("::"));
        if (!is_named)
            continue;
        limit->by = key;
        *rows = text_trim(text_skip(rest, 1));
        return;
    }
}

static bool set_rows(struct limit *limit, struct text rows, struct error *error)
{
    static const struct text each = {"each ", 5};
    struct buffer expression = {0};
    struct error reason;

    if (text_starts_with(rows, each)) {
        limit->is_each = true;
        rows = text_trim(text_skip(rows, each.length));
    }
    cut_key(limit, &rows);
    if (rows.length == 0)
        return bad_limit(limit, "expected a regular expression of names", error);
    buffer_append(&expression, rows);
    bool is_done = pattern_compile(&limit->pattern, buffer_string(&expression), &reason);
    free(expression.at);
    return is_done || bad_limit(limit, reason.text, error);
}

static bool parse(struct limit *limit, struct error *error)
{
    struct text subject, bound, rows;

    bool is_whole = cut_bound(limit->written, &subject, &bound);
    bool has_rows = is_whole && cut_rows(subject, limit, &rows);
    /* The '>' of "Ir of vector<int> 5" is no sign of the limit. */
    if (!is_whole || (has_rows && *text_end(subject) != ' '))
        return bad_limit(
            limit,
            "must be of the form 'METRIC [of REGEX] > LIMIT', with blanks around 'of', "
            "and around '>' after a REGEX",
            error);
    limit->is_growth = text_starts_with(bound, TEXT("+"));
    if (!bound_read(text_skip(bound, limit->is_growth), &limit->bound))
        return bad_limit(limit,
                         "the limit must be a count of up to 64 bits (1.2G), a share (5%), growth "
                         "(+2%), or of a ratio a number (5.5)",
                         error);
    if (limit->metric.length == 0)
        return bad_limit(limit, "expected an event, self(EVENT), incl(EVENT) or calls", error);
    return !has_rows || set_rows(limit, rows, error);
}

static bool add(struct limits *limits, struct limit limit, struct error *error)
{
    if (!parse(&limit, error)) {
        pattern_free(&limit.pattern);
        return false;
    }
    ARRAY_ADD(limits->list, limits->count, limits->capacity, limit);
    return true;
}

bool limits_add(struct limits *limits, const char *written, struct error *error)
{
    return add(limits, (struct limit){.written = text_of(written)}, error);
}

/* Returns the limit on a line; empty where there is none. */
static struct text limit_on_line(struct text line)
{
    for (size_t i = 0; i < line.length; i++) {
        bool begins = i == 0 || is_blank(line.at[i - 1]);
        if (line.at[i] == '#' && begins)
            line.length = i;
    }
    if (line.length != 0 && line.at[line.length - 1] == '\r')
        line.length--;
    return text_trim(line);
}

/* Some editors begin a file with a sign of UTF-8, which is no part of its first line. */
static struct text without_sign(struct text content)
{
    static const struct text sign = {"\xef\xbb\xbf", 3};

    return text_starts_with(content, sign) ? text_skip(content, sign.length) : content;
}

/* Begins a section, "[REGEX]". */
static bool add_section(struct limits *limits, struct limit *limit, struct error *error)
{
    struct text regex = text_skip(limit->written, 1);
    struct buffer expression = {0};
    struct pattern pattern = {0};
    struct error reason = {.text = "expected '[REGEX]' of names of runs"};

    regex.length -= regex.length != 0 && regex.at[regex.length - 1] == ']';
    bool is_done = regex.length != 0 && regex.length + 2 == limit->written.length;
    buffer_append(&expression, regex);
    is_done = is_done && pattern_compile(&pattern, buffer_string(&expression), &reason);
    free(expression.at);
    if (!is_done)
        return bad_limit(limit, reason.text, error);
    ARRAY_ADD(limits->sections, limits->n_sections, limits->section_capacity, pattern);
    limit->section = limits->n_sections;
    return true;
}

static bool read_lines(struct limits *limits, struct text content, const char *path,
                       struct arena *arena, struct error *error)
{
    struct limit limit = {.path = path};
    struct text rest = without_sign(content), line;

    while (text_cut(&rest, '\n', &line)) {
        limit.line++;
        limit.written = arena_copy_text(arena, limit_on_line(line));
        if (memchr(line.at, '\0', line.length) != NULL)
            return error_set(error, ERROR_USAGE, path, limit.line, "has a NUL byte");
        bool is_section = text_starts_with(limit.written, TEXT("["));
        if (is_section ? !add_section(limits, &limit, error)
                       : limit.written.length != 0 && !add(limits, limit, error))
            return false;
    }
    return true;
}

/* False with the reason where not all of the file could be read, or is more than anybody writes. */
static bool read_content(struct buffer *content, const char *path, struct error *error)
{
    enum { MOST = 16 * 1024 * 1024 };
    FILE *file = fopen(path, "r");
    char piece[4096];
    size_t length = 1;

    while (file != NULL && length != 0 && content->length <= MOST) {
        length = fread(piece, 1, sizeof piece, file);
        buffer_append(content, (struct text){piece, length});
    }
    bool is_read = file != NULL && !ferror(file);
    if (!is_read)
        error_set(error, ERROR_FAILED, path, 0, "cannot be read: %s", strerror(errno));
    if (file != NULL)
        fclose(file);
    return is_read && (content->length <= MOST ||
                       error_set(error, ERROR_USAGE, path, 0, "is too large for a file of limits"));
}

bool limits_read(struct limits *limits, const char *path, struct arena *arena, struct error *error)
{
    size_t count = limits->count;
    struct buffer content = {0};
    bool is_done = read_content(&content, path, error) &&
                   read_lines(limits, buffer_text(&content), path, arena, error);

    free(content.at);
    if (is_done && limits->count == count)
        return error_set(error, ERROR_USAGE, path, 0, "has no limit: nothing would be checked");
    return is_done;
}

void limits_add_file(struct limits *limits, const char *path)
{
    ARRAY_ADD(limits->list, limits->count, limits->capacity, (struct limit){.path = path});
}

bool limits_read_files(struct limits *limits, struct arena *arena, struct error *error)
{
    struct limits noted = *limits;
    bool is_done = true;

    *limits = (struct limits){0};
    for (size_t i = 0; i < noted.count; i++) {
        const struct limit *limit = &noted.list[i];
        bool is_file = limit->written.at == NULL;
        if (!is_file)
            ARRAY_ADD(limits->list, limits->count, limits->capacity, *limit);
        else if (is_done)
            is_done = limits_read(limits, limit->path, arena, error);
    }
    free(noted.list);
    return is_done;
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
        if (has_rows || limit->is_growth) /* causes of growth are told, by their calls */
            keep = keep_both(keep, (struct keep){.places = KEEP_SELF_AND_CALLS});
        if (has_rows)
            keep = keep_both(keep, rows_keep(limit->by, is_difference));
    }
    return keep;
}

bool limits_are_by(const struct limits *limits, enum row_key key)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->list[i].by == key)
            return true;
    return false;
}

/* Whether rows of a key have code of functions, of which some can be left out. */
static bool can_ignore(enum row_key by)
{
    return row_keys[by].has_calls || by == BY_INSTRUCTION;
}

bool limits_fit(const struct limits *limits, bool has_old, const struct filter *filter,
                struct error *error)
{
    for (size_t i = 0; i < limits->count; i++) {
        const struct limit *limit = &limits->list[i];
        if (limit->is_growth && !has_old)
            return bad_limit(limit, "growth needs --diff=OLD", error);
        if (limit->is_growth && limit->by == BY_INSTRUCTION)
            return bad_limit(limit,
                             "an address is the same instruction in two builds only where both "
                             "have the same code: --by=instruction looks at that, limits do not",
                             error);
        if (filter->ignored.is_given && !can_ignore(limit->by))
            return bad_limit(limit,
                             "--ignore leaves out functions, and what lines, parts, threads and "
                             "inputs cost is not known by function",
                             error);
    }
    return true;
}
