/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/regex/tree.h"
#include "base/text.h"

/*
 * Groups and repeats are read, and later followed, by recursion: deeper than anybody needs, and no
 * deeper than the stack bears.
 */
enum { MOST_NESTED = 1000, MOST_TIMES = 32767 };

/*
 * Repeats are written out, those of repeats too: "a{99}{99}" is 9,801 characters, each of which may
 * have to be looked at for each byte of a name. What stands there once counts nothing, so that a
 * list of names may be long: it makes at most two instructions a character.
 */
enum { MOST_COPIED = 10000 };

static const char nothing_repeated[] = "nothing to be repeated before '*', '+', '?' or '{'";

/* First and last bytes of ranges, one after the other. */
#define WORD_RANGES "09AZ__az"

struct parser {
    const char *at;
    struct tree *tree;
    bool ignores_case;
    uint32_t n_open;        /* groups that are not closed yet */
    uint64_t largest;       /* program that is allowed, in instructions */
    uint32_t literals[256]; /* of bytes that were read: 1 + their set; 0: not read */
    const char *reason;
};

static bool fail(struct parser *parser, const char *reason)
{
    parser->reason = reason;
    return false;
}

/* Adds a node, unless it is too deep or its program, of `size` instructions, too large. */
static bool add_node(struct parser *parser, struct node node, uint64_t size, node_id *id)
{
    struct tree *tree = parser->tree;

    if (node.depth > MOST_NESTED)
        return fail(parser, "it is nested more than 1000 deep");
    if (size > parser->largest)
        return fail(parser, "its repeats make more than 10000 copies");
    *id = (node_id)tree->n_nodes;
    node.size = (uint32_t)size;
    node.next = NO_NODE;
    ARRAY_ADD(tree->nodes, tree->n_nodes, tree->nodes_capacity, node);
    return true;
}

static bool add_place(struct parser *parser, enum place place, node_id *id)
{
    return add_node(parser, (struct node){.kind = NODE_PLACE, .place = place}, 1, id);
}

static uint32_t add_set(struct tree *tree, struct byte_set set)
{
    ARRAY_GROW(tree->sets, tree->n_sets, tree->sets_capacity);
    tree->sets[tree->n_sets] = set;
    return (uint32_t)tree->n_sets++;
}

static bool add_byte(struct parser *parser, uint32_t set, node_id *id)
{
    return add_node(parser, (struct node){.kind = NODE_BYTE, .set = set, .width = 1}, 1, id);
}

static void add_range(struct byte_set *set, unsigned char first, unsigned char last)
{
    for (unsigned byte = first; byte <= last; byte++)
        byte_set_add(set, (unsigned char)byte);
}

/* ASCII's, whatever the locale, so that an expression means the same everywhere. */
static const struct {
    const char *name, *ranges;
} classes[] = {
    {"alnum", "09AZaz"},   {"alpha", "AZaz"},   {"blank", "\t\t  "}, {"cntrl", "\x01\x1f\x7f\x7f"},
    {"digit", "09"},       {"graph", "!~"},     {"lower", "az"},     {"print", " ~"},
    {"punct", "!/:@[`{~"}, {"space", "\t\r  "}, {"upper", "AZ"},     {"xdigit", "09AFaf"},
};

/* What a letter after a '\\' means in glibc; POSIX leaves it open. */
static const struct {
    char letter;
    enum place place;
} place_escapes[] = {
    {'<', PLACE_WORD_BEGIN}, {'>', PLACE_WORD_END}, {'b', PLACE_EDGE},
    {'B', PLACE_NO_EDGE},    {'`', PLACE_BEGIN},    {'\'', PLACE_END},
};
static const struct {
    char letter;
    bool is_negated;
    const char *ranges;
} class_escapes[] = {
    {'w', false, WORD_RANGES},
    {'W', true, WORD_RANGES},
    {'s', false, "\t\r  "},
    {'S', true, "\t\r  "},
};

static struct byte_set set_of_ranges(const char *ranges)
{
    struct byte_set set = {{0}};

    for (; *ranges != '\0'; ranges += 2)
        add_range(&set, (unsigned char)ranges[0], (unsigned char)ranges[1]);
    return set;
}

static void negate(struct byte_set *set)
{
    for (size_t i = 0; i < ARRAY_LENGTH(set->words); i++)
        set->words[i] = ~set->words[i];
}

static void add_other_case(struct byte_set *set)
{
    for (int letter = 'a'; letter <= 'z'; letter++) {
        const unsigned char lower = (unsigned char)letter;
        const unsigned char upper = (unsigned char)(letter - 'a' + 'A');
        if (byte_set_has(set, lower))
            byte_set_add(set, upper);
        else if (byte_set_has(set, upper))
            byte_set_add(set, lower);
    }
}

/* Reads a byte that stands for itself; each has one set, however often it is written. */
static bool read_literal(struct parser *parser, node_id *id)
{
    const unsigned char byte = (unsigned char)*parser->at++;

    if (parser->literals[byte] == 0) {
        struct byte_set set = {{0}};
        byte_set_add(&set, byte);
        if (parser->ignores_case)
            add_other_case(&set);
        parser->literals[byte] = 1 + add_set(parser->tree, set);
    }
    return add_byte(parser, parser->literals[byte] - 1, id);
}

enum { NO_BYTE = -1 };

/* Adds the class of "[:NAME:]" to a set. */
static bool add_class(struct parser *parser, struct text name, struct byte_set *set)
{
    for (size_t i = 0; i < ARRAY_LENGTH(classes); i++)
        if (text_equal(name, text_of(classes[i].name))) {
            const struct byte_set class = set_of_ranges(classes[i].ranges);
            for (size_t word = 0; word < ARRAY_LENGTH(set->words); word++)
                set->words[word] |= class.words[word];
            return true;
        }
    return fail(parser, "unknown class of characters");
}

/*
 * Reads what is between '[' and ']': a byte, also as "[.X.]" or "[=X=]"; or the class "[:NAME:]",
 * which is added to the set, and *byte is NO_BYTE.
 */
static bool read_element(struct parser *parser, struct byte_set *set, int *byte)
{
    const char *at = parser->at;

    if (at[0] != '[' || at[1] == '\0' || strchr(":.=", at[1]) == NULL) {
        *byte = (unsigned char)*parser->at++;
        return true;
    }
    const char end[] = {at[1], ']', '\0'};
    const char *closing = at[2] == '\0' ? NULL : strstr(at + 3, end);
    if (closing == NULL)
        return fail(parser, "'[' without ']'");
    const struct text name = text_between(at + 2, closing);
    parser->at = closing + 2;
    *byte = at[1] == ':' ? NO_BYTE : (unsigned char)name.at[0];
    if (at[1] == ':')
        return add_class(parser, name, set);
    return name.length == 1 || fail(parser, "unknown collating element");
}

/* Adds a byte, a class or a range to a set. A '-' stands for itself when it is first or last. */
static bool read_elements(struct parser *parser, struct byte_set *set, bool is_first)
{
    static const char bad_range[] = "a range in '[' and ']' ends before it begins";
    int first, last;

    if (parser->at[0] == '-' && parser->at[1] != ']' && parser->at[1] != '\0' && !is_first)
        return fail(parser, "in '[' and ']' a '-' must come first or last, or make a range");
    if (!read_element(parser, set, &first))
        return false;
    if (first == NO_BYTE)
        return true;
    last = first;
    if (parser->at[0] == '-' && parser->at[1] != ']' && parser->at[1] != '\0') {
        parser->at++;
        if (!read_element(parser, set, &last))
            return false;
    }
    if (last < first)
        return fail(parser, bad_range);
    add_range(set, (unsigned char)first, (unsigned char)last);
    return true;
}

/* Reads "[...]", in which a ']' that comes first stands for itself. */
static bool read_bracket(struct parser *parser, node_id *id)
{
    const bool is_negated = parser->at[1] == '^';
    struct byte_set set = {{0}};

    parser->at += is_negated ? 2 : 1;
    for (bool is_first = true; is_first || *parser->at != ']'; is_first = false) {
        if (*parser->at == '\0')
            return fail(parser, "'[' without ']'");
        if (!read_elements(parser, &set, is_first))
            return false;
    }
    parser->at++;
    if (parser->ignores_case)
        add_other_case(&set);
    if (is_negated)
        negate(&set);
    return add_byte(parser, add_set(parser->tree, set), id);
}

/* NOLINTBEGIN(misc-no-recursion): groups are at most MOST_NESTED deep. */

static bool read_choice(struct parser *parser, node_id *id);

static bool read_group(struct parser *parser, node_id *id)
{
    struct node group = {.kind = NODE_GROUP, .number = ++parser->tree->n_groups};

    parser->at++;
    if (++parser->n_open > MOST_NESTED)
        return fail(parser, "it is nested more than 1000 deep");
    if (!read_choice(parser, &group.first))
        return false;
    if (*parser->at != ')')
        return fail(parser, "'(' without ')'");
    parser->at++;
    parser->n_open--;
    const struct node *inner = &parser->tree->nodes[group.first];
    group.depth = inner->depth + 1;
    group.n_groups = inner->n_groups + 1;
    group.width = inner->width;
    return add_node(parser, group, inner->size, id);
}

static bool add_class_byte(struct parser *parser, const char *ranges, bool is_negated, node_id *id)
{
    struct byte_set set = set_of_ranges(ranges);

    if (is_negated)
        negate(&set);
    return add_byte(parser, add_set(parser->tree, set), id);
}

static bool read_escape(struct parser *parser, node_id *id)
{
    const char letter = *++parser->at;

    if (letter == '\0')
        return fail(parser, "nothing after '\\'");
    if (letter >= '1' && letter <= '9')
        return fail(parser, "extended expressions have no back-references such as '\\1'");
    for (size_t i = 0; i < ARRAY_LENGTH(place_escapes); i++)
        if (letter == place_escapes[i].letter) {
            parser->at++;
            return add_place(parser, place_escapes[i].place, id);
        }
    for (size_t i = 0; i < ARRAY_LENGTH(class_escapes); i++)
        if (letter == class_escapes[i].letter) {
            parser->at++;
            return add_class_byte(parser, class_escapes[i].ranges, class_escapes[i].is_negated, id);
        }
    return read_literal(parser, id);
}

static bool is_repeat(char letter)
{
    return letter != '\0' && strchr("*+?{", letter) != NULL;
}

static bool read_atom(struct parser *parser, node_id *id)
{
    switch (*parser->at) {
    case '(':
        return read_group(parser, id);
    case '[':
        return read_bracket(parser, id);
    case '\\':
        return read_escape(parser, id);
    case '.':
        parser->at++;
        return add_class_byte(parser, "", true, id);
    case '^':
        parser->at++;
        return add_place(parser, PLACE_BEGIN, id);
    case '$':
        parser->at++;
        return add_place(parser, PLACE_END, id);
    default:
        return is_repeat(*parser->at) ? fail(parser, nothing_repeated) : read_literal(parser, id);
    }
}

/* Reads a number of times; false where there is none. */
static bool read_times(struct parser *parser, int *times)
{
    if (!is_digit(*parser->at))
        return false;
    for (*times = 0; is_digit(*parser->at); parser->at++)
        if (*times <= MOST_TIMES)
            *times = *times * 10 + (*parser->at - '0');
    return true;
}

/* Reads "{N}", "{N,}", "{N,M}" or glibc's "{,M}". */
static bool read_interval(struct parser *parser, struct node *repeat)
{
    repeat->least = 0;
    repeat->most = NO_MOST;
    parser->at++;
    const bool has_least = read_times(parser, &repeat->least);
    if (*parser->at == ',') {
        parser->at++;
        read_times(parser, &repeat->most);
    } else if (has_least) {
        repeat->most = repeat->least;
    } else {
        return fail(parser, "what follows '{' is no number of times");
    }
    if (*parser->at != '}' || (repeat->most != NO_MOST && repeat->most < repeat->least))
        return fail(parser, "what follows '{' is no number of times");
    if (repeat->least > MOST_TIMES || repeat->most > MOST_TIMES)
        return fail(parser, "what follows '{' is more than 32767 times");
    parser->at++;
    return true;
}

/* Reads a repeat of what was read last, and makes *id the node of both. */
static bool read_repeat(struct parser *parser, node_id *id)
{
    const struct node *inner = &parser->tree->nodes[*id];
    struct node repeat = {.kind = NODE_REPEAT, .first = *id, .depth = inner->depth + 1};
    uint64_t size = 0;

    if (*parser->at == '{') {
        if (!read_interval(parser, &repeat))
            return false;
    } else {
        repeat.least = *parser->at == '+';
        repeat.most = *parser->at == '?' ? 1 : NO_MOST;
        parser->at++;
    }
    repeat.n_groups = inner->n_groups;
    for (int i = 0; i < repeat_n_copies(&repeat); i++)
        size += copy_size(inner, repeat_copy(&repeat, i));
    repeat.width = repeat.least == repeat.most && inner->width != NO_WIDTH
                     ? inner->width * (size_t)repeat.least
                     : NO_WIDTH;
    return add_node(parser, repeat, size, id);
}

/* Appends a child to a node that is not in the tree yet; *last is the child before it. */
static void append_child(struct tree *tree, struct node *parent, node_id *last, node_id id)
{
    const struct node *child = &tree->nodes[id];

    if (parent->first == NO_NODE)
        parent->first = id;
    else
        tree->nodes[*last].next = id;
    *last = id;
    parent->depth = child->depth > parent->depth ? child->depth : parent->depth;
    parent->n_groups += child->n_groups;
}

static bool is_at_end_of_branch(const struct parser *parser)
{
    /* As in glibc, a ')' that closes nothing stands for itself. */
    return *parser->at == '\0' || *parser->at == '|' || (*parser->at == ')' && parser->n_open != 0);
}

static bool read_sequence(struct parser *parser, node_id *id)
{
    struct tree *tree = parser->tree;
    struct node sequence = {.kind = NODE_SEQUENCE, .first = NO_NODE};
    node_id last = NO_NODE, part;
    uint64_t size = 0;

    while (!is_at_end_of_branch(parser)) {
        if (!read_atom(parser, &part))
            return false;
        if (tree->nodes[part].kind == NODE_PLACE && is_repeat(*parser->at))
            return fail(parser, nothing_repeated);
        while (is_repeat(*parser->at))
            if (!read_repeat(parser, &part))
                return false;
        append_child(tree, &sequence, &last, part);
        size += tree->nodes[part].size;
        if (tree->nodes[part].width == NO_WIDTH)
            sequence.width = NO_WIDTH;
        else if (sequence.width != NO_WIDTH)
            sequence.width += tree->nodes[part].width;
    }
    return add_node(parser, sequence, size, id);
}

static bool read_choice(struct parser *parser, node_id *id)
{
    struct tree *tree = parser->tree;
    struct node choice = {.kind = NODE_CHOICE, .first = NO_NODE};
    node_id last = NO_NODE, branch;
    uint64_t size = 0;

    for (bool is_first = true; is_first || *parser->at == '|'; is_first = false) {
        parser->at += !is_first;
        if (!read_sequence(parser, &branch))
            return false;
        append_child(tree, &choice, &last, branch);
        const size_t width = tree->nodes[branch].width;
        size += tree->nodes[branch].size + (is_first ? 0 : CHOICE_OVERHEAD);
        choice.width = is_first || choice.width == width ? width : NO_WIDTH;
    }
    return add_node(parser, choice, size, id);
}

/* NOLINTEND(misc-no-recursion) */

bool tree_read(struct tree *tree, const char *expression, bool ignores_case, const char **reason)
{
    struct parser parser = {
        .at = expression,
        .tree = tree,
        .ignores_case = ignores_case,
        .largest = 2 * strlen(expression) + MOST_COPIED,
    };

    *tree = (struct tree){0};
    const bool is_done = read_choice(&parser, &tree->root);
    *reason = parser.reason;
    return is_done;
}

void tree_free(struct tree *tree)
{
    free(tree->nodes);
    free(tree->sets);
}
