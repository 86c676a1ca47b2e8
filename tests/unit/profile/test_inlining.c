/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/inlining.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "profile/merge.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(inlining, .init = temporary_enter, .fini = temporary_leave);

enum { SHOWN = SHOW_SELF | SHOW_LINES | SHOW_ARCS | SHOW_CALLS | SHOW_JUMPS };

/* Lines from 10 on are of the first node, those from 20 on of the second, and so on. */
static uint32_t find_by_tens(uint64_t line, uint32_t n_nodes)
{
    return line < 10 || line / 10 > n_nodes ? NO_ID : (uint32_t)(line / 10) - 1;
}

/* Inlines nodes in a profile, which has their code on such lines. */
static bool inline_by_tens(struct profile *profile, const struct inlined_node *nodes,
                           size_t n_nodes, struct keep keep, struct error *error)
{
    uint32_t *node_of_spot = memory_alloc(profile->spots.count, sizeof *node_of_spot);
    const struct inlining inlining = {nodes, n_nodes, node_of_spot, profile->spots.count};

    for (uint32_t id = 0; id < profile->spots.count; id++)
        node_of_spot[id] = find_by_tens(profile->spots.list[id].position.line, (uint32_t)n_nodes);
    bool is_done = profile_inline(profile, &inlining, keep, error);
    free(node_of_spot);
    return is_done;
}

/* A node as a test writes it: where it is in, its function and file, and where it was inlined. */
struct written_node {
    uint32_t parent;
    const char *function, *file;
    uint64_t call_line; /* 0: that is not known */
};

static const struct written_node in_each_other[] = {{NO_ID, "g", "b", 3}, {0, "h", "c", 12}};

/* Reads a profile and inlines in it; the caller frees it. */
static void read_inlined(struct parsed *parsed, const char *text,
                         const struct written_node *written, size_t n_nodes)
{
    struct inlined_node nodes[4];
    struct error error = {0};

    parsed_read(parsed, text);
    for (size_t i = 0; i < n_nodes; i++) {
        const struct symbols *symbols = &parsed->symbols;
        file_id file = names_add(symbols->files, text_of(written[i].file));
        file_id call_file = written[i].parent == NO_ID ? names_find(symbols->files, TEXT("a"))
                                                       : nodes[written[i].parent].function.file;
        nodes[i] = (struct inlined_node){
            written[i].parent,
            {NO_ID, file, names_add(symbols->functions, text_of(written[i].function))},
            {written[i].call_line == 0 ? NO_ID : call_file, written[i].call_line},
            0};
    }
    cr_assert(inline_by_tens(&parsed->profile, nodes, n_nodes, parsed->profile.keep, &error), "%s",
              error.text);
}

static void check(const char *text, const struct written_node *nodes, size_t n_nodes,
                  const char *expected)
{
    struct parsed parsed;

    read_inlined(&parsed, text, nodes, n_nodes);
    char *shown = parsed_show(&parsed, SHOWN);
    cr_expect_str_eq(shown, expected, "%s", shown);
    free(shown);
    parsed_free(&parsed);
}

Test(inlining, moves_cost_and_calls_to_the_innermost_function)
{
    check("events: A B\nfl=a\nfn=f\n1 100 1\nfi=b\n12 20 2\nfi=c\n20 7\ncfi=d\ncfn=k\n"
          "calls=3 1\n21 1000 10\nfe=a\n4 5\n",
          in_each_other, ARRAY_LENGTH(in_each_other),
          "arc a:f > b:g x0 = 1027 12\n"
          "arc b:g > c:h x0 = 1007 10\n"
          "arc c:h > d:k x3 = 1000 10\n"
          "call a:3 > b:g x0 = 1027 12\n"
          "call b:12 > c:h x0 = 1007 10\n"
          "call c:21 > d:k x3 = 1000 10\n"
          "line a:1 = 100 1\n"
          "line a:4 = 5 .\n"
          "line b:12 = 20 2\n"
          "line c:20 = 7 .\n"
          "self a:f = 105 1\n"
          "self b:g = 20 2\n"
          "self c:h = 7 .\n");
}

Test(inlining, makes_one_function_of_inlined_and_other_code)
{
    check("events: A\nfl=a\nfn=f\n1 100\nfi=b\n12 20\nfe=a\ncfi=b\ncfn=g\ncalls=2 1\n5 60\n"
          "fl=b\nfn=g\n1 60\n",
          in_each_other, 1,
          "arc a:f > b:g x2 = 80\n"
          "call a:3 > b:g x0 = 20\n"
          "call a:5 > b:g x2 = 60\n"
          "line a:1 = 100\n"
          "line b:1 = 60\n"
          "line b:12 = 20\n"
          "self a:f = 100\n"
          "self b:g = 80\n");
}

/* A function whose code is all of what was inlined in it is inlined, too. */
Test(inlining, marks_functions_without_code_of_their_own)
{
    struct parsed parsed;

    read_inlined(&parsed, "events: A\nfl=a\nfn=f\n1 100\nfi=c\n20 7\n", in_each_other,
                 ARRAY_LENGTH(in_each_other));
    symbol_id g = names_find(parsed.symbols.functions, TEXT("g"));
    size_t n_met = 0;
    for (function_id id = 0; id < profile_n_functions(&parsed.profile); id++) {
        unsigned code = profile_code(&parsed.profile, id);
        if (profile_function(&parsed.profile, id).symbol != g)
            continue;
        cr_expect_eq(code, CODE_INLINED, "%u", code);
        n_met++;
    }
    cr_expect_eq(n_met, 1);
    parsed_free(&parsed);
}

/* Where the line of a call is not known it is on no line of the caller. */
Test(inlining, has_calls_from_unknown_lines)
{
    static const struct written_node nodes[] = {{NO_ID, "g", "b", 0}};

    check("events: A\nfl=a\nfn=f\n1 100\nfi=b\n12 20\n", nodes, ARRAY_LENGTH(nodes),
          "arc a:f > b:g x0 = 20\n"
          "call a:0 > b:g x0 = 20\n"
          "line a:1 = 100\n"
          "line b:12 = 20\n"
          "self a:f = 100\n"
          "self b:g = 20\n");
}

Test(inlining, says_which_function_a_jump_leads_to)
{
    check("positions: instr line\nevents: A\nfl=a\nfn=f\n0x10 1 5\njump=2 0x14 12\n0x10 1\n"
          "0x14 12 3\njump=4 0x16 13\n0x14 12\n0x16 13 1\n",
          in_each_other, 1,
          "arc a:f > b:g x0 = 4\n"
          "call a:3 > b:g x0 = 4\n"
          "jump a:f in a:1 > g in a:12 x2 0/0\n"
          "jump b:g in a:12 > a:13 x4 0/0\n"
          "line a:1 = 5\n"
          "line a:12 = 3\n"
          "line a:13 = 1\n"
          "self a:f = 5\n"
          "self b:g in a = 4\n");
}

Test(inlining, knows_what_code_functions_have)
{
    struct parsed parsed;

    read_inlined(&parsed,
                 "events: A\nfl=a\nfn=f\n1 100\nfi=b\n12 20\nfi=c\n20 1\nfl=b\nfn=g\n1 60\n",
                 in_each_other, ARRAY_LENGTH(in_each_other));
    for (function_id id = 0; id < profile_n_functions(&parsed.profile); id++) {
        const char *name = parsed_function_name(&parsed.profile, id);
        unsigned expected = name[2] == 'f' ? CODE_OWN
                          : name[2] == 'g' ? CODE_OWN | CODE_INLINED
                                           : CODE_INLINED;
        cr_expect_eq(profile_code(&parsed.profile, id), expected, "%s", name);
    }
    parsed_free(&parsed);
}

/* No name tells how often what was inlined was on the stack. */
Test(inlining, has_no_levels)
{
    check("events: A\nfl=a\nfn=f'2\n1 30\nfi=b\n12 20\nfl=a\nfn=f\n1 100\nfi=b\n12 20\ncfi=a\n"
          "cfn=f'2\ncalls=1 1\n12 50\n",
          in_each_other, 1,
          "arc a:f > b:g x0 = 70\n"
          "arc a:f'2 > b:g x0 = 20\n"
          "arc b:g > a:f'2 x1 = 50\n"
          "call a:3 > b:g x0 = 20\n"
          "call a:3 > b:g x0 = 70\n"
          "call b:12 > a:f'2 x1 = 50\n"
          "line a:1 = 130\n"
          "line b:12 = 40\n"
          "self a:f = 100\n"
          "self a:f'2 = 30\n"
          "self b:g = 40\n");
}

Test(inlining, keeps_what_was_asked_for)
{
    struct parsed parsed;
    struct error error = {0};
    const struct keep keep = {.lines = KEEP_SELF};

    parsed_read(&parsed, "pid: 7\nevents: A\ndesc: x: y\nfl=a\nfn=f\n1 100\nsummary: 100\n");
    cr_assert(inline_by_tens(&parsed.profile, NULL, 0, keep, &error));
    char *shown = parsed_show(&parsed, SHOW_SELF | SHOW_LINES | SHOW_PARTS);
    cr_expect_str_eq(shown,
                     "line a:1 = 100\n"
                     "part pid=7 part=- thread=- cmd=- summary= 100 totals= .\n"
                     "self a:f = 100\n",
                     "%s", shown);
    cr_expect_eq(parsed.profile.spots.count, 0);
    cr_expect_eq(parsed.profile.descriptions.count, 1);
    free(shown);
    parsed_free(&parsed);
}

Test(inlining, says_that_a_sum_does_not_fit)
{
    struct parsed parsed;
    struct error error = {0};

    parsed_read(&parsed, "events: A\nfl=a\nfn=f\nfi=b\n12 9000000000000000000\ncfi=d\ncfn=k\n"
                         "calls=3 1\n12 9000000000000000000\n");
    const struct inlined_node node = {NO_ID, profile_function(&parsed.profile, 0), {NO_ID, 0}, 0};
    cr_expect_not(inline_by_tens(&parsed.profile, &node, 1, parsed.profile.keep, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    parsed_free(&parsed);
}
