/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/harmless.h"

static void fill(struct error *error, enum error_kind kind, const char *path, uint64_t line,
                 const char *format, va_list arguments) __attribute__((format(printf, 5, 0)));

static void fill(struct error *error, enum error_kind kind, const char *path, uint64_t line,
                 const char *format, va_list arguments)
{
    error->kind = kind;
    error->path = path;
    error->line = line;
    vsnprintf(error->text, sizeof error->text, format, arguments);
}

bool error_set(struct error *error, enum error_kind kind, const char *path, uint64_t line,
               const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(error, kind, path, line, format, arguments);
    va_end(arguments);
    return false;
}

bool error_usage(struct error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(error, ERROR_USAGE, NULL, 0, format, arguments);
    va_end(arguments);
    return false;
}

/* Names come from strangers and must not steer a terminal. */
static void print_harmless(FILE *out, const char *text)
{
    const char *end = text + strlen(text);

    while (text < end) {
        size_t length = *text == '\t' ? 0 : harmless_length(text, end);
        if (length == 0)
            fputc('?', out);
        else
            fwrite(text, 1, length, out);
        text += length == 0 ? harmful_length(text, end) : length;
    }
}

void message_print(FILE *out, const char *path, uint64_t line, const char *text)
{
    fputs("quern: ", out);
    if (path != NULL) {
        print_harmless(out, path);
        if (line != 0)
            fprintf(out, ":%" PRIu64, line);
        fputs(": ", out);
    }
    print_harmless(out, text);
    fputc('\n', out);
}
