/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How bash, zsh and fish complete a line with our scripts: each is run for it. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/options.h"
#include "support/run.h"
#include "support/temporary.h"
#include "support/terminal_run.h"

#define SOURCE TESTDATA_DIR "/.."

/* Each test has the shells' files, as the build makes them, and a file "prof". */
static void enter(void)
{
    temporary_enter();
    free(run_output("sh",
                    (char *[]){"sh", "-c",
                               "for shell in bash zsh fish; do\n"
                               "    awk -v to=$shell -f " SOURCE "/src/cli/options.awk " SOURCE
                               "/man/quern.1 >quern.$shell || exit\n"
                               "done\n"
                               "mv quern.zsh _quern && mkdir bin && touch prof",
                               NULL},
                    NULL));
}

TestSuite(shells, .init = enter, .fini = temporary_leave, .timeout = 120);

/* Returns what a shell prints that runs these commands, with the path of the folder as $1. */
static char *shell_output(char *shell, char *option, const char *commands)
{
    char folder[500];

    cr_assert(getcwd(folder, sizeof(folder)));
    return run_output(shell, (char *[]){shell, option, "-c", (char *)commands, shell, folder, NULL},
                      NULL);
}

/* Completes the words of a line, of which the last is not finished; one candidate a line. */
#define BASH                                                                                       \
    "source ./quern.bash\n"                                                                        \
    "complete_line() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=()\n"                \
    "_quern 2>/dev/null; echo \"${COMPREPLY[@]}\"; }\n"

Test(shells, complete_in_bash)
{
    static const struct {
        const char *line, *candidates;
    } cases[] = {
        {"--form", "--format=\n"},
        {"--pa", "--part= --path-map= --pager=\n"},
        {"--help", "--help\n"},
        {"--annotate = quern.b", "quern.bash\n"},
        {"--function = quern.b", "quern.bash\n"},
        {"--old-path-map = bi", "bin\n"},
        {"-I bi", "bin\n"},
        {"pr", "prof\n"},
    };

    run_leave_to_plain_builds();
    run_need("completion", "bash");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char commands[1000];
        snprintf(commands, sizeof(commands), BASH "complete_line quern %s", cases[i].line);
        char *out = shell_output("bash", "--norc", commands);
        cr_expect_str_eq(out, cases[i].candidates, "%s: %s", cases[i].line, out);
        free(out);
    }
}

/* Names of files come from strangers: what is put into a line means that file and nothing else. */
Test(shells, bash_quotes_files_and_directories)
{
    static const struct {
        const char *typed, *words;
    } cases[] = {
        {"-I s", "-I:src;touch${IFS}pwned;/:"},
        {"-I wi", "-I:with blank/:"},
        {"-I *", "-I:* star/:"},
        {"o", "of;touch${IFS}pwned;:"},
        {"--annotate=o", "--annotate=of;touch${IFS}pwned;:"},
    };

    run_leave_to_plain_builds();
    run_need("completion", "bash");
    free(run_output("sh",
                    (char *[]){"sh", "-c",
                               "mkdir 'src;touch${IFS}pwned;' 'with blank' '* star' &&"
                               " touch 'of;touch${IFS}pwned;'",
                               NULL},
                    NULL));
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char commands[1000];
        snprintf(commands, sizeof commands,
                 "bash --norc -i 2>/dev/null <<'END'\n"
                 "source ./quern.bash\n"
                 "quern() { printf '%%s:' \"$@\" >words; }\n"
                 "quern %s\t\n"
                 "END\n"
                 "cat words",
                 cases[i].typed);
        char *out = shell_output("bash", "--norc", commands);
        cr_expect_str_eq(out, cases[i].words, "%s: %s", cases[i].typed, out);
        cr_expect_neq(access("pwned", F_OK), 0, "%s: a name was run", cases[i].typed);
        unlink("pwned");
        free(out);
    }
}

Test(shells, complete_in_fish)
{
    static const struct {
        const char *line, *candidates;
    } cases[] = {
        {"--form", "--format\n"},
        {"--annotate=pr", "--annotate=prof\n"},
        {"-I bi", "bin/\n"},
        {"pr", "prof\n"},
    };

    run_leave_to_plain_builds();
    run_need("completion", "fish");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char commands[2000], folder[500];
        cr_assert(getcwd(folder, sizeof(folder)));
        snprintf(commands, sizeof(commands),
                 "set -x HOME %s; source ./quern.fish; complete -C 'quern %s' | cut -f1 | sort",
                 folder, cases[i].line);
        char *out = run_output("fish", (char *[]){"fish", "-N", "-c", commands, NULL}, NULL);
        cr_expect_str_eq(out, cases[i].candidates, "%s: %s", cases[i].line, out);
        free(out);
    }
}

/*
 * zsh completes only for somebody who types: a second one does so in a terminal of its own, and
 * what it shows is searched for what the line becomes. The line is dropped, and all that was shown.
 */
#define ZSH                                                                                        \
    "zmodload zsh/zpty; zpty z zsh -f -i\n"                                                        \
    "zpty -w z \"PS1=; fpath=($1 \\$fpath); autoload -U compinit; \"\\\n"                          \
    "'bindkey -e; compinit -u -D; stty -echo; echo re''ady'\n"                                     \
    "zpty -r -m z shown '*ready*'\n"                                                               \
    "while IFS= read -r line && IFS= read -r wanted; do\n"                                         \
    "    zpty -w -n z \"$line\"$'\\t'\n"                                                           \
    "    zpty -r -m z shown \"*$wanted*\" && print -r -- \"$line\"\n"                              \
    "    zpty -w -n z $'\\C-u'; zpty -w z \"echo do''ne\"; zpty -r -m z shown '*done*'\n"          \
    "done <<'END'\n"

Test(shells, complete_in_zsh)
{
    static const struct {
        const char *line, *wanted;
    } cases[] = {
        {"quern --form", "--format"},
        {"quern --annotate=_que", "--annotate=_quern"},
        {"quern -I bi", "-I bin"},
        {"quern pr", "prof"},
    };

    static char commands[4000];
    FILE *out = fmemopen(commands, sizeof commands, "w");
    int slave;

    run_leave_to_plain_builds();
    run_need("completion", "zsh");
    terminal_open(&slave); /* zsh needs one, and nothing is completed where there is none */
    fputs(ZSH, out);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        fprintf(out, "%s\n%s\n", cases[i].line, cases[i].wanted);
    fputs("END\n", out);
    fclose(out);
    char *completed = shell_output("zsh", "-f", commands), *at = completed;
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        size_t length = strlen(cases[i].line);
        bool is_next = strncmp(at, cases[i].line, length) == 0 && at[length] == '\n';
        cr_expect(is_next, "%s: %s", cases[i].line, completed);
        at += is_next ? length + 1 : 0;
    }
    free(completed);
}
