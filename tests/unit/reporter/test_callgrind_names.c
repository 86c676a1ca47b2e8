/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names are written once, and where readers would take another one for them. */

#include "reporter/callgrind_names.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "profile/filter.h"
#include "reporter/callgrind_order.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(callgrind_names, .init = temporary_enter, .fini = temporary_leave);

/* A profile and what is written of its names. */
struct written {
    struct parsed parsed;
    struct written_order order;
    struct name_writer names;
    FILE *out;
    char *text;
    size_t size;
};

static void write_filtered(struct written *written, const char *profile,
                           const struct filter *filter)
{
    parsed_begin(&written->parsed);
    written->parsed.profile.keep.spots = KEEP_SELF_AND_CALLS;
    parsed_add(&written->parsed, profile);
    cr_assert(written->parsed.is_read, "%s", written->parsed.error.text);
    written->out = open_memstream(&written->text, &written->size);
    written_order_create(&written->order, &written->parsed.profile, filter);
    name_writer_create(&written->names, &written->order, written->out);
}

static void write_begin(struct written *written, const char *profile)
{
    write_filtered(written, profile, &(struct filter){0});
}

static void write_end(struct written *written, const char *expected)
{
    fclose(written->out);
    cr_expect_str_eq(written->text, expected, "%s", written->text);
    free(written->text);
    name_writer_free(&written->names);
    written_order_free(&written->order);
    parsed_free(&written->parsed);
}

Test(callgrind_names, defines_a_function_once)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nfn=g\n1 1\n");
    write_function_name(&written.names, 0);
    write_callee_name(&written.names, 1);
    write_function_name(&written.names, 1);
    write_callee_name(&written.names, 0);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\ncfi=(1)\ncfn=(2) g\nfn=(2)\ncfn=(1)\n");
}

/* KCachegrind takes (1) for f of a, wherever it comes again. */
Test(callgrind_names, gives_each_function_a_number_of_its_own)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nob=o\nfn=f\n1 1\n");
    write_function_name(&written.names, 0);
    write_callee_name(&written.names, 1);
    write_callee_name(&written.names, 0);
    write_function_name(&written.names, 1);
    write_end(&written,
              "fl=(1) a\nfn=(1) f\ncob=(1) o\ncfi=(1)\ncfn=(2) f\ncob=\ncfn=(1)\nob=(1)\nfn=(2)\n");
}

Test(callgrind_names, names_object_and_file_where_they_change)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nfl=b\nfn=g\n1 1\nob=p\nfn=h\n1 1\n");
    write_function_name(&written.names, 0);
    write_function_name(&written.names, 1);
    write_function_name(&written.names, 2);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\nfl=(2) b\nfn=(2) g\nob=(2) p\nfn=(3) h\n");
}

Test(callgrind_names, names_the_callees_object_and_file_where_they_differ)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nob=p\nfl=b\nfn=g\n1 1\n");
    write_function_name(&written.names, 0);
    write_callee_name(&written.names, 1);
    write_callee_name(&written.names, 0);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\ncob=(2) p\ncfi=(2) b\ncfn=(2) g\n"
                        "cob=(1)\ncfn=(1)\n");
}

/* gprof2dot takes the last callee's for that of the next one, until there is a line of self cost.
 */
Test(callgrind_names, names_the_callees_object_again_until_there_is_self_cost)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nob=p\nfn=g\n1 1\n");
    write_function_name(&written.names, 0);
    write_callee_name(&written.names, 1);
    write_function_name(&written.names, 0);
    write_callee_name(&written.names, 0);
    write_callee_name(&written.names, 1);
    names_pass_self_cost(&written.names);
    write_callee_name(&written.names, 0);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\ncob=(2) p\ncfi=(1)\ncfn=(2) g\n"
                        "fn=(1)\ncob=(1)\ncfn=(1)\ncob=(2)\ncfn=(2)\ncfn=(1)\n");
}

/* Whether it is that of "fl=" or of "fi=": readers do not agree on the one meant without. */
Test(callgrind_names, always_names_the_callees_file_in_inlined_code)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nfl=b\nfn=g\n1 1\n");
    struct function inlined = profile_function(&written.parsed.profile, 1);
    write_function_name(&written.names, 0);
    write_inlined_file(&written.names, inlined.file);
    write_callee_name(&written.names, 0);
    write_callee_name(&written.names, 1);
    write_end(&written, "fl=(1) a\nfn=(1) f\nfi=(2) b\ncfi=(1)\ncfn=(1)\ncfi=(2)\ncfn=(2) g\n");
}

Test(callgrind_names, names_the_file_again_after_inlined_code)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nfn=g\nfi=b\n1 1\n");
    place_id inlined = (place_id)profile_n_places(&written.parsed.profile) - 1;
    write_function_name(&written.names, 0);
    write_inlined_file(&written.names, profile_place(&written.parsed.profile, inlined).file);
    write_function_name(&written.names, 1);
    write_end(&written, "fl=(1) a\nfn=(1) f\nfi=(2) b\nfl=(1)\nfn=(2) g\n");
}

Test(callgrind_names, leaves_an_object_that_is_not_known)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nob=o\nfn=g\n1 1\n");
    write_function_name(&written.names, 0);
    write_function_name(&written.names, 1);
    write_callee_name(&written.names, 0);
    write_function_name(&written.names, 0);
    write_end(&written,
              "fl=(1) a\nfn=(1) f\nob=(1) o\nfn=(2) g\ncob=\ncfi=(1)\ncfn=(1)\nob=\nfn=(1)\n");
}

/* Of the names "(2)'2" and "(4)" readers take only the first apart. */
Test(callgrind_names, reserves_numbers_that_names_mention)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=(9) a\nfn=(1) f\n1 1\nfn=(5) (2)'2\n1 1\n"
                          "fn=(6) (4)\n1 1\nfn=(7) h\n1 1\n");
    for (function_id id = 0; id < 4; id++)
        write_function_name(&written.names, id);
    write_end(&written, "fl=(1) a\nfn=(1) f\nfn=(3) (2)'2\nfn=(4) (4)\nfn=(5) h\n");
}

/* The reader takes one carriage return for a part of the line's end. */
Test(callgrind_names, keeps_a_carriage_return_at_the_end_of_a_name)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\r\r\nfn=f\r\r\n1 1\n");
    write_function_name(&written.names, 0);
    write_end(&written, "fl=(1) a\r\r\nfn=(1) f\r\r\n");
}

static void check_pieces(const char *profile, const char *function, const char *expected)
{
    struct filter filter = {0};
    struct error error = {0};
    struct written written;

    cr_assert(pattern_set(&filter.function, "function", function, &error));
    write_filtered(&written, profile, &filter);
    declare_pieces(&written.names);
    write_end(&written, expected);
    filter_free(&filter);
}

/*
 * it is not a piece of it's, since there is no s; and the 2 of f'2 is a level, not that function.
 */
static const char levels[] = "events: Ir\nfl=a\nfn=f'2'main\n1 1\nfn=f\n1 1\nfn=main\n1 1\n"
                             "fn=g\n2 1\ncfn=f'2'main\ncalls=1 1\n2 1\nfn=it's\n3 1\n"
                             "fn=it\n3 1\nfn=2\n4 1\n";

Test(callgrind_names, declares_pieces_that_are_written_nowhere)
{
    check_pieces(levels, "^f'", "fn=(1) f\nfn=(2) main\n");
    check_pieces(levels, "^(f'|main)", "fn=(1) f\n");
    check_pieces(levels, "^f", "fn=(1) main\n");
}

Test(callgrind_names, declares_pieces_of_callees)
{
    check_pieces(levels, "^g$", "fn=(1) f\nfn=(2) main\n");
}

Test(callgrind_names, declares_nothing_where_all_is_written)
{
    check_pieces(levels, ".", "");
    check_pieces(levels, "^it's$", "");
}

/* s and m are names of their own nowhere: s'm and m'm alone tell that they are pieces. */
Test(callgrind_names, declares_pieces_that_only_other_names_begin_with)
{
    static const char profile[] = "events: Ir\nfl=a\nfn=d's'm\n1 1\nfn=s'm\n1 2\nfn=m'm\n1 4\n";

    check_pieces(profile, "^d", "fn=(1) s\nfn=(2) m\n");
    check_pieces(profile, "^[ds]", "fn=(1) m\n");
    check_pieces(profile, ".", "");
}

Test(callgrind_names, reserves_no_numbers_for_names_that_are_not_written)
{
    check_pieces("events: Ir\nfl=a\nfn=(1)'2\n1 1\nfn=f\n1 1\nfn=f'2\n1 1\n", "^f'", "fn=(1) f\n");
}
