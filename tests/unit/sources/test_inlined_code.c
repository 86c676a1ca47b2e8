/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/inlined_code.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/names.h"
#include "sources/object_file.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(inlined_code, .init = temporary_enter, .fini = temporary_leave, .timeout = 120);

enum { MOST = 8 };

/* Writes intervals as "1-3:0 3-4:2". */
static void write_intervals(const struct code_interval *intervals, size_t count, char *text,
                            size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%llu-%llu:%u",
                                   i == 0 ? "" : " ", (unsigned long long)intervals[i].begin,
                                   (unsigned long long)intervals[i].end, intervals[i].node);
}

Test(inlined_code, has_the_deepest_of_several_ranges)
{
    static const struct {
        struct code_range ranges[MOST];
        const char *expected;
    } cases[] = {
        {{{0}}, ""},
        {{{10, 20, 0, 1}}, "10-20:0"},
        {{{10, 20, 0, 1}, {12, 15, 1, 2}}, "10-12:0 12-15:1 15-20:0"},
        {{{10, 20, 0, 1}, {12, 15, 1, 2}, {13, 14, 2, 3}},
         "10-12:0 12-13:1 13-14:2 14-15:1 15-20:0"},
        /* all of it, and pieces that touch */
        {{{10, 20, 0, 1}, {10, 20, 1, 2}}, "10-20:1"},
        {{{10, 20, 0, 1}, {10, 13, 1, 2}, {13, 20, 1, 2}}, "10-20:1"},
        {{{10, 20, 0, 1}, {30, 40, 0, 1}, {35, 36, 1, 2}}, "10-20:0 30-35:0 35-36:1 36-40:0"},
        /* as no compiler writes them */
        {{{10, 20, 0, 1}, {15, 30, 1, 2}}, "10-15:0 15-30:1"},
        {{{10, 30, 0, 2}, {5, 20, 1, 1}}, "5-10:1 10-30:0"},
        {{{10, 20, 0, 1}, {15, 30, 1, 1}}, "10-15:0 15-30:1"},
        {{{10, 40, 0, 1}, {12, 30, 1, 3}, {20, 35, 2, 2}}, "10-12:0 12-30:1 30-35:2 35-40:0"},
        {{{1, UINT64_C(1) << 40, 0, 1}, {7, 7, 1, 2}, {8, 9, 2, 2}},
         "1-8:0 8-9:2 9-1099511627776:0"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct code_range ranges[MOST];
        size_t count = 0, n_intervals;
        char text[200];
        memcpy(ranges, cases[i].ranges, sizeof ranges);
        while (count < MOST && ranges[count].end != 0)
            count++;
        struct code_interval *intervals = code_ranges_flatten(ranges, count, &n_intervals);
        write_intervals(intervals, n_intervals, text, sizeof text);
        cr_expect_str_eq(text, cases[i].expected, "case %zu: %s", i, text);
        free(intervals);
    }
}

/* Each address on its own: the range that is deepest there, and of several the last one. */
Test(inlined_code, agrees_with_a_search_of_each_address)
{
    enum { ADDRESSES = 60, RANGES = 12, ROUNDS = 2000 };

    srand(44);
    for (int round = 0; round < ROUNDS; round++) {
        struct code_range ranges[RANGES], sorted[RANGES];
        struct inlined_code code = {0};
        for (uint32_t i = 0; i < RANGES; i++) {
            uint64_t begin = (uint64_t)rand() % ADDRESSES;
            ranges[i] =
                (struct code_range){begin, begin + (uint64_t)rand() % 20, i, (uint32_t)rand() % 4};
        }
        memcpy(sorted, ranges, sizeof sorted);
        code.intervals = code_ranges_flatten(sorted, RANGES, &code.n_intervals);
        for (uint64_t address = 0; address < ADDRESSES + 25; address++) {
            const struct code_range *best = NULL;
            for (const struct code_range *range = ranges; range < ranges + RANGES; range++)
                if (range->begin <= address && address < range->end &&
                    (best == NULL || range->depth >= best->depth))
                    best = range;
            cr_assert_eq(inlined_code_node(&code, address), best == NULL ? NO_ID : best->node,
                         "round %d, address %d", round, (int)address);
        }
        free(code.intervals);
    }
}

Test(inlined_code, cuts_lines_that_overlap)
{
    struct line_interval lines[] = {{30, 40, 0, 3}, {10, 35, 0, 1}, {10, 10, 0, 2}, {20, 20, 0, 9}};
    struct inlined_code code = {.lines = lines,
                                .n_lines = line_intervals_sort(lines, ARRAY_LENGTH(lines))};

    cr_expect_eq(code.n_lines, 2);
    cr_expect_eq(inlined_code_line(&code, 15)->number, 1);
    cr_expect_eq(inlined_code_line(&code, 39)->number, 3);
    cr_expect_null(inlined_code_line(&code, 9));
    cr_expect_null(inlined_code_line(&code, 25),
                   "what begins at the same address is cut to nothing");
    cr_expect_null(inlined_code_line(&code, 40));
}

#ifdef HAVE_LIBDW

static enum inlined_code_status read_object(struct inlined_code *code,
                                            const struct object_file *object,
                                            const struct wanted_code *wanted)
{
    struct inlined_code_reader reader;

    inlined_code_start(&reader, object, wanted);
    return inlined_code_finish(&reader, code);
}

/* Compiles a program of testdata/src with these options. */
static void compile(const char *compiler, const char *source, const char *options)
{
    char command[600];
    char *arguments[] = {"sh", "-c", command, NULL};

    snprintf(command, sizeof command, "%s %s -o program %s/src/%s", compiler, options, TESTDATA_DIR,
             source);
    free(run_output("sh", arguments, NULL));
}

static enum inlined_code_status read_program(struct inlined_code *code, const char *path)
{
    struct object_file object;

    enum object_status status = object_open(&object, path);
    enum inlined_code_status read =
        status == OBJECT_READ ? read_object(code, &object, NULL) : INLINED_CODE_NONE;
    if (status != OBJECT_READ)
        *code = (struct inlined_code){0};
    object_close(&object);
    return read;
}

static struct text name_of(const struct inlined_code *code, size_t node)
{
    return names_text(code->names, code->functions[code->nodes[node].function].name);
}

/* Whether code of a function was inlined in another one, which has a symbol. */
static bool has_inlined(const struct inlined_code *code, const char *name, const char *host)
{
    for (size_t i = 0; i < code->n_nodes; i++) {
        uint32_t node = (uint32_t)i;
        if (code->nodes[i].parent == NO_ID || !text_equal(name_of(code, i), text_of(name)))
            continue;
        while (code->nodes[node].parent != NO_ID)
            node = code->nodes[node].parent;
        if (text_equal(name_of(code, node), text_of(host)))
            return true;
    }
    return false;
}

Test(inlined_code, names_functions_as_callgrind_does)
{
    static const char *const options[] = {"-O2 -g",       "-O2 -gdwarf-4",
                                          "-O2 -g1",      "-O2 -g -gsplit-dwarf",
                                          "-O2 -g -flto", "-O2 -g -static"};

    run_need("inlined_code", "g++");
    for (size_t i = 0; i < ARRAY_LENGTH(options); i += run_step_sanitized(3)) {
        struct inlined_code code;
        compile("g++", "inlined.cpp", options[i]);
        cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_READ, "%s", options[i]);
        cr_expect(has_inlined(&code, "shapes::square(int)", "main"), "%s", options[i]);
        cr_expect(has_inlined(&code, "int shapes::twice<int>(int)", "main"), "%s", options[i]);
        inlined_code_free(&code);
        compile("gcc", "inlined.c", options[i]);
        cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_READ, "%s", options[i]);
        cr_expect(has_inlined(&code, "square", "main"), "%s", options[i]);
        inlined_code_free(&code);
    }
}

/* What is wanted, by an address or by a name, is as it is where all is read. */
static void check_wanted(const struct object_file *object, const struct wanted_code *wanted,
                         const char *name)
{
    struct inlined_code all, code;
    size_t n_found = 0;

    cr_expect_eq(read_object(&all, object, NULL), INLINED_CODE_READ);
    cr_expect_eq(read_object(&code, object, wanted), INLINED_CODE_READ);
    for (size_t i = 0; i < all.n_intervals; i++) {
        uint64_t at = all.intervals[i].begin;
        uint32_t root = all.intervals[i].node, node = inlined_code_node(&code, at);
        struct text innermost = name_of(&all, root);
        while (all.nodes[root].parent != NO_ID)
            root = all.nodes[root].parent;
        if (!text_equal(name_of(&all, root), text_of(name))) {
            cr_expect_eq(node, NO_ID, "%s", name);
            continue;
        }
        cr_assert_neq(node, NO_ID);
        cr_expect(text_equal(name_of(&code, node), innermost));
        cr_expect_eq(inlined_code_line(&code, at)->number, inlined_code_line(&all, at)->number);
        n_found++;
    }
    cr_expect_eq(n_found != 0, code.n_nodes != 0);
    cr_expect_eq(n_found != 0, code.n_lines != 0);
    inlined_code_free(&all);
    inlined_code_free(&code);
}

static bool is_name(const void *wanted, struct text name)
{
    return text_equal(name, text_of(wanted));
}

Test(inlined_code, leaves_out_functions_that_are_not_wanted)
{
    struct object_file object;
    struct inlined_code all;
    static const uint64_t nowhere[] = {1};
    uint64_t somewhere[] = {0};

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined.c", "-O2 -g");
    cr_assert_eq(object_open(&object, "./program"), OBJECT_READ);
    cr_assert_eq(read_object(&all, &object, NULL), INLINED_CODE_READ);
    for (size_t i = 0; i < all.n_nodes; i++)
        if (text_equal(name_of(&all, i), TEXT("main")))
            somewhere[0] = all.nodes[i].address + 1;
    cr_assert_neq(somewhere[0], 0);
    check_wanted(&object, &(struct wanted_code){nowhere, 1, NULL, NULL}, "");
    check_wanted(&object, &(struct wanted_code){NULL, 0, is_name, "maine"}, "");
    check_wanted(&object, &(struct wanted_code){somewhere, 1, NULL, NULL}, "main");
    check_wanted(&object, &(struct wanted_code){NULL, 0, is_name, "main"}, "main");
    inlined_code_free(&all);
    object_close(&object);
}

Test(inlined_code, has_nothing_without_debug_information)
{
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined.c", "-O2 -s");
    cr_expect_neq(read_program(&code, "./program"), INLINED_CODE_READ);
    cr_expect_eq(code.n_nodes, 0);
    inlined_code_free(&code);
}

/* The checksum of a device is never known. */
Test(inlined_code, follows_no_link_out_of_its_folder, .timeout = 20)
{
    static const char link[] = "../../../../../../../../../../../../dev/zero\0\0\0\0\1\2\3\4";
    char *arguments[] = {"objcopy", "--add-section", ".gnu_debuglink=link", "program", NULL};
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    run_need("inlined_code", "objcopy");
    compile("gcc", "inlined.c", "-s -Wl,--build-id=none");
    temporary_write_bytes("link", link, sizeof link - 1);
    free(run_output("objcopy", arguments, NULL));
    cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_NONE);
    inlined_code_free(&code);
}

static void shell(const char *command)
{
    char *arguments[] = {"sh", "-c", (char *)command, NULL};

    free(run_output("sh", arguments, NULL));
}

/* What is wrong is damage, were it in one place: half of the truth is none. */
Test(inlined_code, says_that_it_is_damaged)
{
    static const char *const damages[] = {
        /* 20 bytes of ranges, the header before these, and a byte behind them; the
         * version of the table of lines, texts, and half of a section */
        "printf '\\377%.0s' $(seq 20) | dd of=.debug_rnglists seek=12",
        "printf '\\0%.0s' $(seq 20) | dd of=.debug_rnglists",
        "printf '\\377%.0s' $(seq 12) | dd of=.debug_rnglists",
        "printf '\\10\\0\\0\\0' | dd of=.debug_rnglists",
        "printf '\\6' | dd of=.debug_rnglists seek=4",
        "printf '\\3' | dd of=.debug_rnglists seek=6",
        "printf '\\1' | dd of=.debug_rnglists seek=7",
        "printf '\\1\\0\\0\\1' | dd of=.debug_rnglists seek=8",
        "printf '\\0' >>.debug_rnglists",
        "printf wrong | dd of=.debug_line seek=4",
        "printf x >.debug_str",
        "printf x >.debug_rnglists",
        "printf x >.debug_line",
        "dd if=.debug_info of=half count=100 && mv half .debug_info",
    };
    char command[600];
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    run_need("inlined_code", "objcopy");
    compile("gcc", "inlined.c", "-O2 -g -gdwarf-5");
    for (size_t i = 0; i < ARRAY_LENGTH(damages); i++) {
        snprintf(command, sizeof command,
                 "dd() { command dd bs=1 conv=notrunc status=none \"$@\"; }; set -e; set --;"
                 " for i in info line rnglists str; do objcopy -O binary"
                 " --only-section=.debug_$i --set-section-flags .debug_$i=alloc program .debug_$i;"
                 " set -- \"$@\" --update-section .debug_$i=.debug_$i; done; %s;"
                 " objcopy \"$@\" program damaged",
                 damages[i]);
        shell(command);
        cr_expect_eq(read_program(&code, "./damaged"), INLINED_CODE_DAMAGED, "%s", damages[i]);
        cr_expect_eq(code.n_nodes, 0);
        inlined_code_free(&code);
    }
}

/* A pipe that nobody writes to, or a device, wherever another file would be read. */
Test(inlined_code, opens_files_alone, .timeout = 60)
{
    static const struct {
        const char *options, *make;
    } cases[] = {
        {"-g -gsplit-dwarf", "rm *.dwo && mkfifo program-inlined.dwo"},
        {"-g -gsplit-dwarf -gdwarf-4", "rm *.dwo && ln -s /dev/zero program-inlined.dwo"},
        {"-g -gsplit-dwarf", "mkfifo program.dwp"},
        {"-s", "mkfifo program.debug"},
        {"-s", "mkdir .debug && mkfifo .debug/program"},
        {"-s -Wl,--build-id=none", "mkfifo pipe && printf 'pipe\\0\\0\\0\\0\\1\\2\\3\\4' >link &&"
                                   " objcopy --add-section .gnu_debuglink=link program"},
        {"-g", "mkfifo pipe && printf 'pipe\\0%020d' 0 >link &&"
               " objcopy --add-section .gnu_debugaltlink=link program"},
        {"-g", "mkfifo pipe && printf \"$PWD/pipe\\0%020d\" 0 >link &&"
               " objcopy --add-section .gnu_debugaltlink=link program"},
    };
    char options[200];
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    run_need("inlined_code", "objcopy");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        shell("rm -rf * .debug");
        snprintf(options, sizeof options, "-O2 %s", cases[i].options);
        compile("gcc", "inlined.c", options);
        shell(cases[i].make);
        cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_DAMAGED, "%s", cases[i].make);
        inlined_code_free(&code);
    }
}

/* The library of Debian 12 does not know zstd; a newer one reads all of it. */
Test(inlined_code, says_what_cannot_be_unpacked)
{
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    run_need("inlined_code", "objcopy");
    compile("gcc", "inlined.c", "-O2 -g");
    shell("objcopy --compress-debug-sections=zstd program 2>/dev/null || touch unknown");
    if (access("unknown", F_OK) != 0) {
        enum inlined_code_status status = read_program(&code, "./program");
        cr_expect(status == INLINED_CODE_PACKED || status == INLINED_CODE_READ, "%d", status);
        inlined_code_free(&code);
    }
    compile("gcc", "inlined.c", "-O2 -g");
    shell("objcopy --compress-debug-sections=zlib program");
    cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_READ);
    inlined_code_free(&code);
}

/* What a copy of this process wrote, as far as it is left, is believed in nothing. */
Test(inlined_code, believes_no_copy, .timeout = 120)
{
    static const struct process_limits no_limits = {0};
    static const char *const arguments[] = {"cat", "written", NULL}, *const none[] = {NULL};
    struct inlined_code code;
    struct process process;
    size_t size;

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined.c", "-O2 -g");
    cr_assert_eq(read_program(&code, "./program"), INLINED_CODE_READ);
    FILE *file = fopen("written", "w+");
    inlined_code_write(&code, INLINED_CODE_READ, file);
    inlined_code_free(&code);
    rewind(file);
    char *bytes = run_read_file(file, &size);
    fclose(file);
    srand(44);
    for (int round = 0; round < 300; round++) {
        char *damaged = malloc(size + 1);
        memcpy(damaged, bytes, size);
        for (int i = 0; i < round % 4; i++)
            damaged[(size_t)rand() % size] = (char)(rand() % 2 == 0 ? 0xff : rand());
        size_t left = round % 4 != 0 || round == 0 ? size
                    : round == 4                   ? size + 1
                                                   : (size_t)rand() % size;
        temporary_write_bytes("written", damaged, left);
        cr_assert(process_start(&process, arguments, none, &no_limits));
        enum inlined_code_status status = inlined_code_receive(&code, &process);
        process_end(&process);
        cr_expect(left == size || status == INLINED_CODE_DAMAGED);
        cr_expect(round != 0 || status == INLINED_CODE_READ);
        for (size_t i = 0; i < code.n_intervals; i++) {
            uint32_t node = inlined_code_node(&code, code.intervals[i].begin);
            cr_assert_lt(node, code.n_nodes);
            for (; code.nodes[node].parent != NO_ID; node = code.nodes[node].parent)
                cr_assert_lt(code.nodes[node].parent, node);
            cr_expect_not_null(name_of(&code, node).at);
        }
        inlined_code_free(&code);
        free(damaged);
    }
    free(bytes);
}

/* Neither a process nor an open file is left of what was read, whatever came of it. */
Test(inlined_code, leaves_nothing)
{
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined.c", "-O2 -g");
    int before = dup(0);
    close(before);
    for (int i = 0; i < 3; i++) {
        (void)read_program(&code, "./program");
        inlined_code_free(&code);
    }
    int after = dup(0);
    close(after);
    cr_expect_eq(after, before);
    cr_expect(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

#ifdef __x86_64__
/* Believing each entry which one is next would take 2^100 steps. */
Test(inlined_code, ends_where_entries_lead_back, .timeout = 60)
{
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined_again.S", "");
    cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_DAMAGED);
    inlined_code_free(&code);
}

/* A name of 170 bytes would be one of 5 MB. */
Test(inlined_code, leaves_mangled_what_would_be_endless)
{
    struct inlined_code code;

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined_long.S", "-DCOUNT=1");
    cr_assert_eq(read_program(&code, "./program"), INLINED_CODE_READ);
    cr_expect_eq(code.n_nodes, 3);
    for (size_t i = 0; i < code.n_functions; i++) {
        struct text name = names_text(code.names, code.functions[i].name);
        if (name.at[0] != 'a')
            cr_expect_lt(name.length, 200, "%.30s", name.at);
    }
    inlined_code_free(&code);
}

/* It would be a line of its own in a profile that is written. */
Test(inlined_code, has_names_of_one_line)
{
    struct inlined_code code;
    size_t n_found = 0;

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined_long.S", "-DCOUNT=1");
    cr_assert_eq(read_program(&code, "./program"), INLINED_CODE_READ);
    for (size_t i = 0; i < code.n_functions; i++)
        n_found += text_contains(names_text(code.names, code.functions[i].name), TEXT("a?b"));
    cr_expect_eq(n_found, 1);
    inlined_code_free(&code);
}

/* The names of 600 functions, which are one text of a megabyte, would take 600 MB. */
Test(inlined_code, gives_up_names_that_fill_the_memory)
{
    struct inlined_code code;

    run_leave_to_plain_builds();
    run_need("inlined_code", "gcc");
    compile("gcc", "inlined_long.S", "-DCOUNT=600");
    cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_DAMAGED);
    cr_expect_eq(code.n_nodes, 0);
    inlined_code_free(&code);
}
#endif

/*
 * Whatever is in debug information, reading it ends, and what it says can be asked for. It is read
 * in this process, so that nothing that goes wrong is taken for damage.
 */
Test(inlined_code, survives_damage, .timeout = 300)
{
    size_t size, n_rounds = run_is_thorough() ? 20000 : 400;

    run_need("inlined_code", "gcc");
    compile("gcc", "inlined.c", "-O2 -g -gdwarf-4");
    FILE *file = fopen("program", "r");
    cr_assert(file);
    char *bytes = run_read_file(file, &size);
    fclose(file);
    srand(44);
    for (size_t round = 0; round < n_rounds; round++) {
        char *damaged = malloc(size);
        struct inlined_code code;
        memcpy(damaged, bytes, size);
        for (int i = 0; i < 1 + rand() % 30; i++)
            damaged[64 + (size_t)rand() % (size - 64)] = (char)(rand() % 3 == 0 ? 0xff : rand());
        temporary_write_bytes("damaged", damaged, size);
        struct object_file object;
        code = (struct inlined_code){0};
        if (object_open(&object, "./damaged") == OBJECT_READ)
            (void)debug_information_read(&code, &object, NULL, false);
        object_close(&object);
        for (size_t i = 0; i < code.n_intervals; i++) {
            uint32_t node = inlined_code_node(&code, code.intervals[i].begin);
            cr_assert_lt(node, code.n_nodes);
            for (; code.nodes[node].parent != NO_ID; node = code.nodes[node].parent)
                cr_assert_lt(code.nodes[node].parent, node);
            cr_assert_lt(code.nodes[node].function, code.n_functions);
        }
        inlined_code_free(&code);
        free(damaged);
    }
    free(bytes);
}

#endif
