/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Regular expressions: the first byte says whether case is ignored, the first line is the
 * expression, the rest a text. Matches follow each other and have their groups within them; and
 * where the C library can be trusted, the first one is what it finds.
 */

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/regex.h"
#include "base/text.h"
#include "fuzz.h"

enum { N_SPANS = 10, LONGEST_EXPRESSION = 200, LONGEST_COMPARED = 30, LONGEST_TEXT = 2000 };

static void require(bool is_so)
{
    if (!is_so)
        abort();
}

/* Returns how many matches there are, and the first one. */
static size_t check_matches(struct regex *regex, struct text text, struct regex_span *first)
{
    struct regex_span spans[N_SPANS];
    size_t count = 0, from = 0;

    require(regex_find_all(regex, text) == regex_finds(regex, text));
    if (!regex_finds(regex, text))
        return 0;
    for (; regex_next_match(regex, from, N_SPANS, spans); count++) {
        if (count == 0)
            *first = spans[0];
        require(spans[0].begin >= from && spans[0].begin <= spans[0].end &&
                spans[0].end <= text.length);
        for (size_t i = 1; i < N_SPANS; i++)
            require(spans[i].begin == REGEX_NOWHERE ||
                    (spans[i].begin >= spans[0].begin && spans[i].begin <= spans[i].end &&
                     spans[i].end <= spans[0].end));
        from = spans[0].end + (spans[0].end == spans[0].begin);
    }
    require(count != 0);
    return count;
}

/*
 * glibc takes time without end for repeats of repeats, is wrong about some places, and has ranges
 * that ignore case end before they begin.
 */
static bool is_compared(const char *expression, struct text text, bool ignores_case)
{
#ifdef __GLIBC__
    for (const char *at = expression; *at != '\0'; at++)
        if (strchr("*+?", at[0]) != NULL && at[1] != '\0' && strchr("*+?", at[1]) != NULL)
            return false;
    return strlen(expression) <= LONGEST_COMPARED && strpbrk(expression, "\\{^$") == NULL &&
           !(ignores_case && strchr(expression, '[') != NULL) &&
           (text.length == 0 || memchr(text.at, '\0', text.length) == NULL);
#else
    (void)expression, (void)text, (void)ignores_case;
    return false;
#endif
}

static void compare(const char *expression, bool ignores_case, struct text text, bool is_found,
                    struct regex_span span)
{
    regex_t expected;
    regmatch_t match;
    char *string = malloc(text.length + 1);

    require(string != NULL &&
            regcomp(&expected, expression, REG_EXTENDED | (ignores_case ? REG_ICASE : 0)) == 0);
    memcpy(string, text.at, text.length);
    string[text.length] = '\0';
    require((regexec(&expected, string, 1, &match, 0) == 0) == is_found);
    require(!is_found || (span.begin == (size_t)match.rm_so && span.end == (size_t)match.rm_eo));
    regfree(&expected);
    free(string);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char expression[LONGEST_EXPRESSION + 1];
    struct text rest = {(const char *)data, size}, line;
    struct regex_span first = {0};
    const char *reason = NULL;

    if (size == 0)
        return 0;
    const bool ignores_case = data[0] == 'i';
    rest = text_skip(rest, 1);
    if (!text_cut(&rest, '\n', &line) || rest.length == 0 || rest.length > LONGEST_TEXT ||
        line.length > LONGEST_EXPRESSION)
        return 0;
    memcpy(expression, line.at, line.length);
    expression[line.length] = '\0';
    struct regex *regex = regex_compile(expression, ignores_case, &reason);
    require((regex != NULL) == (reason == NULL));
    if (regex == NULL)
        return 0;
    const bool is_found = check_matches(regex, rest, &first) != 0;
    if (is_compared(expression, rest, ignores_case))
        compare(expression, ignores_case, rest, is_found, first);
    regex_free(regex);
    return 0;
}
