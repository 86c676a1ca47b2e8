/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Names of functions, a line each: no short form is longer, and each is as good UTF-8 as the name,
 * and namespaces can be found in them.
 */

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "fuzz.h"
#include "profile/naming/naming.h"
#include "profile/profile.h"

static void require(bool is_so)
{
    if (!is_so)
        abort();
}

static bool is_utf8(struct text text)
{
    const char *at = text.at, *end = text_end(text);
    uint32_t character;
    size_t length;

    for (; at < end; at += length)
        if ((length = utf8_decode(at, end, &character)) == 0)
            return false;
    return true;
}

static void check_forms(struct text name)
{
    struct buffer short_name = {0};

    for (enum name_form form = NAME_FULL; form < N_NAME_FORMS; form++) {
        short_name.length = 0;
        name_append_form(&short_name, name, form);
        require(short_name.length <= name.length &&
                (is_utf8(buffer_text(&short_name)) || !is_utf8(name)));
    }
    free(short_name.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct symbols symbols = symbols_create();
    struct names *texts = names_create();
    struct text rest = {(const char *)data, size}, line;

    while (text_cut(&rest, '\n', &line)) {
        check_forms(line);
        if (line.length != 0)
            names_add(symbols.functions, line);
    }
    struct namespaces *namespaces = namespaces_create(&symbols, 0, texts);
    for (uint32_t id = 0; id < names_count(symbols.functions); id++)
        (void)namespaces_of(namespaces, id);
    namespaces_free(namespaces);
    names_free(texts);
    symbols_free(&symbols);
    return 0;
}
