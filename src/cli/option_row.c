/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/option_row.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/error.h"

bool option_refuse(const struct given_option *given, struct error *error)
{
    struct text rest = text_of(given->row->values), word;
    struct buffer words = {0};

    while (text_cut(&rest, ' ', &word)) {
        bool is_last = rest.at == NULL;
        if (words.length != 0)
            buffer_append(&words, is_last ? TEXT(" or ") : TEXT(", "));
        buffer_append(&words, word);
    }
    error_usage(error, "--%s=%.60s: must be %s", given->row->name, given->value,
                buffer_string(&words));
    free(words.at);
    return false;
}

bool option_check_word(const struct given_option *given, struct error *error)
{
    struct text rest = text_of(given->row->values), word;

    while (text_cut(&rest, ' ', &word))
        if (text_equal(word, text_of(given->value)))
            return true;
    return option_refuse(given, error);
}

bool option_require_value(const struct given_option *given, const char *expected,
                          struct error *error)
{
    return *given->value != '\0' ||
           error_usage(error, "--%s: expected %s", given->row->name, expected);
}
