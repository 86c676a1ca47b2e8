/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/listing/arrows.h"

#include "reporter/format/pieces.h"
#include "reporter/table.h"

/* The pieces of lines, by which of their four ends are there. */
struct signs {
    const char *vertical, *horizontal, *cross;
    const char *top, *middle, *bottom; /* corners: to the right and down, both ways, up */
    const char *head;
};

static const struct signs line_drawing = {
    .vertical = "\xe2\x94\x82",   /* U+2502 */
    .horizontal = "\xe2\x94\x80", /* U+2500 */
    .cross = "\xe2\x94\xbc",      /* U+253C */
    .top = "\xe2\x94\x8c",        /* U+250C */
    .middle = "\xe2\x94\x9c",     /* U+251C */
    .bottom = "\xe2\x94\x94",     /* U+2514 */
    .head = ">",
};

static const struct signs ascii = {"|", "-", "+", ",", "|", "`", ">"};

size_t arrows_width(size_t n_lanes)
{
    return n_lanes == 0 ? 0 : n_lanes + 2;
}

/* A lane's own sign, and whether a line goes from it to the right. */
static const char *sign_of(const struct signs *signs, unsigned mark, bool is_crossed, bool *turns)
{
    bool has_above = (mark & LANE_ABOVE) != 0, has_below = (mark & LANE_BELOW) != 0;

    *turns = (mark & (LANE_BEGIN | LANE_HEAD)) != 0;
    if (is_crossed && mark != 0)
        return signs->cross;
    if (is_crossed)
        return signs->horizontal;
    if (*turns)
        return has_above && has_below ? signs->middle : has_above ? signs->bottom : signs->top;
    return signs->vertical;
}

/* Those that lead back, as from the end of a loop, are what one looks for. */
static enum tint tint_of(unsigned mark)
{
    return (mark & LANE_BACK) != 0 ? TINT_WARM : TINT_DIM;
}

static void write_sign(FILE *out, const char *sign, bool has_color, unsigned mark)
{
    tint_begin(out, has_color, tint_of(mark));
    fputs(sign, out);
    tint_end(out, has_color, tint_of(mark));
}

size_t arrows_write(FILE *out, const struct arrow_style *style, const unsigned char *lanes,
                    size_t n_blanks)
{
    const struct signs *signs = style->is_ascii ? &ascii : &line_drawing;
    unsigned crossing = 0; /* the mark of the lane whose line goes to the right */
    bool has_head = false;

    if (style->n_lanes == 0)
        return n_blanks;
    for (size_t lane = style->n_lanes; lane-- > 0;) {
        unsigned mark = lanes != NULL ? lanes[lane] : 0;
        if (mark == 0 && crossing == 0) {
            n_blanks++;
            continue;
        }
        bool turns;
        const char *sign = sign_of(signs, mark, crossing != 0, &turns);
        write_blanks(out, n_blanks);
        n_blanks = 0;
        write_sign(out, sign, style->has_color, crossing != 0 ? crossing : mark);
        crossing = turns ? mark : crossing;
        has_head = has_head || (mark & LANE_HEAD) != 0;
    }
    if (crossing == 0)
        return n_blanks + 2;
    write_sign(out, has_head ? signs->head : signs->horizontal, style->has_color, crossing);
    return 1;
}
