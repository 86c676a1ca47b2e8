/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/inlined_code.h"

#ifdef HAVE_LIBDW

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/names.h"
#include "sources/source.h"
#include "support/run.h"
#include "support/temporary.h"

static struct names *all_functions; /* what is wanted by line: main alone */

static void enter(void)
{
    run_need("inlined_code", "gcc");
    temporary_enter();
    all_functions = names_create();
    names_add(all_functions, TEXT("main"));
}

static void leave(void)
{
    names_free(all_functions);
    temporary_leave();
}

TestSuite(inlined_code, .init = enter, .fini = leave, .timeout = 120);

/* Compiles a program of testdata/src with these options. */
static void compile(const char *compiler, const char *source, const char *options)
{
    char command[600];
    char *arguments[] = {"sh", "-c", command, NULL};

    snprintf(command, sizeof command, "%s %s -o program %s/src/%s", compiler, options, TESTDATA_DIR,
             source);
    free(run_output("sh", arguments, NULL));
}

static void shell(const char *command)
{
    char *arguments[] = {"sh", "-c", (char *)command, NULL};

    free(run_output("sh", arguments, NULL));
}

static enum inlined_code_status read_wanted(struct inlined_code *code, const char *path,
                                            const struct wanted_code *wanted)
{
    struct source object;
    struct inlined_code_reader reader;

    cr_assert(source_open(&object, (struct text){0}, text_of(path), INT64_MAX));
    inlined_code_start(&reader, &object, wanted);
    source_close(&object);
    return inlined_code_finish(&reader, code);
}

/* Reads what is on the lines of main. */
static enum inlined_code_status read_program(struct inlined_code *code, const char *path)
{
    return read_wanted(code, path, &(struct wanted_code){.functions = all_functions});
}

static struct text name_of(const struct inlined_code *code, size_t node)
{
    return names_text(code->names, code->functions[code->nodes[node].function].name);
}

/* Whether some point is in a function that was inlined. */
static bool has_inlined(const struct inlined_code *code, const char *name)
{
    for (size_t i = 0; i < code->n_points; i++)
        for (uint32_t node = code->points[i].node; code->nodes[node].parent != NO_ID;
             node = code->nodes[node].parent)
            if (text_equal(name_of(code, node), text_of(name)))
                return true;
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
        cr_expect(has_inlined(&code, "shapes::square(int)"), "%s", options[i]);
        cr_expect(has_inlined(&code, "int shapes::twice<int>(int)"), "%s", options[i]);
        inlined_code_free(&code);
        compile("gcc", "inlined.c", options[i]);
        cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_READ, "%s", options[i]);
        cr_expect(has_inlined(&code, "square"), "%s", options[i]);
        inlined_code_free(&code);
    }
}

/* By address the points of a line are what they are by line. */
Test(inlined_code, is_the_same_by_address_and_by_line)
{
    struct inlined_code lines, points;
    uint64_t addresses[1000] = {1};
    size_t count = 1, next = 1;

    compile("gcc", "inlined.c", "-O2 -g");
    cr_assert_eq(read_program(&lines, "./program"), INLINED_CODE_READ);
    for (size_t i = 0; i < lines.n_points && count < ARRAY_LENGTH(addresses); i++)
        addresses[count++] = lines.points[i].address;
    cr_assert_eq(read_wanted(&points, "./program", &(struct wanted_code){addresses, count, NULL}),
                 INLINED_CODE_READ);
    cr_expect_eq(points.n_points, count);
    cr_expect_eq(points.points[0].node, NO_ID);
    for (; next < count; next++) {
        uint32_t a = lines.points[next - 1].node, b = points.points[next].node;
        cr_assert(a != NO_ID && b != NO_ID);
        bool is_inlined = lines.nodes[a].parent != NO_ID;
        cr_expect_eq(points.points[next].number, lines.points[next - 1].number);
        cr_expect_eq(points.nodes[b].parent != NO_ID, is_inlined);
        cr_expect(!is_inlined || text_equal(name_of(&lines, a), name_of(&points, b)));
    }
    inlined_code_free(&lines);
    inlined_code_free(&points);
    cr_expect_eq(read_wanted(&points, "./program", &(struct wanted_code){addresses, 1, NULL}),
                 INLINED_CODE_NONE);
    inlined_code_free(&points);
}

Test(inlined_code, has_nothing_without_debug_information)
{
    struct inlined_code code;

    compile("gcc", "inlined.c", "-O2 -s");
    cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_NONE);
    cr_expect_eq(code.n_nodes, 0);
    inlined_code_free(&code);
}

/* What is no file is never opened: a device may not end. */
Test(inlined_code, is_where_a_link_says, .timeout = 60)
{
    static const struct {
        const char *make;
        enum inlined_code_status status;
    } cases[] = {
        {"", INLINED_CODE_READ},
        {"mkdir .debug && mv information .debug", INLINED_CODE_READ},
        {"rm information", INLINED_CODE_NONE},
        {"rm information && mkfifo information", INLINED_CODE_NONE},
        {"ln -sf /dev/zero information", INLINED_CODE_NONE},
    };
    struct inlined_code code;

    run_need("inlined_code", "objcopy");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        shell("rm -rf * .debug");
        compile("gcc", "inlined.c", "-O2 -g -Wl,--build-id=none");
        shell("objcopy --only-keep-debug program information && strip program && "
              "objcopy --add-gnu-debuglink=information program");
        shell(cases[i].make);
        cr_expect_eq(read_program(&code, "./program"), cases[i].status, "%s", cases[i].make);
        inlined_code_free(&code);
    }
}

/* What is wrong is damage, were it in one place: half of the truth is none. */
Test(inlined_code, says_that_it_is_damaged)
{
    static const char *const damages[] = {
        /* ranges, the version of the table of lines, texts, and half of a section */
        "printf '\\377%.0s' $(seq 20) | dd of=.debug_rnglists seek=12",
        "printf wrong | dd of=.debug_line seek=4",
        "printf x >.debug_str",
        "printf x >.debug_line",
        "dd if=.debug_info of=half count=100 && mv half .debug_info",
    };
    char command[600];
    struct inlined_code code;

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

static void check_references(const struct inlined_code *code)
{
    for (size_t i = 0; i < code->n_points; i++)
        for (uint32_t node = code->points[i].node; node != NO_ID; node = code->nodes[node].parent) {
            cr_assert_lt(node, code->n_nodes);
            cr_assert(code->nodes[node].parent == NO_ID || code->nodes[node].parent < node);
            if (code->nodes[node].parent != NO_ID)
                cr_expect_not_null(name_of(code, node).at);
        }
}

/* What a copy of this process wrote, as far as it is left, is believed in nothing. */
Test(inlined_code, believes_no_copy)
{
    static const struct process_limits no_limits = {0};
    static const char *const arguments[] = {"cat", "written", NULL}, *const none[] = {NULL};
    struct inlined_code code;
    struct process process;
    size_t size;

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
        enum inlined_code_status status;
        bool is_received = inlined_code_receive(&code, &process, &status);
        process_end(&process);
        cr_expect(left == size || !is_received);
        cr_expect(round != 0 || is_received);
        cr_expect(is_received || status == INLINED_CODE_DAMAGED);
        if (is_received)
            check_references(&code);
        inlined_code_free(&code);
        free(damaged);
    }
    free(bytes);
}

/* Neither a process nor an open file is left of what was read, whatever came of it. */
Test(inlined_code, leaves_nothing)
{
    struct inlined_code code;

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
Test(inlined_code, ends_where_entries_lead_back)
{
    struct inlined_code code;

    compile("gcc", "inlined_again.S", "");
    cr_expect_eq(read_program(&code, "./program"), INLINED_CODE_DAMAGED);
    inlined_code_free(&code);
}

/* It would be a line of its own in a profile that is written. */
Test(inlined_code, has_names_of_one_line)
{
    struct inlined_code code;
    size_t n_found = 0;

    compile("gcc", "inlined_long.S", "-DCOUNT=1");
    cr_assert_eq(read_program(&code, "./program"), INLINED_CODE_READ);
    for (size_t i = 0; i < code.n_functions; i++)
        n_found += strstr(names_text(code.names, code.functions[i].name).at, "a?b") != NULL;
    cr_expect_eq(n_found, 1);
    inlined_code_free(&code);
}

/* The names of 600 functions, which are one text of a megabyte, would take 600 MB. */
Test(inlined_code, gives_up_names_that_fill_the_memory)
{
    struct inlined_code code;

    run_leave_to_plain_builds();
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
    const struct wanted_code wanted = {.functions = all_functions};
    size_t size, n_rounds = run_is_thorough() ? 20000 : 400;

    compile("gcc", "inlined.c", "-O2 -g -gdwarf-4");
    FILE *file = fopen("program", "r");
    cr_assert(file);
    char *bytes = run_read_file(file, &size);
    fclose(file);
    srand(44);
    for (size_t round = 0; round < n_rounds; round++) {
        char *damaged = malloc(size);
        struct inlined_code code;
        struct source object;
        memcpy(damaged, bytes, size);
        for (int i = 0; i < 1 + rand() % 30; i++)
            damaged[64 + (size_t)rand() % (size - 64)] = (char)(rand() % 3 == 0 ? 0xff : rand());
        temporary_write_bytes("damaged", damaged, size);
        cr_assert(source_open(&object, (struct text){0}, TEXT("./damaged"), INT64_MAX));
        (void)debug_information_read(&code, &object, &wanted);
        source_close(&object);
        check_references(&code);
        inlined_code_free(&code);
        free(damaged);
    }
    free(bytes);
}

#endif
