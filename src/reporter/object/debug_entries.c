/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * libdw does not tell what an entry is in. So the entries that others are in are noted, once for
 * each unit that has a function to name.
 */

#include "reporter/object/debug_entries.h"

#ifdef HAVE_LIBDW

#include <inttypes.h>
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/index.h"
#include "base/text.h"

enum {
    MOST_NOTED = 1 << 24, /* entries of all units */
    MOST_DEPTH = 64,      /* of types in types */
    MOST_STEPS = 5000,    /* for one name: damage makes any number of a few bytes */
    MOST_STEPS_OF_ALL = 1 << 25,
    LONGEST = 20000, /* bytes of a name */
    LONGEST_DEMANGLED = 1 << 16,
    MOST_PLACEHOLDERS = 8,
    CPLUSPLUS_17 = 0x2b, /* languages that are newer than the library's header */
    CPLUSPLUS_20 = 0x2c,
};

/* An entry that others may be in. */
struct noted {
    void *at;
    uint32_t above; /* the one that it is in, or NO_ID */
};

struct unit {
    struct noted *list; /* ascending, as they are in memory */
    size_t count, capacity;
    bool has_parameters; /* names of its functions have them: it is in C++, and has its types */
    bool lacks_types;    /* as with -g1 */
    bool numbers_all_lambdas;
};

struct entry_names {
    const struct library *library;
    struct index unit_ids; /* by the address of the unit in memory */
    struct unit *units;
    size_t n_units, unit_capacity, n_noted, n_steps;
};

/* A name while it is written. */
struct writing {
    struct entry_names *names;
    struct buffer *to;
    size_t n_steps, depth;
    /* Of a generic lambda: the types that "auto" stands for where it was called, in their order. */
    const void *placeholders[MOST_PLACEHOLDERS];
    size_t n_placeholders, next_placeholder;
};

/* What follows a type, as "*" or " const", and what follows that. */
struct suffix {
    struct text text;
    const struct suffix *next;
};

/* A name while a demangler writes it, which nothing but a jump can stop. */
struct demangling {
    struct buffer *to;
    size_t most;
    jmp_buf is_too_long;
};

static void take_demangled(const char *text, size_t length, void *context)
{
    struct demangling *demangling = context;

    if (demangling->to->length + length > demangling->most)
        longjmp(demangling->is_too_long, 1);
    buffer_append(demangling->to, (struct text){text, length});
}

bool append_demangled(struct buffer *to, const char *name, int options)
{
    size_t begin = to->length;
    struct demangling demangling = {.to = to, .most = begin + LONGEST_DEMANGLED};

    if (setjmp(demangling.is_too_long) == 0) {
        if (rust_demangle_callback(name, options, take_demangled, &demangling) != 0)
            return true;
        to->length = begin;
        if (cplus_demangle_v3_callback(name, options, take_demangled, &demangling) != 0)
            return true;
    }
    to->length = begin;
    return false;
}

struct entry_names *entry_names_create(const struct library *library)
{
    struct entry_names *names = memory_alloc(1, sizeof *names);

    names->library = library;
    return names;
}

void entry_names_free(struct entry_names *names)
{
    for (size_t i = 0; i < names->n_units; i++)
        free(names->units[i].list);
    free(names->units);
    index_free(&names->unit_ids);
    free(names);
}

/* Ends a walk, or has it go on at the last of its entries. */
static void settle_walk(struct entry_walk *walk, const void *last)
{
    /*
     * Entries come at ascending addresses. A damaged reference to the next one of a level leads
     * into what was walked, at each level again.
     */
    walk->is_damaged =
        walk->count != 0 && (uintptr_t)walk->entries[walk->count - 1].addr <= (uintptr_t)last;
    if (walk->is_damaged)
        walk->count = 0;
}

void entry_walk_begin(struct entry_walk *walk, const struct library *library, Dwarf_Die *entry)
{
    walk->library = library;
    walk->count = library->dwarf_child(entry, &walk->entries[0]) == 0;
    settle_walk(walk, entry->addr);
}

void entry_walk_next(struct entry_walk *walk, bool is_entered)
{
    const struct library *library = walk->library;
    Dwarf_Die *at = &walk->entries[walk->count - 1];
    const void *last = at->addr;

    if (is_entered && walk->count < MOST_LEVELS && library->dwarf_child(at, at + 1) == 0)
        walk->count++;
    else
        while (walk->count != 0 && library->dwarf_siblingof(&walk->entries[walk->count - 1],
                                                            &walk->entries[walk->count - 1]) != 0)
            walk->count--;
    settle_walk(walk, last);
}

/*
 * Notes an entry, which is in the one `above`, and sets what those in it are in. Returns false if
 * nothing of interest is in it.
 */
static bool note(struct entry_names *names, struct unit *unit, Dwarf_Die *entry, uint32_t above,
                 uint32_t *below)
{
    bool is_entered = true;

    *below = above;
    switch (names->library->dwarf_tag(entry)) {
    case DW_TAG_lexical_block:
        return true;
    case DW_TAG_typedef:
    case DW_TAG_enumeration_type:
        is_entered = false;
        break;
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram:
        break;
    default:
        return false;
    }
    *below = (uint32_t)unit->count;
    ARRAY_ADD(unit->list, unit->count, unit->capacity, (struct noted){entry->addr, above});
    names->n_noted++;
    return is_entered;
}

/* Notes the entries of a unit that others are in. */
static void note_all(struct entry_names *names, struct unit *unit, Dwarf_Die *top)
{
    uint32_t above[MOST_LEVELS + 1] = {NO_ID}; /* by level */
    struct entry_walk walk;

    entry_walk_begin(&walk, names->library, top);
    while (walk.count != 0 && names->n_noted < MOST_NOTED) {
        size_t level = walk.count - 1;
        entry_walk_next(&walk,
                        note(names, unit, &walk.entries[level], above[level], &above[level + 1]));
    }
}

/*
 * Notes what has to be known of the compiler: with gcc's -g1 there are no types, and before its
 * 13th version lambdas of a function were numbered whatever their parameters.
 */
static void note_compiler(const struct library *library, struct unit *unit, Dwarf_Die *entry)
{
    const char *producer = text_at(library, entry, DW_AT_producer);
    const char *gcc = producer == NULL ? NULL : strstr(producer, "GNU C++");

    unit->lacks_types = producer != NULL && strstr(producer, " -g1") != NULL;
    switch (library->dwarf_srclang(entry)) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case CPLUSPLUS_17:
    case CPLUSPLUS_20:
        unit->has_parameters = !unit->lacks_types;
        break;
    default:
        break;
    }
    if (gcc != NULL && (gcc = strchr(gcc, ' ')) != NULL && (gcc = strchr(gcc + 1, ' ')) != NULL)
        unit->numbers_all_lambdas = strtol(gcc, NULL, 10) < 13;
}

/* Returns the unit of an entry, or NULL. */
static struct unit *unit_of(struct entry_names *names, const Dwarf_Die *entry)
{
    Dwarf_Die copy = *entry, top;

    if (names->library->dwarf_diecu(&copy, &top, NULL, NULL) == NULL)
        return NULL;
    uint32_t id = index_add(&names->unit_ids, (uintptr_t)top.addr, 0);
    if (id == names->n_units) {
        struct unit made = {0};
        note_compiler(names->library, &made, &top);
        note_all(names, &made, &top);
        ARRAY_ADD(names->units, names->n_units, names->unit_capacity, made);
    }
    return &names->units[id];
}

static int compare_noted(const void *left, const void *right)
{
    const struct noted *a = left, *b = right;
    uintptr_t first = (uintptr_t)a->at, second = (uintptr_t)b->at;

    return first < second ? -1 : first > second;
}

static const struct noted *find_noted(const struct unit *unit, const Dwarf_Die *entry)
{
    const struct noted key = {entry->addr, NO_ID};

    return unit == NULL || unit->count == 0
             ? NULL
             : bsearch(&key, unit->list, unit->count, sizeof *unit->list, compare_noted);
}

/* Returns an entry of the unit that another one is of. */
static Dwarf_Die entry_at(const Dwarf_Die *other, void *at)
{
    return (Dwarf_Die){.addr = at, .cu = other->cu};
}

/* Follows the references to where a function or type is declared. */
static Dwarf_Die declaration_of(const struct library *library, const Dwarf_Die *entry)
{
    Dwarf_Die declared = *entry;

    for (size_t i = 0; i < MOST_REFERENCES; i++)
        if (!follow(library, &declared, DW_AT_abstract_origin) &&
            !follow(library, &declared, DW_AT_specification))
            break;
    return declared;
}

bool entry_names_scope(struct entry_names *names, const Dwarf_Die *entry, Dwarf_Die *scope)
{
    Dwarf_Die declared = declaration_of(names->library, entry);
    const struct unit *unit = unit_of(names, &declared);
    const struct noted *noted = find_noted(unit, &declared);

    if (noted == NULL || noted->above == NO_ID)
        return false;
    *scope = entry_at(&declared, unit->list[noted->above].at);
    return true;
}

/*
 * Goes on to the entry after one. Returns false at the end, or where so much was looked at that
 * the object is damaged, or made to take all time.
 */
static bool go_to_next(struct entry_names *names, Dwarf_Die *entry)
{
    return ++names->n_steps < MOST_STEPS_OF_ALL &&
           names->library->dwarf_siblingof(entry, entry) == 0;
}

static void put(struct writing *writing, struct text text)
{
    if (writing->to->length + text.length <= LONGEST)
        buffer_append(writing->to, text);
}

/* Counts a step, and tells whether too many were taken. */
static bool is_endless(struct writing *writing)
{
    return ++writing->n_steps > MOST_STEPS || writing->depth > MOST_DEPTH ||
           writing->to->length > LONGEST / 2;
}

static bool is_flag(const struct library *library, Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;
    bool is_set = false;

    return library->dwarf_attr(entry, name, &attribute) != NULL &&
           library->dwarf_formflag(&attribute, &is_set) == 0 && is_set;
}

/* Returns the name of an entry, or else of what it refers to, or NULL. */
static const char *name_of(const struct library *library, const Dwarf_Die *entry)
{
    Dwarf_Die at = *entry;

    for (size_t i = 0; i < MOST_REFERENCES; i++) {
        const char *name = text_at(library, &at, DW_AT_name);
        if (name != NULL || (!follow(library, &at, DW_AT_abstract_origin) &&
                             !follow(library, &at, DW_AT_specification)))
            return name;
    }
    return NULL;
}

static void put_type_of(struct writing *writing, const Dwarf_Die *holder,
                        const struct suffix *suffix);
static void put_qualified(struct writing *writing, const Dwarf_Die *type);
static void put_function(struct writing *writing, const Dwarf_Die *function, bool is_scope);

static void put_suffix(struct writing *writing, const struct suffix *suffix)
{
    for (; suffix != NULL; suffix = suffix->next)
        put(writing, suffix->text);
}

/* NOLINTBEGIN(misc-no-recursion): types and scopes are at most MOST_DEPTH deep. */

/* Puts a parameter without the "const" of itself, which is no matter of its function's type. */
static void put_parameter(struct writing *writing, const Dwarf_Die *parameter)
{
    const struct library *library = writing->names->library;
    Dwarf_Die holder = *parameter, type = holder;

    for (size_t i = 0; i < MOST_REFERENCES && follow(library, &type, DW_AT_type); i++) {
        int tag = library->dwarf_tag(&type);
        if (tag == DW_TAG_const_type || tag == DW_TAG_volatile_type)
            holder = type;
        else if (tag != DW_TAG_typedef)
            break;
    }
    put_type_of(writing, &holder, NULL);
}

/* Puts the parameters that are among the entries from the first one on. */
static void put_parameters_from(struct writing *writing, const Dwarf_Die *first, bool *has_any)
{
    const struct library *library = writing->names->library;
    Dwarf_Die entry = *first, inner;

    do {
        int tag = library->dwarf_tag(&entry);
        if (tag == DW_TAG_GNU_formal_parameter_pack) {
            if (library->dwarf_child(&entry, &inner) == 0 && !is_endless(writing)) {
                writing->depth++;
                put_parameters_from(writing, &inner, has_any);
                writing->depth--;
            }
            continue;
        }
        if ((tag != DW_TAG_formal_parameter && tag != DW_TAG_unspecified_parameters) ||
            is_flag(library, &entry, DW_AT_artificial))
            continue;
        if (*has_any)
            put(writing, TEXT(", "));
        *has_any = true;
        if (tag == DW_TAG_formal_parameter)
            put_parameter(writing, &entry);
        else
            put(writing, TEXT("..."));
    } while (!is_endless(writing) && go_to_next(writing->names, &entry));
}

static void put_parameters(struct writing *writing, Dwarf_Die *function)
{
    Dwarf_Die first;
    bool has_any = false;

    put(writing, TEXT("("));
    if (writing->names->library->dwarf_child(function, &first) == 0)
        put_parameters_from(writing, &first, &has_any);
    put(writing, TEXT(")"));
}

/* Whether a function is a member that leaves its object as it is. */
static bool is_const(struct entry_names *names, Dwarf_Die *function)
{
    const struct library *library = names->library;
    Dwarf_Die type;

    if (library->dwarf_child(function, &type) != 0)
        return false;
    while (library->dwarf_tag(&type) != DW_TAG_formal_parameter)
        if (!go_to_next(names, &type))
            return false;
    if (!is_flag(library, &type, DW_AT_artificial) || !follow(library, &type, DW_AT_type))
        return false;
    if (library->dwarf_tag(&type) == DW_TAG_const_type && !follow(library, &type, DW_AT_type))
        return false;
    return library->dwarf_tag(&type) == DW_TAG_pointer_type && follow(library, &type, DW_AT_type) &&
           library->dwarf_tag(&type) == DW_TAG_const_type;
}

/* Base types as mangled names mean them: what debug information calls them, what follows a value.
 */
static const struct {
    const char *name, *written, *literal;
} base_types[] = {
    {"int", "int", ""},
    {"long int", "long", "l"},
    {"long unsigned int", "unsigned long", "ul"},
    {"unsigned int", "unsigned int", "u"},
    {"long long int", "long long", "ll"},
    {"long long unsigned int", "unsigned long long", "ull"},
    {"short int", "short", NULL},
    {"short unsigned int", "unsigned short", NULL},
    {"__int128 unsigned", "unsigned __int128", NULL},
};

/* Returns where a base type is in that table, or its length. */
static size_t find_base_type(const char *name)
{
    size_t i = 0;

    while (i < ARRAY_LENGTH(base_types) && strcmp(base_types[i].name, name) != 0)
        i++;
    return i;
}

/* Puts the value of a template's parameter. Returns false if it is not known. */
static bool put_value(struct writing *writing, Dwarf_Die *parameter)
{
    const struct library *library = writing->names->library;
    Dwarf_Attribute attribute;
    Dwarf_Sword number;
    Dwarf_Word magnitude;
    Dwarf_Die type = *parameter;
    char text[40];

    if (library->dwarf_attr(parameter, DW_AT_const_value, &attribute) == NULL)
        return false;
    if (attribute.form == DW_FORM_sdata || attribute.form == DW_FORM_implicit_const) {
        if (library->dwarf_formsdata(&attribute, &number) != 0)
            return false;
    } else {
        if (library->dwarf_formudata(&attribute, &magnitude) != 0)
            return false;
        number = (Dwarf_Sword)magnitude;
    }
    for (size_t i = 0; i < MOST_REFERENCES && follow(library, &type, DW_AT_type); i++)
        if (library->dwarf_tag(&type) != DW_TAG_typedef &&
            library->dwarf_tag(&type) != DW_TAG_const_type)
            break;
    const char *name = text_at(library, &type, DW_AT_name);
    size_t known = name == NULL ? ARRAY_LENGTH(base_types) : find_base_type(name);
    if (name != NULL && strcmp(name, "bool") == 0) {
        put(writing, number != 0 ? TEXT("true") : TEXT("false"));
        return true;
    }
    bool is_typed = known == ARRAY_LENGTH(base_types) || base_types[known].literal == NULL;
    if (is_typed) {
        put(writing, TEXT("("));
        put_type_of(writing, parameter, NULL);
        put(writing, TEXT(")"));
    }
    if (name != NULL && strstr(name, "unsigned") != NULL)
        snprintf(text, sizeof text, "%" PRIu64, (uint64_t)number);
    else
        snprintf(text, sizeof text, "%" PRId64, (int64_t)number);
    put(writing, text_of(text));
    put(writing, text_of(is_typed ? "" : base_types[known].literal));
    return true;
}

static bool is_template_parameter(int tag)
{
    return tag == DW_TAG_template_type_parameter || tag == DW_TAG_template_value_parameter ||
           tag == DW_TAG_GNU_template_template_param || tag == DW_TAG_GNU_template_parameter_pack;
}

/* Whether a parameter of a template is the first "auto" again: gcc has those of lambdas twice. */
static bool is_repeated(const struct library *library, Dwarf_Die *parameter, size_t n_before)
{
    const char *name = n_before == 0 ? NULL : text_at(library, parameter, DW_AT_name);

    return name != NULL && strcmp(name, "auto:1") == 0;
}

/* Puts the arguments of a template among the entries from the first one on. */
static bool put_arguments_from(struct writing *writing, const Dwarf_Die *first, bool *has_any)
{
    const struct library *library = writing->names->library;
    Dwarf_Die entry = *first, inner;

    do {
        int tag = library->dwarf_tag(&entry);
        if (!is_template_parameter(tag))
            continue;
        if (is_repeated(library, &entry, *has_any))
            break;
        if (tag == DW_TAG_GNU_template_parameter_pack) {
            bool is_known = true;
            if (library->dwarf_child(&entry, &inner) == 0 && !is_endless(writing)) {
                writing->depth++;
                is_known = put_arguments_from(writing, &inner, has_any);
                writing->depth--;
            }
            if (!is_known)
                return false;
            continue;
        }
        if (*has_any)
            put(writing, TEXT(", "));
        *has_any = true;
        if (tag == DW_TAG_template_type_parameter)
            put_type_of(writing, &entry, NULL);
        else if (tag == DW_TAG_GNU_template_template_param) {
            const char *name = text_at(library, &entry, DW_AT_GNU_template_name);
            put(writing, text_of(name == NULL ? "?" : name));
        } else if (!put_value(writing, &entry))
            return false;
    } while (!is_endless(writing) && go_to_next(writing->names, &entry));
    return true;
}

/* Finds the first entry in one that is of a template's parameter. */
static bool find_template(struct entry_names *names, const Dwarf_Die *entry, Dwarf_Die *first)
{
    const struct library *library = names->library;
    Dwarf_Die copy = *entry;

    if (library->dwarf_child(&copy, first) != 0)
        return false;
    while (!is_template_parameter(library->dwarf_tag(first)))
        if (!go_to_next(names, first))
            return false;
    return true;
}

/* Returns a name without the arguments of a template. */
static struct text without_arguments(struct text name)
{
    static const struct text word = {"operator", 8};
    size_t at = text_starts_with(name, word) ? word.length : 0;

    while (at != 0 && at < name.length && (name.at[at] == '<' || name.at[at] == '='))
        at++;
    while (at < name.length && name.at[at] != '<')
        at++;
    while (at != 0 && name.at[at - 1] == ' ')
        at--;
    return (struct text){name.at, at};
}

/*
 * Puts the name of a type or function by itself. The arguments that its name has are written
 * otherwise than demanglers do, and all lambdas of a function are alike there; they are kept if a
 * value among them is not known.
 */
static void put_name(struct writing *writing, const Dwarf_Die *entry, const char *name)
{
    const struct library *library = writing->names->library;
    Dwarf_Die first, declared = declaration_of(library, entry);
    size_t begin = writing->to->length;
    bool has_any = false;

    if (!find_template(writing->names, entry, &first) &&
        !find_template(writing->names, &declared, &first)) {
        put(writing, text_of(name));
        return;
    }
    struct text bare = without_arguments(text_of(name));
    put(writing, bare);
    if (bare.length != 0 && bare.at[bare.length - 1] == '<')
        put(writing, TEXT(" "));
    put(writing, TEXT("<"));
    if (!put_arguments_from(writing, &first, &has_any)) {
        writing->to->length = begin;
        put(writing, text_of(name));
        return;
    }
    put(writing, writing->to->at[writing->to->length - 1] == '>' ? TEXT(" >") : TEXT(">"));
}

/* Finds the function that calls a lambda. */
static bool find_call(struct entry_names *names, const Dwarf_Die *type, Dwarf_Die *call)
{
    const struct library *library = names->library;
    Dwarf_Die copy = *type;

    if (library->dwarf_child(&copy, call) != 0)
        return false;
    do {
        const char *name = library->dwarf_tag(call) == DW_TAG_subprogram
                             ? text_at(library, call, DW_AT_name)
                             : NULL;
        if (name != NULL && strncmp(name, "operator()", strlen("operator()")) == 0)
            return true;
    } while (go_to_next(names, call));
    return false;
}

/* Puts the parameters of a lambda, where those that are "auto" are numbered. */
static void put_lambda_parameters(struct writing *writing, Dwarf_Die *call)
{
    const struct library *library = writing->names->library;
    struct writing inner = *writing;
    Dwarf_Die parameter, type;

    inner.n_placeholders = inner.next_placeholder = 0;
    if (find_template(writing->names, call, &parameter)) {
        do {
            type = parameter;
            if (is_repeated(library, &parameter, inner.n_placeholders))
                break;
            if (library->dwarf_tag(&parameter) == DW_TAG_template_type_parameter &&
                follow(library, &type, DW_AT_type) && inner.n_placeholders < MOST_PLACEHOLDERS)
                inner.placeholders[inner.n_placeholders++] = type.addr;
        } while (!is_endless(&inner) && go_to_next(writing->names, &parameter));
    }
    put_parameters(&inner, call);
    writing->n_steps = inner.n_steps;
}

/* Returns where an entry is declared, as a number that grows with it. */
static uint64_t declared_at(const struct library *library, Dwarf_Die *entry)
{
    Dwarf_Attribute attribute;
    Dwarf_Word line = 0, column = 0;

    if (library->dwarf_attr(entry, DW_AT_decl_line, &attribute) != NULL)
        (void)library->dwarf_formudata(&attribute, &line);
    if (library->dwarf_attr(entry, DW_AT_decl_column, &attribute) != NULL)
        (void)library->dwarf_formudata(&attribute, &column);
    return (uint64_t)line << 32 | (uint32_t)column;
}

/*
 * Puts the number that a type without a name has among those of its scope: of lambdas with the same
 * parameters, or of others that are none.
 */
static void put_number(struct writing *writing, Dwarf_Die *type, bool is_lambda,
                       struct text parameters)
{
    const struct library *library = writing->names->library;
    const struct unit *unit = unit_of(writing->names, type);
    const struct noted *noted = find_noted(unit, type);
    uint64_t own = declared_at(library, type);
    size_t number = 1;
    char text[30];

    for (const struct noted *other = noted == NULL ? NULL : unit->list;
         other != NULL && other < unit->list + unit->count &&
         ++writing->names->n_steps < MOST_STEPS_OF_ALL;
         other++) {
        Dwarf_Die entry = entry_at(type, other->at), call;
        if (other->above != noted->above || other == noted)
            continue;
        int tag = library->dwarf_tag(&entry);
        if ((tag != DW_TAG_structure_type && tag != DW_TAG_class_type &&
             tag != DW_TAG_union_type) ||
            text_at(library, &entry, DW_AT_name) != NULL ||
            find_call(writing->names, &entry, &call) != is_lambda)
            continue;
        uint64_t there = declared_at(library, &entry);
        if (there > own || (there == own && other > noted))
            continue;
        bool is_counted = !is_lambda || unit->numbers_all_lambdas;
        if (!is_counted && !is_endless(writing)) {
            struct buffer written = {0};
            struct writing inner = {.names = writing->names,
                                    .to = &written,
                                    .n_steps = writing->n_steps,
                                    .depth = writing->depth + 1};
            put_lambda_parameters(&inner, &call);
            is_counted = text_equal(buffer_text(&written), parameters);
            writing->n_steps = inner.n_steps;
            free(written.at);
        }
        number += is_counted;
    }
    snprintf(text, sizeof text, "#%zu}", number);
    put(writing, text_of(text));
}

/* Puts the name of a type that has none. */
static void put_nameless(struct writing *writing, const Dwarf_Die *type)
{
    Dwarf_Die call, copy = *type;

    if (!find_call(writing->names, type, &call)) {
        put(writing, TEXT("{unnamed type"));
        put_number(writing, &copy, false, TEXT(""));
        return;
    }
    put(writing, TEXT("{lambda"));
    size_t begin = writing->to->length;
    put_lambda_parameters(writing, &call);
    struct text parameters = {writing->to->at + begin, writing->to->length - begin};
    struct arena arena = {0};
    put_number(writing, &copy, true, arena_copy_text(&arena, parameters));
    arena_free(&arena);
}

/* Puts what an entry is in, if it is in anything, with "::". */
static void put_scope(struct writing *writing, const Dwarf_Die *entry)
{
    const struct library *library = writing->names->library;
    Dwarf_Die scope;

    if (is_endless(writing) || !entry_names_scope(writing->names, entry, &scope))
        return;
    writing->depth++;
    switch (library->dwarf_tag(&scope)) {
    case DW_TAG_subprogram:
        put_function(writing, &scope, true);
        break;
    case DW_TAG_namespace:
    case DW_TAG_module: {
        const char *name = name_of(library, &scope);
        put_scope(writing, &scope);
        put(writing, name == NULL ? TEXT("(anonymous namespace)") : text_of(name));
        break;
    }
    default:
        put_qualified(writing, &scope);
        break;
    }
    writing->depth--;
    put(writing, TEXT("::"));
}

static void put_qualified(struct writing *writing, const Dwarf_Die *type)
{
    const char *name = name_of(writing->names->library, type);

    put_scope(writing, type);
    if (name != NULL)
        put_name(writing, type, name);
    else
        put_nameless(writing, type);
}

/* Puts a pointer to a member of a class. */
static void put_member_pointer(struct writing *writing, Dwarf_Die *type,
                               const struct suffix *suffix)
{
    Dwarf_Die containing = *type;
    struct buffer name = {0};
    struct writing inner = *writing;
    Dwarf_Die target = *type;

    inner.to = &name;
    bool is_function = follow(writing->names->library, &target, DW_AT_type) &&
                       writing->names->library->dwarf_tag(&target) == DW_TAG_subroutine_type;
    if (!is_function)
        buffer_append(&name, TEXT(" "));
    if (follow(writing->names->library, &containing, DW_AT_containing_type))
        put_qualified(&inner, &containing);
    buffer_append(&name, TEXT("::*"));
    writing->n_steps = inner.n_steps;
    put_type_of(writing, type, &(struct suffix){buffer_text(&name), suffix});
    free(name.at);
}

/* Puts the lengths of an array. */
static void put_lengths(struct writing *writing, Dwarf_Die *type)
{
    const struct library *library = writing->names->library;
    Dwarf_Die entry;

    if (library->dwarf_child(type, &entry) != 0)
        return;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word number;
        char text[40] = "[]";
        if (library->dwarf_tag(&entry) != DW_TAG_subrange_type)
            continue;
        if (library->dwarf_attr(&entry, DW_AT_upper_bound, &attribute) != NULL &&
            library->dwarf_formudata(&attribute, &number) == 0)
            snprintf(text, sizeof text, "[%" PRIu64 "]", (uint64_t)number + 1);
        put(writing, text_of(text));
    } while (!is_endless(writing) && go_to_next(writing->names, &entry));
}

/* Puts an array or a function, which what follows it is in the middle of. */
static void put_surrounding(struct writing *writing, Dwarf_Die *type, const struct suffix *suffix)
{
    put_type_of(writing, type, NULL);
    put(writing, TEXT(" "));
    if (suffix != NULL) {
        put(writing, TEXT("("));
        put_suffix(writing, suffix);
        put(writing, TEXT(")"));
    }
    if (writing->names->library->dwarf_tag(type) == DW_TAG_subroutine_type) {
        put_parameters(writing, type);
        if (is_const(writing->names, type))
            put(writing, TEXT(" const"));
        return;
    }
    if (suffix != NULL)
        put(writing, TEXT(" "));
    put_lengths(writing, type);
}

/* Whether an entry is of a type without a name, which a typedef may give it. */
static bool is_nameless(const struct library *library, const Dwarf_Die *holder)
{
    Dwarf_Die type = *holder;

    if (!follow(library, &type, DW_AT_type))
        return false;
    switch (library->dwarf_tag(&type)) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
        return name_of(library, &type) == NULL;
    default:
        return false;
    }
}

/* Puts "auto" for the next type that it stands for. */
static bool put_placeholder(struct writing *writing, const Dwarf_Die *type)
{
    size_t next = writing->next_placeholder;
    char text[30];

    if (next >= writing->n_placeholders || writing->placeholders[next] != type->addr)
        return false;
    snprintf(text, sizeof text, "auto:%zu", ++writing->next_placeholder);
    put(writing, text_of(text));
    return true;
}

static void put_type(struct writing *writing, Dwarf_Die *type, const struct suffix *suffix)
{
    static const struct {
        int tag;
        const char *text;
    } modifiers[] = {
        {DW_TAG_const_type, " const"},         {DW_TAG_volatile_type, " volatile"},
        {DW_TAG_restrict_type, " __restrict"}, {DW_TAG_pointer_type, "*"},
        {DW_TAG_reference_type, "&"},          {DW_TAG_rvalue_reference_type, "&&"},
    };
    const struct library *library = writing->names->library;
    int tag = library->dwarf_tag(type);
    const char *name = text_at(library, type, DW_AT_name);

    if (put_placeholder(writing, type)) {
        put_suffix(writing, suffix);
        return;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(modifiers); i++)
        if (tag == modifiers[i].tag) {
            put_type_of(writing, type, &(struct suffix){text_of(modifiers[i].text), suffix});
            return;
        }
    switch (tag) {
    case DW_TAG_typedef:
        if (!is_nameless(library, type)) {
            put_type_of(writing, type, suffix);
            return;
        }
        put_qualified(writing, type);
        break;
    case DW_TAG_array_type:
    case DW_TAG_subroutine_type:
        put_surrounding(writing, type, suffix);
        return;
    case DW_TAG_ptr_to_member_type:
        put_member_pointer(writing, type, suffix);
        return;
    case DW_TAG_base_type:
    case DW_TAG_unspecified_type: {
        size_t known = name == NULL ? ARRAY_LENGTH(base_types) : find_base_type(name);
        put(writing, text_of(known < ARRAY_LENGTH(base_types) ? base_types[known].written
                             : name != NULL                   ? name
                                                              : "?"));
        break;
    }
    default:
        put_qualified(writing, type);
        break;
    }
    put_suffix(writing, suffix);
}

/* Puts the type that an entry has. */
static void put_type_of(struct writing *writing, const Dwarf_Die *holder,
                        const struct suffix *suffix)
{
    Dwarf_Die type = *holder;

    if (is_endless(writing))
        return;
    writing->depth++;
    if (follow(writing->names->library, &type, DW_AT_type)) {
        put_type(writing, &type, suffix);
    } else {
        put(writing, TEXT("void"));
        put_suffix(writing, suffix);
    }
    writing->depth--;
}

/* Puts the type that a function returns: that of a template is part of its name. */
static void put_return_type(struct writing *writing, const Dwarf_Die *function, const char *name)
{
    const struct library *library = writing->names->library;
    Dwarf_Die first, scope, declared = declaration_of(library, function);
    bool is_member = entry_names_scope(writing->names, function, &scope);
    const char *class_name = is_member ? name_of(library, &scope) : NULL;

    if ((!find_template(writing->names, function, &first) &&
         !find_template(writing->names, &declared, &first)) ||
        name[0] == '~' || strncmp(name, "operator ", strlen("operator ")) == 0 ||
        (class_name != NULL && library->dwarf_tag(&scope) != DW_TAG_namespace &&
         text_equal(without_arguments(text_of(name)), without_arguments(text_of(class_name)))))
        return;
    if (is_member && class_name == NULL && library->dwarf_tag(&scope) == DW_TAG_structure_type)
        put(writing, TEXT("auto"));
    else
        put_type_of(writing, &declared, NULL);
    put(writing, TEXT(" "));
}

/* Puts a function, or one that something is in: what returns then is not part of the name. */
static void put_function(struct writing *writing, const Dwarf_Die *function, bool is_scope)
{
    const struct library *library = writing->names->library;
    Dwarf_Die own = *function, declared = declaration_of(library, function), scope;
    const struct unit *unit = unit_of(writing->names, function);
    const char *name = name_of(library, function);

    for (size_t i = 0; i < MOST_REFERENCES; i++)
        if (!follow(library, &own, DW_AT_abstract_origin))
            break;
    const char *linkage = linkage_name(library, &own);
    if (linkage == NULL)
        linkage = linkage_name(library, &declared);
    if (linkage != NULL) {
        struct buffer text = {0};
        bool is_mangled = append_demangled(&text, linkage, DMGL_ANSI | DMGL_PARAMS | DMGL_RET_DROP);
        put(writing, is_mangled ? buffer_text(&text) : text_of(linkage));
        free(text.at);
        return;
    }
    if (name == NULL)
        name = "{unnamed}";
    bool has_parameters = unit != NULL && unit->has_parameters;
    if (has_parameters && !is_scope)
        put_return_type(writing, &own, name);
    put_scope(writing, &own);
    put_name(writing, &own, name);
    if (!has_parameters ||
        (strcmp(name, "main") == 0 && !entry_names_scope(writing->names, function, &scope)))
        return;
    put_parameters(writing, &own);
    if (is_const(writing->names, &own))
        put(writing, TEXT(" const"));
}

/* NOLINTEND(misc-no-recursion) */

bool entry_names_append(struct entry_names *names, const Dwarf_Die *function, struct buffer *name)
{
    struct writing writing = {.names = names, .to = name};
    const struct unit *unit = unit_of(names, function);

    put_function(&writing, function, false);
    return unit == NULL || !unit->lacks_types;
}

#endif
