/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion/function_names.h"

#include <string.h>

#include "base/names.h"
#include "base/warnings.h"
#include "parser/input/input.h"
#include "parser/operands.h"
#include "parser/parse.h"

/*
 * How many bytes of all profiles are read, in 0.1 s: most functions are called early. To unpack xz
 * takes as long for a sixteenth of that.
 */
enum { MOST_READ = 64 << 20, UNPACKING = 16 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_plain(char c)
{
    return is_letter(c) || is_digit(c) || (c != '\0' && strchr(":.~@%/-", c) != NULL);
}

struct text function_name_plain(struct text name)
{
    static const struct text nothing = {0};
    size_t length = 0;

    if (name.length == 0 || !is_letter(name.at[0]))
        return nothing;
    while (length < name.length && is_plain(name.at[length]))
        length++;
    const struct text rest = text_skip(name, length);
    bool is_whole = rest.length == 0 || rest.at[0] == '(' || rest.at[0] == '\'' ||
                    text_starts_with(rest, TEXT(" [clone "));
    return is_whole ? (struct text){name.at, length} : nothing;
}

static void add_from_lines(struct names *names, struct text lines)
{
    struct text name;

    while (parse_next_function_name(&lines, &name)) {
        name = function_name_plain(text_trim(name));
        if (name.length != 0)
            names_add(names, name);
    }
}

/* Adds the names that a profile has until *left bytes are used up. */
static bool add_from_profile(struct names *names, const char *path, size_t *left,
                             struct error *error)
{
    struct input input;
    struct text window;
    bool is_done = input_open(&input, path, error);

    if (!is_done)
        return false;
    while (*left != 0 && (is_done = input_next_lines(&input, &window, error)) &&
           window.length != 0) {
        size_t effort = window.length * (input_is_compressed(&input) ? UNPACKING : 1);
        *left -= effort < *left ? effort : *left;
        add_from_lines(names, window);
    }
    input_close(&input);
    return is_done;
}

static bool add_from_all(struct names *names, struct text_list files, struct arena *arena,
                         struct error *error)
{
    struct operands operands;
    struct warnings notes = {0};
    size_t left = MOST_READ;
    bool is_done = operands_sort(&operands, files, arena, &notes, error);

    for (size_t i = 0; is_done && i < operands.profiles.count; i++)
        is_done = add_from_profile(names, operands.profiles.items[i].at, &left, error);
    return is_done;
}

bool function_names_print(FILE *out, struct text_list files, struct arena *arena,
                          struct error *error)
{
    struct names *names = names_create();
    bool is_done = add_from_all(names, files, arena, error);

    for (size_t i = 0; i < names_count(names); i++)
        fprintf(out, "%s\n", names_text(names, (uint32_t)i).at);
    names_free(names);
    return is_done;
}
