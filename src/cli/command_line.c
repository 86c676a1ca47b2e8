/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command_line.h"

#include <stdlib.h>

#include "cli/option_row.h"
#include "cli/option_words.h"
#include "cli/options.h"
#include "cli/shell_words.h"

/* Options for every run: the variable that has them, which messages name. */
#define DEFAULTS "QUERN_OPTS"

static bool is_reference(const struct words *line)
{
    return line->count > 0 &&
           text_equal(path_base(text_of(line->items[0])), TEXT("callgrind_annotate"));
}

/*
 * The defaults first, which are none where there are no words, and whether all go together. This is
 * tried several times: nothing but words is read.
 */
static bool read_both(struct options *options, const struct words *defaults,
                      const struct words *line, struct error *error)
{
    options->is_compatible = is_reference(line);
    if ((defaults->count != 0 && !words_read(options, defaults, error)) ||
        !words_read(options, line, error))
        return false;
    options_settle(options);
    return options_check(options, error);
}

/* The same error, of the variable. */
static bool fail_of_defaults(struct error *error)
{
    const struct error reason = *error;

    return error_set(error, reason.kind, reason.path, reason.line, DEFAULTS ": %.450s",
                     reason.text);
}

/* Whether the defaults alone are options, whatever they can be combined with. */
static bool are_options(const struct words *defaults, struct error *error)
{
    struct options options;

    options_init(&options);
    bool is_done = words_read(&options, defaults, error) || fail_of_defaults(error);
    options_free(&options);
    return is_done;
}

/* Whether what counts of the defaults can be combined with the command line. */
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
 * what goes with that alone. One may need another to be of any use: all are tried again after each
 * that was found to fit.
 */
static void give_way(const struct words *defaults, const struct words *line)
{
    struct default_option *options = defaults->defaults;
    bool has_found = true;

    for (size_t i = 0; i < defaults->n_defaults; i++)
        options[i].is_left_out =
            options[i].row != NULL && options[i].row->as_default == DEFAULT_GIVES_WAY;
    while (has_found) {
        has_found = false;
        for (size_t i = 0; i < defaults->n_defaults; i++) {
            if (!options[i].is_left_out)
                continue;
            options[i].is_left_out = false;
            options[i].is_left_out = !go_together(defaults, line);
            has_found = has_found || !options[i].is_left_out;
        }
    }
}

/* Without its defaults the command line may be right: then these are what is wrong. */
static bool read_with_defaults(struct options *options, const struct words *defaults,
                               const struct words *line, struct error *error)
{
    const struct words none = {0};

    if (!go_together(defaults, line))
        give_way(defaults, line);
    return read_both(options, defaults, line, error) ||
           (go_together(&none, line) && fail_of_defaults(error));
}

/* False where a quote is not closed. The arena owns the words. */
static bool split_defaults(struct words *defaults, const char *value, struct arena *arena,
                           struct error *error)
{
    struct text_list list = {0};

    if (!shell_words_split(value, arena, &list))
        return error_usage(error, DEFAULTS ": a quote is not closed");
    if (list.count == 0)
        return true;
    defaults->items = arena_alloc_array(arena, list.count + 2, sizeof *defaults->items);
    defaults->items[0] = arena_alloc(arena, 1);
    for (size_t i = 0; i < list.count; i++) {
        defaults->items[i + 1] = (char *)list.items[i].at;
        defaults->n_defaults += list.items[i].length; /* "-abc" has three */
    }
    defaults->count = (int)list.count + 1;
    defaults->defaults = arena_alloc_array(arena, defaults->n_defaults, sizeof *defaults->defaults);
    return true;
}

bool command_line_read(struct options *options, int argc, char **argv, struct error *error)
{
    const struct words line = {.count = argc, .items = argv};
    struct words defaults = {0};
    const char *value = getenv(DEFAULTS);
    struct arena arena = {0};

    options_init(options);
    if (is_reference(&line) || value == NULL)
        return read_both(options, &defaults, &line, error) && options_read_limits(options, error);
    bool is_done = split_defaults(&defaults, value, &arena, error) &&
                   (defaults.count == 0 || are_options(&defaults, error)) &&
                   read_with_defaults(options, &defaults, &line, error) &&
                   options_read_limits(options, error);
    arena_take_over(&options->arena, &arena); /* the options point into it */
    return is_done;
}
