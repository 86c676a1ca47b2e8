/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

/* The rows are ordered by kind, and those of options as in --help. */
const struct synonym synonyms[] = {
    /* Input. */
    {SYNONYM_OPTION, "input infile in data profile", "FILE",
     "profiles are named without an option; --diff=OLD names what they are compared with"},
    {SYNONYM_OPTION, "compare baseline base before old against vs reference diff-base", "OLD",
     "--diff=% shows what changed since then"},
    {SYNONYM_OPTION, "merge combine sum add", NULL,
     "profiles that are named together are added up; --format=callgrind writes the sum"},
    {SYNONYM_OPTION, "parts dump dumps", NULL,
     "--by=part ranks parts, --part=LIST reads only some of them"},
    {SYNONYM_OPTION, "threads tid tids", NULL,
     "--by=thread ranks threads, --thread=LIST reads only some of them"},
    {SYNONYM_OPTION, "rename substitute", "s/A/B/",
     "--mod-funcname=% renames functions, --mod-filename and --mod-object files and objects"},
    {SYNONYM_OPTION,
     "tool dump-instr dump-line collect-jumps cache-sim branch-sim collect-systime collect-bus "
     "separate-callers separate-threads separate-recs toggle-collect",
     NULL,
     "it is for Valgrind, when the profile is recorded; --list-events shows what was recorded"},

    /* Select. */
    {SYNONYM_OPTION, "exclude hide without skip omit", "REGEX",
     "--function='!%' or --object='!%' leaves matches out of the rows, --ignore=% leaves "
     "functions out of limits too"},
    {SYNONYM_OPTION,
     "filter grep match search focus only symbol symbols sym symbol-filter functions-matching",
     "REGEX", "--function=% shows only functions that match"},
    {SYNONYM_OPTION, "dso dsos lib libs library libraries module modules objects", "REGEX",
     "--by=object ranks objects, --object=% shows only code of those that match"},
    {SYNONYM_OPTION, "files", "REGEX",
     "--by=file ranks files, --file=% shows only code of those that match"},
    {SYNONYM_OPTION, "columns cols fields show-events", "EVENTS",
     "--show=% chooses events, as in --show=Ir,Dr"},
    {SYNONYM_OPTION, "sort-by sorted order order-by", "EVENT",
     "--sort=% chooses what rows are sorted by"},
    {SYNONYM_OPTION,
     "min-percent min-percentage percentage cutoff nodefraction edgefraction node-fraction", "N",
     "--percent-limit=% leaves out what is a smaller share; --threshold shows rows until they make "
     "up a share together"},

    /* View. */
    {SYNONYM_OPTION, "flat flat-profile functions hotspots hot summary brief", NULL,
     "--top shows the functions that cost most"},
    {SYNONYM_OPTION, "limit max count head nodecount max-rows entries topn top-n", "N",
     "--top=% shows as many rows"},
    {SYNONYM_OPTION, "group-by group key aggregate granularity", "KEY",
     "--by=% chooses what the rows are"},
    {SYNONYM_OPTION, "all unfold expand no-limit unlimited", NULL,
     "--percent-limit=0 leaves out nothing, and folds no lines of --annotate"},
    {SYNONYM_OPTION, "lines line", NULL,
     "--by=line ranks lines, --annotate=WHAT shows them in their source"},
    {SYNONYM_OPTION, "addresses", NULL, "--by=instruction ranks instructions by their address"},
    {SYNONYM_OPTION, "classes class namespaces packages", NULL,
     "--by=namespace ranks namespaces and classes"},
    {SYNONYM_OPTION, "directories directory dirs dir folders", NULL,
     "--by=directory ranks directories"},
    {SYNONYM_OPTION, "callers callees caller callee called-by parents parent neighbors", "REGEX",
     "--peek=% shows who calls each match, and what it calls"},
    {SYNONYM_OPTION, "hot-path hotpath hottest-path critical-path heaviest", NULL,
     "--call-tree shows what was spent by which path; --peek=REGEX has the hottest path of each "
     "match"},
    {SYNONYM_OPTION, "calltree call-graph callgraph graph stacks stack backtrace paths top-down",
     NULL, "--call-tree shows paths of calls, --format=dot draws the call graph"},
    {SYNONYM_OPTION, "root roots from entry", "REGEX",
     "--call-tree=% shows the paths of calls from each match"},
    {SYNONYM_OPTION, "inverted invert reverse caller-tree bottomup", NULL,
     "--call-tree --bottom-up goes from functions to their callers"},
    {SYNONYM_OPTION, "max-depth max-stack levels", "N",
     "--call-tree --depth=% shows as many levels"},
    {SYNONYM_OPTION, "list listing source sources src code annotated-source", "WHAT",
     "--annotate=% shows source with its costs, of a function or a file"},
    {SYNONYM_OPTION, "asm assembly disasm disassemble disassembly weblist", "FUNCTION",
     "--annotate=% --instructions shows the instructions of a function"},
    {SYNONYM_OPTION, "children cum cumulative incl total", NULL,
     "--inclusive=yes ranks by inclusive cost, --inclusive=both shows self cost too"},
    {SYNONYM_OPTION, "no-children self exclusive no-inclusive", NULL,
     "rows are ranked by self cost; --inclusive=both shows inclusive cost beside it"},
    {SYNONYM_OPTION, "events", NULL, "--list-events shows what was recorded, --show chooses of it"},

    /* Source. */
    {SYNONYM_OPTION, "no-source no-sources no-annotate no-auto", NULL,
     "--auto=no leaves out the sources"},
    {SYNONYM_OPTION, "source-path source-dir sourcedir srcdir search-path", "DIR",
     "--include=% looks for sources there, --path-map=FROM=TO where they have moved"},
    {SYNONYM_OPTION, "symfs sysroot trim-path strip-prefix prefix", NULL,
     "--path-map=FROM=TO says where sources are now, --object-path=FROM=TO where objects are"},

    /* Output. */
    {SYNONYM_OPTION, "json", NULL, "--format=json writes that"},
    {SYNONYM_OPTION, "csv", NULL, "--format=csv writes that"},
    {SYNONYM_OPTION, "tsv", NULL, "--format=tsv writes that"},
    {SYNONYM_OPTION, "md markdown", NULL, "--format=markdown writes that"},
    {SYNONYM_OPTION, "text txt stdio", NULL, "text is what is written without --format=FORMAT"},
    {SYNONYM_OPTION, "flamegraph flame-graph flame flames folded collapsed collapse", NULL,
     "--format=folded writes stacks for flame graphs"},
    {SYNONYM_OPTION, "pprof proto protobuf", NULL, "--format=pprof writes that, with -o FILE"},
    {SYNONYM_OPTION, "dot graphviz gv", NULL, "--format=dot draws the call graph"},
    {SYNONYM_OPTION, "svg png pdf gif web", NULL,
     "--format=dot writes the call graph, from which Graphviz makes pictures"},
    {SYNONYM_OPTION, "sarif", NULL, "--format=sarif writes that"},
    {SYNONYM_OPTION, "github", NULL, "--format=github writes that"},
    {SYNONYM_OPTION, "gitlab", NULL, "--format=gitlab writes that"},
    {SYNONYM_OPTION, "callgrind convert export", NULL,
     "--format=callgrind writes the profile again"},
    {SYNONYM_OPTION, "no-pager nopager less more", NULL, "--pager=never writes to the terminal"},
    {SYNONYM_OPTION, "out outfile output-file save write", "FILE", "--output=% writes to a file"},
    {SYNONYM_OPTION, "colour colors colours", "WHEN", "--color=% is how it is spelt"},
    {SYNONYM_OPTION, "no-color no-colour no-colors monochrome", NULL, "--color=never has none"},
    {SYNONYM_OPTION, "full-names full no-truncate", NULL,
     "--wide shows names in full and fits nothing to the terminal"},
    {SYNONYM_OPTION, "percent percents percentages no-percent", NULL,
     "--show-percs=yes or --show-percs=no decides on them"},
    {SYNONYM_OPTION, "verbose", NULL,
     "--wide shows names in full and all sources that were not found"},
    {SYNONYM_OPTION, "quiet silent", NULL,
     "--output=FILE has the report alone; messages go to standard error"},

    /* Checks, and other. */
    {SYNONYM_OPTION, "budget max-growth max-cost fail fail-on assert gate check", NULL,
     "--fail-if='Ir > +2%' exits with 3 where a limit is exceeded; --limits=FILE has several"},
    {SYNONYM_OPTION, "usage man manual", NULL, "--help=all explains each option"},

    {SYNONYM_LETTER, "a A", "WHAT", "--annotate=% shows source with its costs"},
    {SYNONYM_LETTER, "b", NULL,
     "--top shows functions without their sources; --bottom-up goes with --call-tree"},
    {SYNONYM_LETTER, "c C", "N", "--context=% is how many lines are shown around those with cost"},
    {SYNONYM_LETTER, "d D", "OLD", "--diff=% shows what changed since then"},
    {SYNONYM_LETTER, "e E", NULL, "--show chooses events, --event=DEFINITION derives one"},
    {SYNONYM_LETTER, "f F", "FORMAT", "--format=% chooses the format"},
    {SYNONYM_LETTER, "g G", NULL, "--call-tree shows paths of calls, --peek=REGEX who calls whom"},
    {SYNONYM_LETTER, "i", "FILE",
     "profiles are named without an option; -I and --include look for sources"},
    {SYNONYM_LETTER, "j J", "N", "--jobs=% reads with as many threads"},
    {SYNONYM_LETTER, "l L", NULL,
     "--by=line ranks lines, --annotate=WHAT shows them in their source"},
    {SYNONYM_LETTER, "p P", NULL, "--top shows the functions that cost most"},
    {SYNONYM_LETTER, "q Q", NULL,
     "--output=FILE has the report alone; messages go to standard error"},
    {SYNONYM_LETTER, "r R", NULL, "--call-tree --bottom-up goes from functions to their callers"},
    {SYNONYM_LETTER, "s", "EVENT", "--sort=% chooses what rows are sorted by"},
    {SYNONYM_LETTER, "S", "REGEX", "--function=% shows only functions that match"},
    {SYNONYM_LETTER, "t T N", "N", "--top=% shows as many rows"},
    {SYNONYM_LETTER, "v", NULL, "--version prints the version, --wide shows names in full"},
    {SYNONYM_LETTER, "V", NULL, "--version prints the version"},
    {SYNONYM_LETTER, "w W", NULL,
     "--wide fits nothing to the terminal, --width=N all to N columns"},
    {SYNONYM_LETTER, "x X", "REGEX", "--ignore=% leaves functions out, --function='!%' too"},
    {SYNONYM_LETTER, "? H", NULL, "--help shows the options"},

    {SYNONYM_BY, "fn functions symbol symbols sym name method proc", NULL,
     "did you mean --by=function?"},
    {SYNONYM_BY, "files filename source src", NULL, "did you mean --by=file?"},
    {SYNONYM_BY, "dirs directories folder path", NULL, "did you mean --by=directory?"},
    {SYNONYM_BY, "class classes ns namespaces package packages scope struct", NULL,
     "did you mean --by=namespace?"},
    {SYNONYM_BY, "lib library dso dsos obj objects module binary image executable exe elf so", NULL,
     "did you mean --by=object?"},
    {SYNONYM_BY, "lines srcline lineno", NULL, "did you mean --by=line?"},
    {SYNONYM_BY, "instr insn address addresses addr asm", NULL, "did you mean --by=instruction?"},
    {SYNONYM_BY, "parts dump", NULL, "did you mean --by=part?"},
    {SYNONYM_BY, "threads tid", NULL, "did you mean --by=thread?"},
    {SYNONYM_BY, "inputs profile profiles run runs process pid", NULL, "did you mean --by=input?"},
    {SYNONYM_BY, "caller callers callee callees", NULL,
     "--peek=REGEX shows who calls each match, and what it calls"},
    {SYNONYM_BY, "stack path-of-calls call-tree calltree", NULL,
     "--call-tree shows what was spent by which path of calls"},
    {SYNONYM_BY, "incl inclusive self cost calls event", NULL,
     "--sort chooses what rows are sorted by: an event, incl(EVENT) or calls"},

    {SYNONYM_FORMAT, "txt stdio plain human terminal ascii", NULL, "did you mean --format=text?"},
    {SYNONYM_FORMAT, "js jsonl ndjson", NULL, "did you mean --format=json?"},
    {SYNONYM_FORMAT, "tab tabs tabular", NULL, "did you mean --format=tsv?"},
    {SYNONYM_FORMAT, "excel spreadsheet", NULL, "did you mean --format=csv?"},
    {SYNONYM_FORMAT, "gfm", NULL, "did you mean --format=markdown?"},
    {SYNONYM_FORMAT,
     "flamegraph flame-graph flame flames collapsed collapse stackcollapse stacks speedscope", NULL,
     "did you mean --format=folded, of which flame graphs are made?"},
    {SYNONYM_FORMAT, "proto protobuf pb", NULL, "did you mean --format=pprof?"},
    {SYNONYM_FORMAT, "graphviz gv graph callgraph call-graph", NULL, "did you mean --format=dot?"},
    {SYNONYM_FORMAT, "svg png pdf gif jpg", NULL,
     "--format=dot writes the call graph, from which Graphviz makes pictures, --format=folded "
     "stacks for flame graphs"},
    {SYNONYM_FORMAT, "actions github-actions annotations", NULL, "did you mean --format=github?"},
    {SYNONYM_FORMAT, "codequality code-quality codeclimate", NULL, "did you mean --format=gitlab?"},
    {SYNONYM_FORMAT, "kcachegrind qcachegrind cachegrind", NULL,
     "did you mean --format=callgrind?"},
    {SYNONYM_FORMAT, "help list", NULL, "--help=output says what formats there are"},

    {SYNONYM_INCLUSIVE, "self exclusive off false none", NULL, "did you mean --inclusive=no?"},
    {SYNONYM_INCLUSIVE, "incl inclusive cum cumulative total children only on true", NULL,
     "did you mean --inclusive=yes?"},
    {SYNONYM_INCLUSIVE, "all", NULL, "did you mean --inclusive=both?"},

    {SYNONYM_SORT, "incl inclusive cum cumulative children total totals", "EVENT",
     "--sort='incl(%)' goes by inclusive cost, with --top or another view"},
    {SYNONYM_SORT, "self exclusive flat cost time weight samples percent overhead", "EVENT",
     "--sort=% goes by cost; --list-events shows what was recorded"},
    {SYNONYM_SORT, "call count counts ncalls called", NULL,
     "--sort=calls goes by calls, with --top or another view"},
    {SYNONYM_SORT, "sym symbol symbols function functions", NULL,
     "rows are sorted by cost; --by=function chooses what they are"},
    {SYNONYM_SORT, "dso dsos lib library object objects module", NULL,
     "rows are sorted by cost; --by=object chooses what they are"},
    {SYNONYM_SORT, "file files srcfile source", NULL,
     "rows are sorted by cost; --by=file chooses what they are"},
    {SYNONYM_SORT, "line lines srcline", NULL,
     "rows are sorted by cost; --by=line chooses what they are"},
    {SYNONYM_SORT, "thread tid", NULL,
     "rows are sorted by cost; --by=thread chooses what they are"},
    {SYNONYM_SORT, "name names alphabetical", NULL,
     "rows are sorted by cost; --format=tsv is for sort(1)"},

    {SYNONYM_WORD, "top flat hotspots", NULL, "did you mean --top?"},
    {SYNONYM_WORD, "report show", NULL, "the report needs no command; --top is a shorter one"},
    {SYNONYM_WORD, "annotate source", NULL, "did you mean --annotate=FUNCTION?"},
    {SYNONYM_WORD, "diff compare", NULL, "did you mean 'quern --diff=OLD NEW'?"},
    {SYNONYM_WORD, "peek callers callees", NULL, "did you mean --peek=REGEX?"},
    {SYNONYM_WORD, "call-tree calltree tree graph", NULL, "did you mean --call-tree?"},
    {SYNONYM_WORD, "merge", NULL,
     "did you mean --format=callgrind, which writes profiles as their sum?"},
    {SYNONYM_WORD, "convert export", NULL, "did you mean --format=FORMAT?"},
    {SYNONYM_WORD, "json csv tsv markdown text", NULL, "did you mean --format=FORMAT?"},
    {SYNONYM_WORD, "flamegraph flame", NULL, "did you mean --format=folded?"},
    {SYNONYM_WORD, "events", NULL, "did you mean --list-events?"},
    {SYNONYM_WORD, "help", NULL, "did you mean --help?"},
    {SYNONYM_WORD, "version", NULL, "did you mean --version?"},
};

const size_t n_synonyms = ARRAY_LENGTH(synonyms);

/* Returns whether a shell takes the value as it is, without quotes. */
static bool is_plain(const char *value)
{
    return value[strspn(value, LETTERS DIGITS "_-+=:,./@%^")] == '\0';
}

/*
 * Returns whether the value can stand between quotes, is short enough to be read, and is a number
 * where the hint wants one.
 */
static bool can_be_shown(const struct synonym *synonym, const char *value)
{
    bool is_number = synonym->value != NULL && strcmp(synonym->value, "N") == 0;
    size_t length = strlen(value);

    return length != 0 && length <= 60 && strchr(value, '\'') == NULL &&
           (!is_number || strspn(value, DIGITS) == length);
}

/* Copies a hint with the value in place of each '%'. */
static void write_hint(const struct synonym *synonym, const char *value, char hint[HINT_ROOM])
{
    const size_t room = HINT_ROOM;
    const char *shown = synonym->value;
    bool is_quoted = false, needs_quotes = false;
    size_t length = 0;

    if (shown != NULL && value != NULL && can_be_shown(synonym, value)) {
        shown = value;
        needs_quotes = !is_plain(value);
    }
    for (const char *at = synonym->hint; *at != '\0' && length + 1 < room; at++) {
        const char *quote = needs_quotes && !is_quoted ? "'" : "";
        is_quoted ^= *at == '\'';
        if (*at == '%' && shown != NULL)
            length += (size_t)snprintf(hint + length, room - length, "%s%s%s", quote, shown, quote);
        else
            hint[length++] = *at;
    }
    hint[length < room ? length : room - 1] = '\0';
}

static bool has_word(const char *words, struct text wanted)
{
    struct text rest = text_of(words), word;

    while (text_cut(&rest, ' ', &word))
        if (text_equal(word, wanted))
            return true;
    return false;
}

static const struct synonym *find(enum synonym_kind kind, struct text typed)
{
    for (size_t i = 0; i < n_synonyms; i++)
        if (synonyms[i].kind == kind && has_word(synonyms[i].typed, typed))
            return &synonyms[i];
    return NULL;
}

/* Finds the row of the value, where it is a word of the option that the synonym stands for. */
static const struct synonym *find_value(const struct synonym *synonym, const char *value)
{
    static const struct {
        const char *value;
        enum synonym_kind kind;
    } kinds[] = {{"EVENT", SYNONYM_SORT}, {"FORMAT", SYNONYM_FORMAT}, {"KEY", SYNONYM_BY}};

    for (size_t i = 0; synonym->value != NULL && value != NULL && i < ARRAY_LENGTH(kinds); i++)
        if (strcmp(kinds[i].value, synonym->value) == 0)
            return find(kinds[i].kind, text_of(value));
    return NULL;
}

bool synonym_hint(enum synonym_kind kind, struct text typed, const char *value,
                  char hint[HINT_ROOM])
{
    const struct synonym *synonym = find(kind, typed);

    if (synonym == NULL)
        return false;
    const struct synonym *of_value = find_value(synonym, value);
    if (of_value != NULL)
        write_hint(of_value, NULL, hint);
    else
        write_hint(synonym, value, hint);
    return true;
}

static bool may_be_file(const struct synonym *synonym)
{
    static const char *const values[] = {"FILE", "OLD", "WHAT"};

    for (size_t i = 0; i < ARRAY_LENGTH(values); i++)
        if (strcmp(values[i], synonym->value) == 0)
            return true;
    return false;
}

bool synonym_of_letter(struct text letter, const char *next, char hint[HINT_ROOM])
{
    const struct synonym *synonym = find(SYNONYM_LETTER, letter);

    if (synonym == NULL)
        return false;
    bool is_value = next != NULL && next[0] != '-' && synonym->value != NULL &&
                    (may_be_file(synonym) || access(next, F_OK) != 0);
    return synonym_hint(SYNONYM_LETTER, letter, is_value ? next : NULL, hint);
}

bool synonym_of_sort(struct text word, const char *event, char hint[HINT_ROOM])
{
    const struct synonym *synonym = find(SYNONYM_SORT, word);

    if (synonym != NULL)
        write_hint(synonym, event, hint);
    return synonym != NULL;
}

static bool is_no_file(const char *operand)
{
    return access(operand, F_OK) != 0 && errno == ENOENT;
}

bool operands_are_no_commands(struct text_list operands, struct error *error)
{
    char hint[HINT_ROOM];

    for (size_t i = 0; i < operands.count; i++) {
        const char *operand = operands.items[i].at;
        if (synonym_hint(SYNONYM_WORD, operands.items[i], NULL, hint) && is_no_file(operand))
            return error_usage(error, "'%s' is not a file: %s", operand, hint);
    }
    return true;
}

/*
 * Returns whether this looks like a name of C or C++, maybe with parameters. Most names of files
 * have a dot or a slash.
 */
static bool may_be_function(const char *name)
{
    size_t start = strspn(name, LETTERS "_~"), length = strlen(name);

    return start != 0 && length <= 100 &&
           strspn(name + start, LETTERS DIGITS "_~:<>()[],*& ") == length - start;
}

static bool is_among(struct text_list operands, const char *path)
{
    for (size_t i = 0; i < operands.count; i++)
        if (strcmp(operands.items[i].at, path) == 0)
            return true;
    return false;
}

void operands_explain(struct text_list operands, struct error *error)
{
    const char *name = error->path;
    size_t length = strlen(error->text);

    if (name == NULL || !is_among(operands, name) || !may_be_function(name) || !is_no_file(name))
        return;
    if (is_plain(name))
        snprintf(error->text + length, sizeof error->text - length,
                 ": did you mean --peek='^%s$' or --annotate=%s?", name, name);
    else
        snprintf(error->text + length, sizeof error->text - length,
                 ": did you mean --annotate='%s'?", name);
}
