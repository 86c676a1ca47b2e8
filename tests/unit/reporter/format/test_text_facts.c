/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is above the tables, in full or in short, and the list of events. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define RULE "--------------------------------------------------------------------------------\n"

/* Of a report without any section. */
static char *format_facts(const struct facts *facts)
{
    const struct hand_made report = {.facts = *facts, .is_classic = true};

    return hand_made_write(&report, format_text, &(struct format_options){0});
}

Test(format_text_facts, writes_facts)
{
    const struct text file = TEXT("callgrind.out.7"), creator = TEXT("callgrind-3.19.0"),
                      events[] = {TEXT("Ir"), TEXT("Dr")}, thresholds[] = {TEXT("99"), TEXT("0")},
                      dirs[] = {TEXT("a/"), TEXT("b/")}, sources[] = {TEXT("x.c")},
                      descriptions[] = {TEXT("I1 cache: none")};
    const struct part_facts part = {.pid = 7, .number = 2, .thread = 3};
    const struct facts facts = {
        .files = {&file, 1},
        .creators = {&creator, 1},
        .descriptions = {descriptions, 1},
        .command = TEXT("./a b"),
        .parts = &part,
        .n_parts = 1,
        .recorded = {events, 2},
        .shown = {events, 1},
        .sorted = {events, 2},
        .thresholds = {thresholds, 2},
        .include_dirs = {dirs, 2},
        .sources = {sources, 1},
        .is_auto_annotated = true,
    };

    expect_text(format_facts(&facts),
                RULE "Profile data file 'callgrind.out.7' (creator: callgrind-3.19.0)\n" RULE
                     "I1 cache: none\n"
                     "Profiled target:  ./a b (PID 7, part 2, thread 3)\n"
                     "Events recorded:  Ir Dr\n"
                     "Events shown:     Ir\n"
                     "Event sort order: Ir Dr\n"
                     "Thresholds:       99 0\n"
                     "Include dirs:     a/\n"
                     "                  b/\n"
                     "User annotated:   x.c\n"
                     "Auto-annotation:  on\n\n");
}

/* Label and blanks stay where nothing follows; without a PID there is no bracket. */
Test(format_text_facts, writes_facts_that_are_not_known)
{
    const struct text file = TEXT("p"), creator = {0};
    const struct part_facts part = {.pid = -1, .number = 1, .thread = -1};
    const struct facts facts = {.are_files_chosen = true,
                                .files = {&file, 1},
                                .creators = {&creator, 1},
                                .parts = &part,
                                .n_parts = 1};

    expect_text(format_facts(&facts), "Reading data from 'p'...\n" RULE
                                      "Profile data file 'p'\n" RULE "Profiled target:  (unknown)\n"
                                      "Events recorded:  \n"
                                      "Events shown:     \n"
                                      "Event sort order: \n"
                                      "Thresholds:       \n"
                                      "Include dirs:     \n"
                                      "User annotated:   \n"
                                      "Auto-annotation:  off\n\n");
}

/* Each of several parts says what it is, and only that. */
Test(format_text_facts, writes_parts)
{
    const struct text file = TEXT("p"), creator = {0}, old_files[] = {TEXT("q"), TEXT("r")};
    const struct part_facts parts[] = {
        {.pid = 7,
         .number = 1,
         .thread = 2,
         .time_range = TEXT("1 - 2"),
         .trigger = TEXT("Program termination"),
         .total = {.value = 1234, .is_given = true}},
        {.pid = -1, .number = 0, .thread = -1},
    };
    const struct facts facts = {.files = {&file, 1},
                                .old_files = {old_files, 2},
                                .creators = {&creator, 1},
                                .command = TEXT("./a"),
                                .parts = parts,
                                .n_parts = 2,
                                .first_event = TEXT("Ir")};

    expect_text(format_facts(&facts),
                RULE "Profile data file 'p'\n" RULE "Profiled target:  ./a\n"
                     "Parts:            PID 7, part 1, thread 2, 1 - 2, Program termination, "
                     "1,234 Ir\n"
                     "                  part 0\n"
                     "Compared with:    q\n"
                     "                  r\n"
                     "Events recorded:  \n"
                     "Events shown:     \n"
                     "Event sort order: \n"
                     "Thresholds:       \n"
                     "Include dirs:     \n"
                     "User annotated:   \n"
                     "Auto-annotation:  off\n\n");
}

/* What differs between parts is told of each. */
Test(format_text_facts, writes_what_parts_differ_in)
{
    const struct text files[] = {TEXT("p"), TEXT("q")}, creators[2] = {{0}},
                      cache = TEXT("I1 cache: none");
    const struct part_facts parts[] = {
        {.pid = 7,
         .number = 1,
         .thread = 2,
         .thread_name = TEXT("worker"),
         .command = TEXT("./a"),
         .peculiarities = {&cache, 1}},
        {.pid = 8, .number = 1, .thread = -1},
    };
    const struct run_facts runs[] = {{.name = TEXT("p"), .contents = TEXT("2 threads")},
                                     {.name = TEXT("q"), .note = TEXT("./b")},
                                     {.name = TEXT("r"), .contents = TEXT("3 files")}};
    const struct facts facts = {.files = {files, 2},
                                .creators = {creators, 2},
                                .runs = {runs, 3},
                                .command = TEXT("./a"),
                                .commands_differ = true,
                                .parts = parts,
                                .n_parts = 2};

    char *text = format_facts(&facts);
    cr_expect(strstr(text,
                     "Profiled target:  (several: see the parts)\n"
                     "Runs:             p (2 threads)\n"
                     "                  r (3 files)\n"
                     "Parts:            PID 7, part 1, thread 2, worker, I1 cache: none, of ./a\n"
                     "                  PID 8, part 1\n"),
              "%s", text);
    free(text);
}

/* The lines above a table of one event; a listing without rows has only a line end below them. */
static void expect_lead(const struct facts *facts, const struct column *column, bool is_difference,
                        const char *expected)
{
    const struct hand_made_section section = {
        .section = {.kind = SECTION_CODE_LISTING,
                    .table = {.columns = column, .n_columns = 1, .is_difference = is_difference}}};
    const struct hand_made report = {.facts = *facts, .sections = &section, .n_sections = 1};

    expect_text(hand_made_write(&report, format_text, &(struct format_options){0}), expected);
}

Test(format_text_facts, leads_into_tables_of_one_event)
{
    const struct run_facts alike[] = {{.name = TEXT("p")},
                                      {.name = TEXT("q"), .note = TEXT("2 files")}},
                           different[] = {{.name = TEXT("p"), .note = TEXT("./a; 2 threads")},
                                          {.name = TEXT("q"), .note = TEXT("./b")}};
    const struct column known = {.name = TEXT("Ir"),
                                 .long_name = TEXT("Instruction Fetch"),
                                 .total = {.value = 1234, .is_given = true}},
                        unknown = {.name = TEXT("Ir")};
    struct facts facts = {.runs = {alike, 2}, .command = TEXT("./a")};

    expect_lead(&facts, &known, false,
                "profile: p q (2 files) (./a)\nevent:   Ir, Instruction Fetch\n"
                "total:   1,234\n\n\n");
    facts.runs.items = different;
    facts.runs_have_commands = true;
    expect_lead(&facts, &known, false,
                "profile: p (./a; 2 threads) q (./b)\nevent:   Ir, Instruction Fetch\n"
                "total:   1,234\n\n\n");
    expect_lead(&hand_made_facts, &unknown, false,
                "profile: profile\nevent:   Ir\ntotal:   .\n\n\n");
}

Test(format_text_facts, leads_into_differences)
{
    const struct run_facts old_runs[] = {{.name = TEXT("old")}, {.name = TEXT("older")}};
    const struct column larger = {.name = TEXT("Ir"),
                                  .total = {.value = 1000, .is_given = true},
                                  .change = {.value = 100, .is_given = true}},
                        unknown = {.name = TEXT("Ir")},
                        too_large = {.name = TEXT("Ir"),
                                     .total = {.value = INT64_MAX, .is_given = true},
                                     .change = {.value = 1, .is_given = true}};
    struct facts facts = hand_made_facts;

    facts.old_runs = (struct run_list){old_runs, 2};
    expect_lead(&facts, &larger, true,
                "profile: profile\nold:     old older\nevent:   Ir\n"
                "total:   1,100, was 1,000: +100, +10.00 %\n\n\n");
    expect_lead(&facts, &unknown, true,
                "profile: profile\nold:     old older\nevent:   Ir\n"
                "total:   ., was .: ., . %\n\n\n");
    expect_lead(&facts, &too_large, true,
                "profile: profile\nold:     old older\nevent:   Ir\n"
                "total:   ., was 9,223,372,036,854,775,807: +1, +0.00 %\n\n\n");
}

/* No lead: they are not of one event. */
Test(format_text_facts, lists_events)
{
    static const struct event_facts ir = {.name = {"Ir", 2},
                                          .long_name = {"Instruction Fetch", 17},
                                          .meaning = {"Instructions that ran.", 22}},
                                    sum = {.name = {"Sum", 3}, .formula = {"2 Ir", 4}};
    static const struct cell cells[] = {GIVEN(1234), {0}};
    static const struct table_row rows[] = {
        {.kind = ROW_EVENT, .event = &ir, .cells = &cells[0]},
        {.kind = ROW_EVENT, .event = &sum, .cells = &cells[1]},
    };
    const struct hand_made_section section = {
        .section = {.kind = SECTION_EVENTS}, .rows = rows, .n_rows = 2};

    expect_text(hand_made_write_section(&section, format_text, &(struct format_options){0}),
                "               1,234  Ir: Instruction Fetch\n"
                "                      Instructions that ran.\n"
                "                   .  Sum = 2 Ir\n");
}
