/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"

/* Limits for one attempt to match, with or without JIT compilation. */
enum { MOST_STEPS = 10 * 1000 * 1000, MOST_MEMORY = 20 * 1024 * 1024 };

struct regex {
    struct buffer written; /* NUL-terminated */
    pcre2_general_context *memory;
    pcre2_code *code;
    pcre2_match_data *match;
    pcre2_match_context *limits;
    pcre2_jit_stack *stack; /* NULL if matches are interpreted */
    struct error failure;   /* the first match that was abandoned; ERROR_NONE if there is none */
};

/* Escapes that glibc interprets differently, or that would break the use of a match. */
static const struct {
    char letter;
    const char *hint;
} refused_escapes[] = {
    {'`', "\\` is not supported: write \\A for the beginning of a name"},
    {'\'', "\\' is not supported: write \\z for the end of a name"},
    {'K', "\\K is not supported: write (?<=X) for a lookbehind"},
    {'Q', "\\Q is not supported: write a backslash before each character meant literally"},
};

static bool refuse(const char *reason, struct error *error)
{
    return error_usage(error, "%s", reason);
}

static void append(struct buffer *to, const char **at, size_t length)
{
    buffer_append(to, (struct text){*at, length});
    *at += length;
}

/* Appends the PCRE2 equivalent of a backslash outside brackets and the next character. */
static bool append_escape(struct buffer *to, const char **at, struct error *error)
{
    const char letter = (*at)[1];

    for (size_t i = 0; i < ARRAY_LENGTH(refused_escapes); i++)
        if (letter == refused_escapes[i].letter)
            return refuse(refused_escapes[i].hint, error);
    if (letter == '<' || letter == '>') {
        buffer_append(to, letter == '<' ? TEXT("\\b(?=\\w)") : TEXT("\\b(?<=\\w)"));
        *at += 2;
        return true;
    }
    append(to, at, letter == '\0' ? 1 : 2);
    return true;
}

/*
 * Appends "[...]". In POSIX a backslash there is literal; in PCRE2 it escapes the next character.
 */
static bool append_bracket(struct buffer *to, const char **at, struct error *error)
{
    append(to, at, (*at)[1] == '^' ? 2 : 1);
    for (bool is_first = true; **at != '\0' && (is_first || **at != ']'); is_first = false) {
        const char closing[] = {(*at)[1], ']', '\0'};
        bool is_named = **at == '[' && strchr(":.=", closing[0]) != NULL && closing[0] != '\0';
        const char *end = is_named ? strstr(*at + 2, closing) : NULL;
        if (**at == '\\' && (*at)[1] != '\\')
            return refuse("a backslash in '[' and ']' must be written \\\\; for a class write "
                          "[:digit:], [:space:] or [:alnum:] there",
                          error);
        append(to, at, end != NULL ? (size_t)(end + 2 - *at) : **at == '\\' ? 2 : 1);
    }
    if (**at == ']')
        append(to, at, 1);
    return true;
}

/* Returns the length of the repeat at the start of a text, or 0. */
static size_t repeat_length(const char *at)
{
    static const char digits[] = "0123456789";

    if (*at == '*' || *at == '+' || *at == '?')
        return 1;
    size_t length = *at == '{' ? 1 + strspn(at + 1, digits) : 0;
    if (length > 1 && at[length] == ',')
        length += 1 + strspn(at + length + 1, digits);
    return length > 1 && at[length] == '}' ? length + 1 : 0;
}

/* True for "{,M}", which PCRE2 takes literally up to version 10.42 and not since. */
static bool lacks_minimum(const char *at)
{
    return at[0] == '{' && at[1] == ',' && at[2 + strspn(at + 2, "0123456789")] == '}';
}

/* Translates an expression to PCRE2. False if its meaning would change. */
static bool translate(struct buffer *to, const char *at, struct error *error)
{
    bool can_proceed = true;

    while (can_proceed && *at != '\0') {
        size_t length = repeat_length(at);
        if (length != 0 && at[length] == '+')
            return refuse("a '+' after a repeat is possessive in PCRE2: put the repeat into (?:X), "
                          "or write (?>X)",
                          error);
        if (lacks_minimum(at))
            return refuse("write {0,N} for {,N}", error);
        if (*at == '\\')
            can_proceed = append_escape(to, &at, error);
        else if (*at == '[')
            can_proceed = append_bracket(to, &at, error);
        else if (at[0] == '(' && at[1] == '?')
            append(to, &at, 2); /* this '?' repeats nothing, as in "(?+1)" */
        else
            append(to, &at, length != 0 ? length : 1);
    }
    return can_proceed;
}

static void *take_memory(size_t size, void *context)
{
    (void)context;
    return memory_alloc(size, 1);
}

static void give_memory_back(void *memory, void *context)
{
    (void)context;
    free(memory);
}

struct regex *regex_compile(const char *expression, bool ignores_case, struct error *error)
{
    struct regex *regex = memory_alloc(1, sizeof *regex);
    struct buffer pattern = {0};
    const uint32_t options = PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_UTF |
                             PCRE2_NEVER_UCP | (ignores_case ? PCRE2_CASELESS : 0);
    PCRE2_UCHAR message[128] = "";
    PCRE2_SIZE offset = 0;
    int number = 0;

    buffer_append(&regex->written, text_of(expression));
    buffer_string(&regex->written);
    regex->memory = pcre2_general_context_create(take_memory, give_memory_back, NULL);
    if (translate(&pattern, expression, error)) {
        pcre2_compile_context *compile = pcre2_compile_context_create(regex->memory);
        regex->code = pcre2_compile((PCRE2_SPTR)buffer_string(&pattern), PCRE2_ZERO_TERMINATED,
                                    options, &number, &offset, compile);
        pcre2_compile_context_free(compile);
        if (regex->code == NULL) {
            pcre2_get_error_message(number, message, sizeof message);
            refuse((const char *)message, error);
        }
    }
    free(pattern.at);
    if (regex->code == NULL) {
        regex_free(regex);
        return NULL;
    }
    regex->match = pcre2_match_data_create_from_pattern(regex->code, regex->memory);
    regex->limits = pcre2_match_context_create(regex->memory);
    pcre2_set_match_limit(regex->limits, MOST_STEPS);
    pcre2_set_heap_limit(regex->limits, MOST_MEMORY / 1024);
    if (pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE) == 0) {
        regex->stack = pcre2_jit_stack_create((size_t)32 * 1024, MOST_MEMORY, regex->memory);
        pcre2_jit_stack_assign(regex->limits, NULL, regex->stack);
    }
    return regex;
}

void regex_free(struct regex *regex)
{
    if (regex == NULL)
        return;
    pcre2_jit_stack_free(regex->stack);
    pcre2_match_context_free(regex->limits);
    pcre2_match_data_free(regex->match);
    pcre2_code_free(regex->code);
    pcre2_general_context_free(regex->memory);
    free(regex->written.at);
    free(regex);
}

size_t regex_n_groups(const struct regex *regex)
{
    uint32_t count = 0;

    pcre2_pattern_info(regex->code, PCRE2_INFO_CAPTURECOUNT, &count);
    return count;
}

/* Records that a match was abandoned, and why. */
static void give_up(struct regex *regex, size_t length, int reason)
{
    bool is_slow = reason == PCRE2_ERROR_MATCHLIMIT;
    bool is_large = reason == PCRE2_ERROR_HEAPLIMIT || reason == PCRE2_ERROR_JIT_STACKLIMIT;
    PCRE2_UCHAR message[128] = "";

    pcre2_get_error_message(reason, message, sizeof message);
    error_set(&regex->failure, ERROR_FAILED, NULL, 0,
              "'%.100s' cannot be matched with a name of %zu bytes: %s", regex->written.at, length,
              is_slow    ? "it takes more than 10,000,000 steps"
              : is_large ? "it needs more than 20 MB of memory"
                         : (const char *)message);
}

bool regex_finds(struct regex *regex, struct text text)
{
    const char *bytes = text.at == NULL ? "" : text.at;

    if (regex->failure.kind != ERROR_NONE)
        return false;
    int result =
        pcre2_match(regex->code, (PCRE2_SPTR)bytes, text.length, 0, 0, regex->match, regex->limits);
    if (result < 0 && result != PCRE2_ERROR_NOMATCH)
        give_up(regex, text.length, result);
    return result >= 0;
}

bool regex_substitute(struct regex *regex, struct text text,
                      const struct regex_replacement *replacement, char *room, size_t *size)
{
    const char *bytes = text.at == NULL ? "" : text.at;
    const uint32_t options =
        PCRE2_SUBSTITUTE_UNSET_EMPTY | (replacement->is_global ? PCRE2_SUBSTITUTE_GLOBAL : 0);

    if (regex->failure.kind != ERROR_NONE)
        return false;
    int result = pcre2_substitute(regex->code, (PCRE2_SPTR)bytes, text.length, 0, options,
                                  regex->match, regex->limits, (PCRE2_SPTR)replacement->text,
                                  PCRE2_ZERO_TERMINATED, (PCRE2_UCHAR *)room, size);
    if (result < 0 && result != PCRE2_ERROR_NOMEMORY)
        give_up(regex, text.length, result);
    return result >= 0;
}

void regex_append_literal(struct buffer *to, struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (strchr("\\[](){}*+?^$|", text.at[i]) != NULL)
            buffer_append(to, TEXT("\\"));
        buffer_append(to, (struct text){text.at + i, 1});
    }
}

bool regex_check(const struct regex *regex, struct error *error)
{
    if (regex->failure.kind == ERROR_NONE)
        return true;
    *error = regex->failure;
    return false;
}
