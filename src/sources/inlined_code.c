/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/inlined_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/names.h"
#include "base/number.h"
#include "base/system.h"

static int by_begin(const void *left, const void *right)
{
    const struct code_range *a = left, *b = right;
    int order = number_compare(a->begin, b->begin);

    return order != 0 ? order : number_compare(a->node, b->node);
}

/* Whether a range counts before another one where both are. */
static bool is_above(const struct code_range *a, const struct code_range *b)
{
    return a->depth != b->depth ? a->depth > b->depth : a->node > b->node;
}

/* A heap of ranges with the one that counts on top. */
struct heap {
    const struct code_range **items;
    size_t count;
};

static void heap_add(struct heap *heap, const struct code_range *range)
{
    size_t at = heap->count++;

    for (; at != 0 && is_above(range, heap->items[(at - 1) / 2]); at = (at - 1) / 2)
        heap->items[at] = heap->items[(at - 1) / 2];
    heap->items[at] = range;
}

static void heap_remove_top(struct heap *heap)
{
    const struct code_range *last = heap->items[--heap->count];
    size_t at = 0, below;

    while ((below = 2 * at + 1) < heap->count) {
        if (below + 1 < heap->count && is_above(heap->items[below + 1], heap->items[below]))
            below++;
        if (!is_above(heap->items[below], last))
            break;
        heap->items[at] = heap->items[below];
        at = below;
    }
    heap->items[at] = last;
}

struct code_interval *code_ranges_flatten(struct code_range *ranges, size_t count,
                                          size_t *n_intervals)
{
    struct heap heap = {memory_alloc(count, sizeof *heap.items), 0};
    /* One begins only where a range begins or ends. */
    struct code_interval *intervals = memory_alloc(2 * count, sizeof *intervals);
    size_t next = 0, n_made = 0;
    uint64_t at = 0;

    ARRAY_SORT(ranges, count, by_begin);
    while (next < count || heap.count != 0) {
        if (heap.count == 0)
            at = ranges[next].begin;
        while (next < count && ranges[next].begin <= at)
            heap_add(&heap, &ranges[next++]);
        const struct code_range *top = heap.items[0];
        if (top->end <= at) {
            heap_remove_top(&heap);
            continue;
        }
        uint64_t end =
            next < count && ranges[next].begin < top->end ? ranges[next].begin : top->end;
        if (n_made != 0 && intervals[n_made - 1].node == top->node &&
            intervals[n_made - 1].end == at)
            intervals[n_made - 1].end = end;
        else
            intervals[n_made++] = (struct code_interval){at, end, top->node};
        at = end;
    }
    free(heap.items);
    *n_intervals = n_made;
    return intervals;
}

static int by_line_begin(const void *left, const void *right)
{
    const struct line_interval *a = left, *b = right;
    int order = number_compare(a->begin, b->begin);

    return order != 0 ? order : number_compare(a->end, b->end);
}

size_t line_intervals_sort(struct line_interval *lines, size_t count)
{
    size_t n_kept = 0;

    ARRAY_SORT(lines, count, by_line_begin);
    for (size_t i = 0; i < count; i++) {
        struct line_interval line = lines[i];
        if (i + 1 < count && lines[i + 1].begin < line.end)
            line.end = lines[i + 1].begin;
        if (line.begin < line.end)
            lines[n_kept++] = line;
    }
    return n_kept;
}

/* Compares code with an interval, which is equal if they overlap. */
static int compare_with_interval(const void *range, const void *interval)
{
    const struct code_range *code = range;
    const struct code_interval *other = interval;

    return code->end <= other->begin ? -1 : code->begin >= other->end;
}

static int compare_with_line(const void *range, const void *line)
{
    const struct code_range *code = range;
    const struct line_interval *other = line;

    return code->end <= other->begin ? -1 : code->begin >= other->end;
}

/* Finds an interval with code from one address to another. */
static const struct code_interval *find_interval(const struct inlined_code *code, uint64_t begin,
                                                 uint64_t end)
{
    const struct code_range range = {.begin = begin, .end = end};

    return code->n_intervals == 0 ? NULL
                                  : bsearch(&range, code->intervals, code->n_intervals,
                                            sizeof *code->intervals, compare_with_interval);
}

uint32_t inlined_code_node(const struct inlined_code *code, uint64_t address)
{
    const struct code_interval *found = find_interval(code, address, address + 1);

    return found == NULL ? NO_ID : found->node;
}

bool inlined_code_has(const struct inlined_code *code, uint64_t begin, uint64_t end)
{
    return find_interval(code, begin, end) != NULL;
}

const struct line_interval *inlined_code_line(const struct inlined_code *code, uint64_t address)
{
    const struct code_range range = {.begin = address, .end = address + 1};

    return code->n_lines == 0
             ? NULL
             : bsearch(&range, code->lines, code->n_lines, sizeof *code->lines, compare_with_line);
}

/* Writes items after their count. */
static void write_items(FILE *to, const void *items, uint64_t count, size_t size)
{
    fwrite(&count, sizeof count, 1, to);
    if (count != 0) /* or there are no items to point at */
        fwrite(items, size, (size_t)count, to);
}

/* Writes texts after each other, each with a NUL byte. */
static void write_names(FILE *to, const struct names *names)
{
    struct buffer bytes = {0};

    for (uint32_t id = 0; id < names_count(names); id++) {
        buffer_append(&bytes, names_text(names, id));
        buffer_append(&bytes, (struct text){"", 1});
    }
    write_items(to, bytes.at, bytes.length, 1);
    free(bytes.at);
}

void inlined_code_write(const struct inlined_code *code, enum inlined_code_status status, FILE *to)
{
    fputc((int)status, to);
    write_names(to, code->names);
    write_names(to, code->files);
    write_items(to, code->functions, code->n_functions, sizeof *code->functions);
    write_items(to, code->nodes, code->n_nodes, sizeof *code->nodes);
    write_items(to, code->intervals, code->n_intervals, sizeof *code->intervals);
    write_items(to, code->lines, code->n_lines, sizeof *code->lines);
    write_items(to, code->aliases, code->n_aliases, sizeof *code->aliases);
}

/* Reads items. Returns NULL where there are fewer than it says, or more than any object has. */
static void *receive(struct process *process, size_t size, size_t *count)
{
    enum { MOST_BYTES = 1 << 30 };
    uint64_t wanted;
    void *items = NULL;

    if (process_read(process, &wanted, sizeof wanted) && wanted <= MOST_BYTES / size) {
        *count = (size_t)wanted;
        items = memory_alloc(*count + 1, size);
        if (process_read(process, items, *count * size))
            return items;
    }
    *count = 0;
    free(items);
    return NULL;
}

/* Reads distinct texts of one line each. */
static bool receive_names(struct process *process, struct names *names)
{
    size_t size;
    char *bytes = receive(process, 1, &size);
    struct text rest = {bytes, size}, name;
    bool is_read = bytes != NULL && (size == 0 || bytes[size - 1] == '\0');

    while (is_read && rest.length != 0 && text_cut(&rest, '\0', &name)) {
        size_t count = names_count(names);
        is_read = names_add(names, name) == count && memchr(name.at, '\n', name.length) == NULL &&
                  memchr(name.at, '\r', name.length) == NULL;
    }
    free(bytes);
    return is_read;
}

static bool is_id(uint32_t id, size_t count)
{
    return id == NO_ID || id < count;
}

/* Whether each refers to what is there, and is in no more than entries can be. */
static bool are_nodes_right(const struct inlined_code *code)
{
    unsigned *depths = memory_alloc(code->n_nodes, sizeof *depths);
    size_t n_files = names_count(code->files);
    bool is_right = true;

    for (size_t i = 0; i < code->n_nodes && is_right; i++) {
        const struct code_node *node = &code->nodes[i];
        is_right = node->function < code->n_functions && is_id(node->call_file, n_files) &&
                   is_id(node->parent, i);
        if (is_right && node->parent != NO_ID)
            depths[i] = depths[node->parent] + 1;
        is_right = is_right && depths[i] <= MOST_LEVELS;
    }
    free(depths);
    return is_right;
}

/* Whether each refers to what is there, and ranges ascend. */
static bool is_code_right(const struct inlined_code *code)
{
    size_t n_names = names_count(code->names), n_files = names_count(code->files);
    uint64_t end = 0;

    for (size_t i = 0; i < code->n_functions; i++)
        if (code->functions[i].name >= n_names || !is_id(code->functions[i].file, n_files))
            return false;
    for (size_t i = 0; i < code->n_intervals; end = code->intervals[i++].end)
        if (code->intervals[i].begin < end || code->intervals[i].end <= code->intervals[i].begin ||
            code->intervals[i].node >= code->n_nodes)
            return false;
    end = 0;
    for (size_t i = 0; i < code->n_lines; end = code->lines[i++].end)
        if (code->lines[i].begin < end || code->lines[i].end <= code->lines[i].begin ||
            !is_id(code->lines[i].file, n_files))
            return false;
    for (size_t i = 0; i < code->n_aliases; i++)
        if (code->aliases[i].name >= n_names || code->aliases[i].node >= code->n_nodes)
            return false;
    return are_nodes_right(code);
}

enum inlined_code_status inlined_code_receive(struct inlined_code *code, struct process *process)
{
    unsigned char status, more;

    *code = (struct inlined_code){.names = names_create(), .files = names_create()};
    if (process_read(process, &status, 1) && status <= INLINED_CODE_DAMAGED &&
        receive_names(process, code->names) && receive_names(process, code->files) &&
        (code->functions = receive(process, sizeof *code->functions, &code->n_functions)) &&
        (code->nodes = receive(process, sizeof *code->nodes, &code->n_nodes)) &&
        (code->intervals = receive(process, sizeof *code->intervals, &code->n_intervals)) &&
        (code->lines = receive(process, sizeof *code->lines, &code->n_lines)) &&
        (code->aliases = receive(process, sizeof *code->aliases, &code->n_aliases)) &&
        is_code_right(code) && !process_read(process, &more, 1) && !process->is_endless)
        return (enum inlined_code_status)status;
    inlined_code_free(code);
    return INLINED_CODE_DAMAGED;
}

void inlined_code_free(struct inlined_code *code)
{
    names_free(code->files);
    free(code->functions);
    free(code->nodes);
    free(code->intervals);
    free(code->lines);
    free(code->aliases);
    names_free(code->names);
    *code = (struct inlined_code){0};
}
