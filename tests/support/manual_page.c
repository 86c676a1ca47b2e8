/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/manual_page.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

#define MANUAL TESTDATA_DIR "/../man/quern.1"

void manual_open(struct manual_page *page)
{
    FILE *file = fopen(MANUAL, "r");
    size_t size;

    cr_assert(file, "cannot open %s", MANUAL);
    *page = (struct manual_page){.text = run_read_file(file, &size), .section = ""};
    page->rest = page->text;
    fclose(file);
}

void manual_close(struct manual_page *page)
{
    free(page->text);
}

bool manual_next_line(struct manual_page *page)
{
    char *end = strchr(page->rest, '\n');

    if (end == NULL)
        return false;
    *end = '\0';
    page->line = page->rest;
    page->rest = end + 1;
    page->number++;
    if (strncmp(page->line, ".Sh ", 4) == 0)
        page->section = page->line + 4;
    return true;
}

bool manual_next_of(struct manual_page *page, const char *section)
{
    while (manual_next_line(page))
        if (strcmp(page->section, section) == 0)
            return true;
    return false;
}
