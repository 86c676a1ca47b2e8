/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* How many pages are found through a file's array: the first 16,384 lines. */
enum { NEAR_PAGES = 1024 };

struct line_file {
    struct line_page **pages; /* by page number; NULL where no line has a cost */
    size_t n_pages;
    struct line_page **far; /* the others, in the order of their making */
    size_t n_far, far_capacity;
};

static struct line_page *create_page(struct lines *lines, uint64_t page_number)
{
    struct line_page *page = arena_alloc(&lines->arena, sizeof *page);

    page->first = page_number * LINES_PER_PAGE;
    memset(page->ids, 0xff, sizeof page->ids); /* NO_ID in each */
    return page;
}

static struct line_file *ensure_file(struct lines *lines, uint32_t file)
{
    if (file >= lines->file_capacity)
        lines->files =
            memory_grow(lines->files, &lines->file_capacity, file + 1, sizeof *lines->files);
    while (lines->n_files <= file)
        lines->files[lines->n_files++] = (struct line_file){0};
    return &lines->files[file];
}

/* Makes no more room than is wanted at first: most files have few lines with a cost, or many. */
static void grow_near(struct line_file *file, size_t wanted)
{
    size_t count = wanted > 2 * file->n_pages ? wanted : 2 * file->n_pages;
    struct line_page **pages = memory_alloc(count, sizeof *pages);

    if (file->n_pages != 0)
        memcpy(pages, file->pages, file->n_pages * sizeof *pages);
    free(file->pages);
    file->pages = pages;
    file->n_pages = count;
}

static struct line_page **near_slot(struct line_file *file, size_t page_number)
{
    if (page_number >= file->n_pages)
        grow_near(file, page_number + 1);
    return &file->pages[page_number];
}

static struct line_page *far_page(struct lines *lines, struct line_file *file, uint32_t file_id,
                                  uint64_t page_number)
{
    uint32_t known = (uint32_t)lines->far_pages.count;
    uint32_t id = map_add(&lines->far_pages, file_id, page_number);

    if (id == known) {
        struct line_page *page = create_page(lines, page_number);
        ARRAY_GROW(lines->far_by_id, id, lines->far_capacity);
        lines->far_by_id[id] = page;
        ARRAY_ADD(file->far, file->n_far, file->far_capacity, page);
    }
    return lines->far_by_id[id];
}

struct line_page *lines_page(struct lines *lines, uint32_t file, uint64_t number)
{
    struct line_file *of_file = ensure_file(lines, file);
    uint64_t page_number = number / LINES_PER_PAGE;

    if (page_number >= NEAR_PAGES)
        return far_page(lines, of_file, file, page_number);
    struct line_page **page = near_slot(of_file, (size_t)page_number);
    if (*page == NULL)
        *page = create_page(lines, page_number);
    return *page;
}

uint32_t lines_add_new(struct lines *lines)
{
    ARRAY_ADD(lines->has_self, lines->count, lines->capacity, false);
    return (uint32_t)lines->count - 1;
}

static int by_first(const void *a, const void *b)
{
    const struct line_page *const *left = a;
    const struct line_page *const *right = b;

    return ((*left)->first > (*right)->first) - ((*left)->first < (*right)->first);
}

static size_t list_page(const struct line_page *page, struct numbered_line *list, size_t count)
{
    for (unsigned i = 0; i < LINES_PER_PAGE; i++)
        if (page->ids[i] != NO_ID)
            list[count++] = (struct numbered_line){page->first + i, page->ids[i]};
    return count;
}

struct numbered_line *lines_of_file(const struct lines *lines, uint32_t file, size_t *count)
{
    const struct line_file *of_file = file < lines->n_files ? &lines->files[file] : NULL;

    *count = 0;
    if (of_file == NULL)
        return memory_alloc(0, sizeof(struct numbered_line));

    size_t n_pages = of_file->n_far;
    for (size_t i = 0; i < of_file->n_pages; i++)
        n_pages += of_file->pages[i] != NULL;
    struct numbered_line *list = memory_alloc(n_pages * LINES_PER_PAGE, sizeof *list);
    for (size_t i = 0; i < of_file->n_pages; i++)
        if (of_file->pages[i] != NULL)
            *count = list_page(of_file->pages[i], list, *count);
    ARRAY_SORT(of_file->far, of_file->n_far, by_first);
    for (size_t i = 0; i < of_file->n_far; i++)
        *count = list_page(of_file->far[i], list, *count);
    return list;
}

void lines_free(struct lines *lines)
{
    for (size_t i = 0; i < lines->n_files; i++) {
        free(lines->files[i].pages);
        free(lines->files[i].far);
    }
    free(lines->files);
    map_free(&lines->far_pages);
    free(lines->far_by_id);
    free(lines->has_self);
    arena_free(&lines->arena);
    *lines = (struct lines){0};
}

struct line_range *line_ranges_find(const struct numbered_line *lines, size_t n_lines,
                                    const bool *has_self, uint64_t context, size_t *count)
{
    struct line_range *ranges = memory_alloc(0, sizeof *ranges);
    size_t capacity = 0;

    *count = 0;
    for (size_t i = 0; i < n_lines; i++) {
        if (!has_self[lines[i].id])
            continue;
        uint64_t number = lines[i].number;
        uint64_t first = number > context ? number - context : 1;
        uint64_t last = number > UINT64_MAX - context ? UINT64_MAX : number + context;
        if (*count != 0 && first <= ranges[*count - 1].last) {
            ranges[*count - 1].last = last;
            continue;
        }
        ARRAY_ADD(ranges, *count, capacity, (struct line_range){first, last});
    }
    return ranges;
}
