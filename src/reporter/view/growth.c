/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows what a reviewer should look at, each with its place in the source: limits that were
 * exceeded, and in a difference the causes that made the program cost more, which the view of
 * causes finds.
 */

#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "base/error.h"
#include "base/verdict.h"
#include "profile/name_pieces.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"
#include "sources/source.h"

struct growth {
    struct view_input *input;
    size_t verdict;      /* the next one to look at */
    void *explanation;   /* the view of causes, in a difference */
    struct table causes; /* and its table */
    struct arena texts;
};

static struct keep growth_keep(const struct view_options *options, bool is_difference)
{
    (void)options;
    return is_difference ? explanation_view.keep
                         : (struct keep){.places = KEEP_SELF, .spots = KEEP_SELF};
}

/* Finds the path of a source below the current directory, where a reviewer can be shown it. */
static bool find_path(struct growth *growth, struct text name, struct text *path)
{
    struct source source = {0};

    if (!source_find(&source, name, &growth->input->paths))
        return false;
    bool is_below = source.path[0] != '/' && strncmp(source.path, "../", 3) != 0 &&
                    source_is_below(&source, TEXT("."));
    if (is_below)
        *path = arena_copy_text(&growth->texts, text_of(source.path));
    source_close(&source);
    return is_below;
}

/*
 * Returns the line where the code of a function begins in the file that defines it: the one that
 * the profile names first, since others may be inlined from further up. 0: it is not known.
 */
static uint64_t first_line(const struct growth *growth, struct text function, struct text file)
{
    const struct diff *diff = growth->input->diff;
    const struct profile *profile = diff != NULL ? &diff->current.profile : growth->input->profile;
    const struct symbols *symbols = &profile->symbols;
    const struct name_pieces *pieces = symbols_pieces(symbols);
    symbol_id name = names_find(symbols->functions, function);
    file_id home = names_find(symbols->files, file);

    for (size_t id = 0; id < profile->spots.count; id++) {
        const struct spot *spot = &profile->spots.list[id];
        struct place place = profile_place(profile, spot->place);
        struct function owner = profile_function(profile, place.function);
        symbol_id folded =
            growth->input->options->is_unfolded ? owner.symbol : pieces->bases[owner.symbol];
        if (place.file == home && owner.file == home && folded == name && spot->position.line != 0)
            return spot->position.line;
    }
    return 0;
}

/* Sets where a function of a name and a file is; of one that cannot be shown only the file. */
static void place_function(struct growth *growth, struct text function, struct text file,
                           struct table_row *row)
{
    row->file = file;
    if (find_path(growth, file, &row->file))
        row->line = first_line(growth, function, file);
}

/* Adds a limit that was exceeded, with the place of what it is about if that has one. */
static void add_verdict(struct growth *growth, const struct verdict *verdict,
                        struct table_rows *rows)
{
    struct table_row *row = table_rows_add(rows, ROW_LIMIT);

    row->verdict = verdict;
    if (verdict->name.length == 0 || verdict->file.length == 0)
        return;
    if (verdict->function.length != 0)
        row->function = verdict->function;
    if (text_equal(verdict->key, TEXT("function"))) {
        place_function(growth, verdict->function, verdict->file, row);
        return;
    }
    if (!find_path(growth, verdict->file, &row->file))
        row->file = verdict->file;
    row->line = verdict->file_line;
}

/* Tells whether a cause made the program cost more, and is more than a sum of small ones. */
static bool is_finding(const struct growth *growth, const struct table_row *row)
{
    return row->kind == ROW_CAUSE && row->n_left_out == 0 &&
           row->contribution[growth->causes.measured].now.value > 0;
}

/* Moves a cause to the line that shows most of a change, where the new program has that. */
static void move_to_line(struct growth *growth, const struct term_facts *term,
                         struct table_row *cause)
{
    if (term != NULL && term->line != NULL && term->line->change != LINE_GONE &&
        find_path(growth, term->line->file, &cause->file))
        cause->line = term->line->number;
}

/* Keeps of the rows of causes the findings: each is where its largest change is. */
static void keep_findings(struct growth *growth, struct table_rows *rows)
{
    size_t n_kept = 0;

    for (size_t i = 0; i < rows->count; i++) {
        struct table_row *row = rows->list[i];
        if (!is_finding(growth, row))
            continue;
        rows->list[n_kept++] = row;
        if (row->n_members == 0) /* a cycle is in several places */
            place_function(growth, row->function, row->file, row);
        if (i + 1 < rows->count)
            move_to_line(growth, rows->list[i + 1]->term, row);
    }
    rows->count = n_kept;
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct growth *growth = opaque;
    struct verdict_list verdicts = growth->input->verdicts;

    for (; growth->verdict < verdicts.count; growth->verdict++)
        if (verdicts.items[growth->verdict].outcome == LIMIT_EXCEEDED)
            add_verdict(growth, &verdicts.items[growth->verdict], rows);
    for (bool has_more = growth->explanation != NULL; has_more && rows->count == 0;) {
        growth->causes.make_rows(growth->causes.view, rows);
        has_more = rows->count != 0;
        keep_findings(growth, rows);
    }
}

static void growth_close(void *view)
{
    struct growth *growth = view;

    if (growth->explanation != NULL)
        explanation_view.close(growth->explanation);
    arena_free(&growth->texts);
    free(growth);
}

static void *growth_open(struct view_input *input, struct error *error)
{
    struct growth *growth = memory_alloc(1, sizeof *growth);

    growth->input = input;
    if (input->diff != NULL)
        growth->explanation = explanation_view.open(input, error);
    if (input->diff != NULL ? growth->explanation != NULL
                            : view_choose_cost(input, METRIC_SELF, error))
        return growth;
    growth_close(growth);
    return NULL;
}

static bool growth_show(void *view, struct section *section, struct error *error)
{
    struct growth *growth = view;

    if (growth->explanation != NULL && !explanation_view.show(growth->explanation, section, error))
        return false;
    growth->causes = section->table;
    section->kind = SECTION_GROWTH;
    section->table.make_rows = make_rows;
    section->table.view = growth;
    return true;
}

const struct view_kind growth_view = {
    .uses = USE_SELECT | USE_FOLDS | USE_LEAST | USE_ROWS | USE_SHARE | USE_SOURCES,
    .keep_for = growth_keep,
    .open = growth_open,
    .has_one_section = true,
    .show = growth_show,
    .close = growth_close,
};
