/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

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
