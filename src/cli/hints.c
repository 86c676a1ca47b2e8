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

const struct hint hints[] = {
    /* Options of 1.0; quern-news(7) has the same table. */
    {"--exact", "nothing: '~' marks estimates; record with --separate-callers=3"},
    {"--no-chains", "--format=json has each function"},
    {"--long-names", "--list-events"},
    {"--html-limit", "nothing: a page has up to 10 MB"},
    {"--disassembler", "OBJDUMP= in the environment"},
    {"--debuginfod", "debuginfod-find, then -I"},
    {"--no-renames", "--mod-funcname says what is the same; renames by call graph are gone"},
    {"--names", "--width=N, --wide"},
    {"--hyperlink", "--color"},
    {"--no-note", "nothing: notes are not errors without --strict"},
    {"--old-include", "--old-path-map=DIR"},
    {"--completion", "nothing: shells complete options and files"},
    {"--format=openmetrics --format=bmf", "the recipes of quern-ci(7)"},

    /* Words from other profilers, in the order of --help. */
    {"--input -i",
     "profiles are named without an option; --diff=OLD names what they are compared with"},
    {"--base --baseline --compare --diff-base -d", "--diff=OLD shows what changed since then"},
    {"--merge merge",
     "profiles that are named together are added up; --format=callgrind writes the sum"},
    {"--threads --tid --by=tid --by=threads",
     "--by=thread ranks threads, --thread=LIST reads only some of them"},
    {"--dump-instr --cache-sim --branch-sim --separate-callers",
     "this is an option of Valgrind, for recording; --list-events shows what was recorded"},
    {"--exclude --hide -x", "--function='!REGEX' or --object='!REGEX' leaves matches out of the "
                            "rows, --ignore=REGEX leaves functions out of limits too"},
    {"--focus --filter --symbols --symbol-filter -S",
     "--function=REGEX shows only functions that match"},
    {"--dso --dsos --objects --by=dso --by=lib --by=binary",
     "--by=object ranks objects, --object=REGEX shows only code of those that match"},
    {"--files --by=files",
     "--by=file ranks files, --file=REGEX shows only code of those that match"},
    {"--functions --by=sym --by=symbol", "--by=function ranks functions"},
    {"--columns --fields -e",
     "--show=EVENTS chooses events, as in --show=Ir,Dr; --event=DEFINITION derives one"},
    {"--sort-by --order -s", "--sort=EVENT chooses the order of rows, --by=KEY their kind"},
    {"--min-percent --cutoff --nodefraction", "--percent-limit=N hides smaller shares"},
    {"--flat --flat-profile --hotspots --brief -p top flat report",
     "--top shows the functions that cost most"},
    {"--limit --count --head --max --nodecount -t", "--top=N shows N rows"},
    {"--group --group-by", "--by=KEY chooses the kind of rows"},
    {"--line --lines -l", "--by=line ranks lines, --annotate=WHAT shows them in their source"},
    {"--classes --by=class", "--by=namespace ranks namespaces and classes"},
    {"--callers --callees --caller --callee --parents",
     "--peek=REGEX shows who calls each match, and what it calls"},
    {"--call-graph --callgraph --calltree --graph --stacks --traces -g",
     "--call-tree shows paths of calls, --peek=REGEX who calls whom, --format=dot draws the call "
     "graph"},
    {"--inverted --invert -r", "--call-tree --bottom-up goes from functions to their callers"},
    {"--max-depth --max-stack", "--call-tree --depth=N shows N levels"},
    {"--list --source --annotated-source -a -A annotate",
     "--annotate=WHAT shows source with its costs, of a function or a file"},
    {"--asm --disasm --disassemble --weblist",
     "--annotate=FUNCTION --instructions shows the instructions of a function"},
    {"--children --cum --cumulative --inclusive=cum --inclusive=incl",
     "--inclusive=yes ranks by inclusive cost, --inclusive=both shows self cost too"},
    {"--no-children --self --exclusive --inclusive=self",
     "rows are ranked by self cost; --inclusive=both shows inclusive cost beside it"},
    {"--events", "--list-events shows what was recorded, --show chooses of it"},
    {"--no-annotate --no-source", "--auto=no leaves out the sources"},
    {"--source-path --search-path",
     "--include=DIR adds a directory to search, --path-map=FROM=TO maps sources that moved"},
    {"--symfs --trim-path",
     "--path-map=FROM=TO says where sources are now, --object-path=FROM=TO where objects are"},
    {"--json --csv --tsv --markdown --md --pprof --proto --sarif --html -f",
     "--format=FORMAT chooses the format, as in --format=json"},
    {"--text --txt --stdio --format=txt --format=stdio", "text is the default format"},
    {"--flamegraph --folded --collapsed --format=flamegraph --format=collapsed --format=speedscope",
     "--format=folded writes stacks for flame graphs"},
    {"--svg --png --pdf --dot --web --format=svg --format=png --format=pdf",
     "--format=dot writes the call graph, from which Graphviz makes pictures, --format=folded "
     "stacks for flame graphs"},
    {"--callgrind --format=kcachegrind --format=cachegrind",
     "--format=callgrind writes the profile again"},
    {"--no-pager", "--pager=never writes to the terminal"},
    {"--out --outfile --output-file", "--output=FILE writes to a file"},
    {"--no-color --colour", "--color=WHEN decides on colours, as in --color=never"},
    {"--quiet -q", "--output=FILE gets the report only; messages go to standard error"},
    {"--full-names --verbose -w",
     "--wide ignores the width of the terminal, and shows all sources that were not found"},
    {"--fail-on --budget --max-growth",
     "--fail-if='Ir > +2%' exits with 3 if a limit is exceeded; --limits=FILE takes several"},
    {"-j", "--jobs=N reads with as many threads"},
    {"-v -V version", "--version prints the version"},
    {"--usage --man -? -H help", "--help shows the options"},
    {"diff", "'quern --diff=OLD NEW' shows what changed since then"},
};

const size_t n_hints = ARRAY_LENGTH(hints);

/* Returns whether one of the words is the prefix followed by what was typed. */
static bool has_word(const char *words, const char *prefix, struct text typed)
{
    struct text rest = text_of(words), word;

    while (text_cut(&rest, ' ', &word))
        if (text_starts_with(word, text_of(prefix)) &&
            text_equal(text_skip(word, strlen(prefix)), typed))
            return true;
    return false;
}

const char *hint_find(const char *prefix, struct text typed)
{
    for (size_t i = 0; i < n_hints; i++)
        if (has_word(hints[i].words, prefix, typed))
            return hints[i].hint;
    return NULL;
}

void operands_explain(struct text_list operands, struct error *error)
{
    const char *name = error->path != NULL ? error->path : "";
    const char *hint = is_letter(name[0]) ? hint_find("", text_of(name)) : NULL;
    const size_t start = strspn(name, LETTERS "_~"), length = strlen(name);
    const size_t room = sizeof error->text - strlen(error->text);
    char *end = error->text + strlen(error->text);
    bool is_operand = false;

    for (size_t i = 0; i < operands.count; i++)
        is_operand = is_operand || strcmp(operands.items[i].at, name) == 0;
    if (!is_operand || length > 100 || access(name, F_OK) == 0 || errno != ENOENT)
        return;
    bool is_number = length != 0 && strspn(name, DIGITS) == length;
    if (hint != NULL)
        (void)error_usage(error, "'%s' is not a file: %s", name, hint);
    else if (is_number)
        (void)error_usage(error, "'%s' is not a file: did you mean --top=%s?", name, name);
    /* A C or C++ name, perhaps with parameters. Most file names have a dot or a slash. */
    else if (start != 0 && strspn(name + start, LETTERS DIGITS "_~:<>()[],*& ") == length - start)
        snprintf(end, room, ": did you mean --annotate='%s'?", name);
}
