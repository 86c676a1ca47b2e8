/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/warnings.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"

void warnings_add(struct warnings *warnings, const char *path, uint64_t line, const char *format,
                  ...)
{
    if (warnings->count++ >= WARNINGS_KEPT)
        return;

    struct warning *warning = &warnings->first[warnings->count - 1];
    va_list arguments;
    warning->path = path;
    warning->line = line;
    va_start(arguments, format);
    vsnprintf(warning->text, sizeof warning->text, format, arguments);
    va_end(arguments);
}

void warnings_append(struct warnings *warnings, const struct warnings *added, uint64_t line)
{
    for (uint64_t i = 0; i < added->count && i < WARNINGS_KEPT; i++) {
        if (warnings->count + i >= WARNINGS_KEPT)
            break;
        struct warning *warning = &warnings->first[warnings->count + i];
        *warning = added->first[i];
        if (warning->line != 0)
            warning->line += line;
    }
    warnings->count += added->count;
}

bool warnings_permit(const struct warnings *warnings, bool is_strict, struct error *error)
{
    return !is_strict || warnings->count == 0 ||
           error_set(error, ERROR_FAILED, NULL, 0, "--strict: the warnings are errors");
}
