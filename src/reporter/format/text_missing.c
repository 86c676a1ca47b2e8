/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

enum { MORE_ROOM = MAX_COUNT + 32 };

/* Formats ", and 3 more: see --wide", or nothing where there are no more. Returns its length. */
static size_t format_more(size_t n_more, char text[MORE_ROOM])
{
    char count[MAX_COUNT];

    text[0] = '\0';
    if (n_more == 0)
        return 0;
    format_count((int64_t)n_more, count);
    return (size_t)snprintf(text, MORE_ROOM, ", and %s more: see --wide", count);
}

/* Returns how many of the names fit into a line after its title; at least the first is named. */
static size_t count_fitting(struct text_list names, size_t width, size_t taken)
{
    size_t fitting = names.count != 0;
    char more[MORE_ROOM];

    for (size_t i = 0; i < names.count; i++) {
        taken += 2 + text_columns(names.items[i]);
        if (taken + format_more(names.count - i - 1, more) <= width)
            fitting = i + 1;
    }
    return fitting;
}

/* Writes in one line how many there are, and the first of them. */
static void write_number_missing(const struct text_writer *writer, struct text_list names)
{
    enum { USUAL_WIDTH = 80 };
    const char *title = names.count == 1 ? " source was not found" : " sources were not found";
    size_t width = writer->options->width != 0 ? writer->options->width : USUAL_WIDTH;
    FILE *out = writer->out;
    char count[MAX_COUNT], more[MORE_ROOM];
    size_t taken = format_count((int64_t)names.count, count) + strlen(title);
    size_t shown = count_fitting(names, width, taken);

    fprintf(out, "%s%s", count, title);
    for (size_t i = 0; i < shown; i++) {
        fputs(i == 0 ? ": " : ", ", out);
        write_text(out, names.items[i]);
    }
    format_more(names.count - shown, more);
    fprintf(out, "%s\n\n", more);
}

bool format_text_missing(const struct text_writer *writer, const struct section *section,
                         struct error *error)
{
    FILE *out = writer->out;

    (void)error;
    if (!writer->options->lists_missing) {
        write_number_missing(writer, section->names);
        return true;
    }
    write_rule(out);
    fputs("The following files chosen for auto-annotation could not be found:\n", out);
    write_rule(out);
    for (size_t i = 0; i < section->names.count; i++) {
        fputs("  ", out);
        write_text(out, section->names.items[i]);
        fputc('\n', out);
    }
    fputc('\n', out);
    return true;
}
