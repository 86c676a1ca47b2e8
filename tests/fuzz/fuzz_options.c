/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line: each line of the input is an argument, and a small profile comes last. */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_ARGUMENTS = 16 };

static const char profile[] = "events: Ir Dr\nfl=a.c\nfn=main\n1 10 2\ncfn=f\ncalls=2 5\n2 8 1\n"
                              "fn=f\n5 8 1\ntotals: 18 3\n";

/* What could write a file, name a profile or be an endless regular expression is left out. */
static bool is_harmless(const char *argument)
{
    if (argument[0] != '-' || !fuzz_is_modest(argument))
        return false;
    return argument[1] == '-' ? argument[2] != 'o' && argument[2] != '\0'
                              : strchr(argument, 'o') == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *arguments[MOST_ARGUMENTS + 1];
    size_t count = 0;
    char *text = malloc(size + 1);

    if (text == NULL)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *line = strtok(text, "\n"); line != NULL && count < MOST_ARGUMENTS;
         line = strtok(NULL, "\n"))
        if (is_harmless(line))
            arguments[count++] = line;
    fuzz_write(FUZZ_NEW, (const uint8_t *)profile, sizeof profile - 1);
    arguments[count++] = fuzz_path(FUZZ_NEW);
    fuzz_run("/dev/null", arguments, count);
    free(text);
    return 0;
}
