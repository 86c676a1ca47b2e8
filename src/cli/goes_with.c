/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/goes_with.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "cli/option_table.h"
#include "cli/options.h"
#include "reporter/view/views.h"

static unsigned of_table(enum row_key by)
{
    switch (by) {
    case BY_NAMESPACE:
        return WITH_NAMESPACES;
    case BY_LINE:
        return WITH_LINES;
    case BY_INSTRUCTION:
        return WITH_INSTRUCTIONS;
    case BY_PART:
    case BY_THREAD:
    case BY_INPUT:
        return WITH_PARTS;
    default:
        return WITH_TOP;
    }
}

static unsigned of_paths(const struct options *options)
{
    bool is_difference = options->old.count != 0;

    if (!format_is_of_paths(options->format.format))
        return WITH_TREE;
    if (!format_has_lines(options->format.format))
        return WITH_FOLDED;
    return WITH_PPROF | (is_difference ? WITH_PPROF_DIFF : 0);
}

static unsigned of_view(const struct options *options)
{
    const struct view_options *view = &options->view;

    if (format_writes_profile(options->format.format))
        return WITH_PROFILE;
    switch (views_actual(view)) {
    case VIEW_CLASSIC:
        return WITH_REPORT | (options->old.count != 0 ? WITH_REPORT_DIFF : 0);
    case VIEW_HOTSPOTS:
        return of_table(view->by);
    case VIEW_PEEK:
        return WITH_PEEK;
    case VIEW_CODE_LISTING:
        return WITH_ANNOTATE | (view->has_instructions ? WITH_CODE : 0);
    case VIEW_CALL_TREE:
        return of_paths(options);
    case VIEW_CALL_GRAPH:
        return WITH_GRAPH;
    case VIEW_GROWTH:
        return WITH_GROWTH;
    case VIEW_ALL:
        return WITH_PAGE;
    case VIEW_EVENTS:
        break;
    }
    return WITH_EVENTS;
}

/* What options go with, in words; left out beside others that say the same. */
static const struct view_phrase {
    unsigned all, unless;
    const char *words;
} phrases[] = {
    {WITH_FUNCTIONS, 0, "views of functions"},
    {WITH_REPORT, WITH_PROFILE, "the report"},
    {WITH_REPORT_DIFF, WITH_REPORT, "the report with --diff"},
    {WITH_TOP, WITH_PROFILE, "--top"},
    {WITH_TABLES, 0, "--by"},
    {WITH_NAMESPACES, WITH_PARTS | WITH_PROFILE, "--by=namespace"},
    {WITH_LINES, WITH_PARTS, "--by=line"},
    {WITH_INSTRUCTIONS, WITH_PARTS | WITH_PROFILE, "--by=instruction"},
    {WITH_PEEK, WITH_PROFILE, "--peek"},
    {WITH_ANNOTATE, WITH_PROFILE, "--annotate"},
    {WITH_CODE, WITH_ANNOTATE, "--annotate with --instructions"},
    {WITH_TREE, WITH_PROFILE, "--call-tree"},
    {WITH_PPROF_DIFF, WITH_TREE, "--format=pprof with --diff"},
    {WITH_GRAPH, WITH_PROFILE, "--format=dot"},
    {WITH_GROWTH, WITH_PROFILE, "--format=github|gitlab|sarif"},
    {WITH_PAGE, WITH_PROFILE, "--format=html"},
    {WITH_EVENTS, 0, "--list-events"},
    {WITH_LIMITS, 0, "--fail-if"},
    {WITH_SERVERS, 0, "--debuginfod"},
};

static bool is_listed(const struct view_phrase *phrase, unsigned goes_with)
{
    return (goes_with & phrase->all) == phrase->all && (goes_with & phrase->unless) == 0;
}

/* "a, b and c" */
static void list_phrases(struct buffer *list, unsigned goes_with)
{
    size_t count = 0, done = 0;

    for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++)
        count += is_listed(&phrases[i], goes_with);
    for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++) {
        if (!is_listed(&phrases[i], goes_with))
            continue;
        buffer_append(list, done == 0 ? TEXT("") : done + 1 == count ? TEXT(" and ") : TEXT(", "));
        buffer_append(list, text_of(phrases[i].words));
        done++;
    }
}

static const char *phrase_of(unsigned view)
{
    for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++)
        if ((view & phrases[i].all) == phrases[i].all)
            return phrases[i].words;
    return "this view";
}

/* The view as it was asked for. */
static void name_view(const struct options *options, char *name, size_t size)
{
    unsigned view = of_view(options);
    struct text key = row_key_name(options->view.by);

    if ((view & (WITH_FOLDED | WITH_PPROF | WITH_GRAPH | WITH_GROWTH | WITH_PAGE | WITH_PROFILE)) !=
        0)
        snprintf(name, size, "--format=%s", format_name(options->format.format));
    else if ((view & WITH_TABLES) != 0 && options->view.by != BY_FUNCTION)
        snprintf(name, size, "--by=%.*s", (int)key.length, key.at);
    else if ((view & WITH_TABLES) != 0 && !options->has_view)
        snprintf(name, size, "the table of functions");
    else if (options->view.explains_events)
        snprintf(name, size, "--help=events");
    else
        snprintf(name, size, "%s", phrase_of(view));
}

/* What does in that view what somebody may expect of the option. */
static const char *other_way(const struct options *options, const struct option_row *row)
{
    bool has_table = (of_view(options) & (WITH_REPORT | WITH_TABLES)) != 0;

    return has_table && strcmp(row->name, "percent-limit") == 0
             ? "; tables are cut by --threshold=N and --rows=N (-n)"
             : "";
}

static bool refuse(const struct options *options, const struct option_row *row, struct error *error)
{
    struct buffer list = {0};
    char view[40];

    name_view(options, view, sizeof view);
    list_phrases(&list, row->goes_with);
    error_usage(error, "--%s does nothing in %s: it goes with %s%s", row->name, view,
                buffer_string(&list), other_way(options, row));
    free(list.at);
    return false;
}

/* Rows of these have no inclusive cost; --inclusive itself is an option of callgrind_annotate. */
static bool has_inclusive_cost(const struct options *options, unsigned view)
{
    bool is_difference = options->old.count != 0;

    return (view & (WITH_LINES | WITH_PARTS | WITH_GROWTH)) == 0 &&
           !(is_difference && (view & WITH_INSTRUCTIONS) != 0);
}

static bool refuse_inclusive(const struct options *options, unsigned view, struct error *error)
{
    const char *what = options->view.shows_both ? "both" : "yes";
    char name[40];

    name_view(options, name, sizeof name);
    if ((view & WITH_LINES) != 0)
        return error_usage(error,
                           "--inclusive=%s: %s has only self cost: --annotate=WHAT "
                           "--inclusive=both shows what lines cost with calls",
                           what, name);
    return error_usage(error, "--inclusive=%s: %s%s has only self cost", what, name,
                       (view & WITH_INSTRUCTIONS) != 0 ? " with --diff" : "");
}

bool options_go_with_view(const struct options *options, struct error *error)
{
    if (options_ask_for_help(options))
        return true;
    unsigned run = of_view(options) | (options->limits.count != 0 ? WITH_LIMITS : 0) |
                   (options->view.fetches_sources ? WITH_SERVERS : 0);

    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if (options->is_given[i] && (row->goes_with & run) == 0)
            return refuse(options, row, error);
    }
    if ((options->view.shows_both || options->view.is_inclusive) &&
        !has_inclusive_cost(options, run))
        return refuse_inclusive(options, run, error);
    return true;
}
