/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/listing/jump_text.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buffer.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/table.h"

static void append_count(struct buffer *to, int64_t count, const char *after)
{
    char text[MAX_COUNT];

    format_count(count, text);
    buffer_append(to, text_of(text));
    buffer_append(to, text_of(after));
}

void append_jump_counts(struct buffer *to, const struct jump_facts *jump, bool is_ascii)
{
    if (jump->executed != 0 || jump->followed != 0) {
        append_count(to, jump->followed, " of ");
        if (jump->is_bound)
            buffer_append(to, sign_text(SIGN_AT_LEAST, is_ascii));
        append_count(to, jump->executed, jump->times != 0 ? " and " : "");
    }
    if (jump->times != 0 || (jump->executed == 0 && jump->followed == 0))
        append_count(to, jump->times, "x");
}

/* Of another function or file the name comes first. */
static void append_names(struct buffer *to, const struct jump_facts *jump)
{
    buffer_append(to, TEXT(" to "));
    if (jump->function.at != NULL) {
        buffer_append(to, jump->function);
        buffer_append(to, TEXT(" "));
    }
    if (jump->file.at != NULL) {
        buffer_append(to, jump->file);
        buffer_append(to, TEXT(":"));
    }
}

void append_jump_address(struct buffer *to, const struct jump_facts *jump)
{
    char address[24];

    buffer_append(to, TEXT(" to "));
    if (jump->function.at != NULL) {
        buffer_append(to, jump->function);
        buffer_append(to, TEXT(" at "));
    }
    snprintf(address, sizeof address, "%" PRIx64, jump->address);
    buffer_append(to, text_of(address));
}

void append_line_jump(struct buffer *to, const struct jump_facts *jump, bool is_ascii)
{
    static const struct text arrows[][2] = {
        [JUMP_ANY_WAY] = {{"\xe2\x86\x95 ", 4}, {"", 0}}, /* U+2195 */
        [JUMP_BACK] = {{"\xe2\x86\x91 ", 4}, {"^ ", 2}},  /* U+2191 */
        [JUMP_AHEAD] = {{"\xe2\x86\x93 ", 4}, {"v ", 2}}, /* U+2193 */
    };
    char line[24];

    buffer_append(to, arrows[jump->course][is_ascii]);
    append_jump_counts(to, jump, is_ascii);
    append_names(to, jump);
    snprintf(line, sizeof line, "%" PRIu64, jump->line);
    buffer_append(to, text_of(line));
}
