/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/lines/line_costs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/row_figures.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(line_jumps, .init = temporary_enter, .fini = temporary_leave);

/*
 * f has a loop whose branch at 18 was recorded twice, as Callgrind does of its first time, and was
 * executed a 66th time without a jump; a jump at 1c that goes on to line 7, and one at 20 into g. g
 * jumps within its only line.
 */
static const char profile[] =
    "positions: instr line\nevents: Ir\nob=p\nfl=a.c\nfn=f\n"
    "0x10 3 4\n0x18 5 1\njcnd=1/1 0x10 3\n* *\n0x18 5 63\njcnd=62/63 -8 -2\n* *\n0x18 5 2\n"
    "0x1c 6 1\njump=1 +14 +1\n* *\n0x20 6 1\njfn=g\njump=2 0x40 9\n* *\n"
    "fn=g\n0x40 9 2\njcnd=1/2 +4 *\n* *\n+4 * 2\n";

struct listed {
    struct parsed parsed;
    struct program program;
    struct row_figures figures;
    struct line_costs costs;
    struct line_jumps jumps;
};

static void list(struct listed *listed, const char *text, bool has_addresses, const char *name)
{
    const struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION)};
    struct error error = {0};

    parsed_begin(&listed->parsed);
    listed->parsed.profile.keep.addresses = has_addresses;
    parsed_add(&listed->parsed, text);
    cr_assert(listed->parsed.is_read, "%s", listed->parsed.error.text);
    program_compute(&listed->program, &listed->parsed.profile);
    cr_assert(profile_fits(&listed->parsed.profile, &error));
    row_figures_create(&listed->figures, &listed->parsed.profile, &wanted);
    cr_assert(profile_fits(&listed->parsed.profile, &error));
    const struct listed_side side = listed_side_of(listed->figures.inclusive);
    const struct listed_code code = {.row = figured_find(listed->figures.rows, name),
                                     .file = NO_ID,
                                     .is_by_instruction = has_addresses};
    line_costs_create(&listed->costs, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
    line_jumps_create(&listed->jumps, &listed->costs, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error), "%s", error.text);
}

static void end(struct listed *listed)
{
    line_jumps_free(&listed->jumps);
    line_costs_free(&listed->costs);
    row_figures_free(&listed->figures);
    program_free(&listed->program);
    parsed_free(&listed->parsed);
}

static void show_jump(const struct listed *listed, FILE *out, const struct listed_jump *jump)
{
    static const char *const courses[] = {"?", "back", "ahead"};
    const struct symbols *symbols = &listed->parsed.profile.symbols;

    fprintf(out, " > %" PRIx64 " %" PRIu64 " %s %" PRIi64 " %" PRIi64 "/%s%" PRIi64,
            jump->to.address, jump->to.line, courses[jump->course], jump->counts.unconditional,
            jump->counts.followed, jump->is_bound ? ">=" : "", jump->counts.executed);
    if (jump->function != NO_ID)
        fprintf(out, " %s", names_text(symbols->functions, jump->function).at);
}

/* "ADDRESS LINE > ADDRESS LINE COURSE TIMES FOLLOWED/EXECUTED" of each line that jumps. */
static void expect_jumps(const char *text, bool has_addresses, const char *name,
                         const char *expected)
{
    struct listed listed = {0};
    char *shown = NULL;
    size_t size;

    list(&listed, text, has_addresses, name);
    FILE *out = open_memstream(&shown, &size);
    for (size_t i = 0; i < listed.costs.n_lines; i++) {
        const struct listed_line *line = &listed.costs.lines[i];
        size_t begin = listed.jumps.begin[line->id], after = listed.jumps.begin[line->id + 1];
        if (begin == after)
            continue;
        fprintf(out, "%" PRIx64 " %" PRIu64, line->address, line->number);
        for (size_t jump = begin; jump < after; jump++)
            show_jump(&listed, out, &listed.jumps.list[jump]);
        fputc('\n', out);
    }
    fclose(out);
    cr_expect_str_eq(shown, expected, "expected\n%sgot\n%s", expected, shown);
    free(shown);
    end(&listed);
}

Test(line_jumps, add_up_what_is_recorded_of_a_branch)
{
    expect_jumps(profile, true, "a.c:f[p]",
                 "18 5 > 10 3 back 0 63/66\n1c 6 > 2a 7 ahead 1 0/0\n20 6 > 40 9 ahead 2 0/0 g\n");
    expect_jumps(profile, true, "a.c:g[p]", "40 9 > 44 9 ahead 0 1/2\n");
}

/* The way a jump goes is still that by address: a line may jump back within itself. */
Test(line_jumps, are_those_of_a_line)
{
    expect_jumps(profile, false, "a.c:f[p]",
                 "0 5 > 0 3 back 0 63/>=64\n"
                 "0 6 > 0 9 ahead 2 0/0 g > 0 7 ahead 1 0/0\n");
    expect_jumps(profile, false, "a.c:g[p]", "0 9 > 0 9 ahead 0 1/>=2\n");
}

/* Where the profile has no addresses, lines tell as far as they can. */
Test(line_jumps, go_their_way_by_line)
{
    expect_jumps("positions: line\nevents: Ir\nfl=a.c\nfn=f\n5 1\njcnd=1/2 -2\n*\njcnd=1/2 +2\n*\n"
                 "jcnd=1/3 *\n*\njfi=b.c\njump=4 2\n*\njfi=a.c\njump=6 9\n*\n",
                 false, "a.c:f",
                 "0 5 > 0 9 ahead 6 0/0 > 0 2 ? 4 0/0 > 0 3 back 0 1/>=2 > 0 5 ? 0 1/>=3"
                 " > 0 7 ahead 0 1/>=2\n");
}

Test(line_jumps, refuse_sums_that_do_not_fit)
{
    static const char text[] = "positions: instr line\nevents: Ir\nfl=a.c\nfn=f\n0x10 5 1\n"
                               "jump=9223372036854775807 0x20 3\n* *\nfn=f'2\n0x10 5 1\n"
                               "jump=1 0x20 3\n* *\n";
    const struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION)};
    const struct listed_code code = {.row = 0, .file = NO_ID};
    struct listed listed = {0};
    struct error error = {0};

    parsed_read(&listed.parsed, text);
    program_compute(&listed.program, &listed.parsed.profile);
    cr_assert(profile_fits(&listed.parsed.profile, &error));
    row_figures_create(&listed.figures, &listed.parsed.profile, &wanted);
    cr_assert(profile_fits(&listed.parsed.profile, &error));
    const struct listed_side side = listed_side_of(listed.figures.inclusive);
    line_costs_create(&listed.costs, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
    line_jumps_create(&listed.jumps, &listed.costs, &side, code);
    cr_expect_not(profile_fits(side.inclusive->rows->profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    end(&listed);
}

/* Callgrind writes the target of a jump over 255 bytes and more as a whole address. */
Test(line_jumps, go_their_way_however_far)
{
    static const char text[] =
        "positions: instr line\nevents: Ir\nfl=a.c\nfn=f\n0x1000 2 5\n+4096 1 5\n"
        "jcnd=4/5 0x1000 2\n* *\n* 1 1\njcnd=1/1 0x3000 1\n* *\n";

    expect_jumps(text, true, "a.c:f", "2000 1 > 1000 2 back 0 4/6 > 3000 1 ahead 0 1/6\n");
    expect_jumps(text, false, "a.c:f", "0 1 > 0 2 back 0 4/>=5 > 0 1 ahead 0 1/>=1\n");
}
