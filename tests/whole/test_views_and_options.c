/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * All options with all views: a view either accepts an option and, for some profile, shows
 * something else with it, or refuses it with a message that names both. So the table of options
 * says what views use, no more and no less; what cannot be seen here is listed with the reason.
 */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/options.h"
#include "support/run.h"

TestSuite(views_and_options, .timeout = 300);

enum { ARGUMENTS_MAX = 14, LINE_MAX_LENGTH = 400 };

#define CODE "--annotate=main --instructions"

static const struct shown_view {
    const char *name, *options;
    unsigned bits, bits_of_difference;
} views[] = {
    {"the report", "", WITH_REPORT, WITH_REPORT_DIFF},
    {"the table of functions", "--format=csv", WITH_TOP, 0},
    {"--top", "--top", WITH_TOP, 0},
    {"--by=file:function", "--by=file:function", WITH_TOP, 0},
    {"--by=file", "--by=file", WITH_TOP, 0},
    {"--by=directory", "--by=directory", WITH_TOP, 0},
    {"--by=object", "--by=object", WITH_TOP, 0},
    {"--by=namespace", "--by=namespace", WITH_NAMESPACES, 0},
    {"--by=line", "--by=line", WITH_LINES, 0},
    {"--by=instruction", "--by=instruction", WITH_INSTRUCTIONS, 0},
    {"--by=part", "--by=part", WITH_PARTS, 0},
    {"--by=thread", "--by=thread", WITH_PARTS, 0},
    {"--by=input", "--by=input", WITH_PARTS, 0},
    {"--peek", "--peek=^(main|fold|load|fib)$", WITH_PEEK, 0},
    {"--annotate", "--annotate=main", WITH_ANNOTATE | WITH_LISTING, 0},
    {"--annotate", "--annotate=main --format=csv", WITH_ANNOTATE, 0},
    {"--annotate", CODE, WITH_ANNOTATE | WITH_LISTING | WITH_CODE, 0},
    {"--call-tree", "--call-tree", WITH_TREE, 0},
    {"--call-tree", "--call-tree=^(main|load|fib)$", WITH_TREE, 0},
    {"--explain", "--explain --diff=lines_old", WITH_CAUSES, 0},
    {"--format=folded", "--format=folded", WITH_FOLDED, 0},
    {"--format=pprof", "--format=pprof", WITH_PPROF, WITH_PPROF_DIFF},
    {"--format=dot", "--format=dot --peek=^(main|load|fib)$", WITH_GRAPH, 0},
    {"--format=github", "--format=github", WITH_GROWTH, 0},
    {"--format=sarif", "--format=sarif", WITH_GROWTH, 0},
    {"--format=gitlab", "--format=gitlab --explain --diff=lines_old", WITH_GROWTH | WITH_CAUSES, 0},
    {"--format=html", "--format=html", WITH_PAGE, 0},
    {"--format=callgrind", "--format=callgrind", WITH_PROFILE, 0},
    {"--list-events", "--list-events", WITH_EVENTS, 0},
    {"--help=events", "--help=events", WITH_EVENTS, 0},
};

#define LINES "--diff=lines_old -Isrc/lines"

/* An option with a value, among other options, and a profile to show. '_' is a blank. */
static const struct trial {
    const char *name, *option, *others, *profile;
} trials[] = {
    {"function", "--function=^m", "", "fib_static"},
    {"function", "--function=^s", "", "instructions"},
    {"function", "--function=^count$", LINES, "lines_new"},
    {"file", "--file=lines", "", "lines_new"},
    {"file", "--file=!\\.c$", "", "fib_static"},
    {"file", "--file=!\\.c$", "", "instructions"},
    {"file", "--file=fold", LINES, "lines_new"},
    {"object", "--object=!bin", "", "fib_static"},
    {"object", "--object=!bin", "", "instructions"},
    {"object", "--object=libc", LINES, "lines_new"},
    {"ignore", "--ignore=^main$", "", "fib_static"},
    {"ignore", "--ignore=^main$", "", "instructions"},
    {"ignore", "--ignore=^count$", LINES, "lines_new"},
    {"ignore", "--ignore=^main$", "--fail-if=Ir_of_each_._>_1", "fib_static"},
    {"per", "--per=part", "", "o_after"},
    {"per", "--per=part", "", "fib_static"},
    {"per", "--per=thread", "", "instructions"},
    {"rows", "--rows=1", "", "fib_static"},
    {"rows", "-n1", "", "instructions"},
    {"rows", "--rows=1", "", "o_after"},
    {"rows", "--rows=1", "", "o_threads_combined"},
    {"rows", "--rows=0", LINES, "lines_new"},
    {"bottom-up", "--bottom-up", "", "spec/paths"},
    {"percent-limit", "--percent-limit=40", "", "spec/paths"},
    {"percent-limit", "--percent-limit=40", "", "fib_static"},
    {"percent-limit", "--percent-limit=40", "", "instructions"},
    {"percent-limit", "--percent-limit=40", "", "o_after"},
    {"percent-limit", "--percent-limit=60", "", "o_threads_combined"},
    {"threshold", "--threshold=50", "", "fib_static"},
    {"threshold", "--threshold=50", "", "instructions"},
    {"threshold", "--threshold=10", "", "o_after"},
    {"threshold", "--threshold=10", "", "o_threads_combined"},
    {"exact", "--exact", "", "spec/paths"},
    {"no-chains", "--no-chains", "", "spec/paths"},
    {"no-chains", "--no-chains", "", "fib_static"},
    {"depth", "--depth=1", "", "spec/paths"},
    {"depth", "--depth=1", "", "spec/names"},
    {"no-fold", "--no-fold", "", "fib_static"},
    {"no-fold", "--no-fold", "--function='", "fib_static"},
    {"no-fold", "--no-fold", "--diff=fib_static -I.", "fib"},
    {"path-map", "--path-map=new=src/lines/new", "", "lines_new"},
    {"path-map", "--path-map=none=src", "--mod-filename=s/src/none/", "instructions"},
    {"path-map", "--path-map=new=src/lines/new", "--diff=lines_old --old-include=src/lines",
     "lines_new"},
    {"object-path", "--object-path=a=b", "", "instructions"},
    {"disassembler", "--disassembler=none", "", "instructions"},
    {"old-include", "--old-include=src/lines", "--diff=lines_old -Isrc/lines", "lines_new"},
    {"old-path-map", "--old-path-map=old=src/lines/old", "--diff=lines_old -Isrc/lines",
     "lines_new"},
    {"old-rev", "--old-rev=HEAD", "--diff=lines_old -Isrc/lines", "lines_new"},
    {"old-object-path", "--old-object-path=a=b", "--diff=lines_old", "lines_new"},
    {"html-limit", "--html-limit=230K", "", "o_cache_branch"},
    {"min-delta", "--min-delta=50%", LINES, "lines_new"},
    {"min-delta", "--min-delta=90%", "--diff=lines_old --fail-if=Ir_of_each_._>_+1%", "lines_new"},
    {"noise", "--noise=spec/noise-1", "--diff=spec/noise-old", "spec/noise-new"},
    {"noise", "--noise=spec/noise-1", "--diff=spec/noise-old --fail-if=Ir_>_+1", "spec/noise-new"},
    {"noise", "--noise=instructions", "", "instructions"},
    {"noise", "--noise=lines_old", "", "lines_new"},
    /* of callgrind_annotate: they are accepted, used or not */
    {"show", "--show=Ir", "", "o_cache_branch"},
    {"sort", "--sort=Ir", "", "o_cache_branch"},
    {"show-percs", "--show-percs=no", "", "fib_static"},
    {"auto", "--auto=no", "", "fib_static"},
    {"context", "--context=1", "", "fib_static"},
    {"inclusive", "--inclusive=both", "", "fib_static"},
    {"tree", "--tree=both", "", "fib_static"},
    {"include", "-Isrc/lines", "", "lines_new"},
};

/* What is used, but not by the trials. */
static const struct unseen {
    const char *name, *options; /* of a view; NULL: of every one */
    const char *reason;
} unseen[] = {
    {"object-path", NULL, "there are no objects here: test_instructions.c makes some"},
    {"old-object-path", NULL, "likewise"},
    {"old-rev", NULL, "there may be no repository: test_commits.c makes one"},
    {"no-fold", "--by=instruction", "of which level one is shows in what --function matches"},
    {"no-fold", CODE, "no profile has both addresses and levels of what is listed"},
    {"rows", "--by=input", "one profile is one input"},
    {"percent-limit", "--by=input", "likewise"},
    {"threshold", "--by=input", "likewise"},
    {"min-delta", "--by=instruction", "nothing is compared without both objects"},
    {"min-delta", CODE, "likewise"},
    {"noise", "--format=gitlab --explain --diff=lines_old", "there are no runs that differ"},
    {"old-include", CODE, "likewise"},
    {"old-path-map", CODE, "likewise"},
};

static bool is_unseen(const char *name, const struct shown_view *view)
{
    for (size_t i = 0; i < ARRAY_LENGTH(unseen); i++)
        if (strcmp(unseen[i].name, name) == 0 &&
            (unseen[i].options == NULL || strcmp(unseen[i].options, view->options) == 0))
            return true;
    return false;
}

static const struct option_row *find_row(const char *name)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (strcmp(option_rows[i].name, name) == 0)
            return &option_rows[i];
    cr_assert_fail("no option --%s", name);
    return NULL;
}

/* Runs with all words of the view, of the trial, and its option if that is wanted. */
static struct run run_trial(const struct shown_view *view, const struct trial *trial,
                            bool has_option)
{
    char line[LINE_MAX_LENGTH], *options[ARGUMENTS_MAX] = {0};
    size_t count = 0;

    snprintf(line, sizeof line, "%s %s %s", view->options, trial->others,
             has_option ? trial->option : "");
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        cr_assert_lt(count, ARGUMENTS_MAX - 1);
        options[count++] = word;
        for (char *at = strstr(word, "--fail-if") != NULL ? word : NULL;
             at != NULL && (at = strchr(at, '_')) != NULL;)
            *at = ' ';
    }
    return run_quern((const char *const *)options, trial->profile);
}

static bool is_of_difference(const struct trial *trial)
{
    return strstr(trial->others, "--diff=") != NULL;
}

/*
 * Findings are of a difference or of limits; events do not change. What else the trial asks for has
 * to be accepted, and rows without a view are those of --top. Why a graph has no columns for parts
 * is said of its format.
 */
static bool is_possible(const struct shown_view *view, const struct trial *trial)
{
    bool has_limit = strstr(trial->others, "--fail-if=") != NULL;

    if ((strstr(trial->others, "--function=") != NULL && (view->bits & WITH_FUNCTIONS) == 0) ||
        (strcmp(trial->name, "rows") == 0 && view->bits == WITH_REPORT) ||
        (strcmp(trial->name, "per") == 0 && view->bits == WITH_GRAPH))
        return false;
    if (view->bits == WITH_GROWTH)
        return is_of_difference(trial) || has_limit;
    return view->bits != WITH_EVENTS || !is_of_difference(trial);
}

static unsigned bits_of(const struct shown_view *view, const struct trial *trial)
{
    return view->bits | (is_of_difference(trial) ? view->bits_of_difference : 0) |
           (strstr(trial->others, "--fail-if=") != NULL ? WITH_LIMITS : 0);
}

static void expect_refused(const struct shown_view *view, const struct trial *trial)
{
    struct run run = run_trial(view, trial, true);
    char message[100];

    snprintf(message, sizeof message, "--%s does nothing in %s: it goes with ", trial->name,
             view->name);
    cr_expect(run.status == 2 && strstr(run.err, message) != NULL && run.out_size == 0,
              "%s %s: status %d, %s", view->options, trial->option, run.status, run.err);
    run_free(&run);
}

/* Whether anything is different with the option. */
static bool expect_accepted(const struct shown_view *view, const struct trial *trial)
{
    struct run with = run_trial(view, trial, true), without = run_trial(view, trial, false);

    cr_expect_null(strstr(with.err, "does nothing"), "%s %s: %s", view->options, trial->option,
                   with.err);
    bool is_different =
        with.status != 2 &&
        (with.status != without.status || with.out_size != without.out_size ||
         memcmp(with.out, without.out, with.out_size) != 0 || strcmp(with.err, without.err) != 0);
    run_free(&with);
    run_free(&without);
    return is_different;
}

/* All trials of one option in one view. */
static void check(const char *name, const struct shown_view *view)
{
    const struct option_row *row = find_row(name);
    bool is_accepted = false, is_used = false;

    for (size_t i = 0; i < ARRAY_LENGTH(trials); i++) {
        const struct trial *trial = &trials[i];
        if (strcmp(trial->name, name) != 0 || !is_possible(view, trial))
            continue;
        if ((row->goes_with & bits_of(view, trial)) == 0) {
            expect_refused(view, trial);
        } else {
            is_accepted = true;
            is_used |= expect_accepted(view, trial);
        }
    }
    if (is_accepted && row->goes_with != WITH_ALL)
        cr_expect(is_used || is_unseen(name, view), "--%s changes nothing in %s", name,
                  view->options);
}

Test(views_and_options, either_go_together_or_are_refused)
{
    cr_assert(chdir(TESTDATA_DIR) == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(trials); i++) {
        if (i != 0 && strcmp(trials[i].name, trials[i - 1].name) == 0)
            continue;
        for (size_t j = i % run_stride(); j < ARRAY_LENGTH(views); j += run_stride())
            check(trials[i].name, &views[j]);
    }
}

/* --instructions has its own message, and is tested as a view. */
Test(views_and_options, are_all_tried)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        bool is_tried = row->goes_with == WITH_ALL || strcmp(row->name, "instructions") == 0;
        for (size_t j = 0; j < ARRAY_LENGTH(trials); j++)
            is_tried = is_tried || strcmp(trials[j].name, row->name) == 0;
        cr_expect(is_tried, "--%s", row->name);
    }
}
