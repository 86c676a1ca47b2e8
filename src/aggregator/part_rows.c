/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/part_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/names.h"
#include "base/number.h"

/* What is known of the parts of a row. */
struct members {
    const struct part *first;
    size_t n_parts;
    struct text thread_name;
    struct text_list triggers; /* different ones */
    size_t n_triggers;         /* more than are in the list, if there are many */
    struct text unit;          /* "Basic block ", of all their time ranges */
    uint64_t begin, end;
    bool has_range, has_lost_range;
};

/* The rows so far, and by what they are found. */
struct part_rows {
    struct rows *rows;
    struct index keys;       /* (process, thread) or (0, run); its ids are row ids */
    struct members *members; /* by row, of which there are at most as many as parts */
    struct names *triggers;
    struct index known_triggers; /* (row, trigger) */
};

/* More than these are counted, not listed. */
enum { MOST_TRIGGERS = 3 };

static void append_number(struct buffer *label, const char *word, int64_t number)
{
    char text[40];

    if (number < 0)
        return;
    snprintf(text, sizeof text, "%s%s %" PRIi64, label->length != 0 ? ", " : "", word, number);
    buffer_append(label, text_of(text));
}

/* Of several files it is known by its own. */
static void append_unnumbered(struct buffer *label, const struct profile *profile,
                              const struct part *part)
{
    buffer_append(label, TEXT("part"));
    if (profile->n_inputs < 2)
        return;
    buffer_append(label, TEXT(" of "));
    buffer_append(label, text_of(profile->inputs[part->input].path));
}

/* "part 3, thread 1, PID 7, worker", as far as these are known. */
static struct text part_label(struct rows *rows, const struct members *members)
{
    const struct part *part = members->first;
    struct buffer label = {0};

    if (rows->key == BY_INPUT)
        return rows->profile->inputs[part->input].run_name;
    if (rows->key == BY_PART && part->number < 0)
        append_unnumbered(&label, rows->profile, part);
    else if (rows->key == BY_PART)
        append_number(&label, "part", part->number);
    if (rows->key == BY_THREAD && part->thread < 0)
        buffer_append(&label, TEXT("no thread"));
    append_number(&label, "thread", part->thread);
    append_number(&label, "PID", part->pid);
    if (members->thread_name.length != 0) {
        buffer_append(&label, TEXT(", "));
        buffer_append(&label, members->thread_name);
    }
    struct text text = arena_copy_text(&rows->arena, buffer_text(&label));
    free(label.at);
    return text;
}

/*
 * "part 3, thread 1": what a row is called in another run, where processes have other numbers. Of
 * an input its name, without the directory.
 */
static struct text part_partner(struct rows *rows, const struct part *part)
{
    struct buffer partner = {0};

    if (rows->key == BY_INPUT)
        return path_base(rows->profile->inputs[part->input].run_name);
    if (rows->key == BY_PART)
        append_number(&partner, "part", part->number);
    append_number(&partner, "thread", part->thread);
    struct text text = arena_copy_text(&rows->arena, buffer_text(&partner));
    free(partner.at);
    return text;
}

/* Callgrind's "Basic block 0 - 3715": what is counted, and from where to where. */
static bool read_range(struct text text, struct text *unit, uint64_t *begin, uint64_t *end)
{
    const char *dash, *after;
    size_t length = 0;

    while (length < text.length && !is_digit(text.at[length]))
        length++;
    *unit = (struct text){text.at, length};
    return length != text.length && read_number(text.at + length, &dash, begin) == NUMBER_OK &&
           text_starts_with(text_between(dash, text_end(text)), TEXT(" - ")) &&
           read_number(dash + 3, &after, end) == NUMBER_OK && after == text_end(text);
}

/* Time ranges of different units cannot be joined into one. */
static void add_range(struct members *members, struct text time_range)
{
    struct text unit;
    uint64_t begin, end;

    if (!read_range(time_range, &unit, &begin, &end) ||
        (members->has_range && !text_equal(unit, members->unit))) {
        members->has_lost_range = true;
        return;
    }
    members->begin = members->has_range && members->begin < begin ? members->begin : begin;
    members->end = members->has_range && members->end > end ? members->end : end;
    members->unit = unit;
    members->has_range = true;
}

static void add_trigger(struct part_rows *found, row_id id, struct text trigger)
{
    struct members *members = &found->members[id];
    size_t known = found->known_triggers.count;

    if (trigger.length == 0 ||
        index_add(&found->known_triggers, id, names_add(found->triggers, trigger)) != known)
        return;
    if (members->n_triggers++ < MOST_TRIGGERS)
        arena_append_text(&found->rows->arena, &members->triggers, trigger);
}

static struct text time_range_of(struct rows *rows, const struct members *members)
{
    struct buffer range = {0};
    char numbers[60];

    if (members->n_parts == 1)
        return members->first->time_range;
    if (members->has_lost_range)
        return (struct text){0};
    buffer_append(&range, members->unit);
    snprintf(numbers, sizeof numbers, "%" PRIu64 " - %" PRIu64, members->begin, members->end);
    buffer_append(&range, text_of(numbers));
    struct text text = arena_copy_text(&rows->arena, buffer_text(&range));
    free(range.at);
    return text;
}

/* "A; B; C and 4 more" */
static struct text trigger_of(struct rows *rows, const struct members *members)
{
    struct buffer list = {0};

    for (size_t i = 0; i < members->triggers.count; i++) {
        buffer_append(&list, i == 0 ? TEXT("") : TEXT("; "));
        buffer_append(&list, members->triggers.items[i]);
    }
    if (members->n_triggers > members->triggers.count) {
        char more[40];
        snprintf(more, sizeof more, " and %zu more", members->n_triggers - members->triggers.count);
        buffer_append(&list, text_of(more));
    }
    struct text text = arena_copy_text(&rows->arena, buffer_text(&list));
    free(list.at);
    return text;
}

/* Parts have rows of their own, whatever they are called. */
static row_id find_row(struct part_rows *found, size_t id)
{
    const struct profile *profile = found->rows->profile;
    const struct part *part = &profile->parts[id];

    switch (found->rows->key) {
    case BY_THREAD:
        return index_add(&found->keys, (uint64_t)part->pid, (uint64_t)part->thread);
    case BY_INPUT:
        return index_add(&found->keys, 0, profile->inputs[part->input].run);
    default:
        return index_add(&found->keys, 0, id);
    }
}

static void add_part(struct part_rows *found, row_id id, const struct part *part)
{
    struct members *members = &found->members[id];

    if (members->n_parts++ == 0)
        members->first = part;
    if (members->thread_name.length == 0)
        members->thread_name = part->thread_name;
    add_range(members, part->time_range);
    add_trigger(found, id, part->trigger);
}

/* Gives each part to its row. */
static bool add_up(struct part_rows *found)
{
    struct rows *rows = found->rows;
    const struct profile *profile = rows->profile;
    bool overflows = false;

    for (size_t i = 0; i < profile->n_parts; i++) {
        if (profile->parts[i].is_left_out)
            continue;
        row_id id = find_row(found, i);
        if (id == rows->count)
            rows_add(
                rows,
                (struct row){.object = NO_ID, .file = NO_ID, .function = NO_ID, .has_code = true});
        add_part(found, id, &profile->parts[i]);
        costs_ensure(&rows->self, rows->count);
        overflows |= costs_add_row_overflows(&rows->self, costs_row(&rows->self, id),
                                             costs_row(&profile->part_self, i));
    }
    return !overflows;
}

/* What each row says of its parts. */
static void describe(struct part_rows *found)
{
    struct rows *rows = found->rows;

    rows->labels = memory_alloc(rows->count, sizeof *rows->labels);
    rows->partners = memory_alloc(rows->count, sizeof *rows->partners);
    if (rows->key != BY_INPUT)
        rows->spans = memory_alloc(rows->count, sizeof *rows->spans);
    for (row_id id = 0; id < rows->count; id++) {
        const struct members *members = &found->members[id];
        rows->labels[id] = part_label(rows, members);
        rows->partners[id] = part_partner(rows, members->first);
        if (rows->spans != NULL)
            rows->spans[id] =
                (struct row_span){time_range_of(rows, members), trigger_of(rows, members)};
    }
}

bool make_part_rows(struct rows *rows, struct error *error)
{
    struct part_rows found = {
        .rows = rows,
        .members = memory_alloc(rows->profile->n_parts, sizeof *found.members),
        .triggers = names_create(),
    };
    bool fits = add_up(&found);

    describe(&found);
    free(found.members);
    names_free(found.triggers);
    index_free(&found.keys);
    index_free(&found.known_triggers);
    return profile_fits(rows->profile, !fits, error);
}
