/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page.h"

/* What a page leaves out so that it is no larger than its limit, and that it says so. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "unit/reporter/format/html/page_blocks.h"
#include "unit/reporter/format/html/page_sections.h"

/* A graph of many functions, each called by the one before; and all other sections. */
enum { MANY = 3000 };

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
        large->arcs[i] = (struct graph_place){.number = i, .callee = (i + 1) % MANY};
        large->rows[i] = (struct table_row){.kind = ROW_NODE,
                                            .function = text_of(large->names[i]),
                                            .self = &large->costs[i],
                                            .inclusive = &large->costs[i],
                                            .calls = NOW(0),
                                            .graph = &large->nodes[i]};
        large->rows[MANY + i] = (struct table_row){.kind = ROW_ARC,
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

static char *page_within(struct large *large, size_t limit)
{
    return hand_made_write(&large->report, format_html,
                           &(struct format_options){.page_limit = limit});
}

/* What is needed at least, as the error says it. */
static size_t find_least(struct large *large)
{
    struct error error = hand_made_failure_of(&large->report, format_html,
                                              &(struct format_options){.page_limit = 1});

    cr_assert_eq(error.kind, ERROR_USAGE);
    const char *begin = "the page needs some ";
    cr_assert_eq(strncmp(error.text, begin, strlen(begin)), 0, "%s", error.text);
    char *end;
    size_t least = strtoull(error.text + strlen(begin), &end, 10);
    cr_expect_str_eq(end, " bytes, and has room for 1");
    return least;
}

Test(html_page, is_never_larger_than_its_limit)
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
Test(html_page, says_what_it_leaves_out)
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
             "no room on the page for the %zu,%03zu functions of 3,000 that cost least",
             (MANY - n_functions) / 1000, (MANY - n_functions) % 1000);
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
Test(html_page, leaves_out_what_functions_leave_no_room_for)
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
Test(html_page, leaves_out_the_largest_table_first)
{
    struct large *large = make_large();
    size_t least;

    for (size_t i = 0; i < MANY; i++) {
        large->rows[i] = page_group_row;
        large->rows[i].file = text_of(large->names[i]);
    }
    large->sections[0] = page_sections[0];
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
