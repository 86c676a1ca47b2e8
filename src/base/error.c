/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, enum error_kind kind, const char *path, uint64_t line,
               const char *format, ...)
{
    va_list arguments;

    error->kind = kind;
    error->path = path;
    error->line = line;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

void warnings_add(struct warnings *warnings, const char *path, uint64_t line, const char *format,
                  ...)
{
    va_list arguments;

    if (warnings->count >= WARNINGS_KEPT) {
        warnings->count++;
        return;
    }
    struct warning *warning = &warnings->first[warnings->count];
    *warning = (struct warning){.path = path, .line = line};
    va_start(arguments, format);
    vsnprintf(warning->text, sizeof warning->text, format, arguments);
    va_end(arguments);
    for (const struct warning *other = warnings->first; other < warning; other++)
        if (other->line == line && strcmp(other->text, warning->text) == 0 &&
            (other->path == path ||
             (other->path != NULL && path != NULL && strcmp(other->path, path) == 0)))
            return;
    warnings->count++;
}

void warnings_append(struct warnings *warnings, const struct warnings *added)
{
    for (uint64_t i = 0; i < added->count && i < WARNINGS_KEPT; i++) {
        if (warnings->count + i >= WARNINGS_KEPT)
            break;
        warnings->first[warnings->count + i] = added->first[i];
    }
    warnings->count += added->count;
}

void warning_format(const struct warning *warning, char *text, size_t size)
{
    char line[30] = "";

    if (warning->line != 0)
        snprintf(line, sizeof line, ":%" PRIu64, warning->line);
    snprintf(text, size, "%.700s%s%s%s", warning->path != NULL ? warning->path : "",
             warning->path != NULL ? line : "", warning->path != NULL ? ": " : "", warning->text);
}

bool warnings_permit(const struct warnings *warnings, bool is_strict, struct error *error)
{
    return !is_strict || warnings->count == 0 ||
           error_set(error, ERROR_FAILED, NULL, 0, "--strict: the warnings are errors");
}
