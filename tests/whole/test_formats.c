/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The formats for machines, read back by Python's json and csv; and where the output goes: the
 * file of -o, pipes, full devices, and the exit status.
 */

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

static char fib[] = TESTDATA_DIR "/fib_static";

TestSuite(formats, .init = temporary_enter, .fini = temporary_leave, .timeout = 240);
TestSuite(destinations, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

static const char *const profiles[] = {
    "hello_asm",
    "fib_static",
    "xdebug",
    "o_cache_branch",
    "inl",
    "pyyappi",
    "pprof_cpu",
    "memcheck_allocs.kcg",
    "spec/cycle-three",
    "spec/cycle-levels",
    "spec/levels-distrusted",
    "spec/zero-and-undefined",
    "spec/negative-costs",
    "spec/odd-names",
    "spec/latin1-name",
    "spec/max-number",
    "spec/derived",
    "spec/parts-threads",
    "spec/cost-before-fn",
    "damaged/event-names-control",
    "damaged/names-control",
};

/* "--top=9" and the others differ from each other; without a view there are all functions. */
static char *const views[] = {
    "--by=namespace", "--format=text",   "--top=9",   "--by=file:function", "--by=file",
    "--by=directory", "--by=object",     "--by=line", "--by=part",          "--by=thread",
    "--by=input",     "--inclusive=yes", "--no-fold", "--peek=.",           "--list-events",
};

/* Reads N.json, N.csv and N.tsv for all N below its argument, and compares them. */
static char compare[] =
    "import csv, json, re, sys\n"
    "\n"
    "HARMFUL = re.compile(r'\\\\u(?!fffd|000a|000d|0009)00[01089][0-9a-f]|\\\\u007f')\n"
    "\n"
    "def tamed(text):\n"
    "    return HARMFUL.sub('\\ufffd', text)\n"
    "\n"
    "def read(name, delimiter):\n"
    "    with open(name, encoding='utf-8', newline='') as file:\n"
    "        return list(csv.reader(file, delimiter=delimiter, strict=True))\n"
    "\n"
    "def same(number, what, a, b):\n"
    "    if a != b:\n"
    "        sys.exit(f'{number}: {what}: {a!r} in JSON, {b!r} in CSV')\n"
    "\n"
    "def figure(field):\n"
    "    if field == '':\n"
    "        return None\n"
    "    return float(field) if set(field) & set('.e') else int(field)\n"
    "\n"
    "def costs(line, prefix, events):\n"
    "    return {event: figure(line[prefix + event]) for event in events}\n"
    "\n"
    "def compare_names(number, row, line, by):\n"
    "    same(number, 'object', row.get('object', ''), line['object'])\n"
    "    same(number, 'file', row.get('file', ''), line['file'])\n"
    "    if 'function' in row:\n"
    "        same(number, 'function', row['function'], line['function'])\n"
    "    if by in ('directory', 'part', 'thread', 'input') and by in row:\n"
    "        same(number, by, row[by], line['function'])\n"
    "    if 'line' in row:\n"
    "        same(number, 'line', row['line'] or None, figure(line['line']))\n"
    "\n"
    "def compare_row(number, row, line, by, events):\n"
    "    none = dict.fromkeys(events)\n"
    "    compare_names(number, row, line, by)\n"
    "    same(number, 'kind', 'cycle' if 'cycle' in row else by, line['kind'])\n"
    "    same(number, 'calls', row.get('calls'), figure(line['calls']))\n"
    "    same(number, 'self', row.get('self', none), costs(line, 'self:', events))\n"
    "    same(number, 'inclusive', row.get('inclusive', none), costs(line, 'inclusive:', events))\n"
    "    exact = json.dumps(row['exact']) if 'exact' in row else ''\n"
    "    same(number, 'exact', exact, line['exact'])\n"
    "\n"
    "def compare_related(number, row, related, kind, line, events):\n"
    "    none = dict.fromkeys(events)\n"
    "    compare_names(number, related, line, None)\n"
    "    same(number, 'kind', kind, line['kind'])\n"
    "    same(number, 'parent', row['function'], line['parent'])\n"
    "    same(number, 'calls', related.get('calls'), figure(line['calls']))\n"
    "    same(number, 'self', related.get('self', none), costs(line, 'self:', events))\n"
    "    inclusive = related.get('cost', related.get('inclusive', none))\n"
    "    same(number, 'cost', inclusive, costs(line, 'inclusive:', events))\n"
    "\n"
    "KINDS = [('callers', 'caller'), ('recursion', 'recursion'), ('callees', 'callee'),\n"
    "         ('files', 'self in file'), ('path', 'path')]\n"
    "\n"
    "def compare_tables(number, document, lines):\n"
    "    events = [event['name'] for event in document['events']]\n"
    "    same(number, 'totals', events, list(document['totals']))\n"
    "    for row in document['rows']:\n"
    "        by = document.get('by', 'function')\n"
    "        compare_row(number, row, next(lines), by, events)\n"
    "        for key, kind in KINDS:\n"
    "            for related in row.get(key, []):\n"
    "                compare_related(number, row, related, kind, next(lines), events)\n"
    "\n"
    "def compare_events(number, document, lines):\n"
    "    for row in document['rows']:\n"
    "        line = next(lines)\n"
    "        same(number, 'event', row['name'], line['event'])\n"
    "        same(number, 'long_name', row.get('long_name') or '', line['long_name'])\n"
    "        same(number, 'formula', row.get('formula') or '', line['formula'])\n"
    "        same(number, 'total', row['total'], figure(line['total']))\n"
    "\n"
    "def compare(number):\n"
    "    table = read(f'{number}.csv', ',')\n"
    "    same(number, 'widths', {len(table[0])}, {len(line) for line in table})\n"
    "    if table != read(f'{number}.tsv', '\\t'):\n"
    "        sys.exit(f'{number}: CSV and TSV differ')\n"
    "    with open(f'{number}.json', encoding='utf-8') as file:\n"
    "        document = json.loads(tamed(file.read()))\n"
    "    same(number, 'format', document['format'], 'quern')\n"
    "    lines = iter([dict(zip(table[0], line)) for line in table[1:]])\n"
    "    is_events = table[0][0] == 'event'\n"
    "    (compare_events if is_events else compare_tables)(number, document, lines)\n"
    "    same(number, 'end', None, next(lines, None))\n"
    "    return len(document['rows'])\n"
    "\n"
    "print(sum(compare(number) for number in range(int(sys.argv[1]))))\n";

/* Runs quern so that it writes NUMBER.FORMAT in the current folder. */
static void write_format(const char *quern, char *view, const char *profile, const char *format,
                         int number)
{
    char path[300], output[60], option[40];
    char *arguments[] = {"quern", view, option, "-o", output, path, NULL};

    snprintf(path, sizeof path, TESTDATA_DIR "/%s", profile);
    snprintf(output, sizeof output, "%d.%s", number, format);
    snprintf(option, sizeof option, "--format=%s", format);
    struct run run = run_program(quern, arguments, NULL);
    cr_expect_eq(run.status, 0, "%s %s %s: %d, %s", view, option, profile, run.status, run.err);
    cr_expect_eq(run.out_size, 0, "something on stdout: %s", run.out);
    run_free(&run);
}

Test(formats, say_the_same_as_json_csv_and_tsv)
{
    static const char *const formats[] = {"json", "csv", "tsv"};
    char *quern = run_quern_path(), count[20];
    int number = 0;

    run_need("formats", "python3");
    for (size_t i = 0; i < ARRAY_LENGTH(profiles); i += run_stride())
        for (size_t j = 0; j < ARRAY_LENGTH(views); j++, number++)
            for (size_t k = 0; k < ARRAY_LENGTH(formats); k++)
                write_format(quern, views[j], profiles[i], formats[k], number);
    snprintf(count, sizeof count, "%d", number);
    char *arguments[] = {"python3", "-c", compare, count, NULL};
    struct run run = run_program("python3", arguments, NULL);
    size_t at = strtoul(run.err, NULL, 10), n_views = ARRAY_LENGTH(views);
    cr_expect_eq(run.status, 0, "%s of %s: %s", views[at % n_views],
                 profiles[at / n_views * run_stride()], run.err);
    cr_expect(strtoul(run.out, NULL, 10) > (run_is_thorough() ? 1000UL : 10UL),
              "only %s rows were compared", run.out);
    run_free(&run);
    free(quern);
}

/* Runs quern with arguments that end in NULL, and expects an exit status. */
static void expect_status(int status, char *const arguments[])
{
    char *quern = run_quern_path();
    struct run run = run_program(quern, arguments, NULL);

    cr_expect_eq(run.status, status, "%s %s: %d, %s", arguments[1], arguments[2], run.status,
                 run.err);
    run_free(&run);
    free(quern);
}

#define QUERN(status, ...) expect_status(status, (char *[]){"quern", __VA_ARGS__, NULL})

Test(destinations, have_an_exit_status_for_each_outcome)
{
    QUERN(0, "--top", fib);
    QUERN(0, "--top", "--fail-if=Ir > 69544", fib);
    QUERN(1, "--top", "nosuch-profile");
    QUERN(1, "--top", "--fail-if=Ir of nosuch > 1", fib);
    QUERN(2, "--top", "--format=nosuch", fib);
    QUERN(2, "--top", "--fail-if=Nosuch > 1", fib);
    QUERN(3, "--top", "--fail-if=Ir > 69543", fib);
    QUERN(3, "--top", "--fail-if=Ir > 1", "--fail-if=Ir of nosuch > 1", fib);
    QUERN(1, "--top", "--fail-if=Ir > 1", "-o", "nosuch/report", fib);
}

static char *read_path(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "there is no %s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

static void expect_old(const char *path)
{
    char *text = read_path(path);

    cr_expect_str_eq(text, "old\n", "%s", path);
    free(text);
}

/* How many files are in the current folder. */
static int count_files(void)
{
    DIR *folder = opendir(".");
    int count = 0;

    cr_assert(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

Test(destinations, replace_a_file_on_success)
{
    static char *const formats[] = {"--format=text", "--format=json", "--format=csv",
                                    "--format=tsv", "--format=markdown"};
    char *quern = run_quern_path();

    for (size_t i = 0; i < ARRAY_LENGTH(formats); i++) {
        char *expected =
            run_output(quern, (char *[]){"quern", formats[i], "--top", fib, NULL}, NULL);
        temporary_write("report", "old\n");
        QUERN(0, formats[i], "--top", "--output=report", fib);
        char *text = read_path("report");
        cr_expect_str_eq(text, expected, "%s", formats[i]);
        free(text);
        free(expected);
    }
    QUERN(3, "--top", "-oreport", "--fail-if=Ir > 1", fib);
    cr_expect_eq(count_files(), 1);
    free(quern);
}

/* A limit that is exceeded or undecided is about the profile: the report is as good as ever. */
Test(destinations, have_the_report_whatever_the_limits_say)
{
    static char *const limits[] = {"--fail-if=Ir > 1", "--fail-if=Ir of nosuch > 1"};
    static const int status[] = {3, 1};
    char *quern = run_quern_path();
    char *expected = run_output(quern, (char *[]){"quern", "--top", fib, NULL}, NULL);

    for (size_t i = 0; i < ARRAY_LENGTH(limits); i++) {
        temporary_write("report", "old\n");
        QUERN(status[i], "--top", "-oreport", limits[i], fib);
        char *text = read_path("report");
        cr_expect_str_eq(text, expected, "%s", limits[i]);
        free(text);
    }
    free(expected);
    free(quern);
}

Test(destinations, keep_the_old_file_on_failure)
{
    temporary_write("report", "old\n");
    QUERN(1, "-o", "report", "nosuch-profile");
    QUERN(1, "-o", "report", "--format=json", TESTDATA_DIR "/damaged/overflow");
    QUERN(1, "-o", "report", "--format=json", TESTDATA_DIR "/damaged/overflow-functions");
    QUERN(1, "-o", "report", "--peek=nosuch", fib);
    QUERN(1, "-o", "report", "--strict", TESTDATA_DIR "/damaged/too-many-costs");
    QUERN(2, "-o", "report", "--top", "--sort=Nosuch", fib);
    QUERN(2, "-o", "report", "--top", "--fail-if=Nosuch > 1", fib);
    expect_old("report");
    cr_expect_eq(count_files(), 1, "something is left behind");
}

Test(destinations, may_be_a_device)
{
    struct stat status;

    QUERN(0, "-o", "/dev/null", "--format=json", fib);
    cr_expect(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode),
              "/dev/null is no longer a device");
    QUERN(1, "-o", "nosuch/report", fib);
    QUERN(1, "-o", ".", fib);
    cr_expect_eq(count_files(), 0);
}

/* Runs a script in which "$0" is quern and "$1" the profile, and gives what it prints. */
static char *run_script(char *script)
{
    char *quern = run_quern_path();
    char *arguments[] = {"sh", "-c", script, quern, fib, NULL};
    struct run run = run_program("sh", arguments, NULL);
    char *text = run.out;

    cr_expect_eq(run.status, 0, "%s: %d, %s", script, run.status, run.err);
    run.out = NULL;
    run_free(&run);
    free(quern);
    return text;
}

static void expect_printed(char *script, const char *expected)
{
    char *text = run_script(script);

    cr_expect_str_eq(text, expected, "%s: '%s'", script, text);
    free(text);
}

/* With no profile to be found, what events mean in general. */
Test(destinations, help_with_events_needs_no_profile)
{
    char *quern = run_quern_path();
    struct run run = run_program(quern, (char *[]){"quern", "--help=events", NULL}, NULL);

    cr_expect_eq(run.status, 0, "%s", run.err);
    cr_expect_eq(strncmp(run.out, "Ir         Instructions that ran.", 33), 0, "%s", run.out);
    run_free(&run);
    free(quern);
}

Test(destinations, may_be_a_fifo)
{
    expect_printed("mkfifo fifo\n"
                   "\"$0\" --format=csv --top=1 -o fifo \"$1\" & cat fifo >read\n"
                   "wait $! && test -p fifo && wc -l <read | tr -d ' '",
                   "2\n");
    /* The reader goes away. */
    expect_printed("\"$0\" --format=csv -o fifo \"$1\" 2>messages & : <fifo\n"
                   "wait $!; echo $?; cat messages; test -p fifo",
                   "0\n");
}

Test(destinations, may_be_standard_output)
{
    expect_printed("echo old >report; \"$0\" --top \"$1\" -o /dev/stdout >>report\n"
                   "(echo old; \"$0\" --top \"$1\") | cmp - report; ls",
                   "report\n");
    expect_printed("rm report; \"$0\" --top \"$1\" | sum >expected\n"
                   "\"$0\" --top \"$1\" -o - | sum | cmp - expected; ls",
                   "expected\n");
    /* The reader goes away. */
    expect_printed("exec 3>&1\n"
                   "{ \"$0\" --format=csv \"$1\" -o /dev/stdout 2>messages; echo $? >&3; } | :\n"
                   "cat messages",
                   "0\n");
}

Test(destinations, may_be_full)
{
    static char *const views_of_all_sizes[] = {
        "--top=1",           "--top",         "--format=json", "--format=csv",
        "--format=markdown", "--list-events", "--help"};

    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("there is no /dev/full");
    for (size_t i = 0; i < ARRAY_LENGTH(views_of_all_sizes); i++) {
        char script[200];
        snprintf(script, sizeof script,
                 "\"$0\" %s \"$1\" >/dev/full 2>messages; echo $?; cat messages",
                 views_of_all_sizes[i]);
        expect_printed(script, "1\nquern: cannot write the output: No space left on device\n");
        QUERN(i + 1 == ARRAY_LENGTH(views_of_all_sizes) ? 0 : 1, "-o", "/dev/full",
              views_of_all_sizes[i], fib);
    }
    expect_printed("\"$0\" --top --fail-if='Ir > 1' \"$1\" >/dev/full 2>messages; echo $?", "1\n");
}

/*
 * quern writes when nobody reads any more: the FIFO says when that is. Prints the exit status,
 * and what is on standard error.
 */
static void expect_closed_pipe(const char *arguments, const char *expected)
{
    char script[400];

    snprintf(script, sizeof script,
             "rm -f closed; mkfifo closed\n"
             "{ cat closed >/dev/null; \"$0\" %s 2>messages; echo $? >status; } |\n"
             "{ exec <&-; : >closed; }\n"
             "cat status messages",
             arguments);
    expect_printed(script, expected);
}

Test(destinations, may_be_closed)
{
    expect_closed_pipe("--top=1 \"$1\"", "0\n");
    expect_closed_pipe("--auto=no \"$1\"", "0\n");
    expect_closed_pipe("--help", "0\n");
    expect_closed_pipe("--format=json \"$1\"", "0\n");
    expect_closed_pipe("--format=csv \"$1\"", "0\n");
    expect_closed_pipe("--format=markdown \"$1\"", "0\n");
    expect_closed_pipe("--format=json " TESTDATA_DIR "/pybrz", "0\n");
    expect_closed_pipe("--format=folded \"$1\"", "0\n");
    expect_closed_pipe("--top --fail-if='Ir > 1' \"$1\"",
                       "3\nquern: exceeded: Ir > 1: 69,544, limit 1\n");
    expect_closed_pipe("--top --fail-if='Ir > 1M' \"$1\"",
                       "0\nquern: ok: Ir > 1M: 69,544, limit 1,000,000\n");
}

Test(destinations, may_be_a_pipe_of_which_a_line_is_read)
{
    expect_printed("{ \"$0\" --format=csv \"$1\" 2>messages; echo $? >status; } | head -n 1 |\n"
                   "cut -c 1-11; cat status messages",
                   "kind,parent\n0\n");
}
