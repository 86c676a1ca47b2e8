/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Random expressions on random texts: against what POSIX says, worked out for each part of the text
 * without any automaton, and against the C library.
 */

#include <criterion/criterion.h>
#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/regex.h"
#include "support/run.h"

enum { MOST_NODES = 64, ROOM = 2000, LONGEST = 11, N_TEXTS = 6 };

static unsigned random_below(uint64_t *random, unsigned end)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (unsigned)(*random >> 33) % end;
}

static void make_text(uint64_t *random, char text[LONGEST + 1])
{
    const unsigned length = random_below(random, LONGEST + 1);

    for (unsigned i = 0; i < length; i++)
        text[i] = "aabbc-"[random_below(random, 6)];
    text[length] = '\0';
}

/* An expression, as it was made; kinds and members are those of POSIX's grammar. */
struct made {
    enum { ATOM, PAIR, EITHER, GROUP, REPEAT } kind;
    const char *atom;
    unsigned left, right; /* of PAIR and EITHER; the left one of GROUP and REPEAT */
    unsigned number;      /* of GROUP */
    unsigned least, most; /* of REPEAT */
};

struct maker {
    uint64_t *random;
    struct made nodes[MOST_NODES];
    unsigned count, n_groups;
    char written[ROOM];
};

static const char *const atoms[] = {"a", "b", "c", ".",   "[ab]", "[^a]", "a",  "b",
                                    "",  "^", "$", "\\<", "\\>",  "\\b",  "\\B"};

enum { N_BYTE_ATOMS = 8, MANY = 99 };

static const struct {
    const char *written;
    unsigned least, most;
} repeats[] = {{"*", 0, MANY},  {"+", 1, MANY}, {"?", 0, 1},      {"{2}", 2, 2},
               {"{1,2}", 1, 2}, {"{,3}", 0, 3}, {"{2,}", 2, MANY}};

static void write(struct maker *maker, const char *text)
{
    strncat(maker->written, text, ROOM - 1 - strlen(maker->written));
}

/*
 * Makes and writes an expression, and returns its number. What is left of another part is no pair
 * itself, so that a pair is a part and all that follows it.
 */
static unsigned make(struct maker *maker, unsigned depth, bool is_left)
{
    const unsigned id = maker->count++, choice = depth == 0 ? 0 : random_below(maker->random, 8);
    struct made made = {.kind = ATOM};

    if (choice <= 1 || (is_left && choice <= 3) || maker->count > MOST_NODES / 2) {
        made.atom = atoms[random_below(maker->random, ARRAY_LENGTH(atoms))];
        write(maker, made.atom);
    } else if (choice <= 3) {
        made.kind = PAIR;
        made.left = make(maker, depth - 1, true);
        made.right = make(maker, depth - 1, false);
    } else {
        /* A choice or a repeat is written within a group, or it would bind otherwise. */
        const bool is_repeat = choice == 6 || choice == 7;
        struct made group = {.kind = GROUP, .number = ++maker->n_groups, .left = maker->count++};
        made.kind = choice == 4 ? EITHER : PAIR;
        write(maker, "(");
        made.left = make(maker, depth - 1, made.kind == PAIR);
        if (made.kind == EITHER)
            write(maker, "|");
        made.right = make(maker, depth - 1, false);
        write(maker, ")");
        maker->nodes[group.left] = made;
        made = group;
        if (is_repeat) {
            const unsigned i = random_below(maker->random, ARRAY_LENGTH(repeats));
            const unsigned inner = maker->count++;
            write(maker, repeats[i].written);
            maker->nodes[inner] = group;
            made = (struct made){
                .kind = REPEAT, .left = inner, .least = repeats[i].least, .most = repeats[i].most};
        }
    }
    maker->nodes[id] = made;
    return id;
}

static bool is_of_word(const char *text, size_t at)
{
    return text[at] >= 'a' && text[at] <= 'c';
}

static bool is_at(const char *atom, const char *text, unsigned at)
{
    const bool is_after_word = at != 0 && is_of_word(text, at - 1);
    const bool is_before_word = is_of_word(text, at);

    switch (atom[0] == '\\' ? atom[1] : atom[0]) {
    case '^':
        return at == 0;
    case '$':
        return text[at] == '\0';
    case '<':
        return !is_after_word && is_before_word;
    case '>':
        return is_after_word && !is_before_word;
    case 'b':
        return is_after_word != is_before_word;
    case 'B':
        return is_after_word == is_before_word;
    default:
        return true;
    }
}

static bool has_byte(const char *atom, char byte)
{
    return byte != '\0' && (atom[0] == '.'              ? true
                            : strcmp(atom, "[ab]") == 0 ? byte == 'a' || byte == 'b'
                            : strcmp(atom, "[^a]") == 0 ? byte != 'a'
                                                        : byte == atom[0]);
}

static bool is_byte_atom(const char *atom)
{
    return strchr("abc.[", atom[0]) != NULL && atom[0] != '\0';
}

static uint32_t ends_of(const struct maker *maker, unsigned id, const char *text, unsigned at);

/* Returns where what begins at one of these places ends, a bit for each place. */
static uint32_t ends_of_all(const struct maker *maker, unsigned id, const char *text,
                            uint32_t places)
{
    uint32_t ends = 0;

    for (unsigned at = 0; at <= LONGEST; at++)
        if ((places >> at & 1) != 0)
            ends |= ends_of(maker, id, text, at);
    return ends;
}

static uint32_t ends_of_repeat(const struct maker *maker, unsigned id, const char *text,
                               unsigned at, unsigned least, unsigned most)
{
    uint32_t places = UINT32_C(1) << at, ends = least == 0 ? places : 0;

    for (unsigned times = 1; times <= most && times <= least + LONGEST + 1; times++) {
        places = ends_of_all(maker, id, text, places);
        if (times >= least)
            ends |= places;
    }
    return ends;
}

static uint32_t ends_of(const struct maker *maker, unsigned id, const char *text, unsigned at)
{
    const struct made *made = &maker->nodes[id];

    switch (made->kind) {
    case ATOM:
        if (is_byte_atom(made->atom))
            return has_byte(made->atom, text[at]) ? UINT32_C(2) << at : 0;
        return is_at(made->atom, text, at) ? UINT32_C(1) << at : 0;
    case PAIR:
        return ends_of_all(maker, made->right, text, ends_of(maker, made->left, text, at));
    case EITHER:
        return ends_of(maker, made->left, text, at) | ends_of(maker, made->right, text, at);
    case GROUP:
        return ends_of(maker, made->left, text, at);
    default:
        return ends_of_repeat(maker, made->left, text, at, made->least, made->most);
    }
}

static void divide(const struct maker *maker, unsigned id, const char *text, unsigned begin,
                   unsigned end, struct regex_span *spans);

/* Each time matches as much as it can; what matches nothing counts if it must, or is the only one.
 */
static void divide_repeat(const struct maker *maker, const struct made *made, const char *text,
                          unsigned begin, unsigned end, struct regex_span *spans)
{
    unsigned last_begin = 0, last_end = 0, times = 0;

    for (; times < made->most && (begin != end || times < made->least || times == 0); times++) {
        const uint32_t ends = ends_of(maker, made->left, text, begin);
        const unsigned least = made->least > times ? made->least - times - 1 : 0;
        unsigned next = LONGEST + 1;
        while (next-- > begin)
            if ((ends >> next & 1) != 0 &&
                (ends_of_repeat(maker, made->left, text, next, least, made->most - times - 1) >>
                     end &
                 1) != 0)
                break;
        if (next + 1 == begin) /* not once */
            break;
        last_begin = begin;
        last_end = begin = next;
    }
    if (times != 0)
        divide(maker, made->left, text, last_begin, last_end, spans);
}

/* Divides what an expression matches among its parts, from left to right. */
static void divide(const struct maker *maker, unsigned id, const char *text, unsigned begin,
                   unsigned end, struct regex_span *spans)
{
    const struct made *made = &maker->nodes[id];

    if (made->kind == GROUP) {
        spans[made->number] = (struct regex_span){begin, end};
        divide(maker, made->left, text, begin, end, spans);
    } else if (made->kind == EITHER) {
        const bool is_left = (ends_of(maker, made->left, text, begin) >> end & 1) != 0;
        divide(maker, is_left ? made->left : made->right, text, begin, end, spans);
    } else if (made->kind == REPEAT) {
        divide_repeat(maker, made, text, begin, end, spans);
    } else if (made->kind == PAIR) {
        const uint32_t ends = ends_of(maker, made->left, text, begin);
        unsigned middle = end;
        while ((ends >> middle & 1) == 0 ||
               (ends_of(maker, made->right, text, middle) >> end & 1) == 0)
            middle--;
        divide(maker, made->left, text, begin, middle, spans);
        divide(maker, made->right, text, middle, end, spans);
    }
}

/* Finds the longest of the leftmost matches, and its groups. */
static bool find_by_definition(const struct maker *maker, const char *text,
                               struct regex_span *spans)
{
    for (unsigned begin = 0; begin <= strlen(text); begin++) {
        const uint32_t ends = ends_of(maker, 0, text, begin);
        unsigned end = LONGEST;
        if (ends == 0)
            continue;
        while ((ends >> end & 1) == 0)
            end--;
        spans[0] = (struct regex_span){begin, end};
        divide(maker, 0, text, begin, end, spans);
        return true;
    }
    return false;
}

static void check_by_definition(uint64_t *random)
{
    struct maker maker = {.random = random};
    struct regex_span spans[MOST_NODES], expected[MOST_NODES];
    const char *reason;
    char text[LONGEST + 1];

    make(&maker, 4, false);
    struct regex *regex = regex_compile(maker.written, false, &reason);
    cr_assert_not_null(regex, "%s: %s", maker.written, reason);
    for (unsigned i = 0; i < N_TEXTS; i++) {
        make_text(random, text);
        memset(expected, 0xff, sizeof expected); /* all REGEX_NOWHERE */
        const bool is_found = find_by_definition(&maker, text, expected);
        const size_t n_spans = maker.n_groups + 1;
        cr_assert_eq(regex_finds(regex, text_of(text)), is_found, "%s in '%s'", maker.written,
                     text);
        if (!is_found)
            continue;
        cr_assert(regex_find_all(regex, text_of(text)) &&
                  regex_next_match(regex, 0, n_spans, spans));
        for (size_t group = 0; group < n_spans; group++)
            cr_assert(spans[group].begin == expected[group].begin &&
                          spans[group].end == expected[group].end,
                      "%s in '%s': \\%zu is %zd to %zd, not %zd to %zd", maker.written, text, group,
                      (ssize_t)spans[group].begin, (ssize_t)spans[group].end,
                      (ssize_t)expected[group].begin, (ssize_t)expected[group].end);
    }
    regex_free(regex);
}

Test(regex_random, is_what_posix_says, .timeout = 7200)
{
    const unsigned long count = run_is_thorough() ? 3000000 : 20000;
    uint64_t random = 88172645463325252;

    for (unsigned long i = 0; i < count; i++)
        check_by_definition(&random);
}

#ifdef __GLIBC__

/*
 * Writes random pieces, of which many make no expression. glibc takes time without end for repeats
 * of repeats, and is wrong about places within repeats.
 */
static void write_pieces(uint64_t *random, char written[ROOM])
{
    static const char *const pieces[] = {
        "a",   "b",    "c",    "a",     "b",           ".",     "(", "(",  ")", ")",
        "|",   "[ab]", "[^a]", "[a-c]", "[[:alpha:]]", "[]a-]", "[", "]",  "-", "\\w",
        "\\W", "\\s",  "\\(",  "{",     "}",           ",",     "1", "()",
    };
    static const char *const after[] = {"", "", "", "*", "+", "?", "{2}", "{1,2}", "{,2}", "{2,}"};
    const unsigned count = 1 + random_below(random, 8);

    strcpy(written, random_below(random, 6) == 0 ? "^" : "");
    for (unsigned i = 0; i < count; i++) {
        strcat(written, pieces[random_below(random, ARRAY_LENGTH(pieces))]);
        strcat(written, after[random_below(random, ARRAY_LENGTH(after))]);
    }
    strcat(written, random_below(random, 6) == 0 ? "$" : "");
}

static void check_by_library(uint64_t *random)
{
    char written[ROOM], text[LONGEST + 1];
    const char *reason;
    regex_t expected;
    regmatch_t match;
    struct regex_span span;

    write_pieces(random, written);
    /* Of ranges that ignore case glibc has the ends in upper case. */
    const bool ignores_case = random_below(random, 4) == 0 && strchr(written, '-') == NULL;
    const int status = regcomp(&expected, written, REG_EXTENDED | (ignores_case ? REG_ICASE : 0));
    struct regex *regex = regex_compile(written, ignores_case, &reason);
    cr_assert_eq(regex != NULL, status == 0, "%s: %s", written, regex != NULL ? "taken" : reason);
    for (unsigned i = 0; regex != NULL && i < N_TEXTS; i++) {
        make_text(random, text);
        const bool is_found = regexec(&expected, text, 1, &match, 0) == 0;
        cr_assert_eq(regex_finds(regex, text_of(text)), is_found, "%s in '%s'", written, text);
        if (!is_found)
            continue;
        cr_assert(regex_find_all(regex, text_of(text)) && regex_next_match(regex, 0, 1, &span));
        cr_assert(span.begin == (size_t)match.rm_so && span.end == (size_t)match.rm_eo,
                  "%s in '%s': %zu to %zu, not %d to %d", written, text, span.begin, span.end,
                  (int)match.rm_so, (int)match.rm_eo);
    }
    regex_free(regex);
    if (status == 0)
        regfree(&expected);
}

Test(regex_random, is_what_the_c_library_says, .timeout = 7200)
{
    const unsigned long count = run_is_thorough() ? 3000000 : 20000;
    uint64_t random = 88172645463325252;

    for (unsigned long i = 0; i < count; i++)
        check_by_library(&random);
}

#endif
