/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Lists the lines of a file, or the instructions of a function, below a heading each. What is
 * listed are items: lines of source, or instructions, in their order, with or without a cost. Those
 * that have something to say and cost enough are listed with others around them; what is between
 * these is left out, and is a fold with a sum where it has costs that would be listed otherwise.
 */

#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/listing/listing_rows.h"
#include "reporter/view/objects/objects.h"
#include "sources/source.h"
#include "sources/source_paths.h"

/* Holds the lines of a file, or the instructions of a function, which have one heading. */
struct listed_part {
    const struct listed_line *first; /* the others follow it */
    size_t count;
    struct text name; /* of the file */
    bool is_own;      /* the function is defined in the file */
    bool is_cold;     /* it is not listed, since it costs too little */
    size_t n_shown;   /* of the lines: in a difference those that changed */
    uint32_t sum;     /* row of the sums */
    int64_t cost;     /* what it is ranked by: of a user's file twice as much; 0 of a ratio */
};

/* Holds the items of a part while they are listed. */
struct part_items {
    struct listing *listing;
    const struct listed_part *part;
    struct listed_row **list;
    size_t count, capacity;
    size_t n_placed;   /* those before are the source, or all instructions; others have no place */
    struct map places; /* finds lines by number, where some that are gone are among them */

    struct text path; /* of the source or object; without pointer where there is none to show */
    struct source_state state;
    bool is_withheld; /* the source was found, but its lines are not to be shown */

    file_id file;                   /* of what is listed next */
    size_t next;                    /* the first item that was neither listed nor passed over */
    size_t first_row;               /* of the part */
    const struct listed_line *last; /* by instruction: the line of source above those listed last */
    bool has_ended;                 /* in the report: a range went past the end of the source */
};

/* Places of items from the first, which is 1, to the last; {0, 0} is none. */
struct line_range {
    uint64_t first, last;
};

/* Holds what the listing of instructions needs of all parts. */
struct instructions_shown {
    struct source_line *sources; /* by line of the listing: its source; NULL where none are shown */
    struct drawn_jump *drawn;
    size_t n_drawn, drawn_capacity;
};

void missing_sources_warn(struct missing_sources *missing, const struct view_input *input)
{
    if (missing->count == 1)
        warnings_add(input->warnings, missing->first.at, 0,
                     "source not found (see --include, --path-map)");
    else if (missing->count > 1)
        warnings_add(input->warnings, NULL, 0,
                     "sources of %zu files not found: %s and %zu more (--wide lists them; see "
                     "--include, --path-map)",
                     missing->count, missing->first.at, missing->count - 1);
    missing->count = 0;
}

void missing_sources_add(struct missing_sources *missing, const struct view_input *input,
                         struct text name)
{
    if (!is_known_name(name))
        return;
    if (missing->count++ == 0)
        missing->first = name;
    if (input->options->lists_missing)
        missing_sources_warn(missing, input);
}

static bool is_by_instruction(const struct part_items *items)
{
    return items->listing->shown.code.is_by_instruction;
}

static bool is_of_report(const struct part_items *items)
{
    return items->listing->shown.calls != NULL;
}

static uint64_t context_of(const struct part_items *items)
{
    return items->listing->shown.is_bare ? 0 : items->listing->input->options->context;
}

/* Returns the number of the last line around another one. */
static uint64_t last_around(const struct part_items *items, uint64_t number)
{
    uint64_t context = context_of(items);

    return number > UINT64_MAX - context ? UINT64_MAX : number + context;
}

static struct listed_row *add_item(struct part_items *items)
{
    struct listed_row *item = arena_alloc(&items->listing->arena, sizeof *item);

    ARRAY_ADD(items->list, items->count, items->capacity, item);
    return item;
}

/* Adds a line of source, or one that is gone from it. */
static void add_line(struct part_items *items, uint64_t number, struct text text)
{
    struct listed_row *item = add_item(items);

    item->number = number;
    item->text = arena_copy_text(&items->listing->arena, text);
}

/* Adds the lines of a source that was compared, and those that are gone where they were. */
static void add_compared(struct part_items *items, const struct line_matching *matching)
{
    file_id file = items->part->first->file;
    size_t count;
    uint64_t *numbers = line_matching_order(matching, file, &count);

    for (size_t i = 0; i < count; i++) {
        add_line(items, numbers[i],
                 line_matching_text(matching, (struct file_line){file, numbers[i]}));
        map_add(&items->places, 0, numbers[i]);
    }
    items->path = matching->current[file].path;
    items->state = matching->current[file].state;
    free(numbers);
}

/* Adds the lines of a source up to the last that can be shown. */
static void add_source_lines(struct part_items *items, struct source *source)
{
    const struct listed_part *part = items->part;
    uint64_t last = part->first[part->count - 1].number, line = items->listing->shown.line;
    struct text text;

    items->path = arena_copy_text(&items->listing->arena, text_of(source->path));
    last = last_around(items, line > last ? line : last);
    while (source->number < last && source_next_line(source, &text))
        add_line(items, source->number, text);
    items->state = source_state(source);
}

/* Returns where a line of source is among the items; SIZE_MAX where it is not. */
static size_t find_place(const struct part_items *items, uint64_t number)
{
    if (items->places.count == 0)
        return number - 1 < items->n_placed ? (size_t)number - 1 : SIZE_MAX;
    uint32_t place = map_find(&items->places, 0, number);
    return place != NO_ID ? place : SIZE_MAX;
}

/*
 * Reads the source of a file. Costs that are on no line of it come last: on no line in particular,
 * past its end, or of a source that was not found.
 */
static void read_source(struct part_items *items)
{
    const struct view_input *input = items->listing->input;
    const struct listed_part *part = items->part;
    const struct line_matching *matching = input->lines;
    struct source source = {0};

    if (is_of_report(items)) {
        add_source_lines(items, items->listing->shown.source);
    } else if (matching != NULL && line_map_has(&matching->map.current, part->first->file)) {
        add_compared(items, matching);
    } else if (source_find(&source, part->name, &input->paths)) {
        items->is_withheld = source.is_withheld;
        if (!source.is_withheld)
            add_source_lines(items, &source);
        source_close(&source);
    }
    items->n_placed = items->count;
    for (size_t i = 0; i < part->count; i++) {
        const struct listed_line *line = &part->first[i];
        size_t place = find_place(items, line->number);
        if (place != SIZE_MAX) {
            items->list[place]->line = line;
            continue;
        }
        struct listed_row *item = add_item(items);
        item->line = line;
        item->number = line->number;
        if (matching != NULL && line_map_is_gone(&matching->map, line->number))
            item->text = line_matching_text(matching, (struct file_line){line->file, line->number});
    }
}

static struct listed_row *add_instruction(struct part_items *items,
                                          const struct instruction *instruction)
{
    struct listed_row *item = add_item(items);

    item->address = instruction->address;
    item->text = arena_copy_text(&items->listing->arena, instruction->text);
    item->has_target = instruction->has_target;
    return item;
}

/*
 * Makes items of the executed instructions and of those between them; both lists are ascending.
 * Instructions that were executed but are not listed, such as code from another file, are left out,
 * and so is what is between parts of the function that are far from each other.
 */
static void read_instructions(struct part_items *items)
{
    struct object_codes *codes = items->listing->shown.codes;
    const struct listed_line *lines = items->part->first;
    size_t n_texts = 0, next = 0, first = 0;
    const struct instruction *texts = NULL;
    uint64_t end = 0; /* of the item before; 0: not known */

    while (first < items->part->count && lines[first].address == 0)
        first++;
    if (first < items->part->count)
        texts = object_codes_read(codes, lines->object, lines[first].address, &n_texts);
    for (size_t i = 0; i < items->part->count; i++) {
        const struct listed_line *line = &lines[i];
        bool is_near = i > first && line->address - lines[i - 1].address <= FURTHEST_INSTRUCTION;
        for (; next < n_texts && texts[next].address < line->address; next++) {
            if (!is_near || object_codes_was_executed(codes, line->object, texts[next].address))
                continue;
            add_instruction(items, &texts[next])->is_apart = end != texts[next].address;
            end = texts[next].address + texts[next].length;
        }
        bool has_text = next < n_texts && texts[next].address == line->address;
        struct listed_row *item =
            has_text ? add_instruction(items, &texts[next++]) : add_item(items);
        item->line = line;
        item->address = line->address;
        item->is_apart = end != 0 && end != line->address;
        end = has_text ? line->address + texts[next - 1].length : 0;
        if (line->address == 0)
            item->text = NO_ADDRESS;
    }
    items->path = object_codes_path(codes, lines->object);
    items->n_placed = items->count;
}

/* Chooses the items that are listed for themselves: at least the one that costs most. */
static void choose(struct part_items *items)
{
    const struct listing *listing = items->listing;
    uint64_t line = listing->shown.line;
    struct listed_row *hottest = NULL;
    double most = 0;

    for (size_t i = 0; i < items->count; i++) {
        struct listed_row *item = items->list[i];
        if (item->line == NULL || (line != 0 && item->line->number != line) ||
            !listing_is_line_shown(listing, item->line))
            continue;
        double share = listing->folds ? listing_share(listing, item->line) : 0;
        item->is_listed = true;
        item->is_chosen = !listing->folds || share >= listing->shown.least_percent;
        hottest = share > most ? item : hottest;
        most = share > most ? share : most;
    }
    if (hottest != NULL)
        hottest->is_chosen = true;
    size_t place = find_place(items, line);
    if (line != 0 && place != SIZE_MAX && !is_by_instruction(items))
        items->list[place]->is_chosen = true; /* without a cost, too */
}

/*
 * Adds a line of source where its instructions begin, or go on after those of another line. One
 * without a text is added only if its file changes, since its number would be taken for that of a
 * line of the file before.
 */
static void list_source_of(struct part_items *items, const struct instructions_shown *shown,
                           const struct listed_line *line)
{
    struct listing *listing = items->listing;
    const struct listed_line *last = items->last;
    bool is_elsewhere = line->file != items->file;

    items->last = line;
    items->file = line->file;
    if (shown->sources == NULL ||
        (last != NULL && last->file == line->file && last->number == line->number))
        return;
    struct text text = shown->sources[line - listing->lines->lines].text;
    if (text.length != 0 || is_elsewhere)
        listing_add_row(listing, ROW_SOURCE, (struct file_line){line->file, line->number})->text =
            text;
}

static void list_item(struct part_items *items, struct listed_row *item,
                      const struct instructions_shown *shown)
{
    struct listing *listing = items->listing;
    const struct listed_line *line = item->line;

    if (is_by_instruction(items) && line != NULL)
        list_source_of(items, shown, line);
    if (line != NULL || !listing->shown.is_bare)
        listing_add_item(listing, item, items->file);
    if (line != NULL)
        listing_add_jumps_and_calls(listing, item);
    if (is_of_report(items) && line != NULL)
        profile_note_overflow(listing->input->profile,
                              costs_combine_overflows(listing->shown.annotated, 0,
                                                      costs_row(listing->self.costs, line->id),
                                                      false));
}

/* Adds what stands for the items from the next one up to the given one, which are not listed. */
static void pass_over(struct part_items *items, size_t end, const struct instructions_shown *shown)
{
    struct listing *listing = items->listing;
    const struct file_line nowhere = {items->file, 0};
    uint32_t sum = (uint32_t)listing->sums.n_rows;
    size_t begin = items->next, n_folded = 0;

    for (size_t i = begin; i < end; i++)
        n_folded += items->list[i]->is_listed;
    items->next = end;
    if (n_folded == 1) {
        for (size_t i = begin; i < end; i++)
            if (items->list[i]->is_listed)
                list_item(items, items->list[i], shown);
    } else if (n_folded != 0) {
        for (size_t i = begin; i < end; i++)
            if (items->list[i]->is_listed)
                listing_add_to_sums(listing, sum, items->list[i]->line);
        listing_add_sum(listing, ROW_FOLD, items->file, sum)->n_left_out = (uint32_t)n_folded;
    } else if (end < items->n_placed && listing->n_rows > items->first_row + 1 &&
               (begin != end || (is_by_instruction(items) && items->list[end]->is_apart)) &&
               !listing->shown.is_bare && !is_of_report(items)) {
        listing_add_row(listing, ROW_GAP, nowhere);
    }
}

/* Lists a range of places from 1, as far as they are there. */
static void list_range(struct part_items *items, size_t begin, size_t end, struct line_range range,
                       const struct instructions_shown *shown)
{
    const struct file_line first = {items->file, range.first}, last = {items->file, range.last};
    size_t from = begin + (size_t)range.first - 1;
    size_t to = range.last < end - begin ? begin + (size_t)range.last : end;

    if (range.last == 0 || items->has_ended)
        return;
    if (is_of_report(items) && range.first != 1)
        listing_add_row(items->listing, ROW_GAP, first);
    if (from < to)
        pass_over(items, from, shown);
    for (; from < to; from++)
        list_item(items, items->list[from], shown);
    items->next = to > items->next ? to : items->next;
    items->has_ended = range.last > end - begin;
    if (is_of_report(items) && !items->has_ended)
        listing_add_row(items->listing, ROW_GAP, last);
}

/*
 * Lists the chosen ones among items that follow each other, with those around them. In the report
 * lines past the end of the source have others around them, too.
 */
static void list_run(struct part_items *items, size_t begin, size_t end,
                     const struct instructions_shown *shown)
{
    uint64_t context = context_of(items);
    struct line_range range = {0, 0};

    for (size_t i = begin; i < (is_of_report(items) ? items->count : end); i++) {
        uint64_t place = i < end ? i - begin + 1 : items->list[i]->number;
        if (!items->list[i]->is_chosen || place == 0)
            continue;
        uint64_t first = place > context ? place - context : 1, last = last_around(items, place);
        if (range.last != 0 && first <= range.last) {
            range.last = last;
            continue;
        }
        list_range(items, begin, end, range, shown);
        range = (struct line_range){first, last};
    }
    list_range(items, begin, end, range, shown);
    items->has_ended = false;
}

/* Lists costs of the report's file that are on no line of the source, without calls. */
static void list_rest_of_report(struct part_items *items)
{
    struct listing *listing = items->listing;
    struct listed_row *unidentified = NULL;
    const struct file_line nowhere = {NO_ID, 0};

    for (size_t i = items->n_placed; i < items->count; i++) {
        struct listed_row *item = items->list[i];
        if (!item->is_chosen)
            continue;
        if (item->number == 0) {
            unidentified = item;
            continue;
        }
        listing->has_bogus = true;
        listing_add_item(listing, item, items->file);
    }
    if (listing->has_bogus)
        listing_add_row(listing, ROW_GAP, nowhere);
    listing_add_row(listing, ROW_GAP, nowhere);
    if (unidentified != NULL)
        listing_add_item(listing, unidentified, items->file);
}

static void list_items(struct part_items *items, const struct instructions_shown *shown)
{
    for (size_t begin = 0, end; begin < items->n_placed; begin = end) {
        for (end = begin + 1; end < items->n_placed && !items->list[end]->is_apart;)
            end++;
        list_run(items, begin, end, shown);
    }
    if (is_of_report(items)) {
        list_rest_of_report(items);
        return;
    }
    for (size_t i = items->n_placed; i < items->count; i++) {
        if (!items->list[i]->is_chosen)
            continue;
        pass_over(items, i, shown);
        list_item(items, items->list[i], shown);
        items->next = i + 1;
    }
    pass_over(items, items->count, shown);
}

/* Notes which jumps between rows from `first` on are drawn. They come after their instruction. */
static void draw_jumps(struct instructions_shown *shown, const struct listing *listing,
                       size_t first)
{
    size_t *instructions = memory_alloc(listing->n_rows - first, sizeof *instructions);
    struct map places = {0}; /* finds them by address */
    size_t from = first;

    for (size_t i = first; i < listing->n_rows; i++)
        if (listing->rows[i]->kind == ROW_INSTRUCTION)
            instructions[map_add(&places, 0, listing->rows[i]->address)] = i;
    for (size_t i = first; i < listing->n_rows; i++) {
        const struct listed_row *row = listing->rows[i];
        from = row->kind == ROW_INSTRUCTION ? i : from;
        if (row->kind != ROW_JUMP)
            continue;
        uint32_t place = map_find(&places, 0, listing->jumps.list[row->id].to.address);
        if (place == NO_ID || instructions[place] == from)
            continue;
        size_t to = instructions[place];
        ARRAY_ADD(shown->drawn, shown->n_drawn, shown->drawn_capacity,
                  (struct drawn_jump){.from = from, .to = to, .is_back = to < from});
    }
    map_free(&places);
    free(instructions);
}

/* Warns of a source that was not found, or that does not fit the profile. */
static void warn_of_source(struct part_items *items)
{
    struct listing *listing = items->listing;
    const struct view_input *input = listing->input;
    bool is_too_short = false;

    for (size_t i = items->n_placed; i < items->count; i++) {
        uint64_t number = items->list[i]->number;
        is_too_short |= number != 0 && !line_is_gone(number) &&
                        (listing->shown.line == 0 || number == listing->shown.line);
    }
    if (items->path.at != NULL)
        source_warn(items->state, items->part->name.at, is_too_short, input->profile,
                    input->warnings);
    else if (items->is_withheld)
        listing->missing.has_withheld = input->paths.quoting == QUOTE_OWN;
    else if (listing->shown.is_missing != NULL)
        listing->shown.is_missing[items->part->first->file] = true;
    else
        missing_sources_add(&listing->missing, input, items->part->name);
}

/*
 * Lists a part below its heading; `first_heading` is the row of the first one. Where nothing of it
 * changed only that stays, and of instructions that are not asked for nothing.
 */
static void list_part(struct listing *listing, const struct listed_part *part, size_t first_heading,
                      struct instructions_shown *shown)
{
    struct part_items items = {
        .listing = listing, .part = part, .file = part->first->file, .first_row = listing->n_rows};
    bool of_instructions = is_by_instruction(&items);

    if (of_instructions) {
        items.file = listing->by_row->rows->list[part->first->row].file;
        listing->named = part->first->row;
    }
    (of_instructions ? read_instructions : read_source)(&items);
    choose(&items);
    if (!is_of_report(&items)) {
        struct text found = items.is_withheld ? part->name : items.path;
        if (found.at != NULL && !items.is_withheld)
            found = arena_copy_text(&listing->arena, found);
        listing_add_sum(listing, ROW_LISTING, items.file, part->sum)->text = found;
    }
    list_items(&items, shown);
    bool is_empty = !is_of_report(&items) && listing->n_rows == items.first_row + 1;
    bool was_asked_for = listing->shown.line != 0 && !of_instructions;
    if (is_empty && was_asked_for)
        warnings_add(listing->input->warnings, part->name.at, listing->shown.line,
                     "there is no such line");
    if (is_empty && !was_asked_for &&
        (listing->shown.sides == NULL || items.first_row != first_heading))
        listing->n_rows = items.first_row;
    if (of_instructions && !listing->shown.is_bare)
        draw_jumps(shown, listing, items.first_row);
    if (!of_instructions && !is_of_report(&items) && (!is_empty || was_asked_for))
        warn_of_source(&items);
    free(items.list);
    map_free(&items.places);
}

static int by_cost(const void *left, const void *right)
{
    const struct listed_part *a = left, *b = right;

    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    if (a->is_own != b->is_own)
        return a->is_own ? -1 : 1;
    int order = text_compare(a->name, b->name);
    return order != 0 ? order : (a->first > b->first) - (a->first < b->first);
}

static int by_origin(const void *left, const void *right)
{
    const struct listed_part *a = left, *b = right;

    if (a->is_own != b->is_own)
        return a->is_own ? -1 : 1;
    return by_cost(left, right);
}

/* Returns the part that a line begins. */
static struct listed_part part_of(const struct listing *listing, const struct listed_line *line,
                                  uint32_t sum)
{
    row_id row = listing->shown.code.row;

    return (struct listed_part){
        .first = line,
        .name = names_text(listing->input->profile->symbols.files, line->file),
        .is_own = row != NO_ID && listing->by_row->rows->list[row].file == line->file,
        .sum = sum};
}

/*
 * Finds the parts and adds up the sum of each. Where people read them they come by cost, the
 * inclusive one if that is shown, or in a difference by how much it changed, and the user's files
 * before others of up to twice that; else instructions come
 * by address, and first the file where the function is defined. The caller frees them.
 */
static struct listed_part *find_parts(struct listing *listing, size_t *count)
{
    const struct line_costs *lines = listing->lines;
    const struct code_shown *shown = &listing->shown;
    const struct figures *figures = &listing->input->figures;
    const struct event *event = &figures->profile->events.list[listing->input->metric.event];
    bool is_by_inclusive = shown->is_for_people && shown->has_inclusive;
    const struct row_costs costs =
        costs_alone(is_by_inclusive ? listing->inclusive.costs : listing->self.costs);
    struct listed_part *parts = NULL;
    size_t capacity = 0;

    *count = 0;
    for (size_t i = 0; i < lines->n_lines; i++) {
        const struct listed_line *line = &lines->lines[i];
        uint32_t sum = (uint32_t)*count;
        bool has_same_heading =
            i != 0 && (shown->code.is_by_instruction ? line->row == line[-1].row
                                                     : line->file == line[-1].file);
        if (!has_same_heading)
            ARRAY_ADD(parts, *count, capacity, part_of(listing, line, sum));
        struct listed_part *part = &parts[*count - 1];
        part->count++;
        part->n_shown += listing_is_line_shown(listing, line);
        listing_add_to_sums(listing, part->sum, line);
        if (!event_is_ratio(event) && shown->calls == NULL)
            add_saturated(&part->cost, figures_key(figures, costs, line->id));
    }
    for (size_t i = 0; i < *count && shown->sides != NULL; i++)
        parts[i].cost = magnitude(parts[i].cost);
    for (size_t i = 0; i < *count && shown->is_for_people && !shown->code.is_by_instruction; i++)
        if (source_is_own(parts[i].name, &listing->input->paths))
            add_saturated(&parts[i].cost, parts[i].cost);
    if (shown->is_for_people || !shown->code.is_by_instruction)
        ARRAY_SORT(parts, *count, shown->is_for_people ? by_cost : by_origin);
    for (size_t i = 1; listing->folds && i < *count; i++) {
        double share = 0;
        for (size_t k = 0; k < parts[i].count; k++)
            share += listing_share(listing, &parts[i].first[k]);
        parts[i].is_cold = share < shown->least_percent;
    }
    return parts;
}

/* Adds a row with the sum of all parts, where there are several. */
static void add_sum_of_parts(struct listing *listing, const struct listed_part *parts, size_t count)
{
    const struct code_shown *shown = &listing->shown;
    const struct line_costs *lines = listing->lines;
    uint32_t sum = (uint32_t)listing->sums.n_rows;
    size_t n_parts = 0;

    for (size_t i = 0; i < count; i++)
        n_parts += parts[i].n_shown != 0;
    if (!shown->is_for_people || shown->line != 0 || n_parts < 2)
        return;
    for (size_t i = 0; i < lines->n_lines; i++)
        listing_add_to_sums(listing, sum, &lines->lines[i]);
    listing_add_sum(listing, ROW_LISTED_SUM, shown->code.file, sum)->n_parts = (uint32_t)n_parts;
}

/* Adds a row of what is in cold parts, with their names. */
static void add_cold_parts(struct listing *listing, const struct listed_part *parts, size_t count)
{
    uint32_t sum = (uint32_t)listing->sums.n_rows;
    size_t n_lines = 0, n_parts = 0;
    struct buffer names = {0};

    for (size_t i = 0; i < count; i++) {
        const struct listed_part *part = &parts[i];
        if (!part->is_cold || part->n_shown == 0)
            continue;
        n_lines += part->n_shown;
        for (size_t k = 0; k < part->count; k++)
            listing_add_to_sums(listing, sum, &part->first[k]);
        buffer_append(&names, n_parts++ != 0 ? TEXT(", ") : TEXT(""));
        buffer_append(&names, listing->shown.code.is_by_instruction
                                  ? rows_names(listing->by_row->rows, part->first->row).function
                                  : path_base(part->name));
    }
    if (n_parts != 0) {
        struct listed_row *row = listing_add_sum(listing, ROW_FOLD, NO_ID, sum);
        row->n_left_out = (uint32_t)n_lines;
        row->n_parts = (uint32_t)n_parts;
        row->text = arena_copy_text(&listing->arena, buffer_text(&names));
    }
    free(names.at);
}

/* Chooses the instructions that texts are read of, and reads the lines of source above them. */
static void prepare_instructions(struct listing *listing, const struct listed_part *parts,
                                 size_t count, struct instructions_shown *shown)
{
    const struct view_input *input = listing->input;
    const struct line_costs *lines = listing->lines;
    const struct source_reading reading = {&input->paths, input->profile, input->warnings};

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i].count && !parts[i].is_cold; k++)
            object_codes_choose_at(listing->shown.codes, parts[i].first[k].object,
                                   parts[i].first[k].address);
    if (listing->shown.is_bare)
        return;
    shown->sources = memory_alloc(lines->n_lines, sizeof *shown->sources);
    for (size_t i = 0; i < lines->n_lines; i++)
        shown->sources[i] = (struct source_line){
            .file = names_text(input->profile->symbols.files, lines->lines[i].file),
            .number = lines->lines[i].number};
    source_lines_read(shown->sources, lines->n_lines, &reading, &listing->arena);
}

bool list_parts(struct listing *listing, struct error *error)
{
    bool of_instructions = listing->shown.code.is_by_instruction;
    struct instructions_shown shown = {0};
    size_t count;
    struct listed_part *parts = find_parts(listing, &count);
    bool fits = view_fits(listing->input, error);

    if (fits) {
        add_sum_of_parts(listing, parts, count);
        if (of_instructions)
            prepare_instructions(listing, parts, count, &shown);
        size_t first_heading = listing->n_rows;
        for (size_t i = 0; i < count; i++)
            if (!parts[i].is_cold)
                list_part(listing, &parts[i], first_heading, &shown);
        listing->named = listing->shown.code.row;
        add_cold_parts(listing, parts, count);
        if (of_instructions)
            listing->lanes =
                jump_lanes_find(shown.drawn, shown.n_drawn, listing->n_rows, &listing->n_lanes);
    }
    missing_sources_warn(&listing->missing, listing->input);
    if (listing->missing.has_withheld)
        warnings_add(listing->input->warnings, NULL, 0,
                     "sources outside the current directory are not quoted (see --include, "
                     "--path-map)");
    free(shown.sources);
    free(shown.drawn);
    free(parts);
    return fits;
}
