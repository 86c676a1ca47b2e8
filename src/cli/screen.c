/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/screen.h"

enum { TAB_WIDTH = 8, ESCAPE = 0x1b };

/* An empty line takes a row, too. */
static size_t rows_of_line(const struct screen *screen)
{
    size_t columns = screen->columns > 0 ? screen->columns : 1;

    return screen->column <= columns ? 1 : (screen->column - 1) / columns + 1;
}

/* Within a sequence, "ESC [ 1 ; 31 m", up to the letter at its end. */
static bool is_of_sequence(struct screen *screen, unsigned char byte)
{
    if (screen->state == SCREEN_PLAIN && byte != ESCAPE)
        return false;
    if (screen->state == SCREEN_PLAIN)
        screen->state = SCREEN_ESCAPE;
    else if (screen->state == SCREEN_ESCAPE)
        screen->state = byte == '[' ? SCREEN_SEQUENCE : SCREEN_PLAIN;
    else if (byte >= '@' && byte <= '~')
        screen->state = SCREEN_PLAIN;
    return true;
}

static bool continues_character(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

bool screen_fits(struct screen *screen, struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.at[i];
        if (is_of_sequence(screen, byte) || continues_character(byte))
            continue;
        if (byte == '\n') {
            screen->taken += rows_of_line(screen);
            screen->column = 0;
        } else {
            screen->column += byte == '\t' ? TAB_WIDTH - screen->column % TAB_WIDTH : 1;
        }
    }
    size_t begun = screen->column != 0 ? rows_of_line(screen) : 0;
    return screen->taken + begun <= screen->rows;
}
