/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/path_text.h"

#include <stdlib.h>

#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"

/* A name gets this many columns before steps are left out. */
enum { LEAST_NAME = 20 };

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

/* How a path is written: its first name, and after what is left out the last ones. */
struct path_layout {
    size_t n_last; /* how many of the last names */
    bool is_whole; /* they are all but the first */
    size_t name;   /* the most columns of a name; 0 for no limit */
};

static bool is_kept(const struct path_layout *layout, size_t count, size_t i)
{
    return i == 0 || i + layout->n_last >= count;
}

/* Returns the columns that the names take if none has more than `most`. */
static size_t names_width(const struct path_text *path, const struct path_layout *layout,
                          size_t most)
{
    size_t width = 0;

    for (size_t i = 0; i < path->names.count; i++) {
        if (!is_kept(layout, path->names.count, i))
            continue;
        size_t columns = text_columns(path->names.items[i]);
        width += columns < most ? columns : most;
    }
    return width;
}

/* Leaves out steps until the others have room, and finds the room of each. */
static struct path_layout lay_out(const struct text_writer *writer, const struct path_text *path,
                                  size_t room)
{
    bool is_ascii = writer->options->is_ascii;
    size_t sign = sign_columns(SIGN_CALLS, is_ascii) + 2, count = path->names.count;
    struct path_layout layout = {.n_last = count - 1, .is_whole = true};
    size_t taken = 0;

    if (room == 0)
        return layout;
    for (;; layout.n_last--) {
        layout.is_whole = layout.n_last + 1 == count;
        taken = sign * layout.n_last;
        if (!layout.is_whole)
            taken += sign + sign_columns(SIGN_CUT, is_ascii);
        /* A path may have any number of steps: names are measured once the arrows have room. */
        if (layout.n_last <= 1 ||
            (taken <= room && taken + names_width(path, &layout, LEAST_NAME) <= room))
            break;
    }
    layout.name = room > taken + 1 ? room - taken : 1;
    while (layout.name > 1 && taken + names_width(path, &layout, layout.name) > room)
        layout.name--;
    return layout;
}

static void append_arrow(struct buffer *to, bool is_ascii)
{
    buffer_append(to, TEXT(" "));
    buffer_append(to, sign_text(SIGN_CALLS, is_ascii));
    buffer_append(to, TEXT(" "));
}

void append_path(struct buffer *to, const struct text_writer *writer, const struct path_text *path,
                 size_t room)
{
    bool is_ascii = writer->options->is_ascii;
    char share[MAX_COUNT];
    enum { BEFORE_SHARE = 3 };

    format_path_share(path, is_ascii, share);
    size_t after = BEFORE_SHARE + text_columns(text_of(share));
    size_t names = room == 0 ? 0 : room > after ? room - after : 1;
    const struct path_layout layout = lay_out(writer, path, names);
    for (size_t i = 0; i < path->names.count; i++) {
        if (!is_kept(&layout, path->names.count, i))
            continue;
        if (i != 0)
            append_arrow(to, is_ascii);
        append_function(to, writer, path->names.items[i], layout.name);
        if (i != 0 || layout.is_whole)
            continue;
        append_arrow(to, is_ascii);
        buffer_append(to, sign_text(SIGN_CUT, is_ascii));
    }
    buffer_append(to, TEXT("   "));
    buffer_append(to, text_of(share));
}
