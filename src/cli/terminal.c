/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80, USUAL_ROWS = 24 };

size_t terminal_width(FILE *stream)
{
    const char *columns = getenv("COLUMNS");
    long width = columns == NULL ? 0 : strtol(columns, NULL, 10);

    if (!isatty(fileno(stream)))
        return 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (width <= 0 && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
#endif
    if (width <= 0 || width > LARGEST_WIDTH)
        return USUAL_WIDTH;
    return width < LEAST_WIDTH ? LEAST_WIDTH : (size_t)width;
}

size_t terminal_rows(FILE *stream)
{
    const char *lines = getenv("LINES");
    long rows = lines == NULL ? 0 : strtol(lines, NULL, 10);

    (void)stream;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (rows <= 0 && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0)
        rows = size.ws_row;
#endif
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

bool terminal_has_utf8(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);

    if (locale == (locale_t)0)
        return false;
    bool has_utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return has_utf8;
}
