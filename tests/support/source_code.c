/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/source_code.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "support/run.h"

#define ROOT TESTDATA_DIR "/../"

static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static bool is_of_name(char c)
{
    return c != '\0' && strchr(name_bytes, c) != NULL;
}

/* Past the literal that begins here, a text or a character; code that compiles closes it. */
static const char *skip_literal(const char *at)
{
    char quote = *at++;

    while (*at != quote && *at != '\0')
        at += *at == '\\' ? 2 : 1;
    return *at == '\0' ? at : at + 1;
}

static void blank_out(char *from, const char *to)
{
    for (; from < to; from++)
        if (*from != '\n')
            *from = ' ';
}

/* Makes comments blanks; the project has only those of the kind of this one. */
static void drop_comments(char *code)
{
    char *at = code;

    while (*at != '\0') {
        if (*at == '"' || *at == '\'') {
            at += skip_literal(at) - at;
        } else if (strncmp(at, "/*", 2) == 0) {
            char *end = strstr(at + 2, "*/");
            cr_assert(end != NULL, "a comment is not closed");
            blank_out(at, end + 2);
            at = end + 2;
        } else {
            at++;
        }
    }
}

static void add_file(struct source_code *code, const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "cannot open %s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    drop_comments(text);
    ARRAY_GROW(code->list, code->count, code->capacity);
    code->list[code->count++] =
        (struct source_file){arena_copy_string(&code->arena, text_of(path + strlen(ROOT))),
                             arena_copy_string(&code->arena, text_of(text))};
    free(text);
}

void source_code_read(struct source_code *code)
{
    static const char *const patterns[] = {ROOT "src/*.[ch]", ROOT "src/*/*.[ch]",
                                           ROOT "src/*/*/*.[ch]", ROOT "src/*/*/*/*.[ch]"};
    glob_t found = {0};

    *code = (struct source_code){0};
    for (size_t i = 0; i < ARRAY_LENGTH(patterns); i++)
        cr_assert_eq(glob(patterns[i], i == 0 ? 0 : GLOB_APPEND, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        add_file(code, found.gl_pathv[i]);
    globfree(&found);
}

void source_code_free(struct source_code *code)
{
    free(code->list);
    arena_free(&code->arena);
}

int source_line(const struct source_file *file, const char *at)
{
    int line = 1;

    for (const char *before = file->code; before < at; before++)
        line += *before == '\n';
    return line;
}

/* The ')' or ']' or '}' of what was opened just before, or the ',' of this level. */
static const char *argument_end(const char *at)
{
    for (int depth = 0; *at != '\0';) {
        if (depth == 0 && strchr(",)]}", *at) != NULL)
            return at;
        depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        at = *at == '"' || *at == '\'' ? skip_literal(at) : at + 1;
    }
    return at;
}

bool source_next_call(const char **at, const char *function, struct text *arguments)
{
    size_t length = strlen(function);

    while (**at != '\0') {
        const char *begin = *at;
        if (*begin == '"' || *begin == '\'') {
            *at = skip_literal(begin);
            continue;
        }
        size_t word = strspn(begin, name_bytes);
        *at += word != 0 ? word : 1;
        if (word != length || strncmp(begin, function, length) != 0 || **at != '(')
            continue;
        const char *end = ++*at;
        while (*(end = argument_end(end)) == ',')
            end++;
        *arguments = text_between(*at, end);
        return true;
    }
    return false;
}

/* Adds what a literal says; no message has an escape but that of a quote, and "\n" at its end. */
static void add_literal(struct buffer *text, const char *begin, const char *end)
{
    for (const char *at = begin + 1; at < end - 1; at++) {
        if (*at == '\\' && *++at == 'n')
            continue;
        buffer_append(text, (struct text){at, 1});
    }
}

/* The literal that a macro of that name begins with; NULL where there is none. */
static const char *find_macro(const struct source_code *code, struct text name)
{
    char line[100];
    int length = snprintf(line, sizeof line, "#define %.*s", (int)name.length, name.at);

    for (size_t i = 0; i < code->count; i++) {
        const char *at = strstr(code->list[i].code, line);
        if (at == NULL || is_of_name(at[length]))
            continue;
        at += length + strspn(at + length, " \\\n");
        return *at == '"' ? at : NULL;
    }
    return NULL;
}

/* A word in capitals beside literals: PRIu64, or a macro that stands for one. */
static void add_macro(const struct source_code *code, struct text name, struct buffer *text)
{
    const char *literal = find_macro(code, name);

    if (literal != NULL)
        add_literal(text, literal, skip_literal(literal));
    else if (text_starts_with(name, TEXT("PRI")))
        buffer_append(text, TEXT("d"));
    else if (text->length != 0)
        buffer_append(text, TEXT("%s"));
}

/* PRIi64 is a macro too. */
static bool is_macro(struct text name)
{
    if (text_starts_with(name, TEXT("PRI")))
        return true;
    for (size_t i = 0; i < name.length; i++)
        if (strchr("abcdefghijklmnopqrstuvwxyz", name.at[i]) != NULL)
            return false;
    return name.length > 1;
}

bool source_next_text(struct source_code *code, struct text *piece, struct text *text)
{
    struct buffer made = {0};
    const char *at = piece->at, *end = text_end(*piece);
    bool is_over = false;

    for (const char *next; at < end && !is_over; at = next) {
        struct text name = {at, strspn(at, name_bytes)};
        next = *at == '"' || *at == '\'' ? skip_literal(at)
                                         : at + (name.length != 0 ? name.length : 1);
        if (*at == '"')
            add_literal(&made, at, next);
        else if (is_macro(name))
            add_macro(code, name, &made);
        else
            is_over = made.length != 0 && strchr(" \n", *at) == NULL;
    }
    *piece = text_between(at, end);
    *text = text_of(arena_copy_string(&code->arena, buffer_text(&made)));
    free(made.at);
    return text->length != 0;
}
