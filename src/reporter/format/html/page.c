/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/format/html/block.h"
#include "reporter/format/json/json_facts.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/pieces.h"

/* Writes a member with the keys, or the numbers, of the blocks of a kind that the page has. */
static void write_blocks(struct json *json, struct text key, const struct page *page,
                         enum page_block_kind kind)
{
    json_key(json, key);
    json_begin(json, '[');
    for (size_t i = 0; i < page->n_blocks; i++) {
        const struct page_block *block = &page->blocks[i];
        if (block->kind != kind || block->is_left_out)
            continue;
        if (kind == BLOCK_GROUP || kind == BLOCK_TREE)
            json_text(json, block->key);
        else
            json_number(json, (int64_t)block->number);
    }
    json_end(json, ']');
}

/* Writes what a page says of the run, its limits and itself: which blocks it has, and which not. */
static void write_facts(struct json *json, struct page *page)
{
    const struct report *report = page->report;

    json_begin(json, '{');
    json_member(json, TEXT("version"), TEXT(QUERN_VERSION));
    json_key(json, TEXT("title"));
    json_text(json, page_title(page));
    json_run(json, &report->facts, page->graph.table.is_difference);
    json_list(json, TEXT("descriptions"), report->facts.descriptions);
    json_verdicts(json, report->verdicts);
    json_list(json, TEXT("warnings"), page->warnings);
    if (report->facts.inlining_notes.count != 0)
        json_list(json, TEXT("inlining_notes"), report->facts.inlining_notes);
    json_list(json, TEXT("left_out"), page_left_out(page));
    write_blocks(json, TEXT("groups"), page, BLOCK_GROUP);
    write_blocks(json, TEXT("trees"), page, BLOCK_TREE);
    write_blocks(json, TEXT("listings"), page, BLOCK_LISTING);
    write_blocks(json, TEXT("instructions"), page, BLOCK_INSTRUCTIONS);
    json_key(json, TEXT("remedy"));
    json_text(json, page->remedy);
    json_end(json, '}');
}

struct text page_title(const struct page *page)
{
    const struct facts *facts = &page->report->facts;

    if (facts->command.length != 0)
        return facts->command;
    return facts->files.count != 0 ? facts->files.items[0] : (struct text){0};
}

/* Returns the bytes of the blocks besides functions and facts. */
static size_t size_of_blocks(const struct page *page)
{
    size_t size = 0;

    for (size_t i = 0; i < page->n_blocks; i++)
        size += page->blocks[i].element.length;
    return size;
}

size_t page_size(const struct page *page)
{
    size_t facts = page->facts.length != 0 ? page->facts.length : page->reserve;

    return page->frame + facts + page->functions.length + size_of_blocks(page);
}

void page_add(struct page *page, const struct page_block *block)
{
    ARRAY_GROW(page->blocks, page->n_blocks, page->blocks_capacity);
    page->blocks[page->n_blocks++] = *block;
}

void page_leave_out(struct page_block *block)
{
    free(block->element.at);
    block->element = (struct buffer){0};
    block->is_left_out = true;
}

/* Appends to the list how many blocks of a kind are left out, in words. */
static void list_blocks(struct page *page, enum page_block_kind kind, const char *of_what,
                        struct text_list *list)
{
    char text[120], count[MAX_COUNT];
    size_t n_left_out = 0;

    for (size_t i = 0; i < page->n_blocks; i++)
        n_left_out += page->blocks[i].kind == kind && page->blocks[i].is_left_out;
    if (n_left_out == 0)
        return;
    format_count((int64_t)n_left_out, count);
    snprintf(text, sizeof text, "the %s of %s function%s", of_what, count,
             n_left_out == 1 ? "" : "s");
    arena_append_text(&page->texts, list, arena_copy_text(&page->texts, text_of(text)));
}

static void list_tables(struct page *page, struct text_list *list)
{
    char text[120];

    for (size_t i = 0; i < page->n_blocks; i++) {
        const struct page_block *block = &page->blocks[i];
        if (!block->is_left_out || block->kind > BLOCK_TREE)
            continue;
        if (block->kind == BLOCK_CAUSES)
            snprintf(text, sizeof text, "what changed the total");
        else if (block->kind == BLOCK_GROUP)
            snprintf(text, sizeof text, "the table by %.*s", text_shown_length(block->key),
                     block->key.at);
        else
            snprintf(text, sizeof text, "the call tree from %s",
                     text_equal(block->key, TEXT("up")) ? "functions up" : "the top down");
        arena_append_text(&page->texts, list, arena_copy_text(&page->texts, text_of(text)));
    }
}

static void list_functions(struct page *page, struct text_list *list)
{
    size_t n_functions = page->graph.n_functions;
    char text[160], count[MAX_COUNT], all[MAX_COUNT];

    if (page->n_functions == n_functions)
        return;
    format_count((int64_t)(n_functions - page->n_functions), count);
    format_count((int64_t)n_functions, all);
    if (page->n_functions + 1 == n_functions)
        snprintf(text, sizeof text, "the function of %s that costs least", all);
    else
        snprintf(text, sizeof text, "the %s functions of %s that cost least", count, all);
    arena_append_text(&page->texts, list, arena_copy_text(&page->texts, text_of(text)));
}

struct text_list page_left_out(struct page *page)
{
    struct text_list list = {0};

    list_functions(page, &list);
    list_tables(page, &list);
    list_blocks(page, BLOCK_LISTING, "sources", &list);
    list_blocks(page, BLOCK_INSTRUCTIONS, "instructions", &list);
    return list;
}

static struct buffer make_functions(const struct page *page, size_t n_functions)
{
    struct block block;

    block_begin(&block);
    functions_block_write(&block.json, &page->graph, n_functions);
    return block_end(&block, "functions");
}

static struct buffer make_facts(struct page *page)
{
    struct block block;

    block_begin(&block);
    write_facts(&block.json, page);
    return block_end(&block, "facts");
}

/*
 * Keeps as many functions as possible in a block of at most `room` bytes, or nearly as many. The
 * block of all is larger than that, and the one of none is not.
 */
static void fit_functions(struct page *page, size_t room, size_t size_of_all)
{
    enum { TRIES = 8 };
    size_t least = 0, most = page->graph.n_functions, size_of_most = size_of_all;

    for (int i = 0; i < TRIES && most - least > 1; i++) {
        size_t size = page->functions.length;
        if (size > room - room / 20)
            break;
        size_t aim = room - room / 50;
        double wanted = (double)(aim - size) / (double)(size_of_most - size);
        size_t more = (size_t)(wanted * (double)(most - least));
        size_t guess = least + (more == 0 ? 1 : more < most - least ? more : most - least - 1);
        struct buffer element = make_functions(page, guess);
        if (element.length <= room) {
            free(page->functions.at);
            page->functions = element;
            page->n_functions = least = guess;
        } else {
            most = guess;
            size_of_most = element.length;
            free(element.at);
        }
    }
}

/* Leaves out the largest other blocks, as long as they take more than a share of the room. */
static void leave_out_large_blocks(struct page *page, size_t room, size_t functions)
{
    while (size_of_blocks(page) > room / 3 && size_of_blocks(page) + functions > room) {
        struct page_block *largest = &page->blocks[0];
        for (size_t i = 1; i < page->n_blocks; i++)
            if (page->blocks[i].element.length > largest->element.length)
                largest = &page->blocks[i];
        page_leave_out(largest);
    }
}

static bool refuse_as_too_small(const struct page *page, size_t needed, struct error *error)
{
    return error_usage(error, "the page needs some %zu bytes, and has room for %zu", needed,
                       page->limit);
}

/*
 * Chooses what to leave out once the page is known to be too large. Functions get the room that the
 * smaller of the other blocks leave; `all` is the block of all functions.
 */
static bool choose_fewer(struct page *page, struct buffer *all, struct error *error)
{
    size_t rest = page->frame + page->reserve;
    struct buffer none = make_functions(page, 0);
    size_t needed = rest + none.length;

    page->n_functions = 0;
    page->functions = none;
    if (needed > page->limit)
        return refuse_as_too_small(page, needed, error);
    leave_out_large_blocks(page, page->limit - needed, all->length - none.length);
    size_t room = page->limit - rest - size_of_blocks(page);
    if (all->length > room) {
        fit_functions(page, room, all->length);
        return true;
    }
    page->n_functions = page->graph.n_functions;
    page->functions = *all;
    *all = none;
    return true;
}

bool page_choose_functions(struct page *page, struct error *error)
{
    /* For the words about what is left out, and for warnings, of which there are none yet. */
    enum { MORE_FACTS = 8192 };
    struct buffer facts = make_facts(page);

    page->reserve = facts.length + MORE_FACTS;
    free(facts.at);
    struct buffer all = make_functions(page, page->graph.n_functions);
    page->n_functions = page->graph.n_functions;
    page->functions = all;
    if (page_size(page) <= page->limit)
        return true;
    bool is_done = choose_fewer(page, &all, error);
    free(all.at);
    return is_done;
}

/* Leaves out the last blocks as long as there is too much. */
static void leave_out_last_blocks(struct page *page)
{
    for (size_t i = page->n_blocks; i > 0 && page_size(page) > page->limit; i--) {
        if (page->blocks[i - 1].is_left_out)
            continue;
        page_leave_out(&page->blocks[i - 1]);
        free(page->facts.at);
        page->facts = make_facts(page);
    }
}

/* Chooses functions anew, now that all warnings are known, which the frame has as well. */
static bool choose_again(struct page *page, struct error *error)
{
    free(page->functions.at);
    free(page->facts.at);
    page->functions = page->facts = (struct buffer){0};
    if (!page_choose_functions(page, error))
        return false;
    page->facts = make_facts(page);
    return true;
}

bool page_finish(struct page *page, struct error *error)
{
    page->facts = make_facts(page);
    leave_out_last_blocks(page);
    if (page_size(page) > page->limit && !choose_again(page, error))
        return false;
    return page_size(page) <= page->limit || refuse_as_too_small(page, page_size(page), error);
}

void page_free(struct page *page)
{
    for (size_t i = 0; i < page->n_blocks; i++)
        free(page->blocks[i].element.at);
    free(page->blocks);
    free(page->functions.at);
    free(page->facts.at);
    free(page->causes.at);
    page_graph_free(&page->graph);
    arena_free(&page->texts);
}
