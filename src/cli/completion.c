/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Lets shells complete quern's options, their values, events and functions. Names are untrusted:
 * only those that mean nothing to a shell are offered.
 */

#include "cli/options.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/names.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "parser/read.h"
#include "profile/profile.h"

/* Prints an option's help text between single quotes, with a backslash before each of `escaped`. */
static void print_description(FILE *out, const struct option_row *row, const char *escaped)
{
    for (const char *at = option_sentence(row); *at != '\0'; at++) {
        if (*at == '\'')
            fputs("'\\''", out);
        else if (strchr(escaped, *at) != NULL)
            fprintf(out, "\\%c", *at);
        else
            fputc(*at, out);
    }
}

/* Prints "--a|--b)", a case for all options with these values, and its action. */
static void print_bash_case(FILE *out, const char *values, const char *action)
{
    const char *separator = "    ";

    for (size_t i = 0; i < n_option_rows; i++) {
        if (!option_has_values(&option_rows[i], values))
            continue;
        fprintf(out, "%s--%s", separator, option_rows[i].name);
        if (option_rows[i].letter != 0)
            fprintf(out, "|-%c", option_rows[i].letter);
        separator = "|";
    }
    fprintf(out, ")\n        %s\n        return ;;\n", action);
}

/*
 * bash cuts "--show=Ir" into three words at '=', of which the last may be empty, and "a::b" at ':'.
 */
static void print_bash_start(FILE *out)
{
    fputs("# Completions of quern for bash.\n"
          "\n"
          "# Runs quern for the first profile on the line, or for the newest one here. What is "
          "meant\n"
          "# for every run, such as another format, is not for this one.\n"
          "_quern_ask()\n"
          "{\n"
          "    local i word profile=\n"
          "    for ((i = 1; i < ${#COMP_WORDS[@]}; i++)); do\n"
          "        word=${COMP_WORDS[i]}\n"
          "        [[ $i != \"$COMP_CWORD\" && ${COMP_WORDS[i-1]} != '=' && $word != -* &&\n"
          "            -f $word ]] && profile=$word && break\n"
          "    done\n"
          "    QUERN_OPTS= \"${COMP_WORDS[0]}\" \"$@\" ${profile:+\"$profile\"} 2>/dev/null\n"
          "}\n"
          "\n"
          "_quern_events()\n"
          "{\n"
          "    _quern_ask --completion=events\n"
          "}\n"
          "\n"
          "# With what else rows are sorted by, as it is to be typed: after a quote, or without.\n"
          "_quern_metrics()\n"
          "{\n"
          "    local open='\\\\(' close='\\\\)'\n"
          "    [[ $is_quoted ]] && open='(' close=')'\n"
          "    _quern_events | sed \"p; s/.*/incl$open&$close/p; s/^incl/self/\"\n"
          "    echo calls\n"
          "}\n"
          "\n",
          out);
}

static void print_bash_lists(FILE *out)
{
    fputs("# Candidates of a list that is separated by commas: what a command prints.\n"
          "_quern_list()\n"
          "{\n"
          "    local before name is_quoted=\n"
          "    [[ $word == [\\'\\\"]* ]] && is_quoted=1 word=${word#?}\n"
          "    before=${word%\"${word##*,}\"}\n"
          "    while read -r name; do\n"
          "        [[ $name == \"${word##*,}\"* ]] && COMPREPLY+=(\"$before$name\")\n"
          "    done < <(\"$@\")\n"
          "    compopt -o nospace\n"
          "}\n"
          "\n"
          "_quern_functions()\n"
          "{\n"
          "    COMPREPLY=($(compgen -W \"$(_quern_ask --completion=functions)\" -- \"$word\"))\n"
          "}\n"
          "\n"
          "# Files, or directories alone with -d, which are put in with what quotes them.\n"
          "_quern_files()\n"
          "{\n"
          "    compopt -o filenames\n"
          "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen \"${1--f}\" -- \"$word\")\n"
          "}\n"
          "\n"
          "_quern_candidates()\n"
          "{\n"
          "    case $option in\n",
          out);
}

/* Completes options and files where no option wants a value. */
static void print_bash_options(FILE *out)
{
    fputs("    esac\n"
          "    if [[ $word == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    for (size_t i = 0; i < n_option_rows; i++)
        fprintf(out, "%s--%s%s", i == 0 ? "" : " ", option_rows[i].name,
                option_rows[i].argument != NULL && !option_is_optional(&option_rows[i]) ? "=" : "");
    fputs("' -- \"$word\"))\n"
          "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
          "        return\n"
          "    fi\n"
          "    _quern_files\n"
          "}\n"
          "\n",
          out);
}

static void print_bash_script(FILE *out)
{
    print_bash_start(out);
    print_bash_lists(out);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_has_words(&option_rows[i]))
            fprintf(out,
                    "    --%s)\n        COMPREPLY=($(compgen -W '%s' -- \"$word\"))\n"
                    "        return ;;\n",
                    option_rows[i].name, option_rows[i].values);
    print_bash_case(out, "@events", "_quern_list _quern_events");
    print_bash_case(out, "@metrics", "_quern_list _quern_metrics");
    print_bash_case(out, "@functions", "_quern_functions");
    print_bash_case(out, "@code", "_quern_functions\n        _quern_files");
    print_bash_case(out, "@dir", "_quern_files -d");
    print_bash_options(out);
    fputs(
        "_quern()\n"
        "{\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD option IFS=$' \\t\\n'\n"
        "    COMPREPLY=()\n"
        "    while ((at > 1)) && [[ $word == :* || ${COMP_WORDS[at-1]} == *: ]]; do\n"
        "        word=${COMP_WORDS[--at]}$word\n"
        "    done\n"
        "    option=${COMP_WORDS[at-1]}\n"
        "    [[ $option == '=' ]] && option=${COMP_WORDS[at-2]}\n"
        "    [[ $word == '=' ]] && word=\n"
        "    _quern_candidates\n"
        "    # What comes after the last ':' is put in.\n"
        "    ((at == COMP_CWORD)) || COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*:}\"}\"}\")\n"
        "}\n"
        "complete -F _quern quern\n",
        out);
}

static void print_zsh_action(FILE *out, const struct option_row *row)
{
    if (row->argument == NULL)
        return;
    fprintf(out, "%s:%s:", option_is_optional(row) ? ":" : "", row->name);
    if (option_has_words(row)) {
        fputc('(', out);
        for (const char *at = row->values; *at != '\0'; at++)
            fprintf(out, *at == ':' ? "\\%c" : "%c", *at);
        fputc(')', out);
    } else if (option_has_values(row, "@file")) {
        fputs("_files", out);
    } else if (option_has_values(row, "@dir")) {
        fputs("_directories", out);
    } else if (row->values != NULL) { /* as for "@events" */
        fprintf(out, "_quern_%s", row->values + 1);
    }
}

/* Prints what follows the name of an option in zsh's specification. */
static void print_zsh_rest(FILE *out, const struct option_row *row)
{
    print_description(out, row, "[]:");
    fputc(']', out);
    print_zsh_action(out, row);
    fputs("' \\\n", out);
}

static void print_zsh_start(FILE *out)
{
    fputs("#compdef quern\n"
          "# Completions of quern for zsh.\n"
          "\n"
          "# Runs quern for the first profile on the line, or for the newest one here.\n"
          "_quern_ask()\n"
          "{\n"
          "    local word profile\n"
          "    for word in ${words[2,-1]}; do\n"
          "        [[ $word != -* && -f $word ]] && profile=$word && break\n"
          "    done\n"
          "    QUERN_OPTS= $words[1] \"$@\" $profile 2>/dev/null\n"
          "}\n"
          "\n"
          "# A list that is separated by commas.\n"
          "_quern_list()\n"
          "{\n"
          "    compset -P '*,'\n"
          "    compadd -S '' -- \"$@\"\n"
          "}\n"
          "\n"
          "_quern_print_events()\n"
          "{\n"
          "    _quern_ask --completion=events\n"
          "}\n"
          "\n"
          "_quern_events()\n"
          "{\n"
          "    _quern_list ${(f)\"$(_quern_print_events)\"}\n"
          "}\n"
          "\n"
          "_quern_metrics()\n"
          "{\n"
          "    local -a events\n"
          "    events=(${(f)\"$(_quern_print_events)\"})\n"
          "    _quern_list $events incl\\(${^events}\\) self\\(${^events}\\) calls\n"
          "}\n"
          "\n"
          "_quern_functions()\n"
          "{\n"
          "    compadd -- ${(f)\"$(_quern_ask --completion=functions)\"}\n"
          "}\n"
          "\n"
          "_quern_code()\n"
          "{\n"
          "    _quern_functions\n"
          "    _files\n"
          "}\n"
          "\n",
          out);
}

static void print_zsh_script(FILE *out)
{
    print_zsh_start(out);
    fputs("_quern()\n"
          "{\n"
          "    _arguments -s \\\n",
          out);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        const char *sign = row->argument == NULL ? "" : option_is_optional(row) ? "=-" : "=";
        fprintf(out, "        '*--%s%s[", row->name, sign);
        print_zsh_rest(out, row);
        if (row->letter == 0)
            continue;
        fprintf(out, "        '*-%c%s[", row->letter, *sign == '\0' || sign[1] == '-' ? "" : "+");
        print_zsh_rest(out, row);
    }
    fputs("        '*:profile:_files'\n"
          "}\n"
          "\n"
          "_quern \"$@\"\n",
          out);
}

static void print_fish_option(FILE *out, const struct option_row *row)
{
    fprintf(out, "complete -c quern -l %s", row->name);
    if (row->letter != 0)
        fprintf(out, " -s %c", row->letter);
    if (option_has_words(row))
        fprintf(out, " %s -a '%s'", option_is_optional(row) ? "-f" : "-x", row->values);
    else if (option_has_values(row, "@code"))
        fputs(" -r -a '(__quern_functions)'", out);
    else if (option_has_values(row, "@dir"))
        fputs(" -x -a '(__fish_complete_directories)'", out);
    else if (option_has_values(row, "@file"))
        fputs(" -r", out);
    else if (row->values != NULL) /* as for "@events" */
        fprintf(out, " %s -a '(__quern_%s)'", option_is_optional(row) ? "-f" : "-x",
                row->values + 1);
    else if (row->argument != NULL && !option_is_optional(row))
        fputs(" -x", out);
    fputs(" -d '", out);
    print_description(out, row, "");
    fputs("'\n", out);
}

static void print_fish_start(FILE *out)
{
    fputs("# Completions of quern for fish.\n"
          "\n"
          "# Runs quern for the first profile on the line, or for the newest one here.\n"
          "function __quern_ask\n"
          "    set -l words (commandline -opc)\n"
          "    set -l profile\n"
          "    for word in $words[2..-1]\n"
          "        if not string match -q -- '-*' $word; and test -f $word\n"
          "            set profile $word\n"
          "            break\n"
          "        end\n"
          "    end\n"
          "    env QUERN_OPTS= $words[1] $argv $profile 2>/dev/null\n"
          "end\n"
          "\n"
          "function __quern_events\n"
          "    __quern_ask --completion=events\n"
          "end\n"
          "\n"
          "function __quern_metrics\n"
          "    for event in (__quern_events)\n"
          "        printf '%s\\n' $event \"incl($event)\" \"self($event)\"\n"
          "    end\n"
          "    echo calls\n"
          "end\n"
          "\n"
          "function __quern_functions\n"
          "    __quern_ask --completion=functions\n"
          "end\n"
          "\n",
          out);
}

static void print_fish_script(FILE *out)
{
    print_fish_start(out);
    for (size_t i = 0; i < n_option_rows; i++)
        print_fish_option(out, &option_rows[i]);
}

enum { BYTES_OF_EVENTS = 1 << 20 };

static bool is_plain_event(struct text name)
{
    static const char others[] = ":%";

    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i];
        if (!is_of_identifier(c) && (c == '\0' || strchr(others, c) == NULL))
            return false;
    }
    return name.length != 0;
}

static void print_events(FILE *out, const struct events *events)
{
    for (size_t i = 0; i < events->count; i++) {
        struct text name = events->list[i].name;
        if (is_plain_event(name))
            fprintf(out, "%.*s\n", (int)name.length, name.at);
    }
}

/*
 * Prints the events that --list-events shows, one a line, except names that mean something to a
 * shell. The user is waiting: of an uncompressed profile only the first megabyte is read, which has
 * the header with the events.
 */
static bool print_event_names(FILE *out, struct text_list files, struct arena *arena,
                              struct error *error)
{
    const struct read_options options = {.n_jobs = 1, .most = BYTES_OF_EVENTS};
    struct symbols symbols = symbols_create();
    struct warnings ignored = {0};
    struct operands operands;
    struct profile profile;

    profile_init(&profile, &symbols, (struct keep){0});
    bool is_done = operands_sort(&operands, files, arena, &ignored, error) &&
                   read_profiles(operands.profiles, &options, &profile, arena, &ignored, error);
    if (is_done)
        print_events(out, &profile.events);
    profile_free(&profile);
    symbols_free(&symbols);
    return is_done;
}

/*
 * How many bytes of all profiles are read, which takes 0.1 s: most functions are called early.
 * Unpacking xz takes as long for a sixteenth of that.
 */
enum { BYTES_OF_FUNCTIONS = 64 << 20, UNPACKING = 16 };

static bool is_plain_byte(char c)
{
    return is_of_identifier(c) || (c != '\0' && strchr(":.~@%/-", c) != NULL);
}

struct text function_name_plain(struct text name)
{
    static const struct text nothing = {0};
    size_t length = 0;

    if (name.length == 0 || (!is_letter(name.at[0]) && name.at[0] != '_'))
        return nothing;
    while (length < name.length && is_plain_byte(name.at[length]))
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

/* Adds the names that a profile has, until *left bytes are used up. */
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
    size_t left = BYTES_OF_FUNCTIONS;
    bool is_done = operands_sort(&operands, files, arena, &notes, error);

    for (size_t i = 0; is_done && i < operands.profiles.count; i++)
        is_done = add_from_profile(names, operands.profiles.items[i].at, &left, error);
    return is_done;
}

/*
 * Prints the names of functions, one a line and each once. The user is waiting: only the first 64
 * MB are read, or 4 MB of compressed data.
 */
static bool print_function_names(FILE *out, struct text_list files, struct arena *arena,
                                 struct error *error)
{
    struct names *names = names_create();
    bool is_done = add_from_all(names, files, arena, error);

    for (size_t i = 0; i < names_count(names); i++)
        fprintf(out, "%s\n", names_text(names, (uint32_t)i).at);
    names_free(names);
    return is_done;
}

static const struct {
    const char *name;
    void (*print)(FILE *out);
} shells[] = {{"bash", print_bash_script}, {"zsh", print_zsh_script}, {"fish", print_fish_script}};

bool completion_print(FILE *out, const char *wanted, struct text_list files, struct arena *arena,
                      struct error *error)
{
    for (size_t i = 0; i < ARRAY_LENGTH(shells); i++) {
        if (strcmp(shells[i].name, wanted) == 0) {
            shells[i].print(out);
            return true;
        }
    }
    return strcmp(wanted, "events") == 0 ? print_event_names(out, files, arena, error)
                                         : print_function_names(out, files, arena, error);
}
