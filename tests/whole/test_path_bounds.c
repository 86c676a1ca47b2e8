/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Whether the bounds of paths are as close as they can be: on small random graphs, for which all
 * ways to split each cost among the paths through it are tried. QUERN_BOUNDS is how many graphs.
 * Two events are split for themselves, so that a sum of both may be all that the two may be. What
 * two parts of the profile spent, of which the second has not all calls, is split together.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "support/call_tree.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/temporary.h"

enum {
    DEFAULT_GRAPHS = 2000,
    VERTICES = 6,
    EVENTS = 2,
    N_PARTS = 2,
    SPLIT = EVENTS * N_PARTS, /* each event of each part: the first event's first */
    ASKED = 4,                /* and two sums of them */
    SELF = VERTICES,          /* where a part of a vertex's cost goes: to a vertex, or nowhere */
    OUTS,
    WALKS = 64, /* 2 to the power of VERTICES */
    CELLS = WALKS * OUTS,
    FIGURES = 256,
    MOST_SPLITS = 50000
};

TestSuite(path_bounds, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

/* Calls lead from lower vertices to higher ones. What starts in a vertex, too, is spent in all. */
struct network {
    unsigned n_vertices;
    unsigned name[VERTICES]; /* the lowest vertex of the same name */
    unsigned n_parts;
    bool is_start[VERTICES], is_out[VERTICES][OUTS], is_called[VERTICES];
    bool is_missing[VERTICES][OUTS]; /* in the second part */
    int64_t start[SPLIT][VERTICES];
    int64_t out[SPLIT][VERTICES][OUTS]; /* SELF: its self cost */
};

/* How often both events count in what is asked for: each of them, and the two sums. */
static const int64_t times[ASKED][EVENTS] = {{1, 0}, {0, 1}, {1, 3}, {2, -1}};

/* A path from a start on: to its end by the path of `above`, which is -1 at a start. */
struct walk {
    int above;
    unsigned vertices[VERTICES], length;
    int64_t cost, left; /* as it is split now: all, and what has no place yet */
    int64_t self;
};

/* A cost of a walk's end that is split: to where. */
struct cell {
    unsigned walk, out;
    int next; /* the walk that goes on there; -1: none */
    bool is_last;
};

enum kind { ALL, OWN, UPWARDS, N_KINDS };

/* A figure of a row, and what it is in all ways to split the costs. */
struct figure {
    enum kind kind;
    unsigned vertices[VERTICES], length; /* of one of its paths */
    bool is_folded;                      /* it has others, which have the same names */
    int64_t now, least[EVENTS], most[EVENTS];
};

struct trial {
    uint64_t seed, random;
    unsigned event; /* that is split now, of a part */
    struct network network;
    struct walk walks[WALKS];
    unsigned n_walks;
    struct cell cells[CELLS];
    unsigned n_cells;
    struct figure figures[FIGURES];
    unsigned n_figures;
    unsigned of_walk[WALKS][N_KINDS + VERTICES]; /* its figures: all, own, each way up */
    int64_t n_splits;
    /* How much was tried. */
    size_t n_rows, n_exact, n_bounded, n_sums, n_folded, n_skipped;
};

/* splitmix64 */
static unsigned below(struct trial *trial, unsigned count)
{
    uint64_t z = trial->random += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ z >> 31) % count);
}

/* What enters a vertex leaves it, in parts of any size. */
static void share_out(struct trial *trial, unsigned vertex, int64_t cost)
{
    struct network *network = &trial->network;
    unsigned outs[OUTS], n_outs = 0;

    for (unsigned out = 0; out < OUTS; out++)
        if (network->is_out[vertex][out] &&
            (trial->event % N_PARTS == 0 || !network->is_missing[vertex][out]))
            outs[n_outs++] = out;
    for (; cost > 0; cost--)
        network->out[trial->event][vertex][outs[below(trial, n_outs)]]++;
}

static void make_network(struct trial *trial, bool has_names)
{
    struct network *network = &trial->network;

    *network = (struct network){.n_vertices = 3 + below(trial, VERTICES - 2),
                                .n_parts = 1 + trial->seed / 4 % N_PARTS};
    for (unsigned from = 0; from < network->n_vertices; from++) {
        network->is_out[from][SELF] = true;
        network->name[from] =
            has_names && from > 1 && below(trial, 2) == 0 ? 1 + below(trial, from - 1) : from;
        network->name[from] = network->name[network->name[from]];
        for (unsigned to = from + 1; to < network->n_vertices; to++) {
            network->is_out[from][to] = below(trial, 10) < 7;
            network->is_missing[from][to] = below(trial, 10) < 4;
            network->is_called[to] |= network->is_out[from][to];
        }
    }
    for (unsigned vertex = 0; vertex < network->n_vertices; vertex++)
        network->is_start[vertex] = !network->is_called[vertex] || below(trial, 6) == 0;
}

/* What starts in a vertex has some cost of the first event, so that it can be seen. */
static void spend(struct trial *trial)
{
    struct network *network = &trial->network;

    if (trial->event % N_PARTS >= network->n_parts)
        return;
    for (unsigned vertex = 0; vertex < network->n_vertices; vertex++) {
        int64_t cost = network->is_start[vertex] ? (trial->event == 0) + below(trial, 8) : 0;
        network->start[trial->event][vertex] = cost;
        for (unsigned from = 0; from < vertex; from++)
            cost += network->out[trial->event][from][vertex];
        share_out(trial, vertex, cost);
    }
}

static void write_costs(const struct network *network, unsigned part, unsigned from, unsigned to,
                        FILE *out)
{
    fprintf(out, "1 %" PRIi64 " %" PRIi64 "\n", network->out[part][from][to],
            network->out[N_PARTS + part][from][to]);
}

static void write_part(const struct network *network, unsigned part, FILE *out)
{
    fprintf(out, "part: %u\nevents: A B\nfl=a\n", part + 1);
    for (unsigned from = 0; from < network->n_vertices; from++) {
        unsigned name = network->name[from];
        fprintf(out, "fn=v%u", name);
        fprintf(out, name == from ? "\n" : "'%u\n", from + 2);
        write_costs(network, part, from, SELF, out);
        for (unsigned to = from + 1; to < network->n_vertices; to++) {
            if (!network->is_out[from][to] || (part == 1 && network->is_missing[from][to]))
                continue;
            name = network->name[to];
            fprintf(out, "cfn=v%u", name);
            fprintf(out, name == to ? "\n" : "'%u\n", to + 2);
            fputs("calls=1 1\n", out);
            write_costs(network, part, from, to, out);
        }
    }
}

static void write_network(const struct network *network, FILE *out)
{
    fputs("event: Sum = A + 3 B\nevent: Less = 2 A - B\n", out);
    for (unsigned part = 0; part < network->n_parts; part++)
        write_part(network, part, out);
}

/* Adds what the second part spent to the first: each event's is where it was for the first. */
static void add_up_parts(struct network *network)
{
    for (unsigned event = 0; event < SPLIT; event += N_PARTS)
        for (unsigned from = 0; from < network->n_vertices; from++) {
            network->start[event][from] += network->start[event + 1][from];
            for (unsigned out = 0; out < OUTS; out++)
                network->out[event][from][out] += network->out[event + 1][from][out];
        }
}

static unsigned add_walk(struct trial *trial, int above, unsigned vertex)
{
    struct walk *walk = &trial->walks[trial->n_walks];

    cr_assert_lt(trial->n_walks, WALKS);
    *walk = (struct walk){.above = above};
    if (above >= 0)
        *walk = trial->walks[above];
    walk->above = above;
    walk->vertices[walk->length++] = vertex;
    return trial->n_walks++;
}

/* Walks by their ends, so that what each of them costs is settled before it is split. */
static void find_walks(struct trial *trial)
{
    const struct network *network = &trial->network;

    trial->n_walks = 0;
    for (unsigned vertex = 0; vertex < network->n_vertices; vertex++) {
        unsigned n_before = trial->n_walks;
        if (network->is_start[vertex])
            add_walk(trial, -1, vertex);
        for (unsigned i = 0; i < n_before; i++) {
            unsigned end = trial->walks[i].vertices[trial->walks[i].length - 1];
            if (network->is_out[end][vertex])
                add_walk(trial, (int)i, vertex);
        }
    }
}

static int walk_after(const struct trial *trial, unsigned walk, unsigned vertex)
{
    for (unsigned i = walk + 1; i < trial->n_walks; i++) {
        const struct walk *next = &trial->walks[i];
        if (next->above == (int)walk && next->vertices[next->length - 1] == vertex)
            return (int)i;
    }
    return -1;
}

static void find_cells(struct trial *trial)
{
    trial->n_cells = 0;
    for (unsigned i = 0; i < trial->n_walks; i++) {
        unsigned end = trial->walks[i].vertices[trial->walks[i].length - 1];
        for (unsigned out = 0; out < OUTS; out++)
            if (trial->network.is_out[end][out])
                trial->cells[trial->n_cells++] = (struct cell){
                    i, out, out == SELF ? -1 : walk_after(trial, i, out), out == SELF};
    }
}

/* The figure of these names, from the first on; NULL: there is none. */
static struct figure *find_figure(struct trial *trial, enum kind kind, const unsigned *vertices,
                                  unsigned length)
{
    for (unsigned i = 0; i < trial->n_figures; i++) {
        const struct figure *figure = &trial->figures[i];
        bool is_same = figure->kind == kind && figure->length == length;
        for (unsigned k = 0; is_same && k < length; k++)
            is_same = trial->network.name[figure->vertices[k]] == trial->network.name[vertices[k]];
        if (is_same)
            return &trial->figures[i];
    }
    return NULL;
}

static unsigned add_figure(struct trial *trial, enum kind kind, const unsigned *vertices,
                           unsigned length)
{
    struct figure *figure = find_figure(trial, kind, vertices, length);

    if (figure == NULL) {
        cr_assert_lt(trial->n_figures, FIGURES);
        figure = &trial->figures[trial->n_figures++];
        *figure = (struct figure){.kind = kind, .length = length};
        for (unsigned event = 0; event < EVENTS; event++) {
            figure->least[event] = INT64_MAX;
            figure->most[event] = INT64_MIN;
        }
        memcpy(figure->vertices, vertices, length * sizeof *vertices);
    }
    figure->is_folded |= memcmp(figure->vertices, vertices, length * sizeof *vertices) != 0;
    return (unsigned)(figure - trial->figures);
}

static void find_figures(struct trial *trial)
{
    trial->n_figures = 0;
    for (unsigned i = 0; i < trial->n_walks; i++) {
        const struct walk *walk = &trial->walks[i];
        unsigned upwards[VERTICES];
        for (unsigned k = 0; k < walk->length; k++)
            upwards[k] = walk->vertices[walk->length - 1 - k];
        trial->of_walk[i][ALL] = add_figure(trial, ALL, walk->vertices, walk->length);
        trial->of_walk[i][OWN] = add_figure(trial, OWN, walk->vertices, walk->length);
        for (unsigned k = 1; k <= walk->length; k++)
            trial->of_walk[i][UPWARDS + k] = add_figure(trial, UPWARDS, upwards, k);
    }
}

/* All costs are split: takes note of what each figure is now. */
static void note_split(struct trial *trial)
{
    trial->n_splits++;
    for (unsigned i = 0; i < trial->n_figures; i++)
        trial->figures[i].now = 0;
    for (unsigned i = 0; i < trial->n_walks; i++) {
        const struct walk *walk = &trial->walks[i];
        trial->figures[trial->of_walk[i][ALL]].now += walk->cost;
        trial->figures[trial->of_walk[i][OWN]].now += walk->self;
        for (unsigned k = 1; k <= walk->length; k++)
            trial->figures[trial->of_walk[i][UPWARDS + k]].now += walk->self;
    }
    for (unsigned i = 0; i < trial->n_figures; i++) {
        struct figure *figure = &trial->figures[i];
        int64_t *least = &figure->least[trial->event / N_PARTS],
                *most = &figure->most[trial->event / N_PARTS];
        *least = figure->now < *least ? figure->now : *least;
        *most = figure->now > *most ? figure->now : *most;
    }
}

/* Tries all that a cell may have, with all ways to fill those after it. */
static void fill_cells(struct trial *trial, unsigned n_filled)
{
    if (trial->n_splits >= MOST_SPLITS)
        return;
    if (n_filled == trial->n_cells) {
        note_split(trial);
        return;
    }
    const struct cell *cell = &trial->cells[n_filled];
    struct walk *walk = &trial->walks[cell->walk];
    int64_t *left = &trial->network.out[trial->event][walk->vertices[walk->length - 1]][cell->out];
    int64_t most = walk->left < *left ? walk->left : *left;
    for (int64_t part = cell->is_last ? walk->left : 0; part <= most; part++) {
        walk->left -= part;
        *left -= part;
        if (cell->out == SELF)
            walk->self = part;
        else
            trial->walks[cell->next].cost = trial->walks[cell->next].left = part;
        fill_cells(trial, n_filled + 1);
        walk->left += part;
        *left += part;
    }
}

/* All ways to split the costs of an event of the network. */
static void try_splits(struct trial *trial)
{
    for (unsigned i = 0; i < trial->n_walks; i++) {
        struct walk *walk = &trial->walks[i];
        if (walk->above < 0)
            walk->cost = walk->left = trial->network.start[trial->event][walk->vertices[0]];
    }
    trial->n_splits = 0;
    fill_cells(trial, 0);
}

/*
 * What the sum of both events may be at least, or at most: each may be what it may be. Its own
 * bounds are at least as wide, and of a difference there may be none.
 */
static int64_t end_of_sum(const struct figure *figure, unsigned asked, bool is_most)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < EVENTS; i++) {
        int64_t factor = times[asked][i];
        sum += factor * ((factor > 0) == is_most ? figure->most[i] : figure->least[i]);
    }
    return sum;
}

static void check_cost(struct trial *trial, const struct path_cost *costs, unsigned asked,
                       const struct figure *figure, uint32_t row)
{
    const struct path_cost *cost = &costs[asked];
    int64_t least = end_of_sum(figure, asked, false), most = end_of_sum(figure, asked, true);
    bool is_sum = asked >= EVENTS, is_difference = times[asked][EVENTS - 1] < 0;
    bool is_right = figure->is_folded || is_sum ? cost->least <= least && most <= cost->most
                                                : cost->least == least && most == cost->most;

    trial->n_rows++;
    trial->n_folded += figure->is_folded;
    trial->n_exact += !figure->is_folded && path_cost_is_exact(cost);
    trial->n_bounded += !figure->is_folded && !path_cost_is_exact(cost);
    trial->n_sums += is_sum && !path_cost_is_exact(cost);
    cr_assert(is_difference ? is_right || cost->is_unsure : is_right && !cost->is_unsure,
              "seed %" PRIu64 ", row %" PRIu32 ", figure %d of %u%s, event %u: %" PRIi64
              " to %" PRIi64 ", not %" PRIi64 " to %" PRIi64,
              trial->seed, row, (int)figure->kind, figure->length,
              figure->is_folded ? ", folded" : "", asked, least, most, cost->least, cost->most);
}

/* The figure of a row; that there is one is checked, too. */
static const struct figure *figure_of(struct trial *trial, const struct path_tree *tree,
                                      uint32_t row, enum kind kind)
{
    unsigned vertices[VERTICES], length = tree->rows[row].depth + 1;

    cr_assert_leq(length, VERTICES);
    for (unsigned i = length; i > 0; row = tree->rows[row].parent) {
        struct text name = rows_names(&tree->graph->names, tree->rows[row].name).function;
        vertices[--i] = (unsigned)(name.at[1] - '0');
    }
    const struct figure *figure = find_figure(trial, kind, vertices, length);
    cr_assert(figure != NULL, "seed %" PRIu64, trial->seed);
    return figure;
}

static void add_rows(struct path_tree *tree, struct error *error)
{
    bool is_wanted[VERTICES] = {true, true, true, true, true, true};

    if (tree->graph->goes_up)
        path_tree_add_functions(tree, is_wanted, -1);
    else
        path_tree_add_starts(tree, -1);
    cr_assert(profile_fits(tree->graph->profile, error));
    for (uint32_t row = 0; row < tree->n_rows; row++) {
        path_tree_add_below(tree, row, -1);
        cr_assert(profile_fits(tree->graph->profile, error), "%s", error->text);
    }
}

/* A row of each order of the events has the same costs, by `place_of` an event. */
static void check_costs(struct trial *trial, const struct path_tree *tree, const size_t *place_of,
                        size_t first, const struct figure *figure, uint32_t row)
{
    struct path_cost costs[ASKED];

    for (unsigned asked = 0; asked < ASKED; asked++)
        costs[asked] = path_tree_cost(tree, first, place_of[asked]);
    for (unsigned asked = 0; asked < ASKED; asked++)
        check_cost(trial, costs, asked, figure, row);
}

static void check_tree(struct trial *trial, const struct profile *profile, bool goes_up)
{
    struct error error = {0};
    struct path_graph graph;
    struct path_tree tree;
    size_t n_figures = 0, events[ASKED], place_of[ASKED];

    for (size_t asked = 0; asked < ASKED; asked++) {
        place_of[asked] = (asked + trial->seed) % ASKED;
        events[place_of[asked]] = asked;
    }
    path_graph_create(&graph, profile, &(struct path_naming){.is_folded = true}, goes_up);
    cr_assert(profile_fits(profile, &error), "%s", error.text);
    path_tree_begin(&tree, &graph, events, ASKED);
    add_rows(&tree, &error);
    for (uint32_t i = 0; i < tree.n_rows; i++) {
        const struct path_row *row = &tree.rows[i];
        check_costs(trial, &tree, place_of, row->inclusive,
                    figure_of(trial, &tree, i, goes_up ? UPWARDS : ALL), i);
        if (!goes_up)
            check_costs(trial, &tree, place_of, row->self, figure_of(trial, &tree, i, OWN), i);
    }
    for (unsigned i = 0; i < trial->n_figures; i++)
        n_figures += trial->figures[i].kind == (goes_up ? UPWARDS : ALL);
    cr_assert_eq(tree.n_rows, n_figures, "seed %" PRIu64 ": no row is missing", trial->seed);
    path_tree_free(&tree);
    path_graph_free(&graph);
}

static void try_network(struct trial *trial)
{
    struct parsed parsed;
    char *text = NULL;
    size_t size;

    trial->random = trial->seed;
    make_network(trial, trial->seed % 4 == 0);
    for (trial->event = 0; trial->event < SPLIT; trial->event++)
        spend(trial);
    FILE *out = open_memstream(&text, &size);
    cr_assert(out, "out of memory");
    write_network(&trial->network, out);
    fclose(out);
    add_up_parts(&trial->network);
    find_walks(trial);
    find_cells(trial);
    find_figures(trial);
    bool is_tried = true;
    for (trial->event = 0; trial->event < SPLIT; trial->event += N_PARTS) {
        try_splits(trial);
        is_tried = is_tried && trial->n_splits < MOST_SPLITS;
    }
    if (!is_tried)
        trial->n_skipped++;
    else {
        parsed_read(&parsed, text);
        for (int goes_up = 0; goes_up < 2; goes_up++)
            check_tree(trial, &parsed.profile, goes_up == 1);
        parsed_free(&parsed);
    }
    free(text);
}

Test(path_bounds, are_as_close_as_can_be)
{
    uint64_t first = call_tree_setting("QUERN_SEED", 1),
             count = call_tree_setting("QUERN_BOUNDS", DEFAULT_GRAPHS / run_stride());
    struct trial trial = {0};

    for (trial.seed = first; trial.seed < first + count; trial.seed++)
        try_network(&trial);
    if (count < DEFAULT_GRAPHS / run_stride())
        return;
    cr_expect_gt(trial.n_exact, 10000 / run_stride());
    cr_expect_gt(trial.n_bounded, 5000 / run_stride());
    cr_expect_gt(trial.n_sums, 5000 / run_stride());
    cr_expect_gt(trial.n_folded, 1000 / run_stride());
    cr_expect_lt(trial.n_skipped, count / 20);
}
