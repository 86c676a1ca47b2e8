/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * DIAGNOSTICS of the manual against the messages in the code: it has each of them, and none
 * that nothing prints. In both, "..." stands for what is put in.
 */

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "support/code_messages.h"
#include "support/manual.h"

enum { ITEM_ROOM = 300 };

/* Reads up to the next item, `.It "..."`, and takes its text. */
static bool next_item(struct manual *manual, char item[ITEM_ROOM])
{
    static const struct text begin = {".It \"", 5};

    while (manual_next_of(manual, "DIAGNOSTICS")) {
        struct text line = text_of(manual->line);
        if (!text_starts_with(line, begin))
            continue;
        snprintf(item, ITEM_ROOM, "%.*s", (int)(line.length - begin.length - 1),
                 line.at + begin.length);
        return true;
    }
    return false;
}

/* Does the manual have an item that the message stands for? */
static bool is_in_manual(const struct code_message *message)
{
    struct manual manual;
    char item[ITEM_ROOM];
    bool is_there = false;

    manual_open(&manual);
    while (!is_there && next_item(&manual, item))
        is_there = message_is_of(item, message);
    manual_close(&manual);
    return is_there;
}

/* What the system says of a file has no format here. */
static bool is_of_system(const char *item)
{
    static const int reasons[] = {ENOENT, EACCES};

    for (size_t i = 0; i < ARRAY_LENGTH(reasons); i++)
        if (strcmp(item, strerror(reasons[i])) == 0)
            return true;
    return false;
}

static bool is_in_code(const struct code_messages *messages, const char *item)
{
    for (size_t i = 0; i < messages->count; i++)
        if (message_is_of(item, &messages->list[i]))
            return true;
    return is_of_system(item);
}

Test(manual_messages, describes_every_message)
{
    struct code_messages messages = code_messages_read();

    for (size_t i = 0; i < messages.count; i++) {
        const struct code_message *message = &messages.list[i];
        cr_expect(is_in_manual(message), "%s:%d: DIAGNOSTICS has no \"%s\"", message->place,
                  message->line, message->text);
    }
    code_messages_free(&messages);
}

Test(manual_messages, describes_none_that_nothing_prints)
{
    struct code_messages messages = code_messages_read();
    struct manual manual;
    char item[ITEM_ROOM];
    int count = 0;

    manual_open(&manual);
    for (; next_item(&manual, item); count++)
        cr_expect(is_in_code(&messages, item), "man/%s:%d: nothing prints \"%s\"", manual.page,
                  manual.number, item);
    cr_expect(count > 200, "DIAGNOSTICS has only %d items", count);
    manual_close(&manual);
    code_messages_free(&messages);
}

/* Whether what takes any number of arguments makes no message, but a part of a text or an array. */
static bool makes_other(struct text function)
{
    return text_equal(function, TEXT("buffer_print")) || text_equal(function, TEXT("ARRAY_ADD"));
}

/* What takes a format takes the values for it too: whatever ends in "...)" is to be known. */
Test(manual_messages, knows_what_makes_them)
{
    struct source_code code;
    size_t count = 0;

    source_code_read(&code);
    for (size_t i = 0; i < code.count; i++)
        for (const char *at = code.list[i].code; (at = strstr(at, "...)")); at++, count++)
            cr_expect(makes_messages(source_function_of(&code.list[i], at)) ||
                          makes_other(source_function_of(&code.list[i], at)),
                      "%s:%d: is this a maker of messages?", code.list[i].path,
                      source_line(&code.list[i], at));
    cr_expect(count > 3);
    source_code_free(&code);
}
