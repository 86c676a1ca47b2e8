/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/goes_with.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "cli/option_table.h"
#include "cli/options.h"

enum { ARGUMENTS_MAX = 10 };

/* Reads a command line of words separated by blanks, in which '_' is a blank. */
static bool read_line(const char *line, struct error *error)
{
    char *arguments[ARGUMENTS_MAX] = {"quern"}, words[200];
    struct options options;
    int count = 1;

    strcpy(words, line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        for (char *at = word; (at = strchr(at, '_')) != NULL;)
            *at = ' ';
        arguments[count++] = word;
    }
    *error = (struct error){0};
    bool is_done = command_line_read(&options, count, arguments, error);
    options_free(&options);
    return is_done;
}

Test(goes_with, refuses_what_a_view_ignores)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"--rows=3 --list-events", "--rows does nothing in --list-events: it goes with --top, "
                                   "--by, --peek and --format=github|gitlab|sarif"},
        {"-n 3 --call-tree", "--rows does nothing in --call-tree: "},
        {"--rows=3 --annotate=f", "--rows does nothing in --annotate: "},
        {"--rows=3 --format=folded", "--rows does nothing in --format=folded: "},
        {"--rows=3 --format=dot", "--rows does nothing in --format=dot: "},
        {"--rows=3 --format=dot --by=object", "--rows does nothing in --format=dot: "},
        {"--rows=3 --format=callgrind", "--rows does nothing in --format=callgrind: "},
        {"--exact", "--exact does nothing in the report: it goes with --call-tree"},
        {"--exact --rows=3", "--exact does nothing in --top: "},
        {"--exact --by=function", "--exact does nothing in --top: "},
        {"--exact --by=thread", "--exact does nothing in --by=thread: "},
        {"--exact --format=csv", "--exact does nothing in the table of functions: "},
        {"--exact --help=events", "--exact does nothing in --help=events: "},
        {"--exact --by=namespace", "--exact does nothing in --by=namespace: "},
        {"--exact --by=line", "--exact does nothing in --by=line: "},
        {"--exact --by=instruction", "--exact does nothing in --by=instruction: "},
        {"--exact --by=object", "--exact does nothing in --by=object: "},
        {"--exact --top", "--exact does nothing in --top: "},
        {"--exact --peek=f", "--exact does nothing in --peek: "},
        {"--exact --annotate=f", "--exact does nothing in --annotate: "},
        {"--exact --annotate=f --instructions", "--exact does nothing in --annotate: "},
        {"--exact --diff=o", "--exact does nothing in the report: "},
        {"--exact --list-events", "--exact does nothing in --list-events: "},
        {"--exact --format=dot", "--exact does nothing in --format=dot: "},
        {"--exact --format=callgrind", "--exact does nothing in --format=callgrind: "},
        {"--exact --diff=o --format=gitlab", "--exact does nothing in --format=gitlab: "},
        {"--function=x --by=line", "--function does nothing in --by=line: it goes with views of "
                                   "functions"},
        {"--file=x --by=part", "--file does nothing in --by=part: it goes with views of functions "
                               "and --by=line"},
        {"--ignore=x --by=input",
         "--ignore does nothing in --by=input: it goes with views of functions and --fail-if"},
        {"--no-fold", "--no-fold does nothing in the report: it goes with the report with --diff, "
                      "--top, --by=namespace, --by=instruction, --peek, --annotate, --call-tree, "
                      "--format=dot, --format=github|gitlab|sarif and --format=html"},
        {"--depth=2", "--depth does nothing in the report: it goes with --by=namespace, "
                      "--call-tree and --format=dot"},
        {"--path-map=a=b --format=pprof",
         "--path-map does nothing in --format=pprof: it goes with the report, --by=line, "
         "--annotate, --format=pprof with --diff, --format=github|gitlab|sarif and --format=html"},
        {"--disassembler=none --annotate=f", "--disassembler does nothing in --annotate: it goes "
                                             "with --by=instruction, --annotate with "
                                             "--instructions and --format=html"},
        {"--object-path=a=b", "--object-path does nothing in the report: it goes with "
                              "--by=instruction, --annotate with --instructions, --format=html "
                              "and --debuginfod"},
        {"--percent-limit=5 --top", "--percent-limit does nothing in --top: it goes with --peek, "
                                    "--call-tree, --format=dot and --format=html; tables are cut "
                                    "by --threshold=N and --rows=N (-n)"},
        {"--percent-limit=5", "--percent-limit does nothing in the report: it goes with --peek, "
                              "--call-tree, --format=dot and --format=html; tables are cut by "},
        {"--rows=3 --format=html -o x", "--rows does nothing in --format=html: "},
        {"--exact --format=html -o x", "--exact does nothing in --format=html: "},
        {"--html-limit=1M --top", "--html-limit does nothing in --top: it goes with "
                                  "--format=html"},
        {"--min-delta=1 --diff=o --peek=f", "--min-delta does nothing in --peek: "},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error;
        cr_expect_not(read_line(cases[i].line, &error), "'%s' is taken", cases[i].line);
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect_eq(strncmp(error.text, cases[i].message, strlen(cases[i].message)), 0,
                     "'%s' gives '%s'", cases[i].line, error.text);
    }
}

Test(goes_with, accepts_what_is_used)
{
    static const char *const lines[] = {
        "--rows=3",
        "--rows=3 --format=csv",
        "--rows=3 --by=part",
        "--rows=3 --peek=f",
        "--rows=3 --format=sarif --diff=o",
        "--exact --format=pprof -o x",
        "--no-fold --diff=o",
        "--path-map=a=b --format=pprof -o x --diff=o",
        "--disassembler=none --annotate=f --instructions",
        "--object-path=a=b --debuginfod",
        "--depth=2 --by=namespace",
        "--format=html -o x --html-limit=1M --percent-limit=3 --disassembler=none --path-map=a=b",
        /* of limits, in any view */
        "--ignore=x --by=part --fail-if=Ir_>_1",
        "--min-delta=1 --diff=o --peek=f --fail-if=Ir_>_1",
        /* options of callgrind_annotate */
        "--list-events --show=A --sort=A --threshold=5 --auto=no --context=3 --inclusive=yes",
        "--peek=f --tree=both -I d --show-percs=no",
        "--format=callgrind --tree=both --auto=no --threshold=3",
        /* who asks for help does not want a view */
        "--exact --help",
        "--exact --help=all",
        "--exact --version",
        "--exact --completion=zsh",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct error error;
        cr_expect(read_line(lines[i], &error), "'%s' gives '%s'", lines[i], error.text);
    }
}

/* Nothing that does not help either is named. */
Test(goes_with, names_no_other_way_where_there_is_none)
{
    static const char *const lines[] = {"--percent-limit=5 --list-events",
                                        "--percent-limit=5 --annotate=f", "--exact --top"};

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct error error;
        cr_expect_not(read_line(lines[i], &error));
        cr_expect_null(strchr(error.text, ';'), "'%s' gives '%s'", lines[i], error.text);
    }
}

/* Every option says what it goes with, and those of callgrind_annotate go with all. */
Test(goes_with, is_said_of_every_option)
{
    static const char reference[] =
        " show threshold sort show-percs auto context inclusive tree include help version ";

    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        char name[40];
        snprintf(name, sizeof name, " %s ", row->name);
        cr_expect_neq(row->goes_with, 0, "--%s", row->name);
        cr_expect_eq(row->goes_with & ~(unsigned)WITH_ALL, 0, "--%s", row->name);
        if (strstr(reference, name) != NULL)
            cr_expect_eq(row->goes_with, WITH_ALL, "--%s", row->name);
    }
}
