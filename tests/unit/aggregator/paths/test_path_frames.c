/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_frames.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_frames, .init = temporary_enter, .fini = temporary_leave);

#define FOLDS .folds_frames = true

/* What calls main, and exit after it. */
#define LIBC                                                                                       \
    FN("__libc_start_main", "5") CALL("main", "1", "80") CALL("exit", "1", "10") FN("exit", "10")
#define MAIN FN("main", "50") CALL("f", "3", "30") FN("f", "30")

#define PROGRAM                                                                                    \
    HEAD FN("0x1", "2") CALL("below", "1", "98") FN("below", "3")                                  \
        CALL("__libc_start_main", "1", "95") LIBC MAIN

Test(path_frames, are_one_row_with_the_start)
{
    static const struct path_case cases[] = {
        /* 2, 3 and 5 are spent before main, which costs 80. */
        {"down to main",
         PROGRAM,
         {FOLDS},
         "0x1 100 self 10, 3 frames\n"
         "  main 80 self 50 x1\n"
         "    f 30 self 30 x3\n"
         "  exit 10 self 10 x1\n"},
        {"that need not be",
         PROGRAM,
         {0},
         "0x1 100 self 2\n"
         "  below 98 self 3 x1\n"
         "    __libc_start_main 95 self 5 x1\n"
         "      main 80 self 50 x1\n"
         "        f 30 self 30 x3\n"
         "      exit 10 self 10 x1\n"},
        {"which call others, too",
         HEAD FN("0x1", "2") CALL("below", "1", "93") CALL("exit", "2", "7") FN("below", "3")
             CALL("main", "1", "80") CALL("exit", "1", "10") FN("exit", "17") MAIN,
         {FOLDS},
         "0x1 102 self 5, 2 frames\n"
         "  main 80 self 50 x1\n"
         "    f 30 self 30 x3\n"
         "  exit 17 self 17 x3\n"},
        {"although most is spent elsewhere",
         HEAD FN("0x1", "2") CALL("other", "1", "9") CALL("below", "1", "8") FN("other", "9")
             FN("below", "3") CALL("main", "1", "5") FN("main", "5"),
         {FOLDS},
         "0x1 19 self 5, 2 frames\n"
         "  other 9 self 9 x1\n"
         "  main 5 self 5 x1\n"},
        {"that a start may be without",
         HEAD FN("0x1", "2") CALL("main", "1", "80") MAIN,
         {FOLDS},
         "0x1 82 self 2\n"
         "  main 80 self 50 x1\n"
         "    f 30 self 30 x3\n"},
        {"to which main itself has none",
         HEAD "fn=main\n1 50\n" CALL("f", "3", "30") FN("f", "20") CALL("main'2", "1", "10")
             FN("main'2", "10"),
         {FOLDS},
         "main 80 self 50\n"
         "  f 30 self 20 x3\n"
         "    main 10 self 10 x1\n"},
        /* By B others start it, for 9, who may have called main, too. */
        {"that start on their own by another event",
         "events: A B\nfl=a\nfn=0x1\n1 2 0\ncfn=below\ncalls=1 1\n1 80 3\nfn=below\n1 3 9\n"
         "cfn=main\ncalls=2 1\n1 77 3\nfn=main\n1 77 3\n",
         {FOLDS},
         "0x1 82 self 5, 2 frames\n"
         "  main 77 self 77 x2?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_frames, stay_apart)
{
    static const struct path_case cases[] = {
        {"where none leads to main",
         HEAD FN("0x1", "2") CALL("below", "1", "3") FN("below", "3"),
         {FOLDS},
         "0x1 5 self 2\n"
         "  below 3 self 3 x1\n"},
        {"where main is called by others, too",
         HEAD FN("0x1", "2") CALL("below", "1", "92") FN("below", "3") CALL("main", "1", "80")
             CALL("again", "1", "9") FN("again", "1") CALL("main", "2", "8") FN("main", "88"),
         {FOLDS},
         "0x1 94 self 2\n"
         "  below 92 self 3 x1\n"
         "    main 80 self 80 x1\n"
         "    again 9 self 1 x1\n"
         "      main 8 self 8 x2\n"},
        /* A thread calls below for 4, 84 in all; main has 80 * 80 / 84, at least 76. */
        {"where others call one of them",
         HEAD FN("0x1", "2") CALL("below", "1", "80") FN("thread", "1") CALL("below", "1", "4")
             FN("below", "4") CALL("main", "1", "80") FN("main", "80"),
         {FOLDS},
         "0x1 82 self 2\n"
         "  below 80 self ~3.80952[0-4] x1\n"
         "    main ~76.1905[76-80] self ~76.1905[76-80] x1?\n"
         "thread 5 self 1\n"
         "  below 4 self ~0.190476[0-4] x1\n"
         "    main ~3.80952[0-4] self ~3.80952[0-4] x1?\n"},
        {"where they call each other",
         HEAD FN("0x1", "2") CALL("below", "1", "86") FN("below", "3") CALL("again", "2", "90")
             FN("again", "3") CALL("below", "1", "7") CALL("main", "1", "80") FN("main", "80"),
         {FOLDS},
         "0x1 88 self 2\n"
         "  <1> 86 self 6 x1\n"
         "    in below self 3\n"
         "    in again self 3\n"
         "    main 80 self 80 x1\n"},
        {"where main is in a cycle with others",
         HEAD FN("0x1", "2") CALL("below", "1", "86") FN("below", "3") CALL("main", "1", "83")
             FN("main", "80") CALL("atexit", "1", "3") FN("atexit", "3") CALL("main", "1", "0"),
         {FOLDS},
         "0x1 88 self 2\n"
         "  below 86 self 3 x1\n"
         "    <1> 83 self 83 x1\n"
         "      in main self 80\n"
         "      in atexit self 3\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* Up from main: 0x1 and what is below it are one row, unless a function there is a cycle. */
Test(path_frames, are_one_row_above_main)
{
    static const struct path_case cases[] = {
        {"up to the start",
         PROGRAM,
         {FOLDS, .goes_up = true, .functions = "main"},
         "main 50\n"
         "  0x1 50 x0?, 3 frames\n"},
        {"but not to a cycle",
         HEAD FN("a", "1") CALL("b", "1", "112") FN("b", "2") CALL("a", "1", "1")
             CALL("c", "1", "109") FN("c", "9") CALL("main", "1", "100") FN("main", "100"),
         {FOLDS, .goes_up = true, .functions = "main"},
         "main 100\n"
         "  c 100 x1?\n"
         "    <1> 100 x1?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_frames, is_of_starts_alone)
{
    static const struct path_case cases[] = {
        {"not of a function that is asked for",
         PROGRAM,
         {FOLDS, .functions = "below", .least = 20},
         "below 98 self 3\n"
         "  __libc_start_main 95 self 5 x1\n"
         "    main 80 self 50 x1\n"
         "      f 30 self 30 x3\n"
         "    (1 more, up to 10)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* The tree of a start with so many frames below it, the last of which calls main. */
static char *show_frames(unsigned count)
{
    static const struct path_question question = {FOLDS};
    char *profile = NULL;
    size_t size;
    FILE *out = open_memstream(&profile, &size);

    cr_assert(out, "out of memory");
    fputs(HEAD, out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "fn=frame%u\n1 0\ncfn=frame%u\ncalls=1 1\n1 5\n", i, i + 1);
    fprintf(out, "fn=frame%u\n1 0\ncfn=main\ncalls=1 1\n1 5\nfn=main\n1 5\n", count);
    fclose(out);
    char *text = path_rows_show(profile, &question);
    free(profile);
    return text;
}

/* What is longer is the program's own. */
Test(path_frames, are_no_more_than_a_runtime_has)
{
    char *text = show_frames(31);
    cr_expect_str_eq(text, "frame0 5 self 0, 32 frames\n  main 5 self 5 x1\n");
    free(text);
    text = show_frames(32);
    cr_expect(strstr(text, "frames") == NULL, "%s", text);
    free(text);
}
