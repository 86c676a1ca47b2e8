/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 64, MOST_ARGUMENTS = 64, LARGEST_STATUS = 3, LONGEST_EXPRESSION = 200 };

static char paths[N_FUZZ_FILES][PATH_ROOM];

/* The system forgets the names when the process ends, however it does. */
static void remove_files(void)
{
    for (int i = 0; i < N_FUZZ_FILES; i++)
        if (paths[i][0] != '\0')
            unlink(paths[i]);
}

char *fuzz_path(enum fuzz_file file)
{
    char *path = paths[file];

    if (path[0] != '\0')
        return path;
    if (file == FUZZ_NEW)
        atexit(remove_files);
    snprintf(path, PATH_ROOM, "/tmp/quern-fuzz.%ld.%d", (long)getpid(), (int)file);
    fuzz_write(file, NULL, 0);
    return path;
}

void fuzz_write(enum fuzz_file file, const uint8_t *data, size_t size)
{
    FILE *stream = fopen(fuzz_path(file), "w");

    if (stream == NULL || (size != 0 && fwrite(data, 1, size, stream) != size) ||
        fclose(stream) != 0)
        abort();
}

char *fuzz_read(enum fuzz_file file, size_t *size)
{
    FILE *stream = fopen(fuzz_path(file), "r");
    long end;

    if (stream == NULL || fseek(stream, 0, SEEK_END) != 0 || (end = ftell(stream)) < 0)
        abort();
    rewind(stream);
    char *text = malloc((size_t)end + 1);
    if (text == NULL || fread(text, 1, (size_t)end, stream) != (size_t)end)
        abort();
    text[end] = '\0';
    *size = (size_t)end;
    fclose(stream);
    return text;
}

bool fuzz_is_modest(const char *text)
{
    return strlen(text) <= LONGEST_EXPRESSION;
}

int fuzz_run(const char *output, const char *const arguments[], size_t count)
{
    char *argv[MOST_ARGUMENTS + 4] = {"quern", "-o", (char *)output};
    int argc = 3;

    for (size_t i = 0; i < count && i < MOST_ARGUMENTS; i++)
        argv[argc++] = (char *)arguments[i];
    int status = quern_main(argc, argv);
    bool is_of_bisect = status == 125 || status == 128;
    if (status < 0 || (status > LARGEST_STATUS && !is_of_bisect))
        abort();
    return status;
}
