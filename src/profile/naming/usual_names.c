/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What names of C++ have in full though nobody writes it: the default arguments of the standard
 * library's templates, and suffixes of what compilers cloned. GNU's demangler puts a blank between
 * two '>', LLVM's does not; libstdc++ and libc++ have namespaces of their own within std.
 */

#include <string.h>

#include "base/array.h"
#include "profile/naming/naming.h"

/* More arguments than a template has that is known here. */
enum { MOST_ARGUMENTS = 6 };

/* What an argument is where nothing else was written, of the first one, or of the first two. */
enum default_argument {
    NO_DEFAULT,
    DEFAULT_ALLOCATOR, /* std::allocator<T> */
    DEFAULT_OF_PAIRS,  /* std::allocator<std::pair<K const, V> > */
    DEFAULT_LESS,
    DEFAULT_HASH,
    DEFAULT_EQUAL,
    DEFAULT_DELETE,
    DEFAULT_TRAITS,
    DEFAULT_REGEX_TRAITS,
    DEFAULT_DEQUE,  /* std::deque<T, std::allocator<T> > */
    DEFAULT_VECTOR, /* likewise */
};

/* A template of the standard library, whose arguments after its own have defaults. */
static const struct known_template {
    struct text name;
    size_t n_own;
    enum default_argument defaults[4]; /* up to the first NO_DEFAULT */
} templates[] = {
    {{"vector", 6}, 1, {DEFAULT_ALLOCATOR}},
    {{"deque", 5}, 1, {DEFAULT_ALLOCATOR}},
    {{"list", 4}, 1, {DEFAULT_ALLOCATOR}},
    {{"forward_list", 12}, 1, {DEFAULT_ALLOCATOR}},
    {{"set", 3}, 1, {DEFAULT_LESS, DEFAULT_ALLOCATOR}},
    {{"multiset", 8}, 1, {DEFAULT_LESS, DEFAULT_ALLOCATOR}},
    {{"map", 3}, 2, {DEFAULT_LESS, DEFAULT_OF_PAIRS}},
    {{"multimap", 8}, 2, {DEFAULT_LESS, DEFAULT_OF_PAIRS}},
    {{"unordered_set", 13}, 1, {DEFAULT_HASH, DEFAULT_EQUAL, DEFAULT_ALLOCATOR}},
    {{"unordered_multiset", 18}, 1, {DEFAULT_HASH, DEFAULT_EQUAL, DEFAULT_ALLOCATOR}},
    {{"unordered_map", 13}, 2, {DEFAULT_HASH, DEFAULT_EQUAL, DEFAULT_OF_PAIRS}},
    {{"unordered_multimap", 18}, 2, {DEFAULT_HASH, DEFAULT_EQUAL, DEFAULT_OF_PAIRS}},
    {{"stack", 5}, 1, {DEFAULT_DEQUE}},
    {{"queue", 5}, 1, {DEFAULT_DEQUE}},
    {{"priority_queue", 14}, 1, {DEFAULT_VECTOR, DEFAULT_LESS}},
    {{"unique_ptr", 10}, 1, {DEFAULT_DELETE}},
    {{"istreambuf_iterator", 19}, 1, {DEFAULT_TRAITS}},
    {{"ostreambuf_iterator", 19}, 1, {DEFAULT_TRAITS}},
};

/* "basic_string<char, ...>" is "string"; of other characters it has a prefix. */
static const struct known_character {
    struct text name;
    enum standard_prefix prefix;
    bool is_of_text_alone; /* streams of it have no names */
} characters[] = {
    {{"char", 4}, PREFIX_NONE, false},   {{"wchar_t", 7}, PREFIX_W, false},
    {{"char8_t", 7}, PREFIX_U8, true},   {{"char16_t", 8}, PREFIX_U16, true},
    {{"char32_t", 8}, PREFIX_U32, true},
};

static const struct known_template basic_templates[] = {
    {{"string", 6}, 1, {DEFAULT_TRAITS, DEFAULT_ALLOCATOR}},
    {{"string_view", 11}, 1, {DEFAULT_TRAITS}},
    {{"ios", 3}, 1, {DEFAULT_TRAITS}},
    {{"streambuf", 9}, 1, {DEFAULT_TRAITS}},
    {{"istream", 7}, 1, {DEFAULT_TRAITS}},
    {{"ostream", 7}, 1, {DEFAULT_TRAITS}},
    {{"iostream", 8}, 1, {DEFAULT_TRAITS}},
    {{"filebuf", 7}, 1, {DEFAULT_TRAITS}},
    {{"ifstream", 8}, 1, {DEFAULT_TRAITS}},
    {{"ofstream", 8}, 1, {DEFAULT_TRAITS}},
    {{"fstream", 7}, 1, {DEFAULT_TRAITS}},
    {{"stringbuf", 9}, 1, {DEFAULT_TRAITS, DEFAULT_ALLOCATOR}},
    {{"istringstream", 13}, 1, {DEFAULT_TRAITS, DEFAULT_ALLOCATOR}},
    {{"ostringstream", 13}, 1, {DEFAULT_TRAITS, DEFAULT_ALLOCATOR}},
    {{"stringstream", 12}, 1, {DEFAULT_TRAITS, DEFAULT_ALLOCATOR}},
    {{"regex", 5}, 1, {DEFAULT_REGEX_TRAITS}},
};

/* How many of the first are of text alone: "u16string" is a name, "u16ostream" is none. */
enum { N_OF_TEXT = 2 };

static bool eat(struct text *rest, struct text part)
{
    if (!text_starts_with(*rest, part))
        return false;
    *rest = text_skip(*rest, part.length);
    return true;
}

/* Eats "std::", and the namespace within it that a library has for itself. */
static bool eat_std(struct text *rest)
{
    if (!eat(rest, TEXT("std::")))
        return false;
    if (!eat(rest, TEXT("__cxx11::")))
        eat(rest, TEXT("__1::"));
    return true;
}

static bool eat_close(struct text *rest)
{
    eat(rest, TEXT(" "));
    return eat(rest, TEXT(">"));
}

/* Eats "std::name<T>". */
static bool eat_applied(struct text *rest, struct text name, struct text of)
{
    return eat_std(rest) && eat(rest, name) && eat(rest, TEXT("<")) && eat(rest, of) &&
           eat_close(rest);
}

/* Eats "std::name<T, std::allocator<T> >". */
static bool eat_container(struct text *rest, struct text name, struct text of)
{
    return eat_std(rest) && eat(rest, name) && eat(rest, TEXT("<")) && eat(rest, of) &&
           eat(rest, TEXT(", ")) && eat_applied(rest, TEXT("allocator"), of) && eat_close(rest);
}

/* Whether an argument is what the template has where nothing else is written. */
static bool is_default(struct text argument, enum default_argument kind, const struct text *own)
{
    struct text rest = argument;
    bool is_eaten = false;

    switch (kind) {
    case NO_DEFAULT:
        return false;
    case DEFAULT_ALLOCATOR:
        is_eaten = eat_applied(&rest, TEXT("allocator"), own[0]);
        break;
    case DEFAULT_OF_PAIRS:
        is_eaten = eat_std(&rest) && eat(&rest, TEXT("allocator<")) && eat_std(&rest) &&
                   eat(&rest, TEXT("pair<")) && eat(&rest, own[0]) &&
                   eat(&rest, TEXT(" const, ")) && eat(&rest, own[1]) && eat_close(&rest) &&
                   eat_close(&rest);
        break;
    case DEFAULT_LESS:
        is_eaten = eat_applied(&rest, TEXT("less"), own[0]);
        break;
    case DEFAULT_HASH:
        is_eaten = eat_applied(&rest, TEXT("hash"), own[0]);
        break;
    case DEFAULT_EQUAL:
        is_eaten = eat_applied(&rest, TEXT("equal_to"), own[0]);
        break;
    case DEFAULT_DELETE:
        is_eaten = eat_applied(&rest, TEXT("default_delete"), own[0]);
        break;
    case DEFAULT_TRAITS:
        is_eaten = eat_applied(&rest, TEXT("char_traits"), own[0]);
        break;
    case DEFAULT_REGEX_TRAITS:
        is_eaten = eat_applied(&rest, TEXT("regex_traits"), own[0]);
        break;
    case DEFAULT_DEQUE:
        is_eaten = eat_container(&rest, TEXT("deque"), own[0]);
        break;
    case DEFAULT_VECTOR:
        is_eaten = eat_container(&rest, TEXT("vector"), own[0]);
        break;
    }
    return is_eaten && rest.length == 0;
}

/* The arguments of a template. */
struct arguments {
    struct text list[MOST_ARGUMENTS];
    size_t count;
    size_t close; /* the place of their '>' */
};

/* Adds what is between these places, without blanks around it. */
static bool add_argument(struct arguments *arguments, struct text name, size_t begin, size_t end)
{
    while (begin < end && name.at[begin] == ' ')
        begin++;
    while (end > begin && name.at[end - 1] == ' ')
        end--;
    if (arguments->count == MOST_ARGUMENTS || begin == end)
        return false;
    arguments->list[arguments->count++] = text_between(name.at + begin, name.at + end);
    return true;
}

/*
 * Reads the arguments in the angle brackets at `open`. False where they do not end, or are too
 * many. In other brackets "<" and ">" may be anything.
 */
static bool read_arguments(struct arguments *arguments, struct text name, size_t open)
{
    size_t n_angles = 0, n_others = 0, begin = open + 1;

    arguments->count = 0;
    for (size_t at = open; at < name.length; at++) {
        char c = name.at[at];
        n_others += c == '(' || c == '[' || c == '{';
        if (n_others != 0) {
            n_others -= c == ')' || c == ']' || c == '}';
            continue;
        }
        n_angles += c == '<';
        n_angles -= c == '>';
        if (n_angles == 0) {
            arguments->close = at;
            return add_argument(arguments, name, begin, at);
        }
        if (n_angles == 1 && c == ',') {
            if (!add_argument(arguments, name, begin, at))
                return false;
            begin = at + 1;
        }
    }
    return false;
}

/* Returns how many of the arguments at the end are defaults. */
static size_t count_defaults(const struct arguments *arguments, const struct known_template *of)
{
    size_t count = 0;

    while (arguments->count - count > of->n_own) {
        size_t last = arguments->count - count - 1;
        size_t place = last - of->n_own;
        if (place >= ARRAY_LENGTH(of->defaults) ||
            !is_default(arguments->list[last], of->defaults[place], arguments->list))
            break;
        count++;
    }
    return count;
}

static void add_cut(struct name_syntax *syntax, size_t begin, size_t end,
                    enum standard_prefix prefix)
{
    ARRAY_ADD(syntax->cuts, syntax->n_cuts, syntax->cut_capacity,
              (struct name_cut){(uint32_t)begin, (uint32_t)end, STAGE_STANDARD, (uint8_t)prefix});
}

static const struct known_template *find_template(const struct known_template *list, size_t count,
                                                  struct text name)
{
    for (size_t i = 0; i < count; i++)
        if (text_equal(list[i].name, name))
            return &list[i];
    return NULL;
}

/* Makes "string" of "__cxx11::basic_string<char, ...>", which ends before `end` but for its
 * arguments. */
static bool cut_basic(struct name_syntax *syntax, size_t begin, struct text word, size_t end)
{
    static const struct text basic = {"basic_", 6};
    struct arguments arguments;
    const struct known_template *of =
        text_starts_with(word, basic)
            ? find_template(basic_templates, ARRAY_LENGTH(basic_templates),
                            text_skip(word, basic.length))
            : NULL;

    if (of == NULL || !read_arguments(&arguments, syntax->name, end) || arguments.count < 2 ||
        count_defaults(&arguments, of) + 1 != arguments.count)
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(characters); i++) {
        if (!text_equal(characters[i].name, arguments.list[0]) ||
            (characters[i].is_of_text_alone && of >= basic_templates + N_OF_TEXT))
            continue;
        add_cut(syntax, begin, (size_t)(word.at - syntax->name.at) + basic.length,
                characters[i].prefix);
        add_cut(syntax, end, arguments.close + 1, PREFIX_NONE);
        return true;
    }
    return false;
}

/* Cuts the defaults of a template of std, and the library's own namespace. */
static void cut_defaults(struct name_syntax *syntax, size_t begin, struct text word, size_t end)
{
    const struct known_template *of = find_template(templates, ARRAY_LENGTH(templates), word);
    size_t word_begin = (size_t)(word.at - syntax->name.at);
    struct arguments arguments;

    if (of == NULL || !read_arguments(&arguments, syntax->name, end))
        return;
    if (word_begin != begin)
        add_cut(syntax, begin, word_begin, PREFIX_NONE);
    size_t n_kept = arguments.count - count_defaults(&arguments, of);
    if (n_kept == arguments.count)
        return;
    const char *from = text_end(arguments.list[n_kept - 1]);
    add_cut(syntax, (size_t)(from - syntax->name.at), arguments.close, PREFIX_NONE);
}

/* By begin, each before what it contains. */
static int compare_cuts(const void *left, const void *right)
{
    const struct name_cut *a = left, *b = right;

    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end < b->end) - (a->end > b->end);
}

void cut_standard_names(struct name_syntax *syntax)
{
    static const struct text standard = {"std::", 5};
    struct text name = syntax->name;
    size_t n_before = syntax->n_cuts;
    const char *at = name.at, *end = text_end(name);

    while ((at = memchr(at, 's', (size_t)(end - at))) != NULL) {
        struct text rest = text_between(at, end);
        if ((at != name.at && (is_of_name(at[-1]) || at[-1] == ':')) || !eat_std(&rest)) {
            at++;
            continue;
        }
        size_t begin = (size_t)(at - name.at) + standard.length;
        size_t word_end = (size_t)(rest.at - name.at);
        while (word_end < name.length && is_of_name(name.at[word_end]))
            word_end++;
        struct text word = text_between(rest.at, name.at + word_end);
        at = name.at + word_end;
        if (word_end < name.length && name.at[word_end] == '<' &&
            !cut_basic(syntax, begin, word, word_end))
            cut_defaults(syntax, begin, word, word_end);
    }
    if (syntax->n_cuts != n_before)
        ARRAY_SORT(syntax->cuts, syntax->n_cuts, compare_cuts);
}

/* Suffixes that compilers and linkers give to clones. Go may have functions called like some. */
static const struct clone_suffix {
    struct text name;
    bool has_number; /* always */
} clone_suffixes[] = {
    {{".isra", 5}, false},        {{".constprop", 10}, false}, {{".part", 5}, true},
    {{".cold", 5}, false},        {{".lto_priv", 9}, false},   {{".llvm", 5}, true},
    {{".localalias", 11}, false},
};

/* Returns the length of a name without a suffix at its end, ".isra.0"; all of it without one. */
static size_t skip_suffix(struct text name)
{
    size_t end = name.length;

    while (end > 0 && is_digit(name.at[end - 1]))
        end--;
    bool has_number = end < name.length && end > 0 && name.at[end - 1] == '.';
    if (end < name.length && !has_number)
        return name.length;
    struct text left = {name.at, end - has_number};
    for (size_t i = 0; i < ARRAY_LENGTH(clone_suffixes); i++) {
        const struct clone_suffix *suffix = &clone_suffixes[i];
        if (left.length > suffix->name.length && (has_number || !suffix->has_number) &&
            text_equal(text_skip(left, left.length - suffix->name.length), suffix->name))
            return left.length - suffix->name.length;
    }
    return name.length;
}

/* Does the same for " [clone .isra.0]", " (.cold)" of LLVM, and ".isra.0". */
static size_t skip_clone(struct text name)
{
    static const struct text clone = {" [clone ", 8};
    char last = (char)(name.length == 0 ? '\0' : name.at[name.length - 1]);

    for (size_t at = name.length; last == ']' && at-- > 0;)
        if (name.at[at] == ' ' && text_starts_with(text_skip(name, at), clone))
            return at;
    if (last != ')')
        return skip_suffix(name);
    size_t length = skip_suffix((struct text){name.at, name.length - 1});
    bool is_clone = length + 1 < name.length && length > 2 && name.at[length - 1] == '(' &&
                    name.at[length - 2] == ' ';
    return is_clone ? length - 2 : name.length;
}

size_t name_skip_clones(struct text name)
{
    size_t length;

    while ((length = skip_clone(name)) < name.length && length != 0)
        name.length = length;
    return name.length;
}

/* Returns where a name ends without the arguments or the hash that it ends with, if it does. */
static size_t skip_last_cut(const struct name_syntax *syntax, size_t n_cuts, size_t end)
{
    for (size_t i = 0; i < n_cuts; i++) {
        const struct name_cut *cut = &syntax->cuts[i];
        bool is_taken_out = cut->stage == STAGE_ARGUMENTS || cut->stage == STAGE_HASHES;
        if (is_taken_out && cut->end == end && cut->begin < end)
            return cut->begin;
    }
    return end;
}

void cut_clones(struct name_syntax *syntax)
{
    const size_t n_before = syntax->n_cuts;
    size_t end = syntax->name.length, begin;

    /* A suffix may come before what other stages take out, as in "f.lto_priv(int)". */
    do {
        begin = name_skip_clones((struct text){syntax->name.at, end});
        if (begin < end)
            ARRAY_ADD(syntax->cuts, syntax->n_cuts, syntax->cut_capacity,
                      (struct name_cut){(uint32_t)begin, (uint32_t)end, STAGE_CLONES, PREFIX_NONE});
        end = skip_last_cut(syntax, n_before, begin);
    } while (end < begin);
    if (syntax->n_cuts != n_before)
        ARRAY_SORT(syntax->cuts, syntax->n_cuts, compare_cuts);
}
