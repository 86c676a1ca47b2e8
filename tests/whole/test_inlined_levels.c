/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Inclusive cost of inlined functions against the truth: random programs that call each other in
 * cycles, through code that was inlined in them, are run here, so that it is known what was on the
 * stack. QUERN_SEED is the first seed: a failure names the one to repeat it with.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/program.h"
#include "aggregator/row_figures.h"
#include "profile/inlining.h"
#include "support/call_tree.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(inlined_levels, .init = temporary_enter, .fini = temporary_leave, .timeout = 600);

enum {
    HOSTS = 3,       /* functions 0 and on have symbols, */
    N_FUNCTIONS = 6, /* and the others are inlined alone */
    NODES = 5,
    SITES = HOSTS + NODES, /* where code is: in a host itself, or in a node */
    LEVELS = 2,
    DEPTH = 9,
    PROGRAMS = 4000,
};

/* A node is in one host, since an address is; it may be inlined in an earlier node there. */
struct inlined_program {
    uint64_t state; /* of the random numbers */
    unsigned n_nodes;
    unsigned host[SITES], function[SITES]; /* by site */
    int parent[SITES];                     /* a site: that of the host, or of a node */
    int target[SITES];                     /* the host that is called from there; -1: none */
    unsigned n_active[N_FUNCTIONS], n_host_active[HOSTS];
    int64_t self[SITES][LEVELS], total;
    int64_t counts[SITES][LEVELS][LEVELS]; /* of the calls, by level of caller and of callee */
    int64_t costs[SITES][LEVELS][LEVELS];  /* and what they cost */
    int64_t inclusive[N_FUNCTIONS];        /* what is true */
    unsigned budget;
};

static unsigned draw(struct inlined_program *program, unsigned below)
{
    program->state = program->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(program->state >> 33) % below;
}

static void make(struct inlined_program *program, uint64_t seed)
{
    *program = (struct inlined_program){.state = seed * 2654435761u + 1, .budget = 200};
    program->n_nodes = 1 + draw(program, NODES);
    for (unsigned site = 0; site < HOSTS + program->n_nodes; site++) {
        bool is_host = site < HOSTS;
        program->host[site] = is_host ? site : draw(program, HOSTS);
        program->function[site] = is_host ? site
                                : draw(program, 6) == 0
                                    ? draw(program, HOSTS)
                                    : HOSTS + draw(program, N_FUNCTIONS - HOSTS);
        program->parent[site] = is_host ? -1 : (int)program->host[site];
        unsigned other = HOSTS + draw(program, NODES);
        if (!is_host && other < site && program->host[other] == program->host[site])
            program->parent[site] = (int)other;
        program->target[site] =
            draw(program, is_host ? 4 : 2) == 0 ? (int)draw(program, HOSTS) : -1;
    }
}

/* Enters or leaves a node, in all that it is in. */
static void activate(struct inlined_program *program, unsigned site, int by)
{
    for (int at = (int)site; at >= HOSTS; at = program->parent[at])
        program->n_active[program->function[at]] += (unsigned)by;
}

static void spend(struct inlined_program *program, unsigned site, unsigned level)
{
    int64_t cost = 1 + draw(program, 9);

    program->self[site][level] += cost;
    program->total += cost;
    for (unsigned i = 0; i < N_FUNCTIONS; i++)
        program->inclusive[i] += program->n_active[i] != 0 ? cost : 0;
}

static void run(struct inlined_program *program, unsigned host, unsigned depth)
{
    unsigned level = program->n_host_active[host]++ == 0 ? 0 : 1;

    program->n_active[host]++;
    for (unsigned i = 0; i < 4 && program->budget != 0; i++) {
        unsigned site = draw(program, HOSTS + program->n_nodes);
        if (program->host[site] != host)
            continue;
        program->budget--;
        activate(program, site, 1);
        spend(program, site, level);
        if (program->target[site] >= 0 && depth < DEPTH) {
            unsigned callee = (unsigned)program->target[site];
            unsigned of_callee = program->n_host_active[callee] == 0 ? 0 : 1;
            int64_t before = program->total;
            run(program, callee, depth + 1);
            program->counts[site][level][of_callee]++;
            program->costs[site][level][of_callee] += program->total - before;
        }
        activate(program, site, -1);
    }
    spend(program, host, level);
    program->n_active[host]--;
    program->n_host_active[host]--;
}

static const char *const level_names[LEVELS] = {"", "'2"};

/* Writes what Callgrind would: code of site i is on line 10 i of the host. */
static char *write_profile(const struct inlined_program *program)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    fputs("events: Ir\nfl=a\n", out);
    for (unsigned host = 0; host < HOSTS; host++)
        for (unsigned level = 0; level < LEVELS; level++) {
            if (program->self[host][level] == 0)
                continue;
            fprintf(out, "fn=f%u%s\n", host, level_names[level]);
            for (unsigned site = 0; site < HOSTS + program->n_nodes; site++) {
                if (program->host[site] != host)
                    continue;
                if (program->self[site][level] != 0)
                    fprintf(out, "%u %" PRId64 "\n", 10 * site, program->self[site][level]);
                for (unsigned callee = 0; callee < LEVELS; callee++)
                    if (program->counts[site][level][callee] != 0)
                        fprintf(out, "cfn=f%d%s\ncalls=%" PRId64 " 0\n%u %" PRId64 "\n",
                                program->target[site], level_names[callee],
                                program->counts[site][level][callee], 10 * site,
                                program->costs[site][level][callee]);
            }
        }
    fclose(out);
    return text;
}

static void inline_nodes(const struct inlined_program *program, struct profile *profile)
{
    struct inlined_node nodes[NODES];
    struct error error = {0};
    file_id file = names_find(profile->symbols.files, TEXT("a"));
    uint32_t *node_of_spot = memory_alloc(profile->spots.count, sizeof *node_of_spot);

    for (unsigned i = 0; i < program->n_nodes; i++) {
        char name[20];
        int parent = program->parent[HOSTS + i];
        snprintf(name, sizeof name, "f%u", program->function[HOSTS + i]);
        nodes[i] = (struct inlined_node){
            .parent = parent < HOSTS ? NO_ID : (uint32_t)parent - HOSTS,
            .function = {NO_ID, file, names_add(profile->symbols.functions, text_of(name))},
            .call = {NO_ID, 0}};
    }
    for (uint32_t id = 0; id < profile->spots.count; id++) {
        uint64_t site = profile->spots.list[id].position.line / 10;
        node_of_spot[id] = site < HOSTS ? NO_ID : (uint32_t)site - HOSTS;
    }
    const struct inlining inlining = {nodes, program->n_nodes, node_of_spot, profile->spots.count};
    cr_assert(profile_inline(profile, &inlining, profile->keep, &error), "%s", error.text);
    free(node_of_spot);
}

/* How many inlined functions had figures that are exact, and bounds. */
struct met {
    size_t exact, bounds;
};

static void check(const struct inlined_program *program, uint64_t seed, struct met *met)
{
    const struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION)};
    struct parsed parsed;
    struct program total;
    struct row_figures figures = {0};
    char *text = write_profile(program);

    parsed_read(&parsed, text);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    inline_nodes(program, &parsed.profile);
    program_compute(&total, &parsed.profile);
    row_figures_create(&figures, &parsed.profile, &wanted);
    for (row_id id = 0; id < figures.rows->count; id++) {
        struct text name = rows_names(figures.rows, id).function;
        unsigned function = (unsigned)(name.at[1] - '0');
        int64_t is = figured_cost(&figures.inclusive->costs, id, 0);
        bool is_exact = figures.inclusive->is_exact[id];
        cr_assert(is_exact ? is == program->inclusive[function]
                           : is <= program->inclusive[function],
                  "QUERN_SEED=%" PRIu64 ": %.*s is %s%" PRId64 ", not %" PRId64 " in\n%s", seed,
                  (int)name.length, name.at, is_exact ? "" : ">= ", is,
                  program->inclusive[function], text);
        if (function >= HOSTS) {
            met->exact += is_exact;
            met->bounds += !is_exact;
        }
    }
    row_figures_free(&figures);
    program_free(&total);
    parsed_free(&parsed);
    free(text);
}

Test(inlined_levels, inclusive_cost_is_true)
{
    struct met met = {0};
    uint64_t first = call_tree_setting("QUERN_SEED", 1);

    for (uint64_t seed = first; seed < first + PROGRAMS; seed++) {
        struct inlined_program program;
        make(&program, seed);
        run(&program, 0, 0);
        check(&program, seed, &met);
    }
    cr_expect_gt(met.exact, PROGRAMS / 100, "%zu", met.exact);
    cr_expect_gt(met.bounds, PROGRAMS / 100, "%zu", met.bounds);
    cr_log_info("%zu exact, %zu bounds", met.exact, met.bounds);
}
