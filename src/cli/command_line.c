/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/closest.h"

/* The environment variable with options for every run. */
#define DEFAULTS "QUERN_OPTS"

/* Words to read as options and operands, laid out like main()'s argv. */
struct words {
    int count;
    char **items; /* the first is the program's name, NULL is after the last */
    bool are_defaults;
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
    /*
     * '-': operands come in order; ':': a missing argument is distinguished from an unknown option.
     */
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
 * Returns whether the whole name was typed: getopt_long() accepts any unambiguous prefix, on which
 * no script should depend.
 */
static bool is_whole(const char *typed, const char *name)
{
    size_t length = strlen(name);

    return typed[0] != '-' || typed[1] != '-' ||
           (strncmp(typed + 2, name, length) == 0 &&
            (typed[2 + length] == '\0' || typed[2 + length] == '='));
}

/* Returns the typed name, without the dashes before it and the value after it. */
static struct text name_in(const char *typed)
{
    const char *name = typed + strspn(typed, "-");

    return (struct text){name, strcspn(name, "=")};
}

/* Fails on an unknown option, with a hint or the closest names. */
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

/* Records what was typed, for the commands that an overview suggests. */
static void note_typed(struct options *options, const struct option_row *row, const char *value)
{
    ARRAY_ADD(options->typed, options->n_typed, options->typed_capacity,
              (struct typed_word){row, value});
}

/* Adds an operand to the files. The defaults cannot have one. */
static bool take_operand(struct options *options, const struct words *words, const char *operand,
                         struct error *error)
{
    if (words->are_defaults)
        return error_usage(error, "'%.100s' is not an option", operand);
    arena_append_text(&options->arena, &options->files, text_of(operand));
    note_typed(options, NULL, operand);
    return true;
}

/* Handles what getopt_long() found in `typed`: an operand, or an option with its value. */
static bool give_code(struct options *options, const struct words *words, int code,
                      const char *typed, struct error *error)
{
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
    /* A default view or --min-delta would be an error in most runs. */
    if (words->are_defaults && (row->is_for_one_run || row->needs_old || row->view != VIEW_CLASSIC))
        return error_usage(error, "--%s is for one run", row->name);
    if (!words->are_defaults)
        note_typed(options, row, optarg);
    return option_give(options, row, optarg, error);
}

/* Rewords an error in the defaults so that it names the variable. */
static bool blame_defaults(struct error *error)
{
    const struct error reason = *error;

    return error_set(error, reason.kind, reason.path, reason.line, DEFAULTS ": %.450s",
                     reason.text);
}

/*
 * Applies all words as options and operands. The options then point into the words. Returns false
 * with a usage error.
 */
static bool words_read(struct options *options, const struct words *words, struct error *error)
{
    struct option *longs = arena_alloc_array(&options->arena, n_option_rows + 1, sizeof *longs);
    char *letters = arena_alloc(&options->arena, 2 * n_option_rows + 3);
    int code;

    fill_getopt(longs, letters);
    opterr = 0;
    optind = 0; /* restarts getopt_long(), even within an argument */
    for (int at = 1; (code = getopt_long(words->count, words->items, letters, longs, NULL)) != -1;
         at = optind)
        if (!give_code(options, words, code, words->items[at], error))
            return false;
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

/* If a directory has a single run, takes its files as if they had been named. */
static void take_only_run(struct options *options)
{
    struct run_operands runs = {0};
    struct warnings notes = {0};
    struct error none = {0}; /* reported later, when the directory is actually read */

    if (options->files.count == 1 && options->old.count == 0 &&
        operand_is_directory(options->files.items[0]) &&
        operands_find_runs(options->files, false, &runs, &options->arena, &notes, &none) &&
        runs.count == 1) {
        options->files = runs.items[0];
        options->notes = notes;
    }
}

/*
 * Reads defaults, if there are any, and then the command line, and checks whether they can be
 * combined. It may be called twice, so it only opens directories.
 */
static bool read_both(struct options *options, const struct words *defaults,
                      const struct words *line, struct error *error)
{
    options_init(options);
    options->is_compatible = is_reference(line);
    if ((defaults != NULL && !words_read(options, defaults, error)) ||
        !words_read(options, line, error))
        return false;
    take_only_run(options);
    options_settle(options);
    if (options->view.view == VIEW_OVERVIEW)
        options_set_command(options);
    return options_check(options, error);
}

/* Blames an error on the defaults if the command line alone does not have it. */
static bool read_with_defaults(struct options *options, const struct words *defaults,
                               const struct words *line, struct error *error)
{
    struct error alone = {0};

    if (read_both(options, defaults, line, error))
        return true;
    options_free(options);
    if (read_both(options, NULL, line, &alone))
        return blame_defaults(error);
    *error = alone;
    return false;
}

/* Splits the options for every run into words, which the arena owns. */
static bool split_defaults(struct words *defaults, struct arena *arena, struct error *error)
{
    static const char blanks[] = " \t\n";
    const char *given = getenv(DEFAULTS), *value = given == NULL ? "" : given;
    struct text_list words = {0};

    *defaults = (struct words){.are_defaults = true};
    if (strpbrk(value, "'\"") != NULL)
        return error_usage(error, "QUERN_OPTS: is split at blanks, and cannot have quotes");
    for (const char *at = value + strspn(value, blanks); *at != '\0'; at += strspn(at, blanks)) {
        struct text word = {at, strcspn(at, blanks)};
        arena_append_text(arena, &words, arena_copy_text(arena, word));
        at += word.length;
    }
    if (words.count == 0)
        return true;
    defaults->count = (int)words.count + 1;
    defaults->items = arena_alloc_array(arena, words.count + 2, sizeof *defaults->items);
    defaults->items[0] = arena_alloc(arena, 1);
    for (size_t i = 0; i < words.count; i++)
        defaults->items[i + 1] = (char *)words.items[i].at;
    return true;
}

bool command_line_read(struct options *options, int argc, char **argv, struct error *error)
{
    const struct words line = {.count = argc, .items = argv};
    struct words defaults = {0};
    struct arena arena = {0};

    options_init(options);
    bool is_done = is_reference(&line) || split_defaults(&defaults, &arena, error);
    if (is_done && defaults.count == 0)
        is_done = read_both(options, NULL, &line, error);
    else if (is_done)
        is_done = read_with_defaults(options, &defaults, &line, error);
    is_done = is_done && options_read_limits(options, error);
    arena_take_over(&options->arena, &arena); /* the options, and an error, point into it */
    return is_done;
}
