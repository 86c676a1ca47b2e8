/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The records in the blocks of a page, and what it leaves out where it has no room for all. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "unit/reporter/format/html/page_blocks.h"
#include "unit/reporter/format/html/page_sections.h"

static const struct table_event events[] = {{.name = {"Ir", 2}, TOTAL(100)}, {.name = {"Dr", 2}}};

/* main calls f, which is in a cycle with g; what the call of g adds to f is less. */
Test(html_page, has_functions_with_what_they_call)
{
    static const struct figure ten[2] = {NOW(10)}, most[2] = {NOW(INT64_MAX)},
                               bound[2] = {NOW_BOUND(60)}, some[2] = {NOW(90)};
    static const struct graph_place in_main = {.number = 0}, in_f = {.number = 1},
                                    to_f = {.callee = 1, .leaving = some},
                                    to_g = {.number = 1, .callee = 2, .leaving = ten};
    static const struct table_row rows[] = {
        {.kind = ROW_CYCLE, .cycle = 1, .n_members = 2, .inclusive = some},
        {.kind = ROW_NODE,
         .function = {"main", 4},
         .file = {"a.c", 3},
         .self = ten,
         .inclusive = most,
         .calls = NOW(0),
         .graph = &in_main},
        {.kind = ROW_ARC, .inclusive = some, .calls = NOW(2), .graph = &to_f},
        {.kind = ROW_NODE,
         .function = {"a_name_of_many_letters(a_type_of_many_letters, another_of_many_letters)",
                      71},
         .cycle = 1,
         .self = ten,
         .inclusive = bound,
         .graph = &in_f},
        {.kind = ROW_ARC, .inclusive = some, .calls = NOW(3), .graph = &to_g},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_CALL_GRAPH,
         .table = {.has_inclusive = true, .events = events, .n_events = 2}},
        rows,
        ARRAY_LENGTH(rows)};

    expect_text(block_of_sections(&section, 1, "functions-0"),
                "[\n{\"cycle\": 1, \"members\": 2, \"inclusive\": [90, null], "
                "\"exact\": true},\n"
                "{\"file\": \"a.c\", \"function\": \"main\", \"calls\": 0, "
                "\"self\": [10, null], "
                "\"inclusive\": [\"9223372036854775807\", null], \"exact\": true, "
                "\"callees\": [{\"callee\": 1, \"calls\": 2, \"cost\": [90, null]}]},\n"
                "{\"function\": \"a_name_of_many_letters(a_type_of_many_letters, "
                "another_of_many_letters)\", \"self\": [10, null], "
                "\"inclusive\": [60, null], \"exact\": false, "
                "\"short\": \"a_name_of_many_letters(..)\", \"in_cycle\": 1, "
                "\"callees\": [{\"callee\": 2, \"calls\": 3, \"cost\": [90, null], "
                "\"leaving\": [10, null]}]}]");
}

Test(html_page, has_code_with_what_is_between_lines)
{
    static const struct figure given[2] = {NOW(10)}, nothing[2];
    static const struct graph_place place = {.number = 0};
    static const struct table_row node = {
        .kind = ROW_NODE, .function = {"f", 1}, .self = given, .graph = &place};
    static const unsigned char lanes[] = {LANE_BEGIN, LANE_ABOVE | LANE_BELOW};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}, .function = {"f", 1}, .text = {"src/a.c", 7}},
        {.kind = ROW_LINE, .line = 4, .text = {"{", 1}, .self = nothing},
        {.kind = ROW_SOURCE, .line = 5, .text = {"}", 1}},
        {.kind = ROW_GAP},
        {.kind = ROW_INSTRUCTION, .line = 5, .address = 0x117e, .lanes = lanes, .self = given},
        {.kind = ROW_CALLEE, .function = {"g", 1}, .calls = NOW(2), .inclusive = given},
    };
    static const struct hand_made_section sections[] = {
        {{.kind = SECTION_CALL_GRAPH, .table = {.events = events, .n_events = 2}}, &node, 1},
        {{.kind = SECTION_CODE_LISTING,
          .table = {.by = {"instruction", 11}, .events = events, .n_events = 2, .n_lanes = 2}},
         rows,
         ARRAY_LENGTH(rows)},
    };

    expect_text(block_of_sections(sections, 2, "instructions-0"),
                "{\"rows\": [\n"
                "{\"file\": \"a.c\", \"function\": \"f\", \"found\": \"src/a.c\"},\n"
                "{\"line\": 4, \"text\": \"{\", \"self\": [null, null]},\n"
                "{\"line\": 5, \"text\": \"}\"},\n{\"gap\": true},\n"
                "{\"line\": 5, \"address\": \"0x117e\", \"instruction\": null, "
                "\"self\": [10, null], \"lanes\": [4, 3], \"callees\": "
                "[{\"function\": \"g\", \"calls\": 2, "
                "\"cost\": [10, null]}]}]}");
}

/* A graph of many functions, each of which calls the one after it; and all other sections. */
enum { MANY = 9000 };

struct large {
    struct figure costs[MANY];
    struct table_row rows[2 * MANY];
    struct graph_place nodes[MANY], arcs[MANY];
    char names[MANY][40];
    struct hand_made_section sections[N_PAGE_SECTIONS];
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
        large->costs[i].now = (struct cell){.value = (int64_t)(random >> 20), .is_given = true};
        snprintf(large->names[i], sizeof large->names[i], "f%016jx", (uintmax_t)random);
        large->nodes[i] = (struct graph_place){.number = i};
        large->arcs[i] = (struct graph_place){
            .number = i, .callee = (i + 1) % MANY, .leaving = &large->costs[i]};
        large->rows[2 * i] = (struct table_row){.kind = ROW_NODE,
                                                .function = text_of(large->names[i]),
                                                .self = &large->costs[i],
                                                .inclusive = &large->costs[i],
                                                .calls = NOW(0),
                                                .graph = &large->nodes[i]};
        large->rows[2 * i + 1] = (struct table_row){.kind = ROW_ARC,
                                                    .inclusive = &large->costs[i],
                                                    .calls = NOW((int64_t)i),
                                                    .graph = &large->arcs[i]};
    }
    memcpy(large->sections, page_sections, sizeof page_sections);
    large->sections[0].rows = large->rows;
    large->sections[0].n_rows = 2 * MANY;
    large->report = (struct hand_made){.facts = hand_made_facts,
                                       .notes = &large->notes,
                                       .sections = large->sections,
                                       .n_sections = N_PAGE_SECTIONS};
    return large;
}

/* How many functions a page has: the facts say how many it has not. */
static size_t count_functions(const char *page)
{
    char *facts = page_block(page, "facts");
    size_t n_left_out = strtoull(member(facts, "functions_left_out"), NULL, 10);

    free(facts);
    return MANY - n_left_out;
}

static char *page_within(struct large *large, size_t limit)
{
    return hand_made_write(&large->report, format_html,
                           &(struct format_options){.page_limit = limit});
}

Test(html_page, has_as_many_functions_as_fit)
{
    struct large *large = make_large();
    char *whole = page_within(large, SIZE_MAX), *nothing = page_within(large, 0);
    size_t rest = strlen(nothing), most = strlen(whole) - rest, n_before = 0;

    cr_expect_eq(count_functions(nothing), 0);
    for (size_t i = 1; i <= 8; i++) {
        size_t limit = most * i / 4;
        char *page = page_within(large, limit);
        size_t n_functions = count_functions(page);
        cr_expect(strlen(page) <= rest + limit, "%zu in %zu", strlen(page), limit);
        cr_expect(n_functions >= n_before, "%zu in %zu", n_functions, limit);
        n_before = n_functions;
        free(page);
    }
    cr_expect_eq(n_before, MANY);
    free(whole);
    free(nothing);
    free(large);
}

/* What is small stays, but the code of functions that are not there. */
Test(html_page, says_what_it_leaves_out)
{
    struct large *large = make_large();
    char *whole = page_within(large, SIZE_MAX);

    cr_expect_eq(large->notes.count, 0);
    char *page = page_within(large, strlen(whole) / 2), *facts = page_block(page, "facts"),
         expected[100];
    size_t n_functions = count_functions(page), n_left_out = MANY - n_functions;
    cr_expect(n_functions > 1000 && n_functions < 8000, "%zu", n_functions);
    snprintf(expected, sizeof expected, "%zu,%03zu of 9,000 functions, which cost least",
             n_left_out / 1000, n_left_out % 1000);
    cr_expect(strstr(facts, expected), "%s", facts);
    cr_expect_eq(large->notes.count, 1);
    cr_expect(strstr(large->notes.first[0].text, expected));
    cr_expect(page_has_block(page, "tree-down"));
    cr_expect(page_has_block(page, "listing-1"));
    free(page);
    free(facts);
    page = page_within(large, 0);
    facts = page_block(page, "facts");
    expect_member(facts, "left_out",
                  "[\"9,000 of 9,000 functions, which cost least\", \"the table by file\", "
                  "\"the call tree top down\", \"the call tree bottom up\"]");
    cr_expect_not(page_has_block(page, "listing-1"));
    free(page);
    free(facts);
    free(whole);
    free(large);
}
