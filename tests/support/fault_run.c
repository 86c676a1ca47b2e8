/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/fault_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/temporary.h"

enum { MOST_WORDS = 32 };

void fault_enter(void)
{
    temporary_enter();
    setenv("LC_ALL", "C", 1); /* who has no memory for another charset prints signs of this one */
    /* The profiles of testdata name their sources as seen from there. */
    cr_assert(symlink(TESTDATA_DIR "/src", "src") == 0);
}

/* Appends the words of a text, which are separated by single blanks, and NULL. */
static void append_words(char **list, size_t count, char *text)
{
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        cr_assert(count < MOST_WORDS - 1);
        list[count++] = word;
    }
    list[count] = NULL;
}

struct run fault_run(const char *prefix, const char *arguments)
{
    char line[1000], *words[MOST_WORDS], *quern = run_quern_path();

    snprintf(line, sizeof(line), "%s %s %s", prefix, quern, arguments);
    append_words(words, 0, line);
    struct run run = run_program(words[0], words, NULL);
    free(quern);
    return run;
}

bool fault_is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

char *fault_read_path(const char *path)
{
    size_t size;
    FILE *file = fopen(path, "r");

    cr_assert(file, "there is no %s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

void fault_copy(const char *from, const char *to)
{
    char *text = fault_read_path(from);

    temporary_write(to, text);
    free(text);
}

bool fault_is_same(const struct run *a, const struct run *b)
{
    return a->status == b->status && a->out_size == b->out_size && a->err_size == b->err_size &&
           memcmp(a->out, b->out, a->out_size) == 0 && memcmp(a->err, b->err, a->err_size) == 0;
}

bool fault_has_failed(const struct run *run)
{
    const char *newline = strchr(run->err, '\n');

    return run->status == 1 && strncmp(run->err, "quern: ", 7) == 0 && newline != NULL &&
           newline[1] == '\0';
}

void fault_need_library(void)
{
#ifndef FAULTS_LIBRARY
    cr_skip_test("not in this build");
#endif
}

void fault_write_large_profile(const char *path)
{
    FILE *file = fopen(path, "w");
    long long total = 0;

    cr_assert(file);
    fputs("version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a.c\n", file);
    for (int i = 0; i < 1300000; i++) {
        if (i % 1000 == 0)
            fprintf(file, "fn=f%d\n", i / 1000);
        fprintf(file, "%d %d\n", i % 1000 + 1, i % 1000);
        total += i % 1000;
    }
    fprintf(file, "totals: %lld\n", total);
    fclose(file);
}
