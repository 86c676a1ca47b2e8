/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes a page for a browser: a static section, blocks of data, and a script that shows them
 * instead. All of it is made in memory, since nothing may be larger than the limit, and the facts,
 * which say what there was no room for, are known last.
 */

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/gzip.h"
#include "reporter/format/html/block.h"
#include "reporter/format/html/html_text.h"
#include "reporter/format/html/page.h"
#include "reporter/format/html/page_files.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/report.h"

/*
 * Writes the head. Nothing is loaded from anywhere, and nothing runs but the scripts and the
 * style below.
 */
static void write_head(struct buffer *out, const struct page *page)
{
    enum { MOST_OF_TITLE = 100 };

    buffer_append(out, TEXT("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                            "<meta http-equiv=\"Content-Security-Policy\" content=\""
                            "default-src 'none'; script-src '"));
    buffer_append(out, text_of(page_loader.hash));
    buffer_append(out, TEXT("' '"));
    buffer_append(out, text_of(page_script.hash));
    buffer_append(out, TEXT("'; style-src '"));
    buffer_append(out, text_of(page_base.hash));
    buffer_append(out, TEXT("' '"));
    buffer_append(out, text_of(page_style.hash));
    buffer_append(out,
                  TEXT("'; base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                       "<meta name=\"color-scheme\" content=\"light dark\">\n"
                       "<meta name=\"generator\" content=\"quern " QUERN_VERSION "\">\n<title>"));
    html_cut_text(out, page_title(page), MOST_OF_TITLE);
    buffer_append(out, TEXT(" \xe2\x80\x93 quern</title><style>")); /* U+2013 */
    buffer_append(out, page_base.text);
    if (!gzip_append_compresses()) {
        buffer_append(out, TEXT("</style><style>"));
        buffer_append(out, page_style.text);
    }
    buffer_append(out, TEXT("</style></head>\n<body>\n<main id=\"page\">\n"));
}

/* Writes a style or a script that the loader unpacks. */
static void write_packed(struct buffer *out, struct text id, const struct page_file *file)
{
    buffer_append(out, TEXT("<script type=\"text/plain\" id=\""));
    buffer_append(out, id);
    buffer_append(out, TEXT("\" data-encoding=\"gzip\">"));
    packed_append(out, file->text);
    buffer_append(out, TEXT("</script>\n"));
}

/* Writes the script, and the style if the head has none, packed where they can be; and the loader.
 */
static void write_end(struct buffer *out)
{
    if (gzip_append_compresses()) {
        write_packed(out, TEXT("packed-style"), &page_style);
        write_packed(out, TEXT("packed-script"), &page_script);
    } else {
        buffer_append(out, TEXT("<script type=\"module\">"));
        buffer_append(out, page_script.text);
        buffer_append(out, TEXT("</script>\n"));
    }
    buffer_append(out, TEXT("<script>"));
    buffer_append(out, page_loader.text);
    buffer_append(out, TEXT("</script>\n</body></html>\n"));
}

/* The document around its blocks. */
struct frame {
    struct buffer begin, end;
};

static void free_frame(struct frame *frame)
{
    free(frame->begin.at);
    free(frame->end.at);
    *frame = (struct frame){0};
}

static void make_frame(struct frame *frame, struct page *page)
{
    free_frame(frame);
    write_head(&frame->begin, page);
    static_section_write(&frame->begin, page);
    buffer_append(&frame->begin, TEXT("</main>\n"));
    write_end(&frame->end);
    page->frame = frame->begin.length + frame->end.length;
}

static bool add_group(struct page *page, const struct table *table, struct error *error)
{
    struct page_block group = {.kind = BLOCK_GROUP,
                               .key = arena_copy_text(&page->texts, table->by)};
    struct buffer name = {0};
    struct block block;

    block_begin(&block);
    json_begin(&block.json, '{');
    json_member(&block.json, TEXT("by"), table->by);
    json_key(&block.json, TEXT("rows"));
    json_begin(&block.json, '[');
    bool is_done = json_rows(&block.json, table, error);
    json_end(&block.json, ']');
    json_end(&block.json, '}');
    buffer_append(&name, TEXT("group-"));
    buffer_append(&name, table->by);
    if (table->measured != page->graph.table.measured) {
        char event[24];
        group.kind = BLOCK_LINES;
        snprintf(event, sizeof event, "-%zu", table->measured);
        buffer_append(&name, text_of(event));
    }
    group.element = block_end(&block, buffer_string(&name));
    free(name.at);
    page_add(page, &group);
    return is_done;
}

static bool add_causes(struct page *page, const struct table *table, struct error *error)
{
    struct page_block causes = {.kind = BLOCK_CAUSES};
    struct block block;

    block_begin(&block);
    json_begin(&block.json, '{');
    json_key(&block.json, TEXT("rows"));
    json_begin(&block.json, '[');
    bool is_done = causes_block_write(&block.json, &page->causes, table, error);
    json_end(&block.json, ']');
    json_number_member(&block.json, TEXT("ups"), table->ups);
    json_number_member(&block.json, TEXT("downs"), table->downs);
    json_end(&block.json, '}');
    causes.element = block_end(&block, "causes");
    page_add(page, &causes);
    return is_done;
}

static bool add_tree(struct page *page, const struct table *table, struct error *error)
{
    struct page_block tree = {.kind = BLOCK_TREE,
                              .key = table->is_bottom_up ? TEXT("up") : TEXT("down")};
    struct block block;

    if (table->remedy.length != 0)
        page->remedy = arena_copy_text(&page->texts, table->remedy);
    block_begin(&block);
    json_begin(&block.json, '{');
    json_key(&block.json, TEXT("rows"));
    json_begin(&block.json, '[');
    bool is_done = json_rows(&block.json, table, error);
    json_end(&block.json, ']');
    json_key(&block.json, TEXT("least_percent"));
    json_ratio(&block.json, table->least_percent);
    json_end(&block.json, '}');
    tree.element = block_end(&block, table->is_bottom_up ? "tree-up" : "tree-down");
    page_add(page, &tree);
    return is_done;
}

/* Adds a listing if its function is there and the page has room for it. */
static bool add_listing(struct page *page, const struct section *section, struct error *error)
{
    enum { NAMED_IN_FACTS = 40, LEAST_ROOM = 400 };
    struct page_block listing = {
        .kind = table_has(&section->table, COLUMN_ADDRESS) ? BLOCK_INSTRUCTIONS : BLOCK_LISTING,
        .number = section->number};
    bool has_room = page_size(page) + LEAST_ROOM <= page->limit;
    bool is_done = true;

    if (section->number >= page->n_functions)
        return true;
    if (has_room) {
        struct block block;
        char name[40];
        block_begin(&block);
        is_done = listing_block_write(&block.json, section, error);
        snprintf(name, sizeof name, "%s-%zu",
                 listing.kind == BLOCK_LISTING ? "listing" : "instructions", section->number);
        listing.element = block_end(&block, name);
        has_room = page_size(page) + listing.element.length + NAMED_IN_FACTS <= page->limit;
        page->reserve += NAMED_IN_FACTS;
    }
    if (listing.element.length == 0 || !has_room)
        page_leave_out(&listing);
    page_add(page, &listing);
    return is_done;
}

static void add_warnings(struct page *page, struct text_list warnings)
{
    for (size_t i = 0; i < warnings.count; i++)
        arena_append_text(&page->texts, &page->warnings,
                          arena_copy_text(&page->texts, warnings.items[i]));
}

/* Decides before the first listing how many functions there is room for; listings take the rest. */
static bool choose_functions(struct page *page, struct frame *frame, struct error *error)
{
    if (page->functions.at != NULL)
        return true;
    make_frame(frame, page);
    return page_choose_functions(page, error);
}

static bool add_section(struct page *page, struct frame *frame, const struct section *section,
                        struct error *error)
{
    switch (section->kind) {
    case SECTION_CALL_GRAPH:
        return page_graph_read(&page->graph, &section->table, error);
    case SECTION_EXPLANATION:
        return add_causes(page, &section->table, error);
    case SECTION_HOTSPOTS:
        return add_group(page, &section->table, error);
    case SECTION_CALL_TREE:
        return add_tree(page, &section->table, error);
    case SECTION_CODE_LISTING:
        return choose_functions(page, frame, error) && add_listing(page, section, error);
    case SECTION_WARNINGS:
        add_warnings(page, section->names);
        return true;
    default:
        return refuse_section(section->kind, error);
    }
}

/* Makes all blocks, and the frame around them. */
static bool gather(struct page *page, struct frame *frame, struct error *error)
{
    const struct report *report = page->report;
    struct section section = {0};

    while (report->next(report->maker, &section, error))
        if (!add_section(page, frame, &section, error))
            return false;
    if (error->kind != ERROR_NONE || !choose_functions(page, frame, error))
        return false;
    if (page->warnings.count != 0)
        make_frame(frame, page);
    return page_finish(page, error);
}

static void write_buffer(FILE *out, const struct buffer *buffer)
{
    fwrite(buffer->at, 1, buffer->length, out);
}

static void write_blocks(FILE *out, const struct page *page)
{
    write_buffer(out, &page->facts);
    write_buffer(out, &page->functions);
    for (size_t i = 0; i < page->n_blocks; i++)
        if (!page->blocks[i].is_left_out)
            write_buffer(out, &page->blocks[i].element);
}

static void note_what_is_left_out(struct page *page)
{
    struct warnings *notes = page->report->notes;
    struct text_list list = page_left_out(page);

    for (size_t i = 0; notes != NULL && i < list.count; i++)
        warnings_add(notes, NULL, 0, "no room on the page for %s", list.items[i].at);
}

bool format_html(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct page page = {
        .report = report, .limit = options->page_limit, .graph = page_graph_begin()};
    struct frame frame = {0};
    bool is_done = gather(&page, &frame, error);

    if (is_done) {
        write_buffer(out, &frame.begin);
        write_blocks(out, &page);
        write_buffer(out, &frame.end);
        note_what_is_left_out(&page);
    }
    free_frame(&frame);
    page_free(&page);
    return is_done;
}
