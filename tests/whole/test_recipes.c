/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The recipes for CI in quern-ci(7), and the one in README.md: the shell of each is run, with
 * stand-ins for what it calls besides quern. A recipe that no test here runs is a failure.
 */

#include <criterion/criterion.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/manual.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(recipes, .init = temporary_enter, .fini = temporary_leave);

enum { MOST_STEPS = 40, STEP_SIZE = 2000, LINE_SIZE = 400 };

/* Steps of shell, in the order in which a text has them. */
struct steps {
    char list[MOST_STEPS][STEP_SIZE];
    size_t count;
    bool has_more; /* lines of the last one may follow, which are indented by more than this: */
    size_t indent;
    bool is_block; /* its lines are commands, else they are joined */
};

static size_t indent_of(const char *line)
{
    return strspn(line, " ");
}

static void append(char *step, const char *text, const char *after)
{
    size_t length = strlen(step);

    cr_assert_lt(length + strlen(text) + strlen(after), (size_t)STEP_SIZE);
    snprintf(step + length, STEP_SIZE - length, "%s%s", text, after);
}

static void begin_step(struct steps *steps, const char *command, size_t indent)
{
    cr_assert_lt(steps->count, (size_t)MOST_STEPS);
    steps->is_block = strcmp(command, "|") == 0;
    steps->indent = indent;
    steps->has_more = true;
    steps->list[steps->count++][0] = '\0';
    if (!steps->is_block && strcmp(command, ">-") != 0)
        append(steps->list[steps->count - 1], command, "");
}

/* What a line of YAML or of a makefile says to run; NULL: nothing. */
static const char *command_of(const char *line, bool is_script)
{
    const char *at = line + indent_of(line);
    bool is_item = strncmp(at, "- ", 2) == 0;

    if (*line != '\0' && line[indent_of(line)] == '\t')
        return at + 1;
    if (strncmp(is_item ? at + 2 : at, "run: ", 5) == 0)
        return (is_item ? at + 2 : at) + 5;
    return is_script && is_item ? at + 2 : NULL;
}

/* Make has $$ for $. */
static void take_dollars(char *line)
{
    char *dollars;

    while (*line == '\t' && (dollars = strstr(line, "$$")) != NULL)
        memmove(dollars, dollars + 1, strlen(dollars));
}

/* In GitLab's YAML each item of a script is a command. */
static void take_line(struct steps *steps, const char *line, bool *is_script)
{
    const char *command = command_of(line, *is_script);
    size_t indent = indent_of(line);

    if (command != NULL) {
        begin_step(steps, command, indent);
    } else if (steps->has_more && indent > steps->indent && line[indent] != '\0' &&
               (steps->is_block || *is_script)) {
        append(steps->list[steps->count - 1], steps->is_block ? "" : " ", "");
        append(steps->list[steps->count - 1], line + indent, steps->is_block ? "\n" : "");
    } else {
        steps->has_more = false;
        *is_script = strcmp(line + indent, "script:") == 0;
    }
}

/* Those of JOBS in quern-ci(7). */
static void read_steps(struct steps *steps)
{
    struct manual manual;
    bool is_script = false, is_block = false;

    *steps = (struct steps){0};
    manual_open(&manual);
    while (manual_next_of(&manual, "JOBS")) {
        char line[LINE_SIZE] = "";
        if (manual.line[0] == '.') {
            is_block = strncmp(manual.line, ".Bd -literal", 12) == 0;
            steps->has_more = is_script = false;
        } else if (is_block) {
            manual_append(line, sizeof line, manual.line);
            take_dollars(line);
            take_line(steps, line, &is_script);
        }
    }
    manual_close(&manual);
}

/* Those of the indented blocks of README.md, and writes the file of limits that it shows. */
static void read_readme(struct steps *steps)
{
    FILE *file = fopen(TESTDATA_DIR "/../README.md", "r"), *limits = fopen("limits", "w");
    char line[LINE_SIZE];
    bool is_script = false, is_limit = false;

    *steps = (struct steps){0};
    cr_assert(file && limits);
    while (fgets(line, sizeof line, file)) {
        if (strcmp(line, "```\n") == 0)
            is_limit = !is_limit;
        else if (is_limit)
            fputs(line, limits);
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "    ", 4) == 0)
            take_line(steps, line + 4, &is_script);
        else
            steps->has_more = false;
    }
    fclose(file);
    fclose(limits);
}

/* What a runner has in the environment, and a program must not see. */
#define OF_THE_RUNNER "QUERN_TEST_OF_THE_RUNNER"

/*
 * Valgrind makes the profile that the file `recorded` names, and fails where the program would see
 * the environment of the runner.
 */
static void set_up(const char *recorded)
{
    char *quern = run_quern_path(), path[2 * PATH_MAX];

    snprintf(path, sizeof path, "#!/bin/sh\nexec '%s' \"$@\"\n", quern);
    temporary_stand_in("quern", path);
    snprintf(path, sizeof path,
             "#!/bin/sh\n[ -z \"${" OF_THE_RUNNER "-}\" ] || exit 1\n"
             "for i; do case $i in --callgrind-out-file=*) cp '%s/%s' \"${i#*=}\";; esac; done\n",
             TESTDATA_DIR, recorded);
    temporary_stand_in("valgrind", path);
    setenv(OF_THE_RUNNER, "1", 1);
    setenv("GITHUB_STEP_SUMMARY", "job", 1);
    setenv("GITHUB_OUTPUT", "output", 1);
    setenv("GITHUB_BASE_REF", "main", 1);
    free(quern);
}

/* All that must be found in a file, one after the other. */
static void expect_in(const char *path, const char *const *parts, size_t count)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "there is no %s", path);
    char *text = run_read_file(file, &size), *at = text;
    for (size_t i = 0; i < count; i++) {
        char *found = at ? strstr(at, parts[i]) : NULL;
        cr_expect(found, "%s: no '%s' in '%s'", path, parts[i], text);
        at = found ? found + strlen(parts[i]) : NULL;
    }
    free(text);
    fclose(file);
}

#define EXPECT_IN(path, ...)                                                                       \
    expect_in(path, (const char *const[]){__VA_ARGS__},                                            \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* Runs the step as GitHub, GitLab and make do, and gives what it printed. */
static struct run run_step(const struct steps *steps, size_t step, int status)
{
    char script[STEP_SIZE];

    snprintf(script, sizeof script, "%s", steps->list[step]);
    struct run run = run_program("sh", (char *[]){"sh", "-e", "-c", script, NULL}, NULL);
    cr_expect_eq(run.status, status, "%s: %d, %s%s", script, run.status, run.out, run.err);
    return run;
}

static void do_step(const struct steps *steps, size_t step, int status)
{
    struct run run = run_step(steps, step, status);

    run_free(&run);
}

/* The first step that has the words, from this one on. */
static size_t find_step(const struct steps *steps, size_t from, const char *words)
{
    for (size_t i = from; i < steps->count; i++)
        if (strstr(steps->list[i], words))
            return i;
    cr_assert_fail("no step has '%s'", words);
    return 0;
}

/* Where each recipe begins, by words of its first step, and how many steps it has. */
static const struct recipe {
    const char *words;
    size_t n_steps;
} recipes[] = {
    {"--limits=limits callgrind.out", 1},
    {"git merge-base", 5},
    {"mkdir -p profiles", 1},
    {"--callgrind-out-file=callgrind.out ./program", 4},
    {"--callgrind-out-file=callgrind.out ./program", 2},
    {"--format=callgrind -o tests", 1},
    {"mkdir -p baseline", 3},
};

enum { SUMMARY, BASELINE, TREND, GITLAB, MAKE, ACCEPT, NOISE };

/* The first step of a recipe. */
static size_t recipe_step(struct steps *steps, size_t recipe)
{
    size_t step = 0;

    read_steps(steps);
    for (size_t i = 0; i < recipe; i++)
        step += recipes[i].n_steps;
    cr_assert_lt(step, steps->count);
    cr_assert(strstr(steps->list[step], recipes[recipe].words), "%s", steps->list[step]);
    return step;
}

Test(recipes, are_all_run)
{
    struct steps steps;
    size_t count = 0;

    read_steps(&steps);
    for (size_t i = 0; i < ARRAY_LENGTH(recipes); i++)
        count += recipes[i].n_steps;
    cr_expect_eq(steps.count, count, "%zu steps in the manual, %zu here", steps.count, count);
}

Test(recipes, show_the_verdicts_in_the_summary)
{
    struct steps steps;
    size_t step = recipe_step(&steps, SUMMARY);

    set_up("fib_static");
    temporary_write("limits", "Ir > 1K\n");
    do_step(&steps, step, 3);
    EXPECT_IN("job", "### Limits: fail", "- **exceeded**: Ir \\> 1K: ", "| fib (");
    temporary_write("limits", "Ir > 1G\n");
    do_step(&steps, step, 0);
    EXPECT_IN("job", "### Limits: fail", "### Limits: pass");
    temporary_write("limits", "Ir of nosuch > 1G\n");
    do_step(&steps, step, 1);
    EXPECT_IN("job", "### Limits: fail", "### Limits: pass", "no function matches", "| fib (");
}

/* Runs the display of METRICS that has the words, with the profiles at hand. */
static struct run run_display(const char *words)
{
    char script[STEP_SIZE] = "ln -s '" TESTDATA_DIR "/fib' .\n";
    const size_t setting_up = strlen(script);
    struct manual manual;
    bool is_display = false;

    manual_open(&manual);
    while (manual_next_of(&manual, "METRICS")) {
        if (strncmp(manual.line, ".Bd", 3) == 0) {
            script[setting_up] = '\0';
            is_display = true;
        } else if (strcmp(manual.line, ".Ed") == 0) {
            if (strstr(script + setting_up, words) != NULL)
                break;
            is_display = false;
        } else if (is_display) {
            manual_append(script, sizeof script, manual.line);
            manual_append(script, sizeof script, "\n");
        }
    }
    cr_assert(strstr(script + setting_up, words), "no display of METRICS has %s", words);
    manual_close(&manual);
    set_up("fib");
    struct run run = run_program("sh", (char *[]){"sh", "-e", "-c", script, NULL}, NULL);
    cr_expect_eq(run.status, 0, "%s: %s", script, run.err);
    return run;
}

/* Runs a display that calls jq, and checks that its output has the parts in their order. */
static void check_metrics(const char *words, const char *const *parts, size_t count)
{
    static char jq[] = "jq";

    run_need("recipes", jq);
    struct run run = run_display(words);
    temporary_write("printed", run.out);
    expect_in("printed", parts, count);
    run_free(&run);
}

Test(recipes, make_open_metrics)
{
    static const char *const parts[] = {
        "quern_total{event=\"Ir\"} 163843\n",
        "quern_cost{event=\"Ir\",function=\"fib\",file=\"src/fib.c\"} 32551\n",
        "quern_cost{event=\"Ir\",function=\"__GI___tunables_init\",file=", "\n# EOF\n"};

    check_metrics("# EOF", parts, ARRAY_LENGTH(parts));
}

Test(recipes, make_metrics_of_bencher)
{
    static const char *const parts[] = {
        "{\n  \"(total)\": {\n    \"Ir\": {\n      \"value\": 163843\n    }\n  },",
        "\"fib (src/fib.c)\": {\n    \"Ir\": {\n      \"value\": 32551\n    }\n  },", "}\n}\n"};

    check_metrics("from_entries", parts, ARRAY_LENGTH(parts));
}

Test(recipes, make_metrics_of_github_action_benchmark)
{
    static const char *const parts[] = {
        "\"name\": \"(total)\",\n    \"unit\": \"Ir\",\n    \"value\": 163843\n",
        "\"name\": \"fib (src/fib.c)\",\n    \"unit\": \"Ir\",\n    \"value\": 32551\n"};

    check_metrics("unit:", parts, ARRAY_LENGTH(parts));
}

Test(recipes, push_stacks_to_pyroscope)
{
    temporary_stand_in("curl", "#!/bin/sh\necho \"$@\"\n");
    struct run run = run_display("curl");
    cr_expect(strstr(run.out, "-fsS --data-binary @fib.pb.gz "
                              "http://localhost:4040/ingest?format=pprof&name=fib&from="),
              "%s", run.out);
    cr_expect_eq(access("fib.pb.gz", F_OK), 0);
    run_free(&run);
}

Test(recipes, have_one_in_the_readme)
{
    struct steps steps;

    read_readme(&steps);
    cr_assert_eq(steps.count, (size_t)1);
    set_up("diff_old");
    struct run copied =
        run_program("cp", (char *[]){"cp", TESTDATA_DIR "/diff_old", "baseline.out", NULL}, NULL);
    cr_assert_eq(copied.status, 0, "%s", copied.err);
    run_free(&copied);
    do_step(&steps, 0, 0);
    EXPECT_IN("job", "### Limits: pass", "Ir \\> +1%", "cause(Ir) \\> +2%");
    set_up("diff_new");
    do_step(&steps, 0, 3);
    EXPECT_IN("job", "### Limits: pass", "### Limits: fail",
              "- **exceeded**: Ir \\> +1%: ", "- **exceeded**: cause(Ir) \\> +2%: parse",
              "| parse (");
}

/* What was written by a run before is nothing that this one says. */
Test(recipes, show_no_summary_of_a_run_before)
{
    struct steps steps;
    size_t step = recipe_step(&steps, SUMMARY);

    set_up("damaged/overflow");
    temporary_write("limits", "Ir > 1K\n");
    temporary_write("summary.md", "of a run before\n");
    temporary_write("job", "");
    do_step(&steps, step, 1);
    EXPECT_IN("job", "");
    cr_expect_neq(access("summary.md", F_OK), 0);
    struct stat status;
    cr_expect(stat("job", &status) == 0 && status.st_size == 0);
}

/*
 * A repository in which main went on after a branch had left it, with tags: `left` is where that
 * was, `branch` its end, `newer` the next commit of main, `merge` what GitHub makes of both, and
 * `newest` what main has become since. Its files are those of the profiles diff_old and diff_new.
 */
#define MAKE_REPOSITORY                                                                            \
    "set -e\n"                                                                                     \
    "commit() { git add -A new old && git commit -q --allow-empty -m \"$1\" && git tag \"$1\"; "   \
    "}\n"                                                                                          \
    "git init -q . && git config user.name name && git config user.email address\n"                \
    "git config commit.gpgsign false && git checkout -q -b main\n"                                 \
    "mkdir new old && touch new/parse.c old/parse.c && commit left\n"                              \
    "git checkout -q -b topic && yes '' | head -n 20 >new/parse.c && commit branch\n"              \
    "git checkout -q main && touch new/other.c && commit newer\n"                                  \
    "git checkout -q --detach && git merge -q -m merge branch && git tag merge\n"                  \
    "git checkout -q main && touch new/another.c && commit newest\n"                               \
    "git update-ref refs/remotes/origin/main newest\n"

static void run_script(const char *script)
{
    char text[STEP_SIZE];

    snprintf(text, sizeof text, "%s", script);
    struct run run = run_program("sh", (char *[]){"sh", "-c", text, NULL}, NULL);
    cr_assert_eq(run.status, 0, "%s: %s", script, run.err);
    run_free(&run);
}

static void make_repository(void)
{
    static char git[] = "git";

    run_need("recipes", git);
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    run_script(MAKE_REPOSITORY);
}

/* Does the step compare what is checked out with that commit? */
static void expect_base(const struct steps *steps, size_t step, const char *checked_out,
                        const char *base)
{
    char script[LINE_SIZE];

    snprintf(script, sizeof script, "git checkout -q --detach %s", checked_out);
    run_script(script);
    remove("output");
    do_step(steps, step, 0);
    snprintf(script, sizeof script, "test \"$(cat output)\" = commit=$(git rev-parse %s)", base);
    run_script(script);
}

/* With the newest one the comparison would have what others changed. */
Test(recipes, compare_with_the_merge_base)
{
    struct steps steps;
    size_t step = recipe_step(&steps, BASELINE);

    set_up("");
    make_repository();
    setenv("BEFORE", "HEAD^", 1);
    expect_base(&steps, step, "branch", "left");
    expect_base(&steps, step, "merge", "newer");
    setenv("GITHUB_BASE_REF", "", 1); /* as where the main branch itself was pushed */
    setenv("BEFORE", "left", 1);
    expect_base(&steps, step, "newest", "left");
}

Test(recipes, stop_a_regression)
{
    struct steps steps;
    size_t step = recipe_step(&steps, BASELINE), record = find_step(&steps, step, "./program");

    set_up("diff_new");
    make_repository();
    run_script("git checkout -q --detach branch");
    setenv("BASE", "branch", 1); /* nothing has changed */
    do_step(&steps, record, 0);
    do_step(&steps, find_step(&steps, step, "cp callgrind.out baseline.out"), 0);
    do_step(&steps, record + 1, 0);
    EXPECT_IN("job", "### Limits: pass", "- ok: Ir \\> +1%: ");
    struct run run = run_step(&steps, record + 2, 0);
    cr_expect_str_eq(run.out, "");
    run_free(&run);
    setenv("BASE", "left", 1);
    run_script("cp '" TESTDATA_DIR "/diff_old' baseline.out");
    do_step(&steps, record + 1, 3);
    EXPECT_IN("job", "### Limits: pass", "### Limits: fail", "53,432, was 49,089: +8.85 %");
    run = run_step(&steps, record + 2, 0);
    cr_expect(strstr(run.out, "::warning file=new/parse.c,"), "%s%s", run.out, run.err);
    run_free(&run);
}

Test(recipes, show_the_trend)
{
    struct steps steps;
    size_t step = recipe_step(&steps, TREND);
    static char *const profiles[] = {"diff_old", "diff_new"};
    static char *const commits[] = {"20260101-100000-aaaaaaa", "20260101-090000-bbbbbbb"};

    set_up("diff_old");
    temporary_stand_in("git", "#!/bin/sh\necho \"$COMMIT\"\n");
    for (size_t i = 0; i < ARRAY_LENGTH(profiles); i++) {
        char script[2 * PATH_MAX];
        snprintf(script, sizeof script, "cp '%s/%s' callgrind.out", TESTDATA_DIR, profiles[i]);
        run_script(script);
        setenv("COMMIT", commits[i], 1);
        do_step(&steps, step, 0);
    }
    EXPECT_IN("job", "49,089", "bbbbbbb |\n", "-4,343", "aaaaaaa |\n");
}

/* The registry of packages is a folder, in which the commits are. */
#define REGISTRY                                                                                   \
    "#!/bin/sh\n"                                                                                  \
    "for i; do url=$i; done; commit=$(basename \"$(dirname \"$url\")\")\n"                         \
    "while [ $# != 0 ]; do case $1 in\n"                                                           \
    "-o) [ -e \"packages/$commit\" ] && cp \"packages/$commit\" \"$2\" || exit 22;;\n"             \
    "--upload-file) cp \"$2\" \"packages/$commit\";;\n"                                            \
    "esac; shift; done\n"

Test(recipes, compare_with_the_package_of_a_commit)
{
    struct steps steps;
    size_t step = recipe_step(&steps, GITLAB);

    set_up("diff_old");
    temporary_stand_in("curl", REGISTRY);
    cr_assert_eq(mkdir("packages", 0700), 0);
    setenv("CI_COMMIT_BRANCH", "main", 1);
    setenv("CI_COMMIT_SHA", "aaaa", 1);
    setenv("CI_COMMIT_BEFORE_SHA", "0000", 1);
    for (size_t i = 0; i < 4; i++) /* there is no package yet */
        do_step(&steps, step + i, 0);
    run_script("cmp packages/aaaa callgrind.out");
    unsetenv("CI_COMMIT_BRANCH"); /* a merge request */
    setenv("CI_COMMIT_SHA", "bbbb", 1);
    setenv("CI_MERGE_REQUEST_DIFF_BASE_SHA", "aaaa", 1);
    run_script("cp '" TESTDATA_DIR "/diff_new' callgrind.out");
    do_step(&steps, step + 1, 0);
    do_step(&steps, step + 2, 0);
    do_step(&steps, step + 3, 3);
    run_script("test \"$(ls packages)\" = aaaa");
    setenv("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "cccc", 1); /* merged with what main was then */
    run_script("cp callgrind.out packages/cccc");
    do_step(&steps, step + 2, 0);
    do_step(&steps, step + 3, 0);
}

Test(recipes, compare_with_a_file_of_the_repository)
{
    struct steps steps;
    size_t step = recipe_step(&steps, MAKE), accept = recipe_step(&steps, ACCEPT);

    set_up("diff_old");
    cr_assert_eq(mkdir("tests", 0700), 0);
    temporary_write("callgrind.out", "events: Ir\nfl=a.c\nfn=main\n1 5\n");
    do_step(&steps, accept, 0);
    do_step(&steps, step, 0);
    do_step(&steps, step + 1, 3);
    do_step(&steps, accept, 0);
    do_step(&steps, step + 1, 0);
}

/* Makes Valgrind record these profiles, one after the other. */
static void record(const char *const *profiles, size_t count)
{
    char script[3 * PATH_MAX] = "#!/bin/sh\nset -e\nread number <number || number=0\n"
                                "number=$((number + 1))\necho $number >number\ncase $number in\n";

    for (size_t i = 0; i < count; i++)
        snprintf(script + strlen(script), sizeof script - strlen(script), "%zu) from='%s/%s';;\n",
                 i + 1, TESTDATA_DIR, profiles[i]);
    snprintf(script + strlen(script), sizeof script - strlen(script),
             "esac\nfor i; do case $i in --callgrind-out-file=*) cp \"$from\" \"${i#*=}\";; esac; "
             "done\n");
    temporary_stand_in("valgrind", script);
    temporary_write("number", "0\n");
}

Test(recipes, count_what_is_beyond_the_noise)
{
    static const char *const within[] = {"spec/noise-old", "spec/noise-1", "spec/noise-2",
                                         "spec/noise-1"};
    static const char *const beyond[] = {"spec/noise-old", "spec/noise-1", "spec/noise-2",
                                         "spec/noise-new"};
    struct steps steps;
    size_t step = recipe_step(&steps, NOISE);

    set_up("");
    record(within, ARRAY_LENGTH(within));
    for (size_t i = 0; i < 3; i++)
        do_step(&steps, step + i, 0);
    record(beyond, ARRAY_LENGTH(beyond));
    do_step(&steps, step, 0);
    do_step(&steps, step + 1, 0);
    struct run run = run_step(&steps, step + 2, 3);
    cr_expect(strstr(run.err, "Ir > +1%: 8,816, was 8,410, with noise 8,312 to 8,717: +1.18 %"),
              "%s", run.err);
    cr_expect(strstr(run.err, "cause(Ir) > +2%: grows +450 beyond noise, +5.35 %"), "%s", run.err);
    run_free(&run);
}
