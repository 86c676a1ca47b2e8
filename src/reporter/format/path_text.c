/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The hottest path of an overview as a line of names, and the share of the program it has. */

#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"

struct path_text {
    struct arena arena;
    struct text_list names; /* from the start down */
    struct cell cost;       /* of the whole path */
};

static void read_path(struct path_text *path, const struct table *table, FILE *out,
                      struct error *error)
{
    const struct table_row *row;

    while ((row = table_next_row(table, out, error)) != NULL) {
        struct text name = arena_copy_text(&path->arena, row_name(row));
        size_t count = path->names.count; /* a function that calls itself is there once */
        if (count == 0 || !text_equal(path->names.items[count - 1], name))
            arena_append_text(&path->arena, &path->names, name);
        path->cost = row->inclusive[table->measured].now;
    }
}

/* Appends the share of a path: "38.00 %", after a sign for "at least" or "about" if it is a bound.
 */
static void append_share(struct buffer *to, struct cell cost, int64_t total, bool is_ascii)
{
    bool has_least = cost.has_range && cost.least > 0 && cost.least < cost.most;
    struct text mark = cost.is_bound || has_least ? sign_text(SIGN_AT_LEAST, is_ascii)
                     : cost.is_estimate           ? TEXT("~")
                                                  : TEXT("");
    bool is_least = cost.has_range && (cost.is_bound || has_least);

    buffer_print(to, "   %.*s%.2f %%", (int)mark.length, mark.at,
                 percent_of(is_least ? cost.least : cost.value, total));
}

bool append_path(struct buffer *to, const struct table *table, size_t room, bool is_ascii,
                 FILE *out, struct error *error)
{
    struct path_text path = {0};
    struct buffer sign = {0}, share = {0};

    read_path(&path, table, out, error);
    append_share(&share, path.cost, table->events[table->measured].base.value, is_ascii);
    buffer_print(&sign, " %s ", sign_text(SIGN_CALLS, is_ascii).at);
    const struct chain chain = {path.names.items, path.names.count, buffer_text(&sign)};
    size_t taken = text_columns(buffer_text(&share));
    if (path.names.count != 0)
        append_chain(to, &chain, room == 0 ? 0 : room > taken ? room - taken : 1, is_ascii);
    buffer_append(to, buffer_text(&share));
    free(sign.at);
    free(share.at);
    arena_free(&path.arena);
    return error->kind == ERROR_NONE;
}
