/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * All options with all views. A view takes an option and, for some profile, shows something else
 * with it; or the option changes figures, and the view refuses it; or it changes how they are
 * presented, and the view says so and shows the same without it. What cannot be seen here is listed
 * with the reason.
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
} views[] = {
    {"the report", ""},
    {"--top", "--format=csv"},
    {"--top", "--top"},
    {"--by=file:function", "--by=file:function"},
    {"--by=file", "--by=file"},
    {"--by=directory", "--by=directory"},
    {"--by=object", "--by=object"},
    {"--by=namespace", "--by=namespace"},
    {"--by=line", "--by=line"},
    {"--by=instruction", "--by=instruction"},
    {"--by=part", "--by=part"},
    {"--by=thread", "--by=thread"},
    {"--by=input", "--by=input"},
    {"--peek", "--peek=^(main|fold|load|fib)$"},
    {"--annotate", "--annotate=main"},
    {"--annotate", "--annotate=main --format=csv"},
    {"--annotate", CODE},
    {"--call-tree", "--call-tree"},
    {"--call-tree", "--call-tree=^(main|load|fib)$"},
    {"--explain", "--explain --diff=lines_old"},
    {"--format=folded", "--format=folded"},
    {"--format=pprof", "--format=pprof"},
    {"--format=dot", "--format=dot --peek=^(main|load|fib)$"},
    {"--format=github", "--format=github"},
    {"--format=sarif", "--format=sarif"},
    {"--format=gitlab", "--format=gitlab --explain --diff=lines_old"},
    {"--format=html", "--format=html"},
    {"--format=callgrind", "--format=callgrind"},
    {"--list-events", "--list-events"},
    {"--list-events", "--help=events"},
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
    {"depth", "--depth=1", "", "spec/paths"},
    {"depth", "--depth=1", "", "spec/names"},
    {"no-fold", "--no-fold", "", "fib_static"},
    {"no-fold", "--no-fold", "--function='", "fib_static"},
    {"no-fold", "--no-fold", "--diff=fib_static -I.", "fib"},
    {"path-map", "--path-map=new=src/lines/new", "", "lines_new"},
    {"path-map", "--path-map=none=src", "--mod-filename=s/src/none/", "instructions"},
    {"path-map", "--path-map=new=src/lines/new", "--diff=lines_old --old-path-map=src/lines",
     "lines_new"},
    {"object-path", "--object-path=a=b", "", "instructions"},
    {"old-path-map", "--old-path-map=src/lines", "--diff=lines_old -Isrc/lines", "lines_new"},
    {"old-path-map", "--old-path-map=old=src/lines/old", "--diff=lines_old -Isrc/lines",
     "lines_new"},
    {"old-rev", "--old-rev=HEAD", "--diff=lines_old -Isrc/lines", "lines_new"},
    {"old-object-path", "--old-object-path=a=b", "--diff=lines_old", "lines_new"},
    {"min-delta", "--min-delta=50%", LINES, "lines_new"},
    {"min-delta", "--min-delta=90%", "--diff=lines_old --fail-if=Ir_of_each_._>_+1%", "lines_new"},
    {"noise", "--noise=spec/noise-1", "--diff=spec/noise-old", "spec/noise-new"},
    {"noise", "--noise=spec/noise-1", "--diff=spec/noise-old --fail-if=Ir_>_+1", "spec/noise-new"},
    {"noise", "--noise=lines_old", "--diff=lines_old", "lines_new"},
    /* of callgrind_annotate: they are taken, used or not */
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
    {"min-delta", "--by=instruction", "nothing is compared without both objects"},
    {"min-delta", CODE, "likewise"},
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

/* Does a line say that the view does not use the option, and perhaps others? */
static bool is_named_as_unused(const char *messages, const char *name)
{
    const char *end = strstr(messages, " not used by ");
    char option[40];

    snprintf(option, sizeof option, "--%s", name);
    const char *at = end != NULL ? strstr(messages, option) : NULL;
    return at != NULL && at < end && strchr(", ", at[strlen(option)]) != NULL;
}

/*
 * Runs a trial with the option and without it. Sets what became of the option: it was taken, and
 * whether it changed anything.
 */
static void try(const struct shown_view *view, const struct trial *trial, bool *is_taken,
                bool *is_used)
{
    const struct option_row *row = find_row(trial->name);
    struct run with = run_trial(view, trial, true), without = run_trial(view, trial, false);
    bool is_same_output = with.status == without.status && with.out_size == without.out_size &&
                          memcmp(with.out, without.out, with.out_size) == 0;
    const bool is_named = is_named_as_unused(with.err, trial->name);

    if (without.status == 2) {
        /* what else the trial asks for is not for this view */
    } else if (with.status == 2) {
        cr_expect(strstr(with.err, trial->name) != NULL && with.out_size == 0, "%s %s: %s",
                  view->options, trial->option, with.err);
        /* --inclusive has a refusal of its own, for rows without inclusive cost. */
        bool has_no_inclusive =
            strcmp(trial->name, "inclusive") == 0 &&
            (strstr(with.err, "--inclusive cannot be combined with") != NULL ||
             strstr(with.err, "--inclusive with --diff cannot be combined with") != NULL);
        cr_expect((row->use & USE_FIGURES) != 0 || has_no_inclusive, "%s %s: %s", view->options,
                  trial->option, with.err);
    } else if (is_named) {
        cr_expect((row->use & USE_FIGURES) == 0 && is_same_output, "%s %s is used", view->options,
                  trial->option);
    } else {
        cr_expect_null(strstr(with.err, "not used by"), "%s: %s", view->options, with.err);
        *is_taken = true;
        *is_used = *is_used || !is_same_output || strcmp(with.err, without.err) != 0;
    }
    run_free(&with);
    run_free(&without);
}

/* All trials of one option in one view. */
static void check(const char *name, const struct shown_view *view)
{
    bool is_taken = false, is_used = false;

    for (size_t i = 0; i < ARRAY_LENGTH(trials); i++)
        if (strcmp(trials[i].name, name) == 0)
            try(view, &trials[i], &is_taken, &is_used);
    if (is_taken && find_row(name)->use != 0)
        cr_expect(is_used || is_unseen(name, view), "--%s changes nothing in %s", name,
                  view->options);
}

Test(views_and_options, go_together_or_are_refused_or_ignored)
{
    cr_assert(chdir(TESTDATA_DIR) == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(trials); i++) {
        if (i != 0 && strcmp(trials[i].name, trials[i - 1].name) == 0)
            continue;
        for (size_t j = i % run_stride(); j < ARRAY_LENGTH(views); j += run_stride())
            check(trials[i].name, &views[j]);
    }
}

Test(views_and_options, are_all_tried)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        bool is_tried = option_rows[i].use == 0;
        for (size_t j = 0; j < ARRAY_LENGTH(trials); j++)
            is_tried = is_tried || strcmp(trials[j].name, option_rows[i].name) == 0;
        cr_expect(is_tried, "--%s", option_rows[i].name);
    }
}
