/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/line_set.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

FILE *line_set_begin(struct line_set *set)
{
    set->out = open_memstream(&set->text, &set->size);
    cr_assert(set->out, "out of memory");
    return set->out;
}

void line_set_end(struct line_set *set)
{
    fclose(set->out);
    char *to = set->text;
    for (const char *from = set->text; *from != '\0'; from++)
        if (*from != ',')
            *to++ = *from;
    *to = '\0';
    ARRAY_GROW(set->list, set->count, set->capacity);
    set->list[set->count++] = set->text;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void line_set_sort(struct line_set *set)
{
    if (set->count != 0)
        qsort(set->list, set->count, sizeof *set->list, compare_lines);
}

static bool has(const struct line_set *set, const char *line)
{
    return set->count != 0 &&
           bsearch(&line, set->list, set->count, sizeof *set->list, compare_lines) != NULL;
}

static bool is_plain(const char *line)
{
    for (; *line != '\0'; line++)
        if (*line == '\\' || !isprint((unsigned char)*line))
            return false;
    return true;
}

size_t line_set_expect_among(const struct line_set *set, const struct line_set *others,
                             const char *path, const char *view)
{
    size_t count = 0;

    for (size_t i = 0; i < set->count; i++) {
        if (!is_plain(set->list[i]))
            continue;
        cr_expect(has(others, set->list[i]), "%s: not in %s: %s", path, view, set->list[i]);
        count++;
    }
    return count;
}

void line_set_free(struct line_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->list[i]);
    free(set->list);
    *set = (struct line_set){0};
}
