/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/instruction_entries.h"

#include <stdlib.h>

#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_entries.h"
#include "reporter/view/objects/objects.h"

/* An instruction of a function, executed or between two that were. */
struct item {
    uint64_t address, end;          /* the end is not known, and 0, where it has no text */
    const struct listed_line *line; /* NULL: it was not executed */
    struct text text;
    bool has_target;        /* the text tells where it jumps to, or whom it calls */
    bool is_after_gap;      /* something that is not listed is before it */
    bool is_shown, is_near; /* for itself, or near to what is */
};

/* The instructions of one function, one after the other in an object. */
struct stretch {
    const struct listed_line *first;
    size_t count;
    struct item *items;
    size_t n_items;
};

struct making {
    struct code_entries *entries;
    struct object_codes *codes;
    struct source_line *sources; /* by instruction: its line; NULL where none are shown */
    struct drawn_jump *drawn;
    size_t n_drawn, drawn_capacity;
};

static void add_item(struct stretch *stretch, struct item item, bool is_after_gap)
{
    item.is_after_gap = is_after_gap;
    stretch->items[stretch->n_items++] = item;
}

static struct item item_of(struct making *making, const struct instruction *instruction)
{
    return (struct item){.address = instruction->address,
                         .end = instruction->address + instruction->length,
                         .text = arena_copy_text(&making->entries->texts, instruction->text),
                         .has_target = instruction->has_target};
}

/*
 * Both are ascending. What is listed is there in any case; what was executed and is not listed, as
 * code from another file, is not.
 */
static void merge(struct making *making, struct stretch *stretch,
                  const struct disassembly *disassembly)
{
    size_t next = 0;
    bool is_after_gap = false;

    stretch->items = memory_alloc(stretch->count + disassembly->count, sizeof *stretch->items);
    for (size_t i = 0; i < stretch->count; i++) {
        const struct listed_line *line = &stretch->first[i];
        struct item item = {.address = line->address};
        for (; next < disassembly->count && disassembly->list[next].address <= line->address;
             next++) {
            const struct instruction *at = &disassembly->list[next];
            item = item_of(making, at);
            if (at->address == line->address)
                continue;
            bool is_between =
                i > 0 && !object_codes_was_executed(making->codes, line->object, at->address);
            if (is_between)
                add_item(stretch, item, is_after_gap);
            is_after_gap = !is_between;
        }
        if (item.address != line->address)
            item = (struct item){.address = line->address};
        item.line = line;
        add_item(stretch, item, is_after_gap);
        is_after_gap = false;
    }
}

static void decode(struct making *making, struct stretch *stretch)
{
    uint64_t *addresses = memory_alloc(stretch->count, sizeof *addresses);
    struct disassembly disassembly = {0};

    for (size_t i = 0; i < stretch->count; i++)
        addresses[i] = stretch->first[i].address;
    if (!object_codes_decode(making->codes, stretch->first->object, addresses, stretch->count,
                             &disassembly))
        disassembly.count = 0;
    merge(making, stretch, &disassembly);
    disassembly_free(&disassembly);
    free(addresses);
}

/* How far the context still reaches after an item, of as far as it did before. */
static uint64_t context_left(const struct item *item, uint64_t context, uint64_t before)
{
    if (item->is_shown)
        return context;
    return before != 0 ? before - 1 : 0;
}

/* Shows as many on either side of what is shown as the context has, but none beyond a gap. */
static void show_context(struct stretch *stretch, uint64_t context)
{
    uint64_t left = 0;

    for (size_t i = 0; i < stretch->n_items; i++) {
        struct item *item = &stretch->items[i];
        if (item->is_after_gap)
            left = 0;
        item->is_near = left != 0;
        left = context_left(item, context, left);
    }
    left = 0;
    for (size_t i = stretch->n_items; i-- > 0;) {
        struct item *item = &stretch->items[i];
        item->is_near = item->is_near || left != 0;
        left = context_left(item, context, left);
        if (item->is_after_gap)
            left = 0;
    }
    for (size_t i = 0; i < stretch->n_items; i++)
        stretch->items[i].is_shown |= stretch->items[i].is_near;
}

static bool choose(const struct making *making, struct stretch *stretch, struct error *error)
{
    const struct code_entries *entries = making->entries;
    uint64_t line = entries->shown.line;

    for (size_t i = 0; i < stretch->n_items; i++) {
        struct item *item = &stretch->items[i];
        if (item->line != NULL && (line == 0 || item->line->number == line) &&
            !line_entries_find_shown(entries, item->line, &item->is_shown, error))
            return false;
    }
    if (!entries->shown.is_bare)
        show_context(stretch, entries->input->options->context);
    return true;
}

/*
 * A line of source is shown where its instructions begin, or go on after those of another one; of
 * another file also without its text, since the number alone would say something else.
 */
static void add_source(struct making *making, const struct listed_line *line,
                       const struct listed_line *last, file_id file)
{
    struct code_entries *entries = making->entries;
    bool is_elsewhere = line->file != (last != NULL ? last->file : file);

    if (making->sources == NULL ||
        (last != NULL && last->file == line->file && last->number == line->number))
        return;
    struct text text = making->sources[line - entries->lines->lines].text;
    if (text.length != 0 || is_elsewhere)
        line_entries_add(entries, ROW_SOURCE, (struct file_line){line->file, line->number})->text =
            text;
}

static bool add_executed(struct making *making, const struct item *item, struct error *error)
{
    struct code_entries *entries = making->entries;
    size_t row = entries->count;

    if (!line_entries_add_line(entries, item->line, item->text, error))
        return false;
    for (size_t i = row; i < entries->count; i++) {
        entries->list[i].address = item->address;
        entries->list[i].has_target = item->has_target;
    }
    return true;
}

static void add_between(struct making *making, const struct item *item, file_id file)
{
    struct code_entry *entry =
        line_entries_add(making->entries, ROW_INSTRUCTION, (struct file_line){file, 0});

    entry->id = NO_ID;
    entry->address = item->address;
    entry->text = item->text;
}

static void add_heading(struct making *making, const struct stretch *stretch)
{
    struct code_entries *entries = making->entries;
    const struct rows *rows = entries->of->rows;
    const struct listed_line *first = stretch->first;
    struct file_line no_line = {rows->list[first->row].file, 0};
    struct code_entry *entry = line_entries_add(entries, ROW_LISTING, no_line);
    struct text path = object_codes_path(making->codes, first->object);

    entry->id = (uint32_t)entries->sums.n_rows;
    entry->callee = first->row;
    if (path.at != NULL)
        entry->text = arena_copy_text(&entries->texts, path);
}

static bool add_items(struct making *making, const struct stretch *stretch, struct error *error)
{
    struct code_entries *entries = making->entries;
    const struct listed_line *last_line = NULL;
    const struct item *last = NULL;
    file_id file = entries->of->rows->list[stretch->first->row].file;

    for (size_t i = 0; i < stretch->n_items; i++) {
        const struct item *item = &stretch->items[i];
        if (!item->is_shown)
            continue;
        bool follows = last == NULL || (last == item - 1 && !item->is_after_gap);
        if (!entries->shown.is_bare &&
            (!follows || (last != NULL && last->end != 0 && last->end != item->address)))
            line_entries_add(entries, ROW_GAP, (struct file_line){file, 0});
        last = item;
        if (item->line == NULL) {
            add_between(making, item, file);
            continue;
        }
        add_source(making, item->line, last_line, file);
        file = item->line->file;
        last_line = item->line;
        if (!add_executed(making, item, error))
            return false;
    }
    return true;
}

/* The rows of instructions from `first` on; the caller frees them. */
static size_t *list_instructions(const struct code_entries *entries, size_t first, size_t *count)
{
    size_t *rows = memory_alloc(entries->count - first, sizeof *rows);

    *count = 0;
    for (size_t i = first; i < entries->count; i++)
        if (entries->list[i].kind == ROW_INSTRUCTION)
            rows[(*count)++] = i;
    return rows;
}

/* Which of the rows, whose addresses are ascending, is that of an instruction; SIZE_MAX: none. */
static size_t find_row(const struct code_entries *entries, const size_t *rows, size_t count,
                       uint64_t address)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries->list[rows[middle]].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && entries->list[rows[low]].address == address ? rows[low] : SIZE_MAX;
}

static void draw(struct making *making, size_t from, size_t to)
{
    ARRAY_GROW(making->drawn, making->n_drawn, making->drawn_capacity);
    making->drawn[making->n_drawn++] =
        (struct drawn_jump){.from = from, .to = to, .is_back = to < from};
}

/* Jumps between rows from `first` on are to be drawn; they come after what they are from. */
static void draw_jumps(struct making *making, size_t first)
{
    const struct code_entries *entries = making->entries;
    size_t n_rows, from = first;
    size_t *rows = list_instructions(entries, first, &n_rows);

    for (size_t i = first; i < entries->count; i++) {
        const struct code_entry *entry = &entries->list[i];
        from = entry->kind == ROW_INSTRUCTION ? i : from;
        if (entry->kind != ROW_JUMP)
            continue;
        size_t to = find_row(entries, rows, n_rows, entries->jumps->list[entry->id].to.address);
        if (to != SIZE_MAX && to != from)
            draw(making, from, to);
    }
    free(rows);
}

/* Adds up what is listed of a function, executed and shown or not. */
static bool add_sums(struct making *making, const struct stretch *stretch, uint32_t sum,
                     struct error *error)
{
    struct code_entries *entries = making->entries;
    const struct costs *self = &entries->lines->self;
    bool overflows = false;

    for (size_t i = 0; i < stretch->count; i++) {
        uint32_t id = stretch->first[i].id;
        overflows |= costs_combine_overflows(&entries->sums, sum, costs_row(self, id), false);
        if (entries->diff != NULL)
            overflows |= costs_combine_overflows(&entries->old_sums, sum,
                                                 costs_row(&entries->diff->old_self, id), false);
    }
    profile_note_overflow(entries->input->profile, overflows);
    return profile_fits(entries->input->profile, error);
}

static bool add_stretch(struct making *making, struct stretch *stretch, struct error *error)
{
    struct code_entries *entries = making->entries;
    size_t begin = entries->count;

    decode(making, stretch);
    bool is_done = choose(making, stretch, error);
    if (is_done) {
        add_heading(making, stretch);
        is_done = add_sums(making, stretch, entries->list[begin].id, error) &&
                  add_items(making, stretch, error);
    }
    if (is_done && entries->count == begin + 1)
        entries->count = entries->diff != NULL && begin == 0 ? 1 : begin; /* nothing is shown */
    else if (is_done && !entries->shown.is_bare)
        draw_jumps(making, begin);
    free(stretch->items);
    return is_done;
}

/* The source texts of all lines that have instructions. */
static void read_sources(struct making *making)
{
    const struct code_entries *entries = making->entries;
    const struct line_costs *lines = entries->lines;

    if (entries->shown.is_bare)
        return;
    making->sources = memory_alloc(lines->n_lines, sizeof *making->sources);
    for (size_t i = 0; i < lines->n_lines; i++) {
        const struct listed_line *line = &lines->lines[i];
        struct text file = names_text(entries->input->profile->symbols.files, line->file);
        making->sources[i] = (struct source_line){.file = file, .number = line->number};
    }
    const struct source_reading reading = {&entries->input->paths, entries->input->profile,
                                           entries->input->warnings};
    source_lines_read(making->sources, lines->n_lines, &reading, &making->entries->texts);
}

static bool add_all(struct making *making, struct error *error)
{
    const struct line_costs *lines = making->entries->lines;
    size_t end;

    for (size_t i = 0; i < lines->n_lines; i = end) {
        const struct listed_line *first = &lines->lines[i];
        end = i + 1;
        while (end < lines->n_lines && lines->lines[end].row == first->row)
            end++;
        struct stretch stretch = {.first = first, .count = end - i};
        if (!add_stretch(making, &stretch, error))
            return false;
    }
    return true;
}

bool instruction_entries_make(struct code_entries *entries, struct jump_lanes *lanes,
                              struct error *error)
{
    struct making making = {.entries = entries, .codes = entries->shown.codes};

    costs_init(&entries->sums, entries->lines->self.n_events);
    costs_init(&entries->old_sums, entries->lines->self.n_events);
    if (!view_smallest_change(entries->input, entries->input->metric.event, &entries->least, error))
        return false;
    read_sources(&making);
    bool is_done = add_all(&making, error);
    if (is_done)
        jump_lanes_find(lanes, making.drawn, making.n_drawn, entries->count);
    free(making.sources);
    free(making.drawn);
    return is_done;
}
