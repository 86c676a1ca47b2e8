/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "base/number.h"
#include "profile/naming/naming.h"
#include "reporter/format/contents.h"

/* Returns whether each of the eight bytes at `at` is plain. */
static bool are_plain_ascii(const char *at)
{
    const uint64_t ones = 0x0101010101010101u, high_bits = 0x80 * ones;
    uint64_t bytes;

    memcpy(&bytes, at, sizeof bytes);
    uint64_t from_blank = (bytes | high_bits) - ' ' * ones, below_delete = ~(bytes + ones);
    return (from_blank & below_delete & ~bytes & high_bits) == high_bits;
}

/* A tab within a name or a message would move what is to its right out of its column. */
static size_t shown_length(const char *at, const char *end, bool has_tabs)
{
    return *at == '\t' && !has_tabs ? 0 : harmless_length(at, end);
}

/* Returns the end of what needs no care from `at` on: names are long, and nearly all are plain. */
static const char *skip_harmless(const char *at, const char *end, bool has_tabs)
{
    while (at < end) {
        size_t length = 1;
        if (end - at >= 8 && are_plain_ascii(at))
            length = 8;
        else if ((*at < ' ' || *at > '~') && (length = shown_length(at, end, has_tabs)) == 0)
            break;
        at += length;
    }
    return at;
}

static void write_harmless(FILE *out, struct text text, bool has_tabs)
{
    const char *at = text.at, *end = text_end(text);

    while (at < end) {
        const char *plain = at;
        at = skip_harmless(at, end, has_tabs);
        fwrite(plain, 1, (size_t)(at - plain), out);
        for (size_t left = at < end ? harmful_length(at, end) : 0; left != 0; left--)
            fprintf(out, "\\x%02x", (unsigned)(unsigned char)*at++);
    }
}

void write_text(FILE *out, struct text text)
{
    write_harmless(out, text, false);
}

struct character_widths character_widths_begin(void)
{
    struct character_widths widths = {.characters =
                                          newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0)};

    if (widths.characters != (locale_t)0)
        widths.before = uselocale(widths.characters);
    return widths;
}

void character_widths_end(struct character_widths *widths)
{
    if (widths->characters == (locale_t)0)
        return;
    uselocale(widths->before);
    freelocale(widths->characters);
}

/* Returns the columns of a character that may be sent to a terminal; 1 where they are unknown. */
static size_t character_columns(const char *at, const char *end)
{
    uint32_t character;
    int columns = 1;

    if ((unsigned char)*at >= 0x80 && utf8_decode(at, end, &character) != 0)
        columns = wcwidth((wchar_t)character);
    return columns < 0 ? 1 : (size_t)columns;
}

/* Returns how many bytes the character at `at` has, and sets how many columns it takes. */
static size_t character_length(const char *at, const char *end, size_t *columns)
{
    size_t length = shown_length(at, end, false);

    if (length != 0) {
        *columns = character_columns(at, end);
        return length;
    }
    length = harmful_length(at, end);
    *columns = 4 * length; /* each as \\xNN */
    return length;
}

size_t text_columns(struct text text)
{
    const char *at = text.at, *end = text_end(text);
    size_t columns = 0, more;

    while (at < end) {
        at += character_length(at, end, &more);
        columns += more;
    }
    return columns;
}

struct text text_head(struct text text, size_t columns)
{
    const char *at = text.at, *end = text_end(text);
    size_t more;

    while (at < end) {
        size_t length = character_length(at, end, &more);
        if (more > columns)
            break;
        columns -= more;
        at += length;
    }
    return text_between(text.at, at);
}

struct text text_tail(struct text text, size_t columns)
{
    size_t skipped = text_columns(text), more, length;
    const char *at = text.at, *end = text_end(text);

    if (skipped <= columns)
        return text;
    skipped -= columns;
    for (; at < end && skipped > 0; skipped -= more < skipped ? more : skipped)
        at += character_length(at, end, &more);
    while (at < end && (length = character_length(at, end, &more)) != 0 && more == 0)
        at += length;
    return text_between(at, end);
}

void append_fitted(struct buffer *to, struct text text, size_t room, bool is_ascii)
{
    struct text cut = text_head(sign_text(SIGN_CUT, is_ascii), room);

    if (room == 0 || text_columns(text) <= room) {
        buffer_append(to, text);
        return;
    }
    size_t kept = room - text_columns(cut), tail = kept - kept / 3; /* the end says most */
    buffer_append(to, text_head(text, kept - tail));
    buffer_append(to, cut);
    buffer_append(to, text_tail(text, tail));
}

void append_short_name(struct buffer *to, struct text name, size_t room, bool is_ascii)
{
    struct buffer fitted = {0};

    for (enum name_form form = room == 0 ? NAME_FULL : NAME_USUAL; form < N_NAME_FORMS; form++) {
        fitted.length = 0;
        name_append_form(&fitted, name, form);
        if (room == 0 || text_columns(buffer_text(&fitted)) <= room)
            break;
    }
    append_fitted(to, buffer_text(&fitted), room, is_ascii);
    free(fitted.at);
}

void append_url_path(struct buffer *to, struct text path)
{
    for (size_t i = 0; i < path.length; i++) {
        char c = path.at[i];
        bool is_plain = is_of_identifier(c) || c == '/' || c == '-' || c == '.' || c == '~';
        buffer_print(to, is_plain ? "%c" : "%%%02X", (unsigned)(unsigned char)c);
    }
}

void append_utf8(struct buffer *to, struct text text)
{
    const char *at = text.at, *end = text_end(text);

    while (at < end) {
        uint32_t character;
        size_t length = utf8_decode(at, end, &character);
        /* U+FFFE and U+FFFF are no characters, and make XML invalid. */
        bool is_odd =
            length == 0 || harmless_length(at, end) == 0 || (character & 0xfffe) == 0xfffe;
        buffer_append(to, is_odd ? TEXT("\xef\xbf\xbd") : (struct text){at, length});
        at += length == 0 ? 1 : length;
    }
}

/* Writes a character so that it means nothing to Markdown or HTML. */
static void write_ascii(FILE *out, char c)
{
    if (c == '<')
        fputs("&lt;", out);
    else if (c == '&')
        fputs("&amp;", out);
    else if (c == '@' || c == '#')
        /* GitHub would notify who has that name, or link that issue; a backslash is no help */
        fprintf(out, "%c<!-- -->", c);
    else if (c == '\0' || c == '\t' || c == '\n' || c == '\r')
        fputc(' ', out);
    else if (strchr("|\\`*_[]~>$", c) != NULL)
        fprintf(out, "\\%c", c);
    else
        write_text(out, (struct text){&c, 1});
}

void write_markdown_name(FILE *out, struct text text)
{
    while (text.at != NULL && text.length != 0) {
        uint32_t character;
        size_t length = utf8_decode(text.at, text.at + text.length, &character);
        if (length == 0)
            fputs("\xef\xbf\xbd", out);
        else if (length == 1)
            write_ascii(out, text.at[0]);
        else
            write_text(out, (struct text){text.at, length});
        text = text_skip(text, length == 0 ? 1 : length);
    }
}

void write_source_line(FILE *out, struct text text)
{
    bool has_return = text.length != 0 && text.at[text.length - 1] == '\r';

    text.length -= has_return;
    write_harmless(out, text, true);
    fputs(has_return ? "\r\n" : "\n", out);
}

void write_cut(FILE *out, struct text text, size_t room, bool is_ascii)
{
    struct text cut = sign_text(SIGN_CUT, is_ascii);

    if (text_columns(text) > room) {
        cut = text_head(cut, room);
        text = text_head(text, room - text_columns(cut));
    } else {
        cut.length = 0;
    }
    write_text(out, text);
    write_text(out, cut);
}

/* Tabs become blanks, and a carriage return at the end of the line is left out. */
void write_source_text(FILE *out, struct text text, size_t room, bool is_ascii)
{
    enum { TAB_WIDTH = 8 };
    struct buffer expanded = {0};
    size_t column = 0;
    struct text piece;

    if (text.length != 0 && text.at[text.length - 1] == '\r')
        text.length--;
    for (bool is_first = true; text_cut(&text, '\t', &piece); is_first = false) {
        size_t blanks = is_first ? 0 : TAB_WIDTH - column % TAB_WIDTH;
        buffer_append(&expanded, (struct text){"        ", blanks});
        buffer_append(&expanded, piece);
        column += blanks + text_columns(piece);
    }
    write_cut(out, buffer_text(&expanded), room == 0 ? SIZE_MAX : room, is_ascii);
    fputc('\n', out);
    free(expanded.at);
}

void write_filled(FILE *out, struct text text, size_t column, size_t indent, size_t width)
{
    size_t begin = column;
    struct text word;

    while (text_cut(&text, ' ', &word)) {
        size_t length = text_columns(word);
        if (column != begin && width != 0 && column + 1 + length > width) {
            fputc('\n', out);
            write_blanks(out, indent);
            column = begin = indent;
        }
        fputs(column != begin ? " " : "", out);
        write_text(out, word);
        column += length + (column != begin);
    }
    fputc('\n', out);
}

void write_blanks(FILE *out, size_t count)
{
    static const char blanks[] = "                                ";

    for (; count >= sizeof blanks; count -= sizeof blanks - 1)
        fwrite(blanks, 1, sizeof blanks - 1, out);
    fwrite(blanks, 1, count, out);
}

void write_rule(FILE *out)
{
    fputs("--------------------------------------------------------------------------------\n",
          out);
}

struct text format_unsigned(uint64_t number, unsigned base, char room[MAX_COUNT])
{
    size_t begin = MAX_COUNT;

    do {
        room[--begin] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    return (struct text){room + begin, MAX_COUNT - begin};
}

struct text format_digits(int64_t number, char room[MAX_COUNT])
{
    struct text digits =
        format_unsigned(number < 0 ? -(uint64_t)number : (uint64_t)number, 10, room);
    size_t begin = MAX_COUNT - digits.length;

    if (number < 0)
        room[--begin] = '-';
    return (struct text){room + begin, MAX_COUNT - begin};
}

size_t format_count(int64_t value, char count[MAX_COUNT])
{
    char reversed[MAX_COUNT];
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    size_t length = 0, n_reversed = 0;

    for (int digits = 0; digits == 0 || rest != 0; digits++, rest /= 10) {
        if (digits != 0 && digits % 3 == 0)
            reversed[n_reversed++] = ',';
        reversed[n_reversed++] = (char)('0' + rest % 10);
    }
    if (value < 0)
        count[length++] = '-';
    while (n_reversed != 0)
        count[length++] = reversed[--n_reversed];
    count[length] = '\0';
    return length;
}

size_t format_signed_count(int64_t value, char count[MAX_COUNT])
{
    size_t length = format_count(value, count);

    if (value <= 0)
        return length;
    memmove(count + 1, count, length + 1);
    count[0] = '+';
    return length + 1;
}

/*
 * Formats a number with that many digits after the point and ',' between thousands, or from 10^15
 * up with six digits in all; with '+' before what is above 0, if wanted. NUL-terminated; returns
 * its length.
 */
static size_t format_decimals(double ratio, int n_decimals, bool has_sign, char text[MAX_COUNT])
{
    const double widest = 1e15;
    double size = fabs(ratio);
    const char *sign = ratio < 0 ? "-" : has_sign && ratio > 0 ? "+" : "";
    char digits[MAX_COUNT], thousands[MAX_COUNT];

    if (size >= widest)
        return (size_t)snprintf(text, MAX_COUNT, "%s%.5e", sign, size);
    snprintf(digits, sizeof digits, "%.*f", n_decimals, size);
    format_count(strtoll(digits, NULL, 10), thousands);
    return (size_t)snprintf(text, MAX_COUNT, "%s%.20s%.25s", sign, thousands,
                            digits + strcspn(digits, "."));
}

/* Returns how many digits after the point make three that tell something of the number. */
static int decimals_of(double number)
{
    char text[MAX_COUNT];

    snprintf(text, sizeof text, "%.2e", number);
    long exponent = strtol(strchr(text, 'e') + 1, NULL, 10);
    return number == 0 || exponent > 2 ? 0 : (int)(2 - exponent);
}

size_t format_whole_ratio(double ratio, char text[MAX_COUNT])
{
    bool is_zero = ratio >= 0 && ratio <= 0 && !signbit(ratio);

    /* Nine of ten are, where lines are listed: few of them miss a cache. */
    if (is_zero)
        memcpy(text, "0", 2);
    return is_zero ? 1 : (size_t)snprintf(text, MAX_COUNT, "%.15g", ratio);
}

size_t format_figure(struct cell cell, bool has_sign, char text[MAX_COUNT])
{
    memcpy(text, ".", 2);
    if (!cell.is_given)
        return 1;
    if (cell_has_decimals(cell)) {
        double number = cell_number(cell);
        return format_decimals(number, cell.is_ratio ? 2 : decimals_of(number), has_sign, text);
    }
    return has_sign ? format_signed_count(cell.value, text) : format_count(cell.value, text);
}

size_t format_growth(struct cell change, struct cell old, enum change kind, char text[MAX_COUNT])
{
    double share = percent_of(change.value, magnitude(old.value));

    if (change_is_one_sided(kind))
        return (size_t)snprintf(text, MAX_COUNT, "%s", change_name(kind));
    if (!change.is_given || !old.is_given || old.value == 0)
        return (size_t)snprintf(text, MAX_COUNT, ".");
    if (change.value == 0)
        return (size_t)snprintf(text, MAX_COUNT, "0.00");
    if (fabs(share) >= 1e15)
        return (size_t)snprintf(text, MAX_COUNT, "%+.2e", share);
    if (fabs(share) >= 10000)
        return format_signed_count((int64_t)(share + (share < 0 ? -0.5 : 0.5)), text);
    return (size_t)snprintf(text, MAX_COUNT, "%+.2f", share);
}

/*
 * Formats the common case without printf(): from 0 to below 99.99 %, and not so near the middle
 * between two hundredths that rounding could give the other one.
 */
static bool format_usual_percentage(double percentage, char text[MAX_COUNT])
{
    double hundredths = percentage * 100;
    unsigned rounded = (unsigned)(hundredths + 0.5);
    double distance = hundredths + 0.5 - rounded;

    if (distance < 1e-6 || distance > 1 - 1e-6)
        return false;
    memcpy(text, " ( 0.00%)", PERCENTAGE_WIDTH + 1);
    if (rounded >= 1000)
        text[2] = (char)('0' + rounded / 1000);
    text[3] = (char)('0' + rounded / 100 % 10);
    text[5] = (char)('0' + rounded / 10 % 10);
    text[6] = (char)('0' + rounded % 10);
    return true;
}

struct text format_range(struct cell cell, int64_t total, bool has_sign, char text[MAX_COUNT])
{
    double least = percent_of(cell.least, total), most = percent_of(cell.most, total);

    if (!cell_shows_estimate(cell))
        return TEXT("");
    if (!cell.has_range)
        return TEXT("  [?]");
    if (fabs(most - least) < 0.1) /* the figure between them says as much */
        return TEXT("");
    snprintf(text, MAX_COUNT, has_sign ? "  [%+.1f to %+.1f %%]" : "  [%.1f-%.1f %%]", least, most);
    return text_of(text);
}

size_t format_percentage(int64_t value, int64_t total, char percentage[MAX_COUNT])
{
    double share = percent_of(value, total);
    bool is_wide = share >= 99.995 || share <= -9.995;

    if (share >= 0 && share < 99.99 && format_usual_percentage(share, percentage))
        return PERCENTAGE_WIDTH;
    return (size_t)snprintf(percentage, MAX_COUNT, is_wide ? " (%5.1f%%)" : " (%5.2f%%)", share);
}

enum tint tint_of_share(double percent)
{
    double size = fabs(percent);

    return size >= 10   ? TINT_HOTTEST
         : size >= 3    ? TINT_HOT
         : size >= 0.5  ? TINT_WARM
         : size < 0.005 ? TINT_DIM
                        : TINT_NONE;
}

enum tint tint_of_change(double percent)
{
    double size = fabs(percent);
    bool is_less = percent < 0;

    return size >= 10   ? (is_less ? TINT_MUCH_LESS : TINT_MUCH_MORE)
         : size >= 0.5  ? (is_less ? TINT_LESS : TINT_MORE)
         : size < 0.005 ? TINT_DIM
                        : TINT_NONE;
}

enum tint tint_of_cell(struct cell cell, struct cell base, bool is_difference)
{
    double percent = percent_of(cell.value, base.value);

    if (!cell.is_given || base.value == 0 || cell.is_noise)
        return TINT_DIM;
    return is_difference ? tint_of_change(percent) : tint_of_share(percent);
}

/* The eight colours that every terminal has, on its own background. */
static const char *const tint_codes[N_TINTS] = {
    [TINT_NONE] = "",   [TINT_DIM] = "2",          [TINT_TITLE] = "1", [TINT_WARM] = "33",
    [TINT_HOT] = "31",  [TINT_HOTTEST] = "1;31",   [TINT_LESS] = "32", [TINT_MUCH_LESS] = "1;32",
    [TINT_MORE] = "31", [TINT_MUCH_MORE] = "1;31",
};

void tint_begin(FILE *out, bool has_color, enum tint tint)
{
    if (has_color && tint != TINT_NONE)
        fprintf(out, "\x1b[%sm", tint_codes[tint]);
}

void tint_end(FILE *out, bool has_color, enum tint tint)
{
    if (has_color && tint != TINT_NONE)
        fputs("\x1b[0m", out);
}

void write_tinted(FILE *out, bool has_color, enum tint tint, struct text text)
{
    if (text.length == 0)
        return;
    tint_begin(out, has_color, tint);
    write_text(out, text);
    tint_end(out, has_color, tint);
}

struct text sign_text(enum sign sign, bool is_ascii)
{
    switch (sign) {
    case SIGN_AT_LEAST:
        return is_ascii ? TEXT(">=") : TEXT("\xe2\x89\xa5"); /* U+2265 */
    case SIGN_CUT:
        return is_ascii ? TEXT("...") : TEXT("\xe2\x80\xa6"); /* U+2026 */
    case SIGN_NOISE:
        return is_ascii ? TEXT("~=") : TEXT("\xe2\x89\x88"); /* U+2248 */
    default:
        return is_ascii ? TEXT("->") : TEXT("\xe2\x86\x92"); /* U+2192 */
    }
}
