/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "support/code_messages.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"

#define WORDINGS "wordings[] of tests/support/code_messages.c"

/* What makes messages, and which argument is the format. */
static const struct maker {
    const char *name;
    int format;
} makers[] = {
    {"error_set", 5},
    {"error_usage", 2},
    {"warnings_add", 4},
    {"parser_warn", 2},
};

/* Where the whole text is made elsewhere: all that is known there is "%s", or "'%s': %s". */
static const char *const passed_on[] = {
    "all_views.c", "command_line.c", "event_choice.c", "filter.c",
    "input.c",     "limits.c",       "main.c",         "messages.c",
    "options.c",   "pager.c",        "parse_costs.c",  "parse_header.c",
    "regex.c",     "rename.c",       "grid.c",         "views.c",
};

/* Nobody sees these: what calls makes sure of it, or says it in its own words. */
static const char *const never_printed[] = {
    "'...' is not an option", "--... is for one run", "--threshold=...: must be from 0 to 100",
    "expected a formula",     "is not compressed",    "this format has no sections of kind ...",
};

/*
 * What formats become that begin or end with "%s", and messages that are put together: '@' stands
 * for texts of the code. These are what calls of a function bring, or the text that begins so.
 * Without one the message is as it stands here, and what ends it is never said there.
 */
static const struct wording {
    const char *message, *from;
} wordings[] = {
    {"unknown option '...': ...", NULL},
    {"unknown option '...': did you mean ...?", NULL},
    {"unknown option '...'@", "\" (see 'quern --help')"},
    {"option '...' needs a value: ...", NULL},
    {"--...=...: must be ...", NULL},
    {"--by=...: ...", NULL},
    {"--by=...: did you mean ...?", NULL},
    {"--format=...: ...", NULL},
    {"--inclusive=...: ...", NULL},
    {"--function=...: ...", NULL},
    {"--file=...: ...", NULL},
    {"--object=...: ...", NULL},
    {"--ignore=...: ...", NULL},
    {"--peek=...: ...", NULL},
    {"--call-tree=...: ...", NULL},
    {"--annotate=...: ...", NULL},
    {"--...: expected ...", NULL},
    {"--top=...: must be a number of rows", NULL},
    {"--context=...: must be a number of lines", NULL},
    {"--depth=...: must be a number from 1 up", NULL},
    {"--jobs=...: must be from 1 to ...", NULL},
    {"--percent-limit=...: must be a number from 0 to 100", NULL},
    {"--width=...: must be a number of columns from ... to ...", NULL},
    {"--min-delta=...: must be a count (1.2M) or a share (0.1%)", NULL},
    {"QUERN_OPTS: ...", NULL},
    {"QUERN_OPTS: @", "\"'%.100s' is not an option"},
    {"QUERN_OPTS: @", "\"--%s is for one run"},
    {"--... does not go with ...", NULL},
    {"a directory does not go with ...", NULL},
    {"--... needs --diff=OLD", NULL},
    {"--bisect needs @", "\"--fail-if or --limits"},
    {"--instructions needs @", "\"--annotate=WHAT or --format=html"},
    {"--format=... needs @", "\"--diff=OLD or --fail-if"},
    {"--format=... needs @", "\"-o FILE: it is not for"},
    {"--... is not used by ...", NULL},
    {"'...' is not a file: ...", NULL},
    {"...@", "\": did you mean --annotate='"},

    {"--fail-if='...': @", "\"growth needs --diff"},
    {"--fail-if='...': @", "\"an address is the same"},
    {"--fail-if='...': @", "\"--ignore leaves out functions"},
    {"--fail-if='...': @", "\"rows of this key have no"},
    {"--fail-if='...': @", "\"a ratio adds up to no"},
    {"--fail-if='...': @", "limit_refuse"},
    {"--fail-if='...': @", "\"'%.*s' is not an event of the profile"},
    {"--fail-if='...': ...", NULL},
    {"FILE:LINE: '...': ...", NULL},
    {"cannot be read: ...", NULL},

    {"...: ... @; record it with ...", "\"is not in this profile"},
    {"...: ... @; record them with ...", "\"needs events that are not in this"},
    {"...: ... @; record them with ...", "\"needs events that are not in all"},
    {"unknown event '...' in ...: the events are ...", NULL},
    {"unknown event '...' in ...: the events are ...; did you mean ...?", NULL},
    {"unknown event '...' in --sort: ...", NULL},
    {"--min-delta: rows are sorted by ..., a ratio, which adds up to no total", NULL},
    {"--percent-limit: rows are sorted by ..., a ratio, which adds up to no total", NULL},
    {"--event: '...' needs ..., which is not in @", "\"this profile\""},
    {"--event: '...' needs ..., which is not in @", "\"all parts and profiles\""},
    {"--event: '...' is made of '...', which is no event", NULL},
    {"--event: '...' is made of '...', which is no event: did you mean ...?", NULL},
    {"event '...' left out: it @", "\"needs %.*s, which is not in"},
    {"'...': @", "bad_expression"},
    {"'...': @", "\"expected '[REGEX]'"},
    {"'...' cannot be matched with a name of ... bytes: @", "\"it takes more than"},
    {"'...' cannot be matched with a name of ... bytes: @", "\"it needs more than"},
    {"'...' cannot be matched with a name of ... bytes: ...", NULL},
    {"'...': ...", NULL},
    {"--peek: no function matches", NULL},
    {"--call-tree: no function matches", NULL},
    {"--annotate=...: no such function or file: did you mean ...?", NULL},
    {"...@", "\" (names are shown"},

    {"@...: line left out", "damaged"},
    {"..., found the end of the line: line left out", NULL},
    {"..., found '...': line left out", NULL},
    {"@", "\"a cost above"},
    {"@", "\"an address below"},
    {"@", "\"a line number below"},
    {"@: call left out", "\"expected a number of calls"},
    {"@: call left out", "\"a call without 'cfn='"},

    {"cannot set up ...", NULL},
    {"cannot be written: ...", NULL},
    {"cannot write the output: ...", NULL},
    {"git, which --old-rev needs, cannot be run", NULL},
    {"source not found: tried as recorded, ...", NULL},
    {"source not found@: tried as recorded, ...", "\", nor that of"},
    {"source not found@: tried as recorded, ...", "\", nor those of"},
    {"inline: ...: @", "\"not found (see"},
    {"inline: ...: @", "\"no libdw"},
    {"inline: ...: @", "\"no debug information (compile"},
    {"inline: ...: @", "\"damaged (or"},
    {"inline: ...: @", "\"another build (its"},
    {"no room on the page for ...", NULL},
    {"@", "\"no room for %"},
    {"@", "\"the pager '"},
    {"@", "\"quern: out of memory"},
    {"... more @", "messages_print"},

    {"...: ...@", "\", limit "},
    {"undecided: ...: @", "\"the inclusive cost is above"},
    {"undecided: ...: @", "\"how often inlined code"},
    {"undecided: ...: @", "\"on one side the ratio"},
    {"undecided: ...: @", "\"the ratio divides by 0"},
    {"undecided: ...: @", "\"only a lower bound of the"},
    {"undecided: ...: @", "\"there is no old run"},
    {"undecided: ...: @", "\"there is no new run"},
    {"undecided: ...: @", "\"no run has a name that"},
    {"undecided: ...: no function@", "\" matches; others"},
    {"undecided: ...: no ...@", "\" matches\""},
    {"ok: ...: no ...@", "\" has changed by as much"},
};

/* Is it one of those that the pattern stands for, in which "..." is anything? */
static bool is_instance(const char *pattern, const char *message)
{
    if (strncmp(pattern, "...", 3) == 0) {
        for (; *message != '\0'; message++)
            if (is_instance(pattern + 3, message))
                return true;
        return is_instance(pattern + 3, message);
    }
    return *pattern == *message && (*pattern == '\0' || is_instance(pattern + 1, message + 1));
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

bool message_is_of(const char *message, const struct code_message *made)
{
    return is_instance(made->text, message) &&
           (!made->is_open || !ends_with(made->text, "...") || ends_with(message, "..."));
}

/* Past the conversion that begins with this '%'. */
static const char *skip_conversion(const char *at)
{
    at += 1 + strspn(at + 1, "+-0#.*123456789");
    at += strspn(at, "hlzj");
    return at + 1;
}

/* The format with "..." for its conversions, once for those side by side. */
static const char *show_format(struct arena *arena, struct text format)
{
    struct buffer shown = {0};
    const char *at = format.at;

    while (*at != '\0') {
        bool is_conversion = at[0] == '%' && at[1] != '%';
        if (is_conversion && !ends_with(buffer_string(&shown), "..."))
            buffer_append(&shown, TEXT("..."));
        else if (!is_conversion)
            buffer_append(&shown, (struct text){at, 1});
        at = is_conversion ? skip_conversion(at) : at + 1 + (*at == '%');
    }
    const char *made = arena_copy_string(arena, buffer_text(&shown));
    free(shown.at);
    return made;
}

static bool is_of_words(const char *conversion)
{
    return *conversion == '%' && skip_conversion(conversion)[-1] == 's';
}

/* Does it begin or end with words that are put in? */
static bool is_open_format(const char *format)
{
    const char *last = strrchr(format, '%');

    return is_of_words(format) ||
           (last != NULL && is_of_words(last) && *skip_conversion(last) == '\0');
}

static bool has_words(const char *shown)
{
    while (*shown != '\0' && !isalpha((unsigned char)*shown))
        shown++;
    return *shown != '\0';
}

static bool is_printed(const char *shown)
{
    for (size_t i = 0; i < ARRAY_LENGTH(never_printed); i++)
        if (strcmp(shown, never_printed[i]) == 0)
            return false;
    return true;
}

static bool is_passed_on(const struct source_file *file)
{
    for (size_t i = 0; i < ARRAY_LENGTH(passed_on); i++)
        if (source_is_named(file, passed_on[i]))
            return true;
    return false;
}

/* Is what such a format becomes among the wordings? */
static bool has_wording(const char *shown)
{
    for (size_t i = 0; i < ARRAY_LENGTH(wordings); i++) {
        char message[200];
        const char *words = strchr(wordings[i].message, '@');
        int before = words != NULL ? (int)(words - wordings[i].message) : 0;
        snprintf(message, sizeof message, "%.*s%s%s", before, wordings[i].message,
                 words != NULL ? "..." : "", words != NULL ? words + 1 : wordings[i].message);
        if (is_instance(shown, message))
            return true;
    }
    return false;
}

static void add(struct code_messages *messages, struct code_message message)
{
    ARRAY_GROW(messages->list, messages->count, messages->capacity);
    messages->list[messages->count++] = message;
}

/* A format of a maker: a message, or what only becomes one. */
static void add_format(struct code_messages *messages, const struct source_file *file, int line,
                       struct text format)
{
    const char *shown = show_format(&messages->code.arena, format);

    if (!has_words(shown))
        cr_expect(is_passed_on(file), "%s:%d: passed_on[] does not have this file", file->path,
                  line);
    else if (is_open_format(format.at))
        cr_expect(has_wording(shown), "%s:%d: wordings[] does not say what \"%s\" becomes",
                  file->path, line, shown);
    else if (is_printed(shown))
        add(messages, (struct code_message){shown, file->path, line, false});
}

/* Is it a parameter, or what a macro was given? */
static bool is_declared(struct text argument)
{
    static const char *const signs[] = {"const char", "__VA_ARGS__", "..."};
    const char *begin = argument.at + strspn(argument.at, " \n");

    for (size_t i = 0; i < ARRAY_LENGTH(signs); i++)
        if (strncmp(begin, signs[i], strlen(signs[i])) == 0)
            return true;
    return false;
}

static void add_formats(struct code_messages *messages, const struct source_file *file,
                        const struct maker *maker)
{
    const char *at = file->code;

    for (struct text arguments; source_next_call(&at, maker->name, &arguments);) {
        struct text piece = source_argument(arguments, maker->format), format;
        int line = source_line(file, arguments.at);
        bool has_text = false;
        cr_assert(piece.length != 0, "%s:%d: %s() has too few arguments", file->path, line,
                  maker->name);
        bool is_call = !is_declared(piece);
        for (; is_call && source_next_text(&messages->code, &piece, &format); has_text = true)
            add_format(messages, file, line, format);
        if (is_call && !has_text)
            add_format(messages, file, line, TEXT("%s"));
    }
}

static int number_of(const struct wording *wording)
{
    return (int)(wording - wordings) + 1;
}

/* A wording with one of the texts that it takes from the code. */
static void add_words(struct code_messages *messages, const struct wording *wording,
                      struct text words)
{
    struct buffer message = {0};
    const char *at = strchr(wording->message, '@');
    static const struct text name = {"quern: ", 7};

    words = text_starts_with(words, name) ? text_skip(words, name.length) : words;
    cr_assert(at != NULL, "wordings[]: \"%s\" has no '@'", wording->message);
    buffer_append(&message, text_between(wording->message, at));
    buffer_append(&message, text_of(show_format(&messages->code.arena, words)));
    buffer_append(&message, text_of(at + 1));
    buffer_string(&message);
    const char *text = arena_copy_string(&messages->code.arena, buffer_text(&message));
    add(messages, (struct code_message){text, WORDINGS, number_of(wording), false});
    free(message.at);
}

static void add_words_of_calls(struct code_messages *messages, const struct wording *wording)
{
    size_t count = messages->count;

    for (size_t i = 0; i < messages->code.count; i++) {
        const char *at = messages->code.list[i].code;
        for (struct text piece; source_next_call(&at, wording->from, &piece);)
            for (struct text words; source_next_text(&messages->code, &piece, &words);)
                add_words(messages, wording, words);
    }
    cr_expect(messages->count > count, "wordings[]: no call of %s() has a text", wording->from);
}

static void add_wording(struct code_messages *messages, const struct wording *wording)
{
    struct text words;

    if (wording->from == NULL)
        add(messages, (struct code_message){wording->message, WORDINGS, number_of(wording), true});
    else if (wording->from[0] != '"')
        add_words_of_calls(messages, wording);
    else if (source_find_text(&messages->code, wording->from, &words))
        add_words(messages, wording, words);
    else
        cr_expect(false, "wordings[]: no text of the code begins with %s", wording->from);
}

struct code_messages code_messages_read(void)
{
    struct code_messages messages = {0};

    source_code_read(&messages.code);
    for (size_t i = 0; i < ARRAY_LENGTH(makers); i++) {
        size_t count = messages.count;
        for (size_t j = 0; j < messages.code.count; j++)
            add_formats(&messages, &messages.code.list[j], &makers[i]);
        cr_expect(messages.count > count, "no call of %s() has a text", makers[i].name);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(wordings); i++)
        add_wording(&messages, &wordings[i]);
    cr_assert(messages.count > 200, "the code has only %zu messages", messages.count);
    return messages;
}

void code_messages_free(struct code_messages *messages)
{
    free(messages->list);
    source_code_free(&messages->code);
}

bool makes_messages(struct text function)
{
    for (size_t i = 0; i < ARRAY_LENGTH(makers); i++)
        if (text_equal(function, text_of(makers[i].name)))
            return true;
    return false;
}
