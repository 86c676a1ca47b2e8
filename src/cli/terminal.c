/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/array.h"

enum { USUAL_WIDTH = 80 };

enum dimension { COLUMNS, ROWS };

/* Asks the environment, then the terminal. Returns 0 or less if unknown. */
static long get_dimension(enum dimension dimension, FILE *stream)
{
    static const char *const names[] = {[COLUMNS] = "COLUMNS", [ROWS] = "LINES"};
    const char *value = getenv(names[dimension]);
    long number = value == NULL ? 0 : strtol(value, NULL, 10);

#ifdef TIOCGWINSZ
    struct winsize size;
    if (number <= 0 && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0)
        number = dimension == COLUMNS ? size.ws_col : size.ws_row;
#else
    (void)stream;
#endif
    return number;
}

size_t terminal_width(FILE *stream)
{
    if (!isatty(fileno(stream)))
        return 0;
    long width = get_dimension(COLUMNS, stream);
    if (width <= 0 || width > LARGEST_WIDTH)
        return USUAL_WIDTH;
    return width < LEAST_WIDTH ? LEAST_WIDTH : (size_t)width;
}

size_t terminal_rows(FILE *stream)
{
    long rows = get_dimension(ROWS, stream);

    return rows > 0 ? (size_t)rows : USUAL_ROWS;
}

bool terminal_is_dumb(void)
{
    const char *term = getenv("TERM");

    return term == NULL || *term == '\0' || strcmp(term, "dumb") == 0;
}

bool terminal_has_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");

    return isatty(fileno(stream)) && (no_color == NULL || *no_color == '\0') && !terminal_is_dumb();
}

const char *host_name(struct arena *arena)
{
    char name[256];

    if (gethostname(name, sizeof name) != 0 || memchr(name, '\0', sizeof name) == NULL)
        return "";
    for (const char *at = name; *at != '\0'; at++)
        if ((*at < 'a' || *at > 'z') && (*at < 'A' || *at > 'Z') && !is_digit(*at) && *at != '-' &&
            *at != '.')
            return "";
    return arena_copy_string(arena, text_of(name));
}

/* Recognizes "de_DE.UTF-8" and "C.utf8@x". The first nonempty variable counts. */
bool terminal_has_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *value = NULL;

    for (size_t i = 0; (value == NULL || *value == '\0') && i < ARRAY_LENGTH(variables); i++)
        value = getenv(variables[i]);
    const char *charset = value != NULL ? strchr(value, '.') : NULL;
    return charset != NULL &&
           (strncasecmp(charset, ".UTF-8", 6) == 0 || strncasecmp(charset, ".UTF8", 5) == 0);
}
