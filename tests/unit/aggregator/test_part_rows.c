/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/part_rows.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/rows.h"
#include "base/array.h"
#include "base/error.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(part_rows, .init = temporary_enter, .fini = temporary_leave);

/* The rows of a key, as "LABEL COST", a line each. */
static void check_rows(const struct parsed *parsed, enum row_key key, const char *expected)
{
    struct error error = {0};
    struct rows rows;
    char found[500] = "";
    size_t length = 0;

    cr_assert(rows_create(&rows, &parsed->profile, &(struct row_choice){.key = key}, &error));
    for (row_id id = 0; id < rows.count; id++)
        length += (size_t)snprintf(found + length, sizeof found - length, "%.*s %" PRIi64 "\n",
                                   (int)rows.labels[id].length, rows.labels[id].at,
                                   costs_sum(&rows.self, costs_row(&rows.self, id), 0));
    cr_expect_str_eq(found, expected);
    rows_free(&rows);
}

Test(part_rows, are_parts_threads_and_runs)
{
    struct parsed parsed;

    parsed_begin(&parsed);
    parsed_add(&parsed, "pid: 7\npart: 1\nthread: 1\nevents: A\nfn=f\n1 1\n"
                        "part: 1\nthread: 2\ndesc: Thread name: worker\nevents: A\nfn=f\n1 2\n"
                        "part: 2\nthread: 2\ndesc: Thread name: worker\nevents: A\nfn=f\n1 4\n");
    parsed_add(&parsed, "pid: 7\npart: 2\nthread: 1\nevents: A\nfn=f\n1 8\n");
    parsed_add(&parsed, "events: A\nfn=f\n1 16\n");
    cr_assert(parsed.is_read);
    parsed.profile.inputs[1].run = 0; /* two files of one run */
    parsed.profile.inputs[1].run_name = parsed.profile.inputs[0].run_name = TEXT("c");
    check_rows(&parsed, BY_PART,
               "part 1, thread 1, PID 7 1\npart 1, thread 2, PID 7, worker 2\n"
               "part 2, thread 2, PID 7, worker 4\npart 2, thread 1, PID 7 8\n"
               "part of " PARSED_PATH " 16\n");
    check_rows(&parsed, BY_THREAD, "thread 1, PID 7 9\nthread 2, PID 7, worker 6\nno thread 16\n");
    check_rows(&parsed, BY_INPUT, "c 15\n" PARSED_PATH " 16\n");
    parsed_free(&parsed);
}

/* What the rows by part or thread say of time, "-" for nothing, and of why they were written. */
static void check_spans(const char *text, enum row_key key, const char *expected)
{
    struct parsed parsed;
    struct error error = {0};
    struct rows rows;
    char found[500] = "";
    size_t length = 0;

    parsed_read(&parsed, text);
    cr_assert(parsed.is_read);
    cr_assert(rows_create(&rows, &parsed.profile, &(struct row_choice){.key = key}, &error));
    for (row_id id = 0; id < rows.count; id++) {
        struct row_span span = rows_names(&rows, id).span;
        length += (size_t)snprintf(found + length, sizeof found - length, "[%.*s] [%.*s]\n",
                                   (int)span.time_range.length, span.time_range.at,
                                   (int)span.trigger.length, span.trigger.at);
    }
    cr_expect_str_eq(found, expected);
    rows_free(&rows);
    parsed_free(&parsed);
}

#define PART(number, range, trigger)                                                               \
    "part: " number "\nthread: 1\ndesc: Timerange: " range "\ndesc: Trigger: " trigger             \
    "\nevents: A\nfn=f\n1 1\n"

Test(part_rows, say_when_and_why_they_were_written)
{
    check_spans(PART("1", "Basic block 0 - 5", "a") PART("2", "half a day", "b"), BY_PART,
                "[Basic block 0 - 5] [a]\n[half a day] [b]\n");
    check_spans(PART("2", "Basic block 5 - 9", "b") PART("1", "Basic block 0 - 5", "a")
                    PART("3", "Basic block 9 - 17", "b"),
                BY_THREAD, "[Basic block 0 - 17] [b; a]\n");
    check_spans(PART("1", "Basic block 0 - 5", "a") PART("2", "Second 5 - 9", "b"), BY_THREAD,
                "[] [a; b]\n");
    check_spans(PART("1", "Basic block 0 - 5", "a") PART("2", "Basic block 5 -", "a"), BY_THREAD,
                "[] [a]\n");
    check_spans(PART("1", "1 - 2", "a") PART("2", "2 - 3", "b") PART("3", "3 - 4", "c")
                    PART("4", "4 - 5", "d") PART("5", "5 - 6", "e"),
                BY_THREAD, "[1 - 6] [a; b; c and 2 more]\n");
    check_spans(PART("1", "1 - 2", "a"), BY_INPUT, "[] []\n");
}

/* A program that dumps itself after each step of its work. */
Test(part_rows, may_be_many)
{
    enum { N_PARTS = 2000, PART_ROOM = 60 };
    char *text = calloc(N_PARTS, PART_ROOM);
    size_t length = 0;
    struct parsed parsed;
    struct error error = {0};
    struct rows rows;

    cr_assert(text);
    for (int i = 1; i <= N_PARTS; i++)
        length += (size_t)sprintf(text + length, "part: %d\nevents: A\nfn=f\n1 %d\n", i, i);
    parsed_read(&parsed, text);
    cr_assert(parsed.is_read);
    cr_assert(rows_create(&rows, &parsed.profile, &(struct row_choice){.key = BY_PART}, &error));
    cr_assert_eq(rows.count, N_PARTS);
    cr_expect(text_equal(rows.labels[N_PARTS - 1], TEXT("part 2000")));
    rows_free(&rows);
    parsed_free(&parsed);
    free(text);
}
