/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/recorded.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

enum { WORDS_MAX = 32, WORD_SIZE = 512 };

/* The arguments of a program; they lie in `text`, each up to its '\0'. */
struct words {
    char text[WORDS_MAX][WORD_SIZE];
    char *list[WORDS_MAX]; /* ends in NULL */
    size_t count;
};

static void add_word(struct words *words, const char *word, size_t length)
{
    bool is_source = length > 2 && strncmp(word + length - 2, ".c", 2) == 0;

    cr_assert_lt(words->count, WORDS_MAX - 1, "too many arguments");
    char *text = words->text[words->count];
    int size = snprintf(text, WORD_SIZE, "%s%.*s", is_source ? TESTDATA_DIR "/src/" : "",
                        (int)length, word);
    cr_assert_lt(size, WORD_SIZE, "too long an argument");
    words->list[words->count++] = text;
}

static void add_words(struct words *words, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, " ");

        add_word(words, text, length);
        text += length + (text[length] == ' ');
    }
}

void recorded_compile(const char *compiler, const char *arguments)
{
    struct words words = {.count = 0};

    add_words(&words, compiler);
    add_words(&words, arguments);
    free(run_output(compiler, words.list, NULL));
}

void recorded_run(const char *profile, const char *options, const char *command)
{
    struct words words = {.count = 0};
    char out[WORD_SIZE];

    snprintf(out, sizeof(out), "--callgrind-out-file=%s", profile);
    add_words(&words, "valgrind --tool=callgrind");
    add_words(&words, out);
    add_words(&words, options);
    add_words(&words, command);
    free(run_output("valgrind", words.list, NULL));
}

char *recorded_text(const char *path, size_t *size)
{
    FILE *file = fopen(path, "r");

    cr_assert(file, "there is no %s", path);
    char *text = run_read_file(file, size);
    fclose(file);
    return text;
}

size_t recorded_totals(const char *profile, int64_t totals[RECORDED_EVENTS_MAX])
{
    static const char keyword[] = "\ntotals: ";
    size_t size, count = 0;
    char *text = recorded_text(profile, &size);
    char *at = strstr(text, keyword);

    cr_assert(at, "%s has no totals", profile);
    at += strlen(keyword);
    while (*at != '\n' && count < RECORDED_EVENTS_MAX)
        totals[count++] = strtoll(at, &at, 10);
    free(text);
    return count;
}

const char *recorded_code(const char *text, const char *function)
{
    char named[64], code[64];

    snprintf(named, sizeof(named), ") %s\n", function);
    const char *name = strstr(text, named);
    cr_assert(name, "no function %s", function);
    const char *id = name;
    while (*id != '=')
        id--;
    snprintf(code, sizeof(code), "\nfn%.*s", (int)(name - id + 1), id);
    const char *found = strstr(text, code);
    cr_assert(found, "no code of %s", function);
    return found;
}
