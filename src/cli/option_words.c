/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/option_words.h"

#include <getopt.h>
#include <string.h>

#include "base/closest.h"
#include "cli/option_table.h"
#include "cli/options.h"
#include "cli/synonyms.h"

enum { FIRST_CODE = 256, OPERAND = 1, MISSING = ':', UNKNOWN = '?' };

static int argument_of(const struct option_row *row)
{
    if (row->argument == NULL)
        return no_argument;
    return option_is_optional(row) ? optional_argument : required_argument;
}

/* Long options get codes beyond all letters. */
static void fill_getopt(struct option *longs, char *letters)
{
    /* '-': operands come in order; ':': a missing argument is not taken for an unknown option. */
    size_t n_letters = 0;
    letters[n_letters++] = '-';
    letters[n_letters++] = ':';
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        longs[i] = (struct option){
            .name = row->name, .has_arg = argument_of(row), .val = FIRST_CODE + (int)i};
        if (row->letter != 0)
            letters[n_letters++] = row->letter;
        if (row->letter != 0 && argument_of(row) == required_argument)
            letters[n_letters++] = ':';
    }
    letters[n_letters] = '\0';
    longs[n_option_rows] = (struct option){0};
}

static const struct option_row *find_row(int code)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (code == FIRST_CODE + (int)i || (code != 0 && code == option_rows[i].letter))
            return &option_rows[i];
    return NULL;
}

/* getopt_long takes any unambiguous beginning for the whole: a script should not depend on it. */
static bool is_whole(const char *typed, const char *name)
{
    size_t length = strlen(name);

    return typed[0] != '-' || typed[1] != '-' ||
           (strncmp(typed + 2, name, length) == 0 &&
            (typed[2 + length] == '\0' || typed[2 + length] == '='));
}

static struct text name_in(const char *typed)
{
    const char *name = typed + strspn(typed, "-");

    return (struct text){name, strcspn(name, "=")};
}

/* "-j4" */
static bool is_letter_with_number(const char *typed)
{
    return typed[1] != '-' && typed[2] != '\0' &&
           typed[2 + strspn(typed + 2, "0123456789")] == '\0';
}

/*
 * What does what was guessed: a word, with the value after its '=', or a letter, whose value may be
 * the next word, or NULL.
 */
static bool find_hint(const char *typed, const char *next, char hint[HINT_ROOM])
{
    struct text name = name_in(typed);
    const char *end = text_end(name), *value = *end == '=' ? end + 1 : NULL;

    if (is_letter_with_number(typed))
        return synonym_of_letter((struct text){typed + 1, 1}, typed + 2, hint);
    return typed[1] != '-' && name.length == 1
             ? synonym_of_letter(name, value != NULL ? value : next, hint)
             : synonym_hint(SYNONYM_OPTION, name, value, hint);
}

static bool unknown_option(const char *typed, const char *next, struct error *error)
{
    struct closest closest = {.typed = name_in(typed)};
    char suggestion[200] = "", hint[HINT_ROOM];

    for (size_t i = 0; i < n_option_rows; i++)
        closest_consider(&closest, text_of(option_rows[i].name));
    bool is_name = closest.count != 0 && closest.distances[0] == 0;
    if (!is_name && find_hint(typed, next, hint))
        return error_usage(error, "unknown option '%.100s': %s", typed, hint);
    closest_suggest(&closest, "--", suggestion, sizeof suggestion);
    return error_usage(error, "unknown option '%.100s'%s", typed,
                       suggestion[0] != '\0' ? suggestion : " (see 'quern --help')");
}

/* "-output=x" would write to a file "utput=x", and "-nodecount" be a number of rows. */
static bool is_name_after_one_dash(const char *typed)
{
    struct text name = name_in(typed);
    char hint[HINT_ROOM];

    if (typed[0] != '-' || typed[1] == '-' || name.length < 2)
        return false;
    for (size_t i = 0; i < n_option_rows; i++)
        if (text_equal(name, text_of(option_rows[i].name)))
            return true;
    return synonym_hint(SYNONYM_OPTION, name, NULL, hint);
}

static bool take_operand(struct options *options, const struct words *words, const char *operand,
                         struct error *error)
{
    if (words->defaults != NULL)
        return error_usage(error, "'%.100s' is not an option", operand);
    arena_append_text(&options->arena, &options->files, text_of(operand));
    return true;
}

/* An option with its value; `by_default` is NULL for one of the command line. */
static bool apply_given(struct options *options, const struct given_option *given,
                        struct default_option *by_default, struct error *error)
{
    if (by_default != NULL)
        by_default->row = given->row;
    if (by_default != NULL && given->row->as_default == DEFAULT_NEVER)
        return error_usage(error, "--%s is for one run", given->row->name);
    if (by_default != NULL && by_default->is_left_out)
        return true;
    options->is_given[given->row - option_rows] = true;
    return given->row->apply(options, given, error);
}

/* The option of that code, the n-th and in that word, or an operand. */
static bool apply_code(struct options *options, const struct words *words, size_t n, int code,
                       int at, struct error *error)
{
    const char *typed = words->items[at];

    if (code == OPERAND)
        return take_operand(options, words, optarg, error);
    const struct option_row *row =
        code == MISSING || code == UNKNOWN ? find_row(optopt) : find_row(code);
    if (row == NULL || !is_whole(typed, row->name) || is_name_after_one_dash(typed))
        return unknown_option(typed, at + 1 < words->count ? words->items[at + 1] : NULL, error);
    if (code == UNKNOWN)
        return error_usage(error, "option '%.100s' takes no value", typed);
    if (code == MISSING)
        return error_usage(error, "option '%.100s' needs a value: %s", typed, row->argument);
    const struct given_option given = {row, optarg};
    return apply_given(options, &given, words->defaults != NULL ? &words->defaults[n] : NULL,
                       error);
}

bool words_read(struct options *options, const struct words *words, struct error *error)
{
    struct option *longs = arena_alloc_array(&options->arena, n_option_rows + 1, sizeof *longs);
    char *letters = arena_alloc(&options->arena, 2 * n_option_rows + 3);
    size_t n = 0;
    int code;

    fill_getopt(longs, letters);
    opterr = 0;
    optind = 0; /* begins anew, also in the middle of an argument */
    for (int at = 1; (code = getopt_long(words->count, words->items, letters, longs, NULL)) != -1;
         at = optind, n++)
        if (!apply_code(options, words, n, code, at, error))
            return false;
    for (; optind < words->count; optind++) /* after "--" */
        if (!take_operand(options, words, words->items[optind], error))
            return false;
    return true;
}
