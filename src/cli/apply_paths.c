/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where sources and objects are, and what reads the latter. */

#include <string.h>

#include "cli/apply.h"
#include "cli/options.h"

bool apply_include(struct options *options, const struct given_option *given, struct error *error)
{
    struct given_option directory = *given;

    if (*directory.value == '=') /* "-I=DIR", as callgrind_annotate takes it */
        directory.value++;
    arena_append_text(&options->arena, &options->view.sources_at.include_dirs,
                      text_of(directory.value));
    return option_require_value(&directory, "a directory", error);
}

static bool add_path_map(struct options *options, struct source_options *sources,
                         const struct given_option *given, struct error *error)
{
    const char *sign = strchr(given->value, '=');

    if (sign == NULL)
        return error_usage(error, "--%s=%.100s: must be FROM=TO", given->row->name, given->value);
    struct text from = text_between(given->value, sign), to = text_of(sign + 1);
    if (from.length > 1 && from.at[from.length - 1] == '/')
        from.length--;
    if (to.length != 0)
        to = directories_with_slash(&options->arena, (struct text_list){&to, 1}).items[0];
    arena_append_text(&options->arena, &sources->maps_from, from);
    arena_append_text(&options->arena, &sources->maps_to, to);
    return true;
}

bool apply_path_map(struct options *options, const struct given_option *given, struct error *error)
{
    return add_path_map(options, &options->view.sources_at, given, error);
}

bool apply_debuginfod(struct options *options, const struct given_option *given,
                      struct error *error)
{
    (void)given;
    (void)error;
    options->view.fetches_sources = true;
    return true;
}

bool apply_old_path_map(struct options *options, const struct given_option *given,
                        struct error *error)
{
    return add_path_map(options, &options->view.old_sources_at.at, given, error);
}

bool apply_old_include(struct options *options, const struct given_option *given,
                       struct error *error)
{
    arena_append_text(&options->arena, &options->view.old_sources_at.at.include_dirs,
                      text_of(given->value));
    return option_require_value(given, "a directory", error);
}

bool apply_old_rev(struct options *options, const struct given_option *given, struct error *error)
{
    options->view.old_sources_at.revision = text_of(given->value);
    return option_require_value(given, "a revision of git", error);
}

bool apply_object_path(struct options *options, const struct given_option *given,
                       struct error *error)
{
    return add_path_map(options, &options->view.objects_at, given, error);
}

bool apply_old_object_path(struct options *options, const struct given_option *given,
                           struct error *error)
{
    return add_path_map(options, &options->view.old_objects_at, given, error);
}

bool apply_disassembler(struct options *options, const struct given_option *given,
                        struct error *error)
{
    static const char *const names[] = {[DISASSEMBLER_CAPSTONE] = "capstone",
                                        [DISASSEMBLER_OBJDUMP] = "objdump",
                                        [DISASSEMBLER_NONE] = "none"};

    for (int i = 0; i <= DISASSEMBLER_NONE; i++)
        if (strcmp(given->value, names[i]) == 0)
            options->view.disassembler = (enum disassembler)i;
    return option_check_word(given, error);
}
