/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * DIAGNOSTICS of the manual against the texts in the code: it has no message that nothing prints.
 * "..." stands for what is put in, and for what an item leaves out.
 */

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "support/manual.h"
#include "support/source_code.h"

/* All texts of the code, with the conversions of formats in them. */
static struct text_list read_texts(struct source_code *code)
{
    struct text_list texts = {0};

    source_code_read(code);
    for (size_t i = 0; i < code->count; i++) {
        struct text piece = text_of(code->list[i].code), text;
        while (source_next_text(code, &piece, &text))
            arena_append_text(&code->arena, &texts, text);
    }
    return texts;
}

/* Whether the part, which is not empty, stands in the text. */
static bool text_contains(struct text text, struct text part)
{
    while (text.length >= part.length) {
        const char *at = memchr(text.at, part.at[0], text.length - part.length + 1);
        if (at == NULL)
            return false;
        if (memcmp(at, part.at, part.length) == 0)
            return true;
        text = text_between(at + 1, text.at + text.length);
    }
    return false;
}

static bool is_in_a_text(struct text_list texts, struct text words)
{
    for (size_t i = 0; i < texts.count; i++)
        if (text_contains(texts.items[i], words))
            return true;
    return false;
}

static bool has_words(struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (isalpha((unsigned char)text.at[i]))
            return true;
    return false;
}

/* Checks what is between the "..." of an item; returns how many pieces have words. */
static int check_item(struct text_list texts, const struct manual *manual, struct text item)
{
    int count = 0;

    while (item.length != 0) {
        const char *end = strstr(item.at, "...");
        size_t length = item.length - 1; /* the last one ends in a quote */
        struct text words =
            end != NULL ? text_between(item.at, end) : (struct text){item.at, length};
        item = text_skip(item, words.length + (end != NULL ? strlen("...") : 1));
        if (!has_words(words))
            continue;
        cr_expect(is_in_a_text(texts, words), "man/%s:%d: nothing prints \"%.*s\"", manual->page,
                  manual->number, (int)words.length, words.at);
        count++;
    }
    return count;
}

Test(manual_messages, describes_none_that_nothing_prints)
{
    static const struct text begin = {".It \"", 5};
    struct source_code code;
    struct text_list texts = read_texts(&code);
    struct manual manual;
    int count = 0;

    manual_open(&manual);
    while (manual_next_of(&manual, "DIAGNOSTICS")) {
        struct text item = text_of(manual.line);
        if (!text_starts_with(item, begin))
            continue;
        cr_expect(check_item(texts, &manual, text_skip(item, begin.length)) > 0, "%s", manual.line);
        count++;
    }
    cr_expect(count > 40, "DIAGNOSTICS has only %d items", count);
    manual_close(&manual);
    source_code_free(&code);
}
