/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/closest.h"
#include "base/shell_words.h"

/* The environment variable with options for every run, as messages call it. */
#define DEFAULTS "QUERN_OPTS"

/* An option for every run. */
struct default_option {
    const struct option_row *row; /* set when it is read; NULL beyond the last one */
    bool is_left_out;             /* it gives way to the command line */
};

/* Words to be read as options and operands, laid out as in main()'s argv. */
struct words {
    int count;
    char **items;                    /* the first is the program's name, NULL is after the last */
    struct default_option *defaults; /* one for each option; NULL for the command line */
    size_t n_defaults;               /* as many or more: no option is shorter than a letter */
};

enum { FIRST_CODE = 256, OPERAND = 1, MISSING = ':', UNKNOWN = '?' };

static int argument_of(const struct option_row *row)
{
    if (row->argument == NULL)
        return no_argument;
    return option_is_optional(row) ? optional_argument : required_argument;
}

/* Fills the tables of getopt_long(). Long options get codes beyond all letters. */
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

/*
 * Returns whether the whole name was typed: getopt_long() takes any unambiguous beginning, which a
 * script should not depend on.
 */
static bool is_whole(const char *typed, const char *name)
{
    size_t length = strlen(name);

    return typed[0] != '-' || typed[1] != '-' ||
           (strncmp(typed + 2, name, length) == 0 &&
            (typed[2 + length] == '\0' || typed[2 + length] == '='));
}

/* Returns what was typed, without the dashes before it and the value after it. */
static struct text name_in(const char *typed)
{
    const char *name = typed + strspn(typed, "-");

    return (struct text){name, strcspn(name, "=")};
}

/* Fails with a hint for an option that does not exist, or with the names that are closest. */
static bool unknown_option(const char *typed, struct error *error)
{
    struct closest closest = {.typed = name_in(typed)};
    char suggestion[200] = "";
    bool is_one_letter = typed[1] != '-' && typed[1 + 1 + strspn(typed + 2, "0123456789")] == '\0';
    const char *hint = is_one_letter ? hint_find("-", (struct text){closest.typed.at, 1})
                                     : hint_find("--", closest.typed);

    for (size_t i = 0; i < n_option_rows; i++)
        closest_consider(&closest, text_of(option_rows[i].name));
    bool is_name = closest.name.length != 0 && closest.distance == 0;
    if (!is_name && hint != NULL)
        return error_usage(error, "unknown option '%.100s': %s", typed, hint);
    closest_suggest(&closest, "--", suggestion, sizeof suggestion);
    return error_usage(error, "unknown option '%.100s'%s", typed,
                       suggestion[0] != '\0' ? suggestion : " (see 'quern --help')");
}

/*
 * Returns whether a long option was typed with one dash: "-output=x" would write to a file
 * "utput=x", and "-nodecount" would be a number of rows.
 */
static bool is_name_after_one_dash(const char *typed)
{
    const struct text name = name_in(typed);

    if (typed[0] != '-' || typed[1] == '-' || name.length < 2)
        return false;
    for (size_t i = 0; i < n_option_rows; i++)
        if (text_equal(name, text_of(option_rows[i].name)))
            return true;
    return hint_find("--", name) != NULL;
}

/* Takes note of what was typed, for what an overview advises to type next. */
static void note_typed(struct options *options, const struct option_row *row, const char *value)
{
    ARRAY_ADD(options->typed, options->n_typed, options->typed_capacity,
              (struct typed_word){row, value});
}

/* Adds an operand to the files. The defaults cannot have one. */
static bool take_operand(struct options *options, const struct words *words, const char *operand,
                         struct error *error)
{
    if (words->defaults != NULL)
        return error_usage(error, "'%.100s' is not an option", operand);
    arena_append_text(&options->arena, &options->files, text_of(operand));
    note_typed(options, NULL, operand);
    return true;
}

/*
 * Passes on what getopt_long() found: an operand, or an option with its value. It is the n-th of
 * the words, and was found in the word at `at`.
 */
static bool give_code(struct options *options, const struct words *words, size_t n, int code,
                      int at, struct error *error)
{
    const char *typed = words->items[at];

    if (code == OPERAND)
        return take_operand(options, words, optarg, error);
    const struct option_row *row =
        code == MISSING || code == UNKNOWN ? find_row(optopt) : find_row(code);
    if (row == NULL || !is_whole(typed, row->name) || is_name_after_one_dash(typed))
        return unknown_option(typed, error);
    if (code == UNKNOWN)
        return error_usage(error, "option '%.100s' takes no value", typed);
    if (code == MISSING)
        return error_usage(error, "option '%.100s' needs a value: %s", typed, row->argument);
    if (words->defaults != NULL) {
        words->defaults[n].row = row;
        if (row->as_default == DEFAULT_NEVER)
            return error_usage(error, "--%s is for one run", row->name);
        if (words->defaults[n].is_left_out)
            return true;
    }
    if (words->defaults == NULL)
        note_typed(options, row, optarg);
    return option_give(options, row, optarg, error);
}

/* Rewords an error about one of the defaults so that it names the variable. */
static bool blame_defaults(struct error *error)
{
    const struct error reason = *error;

    return error_set(error, reason.kind, reason.path, reason.line, DEFAULTS ": %.450s",
                     reason.text);
}

/*
 * Passes all words on as options and operands. The options then point into the words. Returns false
 * with a usage error.
 */
static bool words_read(struct options *options, const struct words *words, struct error *error)
{
    struct option *longs = arena_alloc_array(&options->arena, n_option_rows + 1, sizeof *longs);
    char *letters = arena_alloc(&options->arena, 2 * n_option_rows + 3);
    const char *value = NULL;
    size_t n = 0;
    int code;

    fill_getopt(longs, letters);
    opterr = 0;
    optind = 0; /* begins anew, also in the middle of an argument */
    for (int at = 1; (code = getopt_long(words->count, words->items, letters, longs, NULL)) != -1;
         at = optind, n++, value = optarg)
        if (!give_code(options, words, n, code, at, error))
            return words->defaults != NULL && blame_defaults(error);
    const char *last = words->items[optind - 1];
    if (words->defaults != NULL && last != value && strcmp(last, "--") == 0) {
        /* The command line's options would be operands after it. */
        error_usage(error, "'%.100s' is not an option", last);
        return blame_defaults(error);
    }
    for (; optind < words->count; optind++) /* after "--" */
        if (!take_operand(options, words, words->items[optind], error))
            return false;
    return true;
}

static bool is_reference(const struct words *line)
{
    return line->count > 0 &&
           text_equal(path_base(text_of(line->items[0])), TEXT("callgrind_annotate"));
}

/*
 * Reads the defaults, if there are any, and then the command line, and checks whether all of them
 * can be combined. It is called several times, so it opens no files.
 */
static bool read_both(struct options *options, const struct words *defaults,
                      const struct words *line, struct error *error)
{
    options->is_compatible = is_reference(line);
    if ((defaults->count != 0 && !words_read(options, defaults, error)) ||
        !words_read(options, line, error))
        return false;
    options_settle(options);
    if (options->view.view == VIEW_OVERVIEW)
        options_set_commands(options);
    return options_check(options, error);
}

/*
 * Returns whether the defaults are valid options by themselves, whatever they can be combined with.
 */
static bool are_options(const struct words *defaults, struct error *error)
{
    struct options options;

    options_init(&options);
    bool is_done = defaults->count == 0 || words_read(&options, defaults, error);
    options_free(&options);
    return is_done;
}

/* Returns whether the defaults that are not left out can be combined with the command line. */
static bool go_together(const struct words *defaults, const struct words *line)
{
    struct options options;
    struct error error = {0};

    options_init(&options);
    bool is_done = read_both(&options, defaults, line, &error);

    options_free(&options);
    return is_done;
}

/*
 * Leaves out the defaults that cannot be combined with the command line, such as another view and
 * the options of that view. One may need another to be of any use: whenever one is found to fit,
 * all are tried again.
 */
static void give_way(const struct words *defaults, const struct words *line)
{
    bool has_found = true;

    for (size_t i = 0; i < defaults->n_defaults; i++) {
        struct default_option *option = &defaults->defaults[i];
        option->is_left_out = option->row != NULL && option->row->as_default == DEFAULT_GIVES_WAY;
    }
    while (has_found) {
        has_found = false;
        for (size_t i = 0; i < defaults->n_defaults; i++) {
            struct default_option *option = &defaults->defaults[i];
            if (!option->is_left_out)
                continue;
            option->is_left_out = false;
            option->is_left_out = !go_together(defaults, line);
            has_found = has_found || !option->is_left_out;
        }
    }
}

/* Blames the defaults for an error that the command line alone does not have. */
static bool read_with_defaults(struct options *options, const struct words *defaults,
                               const struct words *line, struct error *error)
{
    const struct words none = {0};
    struct error wrong = {0};

    if (!go_together(defaults, line))
        give_way(defaults, line);
    if (read_both(options, defaults, line, error))
        return true;
    /* What is wrong with a default alone was blamed on it already. */
    return are_options(defaults, &wrong) && go_together(&none, line) && blame_defaults(error);
}

/* Reads the options for every run, which have to be valid by themselves. The arena owns them. */
static bool read_defaults(struct words *defaults, struct arena *arena, struct error *error)
{
    const char *value = getenv(DEFAULTS);
    struct text_list words = {0};

    if (value != NULL && !shell_words_split(value, arena, &words))
        return error_usage(error, "QUERN_OPTS: a quote is not closed");
    if (words.count == 0)
        return true;
    defaults->count = (int)words.count + 1;
    defaults->items = arena_alloc_array(arena, words.count + 2, sizeof *defaults->items);
    defaults->items[0] = arena_alloc(arena, 1);
    for (size_t i = 0; i < words.count; i++) {
        defaults->items[i + 1] = (char *)words.items[i].at;
        defaults->n_defaults += words.items[i].length; /* "-abc" has three */
    }
    defaults->defaults = arena_alloc_array(arena, defaults->n_defaults, sizeof *defaults->defaults);
    return are_options(defaults, error);
}

bool command_line_read(struct options *options, int argc, char **argv, struct error *error)
{
    const struct words line = {.count = argc, .items = argv};
    struct words defaults = {0};
    struct arena arena = {0};

    options_init(options);
    bool is_done = is_reference(&line) || read_defaults(&defaults, &arena, error);
    if (is_done && defaults.count == 0)
        is_done = read_both(options, &defaults, &line, error);
    else if (is_done)
        is_done = read_with_defaults(options, &defaults, &line, error);
    is_done = is_done && options_read_limits(options, error);
    arena_take_over(&options->arena, &arena); /* the options, and an error, point into it */
    return is_done;
}
