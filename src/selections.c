/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/error.h"
#include "cli/options.h"
#include "profile/profile.h"
#include "reporter/report.h"
#include "reporter/view/views.h"
#include "run.h"

/*
 * The parts, threads or inputs of a run, each of which a page can show by itself. They are read
 * again, one by one: a profile keeps what each cost, but not what called what in it.
 */
struct selections {
    struct run *whole;
    struct rows rows; /* one for each */
    row_id next;

    /* The one that the page is given. */
    struct run run;
    struct views *views;
    struct warnings warnings; /* of its sources, which were said of the whole */
};

enum { MOST_SELECTED = 64 };

/* Returns false where a profile cannot be read once more. */
static bool check_inputs(const struct selections *selections, struct error *error)
{
    const struct profile *profile = selections->rows.profile;

    for (size_t i = 0; i < profile->n_inputs; i++) {
        const char *path = profile->inputs[i].path;
        struct stat status;
        if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
            return error_set(error, ERROR_USAGE, path, 0,
                             "is read again for each %s on the page: --per takes files",
                             row_keys[selections->rows.key].name);
    }
    return true;
}

/* Has what is read be of a row alone. False where nothing says by which number it is chosen. */
static bool choose(struct selections *selections, row_id row)
{
    const struct rows *rows = &selections->rows;
    const struct profile *profile = rows->profile;
    struct options *options = selections->whole->options;
    struct text_list files = {0};
    size_t last_input = profile->n_inputs;
    int64_t chosen = -1;
    char number[24];

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        if (rows->of_part[i] != row || part->is_left_out)
            continue;
        chosen = rows->key == BY_THREAD ? part->thread : part->number;
        if (part->input != last_input)
            arena_append_text(&options->arena, &files, text_of(profile->inputs[part->input].path));
        last_input = part->input;
    }
    if (rows->key != BY_INPUT && chosen < 0)
        return false;
    selections->run.operands.profiles = files;
    if (rows->key == BY_INPUT)
        return true;
    snprintf(number, sizeof number, "%lld", (long long)chosen);
    *(rows->key == BY_THREAD ? &options->read.threads : &options->read.parts) =
        arena_copy_text(&options->arena, text_of(number));
    return true;
}

static void end_detail(struct selections *selections)
{
    views_free(selections->views);
    selections->views = NULL;
    selections->warnings = (struct warnings){0}; /* whose paths are the profile's */
    if (selections->run.options != NULL)
        run_free(&selections->run);
    selections->run = (struct run){0};
}

/* Reads the next one, for all that a page has of a run. */
static bool next_detail(void *opaque, struct report *report, struct error *error)
{
    struct selections *selections = opaque;
    struct options *options = selections->whole->options;
    const struct text parts = options->read.parts, threads = options->read.threads;
    struct run *run = &selections->run;
    row_id row;
    bool is_done;

    end_detail(selections);
    do {
        if (selections->next == selections->rows.count || selections->next == MOST_SELECTED)
            return false;
        row = selections->next++;
    } while (!choose(selections, row));
    run->options = options;
    run->symbols = symbols_create();
    run->is_one_of_several = true;
    is_done = run_read_new(run, error) && run_compare_for_view(run, error);
    options->read.parts = parts;
    options->read.threads = threads;
    if (is_done)
        selections->views =
            views_create(&run->subject, &options->view, &selections->warnings, report, error);
    report->run = selections->rows.labels[row];
    return selections->views != NULL;
}

static void set_details(void *opaque, struct report *report)
{
    struct selections *selections = opaque;

    if (selections->rows.count < 2)
        return;
    if (selections->rows.count > MOST_SELECTED)
        warnings_add(report->notes, NULL, 0, "--per=%s: the page has the first %d of %zu",
                     row_keys[selections->rows.key].name, MOST_SELECTED, selections->rows.count);
    report->next_detail = next_detail;
    report->detail_maker = selections;
}

bool run_write_selections(struct run *run, struct error *error)
{
    struct view_options *view = &run->options->view;
    struct selections selections = {.whole = run};
    bool is_done;

    rows_create(&selections.rows, &run->profile, &(struct row_choice){.key = view->per});
    view->per = BY_FUNCTION; /* tables of the page have no columns for them */
    is_done = (selections.rows.count < 2 || check_inputs(&selections, error)) &&
              run_write_view(run, set_details, &selections, error);
    end_detail(&selections);
    rows_free(&selections.rows);
    return is_done;
}
