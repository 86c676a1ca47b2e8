/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages as a whole: the document, and its safety. */

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "reporter/format/gzip.h"
#include "reporter/format/html/page_files.h"
#include "unit/reporter/format/html/page_blocks.h"
#include "unit/reporter/format/html/page_sections.h"

static const struct figure cost = {
    .now = {.value = 10, .least = 10, .most = 10, .is_given = true, .has_range = true}};
static const struct graph_place place = {.number = 0};
static const struct tree_place top = {.depth = 0};

/* By character: AddressSanitizer's strstr() would read a long text to its end for each of them. */
static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;

    for (const char *at = text; *at != '\0'; at++) {
        size_t length = 0;
        while (what[length] != '\0' && at[length] == what[length])
            length++;
        count += what[length] == '\0';
    }
    return count;
}

/* What follows `begin` in the page is the file, up to `end`. */
static void expect_file(const char *page, const char *begin, const struct page_file *file,
                        const char *end)
{
    const char *at = strstr(page, begin);

    cr_assert(at, "no %s", begin);
    at += strlen(begin);
    cr_expect_eq(memcmp(at, file->text.at, file->text.length), 0);
    cr_expect_eq(strncmp(at + file->text.length, end, strlen(end)), 0);
}

static void expect_packed(const char *page, const char *id, const struct page_file *file)
{
    char *text = page_packed_file(page, id);

    cr_expect_eq(strlen(text), file->text.length);
    cr_expect_eq(memcmp(text, file->text.at, file->text.length), 0);
    free(text);
}

/* Nothing runs but what has those hashes. */
Test(format_html, writes_a_document_with_a_policy)
{
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = &page_sections[0], .n_sections = 1};
    char *page = page_of(&report), policy[500];

    snprintf(policy, sizeof policy,
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "script-src '%s' '%s'; style-src '%s' '%s'; base-uri 'none'; form-action 'none'\">\n",
             page_loader.hash, page_script.hash, page_base.hash, page_style.hash);
    cr_expect_eq(strncmp(page, policy, strlen(policy)), 0, "%.600s", page);
    cr_expect(strstr(page, "<title>profile \xe2\x80\x93 quern</title>"));
    expect_file(page, "<style>", &page_base, "</style>");
    if (gzip_append_compresses()) {
        expect_packed(page, "style", &page_style);
        expect_packed(page, "script", &page_script);
    } else {
        expect_file(page, "</style><style>", &page_style, "</style></head>");
        expect_file(page, "<script type=\"module\">", &page_script, "</script>");
    }
    expect_file(page, "</script>\n<script>", &page_loader, "</script>\n</body></html>\n");
    cr_expect(page_has_block(page, "facts"));
    cr_expect(page_has_block(page, "functions-0"));
    cr_expect_not(page_has_block(page, "tree-down"));
    const char *body = strstr(page, "<body>"), *end = strstr(page, "<script type=");
    for (const char *at = body; (at = strstr(at, " style=")) != NULL; at++)
        cr_expect(at > end, "%.80s", at);
    free(page);
}

static void expect_block(const char *page, const char *name, const char *expected)
{
    expect_text(page_block(page, name), expected);
}

Test(format_html, writes_a_block_for_each_section)
{
    static const struct text warning = {"odd", 3};
    static const struct hand_made_section warnings = {
        {.kind = SECTION_WARNINGS, .names = {&warning, 1}}, NULL, 0};
    struct hand_made_section sections[N_PAGE_SECTIONS + 1];
    struct hand_made report = {
        .facts = hand_made_facts, .sections = sections, .n_sections = ARRAY_LENGTH(sections)};

    memcpy(sections, page_sections, sizeof page_sections);
    sections[N_PAGE_SECTIONS] = warnings;
    report.facts.command = TEXT("run <it>");
    char *page = page_of(&report);
    expect_block(page, "group-file",
                 "{\"rows\": [\n{\"file\": \"a.c\", \"calls\": 3, "
                 "\"self\": [10], \"inclusive\": [10], \"exact\": true}]}");
    const char *path = "{\"rows\": [\n{\"function\": \"main\", \"self\": [10], "
                       "\"inclusive\": [10], \"exact\": true, "
                       "\"lower\": {\"self\": [10], \"inclusive\": [10]}, "
                       "\"upper\": {\"self\": [10], \"inclusive\": [10]}";
    char *up = page_block(page, "tree-up"), *down = page_block(page, "tree-down");
    cr_expect_eq(strncmp(up, path, strlen(path)), 0, "%s", up);
    cr_expect_str_eq(up + strlen(path), "}], \"least_percent\": 0}");
    cr_expect(strstr(down, "}]}], \"least_percent\": 0}"), "%s", down);
    cr_expect_eq(strncmp(down, path, strlen(path)), 0, "%s", down);
    cr_expect_eq(strncmp(down + strlen(path), ", \"rows\": [\n{\"function\": \"f\"", 27), 0);
    free(up);
    free(down);
    cr_expect(page_has_block(page, "listing-1"));
    cr_expect(page_has_block(page, "instructions-1"));
    cr_expect(page_has_block(page, "listing-0"));
    expect_block(
        page, "facts",
        "{\"version\": \"" QUERN_VERSION "\", \"title\": \"run \\u003cit\\u003e\", "
        "\"format\": \"quern\", \"schema\": 1, "
        "\"files\": [\"profile\"], \"command\": \"run \\u003cit\\u003e\", \"parts\": [], "
        "\"events\": [{\"name\": \"Ir\", \"long_name\": \"\", \"formula\": null, "
        "\"is_ratio\": false, \"unit\": 1}], \"totals\": [1000], \"measured\": 0, "
        "\"is_difference\": false, \"has_inclusive\": true, \"functions_left_out\": 0, "
        "\"limits\": [], \"warnings\": [\"odd\"], \"inlining_notes\": [], \"left_out\": []}");
    free(page);
}

/* What would be markup, and what must not be shown, wherever a text may come from. */
#define HOSTILE_TEXT                                                                               \
    "</script></title></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'><!--\0"     \
    "\xe2\x80\xa8\xe2\x80\xae\xff&lt;"
#define HOSTILE                                                                                    \
    {                                                                                              \
        HOSTILE_TEXT, sizeof HOSTILE_TEXT - 1                                                      \
    }

/* Gives the section that row, or of a listing one of each kind. */
static void set_rows(struct hand_made_section *section, const struct table_row *row,
                     struct table_row rows[4])
{
    static const enum table_row_kind of_listing[] = {ROW_LISTING, ROW_LINE, ROW_CALLEE, ROW_JUMP};
    bool is_listing = row->kind == ROW_LISTING;

    section->rows = rows;
    section->n_rows = is_listing ? ARRAY_LENGTH(of_listing) : 1;
    for (size_t i = 0; i < section->n_rows; i++) {
        rows[i] = *row;
        rows[i].kind = is_listing ? of_listing[i] : row->kind;
    }
}

/* All sections, whose names and texts are all the same. */
static char *write_hostile_page(void)
{
    static const struct text hostile = HOSTILE, old = HOSTILE;
    static const struct table_event event = {
        .name = HOSTILE, .long_name = HOSTILE, .formula = HOSTILE, .meaning = HOSTILE, TOTAL(1)};
    static const struct verdict limit = {.limit = HOSTILE,
                                         .path = HOSTILE_TEXT,
                                         .function = HOSTILE,
                                         .file = HOSTILE,
                                         .outcome = LIMIT_UNDECIDED,
                                         .reason = HOSTILE_TEXT};
    static const enum table_row_kind kinds[] = {ROW_NODE,    ROW_HOTSPOT, ROW_TREE,   ROW_TREE,
                                                ROW_LISTING, ROW_LISTING, ROW_LISTING};
    const struct part_facts part = {.thread_name = hostile,
                                    .trigger = hostile,
                                    .time_range = hostile,
                                    .file = hostile,
                                    .creator = hostile,
                                    .command = hostile,
                                    .descriptions = {&hostile, 1}};
    const struct hand_made_section warnings = {
        {.kind = SECTION_WARNINGS, .names = {&hostile, 1}}, NULL, 0};
    const struct jump_facts jump = {.file = hostile, .function = hostile, .line = 1};
    struct hand_made_section sections[N_PAGE_SECTIONS + 1];
    struct table_row rows[N_PAGE_SECTIONS][4];
    const struct hand_made report = {.facts = {.files = {&hostile, 1},
                                               .old_files = {&old, 1},
                                               .creators = {&hostile, 1},
                                               .command = hostile,
                                               .descriptions = {&hostile, 1},
                                               .parts = &part,
                                               .n_parts = 1},
                                     .verdicts = {&limit, 1},
                                     .sections = sections,
                                     .n_sections = ARRAY_LENGTH(sections)};

    memcpy(sections, page_sections, sizeof page_sections);
    for (size_t i = 0; i < N_PAGE_SECTIONS; i++) {
        const struct table_row row = {.kind = kinds[i],
                                      .object = hostile,
                                      .file = hostile,
                                      .function = hostile,
                                      .text = hostile,
                                      .self = &cost,
                                      .inclusive = &cost,
                                      .tree = &top,
                                      .jump = &jump,
                                      .graph = &place};
        sections[i].section.table.events = &event;
        sections[i].section.number = 0;
        set_rows(&sections[i], &row, rows[i]);
    }
    sections[N_PAGE_SECTIONS] = warnings;
    return page_of(&report);
}

Test(format_html, is_not_changed_by_hostile_texts)
{
    static const char *const never[] = {"<img",         "<!--", "\xe2\x80\xa8",
                                        "\xe2\x80\xae", "\xff", "alert(1)<"};
    static const char *const blocks[] = {"facts",   "functions-0", "group-file",    "tree-down",
                                         "tree-up", "listing-0",   "instructions-0"};
    static const char end[] = "</script>\n</body></html>\n";
    char *page = write_hostile_page();
    size_t length = strlen(page);

    cr_assert(length > sizeof end);
    cr_expect_str_eq(page + length - (sizeof end - 1), end, "a NUL byte");
    for (size_t i = 0; i < ARRAY_LENGTH(never); i++)
        cr_expect_null(strstr(page, never[i]), "%s", never[i]);
    cr_expect_eq(count_of(page, "</title"), 1);
    const size_t n_scripts = count_of(page, "<script");
    cr_expect_eq(count_of(page, "</style") + n_scripts, 1 + N_PAGE_SECTIONS + 4);
    cr_expect_eq(count_of(page, "</script"), n_scripts);
    cr_expect(strstr(page, "<h1>&lt;/script&gt;&lt;/title&gt;"));
    for (size_t i = 0; i < ARRAY_LENGTH(blocks); i++) {
        char *json = page_block(page, blocks[i]);
        cr_expect_null(strpbrk(json, "<>&"), "%s: %s", blocks[i], json);
        cr_expect(strstr(json, "\\u003c!--\\u0000\\u2028\\u202e\xef\xbf\xbd\\u0026lt;\""), "%s: %s",
                  blocks[i], json);
        free(json);
    }
    free(page);
}

Test(format_html, cuts_the_title)
{
    struct hand_made report = {
        .facts = hand_made_facts, .sections = &page_sections[0], .n_sections = 1};
    char command[1000], *page;

    memset(command, 'x', sizeof command);
    report.facts.command = (struct text){command, sizeof command};
    page = page_of(&report);
    const char *title = strstr(page, "<title>"), *end = strstr(page, "</title>");
    cr_assert(title && end);
    cr_expect_eq((size_t)(end - title),
                 strlen("<title>") + 100 + strlen("\xe2\x80\xa6 \xe2\x80\x93 quern"));
    free(page);
}

/* As large as names get: whole in the record, with a short form, and cut where they stand as text.
 */
Test(format_html, takes_long_names)
{
    enum { LENGTH = 1000000 };
    char *name = memory_alloc(LENGTH, 1);
    struct table_row row = page_sections[0].rows[0];
    struct hand_made_section section = page_sections[0];
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = &section, .n_sections = 1};

    memset(name, '<', LENGTH);
    row.function = row.file = row.object = (struct text){name, LENGTH};
    section.rows = &row;
    section.n_rows = 1;
    char *page = page_of(&report), *json = page_block(page, "functions-0");
    cr_expect_eq(count_of(json, "\\u003c"), 3 * LENGTH + 59);
    cr_expect_eq(count_of(page, "&lt;"), 300 + 59 + 200);
    free(page);
    free(json);
    free(name);
}

static void make_row(void *view, struct table_rows *rows)
{
    (void)view;
    table_rows_add(rows, ROW_TOTAL);
}

static bool fits_never(const void *maker, struct error *error)
{
    (void)maker;
    return error_set(error, ERROR_FAILED, NULL, 0, "no row");
}

struct failing {
    const struct section *section; /* NULL: there is none */
    struct table_rows rows;
};

/* The section, and that its first row does not fit; without one fails itself. */
static bool give_failing_section(void *maker, struct section *section, struct error *error)
{
    struct failing *failing = maker;

    if (failing->section == NULL)
        return error_set(error, ERROR_FAILED, NULL, 0, "no section");
    *section = *failing->section;
    section->table.make_rows = make_row;
    section->table.rows = &failing->rows;
    section->table.fits = fits_never;
    return true;
}

static void expect_failure(const struct section *section, const char *expected)
{
    struct failing failing = {.section = section};
    const struct report report = {
        .facts = hand_made_facts, .next = give_failing_section, .maker = &failing};
    const struct format_options options = {.page_limit = SIZE_MAX};
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    cr_expect_not(format_html(&report, &options, out, &error));
    fclose(out);
    cr_expect_str_eq(error.text, expected);
    cr_expect_str_eq(text, "");
    free(text);
    table_rows_free(&failing.rows);
}

/* Half a page would be none. */
Test(format_html, writes_nothing_where_a_row_or_a_section_fails)
{
    for (size_t i = 0; i < N_PAGE_SECTIONS - 1; i++) {
        struct section section = page_sections[i].section;
        section.number = 0;
        if (section.kind != SECTION_CODE_LISTING)
            expect_failure(&section, "no row");
    }
    expect_failure(NULL, "no section");
}
