/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/manual.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/run.h"

#define PAGES TESTDATA_DIR "/../man/quern*.[1-9]"

void manual_open(struct manual *manual)
{
    *manual = (struct manual){.section = ""};
    cr_assert_eq(glob(PAGES, 0, NULL, &manual->paths), 0, "there is no %s", PAGES);
    cr_assert_leq(manual->paths.gl_pathc, (size_t)MANUAL_MOST_PAGES);
    manual->rest = "";
}

void manual_close(struct manual *manual)
{
    for (size_t i = 0; i < manual->n_read; i++)
        free(manual->texts[i]);
    globfree(&manual->paths);
}

static bool next_page(struct manual *manual)
{
    if (manual->n_read == manual->paths.gl_pathc)
        return false;
    const char *path = manual->paths.gl_pathv[manual->n_read];
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "cannot open %s", path);
    manual->rest = manual->texts[manual->n_read++] = run_read_file(file, &size);
    fclose(file);
    manual->page = strrchr(path, '/') + 1;
    manual->section = "";
    manual->number = 0;
    return true;
}

bool manual_next_line(struct manual *manual)
{
    char *end;

    while ((end = strchr(manual->rest, '\n')) == NULL)
        if (!next_page(manual))
            return false;
    *end = '\0';
    manual->line = manual->rest;
    manual->rest = end + 1;
    manual->number++;
    if (strncmp(manual->line, ".Sh ", 4) == 0)
        manual->section = manual->line + 4;
    return true;
}

bool manual_next_of(struct manual *manual, const char *section)
{
    while (manual_next_line(manual))
        if (strcmp(manual->section, section) == 0)
            return true;
    return false;
}

void manual_append(char *text, size_t size, const char *line)
{
    static const struct {
        const char *written, *meant;
    } escapes[] = {{"\\(aq", "'"},     {"\\(dq", "\""},    {"\\-", "-"},       {"\\e", "\\"},
                   {"\\&", ""},        {"\\(>=", "≥"},     {"\\[u2248]", "≈"}, {"\\[u2502]", "│"},
                   {"\\[u2500]", "─"}, {"\\[u250C]", "┌"}, {"\\[u253C]", "┼"}, {"\\[u251C]", "├"},
                   {"\\[u2514]", "└"}, {"\\[u2026]", "…"}, {"\\[u2191]", "↑"}, {"\\[u2192]", "→"},
                   {"\\[u2193]", "↓"}};
    size_t length = strlen(text);

    while (*line != '\0') {
        char character[] = {*line, '\0'};
        const char *meant = character;
        size_t n_read = 1;
        for (size_t i = 0; i < ARRAY_LENGTH(escapes); i++)
            if (strncmp(line, escapes[i].written, strlen(escapes[i].written)) == 0) {
                meant = escapes[i].meant;
                n_read = strlen(escapes[i].written);
                break;
            }
        cr_assert_lt(length + strlen(meant), size, "too long: %s", text);
        memcpy(text + length, meant, strlen(meant) + 1);
        length += strlen(meant);
        line += n_read;
    }
}
