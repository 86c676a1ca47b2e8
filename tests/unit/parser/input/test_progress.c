/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/input/input.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* What is shown where nothing is waited for, when half of `total` bytes were read. */
static char *shown(int64_t total, int64_t delay)
{
    struct progress progress;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    progress_begin(&progress, out, delay);
    progress.total = total;
    progress_add(&progress, 3 * 1000 * 1000);
    progress_add(&progress, 2 * 1000 * 1000); /* too early for another line */
    progress_end(&progress);
    fclose(out);
    return text;
}

Test(progress, tells_the_share_of_what_is_to_be_read)
{
    char *text = shown(10 * 1000 * 1000, 0);

    cr_expect_eq(strncmp(text, "\rreading:  30 %, ", 17), 0, "%s", text);
    cr_expect(strstr(text, " MB/s\x1b[K\r\x1b[K"), "the line is still there: %s", text);
    cr_expect_eq(strchr(text + 1, '\r'), strrchr(text, '\r'), "two lines: %s", text);
    free(text);
}

Test(progress, tells_the_bytes_of_a_pipe)
{
    char *text = shown(0, 0);

    cr_expect_eq(strncmp(text, "\rreading: 3 MB, ", 16), 0, "%s", text);
    free(text);
}

Test(progress, is_silent_at_first)
{
    char *text = shown(10, 1000 * 1000);

    cr_expect_str_empty(text);
    free(text);
    progress_add(NULL, 1);
}
