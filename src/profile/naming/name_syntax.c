/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/naming/name_syntax.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "profile/naming/go_name.h"
#include "profile/naming/name_path.h"

static void drop_paths_unless_rust(struct name_syntax *syntax)
{
    size_t kept = 0;

    for (size_t i = 0; i < syntax->n_cuts; i++)
        if (syntax->is_rust || syntax->cuts[i].stage != STAGE_RUST_PATHS)
            syntax->cuts[kept++] = syntax->cuts[i];
    syntax->n_cuts = kept;
}

/* A name of which nothing is known. */
static void begin_name(struct name_syntax *syntax, struct text name)
{
    syntax->name = name;
    syntax->n_cuts = syntax->n_components = 0;
    syntax->is_rust = syntax->is_go = false;
    syntax->package = (struct text){0};
}

void name_syntax_read(struct name_syntax *syntax, struct text name)
{
    begin_name(syntax, name);
    if (name.length == 0 || name.length > UINT32_MAX || go_name_read(syntax))
        return;
    begin_name(syntax, name);
    if (name_path_read(syntax))
        drop_paths_unless_rust(syntax);
    else
        begin_name(syntax, name);
}

void name_syntax_free(struct name_syntax *syntax)
{
    free(syntax->cuts);
    free(syntax->components);
    *syntax = (struct name_syntax){0};
}

name_stages name_syntax_stages(const struct name_syntax *syntax)
{
    name_stages stages = 0;

    for (size_t i = 0; i < syntax->n_cuts; i++)
        if (syntax->cuts[i].end > syntax->cuts[i].begin)
            stages |= 1u << syntax->cuts[i].stage;
    return stages;
}

void append_cut_name(struct buffer *to, struct text name, const struct name_cut *cuts,
                     size_t n_cuts, name_stages stages)
{
    static const struct text instead[N_NAME_STAGES] = {
        [STAGE_INNER_TEMPLATES] = {"..", 2},
        [STAGE_TEMPLATES] = {"..", 2},
        [STAGE_ANONYMOUS] = {"{anon}", 6},
    };
    size_t done = 0;

    for (size_t i = 0; i < n_cuts; i++) {
        const struct name_cut *cut = &cuts[i];
        bool is_within_last = cut->begin < done;
        if ((stages >> cut->stage & 1) == 0 || cut->end == cut->begin || is_within_last)
            continue;
        buffer_append(to, text_between(name.at + done, name.at + cut->begin));
        buffer_append(to, instead[cut->stage]);
        done = cut->end;
    }
    buffer_append(to, text_skip(name, done));
}
