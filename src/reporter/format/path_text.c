/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/path_text.h"

#include <stdlib.h>

#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"

/* Drops what is before main: a row that stands for several functions, none of which says much. */
static void begin_at_main(struct path_text *path, size_t n_frames)
{
    if (n_frames > 1 && path->names.count > 1 && text_equal(path->names.items[1], TEXT("main")))
        path->names = (struct text_list){path->names.items + 1, path->names.count - 1};
}

bool path_text_read(struct path_text *path, const struct table *table, FILE *out,
                    struct error *error)
{
    const struct table_event *event = &table->events[table->measured];
    const struct table_row *row;
    size_t n_frames = 0;

    *path = (struct path_text){0};
    while ((row = table_next_row(table, out, error)) != NULL) {
        struct text name = arena_copy_text(&path->arena, row_name(row));
        if (path->names.count == 0)
            n_frames = row->tree->n_frames;
        size_t count = path->names.count; /* a function that calls itself is there once */
        if (count == 0 || !text_equal(path->names.items[count - 1], name))
            arena_append_text(&path->arena, &path->names, name);
        path->cost = row->inclusive[table->measured].now;
    }
    path->is_bound = path->cost.is_bound || (path->cost.has_range && path->cost.least > 0 &&
                                             path->cost.least < path->cost.most);
    path->is_estimate = path->cost.is_estimate && !path->is_bound;
    path->share =
        percent_of(path->is_bound && path->cost.has_range ? path->cost.least : path->cost.value,
                   event->base.value);
    begin_at_main(path, n_frames);
    return error->kind == ERROR_NONE;
}

void path_text_free(struct path_text *path)
{
    arena_free(&path->arena);
    *path = (struct path_text){0};
}

size_t format_path_share(const struct path_text *path, bool is_ascii, char text[MAX_COUNT])
{
    struct text mark = path->is_bound    ? sign_text(SIGN_AT_LEAST, is_ascii)
                     : path->is_estimate ? TEXT("~")
                                         : TEXT("");

    return (size_t)snprintf(text, MAX_COUNT, "%.*s%.2f %%", (int)mark.length, mark.at, path->share);
}

void append_path(struct buffer *to, const struct path_text *path, size_t room, bool is_ascii)
{
    struct buffer sign = {0}, share = {0};
    char percent[MAX_COUNT];

    format_path_share(path, is_ascii, percent);
    buffer_print(&share, "   %s", percent);
    buffer_print(&sign, " %s ", sign_text(SIGN_CALLS, is_ascii).at);
    const struct chain chain = {path->names.items, path->names.count, buffer_text(&sign)};
    size_t taken = text_columns(buffer_text(&share));
    append_chain(to, &chain, room == 0 ? 0 : room > taken ? room - taken : 1, is_ascii);
    buffer_append(to, buffer_text(&share));
    free(sign.at);
    free(share.at);
}
