/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/array.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/listing_rows.h"
#include "reporter/view/objects/objects.h"

/* Describes an instruction of a function, executed or between two that were. */
struct item {
    uint64_t address, end;          /* the end is 0 where it is not known: without a text */
    const struct listed_line *line; /* NULL: it was not executed */
    struct text text;
    bool has_target;        /* the text tells where it jumps to, or whom it calls */
    bool is_after_gap;      /* something that is not listed stands before it */
    bool is_shown, is_near; /* for itself, or because a shown one is near */
};

/* Holds the instructions of one function, one after the other in an object. */
struct stretch {
    const struct listed_line *first;
    size_t count;
    uint32_t sum; /* row of the sums */
    struct item *items;
    size_t n_items;
};

/* Holds the state while rows are added. */
struct builder {
    struct listing *listing;
    struct source_line *sources; /* by instruction: its line; NULL where none are shown */
    struct drawn_jump *drawn;
    size_t n_drawn, drawn_capacity;
};

static struct item item_of(struct builder *builder, const struct instruction *instruction)
{
    return (struct item){.address = instruction->address,
                         .end = instruction->address + instruction->length,
                         .text = arena_copy_text(&builder->listing->texts, instruction->text),
                         .has_target = instruction->has_target};
}

/*
 * Makes items of the executed instructions and of those between them; both lists are ascending.
 * Instructions that were executed but are not listed, such as code from another file, are left out,
 * and so is what is between parts of the function that are far from each other.
 */
static void make_items(struct builder *builder, struct stretch *stretch)
{
    struct object_codes *codes = builder->listing->shown.codes;
    const struct listed_line *lines = stretch->first;
    size_t n_texts = 0, next = 0, first = 0, capacity = 0;
    const struct instruction *texts;
    bool is_after_gap = false;

    while (first < stretch->count && lines[first].address == 0)
        first++;
    texts = first < stretch->count
              ? object_codes_read(codes, lines->object, lines[first].address, &n_texts)
              : NULL;
    for (size_t i = 0; i < stretch->count; i++) {
        const struct listed_line *line = &lines[i];
        struct item item = {.address = line->address};
        for (; next < n_texts && texts[next].address <= line->address; next++) {
            if (texts[next].address == line->address) {
                item = item_of(builder, &texts[next]);
                continue;
            }
            bool is_between = i > first &&
                              line->address - lines[i - 1].address <= FURTHEST_INSTRUCTION &&
                              !object_codes_was_executed(codes, line->object, texts[next].address);
            if (is_between) {
                struct item between = item_of(builder, &texts[next]);
                between.is_after_gap = is_after_gap;
                ARRAY_ADD(stretch->items, stretch->n_items, capacity, between);
            }
            is_after_gap = !is_between;
        }
        if (line->address == 0)
            item.text = NO_ADDRESS;
        item.line = line;
        item.is_after_gap = is_after_gap;
        ARRAY_ADD(stretch->items, stretch->n_items, capacity, item);
        is_after_gap = false;
    }
}

/*
 * Returns how far the context reaches beyond an item, given how far it reached beyond the one
 * before.
 */
static uint64_t context_left(const struct item *item, uint64_t context, uint64_t before)
{
    if (item->is_shown)
        return context;
    return before != 0 ? before - 1 : 0;
}

/* Shows as many items as the context has on either side of those shown, but none beyond a gap. */
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

/* Chooses the items that are shown: those that have something to say, and the context of these. */
static void choose(const struct builder *builder, struct stretch *stretch)
{
    const struct listing *listing = builder->listing;
    uint64_t line = listing->shown.line;

    for (size_t i = 0; i < stretch->n_items; i++) {
        struct item *item = &stretch->items[i];
        if (item->line != NULL && (line == 0 || item->line->number == line))
            item->is_shown = listing_is_line_shown(listing, item->line);
    }
    if (!listing->shown.is_bare)
        show_context(stretch, listing->input->options->context);
}

/*
 * Adds a line of source where its instructions begin, or go on after those of another line. One
 * without a text is added only if its file changes, since its number would be taken for that of a
 * line of the file before.
 */
static void add_source(struct builder *builder, const struct listed_line *line,
                       const struct listed_line *last, file_id file)
{
    struct listing *listing = builder->listing;
    bool is_elsewhere = line->file != (last != NULL ? last->file : file);

    if (builder->sources == NULL ||
        (last != NULL && last->file == line->file && last->number == line->number))
        return;
    struct text text = builder->sources[line - listing->lines->lines].text;
    if (text.length != 0 || is_elsewhere)
        listing_add_row(listing, ROW_SOURCE, (struct file_line){line->file, line->number})->text =
            text;
}

static void add_items(struct builder *builder, const struct stretch *stretch)
{
    struct listing *listing = builder->listing;
    const struct listed_line *last_line = NULL;
    const struct item *last = NULL;
    file_id file = listing->of->rows->list[stretch->first->row].file;

    for (size_t i = 0; i < stretch->n_items; i++) {
        const struct item *item = &stretch->items[i];
        if (!item->is_shown)
            continue;
        bool follows = last == NULL || (last == item - 1 && !item->is_after_gap);
        if (!listing->shown.is_bare &&
            (!follows || (last != NULL && last->end != 0 && last->end != item->address)))
            listing_add_row(listing, ROW_GAP, (struct file_line){file, 0});
        last = item;
        size_t begin = listing->n_rows;
        if (item->line == NULL) {
            listing_add_row(listing, ROW_INSTRUCTION, (struct file_line){file, 0})->text =
                item->text;
        } else {
            add_source(builder, item->line, last_line, file);
            file = item->line->file;
            last_line = item->line;
            begin = listing->n_rows;
            listing_add_line(listing, item->line, item->text);
        }
        for (size_t row = begin; row < listing->n_rows; row++) {
            listing->rows[row].address = item->address;
            listing->rows[row].has_target = item->line != NULL && item->has_target;
        }
    }
}

/*
 * Finds the row of the instruction at an address; addresses are ascending. Returns SIZE_MAX if
 * there is none.
 */
static size_t find_row(const struct listing *listing, const size_t *rows, size_t count,
                       uint64_t address)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (listing->rows[rows[middle]].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && listing->rows[rows[low]].address == address ? rows[low] : SIZE_MAX;
}

/* Notes which jumps between rows from `first` on are drawn. They come after their instruction. */
static void draw_jumps(struct builder *builder, size_t first)
{
    const struct listing *listing = builder->listing;
    size_t count = 0, from = first;
    size_t *instructions = memory_alloc(listing->n_rows - first, sizeof *instructions);

    for (size_t i = first; i < listing->n_rows; i++)
        if (listing->rows[i].kind == ROW_INSTRUCTION)
            instructions[count++] = i;
    for (size_t i = first; i < listing->n_rows; i++) {
        const struct listing_row *row = &listing->rows[i];
        from = row->kind == ROW_INSTRUCTION ? i : from;
        if (row->kind != ROW_JUMP)
            continue;
        uint64_t address = listing->jumps.list[row->id].to.address;
        size_t to = find_row(listing, instructions, count, address);
        if (to == SIZE_MAX || to == from)
            continue;
        ARRAY_ADD(builder->drawn, builder->n_drawn, builder->drawn_capacity,
                  (struct drawn_jump){.from = from, .to = to, .is_back = to < from});
    }
    free(instructions);
}

/*
 * Adds a heading, and what is shown of the instructions of the function; the first heading of the
 * listing is at `first_heading`.
 */
static void add_stretch(struct builder *builder, struct stretch *stretch, size_t first_heading)
{
    struct listing *listing = builder->listing;
    const struct listed_line *first = stretch->first;
    size_t begin = listing->n_rows;

    make_items(builder, stretch);
    choose(builder, stretch);
    struct listing_row *row = listing_add_row(
        listing, ROW_LISTING, (struct file_line){listing->of->rows->list[first->row].file, 0});
    row->id = stretch->sum;
    row->callee = first->row;
    struct text path = object_codes_path(listing->shown.codes, first->object);
    if (path.at != NULL)
        row->text = arena_copy_text(&listing->texts, path);
    add_items(builder, stretch);
    free(stretch->items);
    if (listing->n_rows == begin + 1) { /* nothing is shown */
        if (listing->shown.sides == NULL || begin != first_heading)
            listing->n_rows = begin;
        return;
    }
    listing_fold(listing, begin + 1);
    if (!listing->shown.is_bare)
        draw_jumps(builder, begin);
}

/* Reads the texts of all lines of source that have instructions. */
static void read_sources(struct builder *builder)
{
    const struct listing *listing = builder->listing;
    const struct line_costs *lines = listing->lines;

    if (listing->shown.is_bare)
        return;
    builder->sources = memory_alloc(lines->n_lines, sizeof *builder->sources);
    for (size_t i = 0; i < lines->n_lines; i++) {
        const struct listed_line *line = &lines->lines[i];
        struct text file = names_text(listing->input->profile->symbols.files, line->file);
        builder->sources[i] = (struct source_line){.file = file, .number = line->number};
    }
    const struct source_reading reading = {&listing->input->paths, listing->input->profile,
                                           listing->input->warnings};
    source_lines_read(builder->sources, lines->n_lines, &reading, &builder->listing->texts);
}

void list_instructions(struct listing *listing)
{
    struct builder builder = {.listing = listing};
    struct listed_parts parts;

    read_sources(&builder);
    listed_parts_create(&parts, listing);
    listed_parts_add_sums(&parts, listing);
    size_t first_heading = listing->n_rows;
    for (size_t i = 0; i < parts.count; i++)
        for (size_t k = 0; k < parts.list[i].count && !parts.list[i].is_cold; k++)
            object_codes_choose_at(listing->shown.codes, parts.list[i].first[k].object,
                                   parts.list[i].first[k].address);
    for (size_t i = 0; i < parts.count; i++) {
        const struct listed_part *part = &parts.list[i];
        struct stretch stretch = {.first = part->first, .count = part->count, .sum = part->sum};
        if (!part->is_cold)
            add_stretch(&builder, &stretch, first_heading);
    }
    listed_parts_add_cold(&parts, listing);
    listed_parts_free(&parts);
    jump_lanes_find(&listing->lanes, builder.drawn, builder.n_drawn, listing->n_rows);
    free(builder.sources);
    free(builder.drawn);
}
