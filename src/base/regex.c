/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/text.h"

/*
 * Regular expressions that the C library cannot bear: for "a{32767}{32767}" glibc takes 23 GB.
 *
 * It writes repeats out, those of repeats too: "a{255}{255}" becomes 65,025 characters, and each
 * '+' in "a++++" doubles what is before it. So what is under repeats, each counted as often as
 * these multiply to, may be at most 65,025 characters and as many groups, over the whole
 * expression. Time and memory grow with the square or the cube of what may match nothing ("a?",
 * "a*", "a{0,9}", "(a|)") and is copied: at most 500 of these, where a place ("^", "\<") counts as
 * ten, being worse, and "\b" as two places. What is not copied counts nothing, so a list of names
 * may be long. Groups nest up to 1,000 deep: for more the C library's recursion would need more
 * stack than there is.
 */

enum { MOST_NESTED = 1000, WEIGHT_OF_PLACE = 10, LARGEST_REPEAT = 100000, NO_LARGEST = -1 };

/* What is counted of an expression, as if its repeats were written out. */
enum counted { ATOMS, GROUPS, MAYBE_NOTHING, N_COUNTED };

static const struct {
    uint64_t most;
    const char *reason;
} limits[N_COUNTED] = {
    [ATOMS] = {65025, "its repeats make more than 65025 copies"},
    [GROUPS] = {65025, "its repeats make more than 65025 copies"},
    [MAYBE_NOTHING] = {500, "its repeats make more than 500 copies of what may match nothing"},
};

/* How much a part of an expression is. */
struct extent {
    uint64_t all[N_COUNTED];
    uint64_t copied[N_COUNTED]; /* of these, what is under a repeat */
    bool may_match_nothing;
};

static const struct extent nothing = {.may_match_nothing = true};

/* A group that is open, or the whole expression. */
struct level {
    struct extent branches; /* those before the last '|' */
    struct extent branch;   /* the one after it, without its last part */
    struct extent last;     /* what a repeat would repeat */
};

struct measure {
    struct level *levels; /* from the outside in */
    size_t n_levels, capacity;
};

static struct level *innermost(const struct measure *measure)
{
    return &measure->levels[measure->n_levels - 1];
}

static void add_counts(struct extent *sum, const struct extent *part)
{
    for (size_t i = 0; i < N_COUNTED; i++) {
        sum->all[i] += part->all[i];
        sum->copied[i] += part->copied[i];
    }
}

/* Begins another part of the branch. */
static void put_part(struct level *level, struct extent part)
{
    add_counts(&level->branch, &level->last);
    level->branch.may_match_nothing &= level->last.may_match_nothing;
    level->last = part;
}

static void end_branch(struct level *level)
{
    put_part(level, nothing);
    add_counts(&level->branches, &level->branch);
    level->branches.may_match_nothing |= level->branch.may_match_nothing;
    level->branches.all[MAYBE_NOTHING] += level->branch.may_match_nothing;
    level->branch = nothing;
}

static void open_level(struct measure *measure)
{
    ARRAY_GROW(measure->levels, measure->n_levels, measure->capacity);
    measure->levels[measure->n_levels++] = (struct level){.branch = nothing, .last = nothing};
}

static void close_group(struct measure *measure)
{
    struct level *level = innermost(measure);

    end_branch(level);
    level->branches.all[GROUPS]++;
    measure->n_levels--;
    put_part(innermost(measure), level->branches);
}

/*
 * The C library writes a repeat out: "a{2,4}" becomes "aaa?a?", "a{2,}" and "a+" become "aaa*" and
 * "aa*". A repeat of a repeat copies the copies.
 */
static void repeat(struct extent *part, long least, long most)
{
    bool has_end = most != NO_LARGEST;
    uint64_t copies = (uint64_t)(has_end ? most : least + 1);

    for (size_t i = 0; copies > 1 && i < N_COUNTED; i++) {
        part->all[i] *= copies;
        part->copied[i] = part->all[i];
    }
    uint64_t optional = has_end && most > least ? (uint64_t)(most - least) : !has_end;
    part->all[MAYBE_NOTHING] += optional;
    if (has_end && copies > 1)
        part->copied[MAYBE_NOTHING] += optional;
    part->may_match_nothing |= least == 0;
}

static const char *read_repeat_number(const char *at, long *number)
{
    for (; is_digit(*at); at++)
        if (*number < LARGEST_REPEAT)
            *number = *number * 10 + (*at - '0');
    return at;
}

/*
 * Measures "{N}", "{N,}", "{N,M}" or the C library's "{,M}". Anything else is left for the C
 * library to refuse.
 */
static const char *measure_interval(struct extent *part, const char *at)
{
    long least = 0, most = 0;
    const char *end = read_repeat_number(at + 1, &least);

    if (*end != ',')
        most = least;
    else if (*++end == '}')
        most = NO_LARGEST;
    else
        end = read_repeat_number(end, &most);
    if (*end != '}')
        return at + 1;
    repeat(part, least, most);
    return end + 1;
}

/*
 * Returns what follows the "[...]" that begins here, in which a ']' that comes first stands for
 * itself.
 */
static const char *skip_bracket(const char *at)
{
    at += at[1] == '^' ? 2 : 1;
    for (bool is_first = true; *at != '\0' && (is_first || *at != ']'); is_first = false) {
        bool is_named = at[0] == '[' && at[1] != '\0' && strchr(":.=", at[1]) != NULL;
        const char end[] = {at[1], ']', '\0'};
        const char *closing = is_named ? strstr(at + 2, end) : NULL;
        at = closing != NULL ? closing + 2 : at + 1;
    }
    return *at == '\0' ? at : at + 1;
}

/* Returns how many places of the text are meant, such as its beginning; "\b" is one of two. */
static unsigned count_places(const char *at)
{
    if (at[0] == '^' || at[0] == '$')
        return 1;
    if (at[0] != '\\' || at[1] == '\0' || strchr("bB<>`'", at[1]) == NULL)
        return 0;
    return at[1] == 'b' || at[1] == 'B' ? 2 : 1;
}

static struct extent measure_atom(const char *at)
{
    unsigned n_places = count_places(at);
    struct extent atom = {.may_match_nothing = n_places != 0};

    atom.all[ATOMS] = 1;
    atom.all[MAYBE_NOTHING] = (uint64_t)n_places * WEIGHT_OF_PLACE;
    return atom;
}

/* Measures what begins here, and returns where that ends. */
static const char *measure_next(struct measure *measure, const char *at)
{
    struct level *level = innermost(measure);

    if (at[0] == '(')
        open_level(measure);
    else if (at[0] == ')' && measure->n_levels > 1)
        close_group(measure);
    else if (at[0] == '|')
        end_branch(level);
    else if (at[0] == '*')
        repeat(&level->last, 0, NO_LARGEST);
    else if (at[0] == '+')
        repeat(&level->last, 1, NO_LARGEST);
    else if (at[0] == '?')
        repeat(&level->last, 0, 1);
    else if (at[0] == '{')
        return measure_interval(&level->last, at);
    else
        put_part(level, measure_atom(at));
    return at[0] == '[' ? skip_bracket(at) : at + (at[0] == '\\' && at[1] != '\0' ? 2 : 1);
}

static const char *find_excess(const struct extent *extent)
{
    for (size_t i = 0; i < N_COUNTED; i++)
        if (extent->copied[i] > limits[i].most)
            return limits[i].reason;
    return NULL;
}

/*
 * Returns why an extended regular expression of POSIX is too much; NULL where it is not, or where
 * it is no expression. The reason is static.
 */
static const char *regex_excess(const char *expression)
{
    struct measure measure = {0};
    const char *reason = NULL;

    open_level(&measure);
    for (const char *at = expression; *at != '\0' && reason == NULL;) {
        at = measure_next(&measure, at);
        reason = measure.n_levels > MOST_NESTED + 1 ? "its groups are nested more than 1000 deep"
                                                    : find_excess(&innermost(&measure)->last);
    }
    while (measure.n_levels > 1) /* not closed, which the C library finds only after the copying */
        close_group(&measure);
    end_branch(innermost(&measure));
    if (reason == NULL)
        reason = find_excess(&innermost(&measure)->branches);
    free(measure.levels);
    return reason;
}

/* C libraries agree on which mistake it is, but each words it differently. */
static const struct {
    int status;
    const char *reason;
} reasons[] = {
    {REG_EPAREN, "'(' without ')', or the other way round"},
    {REG_EBRACK, "'[' without ']'"},
    {REG_EBRACE, "what follows '{' is no number of times"},
    {REG_BADBR, "what follows '{' is no number of times"},
    {REG_BADRPT, "nothing to be repeated before '*', '+', '?' or '{'"},
    {REG_ERANGE, "a range in '[' and ']' ends before it begins"},
    {REG_ECTYPE, "unknown class of characters"},
    {REG_ECOLLATE, "unknown collating element"},
    {REG_EESCAPE, "nothing after '\\'"},
    {REG_ESUBREG, "no such group"},
};

/* Words the reason; what the C library alone knows, it has to say. */
static void explain(int status, const regex_t *regex, char *reason, size_t room)
{
    for (size_t i = 0; i < ARRAY_LENGTH(reasons); i++)
        if (reasons[i].status == status) {
            snprintf(reason, room, "%s", reasons[i].reason);
            return;
        }
    regerror(status, regex, reason, room);
}

bool regex_compile(regex_t *regex, const char *expression, int flags, char *reason, size_t room)
{
    const char *too_much = regex_excess(expression);

    if (too_much != NULL) {
        snprintf(reason, room, "%s", too_much);
        return false;
    }
    int status = regcomp(regex, expression, REG_EXTENDED | flags);
    if (status == REG_ESPACE)
        out_of_memory();
    if (status != 0)
        explain(status, regex, reason, room);
    return status == 0;
}

/*
 * Ends the process for lack of memory: to take it for "not found" would leave out what does match.
 */
static bool has_found(int status)
{
    if (status != 0 && status != REG_NOMATCH)
        out_of_memory();
    return status == 0;
}

bool regex_finds(const regex_t *regex, const char *text, size_t n_groups, regmatch_t *groups,
                 int flags)
{
    return has_found(regexec(regex, text, n_groups, groups, flags));
}

#ifdef REG_STARTEND

/*
 * REG_STARTEND is an extension of most systems: regexec() does not look for the end, and sees what
 * is before.
 */
bool regex_finds_from(const regex_t *regex, struct text text, size_t from, size_t n_groups,
                      regmatch_t *groups)
{
    int flags = REG_STARTEND | (from != 0 ? REG_NOTBOL : 0);

    groups[0] = (regmatch_t){.rm_so = (regoff_t)from, .rm_eo = (regoff_t)text.length};
    return has_found(regexec(regex, text.at, n_groups, groups, flags));
}

#else

bool regex_finds_from(const regex_t *regex, struct text text, size_t from, size_t n_groups,
                      regmatch_t *groups)
{
    if (!regex_finds(regex, text.at + from, n_groups, groups, from != 0 ? REG_NOTBOL : 0))
        return false;
    for (size_t i = 0; i < n_groups; i++) {
        if (groups[i].rm_so < 0)
            continue;
        groups[i].rm_so += (regoff_t)from;
        groups[i].rm_eo += (regoff_t)from;
    }
    return true;
}

#endif
