/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * quern: where the cost is in profiles in the Callgrind format.
 *
 * main() is the story: options, read, add up, report. The map, from the bottom up;
 * each folder includes only those above it in this list, and parser and aggregator do
 * not know each other:
 *
 *     base/        what knows nothing of profiles: memory, text, numbers, errors
 *     profile/     the model: names, events, functions, costs, calls, lines
 *     parser/      bytes to model: input.c gives lines, parse*.c the grammar
 *     aggregator/  model to figures: totals.c adds up, select.c sorts and cuts
 *     reporter/    figures to text: view_*.c make tables, source.c and annotate.c the
 *                  listings, classic.c the report, format_*.c write it
 *     options.c    the command line
 */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/warnings.h"
#include "options.h"
#include "parser/read.h"
#include "profile/profile.h"
#include "reporter/format.h"
#include "reporter/report.h"
#include "reporter/terminal.h"
#include "reporter/views.h"

/* A reader that has seen enough, as in "quern | head", is no error. */
static bool flush_output(struct error *error)
{
    errno = 0;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || errno == EPIPE)
        return true;
    return error_set(error, ERROR_FAILED, NULL, 0, "cannot write the output: %s", strerror(errno));
}

/* Prints the view of the profile, and then what was wrong with sources. */
static bool report_on(const struct profile *profile, const struct options *options,
                      struct error *error)
{
    struct warnings warnings = {0};
    struct report report;
    struct views *views = views_create(profile, &options->view, &warnings, &report, error);
    bool is_done = views != NULL;

    if (is_done && options->read.is_strict && warnings.count != 0)
        is_done = error_set(error, ERROR_FAILED, NULL, 0, "--strict: the warnings are errors");
    is_done = is_done && format_text(&report, &options->format, stdout, error);

    warnings_print(&warnings, stderr);
    views_free(views);
    return is_done;
}

/* Reads the profiles, for what the view needs of them. */
static bool annotate(struct options *options, const struct operands *operands, struct error *error)
{
    struct warnings warnings = {0};
    struct symbols symbols = symbols_create();
    struct profile profile;

    profile_init(&profile, &symbols, views_keep(&options->view));
    bool is_done = events_define_all(&profile.events, options->events, error) &&
                   read_profiles(operands->profiles, &options->read, &profile, &options->arena,
                                 &warnings, error) &&
                   profile_rename(&profile, &options->renaming, error);
    warnings_print(&warnings, stderr);
    is_done = is_done && report_on(&profile, options, error);
    profile_free(&profile);
    symbols_free(&symbols);
    return is_done;
}

/* Only the classic report has a use for files that are no profiles. */
static bool take_operands(struct options *options, const struct operands *operands,
                          struct error *error)
{
    options->view.report.chosen_profile = operands->chosen_profile;
    options->view.report.sources = operands->sources;
    if (options->view.view == VIEW_CLASSIC || operands->sources.count == 0)
        return true;
    *error = operands->why_source;
    return false;
}

static bool run(struct options *options, struct error *error)
{
    struct operands operands;

    options->format.width = options->is_wide ? 0 : terminal_width(stdout);
    if (options->wants_help)
        options_print_help(stdout);
    else if (options->wants_version)
        printf("quern %s\n", QUERN_VERSION);
    else if (!operands_sort(&operands, options->files, &options->arena, error) ||
             !take_operands(options, &operands, error) || !annotate(options, &operands, error))
        return false;
    return flush_output(error);
}

int main(int argc, char **argv)
{
    struct options options;
    struct error error = {0};

    signal(SIGPIPE, SIG_IGN);
    if (!options_read(&options, argc, argv, &error) || !run(&options, &error))
        message_print(stderr, error.path, error.line, error.text);
    options_free(&options);
    return error.kind == ERROR_NONE ? 0 : error.kind == ERROR_USAGE ? 2 : 1;
}
