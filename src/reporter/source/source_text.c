/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source/source_text.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/names.h"

/* What `git diff -w` takes for blanks, a carriage return among them. */
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static uint32_t id_of(struct text line, struct names *known, struct buffer *stripped)
{
    stripped->length = 0;
    for (size_t i = 0; i < line.length; i++)
        if (!is_space(line.at[i]))
            buffer_append(stripped, (struct text){line.at + i, 1});
    return names_add(known, buffer_text(stripped));
}

void source_text_read(struct source_text *text, struct source *source, struct names *known)
{
    struct buffer stripped = {0};
    struct text line;

    *text = (struct source_text){0};
    text->path = arena_copy_text(&text->arena, text_of(source->path));
    while (text->count < NO_PARTNER - 1 && source_next_line(source, &line)) {
        ARRAY_GROW(text->lines, text->count, text->capacity);
        text->lines[text->count] = arena_copy_text(&text->arena, line);
        if (known != NULL) {
            ARRAY_GROW(text->ids, text->count, text->id_capacity);
            text->ids[text->count] = id_of(line, known, &stripped);
        }
        text->count++;
    }
    text->state = source_state(source);
    free(stripped.at);
}

struct text source_text_line(const struct source_text *text, uint64_t number)
{
    if (number == 0 || number > text->count)
        return (struct text){0};
    return text->lines[number - 1];
}

void source_text_free(struct source_text *text)
{
    arena_free(&text->arena);
    free(text->lines);
    free(text->ids);
    *text = (struct source_text){0};
}
