/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Names of functions, a line each: their short forms are unique, no longer, as good UTF-8 as they
 * were, and short already.
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

/* Takes a name through all stages, whichever other names there are. */
static void check_alone(struct text name)
{
    const name_stages all = (1u << N_NAME_STAGES) - 1;
    struct name_syntax syntax = {0};
    struct buffer once = {0}, twice = {0};

    name_syntax_read(&syntax, name);
    append_cut_name(&once, name, syntax.cuts, syntax.n_cuts, all);
    require(once.length <= name.length && (is_utf8(buffer_text(&once)) || !is_utf8(name)));
    /* Without its path "golang.org/x/a.cold" may be a clone of a function of C. */
    bool was_go = syntax.is_go;
    name_syntax_read(&syntax, buffer_text(&once));
    append_cut_name(&twice, buffer_text(&once), syntax.cuts, syntax.n_cuts, all);
    require(text_equal(buffer_text(&once), buffer_text(&twice)) || (was_go && !syntax.is_go));
    name_syntax_free(&syntax);
    free(once.at);
    free(twice.at);
}

/* No form of a name is one of another. */
static void check_together(const struct symbols *symbols)
{
    struct short_names *shorts = short_names_create(symbols);
    size_t count = names_count(symbols->functions);
    struct names *forms = names_create();
    uint32_t *owners = calloc(count * (N_NAME_STAGES + 1) + 1, sizeof *owners);

    require(owners != NULL);
    for (uint32_t id = 0; id < count; id++) {
        for (size_t step = 0; step <= N_NAME_STAGES; step++) {
            struct text form = short_names_form(shorts, names_text(symbols->functions, id), step);
            uint32_t known = (uint32_t)names_count(forms), form_id = names_add(forms, form);
            if (form_id == known)
                owners[form_id] = id;
            require(owners[form_id] == id);
        }
    }
    free(owners);
    names_free(forms);
    short_names_free(shorts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct symbols symbols = symbols_create();
    struct text rest = {(const char *)data, size}, line;

    while (text_cut(&rest, '\n', &line)) {
        /* What is between apostrophes may be put together anew, from forms of other names. */
        if (line.length == 0 || memchr(line.at, '\'', line.length) != NULL)
            continue;
        names_add(symbols.functions, line);
        check_alone(line);
    }
    check_together(&symbols);
    symbols_free(&symbols);
    return 0;
}
