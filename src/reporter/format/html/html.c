/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes a page for a browser: a static section, blocks of data (the records of JSON), and a script
 * that displays these instead. Blocks are built in memory and added as long as the page has room;
 * the facts, which list what did not fit, come last.
 */

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/gzip.h"
#include "reporter/format/html/block.h"
#include "reporter/format/html/page_files.h"
#include "reporter/format/html/static_section.h"
#include "reporter/format/json/json_facts.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

/* A page is empty if it is {0} except for the report and the room. */
struct page {
    const struct report *report;
    size_t room;          /* bytes that further blocks may take */
    struct buffer blocks; /* the blocks that fit */
    struct block facts;   /* of the run and of the page */
    struct static_section section;
    struct arena texts;
    struct text_list left_out; /* what did not fit, in words */
    struct text_list warnings;

    size_t measured;             /* the event that functions are ranked by */
    size_t n_functions, n_shown; /* n_shown of them, the costliest, are in the page */
    size_t n_unlisted[2];        /* of these, those without sources, and without instructions */
};

/*
 * Writes the head. Nothing is loaded from anywhere, and nothing runs but the scripts and the
 * style below.
 */
static void write_head(FILE *out, const struct page *page)
{
    enum { MOST_OF_TITLE = 100 };
    struct buffer title = {0};

    html_cut_text(&title, report_title(page->report), MOST_OF_TITLE);
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "script-src '%s' '%s'; style-src '%s' '%s'; base-uri 'none'; form-action 'none'\">\n",
            page_loader.hash, page_script.hash, page_base.hash, page_style.hash);
    fprintf(out,
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            "<meta name=\"color-scheme\" content=\"light dark\">\n"
            "<meta name=\"generator\" content=\"quern " QUERN_VERSION "\">\n"
            "<title>%s \xe2\x80\x93 quern</title><style>", /* U+2013 */
            buffer_string(&title));
    fwrite(page_base.text.at, 1, page_base.text.length, out);
    if (!gzip_append_compresses()) {
        fputs("</style><style>", out);
        fwrite(page_style.text.at, 1, page_style.text.length, out);
    }
    fputs("</style></head>\n<body>\n<main id=\"page\">\n", out);
    free(title.at);
}

/* Writes a style or a script that the loader unpacks. */
static void write_packed(FILE *out, const char *id, struct text text)
{
    struct buffer packed = {0};

    packed_append(&packed, text);
    fprintf(out, "<script type=\"text/plain\" id=\"%s\" data-encoding=\"gzip\">%s</script>\n", id,
            buffer_string(&packed));
    free(packed.at);
}

/* Writes the script, and the style if the head has none, packed where they can be; and the loader.
 */
static void write_end(FILE *out)
{
    if (gzip_append_compresses()) {
        write_packed(out, "packed-style", page_style.text);
        write_packed(out, "packed-script", page_script.text);
    } else {
        fputs("<script type=\"module\">", out);
        fwrite(page_script.text.at, 1, page_script.text.length, out);
        fputs("</script>\n", out);
    }
    fputs("<script>", out);
    fwrite(page_loader.text.at, 1, page_loader.text.length, out);
    fputs("</script>\n</body></html>\n", out);
}

/* Ends a block, and adds it if the page has room for it. */
static bool add_block(struct page *page, struct block *block, const char *name)
{
    struct buffer element = block_end(block, name);
    bool has_room = element.length <= page->room;

    if (has_room) {
        page->room -= element.length;
        buffer_append(&page->blocks, buffer_text(&element));
    }
    free(element.at);
    return has_room;
}

static void leave_out(struct page *page, struct buffer *words)
{
    arena_append_text(&page->texts, &page->left_out, buffer_keep(words, &page->texts));
}

static const struct table_row *next_row(struct page *page, const struct table *table,
                                        struct error *error)
{
    const struct table_row *row = table_next_row(table, NULL, error);

    if (row != NULL && row->kind == ROW_NODE) {
        static_section_add(&page->section, table, row);
        page->n_functions++;
    }
    return row;
}

/* Writes functions from the row on until there are many, and returns the row after them. */
static const struct table_row *write_functions(struct page *page, struct block *block,
                                               const struct table *table,
                                               const struct table_row *row, struct error *error)
{
    enum { MANY_BYTES = 1 << 18 };
    struct json_nesting open = {0};

    json_begin(&block->json, '[');
    do {
        json_row(&block->json, table, row, &open);
        row = next_row(page, table, error);
    } while (row != NULL && (row->kind != ROW_NODE || block->content.length < MANY_BYTES));
    json_rows_end(&block->json, &open);
    json_end(&block->json, ']');
    return row;
}

/* Adds to the facts what the functions are about. */
static void add_graph_facts(struct page *page, const struct table *table)
{
    struct json *json = &page->facts.json;

    page->measured = table->measured;
    json_table_head(json, &page->report->facts, table);
    json_number_member(json, TEXT("measured"), (int64_t)table->measured);
    json_boolean_member(json, TEXT("is_difference"), table->is_difference);
    json_boolean_member(json, TEXT("has_inclusive"), table->has_inclusive);
    json_number_member(json, TEXT("functions_left_out"),
                       (int64_t)(page->n_functions - page->n_shown));
}

/*
 * Adds the functions with what they call, the costliest first, as many as fill three fifths of the
 * page. Blocks are small, so that the last one fits nearly always.
 */
static bool add_functions(struct page *page, const struct table *table, struct error *error)
{
    const size_t rest = page->room / 5 * 2;
    size_t n_blocks = 0;

    page->room -= rest;
    for (const struct table_row *row = next_row(page, table, error); row != NULL;) {
        struct block block;
        char name[40];
        block_begin(&block);
        row = write_functions(page, &block, table, row, error);
        snprintf(name, sizeof name, "functions-%zu", n_blocks++);
        bool has_room = add_block(page, &block, name);
        if (has_room)
            page->n_shown = page->n_functions - (row != NULL);
        while (!has_room && row != NULL)
            row = next_row(page, table, error);
    }
    page->room += rest;
    add_graph_facts(page, table);
    static_section_end(&page->section, table, page->n_functions);
    if (page->n_shown < page->n_functions) {
        struct buffer words = {0};
        char count[MAX_COUNT], all[MAX_COUNT];
        format_count((int64_t)(page->n_functions - page->n_shown), count);
        format_count((int64_t)page->n_functions, all);
        buffer_print(&words, "%s of %s functions, which cost least", count, all);
        leave_out(page, &words);
    }
    return error->kind == ERROR_NONE;
}

static void write_table(struct json *json, const struct section *section, struct error *error)
{
    const struct table *table = &section->table;

    json_begin(json, '{');
    json_begin_member(json, TEXT("rows"), '[');
    json_rows(json, table, error);
    json_end(json, ']');
    json_slices(json, table);
    if (section->kind == SECTION_CALL_TREE)
        json_ratio_member(json, TEXT("least_percent"), table->least_percent);
    if (section->kind == SECTION_EXPLANATION) {
        json_number_member(json, TEXT("ups"), table->ups);
        json_number_member(json, TEXT("downs"), table->downs);
    }
    json_end(json, '}');
}

/* Adds the block of a table, with the name that the script knows it by. */
static bool add_table(struct page *page, const struct section *section, struct error *error)
{
    const struct table *table = &section->table;
    struct buffer name = {0}, words = {0};
    struct block block;

    block_begin(&block);
    write_table(&block.json, section, error);
    if (section->kind == SECTION_EXPLANATION) {
        buffer_print(&name, "causes");
        buffer_print(&words, "what changed the total");
    } else if (section->kind == SECTION_CALL_TREE) {
        buffer_print(&name, "tree-%s", table->is_bottom_up ? "up" : "down");
        buffer_print(&words, "the call tree %s", table->is_bottom_up ? "bottom up" : "top down");
    } else {
        buffer_print(&name, "group-%.*s", text_shown_length(table->by), table->by.at);
        buffer_print(&words, "the table by %.*s", text_shown_length(table->by), table->by.at);
        if (table->measured != page->measured)
            buffer_print(&name, "-%zu", table->measured);
    }
    if (!add_block(page, &block, buffer_string(&name)))
        leave_out(page, &words);
    free(words.at);
    free(name.at);
    return error->kind == ERROR_NONE;
}

/* Adds the source of a function, or its instructions, if the function is in the page. */
static bool add_listing(struct page *page, const struct section *section, struct error *error)
{
    bool has_instructions = table_is_of_instructions(&section->table);
    struct block block;
    char name[40];

    if (section->number >= page->n_shown)
        return true;
    block_begin(&block);
    write_table(&block.json, section, error);
    snprintf(name, sizeof name, "%s-%zu", has_instructions ? "instructions" : "listing",
             section->number);
    if (!add_block(page, &block, name)) {
        page->n_unlisted[has_instructions]++;
        buffer_print(&page->blocks, /* tells it from code that costs little, or has no lines */
                     "<script type=\"application/json\" id=\"data-%s\">{\"rows\":[]}</script>\n",
                     name);
    }
    return error->kind == ERROR_NONE;
}

static bool add_section(struct page *page, const struct section *section, struct error *error)
{
    switch (section->kind) {
    case SECTION_CALL_GRAPH:
        return add_functions(page, &section->table, error);
    case SECTION_EXPLANATION:
    case SECTION_HOTSPOTS:
    case SECTION_CALL_TREE:
        return add_table(page, section, error);
    case SECTION_CODE_LISTING:
        return add_listing(page, section, error);
    default: /* warnings */
        for (size_t i = 0; i < section->names.count; i++)
            arena_append_text(&page->texts, &page->warnings,
                              arena_copy_text(&page->texts, section->names.items[i]));
        return true;
    }
}

/* Tells what there was no room for: in the page, and once more to who made it. */
static void tell_left_out(struct page *page)
{
    static const char *const kinds[] = {"sources", "instructions"};

    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        struct buffer words = {0};
        char count[MAX_COUNT];
        if (page->n_unlisted[i] == 0)
            continue;
        format_count((int64_t)page->n_unlisted[i], count);
        buffer_print(&words, "the %s of %s function%s", kinds[i], count,
                     page->n_unlisted[i] == 1 ? "" : "s");
        leave_out(page, &words);
    }
    json_list(&page->facts.json, TEXT("left_out"), page->left_out);
    for (size_t i = 0; page->report->notes != NULL && i < page->left_out.count; i++)
        warnings_add(page->report->notes, NULL, 0, "no room on the page for %s",
                     page->left_out.items[i].at);
}

static bool make_blocks(struct page *page, struct error *error)
{
    const struct report *report = page->report;
    struct json *json = &page->facts.json;
    struct section section = {0};

    block_begin(&page->facts);
    json_begin(json, '{');
    json_member(json, TEXT("version"), TEXT(QUERN_VERSION));
    json_member(json, TEXT("title"), report_title(report));
    while (report->next(report->maker, &section, error))
        if (!add_section(page, &section, error))
            return false;
    if (error->kind != ERROR_NONE)
        return false;
    json_verdicts(json, report->verdicts);
    json_list(json, TEXT("warnings"), page->warnings);
    json_list(json, TEXT("inlining_notes"), report->facts.inlining_notes);
    tell_left_out(page);
    json_end(json, '}');
    return true;
}

static void write_page(FILE *out, struct page *page)
{
    struct buffer facts = block_end(&page->facts, "facts");

    write_head(out, page);
    static_section_write(out, &page->section, page->report);
    fputs("</main>\n", out);
    fwrite(facts.at, 1, facts.length, out);
    fputs(buffer_string(&page->blocks), out);
    write_end(out);
    free(facts.at);
}

bool format_html(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    const size_t frame = options->page_limit / 50; /* for all that is around the blocks */
    struct page page = {.report = report, .room = options->page_limit - frame};
    bool is_done = make_blocks(&page, error);

    if (is_done)
        write_page(out, &page);
    else
        free(page.facts.content.at);
    static_section_free(&page.section);
    free(page.blocks.at);
    arena_free(&page.texts);
    return is_done;
}
