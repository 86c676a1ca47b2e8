/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * quern: where the cost is in profiles in the Callgrind format.
 *
 * main() reads the options; run.c runs the steps: read, aggregate, report; directories.c repeats
 * them for each run. The map, from the bottom up: each folder includes only those above it in this
 * list and those within it, and parser, aggregator and sources do not include each other:
 *
 *     base/        general code: memory, text, numbers, errors
 *     profile/     the model: events, functions, costs, calls, lines; and merging
 *         naming/     the parts of function names: short forms, namespaces
 *     parser/      lines to model: parse*.c are the grammar
 *         input/      bytes to lines: files, pipes, compressed streams
 *     aggregator/  model to figures: rows, calls, inclusive costs; sorting, filters
 *         compare/    an old profile with a new one: names, rows, further runs, doubts
 *         causes/     what made a program cost more or less than before
 *         lines/      what lines of source cost and call
 *         limits/     checks the limits of --fail-if
 *         paths/      costs by call path
 *     sources/     what is not in the profile: source files, also of old revisions, line matching,
 *                  programs and libraries, their instructions and debug information
 *     reporter/    figures to text; report.h and table.h say what is printed, as data
 *         view/       makes tables: a file for each view; input/ is the input of them all,
 *                     objects/ the code of objects, listing/ source and code with their costs
 *         format/     writes them: a file for each format, json/,
 *                     annotations/ for code hosts (GitHub, GitLab), and html/ with its script
 *         callgrind.c writes profiles
 *     cli/         the command line, messages, and where the output goes
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/heap.h"
#include "cli/options.h"
#include "cli/output.h"
#include "run.h"

/*
 * Limits the lines of an overview, so that it and the prompt fit the terminal, and thus the
 * functions: it shows half as many source lines, and in a difference a third as many causes.
 */
static void fit_overview(struct options *options)
{
    enum { LINES_OF_PROMPT = 2, FEWEST_ROWS = 14, WITHOUT_ROWS = 9 };
    const bool is_text = options->format.format == FORMAT_TEXT;
    bool has_overview = options->view.view == VIEW_OVERVIEW || options->has_runs;
    size_t rows = options->is_on_terminal && is_text ? terminal_rows(stdout) : USUAL_ROWS;

    if (!has_overview || options->view.has_limit)
        return;
    if (rows < FEWEST_ROWS)
        rows = FEWEST_ROWS;
    options->view.n_rows = (rows - WITHOUT_ROWS) * 2 / (options->old.count != 0 ? 5 : 3);
    options->format.height = is_text ? rows - LINES_OF_PROMPT : 0;
}

/* Adapts the output to the terminal, and chooses the pager. */
static void set_terminal(struct options *options)
{
    bool is_plain = options->is_compatible || options->output != NULL;

    options->is_on_terminal = !is_plain && isatty(STDOUT_FILENO);
    if (options->is_on_terminal && options->pager_choice == PAGER_AUTO && !terminal_is_dumb())
        options->pager = pager_command();
    options->view.lists_missing |= options->is_compatible;
    options->format.lists_missing = options->view.lists_missing;
    if (!options->has_width)
        options->format.width = is_plain ? 0 : terminal_width(stdout);
    fit_overview(options);
    options->format.is_ascii = !terminal_has_utf8();
    bool is_colored = options->color == COLOR_ALWAYS ||
                      (options->color == COLOR_AUTO && !is_plain && terminal_has_color(stdout));
    if (is_colored && options->format.format == FORMAT_TEXT) {
        options->format.has_color = true;
        if (options->is_on_terminal) /* elsewhere, they might end up in a file */
            options->format.link_host = host_name(&options->arena);
    }
}

/* Returns the program that disassembles, or NULL if no instructions are shown. */
static const char *objdump_program(void)
{
    const char *program = getenv("OBJDUMP");

    if (program == NULL)
        return "objdump";
    return *program != '\0' ? program : NULL;
}

/* Reports options that have no effect on this view, on standard error. */
static void name_unused(const struct options *options)
{
    struct buffer message = {0};

    if (options_list_unused(options, &message))
        message_print(stderr, NULL, 0, buffer_string(&message));
    free(message.at);
}

/* Prints help or the version. */
static bool print_help(struct options *options, struct error *error)
{
    struct output output;
    bool is_done = true;

    output_open(&output, NULL, options->help != NULL ? options->pager : NULL, error);
    if (options->help != NULL)
        is_done = help_print(output.stream, options->help, error);
    else if (options->is_compatible)
        fputs("callgrind_annotate (quern " QUERN_VERSION ")\n", output.stream);
    else
        version_print(output.stream);
    return output_close(&output, is_done, error) && is_done;
}

enum { EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_EXCEEDED };

/*
 * Exit statuses for 'git bisect run': 1 blames the commit, 125 skips it, and 128 stops, for errors
 * that would recur with every commit.
 */
enum { BISECT_GOOD, BISECT_BAD, BISECT_SKIP = 125, BISECT_STOP = 128 };

/* Returns whether --bisect was given, even after an invalid option that ended parsing. */
static bool is_for_bisect(const struct options *options, char **argv)
{
    bool is_given = options->is_bisect;

    for (char **argument = argv; !is_given && *argument != NULL; argument++)
        is_given = strncmp(*argument, "--bis", 5) == 0;
    return is_given;
}

static int bisect_status(bool has_run, enum error_kind kind, enum run_outcome outcome)
{
    if (kind == ERROR_USAGE || (kind == ERROR_FAILED && !has_run))
        return BISECT_STOP;
    if (kind == ERROR_FAILED || outcome == RUN_UNDECIDED)
        return BISECT_SKIP;
    return outcome == RUN_EXCEEDED ? BISECT_BAD : BISECT_GOOD;
}

int main(int argc, char **argv)
{
    struct options options;
    struct error error = {0};
    enum run_outcome outcome = RUN_DONE;

    heap_begin();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* treat a file that exceeds its size limit like a full disk */
    signal(SIGCHLD, SIG_DFL); /* if our parent ignores it, we could not wait for children */
    /* Otherwise libdw and objdump would query these servers: quern opens no connections. */
    unsetenv("DEBUGINFOD_URLS");
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* keeps messages of several processes apart */
    bool has_run = command_line_read(&options, argc, argv, &error), is_done = has_run;
    bool is_bisect = is_for_bisect(&options, argv);
    if (is_done) {
        if (is_bisect)
            out_of_memory_status_set(BISECT_SKIP);
        set_terminal(&options);
        options.view.objdump = objdump_program();
        if (!options_ask_for_help(&options))
            name_unused(&options);
        is_done = options_ask_for_help(&options) ? print_help(&options, &error)
                : options.has_runs               ? run_directories(&options, &outcome, &error)
                                                 : run_profiles(&options, &outcome, &error);
    }
    if (!is_done)
        message_print(stderr, error.path, error.line, error.text);
    options_free(&options);
    if (is_bisect)
        return bisect_status(has_run, error.kind, outcome);
    if (error.kind == ERROR_USAGE)
        return EXIT_USAGE;
    if (error.kind == ERROR_FAILED || outcome == RUN_UNDECIDED)
        return EXIT_FAILED;
    return outcome == RUN_EXCEEDED ? EXIT_EXCEEDED : EXIT_DONE;
}
