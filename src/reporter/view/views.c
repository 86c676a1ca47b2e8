/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/views.h"

#include <errno.h>
#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "base/buffer.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/view_kind.h"

#define VIEW_ROW(name, kind) [VIEW_##name] = &(kind),
static const struct view_kind *const kinds[] = {VIEWS(VIEW_ROW)};

struct views {
    const struct view_kind *kind;
    struct view_input input;
    void *view;
    bool was_shown;         /* a section */
    struct table_rows rows; /* of the last one */
};

enum view views_actual(const struct view_options *options)
{
    return options->view == VIEW_CLASSIC && options->is_tabular ? VIEW_HOTSPOTS : options->view;
}

bool subject_total(const struct subject *subject, struct program *program, struct error *error)
{
    if (subject->diff == NULL) {
        program_compute(program, subject->profile);
        return profile_fits(subject->profile, error);
    }
    diff_of_program(subject->diff, program);
    return diff_fits(subject->diff, error);
}

enum matching views_matching(const struct view_options *options)
{
    enum view view = views_actual(options);

    if (options->view == VIEW_HOTSPOTS)
        return row_keys[options->by].matching;
    if (view == VIEW_PROFILE) /* a line that is gone would have no number to be written with */
        return MATCH_FUNCTIONS;
    return views_keep(options, true).spots != KEEP_NOTHING ? MATCH_LINES : MATCH_FUNCTIONS;
}

const struct view_kind *views_kind(enum view view)
{
    return kinds[view];
}

struct keep views_keep(const struct view_options *options, bool is_difference)
{
    const struct view_kind *kind = kinds[views_actual(options)];
    struct keep keep = kind->keep_for != NULL ? kind->keep_for(options, is_difference) : kind->keep;

    /* Functions that are called and have no cost of their own are matched with others, too. */
    if (is_difference && keep.places != KEEP_NOTHING)
        keep.places = KEEP_SELF_AND_CALLS;
    return keep;
}

static bool fits(const void *opaque, struct error *error)
{
    const struct views *views = opaque;

    return view_fits(&views->input, error);
}

static bool next_section(void *opaque, struct section *section, struct error *error)
{
    struct views *views = opaque;

    *section = (struct section){0};
    table_rows_clear(&views->rows);
    bool has_section = !(views->kind->has_one_section && views->was_shown) &&
                       views->kind->show(views->view, section, error);
    views->was_shown = true;
    section->table.rows = &views->rows;
    section->table.fits = fits;
    section->table.maker = views;
    return has_section && fits(views, error);
}

/*
 * Finds where a source is. A report is being written, and if that failed errno says why: errno
 * stays as it was.
 */
static bool find_path(void *opaque, struct text file, struct buffer *path)
{
    struct views *views = opaque;
    const struct source_paths *paths = &views->input.paths;
    struct source source;
    int before = errno;

    if (!source_find(&source, file, paths)) {
        errno = before;
        return false;
    }
    bool is_absolute = source.path[0] == '/';
    bool is_known = is_absolute || paths->current_dir.length != 0;
    buffer_append(path, is_absolute ? TEXT("") : paths->current_dir);
    buffer_append(path, text_of(source.path));
    source_close(&source);
    errno = before;
    return is_known;
}

static bool open_view(struct views *views, const struct subject *subject, struct report *report,
                      struct error *error)
{
    struct view_input *input = &views->input;

    if (subject->diff != NULL)
        program_compute(&input->old_program, &subject->diff->old.profile);
    if (!subject_total(subject, &input->program, error))
        return false;
    views->view = views->kind->open(input, error);
    /* Nothing is printed where a figure of the whole view does not fit. */
    if (views->view == NULL || !fits(views, error))
        return false;
    *report = (struct report){.locator = {find_path, views},
                              .next = next_section,
                              .maker = views,
                              .verdicts = views->input.verdicts,
                              .doubts = views->input.doubts,
                              .is_classic = views->kind == kinds[VIEW_CLASSIC],
                              .is_overview = views->kind == kinds[VIEW_OVERVIEW]};
    facts_gather(&report->facts, input);
    return true;
}

struct views *views_create(const struct subject *subject, const struct view_options *options,
                           struct warnings *warnings, struct report *report, struct error *error)
{
    struct views *views = memory_alloc(1, sizeof *views);

    views->kind = kinds[views_actual(options)];
    views->input = (struct view_input){.profile = subject->profile,
                                       .diff = subject->diff,
                                       .diff_of_paths = subject->diff_of_paths,
                                       .noise = subject->noise,
                                       .inlined = subject->inlined,
                                       .old_inlined = subject->old_inlined,
                                       .read_warnings = subject->read_warnings,
                                       .doubts = subject->doubts,
                                       .runs = subject->runs,
                                       .lines = subject->lines,
                                       .verdicts = subject->verdicts,
                                       .options = options,
                                       .warnings = warnings};
    source_paths_create(&views->input.paths, &options->sources_at, subject->profile);
    /* A match that was given up is the true reason where nothing was found. */
    bool is_open = open_view(views, subject, report, error);
    if (filter_check(&options->filter, error) && pattern_check(&options->peek, error) &&
        pattern_check(&options->roots, error) && is_open)
        return views;
    views_free(views);
    return NULL;
}

void views_free(struct views *views)
{
    if (views == NULL)
        return;
    if (views->view != NULL)
        views->kind->close(views->view);
    program_free(&views->input.program);
    program_free(&views->input.old_program);
    source_paths_free(&views->input.paths);
    table_rows_free(&views->rows);
    arena_free(&views->input.arena);
    free(views);
}
