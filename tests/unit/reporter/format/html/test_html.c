/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages as a whole: the document, its safety, and its size. */

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/warnings.h"
#include "reporter/format/html/page_files.h"
#include "unit/reporter/format/html/page_blocks.h"

static const struct column column = {.name = {"Ir", 2}, .total = GIVEN(1000)};
static const struct cell cost = GIVEN(10);
static const struct graph_place places[] = {{.number = 0}, {.number = 1}};
static const struct table_row nodes[] = {
    {.kind = ROW_NODE,
     .function = {"main", 4},
     .cells = &cost,
     .inclusive = &cost,
     .graph = &places[0]},
    {.kind = ROW_NODE,
     .function = {"f", 1},
     .cells = &cost,
     .inclusive = &cost,
     .graph = &places[1]},
};

#define GRAPH                                                                                      \
    {                                                                                              \
        {.kind = SECTION_CALL_GRAPH,                                                               \
         .table = {.columns = &column, .n_columns = 1, .has_inclusive = true}},                    \
            nodes, ARRAY_LENGTH(nodes)                                                             \
    }

static const struct hand_made_section graph = GRAPH;

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
    cr_expect_eq(memcmp(at, file->bytes, file->length), 0);
    cr_expect_eq(strncmp(at + file->length, end, strlen(end)), 0);
}

/* Nothing runs but what has those hashes. */
Test(format_html, writes_a_document_with_a_policy)
{
    const struct hand_made report = {.facts = hand_made_facts, .sections = &graph, .n_sections = 1};
    char *page = page_of(&report), policy[500];

    snprintf(policy, sizeof policy,
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'\">\n",
             page_script.hash, page_style.hash);
    cr_expect_eq(strncmp(page, policy, strlen(policy)), 0, "%.600s", page);
    cr_expect(strstr(page, "<title>profile \xe2\x80\x93 quern</title>"));
    expect_file(page, "<style>", &page_style,
                "</style></head>\n<body>\n<main id=\"page\">\n"
                "<section id=\"static\">\n");
    expect_file(page, "<script type=\"module\">", &page_script, "</script>\n</body></html>\n");
    cr_expect(page_has_block(page, "facts"));
    cr_expect(page_has_block(page, "functions"));
    cr_expect_not(page_has_block(page, "tree-down"));
    const char *body = strstr(page, "<body>"), *end = strstr(page, "<script type=\"module\">");
    for (const char *at = body; (at = strstr(at, " style=")) != NULL; at++)
        cr_expect(at > end, "%.80s", at);
    free(page);
}

static const struct table_row group_row = {
    .kind = ROW_HOTSPOT, .file = {"a.c", 3}, .calls = 3, .cells = &cost, .inclusive = &cost};
static const struct cell_range range = {10, 10, true};
static const struct tree_place top = {.self = &range, .inclusive = &range},
                               below = {.depth = 1, .self = &range, .inclusive = &range};
static const struct table_row paths[] = {
    {.kind = ROW_TREE, .function = {"main", 4}, .cells = &cost, .inclusive = &cost, .tree = &top},
    {.kind = ROW_TREE, .function = {"f", 1}, .cells = &cost, .inclusive = &cost, .tree = &below},
};
static const struct table_row lines[] = {
    {.kind = ROW_LISTING, .file = {"a.c", 3}},
    {.kind = ROW_LINE, .line = 1, .text = {"{", 1}, .cells = &cost},
};

static const struct hand_made_section all[] = {
    GRAPH,
    {{.kind = SECTION_HOTSPOTS, .table = {.columns = &column, .n_columns = 1, .by = {"file", 4}}},
     &group_row,
     1},
    {{.kind = SECTION_CALL_TREE,
      .table = {.columns = &column, .n_columns = 1, .remedy = {"record so", 9}}},
     paths,
     2},
    {{.kind = SECTION_CALL_TREE,
      .table = {.columns = &column, .n_columns = 1, .is_bottom_up = true}},
     paths,
     1},
    {{.kind = SECTION_CODE_LISTING, .table = {.columns = &column, .n_columns = 1}, .number = 1},
     lines,
     2},
    {{.kind = SECTION_CODE_LISTING,
      .table = {.columns = &column, .n_columns = 1, .has_instructions = true},
      .number = 1},
     lines,
     2},
    {{.kind = SECTION_CODE_LISTING, .table = {.columns = &column, .n_columns = 1}}, lines, 2},
};

static void expect_block(const char *page, const char *name, const char *expected)
{
    expect_text(page_block(page, name), expected);
}

Test(format_html, writes_a_block_for_each_section)
{
    static const struct text description = {"I1 cache: 32 KB", 15}, warning = {"odd", 3};
    static const struct hand_made_section warnings = {
        {.kind = SECTION_WARNINGS, .names = {&warning, 1}}, NULL, 0};
    struct hand_made_section sections[ARRAY_LENGTH(all) + 1];
    struct hand_made report = {
        .facts = hand_made_facts, .sections = sections, .n_sections = ARRAY_LENGTH(sections)};

    memcpy(sections, all, sizeof all);
    sections[ARRAY_LENGTH(all)] = warnings;
    report.facts.descriptions = (struct text_list){&description, 1};
    report.facts.command = TEXT("run <it>");
    char *page = page_of(&report);
    expect_block(page, "group-file",
                 "{\"by\": \"file\", \"rows\": [\n{\"file\": \"a.c\", \"calls\": 3, "
                 "\"self\": {\"Ir\": 10}, \"inclusive\": {\"Ir\": 10}, \"exact\": true}]}");
    const char *path = "{\"rows\": [\n{\"function\": \"main\", \"self\": {\"Ir\": 10}, "
                       "\"inclusive\": {\"Ir\": 10}, \"exact\": true, "
                       "\"lower\": {\"self\": {\"Ir\": 10}, \"inclusive\": {\"Ir\": 10}}, "
                       "\"upper\": {\"self\": {\"Ir\": 10}, \"inclusive\": {\"Ir\": 10}}";
    char *up = page_block(page, "tree-up"), *down = page_block(page, "tree-down");
    cr_expect_eq(strncmp(up, path, strlen(path)), 0, "%s", up);
    cr_expect_str_eq(up + strlen(path), "}]}");
    cr_expect_eq(strncmp(down, path, strlen(path)), 0, "%s", down);
    cr_expect_eq(strncmp(down + strlen(path), ", \"rows\": [\n{\"function\": \"f\"", 27), 0);
    free(up);
    free(down);
    cr_expect(page_has_block(page, "listing-1"));
    cr_expect(page_has_block(page, "instructions-1"));
    cr_expect(page_has_block(page, "listing-0"));
    expect_block(page, "facts",
                 "{\"version\": \"" QUERN_VERSION "\", \"title\": \"run \\u003cit\\u003e\", "
                 "\"files\": [\"profile\"], \"command\": \"run \\u003cit\\u003e\", \"parts\": [], "
                 "\"descriptions\": [\"I1 cache: 32 KB\"], \"limits\": [], "
                 "\"warnings\": [\"odd\"], \"left_out\": [], \"groups\": [\"file\"], "
                 "\"trees\": [\"down\", \"up\"], \"listings\": [1, 0], \"instructions\": [1], "
                 "\"remedy\": \"record so\"}");
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

/* All sections, whose names and texts are all the same. */
static char *write_hostile_page(void)
{
    static const struct text hostile = HOSTILE, old = HOSTILE;
    static const struct column columns = {.name = HOSTILE,
                                          .long_name = HOSTILE,
                                          .formula = HOSTILE,
                                          .meaning = HOSTILE,
                                          .total = GIVEN(1)};
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
    struct hand_made_section sections[ARRAY_LENGTH(all) + 1];
    struct table_row rows[ARRAY_LENGTH(all)][4];
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

    memcpy(sections, all, sizeof all);
    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        const struct table_row row = {.kind = kinds[i],
                                      .object = hostile,
                                      .file = hostile,
                                      .function = hostile,
                                      .text = hostile,
                                      .cells = &cost,
                                      .inclusive = &cost,
                                      .tree = &top,
                                      .jump = &jump,
                                      .graph = &places[0]};
        static const enum table_row_kind below_listing[] = {ROW_LISTING, ROW_LINE, ROW_CALLEE,
                                                            ROW_JUMP};
        sections[i].section.table.columns = &columns;
        sections[i].section.table.remedy = hostile;
        sections[i].section.number = 0;
        sections[i].rows = rows[i];
        sections[i].n_rows = kinds[i] == ROW_LISTING ? ARRAY_LENGTH(below_listing) : 1;
        for (size_t k = 0; k < sections[i].n_rows; k++) {
            rows[i][k] = row;
            rows[i][k].kind = kinds[i] == ROW_LISTING ? below_listing[k] : kinds[i];
        }
    }
    sections[ARRAY_LENGTH(all)] = warnings;
    return page_of(&report);
}

Test(format_html, is_not_changed_by_hostile_texts)
{
    static const char *const never[] = {"<img",         "<!--", "\xe2\x80\xa8",
                                        "\xe2\x80\xae", "\xff", "alert(1)<"};
    static const char *const blocks[] = {"facts",   "functions", "group-file",    "tree-down",
                                         "tree-up", "listing-0", "instructions-0"};
    static const char end[] = "</script>\n</body></html>\n";
    char *page = write_hostile_page();
    size_t length = strlen(page);

    cr_assert(length > sizeof end);
    cr_expect_str_eq(page + length - (sizeof end - 1), end, "a NUL byte");
    for (size_t i = 0; i < ARRAY_LENGTH(never); i++)
        cr_expect_null(strstr(page, never[i]), "%s", never[i]);
    cr_expect_eq(count_of(page, "</title"), 1);
    cr_expect_eq(count_of(page, "</style"), 1);
    cr_expect_eq(count_of(page, "<script"), ARRAY_LENGTH(all) + 2);
    cr_expect_eq(count_of(page, "</script"), ARRAY_LENGTH(all) + 2);
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
    struct hand_made report = {.facts = hand_made_facts, .sections = &graph, .n_sections = 1};
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

Test(format_html, needs_no_functions)
{
    const struct hand_made report = {.facts = hand_made_facts};
    char *page = page_of(&report), *json = page_block(page, "functions");

    expect_member(json, "count", "0,");
    expect_member(json, "events", "[]");
    free(json);
    free(page);
}

/* A graph of many functions, each called by the one before; and all other sections. */
enum { MANY = 3000 };

struct large {
    struct cell costs[MANY];
    struct table_row rows[2 * MANY];
    struct graph_place nodes[MANY], arcs[MANY];
    char names[MANY][40];
    struct hand_made_section sections[ARRAY_LENGTH(all)];
    struct warnings notes;
    struct hand_made report;
};

/* To be freed. What is in it compresses badly. */
static struct large *make_large(void)
{
    struct large *large = memory_alloc(1, sizeof *large);
    uint64_t random = 1;

    for (size_t i = 0; i < MANY; i++) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        large->costs[i] = (struct cell){.value = (int64_t)(random >> 20), .is_given = true};
        snprintf(large->names[i], sizeof large->names[i], "f%016jx", (uintmax_t)random);
        large->nodes[i] = (struct graph_place){.number = i};
        large->arcs[i] = (struct graph_place){.number = i, .callee = (i + 1) % MANY};
        large->rows[i] = (struct table_row){.kind = ROW_NODE,
                                            .function = text_of(large->names[i]),
                                            .cells = &large->costs[i],
                                            .inclusive = &large->costs[i],
                                            .graph = &large->nodes[i]};
        large->rows[MANY + i] = (struct table_row){.kind = ROW_ARC,
                                                   .calls = (int64_t)i,
                                                   .cells = &large->costs[i],
                                                   .graph = &large->arcs[i]};
    }
    memcpy(large->sections, all, sizeof all);
    large->sections[0].rows = large->rows;
    large->sections[0].n_rows = 2 * MANY;
    large->report = (struct hand_made){.facts = hand_made_facts,
                                       .notes = &large->notes,
                                       .sections = large->sections,
                                       .n_sections = ARRAY_LENGTH(all)};
    return large;
}

static char *page_within(struct large *large, size_t limit)
{
    return hand_made_write(&large->report, format_html,
                           &(struct format_options){.html_limit = limit});
}

/* What is needed at least, as the error says it. */
static size_t find_least(struct large *large)
{
    struct error error = hand_made_failure_of(&large->report, format_html,
                                              &(struct format_options){.html_limit = 1});

    cr_assert_eq(error.kind, ERROR_USAGE);
    const char *begin = "--html-limit=1: the page needs some ";
    cr_assert_eq(strncmp(error.text, begin, strlen(begin)), 0, "%s", error.text);
    char *end;
    size_t least = strtoull(error.text + strlen(begin), &end, 10);
    cr_expect_str_eq(end, " bytes");
    return least;
}

Test(format_html, is_never_larger_than_its_limit)
{
    struct large *large = make_large();
    size_t least = find_least(large), n_before = 0;
    char *whole = page_within(large, SIZE_MAX);
    size_t most = strlen(whole);

    cr_assert(least < most);
    cr_expect_eq(large->notes.count, 0);
    for (size_t i = 0; i <= 14; i++) {
        size_t limit = least + (most - least) * i / 12; /* and some that are larger */
        char *page = page_within(large, limit), *json = page_block(page, "functions");
        size_t n_functions = strtoull(member(json, "count"), NULL, 10);
        cr_expect(strlen(page) <= limit, "%zu in %zu", strlen(page), limit);
        cr_expect(n_functions >= n_before * 9 / 10, "%zu in %zu", n_functions, limit);
        cr_expect_eq(strtoull(member(json, "left_out"), NULL, 10), MANY - n_functions);
        n_before = n_functions;
        free(page);
        free(json);
    }
    cr_expect_eq(n_before, MANY);
    free(whole);
    free(large);
}

/* Sources first, then functions; tables and trees that are small stay. */
Test(format_html, says_what_it_leaves_out)
{
    struct large *large = make_large();
    size_t least = find_least(large);
    char *page = page_within(large, least + 20000), *facts = page_block(page, "facts"),
         *json = page_block(page, "functions"), expected[100];
    size_t n_functions = strtoull(member(json, "count"), NULL, 10);

    cr_expect(n_functions > 100 && n_functions < 2000, "%zu", n_functions);
    snprintf(expected, sizeof expected, "[\"the %zu,%03zu functions of 3,000 that cost least\"",
             (MANY - n_functions) / 1000, (MANY - n_functions) % 1000);
    expect_member(facts, "left_out", expected);
    expect_member(facts, "groups", "[\"file\"]");
    expect_member(facts, "trees", "[\"down\", \"up\"]");
    cr_expect(large->notes.count != 0);
    snprintf(expected, sizeof expected,
             "--html-limit=%zu leaves no room for the %zu,%03zu functions of 3,000 that cost least",
             least + 20000, (MANY - n_functions) / 1000, (MANY - n_functions) % 1000);
    cr_expect_str_eq(large->notes.first[0].text, expected);
    /* Those that cost most, and the calls between them. */
    const char *arcs = member(json, "arcs");
    cr_assert(arcs);
    cr_expect_eq(strtoull(member(arcs, "count"), NULL, 10), n_functions - 1);
    cr_expect(strstr(json, large->names[n_functions - 1]));
    cr_expect_null(strstr(json, large->names[n_functions]));
    free(page);
    free(facts);
    free(json);
    free(large);
}

/* The sources of functions that are not there are not missed. */
Test(format_html, leaves_out_what_functions_leave_no_room_for)
{
    struct large *large = make_large();
    char *page = page_within(large, find_least(large)), *facts = page_block(page, "facts");

    expect_member(facts, "left_out",
                  "[\"the 3,000 functions of 3,000 that cost least\", \"the table by file\", "
                  "\"the call tree from the top down\", \"the call tree from functions up\"]");
    expect_member(facts, "groups", "[]");
    expect_member(facts, "trees", "[]");
    expect_member(facts, "listings", "[]");
    expect_member(facts, "instructions", "[]");
    cr_expect_not(page_has_block(page, "listing-1"));
    cr_expect_eq(large->notes.count, 4);
    free(page);
    free(facts);
    free(large);
}

/* A table that is larger than all functions gives way to them. */
Test(format_html, leaves_out_the_largest_table_first)
{
    struct large *large = make_large();
    size_t least;

    for (size_t i = 0; i < MANY; i++) {
        large->rows[i] = group_row;
        large->rows[i].file = text_of(large->names[i]);
    }
    large->sections[0] = all[0];
    large->sections[1].rows = large->rows;
    large->sections[1].n_rows = MANY;
    least = find_least(large);
    char *page = page_within(large, least + 5000), *facts = page_block(page, "facts"),
         *json = page_block(page, "functions");
    expect_member(facts, "left_out", "[\"the table by file\"]");
    expect_member(facts, "trees", "[\"down\", \"up\"]");
    expect_member(facts, "listings", "[1, 0]");
    expect_member(json, "count", "2,");
    expect_member(json, "left_out", "0,");
    free(page);
    free(facts);
    free(json);
    free(large);
}

/* As large as names get: whole in the block, and cut where they stand as text. */
Test(format_html, takes_long_names)
{
    enum { LENGTH = 1000000 };
    char *name = memory_alloc(LENGTH, 1);
    struct table_row row = nodes[0];
    struct hand_made_section section = graph;
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = &section, .n_sections = 1};

    memset(name, '<', LENGTH);
    row.function = row.file = row.object = (struct text){name, LENGTH};
    section.rows = &row;
    section.n_rows = 1;
    char *page = page_of(&report), *json = page_block(page, "functions");
    cr_expect_eq(count_of(json, "\\u003c"), LENGTH);
    cr_expect_eq(count_of(page, "&lt;"), 300 + 200 + 200);
    free(page);
    free(json);
    free(name);
}

static bool fail_at_row(void *view, struct table_row *row, struct error *error)
{
    (void)view;
    (void)row;
    return error_set(error, ERROR_FAILED, NULL, 0, "no row");
}

/* The section, and that its rows fail; without one fails itself. */
static bool give_failing_section(void *maker, struct section *section, struct error *error)
{
    const struct section **failing = maker;

    if (*failing == NULL)
        return error_set(error, ERROR_FAILED, NULL, 0, "no section");
    *section = **failing;
    section->table.next = fail_at_row;
    return true;
}

static void expect_failure(const struct section *section, const char *expected)
{
    const struct report report = {
        .facts = hand_made_facts, .next = give_failing_section, .maker = (void *)&section};
    const struct format_options options = {.html_limit = SIZE_MAX};
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
}

/* Half a page would be none. */
Test(format_html, writes_nothing_where_a_row_or_a_section_fails)
{
    static const struct section other = {.kind = SECTION_TOTALS};

    for (size_t i = 0; i < ARRAY_LENGTH(all) - 1; i++) {
        struct section section = all[i].section;
        section.number = 0;
        if (section.kind != SECTION_CODE_LISTING)
            expect_failure(&section, "no row");
    }
    expect_failure(NULL, "no section");
    expect_failure(&other, "this format has no sections of kind 0");
}
