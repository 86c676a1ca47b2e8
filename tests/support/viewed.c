/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/viewed.h"

#include <criterion/criterion.h>

void viewed_read(struct viewed *viewed, const struct view_options *options, const char *current,
                 const char *old)
{
    struct view_input *input = &viewed->input;
    struct error error = {0};

    *viewed = (struct viewed){.is_difference = old != NULL};
    if (viewed->is_difference)
        compared_read(&viewed->compared, current, old);
    else
        parsed_read(&viewed->compared.current, current);
    cr_assert(viewed->compared.current.is_read, "%s", viewed->compared.current.error.text);
    *input = (struct view_input){.options = options, .warnings = &viewed->warnings};
    if (viewed->is_difference) {
        input->diff = &viewed->compared.diff;
        input->profile = &input->diff->change;
        diff_of_program(input->diff, &input->program);
        cr_assert(diff_fits(input->diff, &error), "%s", error.text);
        program_compute(&input->old_program, &input->diff->old.profile);
        cr_assert(profile_fits(&input->diff->old.profile, &error));
    } else {
        input->profile = &viewed->compared.current.profile;
        program_compute(&input->program, input->profile);
        cr_assert(profile_fits(input->profile, &error), "%s", error.text);
    }
    source_paths_create(&input->paths, &options->sources_at, input->profile);
}

void viewed_free(struct viewed *viewed)
{
    program_free(&viewed->input.program);
    program_free(&viewed->input.old_program);
    source_paths_free(&viewed->input.paths);
    arena_free(&viewed->input.arena);
    if (viewed->is_difference)
        compared_free(&viewed->compared);
    else
        parsed_free(&viewed->compared.current);
}
