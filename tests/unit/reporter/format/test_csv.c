/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made reports as CSV and TSV. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

static const struct column columns[] = {{.name = {"Ir", 2}, .total = GIVEN(100)},
                                        {.name = {"Dr", 2}}};

#define HEADING                                                                                    \
    "kind,parent,object,file,function,line,calls,self:Ir,self:Dr,inclusive:Ir,inclusive:Dr,exact"  \
    "\r\n"

static const struct cell some[] = {GIVEN(10), {0}}, more[] = {GIVEN(-50), GIVEN(0)},
                         bound[] = {GIVEN(50), BOUND(5)};

static void expect_csv(enum section_kind kind, struct text by, const struct table_row *rows,
                       size_t count, const char *expected)
{
    const struct hand_made_section section = {
        {.kind = kind, .table = {.columns = columns, .n_columns = 2, .by = by}}, rows, count};

    expect_text(hand_made_write_section(&section, format_csv, &(struct format_options){0}),
                expected);
}

/* What has no value is an empty field, a name that a table is by is in the column of functions. */
Test(format_csv, writes_a_line_a_row)
{
    static const struct table_row rows[] = {
        {.kind = ROW_HOTSPOT,
         .object = {"o", 1},
         .file = {"a.c", 3},
         .function = {"f", 1},
         .calls = 3,
         .cells = some,
         .inclusive = more},
        {.kind = ROW_HOTSPOT, .function = {"g", 1}, .cells = some, .inclusive = bound},
        {.kind = ROW_HOTSPOT, .file = {"a.c", 3}, .line = 7, .text = {"x", 1}, .cells = some},
        {.kind = ROW_HOTSPOT, .label = {"src", 3}, .cells = some},
        {.kind = ROW_CYCLE,
         .function = {"<cycle 1>", 9},
         .cycle = 1,
         .n_members = 2,
         .inclusive = more},
    };

    expect_csv(SECTION_HOTSPOTS, TEXT("thing"), rows, ARRAY_LENGTH(rows),
               HEADING "thing,,o,a.c,f,,3,10,,-50,0,true\r\n"
                       "thing,,,,g,,0,10,,50,5,false\r\n"
                       "thing,,,a.c,,7,,10,,,,\r\n"
                       "thing,,,,src,,,10,,,,\r\n"
                       "cycle,,,,<cycle 1>,,,,,-50,0,true\r\n");
}

/* All sections have one heading; rows name the function that they belong to. */
Test(format_csv, names_the_parent_of_related_rows)
{
    static const struct table_row f[] = {
        {.kind = ROW_FUNCTION, .function = {"f", 1}, .cells = some, .inclusive = more},
        {.kind = ROW_CALLER, .function = {"a", 1}, .calls = 2, .cells = more},
        {.kind = ROW_RECURSION, .function = {"f", 1}, .calls = 4, .cells = bound},
        {.kind = ROW_CALLEE, .function = {"c", 1}, .calls = 5, .cells = more},
        {.kind = ROW_FILE, .file = {"f.c", 3}, .cells = some},
        {.kind = ROW_PATH, .function = {"a", 1}, .cells = more},
    };
    static const struct table_row g[] = {
        {.kind = ROW_FUNCTION, .function = {"g", 1}, .cells = some, .inclusive = more},
        {.kind = ROW_CALLER, .function = {"f", 1}, .calls = 1, .cells = more},
    };
    static const struct table table = {.columns = columns, .n_columns = 2};
    const struct hand_made_section sections[] = {
        {{.kind = SECTION_PEEK, .table = table}, f, ARRAY_LENGTH(f)},
        {{.kind = SECTION_PEEK, .table = table}, g, ARRAY_LENGTH(g)},
    };
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = sections, .n_sections = 2};

    expect_text(hand_made_write(&report, format_csv, &(struct format_options){0}),
                HEADING "function,,,,f,,0,10,,-50,0,true\r\n"
                        "caller,f,,,a,,2,,,-50,0,true\r\n"
                        "recursion,f,,,f,,4,,,50,5,false\r\n"
                        "callee,f,,,c,,5,,,-50,0,true\r\n"
                        "self in file,f,,f.c,,,,10,,,,\r\n"
                        "path,f,,,a,,,,,-50,0,true\r\n"
                        "function,,,,g,,0,10,,-50,0,true\r\n"
                        "caller,g,,,f,,1,,,-50,0,true\r\n");
}

/* What lines are of is not a row; of them alone nothing says whether they are exact. */
Test(format_csv, writes_listings)
{
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}},
        {.kind = ROW_LINE,
         .file = {"a.c", 3},
         .function = {"f", 1},
         .line = 7,
         .cells = some,
         .inclusive = bound},
        {.kind = ROW_CALLEE, .file = {"b.c", 3}, .function = {"g", 1}, .calls = 2, .cells = bound},
        {.kind = ROW_LINE, .file = {"a.c", 3}, .cells = some},
    };

    expect_csv(SECTION_CODE_LISTING, TEXT("line"), rows, ARRAY_LENGTH(rows),
               HEADING "line,,,a.c,f,7,,10,,50,5,\r\n"
                       "callee,f,,b.c,g,,2,,,50,5,false\r\n"
                       "line,,,a.c,,,,10,,,,\r\n");
}

#define TREE_HEADING                                                                               \
    "kind,parent,object,file,function,line,calls,self:Ir,self:Dr,inclusive:Ir,inclusive:Dr,exact," \
    "path,left_out,lower_self:Ir,lower_self:Dr,lower_inclusive:Ir,lower_inclusive:Dr,"             \
    "upper_self:Ir,upper_self:Dr,upper_inclusive:Ir,upper_inclusive:Dr\r\n"

/* 1 to 2 and 3 to 4; of the second event nothing is known. */
static const struct cell_range both[] = {{1, 2, true}, {3, 4, true}},
                               first[] = {{1, 2, true}, {3, 4, false}};
static const struct cell about[] = {{.value = 2, .is_given = true, .is_estimate = true}, GIVEN(5)};

/* What of a path is not known, or not given, is empty; ';' is between names alone. */
Test(format_csv, writes_the_paths_of_a_tree)
{
    static const struct tree_place top = {.self = both, .inclusive = both},
                                   below = {.depth = 1,
                                            .has_calls = true,
                                            .self = both,
                                            .inclusive = first},
                                   member = {.depth = 2, .is_member = true, .self = both};
    static const struct table_row rows[] = {
        {.kind = ROW_TREE, .function = {"m", 1}, .cells = some, .inclusive = more, .tree = &top},
        {.kind = ROW_TREE,
         .object = {"o", 1},
         .file = {"f.c", 3},
         .function = {"a;b", 3},
         .calls = 3,
         .cells = some,
         .inclusive = about,
         .tree = &below},
        {.kind = ROW_TREE,
         .function = {"<cycle 1>", 9},
         .cycle = 1,
         .n_members = 2,
         .calls = 1,
         .cells = some,
         .inclusive = more,
         .tree = &below},
        {.kind = ROW_TREE, .function = {"c", 1}, .cells = some, .tree = &member},
        {.kind = ROW_TREE, .function = {"n", 1}, .cells = some, .inclusive = more, .tree = &top},
    };

    expect_csv(SECTION_CALL_TREE, TEXT("function"), rows, ARRAY_LENGTH(rows),
               TREE_HEADING "function,,,,m,,,10,,-50,0,true,m,,1,,1,3,2,,2,4\r\n"
                            "function,m,o,f.c,a;b,,3,10,,2,5,false,m;a:b,,1,,1,,2,,2,\r\n"
                            "cycle,m,,,<cycle 1>,,1,10,,-50,0,true,m;<cycle 1>,,1,,1,,2,,2,\r\n"
                            "function,<cycle 1>,,,c,,,10,,,,true,m;<cycle 1>;c,,1,,,,2,,,\r\n"
                            "function,,,,n,,,10,,-50,0,true,n,,1,,1,3,2,,2,4\r\n");
}

/* How many, and none of them more than that in the event that decides. */
Test(format_csv, writes_what_is_left_out_of_a_tree)
{
    static const struct tree_place top = {.self = both, .inclusive = both},
                                   below = {.depth = 1,
                                            .n_left_out = 3,
                                            .most_left_out = GIVEN(12)},
                                   beside = {.n_left_out = 1, .most_left_out = GIVEN(7)};
    static const struct table_row rows[] = {
        {.kind = ROW_TREE, .function = {"m", 1}, .cells = some, .inclusive = more, .tree = &top},
        {.kind = ROW_LEFT_OUT, .tree = &below},
        {.kind = ROW_LEFT_OUT, .tree = &beside},
    };
    static const struct {
        size_t measured;
        bool has_inclusive;
        const char *below, *beside;
    } cases[] = {
        {0, true, ",,,,,,12,", ",,,,,,7,"},
        {1, true, ",,,,,,,12", ",,,,,,,7"},
        {0, false, ",,,,12,,,", ",,,,7,,,"},
        {1, false, ",,,,,12,,", ",,,,,7,,"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct hand_made_section section = {
            {.kind = SECTION_CALL_TREE,
             .table = {.columns = columns,
                       .n_columns = 2,
                       .measured = cases[i].measured,
                       .has_inclusive = cases[i].has_inclusive,
                       .by = TEXT("function")}},
            rows,
            ARRAY_LENGTH(rows)};
        char expected[1000];

        snprintf(expected, sizeof expected,
                 TREE_HEADING "function,,,,m,,,10,,-50,0,true,m,,1,,1,3,2,,2,4\r\n"
                              "left out,m,,,,,,,,,,,,3,%s\r\nleft out,,,,,,,,,,,,,1,%s\r\n",
                 cases[i].below, cases[i].beside);
        expect_text(hand_made_write_section(&section, format_csv, &(struct format_options){0}),
                    expected);
    }
}

/* Old calls that are not known are as empty as new ones. */
Test(format_csv, writes_differences_of_trees)
{
    static const struct column column = {.name = {"Ir", 2}};
    static const struct cell change = GIVEN(-5), was = GIVEN(15);
    static const struct cell_range range = {-9, -2, true};
    static const struct old_table_row known = {.cells = &was, .inclusive = &was, .calls = 2},
                                      unknown = {.change = CHANGE_GONE,
                                                 .cells = &was,
                                                 .lacks_calls = true};
    static const struct tree_place place = {.has_calls = true, .self = &range, .inclusive = &range},
                                   member = {.depth = 1, .is_member = true, .self = &range};
    static const struct table_row rows[] = {
        {.kind = ROW_TREE,
         .function = {"f", 1},
         .calls = -1,
         .cells = &change,
         .inclusive = &change,
         .old = &known,
         .tree = &place},
        {.kind = ROW_TREE,
         .function = {"g", 1},
         .cells = &change,
         .old = &unknown,
         .tree = &member},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_CALL_TREE,
         .table = {.columns = &column,
                   .n_columns = 1,
                   .has_inclusive = true,
                   .is_difference = true,
                   .by = {"function", 8}}},
        rows,
        ARRAY_LENGTH(rows),
    };

    expect_text(hand_made_write_section(&section, format_csv, &(struct format_options){0}),
                "kind,parent,object,file,function,line,calls,self:Ir,inclusive:Ir,exact,status,"
                "old_object,old_file,old_function,old_calls,old_self:Ir,old_inclusive:Ir,"
                "path,left_out,lower_self:Ir,lower_inclusive:Ir,upper_self:Ir,upper_inclusive:Ir"
                "\r\n"
                "function,,,,f,,-1,-5,-5,true,,,,,2,15,15,f,,-9,-9,-2,-2\r\n"
                "function,f,,,g,,,-5,,true,gone,,,,,15,,f;g,,-9,,-2,\r\n");
}

Test(format_csv, writes_differences)
{
    static const struct column column = {.name = {"Ir", 2}};
    static const struct cell change = GIVEN(-5), was = GIVEN(15), before = GIVEN(20);
    static const struct old_table_row old = {.change = CHANGE_MOVED,
                                             .object = {"p", 1},
                                             .file = {"b.c", 3},
                                             .function = {"f", 1},
                                             .cells = &was,
                                             .inclusive = &before,
                                             .calls = 2};
    static const struct table_row rows[] = {
        {.kind = ROW_FUNCTION,
         .function = {"f", 1},
         .cells = &change,
         .inclusive = &change,
         .old = &old},
        {.kind = ROW_CALLER, .function = {"g", 1}, .cells = &change},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_PEEK,
         .table = {.columns = &column, .n_columns = 1, .is_difference = true}},
        rows,
        ARRAY_LENGTH(rows),
    };

    expect_text(hand_made_write_section(&section, format_csv, &(struct format_options){0}),
                "kind,parent,object,file,function,line,calls,self:Ir,inclusive:Ir,exact,status,"
                "old_object,old_file,old_function,old_calls,old_self:Ir,old_inclusive:Ir\r\n"
                "function,,,,f,,0,-5,-5,true,moved,p,b.c,f,2,15,20\r\n"
                "caller,f,,,g,,0,,-5,true,,,,,,,\r\n");
}

/* Where a line was, and what became of its text: not of its calls, whose cost is inclusive. */
Test(format_csv, writes_differences_of_lines)
{
    static const struct column column = {.name = {"Ir", 2}};
    static const struct cell change = GIVEN(-5), was = GIVEN(15);
    static const struct old_table_row gone = {.change = CHANGE_GONE,
                                              .cells = &was,
                                              .line = 7,
                                              .line_change = LINE_GONE,
                                              .lacks_calls = true},
                                      call = {.cells = &was, .calls = 2};
    static const struct table_row rows[] = {
        {.kind = ROW_LINE, .file = {"a", 1}, .cells = &change, .old = &gone},
        {.kind = ROW_CALLEE, .function = {"g", 1}, .calls = -2, .cells = &change, .old = &call},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_CODE_LISTING,
         .table = {.columns = &column, .n_columns = 1, .by = {"line", 4}, .is_difference = true}},
        rows,
        ARRAY_LENGTH(rows),
    };

    expect_text(hand_made_write_section(&section, format_csv, &(struct format_options){0}),
                "kind,parent,object,file,function,line,calls,self:Ir,inclusive:Ir,exact,status,"
                "old_object,old_file,old_function,old_calls,old_line,source,old_self:Ir,"
                "old_inclusive:Ir\r\n"
                "line,,,a,,,,-5,,,gone,,,,,7,gone,15,\r\n"
                "callee,,,,g,,-2,,-5,true,,,,,2,,,,15\r\n");
}

/* In brackets after the event, and quoted where that asks for it. */
Test(format_csv, has_long_names_in_the_heading)
{
    static const struct column named[] = {{.name = {"Ir", 2}, .long_name = {"Data Read", 9}},
                                          {.name = {"Dr", 2}},
                                          {.name = {"A,B", 3}, .long_name = {"say \"a\"\tb", 9}}};
    static const struct hand_made_section section = {
        .section = {.kind = SECTION_HOTSPOTS,
                    .table = {.columns = named, .n_columns = 3, .is_difference = true}}};
    const struct format_options options = {.show_long_names = true};

    expect_text(hand_made_write_section(&section, format_csv, &options),
                "kind,parent,object,file,function,line,calls,self:Ir (Data Read),self:Dr,"
                "\"self:A,B (say \"\"a\"\"\tb)\",inclusive:Ir (Data Read),inclusive:Dr,"
                "\"inclusive:A,B (say \"\"a\"\"\tb)\",exact,status,old_object,old_file,"
                "old_function,old_calls,old_self:Ir (Data Read),old_self:Dr,"
                "\"old_self:A,B (say \"\"a\"\"\tb)\",old_inclusive:Ir (Data Read),"
                "old_inclusive:Dr,\"old_inclusive:A,B (say \"\"a\"\"\tb)\"\r\n");
    char *tsv = hand_made_write_section(&section, format_tsv, &options);
    cr_expect_not_null(strstr(tsv, "\tself:Ir (Data Read)\tself:Dr\t"), "%s", tsv);
    cr_expect_not_null(strstr(tsv, "\t\"self:A,B (say \"\"a\"\"\tb)\"\t"), "%s", tsv);
    free(tsv);
}

Test(format_csv, writes_events)
{
    static const struct event_facts ir = {.name = {"Ir", 2},
                                          .long_name = {"Instruction Fetch", 17},
                                          .meaning = {"Instructions that ran.", 22}},
                                    sum = {.name = {"Sum", 3}, .formula = {"2 Ir", 4}};
    static const struct table_row rows[] = {
        {.kind = ROW_EVENT, .event = &ir, .cells = &some[0]},
        {.kind = ROW_EVENT, .event = &sum, .cells = &some[1]},
    };

    expect_csv(SECTION_EVENTS, (struct text){0}, rows, ARRAY_LENGTH(rows),
               "event,long_name,formula,total\r\n"
               "Ir,Instruction Fetch,,10\r\n"
               "Sum,,2 Ir,\r\n");
}

/* As RFC 4180 has it. What is not UTF-8, or nothing for a terminal, becomes U+FFFD. */
Test(format_csv, quotes_what_needs_it)
{
    static const struct {
        struct text name;
        const char *csv, *tsv;
    } cases[] = {
        {{"a b;'c'", 7}, "a b;'c'", "a b;'c'"},
        {{"a,b", 3}, "\"a,b\"", "a,b"},
        {{"a\tb", 3}, "a\tb", "\"a\tb\""},
        {{"say \"a\"", 7}, "\"say \"\"a\"\"\"", "\"say \"\"a\"\"\""},
        {{"a\nb\r", 4}, "\"a\nb\r\"", "\"a\nb\r\""},
        {{"\xc3\xa4", 2}, "\xc3\xa4", "\xc3\xa4"},
        {{"\xe4-\x1b", 3}, "\xef\xbf\xbd-\xef\xbf\xbd", "\xef\xbf\xbd-\xef\xbf\xbd"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct event_facts event = {.name = cases[i].name};
        const struct table_row row = {.kind = ROW_EVENT, .event = &event, .cells = some};
        const struct hand_made_section section = {{.kind = SECTION_EVENTS}, &row, 1};
        const struct format_options options = {0};
        char expected[100];

        snprintf(expected, sizeof expected, "event,long_name,formula,total\r\n%s,,,10\r\n",
                 cases[i].csv);
        expect_text(hand_made_write_section(&section, format_csv, &options), expected);
        snprintf(expected, sizeof expected, "event\tlong_name\tformula\ttotal\r\n%s\t\t\t10\r\n",
                 cases[i].tsv);
        expect_text(hand_made_write_section(&section, format_tsv, &options), expected);
    }
}
