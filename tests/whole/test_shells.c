/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How bash, zsh and fish complete a line with our scripts: each is run for it. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"
#include "support/terminal_run.h"

/* Names as they are in C++ and elsewhere; some would do harm in a shell. */
#define NAMES                                                                                      \
    "events: Ir\nfn=(1) ns::parse(int)\n1 1\ncfn=(2) ns::parse(char, $(touch pwned))\ncalls=1 1\n" \
    "1 1\nfn=(3) ns::print\n1 1\nfn=ns::$(touch${IFS}pwned)\n1 1\nfn=ns::`touch${IFS}pwned`\n1 "   \
    "1\n"                                                                                          \
    "fn=ns::pair<int, char>::first() const\n1 1\nfn=ns::plain;touch${IFS}pwned\n1 1\n"             \
    "fn=(1)\n1 1\nfn=main'2\n1 1\nfn=mainly [clone .cold]\n1 1\nfn=main.part.0\n1 1\n"

/*
 * Each test has the shells' scripts, a profile "prof", one with names, and quern in PATH. Options
 * for every run, which would hide the answers here, are not for what the scripts ask.
 */
static void enter(void)
{
    char *quern = run_quern_path(), command[1000];

    temporary_enter();
    snprintf(command, sizeof(command),
             "mkdir bin && ln -s '%s' bin/quern && cp '" TESTDATA_DIR "/o_everything' prof && "
             "bin/quern --completion=bash >quern.bash && bin/quern --completion=zsh >_quern && "
             "bin/quern --completion=fish >quern.fish",
             quern);
    free(run_output("sh", (char *[]){"sh", "-c", command, NULL}, NULL));
    free(quern);
    temporary_write("names", NAMES);
    setenv("QUERN_OPTS", "--format=json -o elsewhere", 1);
}

TestSuite(shells, .init = enter, .fini = temporary_leave, .timeout = 120);

/* What a shell prints that runs these commands, with the path of the folder as $1. */
static char *shell_output(char *shell, char *option, const char *commands)
{
    char folder[500];

    cr_assert(getcwd(folder, sizeof(folder)));
    return run_output(shell, (char *[]){shell, option, "-c", (char *)commands, shell, folder, NULL},
                      NULL);
}

/* Completes the words of a line, of which the last is not finished; one candidate a line. */
#define BASH                                                                                       \
    "PATH=$1/bin:$PATH; source ./quern.bash\n"                                                     \
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
        {"--format = js", "json\n"},
        {"--inclusive = ''", "yes no both\n"},
        {"--by = fi", "file:function file\n"},
        {"prof --show = AcC", "AcCost1 AcCost2\n"},
        {"prof --sort = Ir,Dr,DLm", "Ir,Dr,DLmr Ir,Dr,DLmw\n"},
        {"prof --show = Ir,LLi", "Ir,LLi%\n"},
        {"prof --show = inc", "\n"},
        {"prof --sort = 'incl\\(AcC'", "incl\\(AcCost1\\) incl\\(AcCost2\\)\n"},
        {"prof --sort = 'Ir,self\\(D1mr'", "Ir,self\\(D1mr\\)\n"},
        {"prof --sort = Ir,cal", "Ir,calls\n"},
        {"prof --fail-if = cal", "calls\n"},
        {"prof --fail-if = \"'incl(AcC\"", "incl(AcCost1) incl(AcCost2)\n"},
        {"names --peek = mai", "main mainly main.part.0\n"},
        {"names --peek mainl", "mainly\n"},
        {"names --peek = ns", "ns::parse ns::print\n"},
        {"names --peek = ns :: pa", "parse\n"}, /* bash has put "ns::" in */
        {"names --call-tree = ns ::", "parse print\n"},
        {"names --function = mainl", "mainly\n"},
        {"names --ignore = mainl", "mainly\n"},
        {"--diff = prof names --peek = mainl", "mainly\n"},
        {"names --annotate = n", "ns::parse ns::print names\n"},
        {"names --annotate = quern.b", "quern.bash\n"},
        {"gone --peek = m", "\n"},
        {"-I bi", "bin\n"},
        {"pr", "prof\n"},
    };

    run_need("completion", "bash");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char commands[1000];
        snprintf(commands, sizeof(commands), BASH "complete_line quern %s", cases[i].line);
        char *out = shell_output("bash", "--norc", commands);
        cr_expect_str_eq(out, cases[i].candidates, "%s: %s", cases[i].line, out);
        free(out);
    }
}

/* Names of events come from strangers; the shell must not run them. */
Test(shells, run_nothing_that_a_profile_names)
{
    run_need("completion", "bash");
    temporary_write("prof",
                    "events: Ir $(touch${IFS}pwned) `touch${IFS}pwned` Dr;x D2\nfn=f\n1 1\n");
    char *out = shell_output("bash", "--norc", BASH "complete_line quern prof --show = ''");
    cr_expect_str_eq(out, "Ir D2 CEst EstCycles\n", "%s", out);
    free(out);
    out = shell_output("bash", "--norc", BASH "complete_line quern names --peek = ''");
    cr_expect_str_eq(out, "ns::parse ns::print main mainly main.part.0\n", "%s", out);
    cr_expect_neq(access("pwned", F_OK), 0, "a name was run");
    free(out);
}

/* Names of files, too: what is put into a line for one means that file and nothing else. */
Test(shells, bash_quotes_files_and_directories)
{
    static const struct {
        const char *typed, *words;
    } cases[] = {
        {"-I s", "-I:src;touch${IFS}pwned;/:"},
        {"-I w", "-I:with blank/:"},
        {"-I *", "-I:* star/:"},
        {"o", "of;touch${IFS}pwned;:"},
        {"--annotate=o", "--annotate=of;touch${IFS}pwned;:"},
    };

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
                 "PATH=$PWD/bin:$PATH; source ./quern.bash\n"
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
        {"--format=js", "--format=json\n"},
        {"--inclusive=", "--inclusive=both\n--inclusive=no\n--inclusive=yes\n"},
        {"prof --show=AcC", "--show=AcCost1\n--show=AcCost2\n"},
        {"prof --show=LLi", "--show=LLi%\n"},
        {"prof --show=inc", ""},
        {"prof --sort=incl\\(AcC", "--sort=incl(AcCost1)\n--sort=incl(AcCost2)\n"},
        {"prof --sort=cal", "--sort=calls\n"},
        {"names --peek=mai", "--peek=main\n--peek=main.part.0\n--peek=mainly\n"},
        {"names --peek=ns::pa", "--peek=ns::parse\n"},
        {"names --call-tree=mainl", "--call-tree=mainly\n"},
        {"names --annotate=n", "--annotate=names\n--annotate=ns::parse\n--annotate=ns::print\n"},
        {"pr", "prof\n"},
    };

    run_need("completion", "fish");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char commands[2000], folder[500];
        cr_assert(getcwd(folder, sizeof(folder)));
        snprintf(commands, sizeof(commands),
                 "set -x HOME %s; set -x PATH %s/bin $PATH; source ./quern.fish; "
                 "complete -C 'quern %s' | cut -f1 | sort",
                 folder, folder, cases[i].line);
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
    "zpty -w z \"PS1=; PATH=$1/bin:\\$PATH; fpath=($1 \\$fpath); autoload -U compinit; \"\\\n"     \
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
        {"quern --format=m", "--format=markdown"},
        {"quern prof --show=AcCost", "AcCost2"},
        {"quern prof --sort=LLi", "--sort=LLi%"},
        {"quern prof --sort=Ir,cal", "--sort=Ir,calls"},
        {"quern prof --sort=incl\\(AcCost", "AcCost2"},
        {"quern names --peek=mainl", "--peek=mainly"},
        {"quern names --peek=ns::pa", "--peek=ns::parse"},
        {"quern names --call-tree=mainl", "--call-tree=mainly"},
        {"quern names --annotate=mainl", "--annotate=mainly"},
        {"quern names --annotate=_que", "--annotate=_quern"},
        {"quern --color=n", "--color=never"},
        {"quern pr", "prof"},
    };

    static char commands[4000];
    FILE *out = fmemopen(commands, sizeof commands, "w");
    int slave;

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
