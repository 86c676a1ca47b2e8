/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"

enum { WIDTH = 80, HELP_COLUMN = 24, LABEL_WIDTH = 9 };

/* An example for most groups. */
static const struct {
    const char *group, *command, *meaning;
} examples[] = {
    {"Input", "quern --diff=old.out new.out", "what became slower"},
    {"Select", "quern --top --object=myprogram --sort='incl(Ir)'", "without libraries"},
    {"View", "quern --annotate=main --inclusive=both", "what its lines cost"},
    {"Source", "quern --path-map=/build=. -I ../lib", "where sources are"},
    {"Output", "quern --by=file --format=csv -o files.csv", "for a spreadsheet"},
    {"Checks", "quern --fail-if='Ir of ^parse > 1.2G'", "exit 3 if exceeded"},
};

/* Prints words from HELP_COLUMN on, wrapping lines. */
static void print_wrapped(FILE *out, const char *text)
{
    size_t column = HELP_COLUMN;

    while (*text != '\0') {
        size_t length = strcspn(text, " \n");
        if (column != HELP_COLUMN && column + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        } else if (column != HELP_COLUMN) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", (int)length, text);
        column += length;
        text += length + (text[length] != '\0');
    }
    fputc('\n', out);
}

static void print_row(FILE *out, const struct option_row *row)
{
    char usage[64];
    int length = snprintf(usage, sizeof usage, "  %c%c --%s%s%s", row->letter != 0 ? '-' : ' ',
                          row->letter != 0 ? row->letter : ' ', row->name,
                          row->argument != NULL && !option_is_optional(row) ? "=" : "",
                          row->argument != NULL ? row->argument : "");

    fprintf(out, "%-*s", HELP_COLUMN, usage);
    if (length >= HELP_COLUMN)
        fprintf(out, "\n%*s", HELP_COLUMN, "");
    print_wrapped(out, option_sentence(row));
}

/* Prints the names of a group's options, wrapping lines, and an example. */
static void print_names_of_group(FILE *out, size_t first)
{
    int column = fprintf(out, "%-*s", LABEL_WIDTH - 1, option_rows[first].group);

    for (size_t i = first; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if (i != first && row->group != NULL)
            break;
        int length = (int)strlen(row->name) + 3 + (row->letter != 0 ? 3 : 0);
        if (column + length > WIDTH)
            column = fprintf(out, "\n%*s", LABEL_WIDTH - 1, "") - 1;
        if (row->letter != 0)
            fprintf(out, " -%c", row->letter);
        fprintf(out, " --%s", row->name);
        column += length;
    }
    fputc('\n', out);
    for (size_t i = 0; i < ARRAY_LENGTH(examples); i++)
        if (strcmp(examples[i].group, option_rows[first].group) == 0)
            fprintf(out, "%*s%-48s %s\n", LABEL_WIDTH, "", examples[i].command,
                    examples[i].meaning);
}

static void print_screen(FILE *out)
{
    fputs("usage: quern [OPTION...] [PROFILE...] [SOURCE...]\n"
          "Shows where the cost is in Callgrind profiles; '-' is standard input.\n"
          "Without PROFILE, reads the newest run here: valgrind --tool=callgrind ./program\n"
          "'quern --help=all' explains each option, --help=view those of one group.\n",
          out);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].group != NULL)
            print_names_of_group(out, i);
}

/* Prints the options of a group, or all if it is NULL. Returns false if there is no such group. */
static bool print_options(FILE *out, const char *wanted)
{
    bool has_any = false;

    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if (wanted != NULL && strcasecmp(option_group(row), wanted) != 0)
            continue;
        if (row->group != NULL)
            fprintf(out, "%s%s:\n", has_any ? "\n" : "", row->group);
        has_any = true;
        print_row(out, row);
    }
    return has_any;
}

bool help_print(FILE *out, const char *topic, struct error *error)
{
    if (*topic == '\0') {
        print_screen(out);
        return true;
    }
    return print_options(out, strcasecmp(topic, "all") == 0 ? NULL : topic) ||
           error_usage(
               error,
               "--help=%.60s: must be all, events, or a group: input, select, view, source, "
               "output, checks, other or report",
               topic);
}

/* The text "1" if the macro is defined by -D, else its name. */
#define VALUE(macro) TEXT_OF(macro)
#define TEXT_OF(words) #words

static const struct library {
    const char *name;  /* as in the Makefile's WITH_NAME */
    const char *value; /* "1" if the library is built in */
} libraries[] = {
    {"zlib", VALUE(HAVE_ZLIB)}, {"libdeflate", VALUE(HAVE_LIBDEFLATE)}, {"zstd", VALUE(HAVE_ZSTD)},
    {"lzma", VALUE(HAVE_LZMA)}, {"libdw", VALUE(HAVE_LIBDW)},
};

static void print_libraries(FILE *out, const char *label, bool are_in)
{
    bool is_first = true;

    for (size_t i = 0; i < ARRAY_LENGTH(libraries); i++) {
        if ((libraries[i].value[0] == '1') != are_in)
            continue;
        fprintf(out, "%s%s", is_first ? label : ", ", libraries[i].name);
        is_first = false;
    }
    if (!is_first)
        fputc('\n', out);
}

void version_print(FILE *out)
{
    fputs("quern " QUERN_VERSION "\n", out);
    print_libraries(out, "with: ", true);
    print_libraries(out, "without: ", false);
}
