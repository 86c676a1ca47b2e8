/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/regex/search.h"
#include "base/regex/tree.h"

/*
 * A search of one match after the other may read on to the end of the text for each, as for
 * "a|a.*b", which is the square of its length. So when as many bytes were read as this many times
 * the text, a scan tells where all of them end.
 */
enum { MOST_READ = 4 };

struct regex {
    struct tree tree;
    struct program forward;
    struct automaton *filter; /* tells whether there is a match, */
    struct automaton *begins; /* where matches begin, */
    struct automaton *end;    /* and where a match ends */
    struct scan scan;         /* knows the text, too */
    bool *has_match;          /* by place of the text: whether a match begins there */
    size_t *ends;             /* where it ends, if they were scanned */
    size_t *lefts, *rights;   /* for groups_find() */
    size_t capacity;          /* of these four */
    bool is_scanned;
    size_t n_read; /* bytes, for the ends of matches */
};

struct regex *regex_compile(const char *expression, bool ignores_case, const char **reason)
{
    struct regex *regex = memory_alloc(1, sizeof *regex);

    if (!tree_read(&regex->tree, expression, ignores_case, reason)) {
        tree_free(&regex->tree);
        free(regex);
        return NULL;
    }
    regex->forward = program_create(&regex->tree, FORWARD);
    scan_init(&regex->scan, &regex->tree);
    regex->filter = automaton_create(&regex->tree, &regex->forward, FORWARD, BEGINS_ANYWHERE);
    regex->begins = automaton_create(&regex->tree, &regex->scan.program, BACKWARD, BEGINS_ANYWHERE);
    regex->end = automaton_create(&regex->tree, &regex->forward, FORWARD, BEGINS_AT_ONCE);
    return regex;
}

void regex_free(struct regex *regex)
{
    if (regex == NULL)
        return;
    automaton_free(regex->filter);
    automaton_free(regex->begins);
    automaton_free(regex->end);
    scan_free(&regex->scan);
    free(regex->forward.list);
    tree_free(&regex->tree);
    free(regex->has_match);
    free(regex->ends);
    free(regex->lefts);
    free(regex->rights);
    free(regex);
}

size_t regex_n_groups(const struct regex *regex)
{
    return regex->tree.n_groups;
}

bool regex_finds(struct regex *regex, struct text text)
{
    return automaton_finds(regex->filter, text);
}

static void make_room(struct regex *regex, size_t n_places)
{
    size_t capacity = regex->capacity;

    if (n_places <= capacity)
        return;
    regex->ends = memory_grow(regex->ends, &capacity, n_places, sizeof *regex->ends);
    free(regex->has_match);
    free(regex->lefts);
    free(regex->rights);
    regex->has_match = memory_alloc(capacity, sizeof *regex->has_match);
    regex->lefts = memory_alloc(capacity, sizeof *regex->lefts);
    regex->rights = memory_alloc(capacity, sizeof *regex->rights);
    regex->capacity = capacity;
}

bool regex_find_all(struct regex *regex, struct text text)
{
    if (!regex_finds(regex, text)) /* which is quicker */
        return false;
    make_room(regex, text.length + 1);
    automaton_find_begins(regex->begins, text, regex->has_match);
    regex->scan.text = text;
    regex->is_scanned = false;
    regex->n_read = 0;
    return true;
}

static void scan_all(struct regex *regex)
{
    const struct range all = {0, regex->scan.program.count};
    const size_t length = regex->scan.text.length;

    for (size_t i = 0; i <= length; i++)
        regex->ends[i] = NO_MARK;
    scan_range(&regex->scan, all, 0, length, NULL, regex->ends);
    regex->is_scanned = true;
}

static size_t find_end(struct regex *regex, size_t begin)
{
    if (!regex->is_scanned && regex->n_read / MOST_READ > regex->scan.text.length)
        scan_all(regex);
    if (regex->is_scanned)
        return regex->ends[begin];
    return automaton_find_end(regex->end, regex->scan.text, begin, &regex->n_read);
}

bool regex_next_match(struct regex *regex, size_t from, size_t n_spans, struct regex_span *spans)
{
    const struct text text = regex->scan.text;

    if (from > text.length)
        return false;
    const bool *begin = memchr(regex->has_match + from, (int)true, text.length + 1 - from);
    if (begin == NULL)
        return false;
    spans[0].begin = (size_t)(begin - regex->has_match);
    spans[0].end = find_end(regex, spans[0].begin);
    groups_find(&regex->scan, regex->lefts, regex->rights, n_spans, spans);
    return true;
}
