/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/facts.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "parser/read.h"
#include "reporter/report.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(facts, .init = temporary_enter, .fini = temporary_leave);

/* Two parts, of which the first says what the second does not repeat. */
static const char two_parts[] =
    "version: 1\ncreator: callgrind-3.22\npid: 7\ncmd: ./a b\npart: 1\n"
    "desc: I1 cache: none\ndesc: Timerange: Basic block 0 - 9\ndesc: Option: --x=yes\n"
    "desc: Trigger: Client Request\nevents: Ir Dr\nsummary: 12 3\nfl=a.c\nfn=f\n1 9\n"
    "totals: 9\npart: 2\nthread: 4\ndesc: Timerange: Basic block 9 - 20\n"
    "desc: Trigger: Program termination\nevents: Ir Dr\nfl=a.c\nfn=f\n1 5\ntotals: 5\n";

static const char other[] = "creator: xtree-1\ncmd: ./other\nevents: Dr\nfl=b.c\nfn=g\n1 2\n";

static void print_list(FILE *out, const char *label, struct text_list list)
{
    fputs(label, out);
    for (size_t i = 0; i < list.count; i++)
        fprintf(out, " [%.*s]", (int)list.items[i].length, list.items[i].at);
    fputc('\n', out);
}

static void print_parts(FILE *out, const struct facts *facts)
{
    for (size_t i = 0; i < facts->n_parts; i++) {
        const struct part_facts *part = &facts->parts[i];

        fprintf(out,
                "part pid %" PRIi64 " number %" PRIi64 " thread %" PRIi64 " [%.*s] [%.*s] %" PRIi64
                "%s\n",
                part->pid, part->number, part->thread, (int)part->time_range.length,
                part->time_range.at, (int)part->trigger.length, part->trigger.at, part->total.value,
                part->total.is_given ? "" : " not given");
        if (part->peculiarities.count != 0)
            print_list(out, "apart", part->peculiarities);
    }
}

/* What the report says of the run. */
static void print_run(FILE *out, const struct facts *facts)
{
    print_list(out, "files", facts->files);
    print_list(out, "creators", facts->creators);
    print_list(out, "descriptions", facts->descriptions);
    if (facts->command.at != NULL)
        print_list(out, "command", (struct text_list){&facts->command, 1});
    print_parts(out, facts);
}

static void print_events(FILE *out, const struct facts *facts)
{
    print_list(out, "first", (struct text_list){&facts->first_event, 1});
    print_list(out, "recorded", facts->recorded);
    print_list(out, "shown", facts->shown);
    print_list(out, "sorted", facts->sorted);
    print_list(out, "thresholds", facts->thresholds);
}

/* The facts of the profiles in these files, read with a choice of parts. The caller frees it. */
static char *show_run(struct text_list files, struct text parts)
{
    const struct read_options reading = {.parts = parts, .n_jobs = 1};
    const struct view_options options = {0};
    struct symbols symbols = symbols_create();
    struct profile profile;
    struct arena arena = {0};
    struct warnings warnings = {0};
    struct error error = {0};
    struct facts facts;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    profile_init(&profile, &symbols, (struct keep){.places = KEEP_SELF});
    cr_assert(read_profiles(files, &reading, &profile, &arena, &warnings, &error), "%s",
              error.text);
    struct view_input input = {.profile = &profile, .options = &options, .warnings = &warnings};
    facts_gather(&facts, &input);
    print_run(out, &facts);
    fclose(out);
    arena_free(&input.arena);
    profile_free(&profile);
    symbols_free(&symbols);
    arena_free(&arena);
    return text;
}

Test(facts, are_of_all_inputs_and_of_the_parts_that_were_read)
{
    static const struct text one[] = {{"one", 3}, {"two", 3}};
    static const struct text reversed[] = {{"two", 3}, {"one", 3}};
    static const struct {
        const char *behaviour;
        struct text_list files;
        struct text parts;
        const char *expected;
    } cases[] = {
        /* Of several parts each has a time range and a trigger of its own; options are left out. */
        {"both parts",
         {one, 1},
         {0},
         "files [one]\ncreators [callgrind-3.22]\ndescriptions [I1 cache: none]\n"
         "command [./a b]\n"
         "part pid 7 number 1 thread -1 [Basic block 0 - 9] [Client Request] 12\n"
         "part pid 7 number 2 thread 4 [Basic block 9 - 20] [Program termination] 5\n"},
        {"the first part alone",
         {one, 1},
         {"1", 1},
         "files [one]\ncreators [callgrind-3.22]\n"
         "descriptions [I1 cache: none] [Timerange: Basic block 0 - 9] "
         "[Trigger: Client Request]\ncommand [./a b]\n"
         "part pid 7 number 1 thread -1 [Basic block 0 - 9] [Client Request] 12\n"},
        {"the second part alone, which inherits the command",
         {one, 1},
         {"2", 1},
         "files [one]\ncreators [callgrind-3.22]\n"
         "descriptions [Timerange: Basic block 9 - 20] [Trigger: Program termination]\n"
         "command [./a b]\n"
         "part pid 7 number 2 thread 4 [Basic block 9 - 20] [Program termination] 5\n"},
        {"two files: what one of them says alone is said of its part",
         {one, 2},
         {0},
         "files [one] [two]\ncreators [callgrind-3.22] [xtree-1]\n"
         "descriptions\ncommand [./a b]\n"
         "part pid 7 number 1 thread -1 [Basic block 0 - 9] [Client Request] 12\n"
         "apart [I1 cache: none]\n"
         "part pid 7 number 2 thread 4 [Basic block 9 - 20] [Program termination] 5\n"
         "part pid -1 number -1 thread -1 [] [] 0 not given\n"},
        {"in their order; the first event is Dr now",
         {reversed, 2},
         {0},
         "files [two] [one]\ncreators [xtree-1] [callgrind-3.22]\ndescriptions\n"
         "command [./other]\n"
         "part pid -1 number -1 thread -1 [] [] 2\n"
         "part pid 7 number 1 thread -1 [Basic block 0 - 9] [Client Request] 3\n"
         "apart [I1 cache: none]\n"
         "part pid 7 number 2 thread 4 [Basic block 9 - 20] [Program termination] 0 not given\n"},
    };

    temporary_write("one", two_parts);
    temporary_write("two", other);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = show_run(cases[i].files, cases[i].parts);

        cr_expect_str_eq(text, cases[i].expected, "%s: got\n%s", cases[i].behaviour, text);
        free(text);
    }
}

Test(facts, of_a_file_that_says_little_are_few)
{
    static const struct text file = {"profile", 7};

    temporary_write("profile", "events: Ir\nfl=a.c\nfn=f\n1 5\n");
    char *text = show_run((struct text_list){&file, 1}, (struct text){0});
    cr_expect_str_eq(text, "files [profile]\ncreators []\ndescriptions\n"
                           "part pid -1 number -1 thread -1 [] [] 5\n");
    free(text);
}

/* What the view has chosen; a view of columns measures nothing, which is the first event. */
Test(facts, tell_what_was_chosen)
{
    static const struct {
        struct view_options options;
        bool is_of_metric;
        const char *expected;
    } cases[] = {
        {{.threshold = {"99", 2}, .show = {"Dr,Ir", 5}, .sort = {"Dr:80,Ir", 8}},
         false,
         "first [Ir]\nrecorded [Ir] [Dr]\nshown [Dr] [Ir]\nsorted [Dr] [Ir]\n"
         "thresholds [80] [0]\n"},
        {{.sort = {"Dr", 2}},
         true,
         "first [Ir]\nrecorded [Ir] [Dr]\nshown [Ir] [Dr]\nsorted [Ir] [Dr]\n"
         "thresholds [99] [0]\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct viewed viewed;
        struct facts facts;
        struct error error = {0};
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        cr_assert(out, "out of memory");
        viewed_read(&viewed, &cases[i].options, two_parts, NULL);
        cr_assert(cases[i].is_of_metric ? view_choose_metric(&viewed.input, true, &error)
                                        : view_choose_events(&viewed.input, &error));
        facts_gather(&facts, &viewed.input);
        print_events(out, &facts);
        fclose(out);
        cr_expect_str_eq(text, cases[i].expected, "got\n%s", text);
        free(text);
        viewed_free(&viewed);
    }
}

/* Of a difference nothing is annotated by itself, but where the old sources are known. */
Test(facts, tell_what_the_options_say)
{
    static const struct text name = {"x", 1};
    static const struct {
        bool is_auto, is_difference, is_annotated;
    } cases[] = {
        {true, false, true},
        {false, false, false},
        {true, true, true},
        {false, true, false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct view_options options = {
            .is_auto_annotated = cases[i].is_auto,
            .sources = {&name, 1},
            .are_profiles_chosen = true,
            .sources_at = {.include_dirs = {&name, 1}},
        };
        struct viewed viewed;
        struct facts facts;

        viewed_read(&viewed, &options, two_parts, cases[i].is_difference ? two_parts : NULL);
        facts_gather(&facts, &viewed.input);
        cr_expect_eq(facts.is_auto_annotated, cases[i].is_annotated, "case %zu", i);
        cr_expect(facts.are_files_chosen);
        cr_assert_eq(facts.sources.count, 1);
        cr_expect(text_equal(facts.sources.items[0], name));
        cr_assert_eq(facts.include_dirs.count, 1);
        cr_expect(text_equal(facts.include_dirs.items[0], TEXT("x/")));
        cr_expect_eq(facts.old_files.count, cases[i].is_difference);
        viewed_free(&viewed);
    }
}
