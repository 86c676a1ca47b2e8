/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/path_rows.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parser/read.h"
#include "profile/stacks.h"

void path_rows_begin(struct path_rows_made *made, const char *profile,
                     const struct path_question *question)
{
    struct error error = {0};
    struct parsed *parsed = &made->parsed;

    *made = (struct path_rows_made){0};
    parsed_read(parsed, profile);
    cr_assert(parsed->is_read, "%s", parsed->error.text);
    if (question->seeks_callees)
        cr_assert(callee_files_find(&parsed->profile, &parsed->warnings, &error), "%s", error.text);
    cr_assert(!question->has_stacks || profile_knows_stacks(&parsed->profile));
    const struct path_naming naming = {.is_folded = !question->is_unfolded,
                                       .folds_frames = question->folds_frames,
                                       .has_stacks = question->has_stacks};
    path_graph_create(&made->graph, &parsed->profile, &naming, question->goes_up);
    cr_assert(profile_fits(&parsed->profile, &error), "%s", error.text);
    path_tree_begin(&made->tree, &made->graph, question->events,
                    question->n_events == 0 ? 1 : question->n_events);
}

void path_rows_free(struct path_rows_made *made)
{
    path_tree_free(&made->tree);
    path_graph_free(&made->graph);
    parsed_free(&made->parsed);
}

row_id path_rows_find(const struct rows *rows, const char *function)
{
    for (row_id id = 0; id < rows->count; id++)
        if (text_equal(rows_names(rows, id).function, text_of(function)))
            return id;
    cr_assert_fail("there is no %s", function);
    return NO_ID;
}

static void print_cost(FILE *out, const struct path_cost *cost)
{
    if (!cost->is_given)
        fputc('.', out);
    else if (cost->is_unsure)
        fprintf(out, "~%.6g?", cost->estimate);
    else if (cost->least == cost->most && fabs(cost->estimate - (double)cost->least) < 1e-6)
        fprintf(out, "%" PRIi64, cost->least);
    else
        fprintf(out, "~%.6g[%" PRIi64 "-%" PRIi64 "]", cost->estimate, cost->least, cost->most);
}

static void print_costs(FILE *out, const struct path_tree *tree, const char *what, size_t first)
{
    fputs(what, out);
    for (size_t i = 0; i < tree->n_events; i++) {
        const struct path_cost cost = path_tree_cost(tree, first, i);
        fputc(i == 0 ? ' ' : ',', out);
        print_cost(out, &cost);
    }
}

static void print_name(FILE *out, const struct path_graph *graph, uint32_t name)
{
    if (name >= graph->names.count)
        fprintf(out, "<%zu>", name - graph->names.count + 1);
    else {
        struct text text = rows_names(&graph->names, name).function;
        fprintf(out, "%.*s", (int)text.length, text.at);
    }
}

static void print_row(FILE *out, const struct path_tree *tree, const struct path_row *row)
{
    fprintf(out, "%*s%s", (int)(2 * row->depth), "", row->is_member ? "in " : "");
    print_name(out, tree->graph, row->name);
    if (!row->is_member)
        print_costs(out, tree, "", row->inclusive);
    if (!tree->graph->goes_up)
        print_costs(out, tree, " self", row->self);
    if ((row->depth > 0 || row->knows_calls) && !row->is_member)
        fprintf(out, " x%" PRIi64 "%s", row->calls, row->knows_calls ? "" : "?");
    if (row->n_frames > 1)
        fprintf(out, ", %" PRIu32 " frames", row->n_frames);
    fputc('\n', out);
}

/* The rows that were added, each with all below it. */
static void print_rows(FILE *out, struct path_tree *tree, struct path_rows added, uint32_t depth,
                       double least)
{
    for (uint32_t id = added.first; id < added.first + added.count; id++) {
        struct path_rows below;
        struct error error = {0};
        cr_assert_eq(tree->rows[id].depth, depth);
        print_row(out, tree, &tree->rows[id]);
        if (tree->rows[id].is_member)
            continue;
        below = path_tree_add_below(tree, id, least);
        cr_assert(profile_fits(tree->graph->profile, &error), "%s", error.text);
        print_rows(out, tree, below, depth + 1, least);
    }
    if (added.n_left_out != 0)
        fprintf(out, "%*s(%zu more, up to %" PRIi64 ")\n", (int)(2 * depth), "", added.n_left_out,
                added.most_left_out);
}

/* Whether a word of the list is the text. */
static bool has_word(const char *list, struct text text)
{
    for (const char *word = list; *word != '\0'; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        if (text_equal((struct text){word, length}, text))
            return true;
        word += length;
    }
    return false;
}

bool path_rows_add_first(struct path_rows_made *made, const struct path_question *question,
                         double least, struct path_rows *added, struct error *error)
{
    const struct rows *names = &made->graph.names;

    if (question->functions == NULL) {
        *added = path_tree_add_starts(&made->tree, least);
        return profile_fits(made->graph.profile, error);
    }
    bool *is_wanted = memory_alloc(names->count, sizeof *is_wanted);
    for (row_id id = 0; id < names->count; id++)
        is_wanted[id] = has_word(question->functions, rows_names(names, id).function);
    *added = path_tree_add_functions(&made->tree, is_wanted, least);
    free(is_wanted);
    return profile_fits(made->graph.profile, error);
}

char *path_rows_show(const char *profile, const struct path_question *question)
{
    struct path_rows_made made;
    struct path_rows added;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    path_rows_begin(&made, profile, question);
    cr_assert(path_rows_add_first(&made, question, question->least, &added, &error), "%s",
              error.text);
    print_rows(out, &made.tree, added, 0, question->least);
    fclose(out);
    path_rows_free(&made);
    return text;
}

void path_rows_check(const struct path_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = path_rows_show(cases[i].profile, &cases[i].question);

        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
    }
}
