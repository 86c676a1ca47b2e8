/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion.h"

#include <string.h>

#include "base/array.h"
#include "cli/option_table.h"

static bool has_values(const struct option_row *row, const char *values)
{
    return row->values != NULL && strcmp(row->values, values) == 0;
}

/* "--a|--b)", a case of all options with these values, and what is done there. */
static void print_bash_case(FILE *out, const char *values, const char *action)
{
    const char *separator = "    ";

    for (size_t i = 0; i < n_option_rows; i++) {
        if (!has_values(&option_rows[i], values))
            continue;
        fprintf(out, "%s--%s", separator, option_rows[i].name);
        if (option_rows[i].letter != 0)
            fprintf(out, "|-%c", option_rows[i].letter);
        separator = "|";
    }
    fprintf(out, ")\n        %s\n        return ;;\n", action);
}

/*
 * bash cuts "--show=Ir" into three words at '=', of which the last may be empty. Names of events
 * come from strangers: only those that mean nothing to a shell are offered, here and in the other
 * two.
 */
static void print_bash_start(FILE *out)
{
    fputs("# Completions of quern for bash.\n"
          "\n"
          "# The events of the first profile on the line, or of the newest one here.\n"
          "_quern_events()\n"
          "{\n"
          "    local word profile=\n"
          "    for word in \"${COMP_WORDS[@]:1}\"; do\n"
          "        [[ $word != -* && -f $word ]] && profile=$word && break\n"
          "    done\n"
          "    \"${COMP_WORDS[0]}\" --list-events --format=tsv ${profile:+\"$profile\"} "
          "2>/dev/null |\n"
          "        cut -f1 | sed 1d | grep -x '[A-Za-z0-9_:%]*'\n"
          "}\n"
          "\n"
          "_quern()\n"
          "{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local before event IFS=$' \\t\\n'\n"
          "    COMPREPLY=()\n"
          "    [[ $option == '=' ]] && option=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    [[ $word == '=' ]] && word=\n"
          "    case $option in\n",
          out);
}

static void print_bash(FILE *out)
{
    print_bash_start(out);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_has_words(&option_rows[i]))
            fprintf(out,
                    "    --%s)\n        COMPREPLY=($(compgen -W '%s' -- \"$word\"))\n"
                    "        return ;;\n",
                    option_rows[i].name, option_rows[i].values);
    print_bash_case(
        out, "@events",
        "before=${word%\"${word##*,}\"}\n"
        "        while read -r event; do\n"
        "            [[ $event == \"${word##*,}\"* ]] && COMPREPLY+=(\"$before$event\")\n"
        "        done < <(_quern_events)\n"
        "        compopt -o nospace");
    print_bash_case(out, "@dir", "COMPREPLY=($(compgen -d -- \"$word\"))");
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
          "    compopt -o filenames\n"
          "    IFS=$'\\n'\n"
          "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "}\n"
          "complete -F _quern quern\n",
          out);
}

/* The help text between single quotes, on one line; a backslash before each of `escaped`. */
static void print_description(FILE *out, const struct option_row *row, const char *escaped)
{
    for (const char *at = row->help; *at != '\0'; at++) {
        if (*at == '\'')
            fputs("'\\''", out);
        else if (strchr(escaped, *at) != NULL)
            fprintf(out, "\\%c", *at);
        else
            fputc(*at, out);
    }
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
    } else if (has_values(row, "@file")) {
        fputs("_files", out);
    } else if (has_values(row, "@dir")) {
        fputs("_directories", out);
    } else if (has_values(row, "@events")) {
        fputs("_quern_events", out);
    }
}

/* What follows the name of an option. */
static void print_zsh_rest(FILE *out, const struct option_row *row)
{
    print_description(out, row, "[]:");
    fputc(']', out);
    print_zsh_action(out, row);
    fputs("' \\\n", out);
}

static void print_zsh(FILE *out)
{
    fputs("#compdef quern\n"
          "# Completions of quern for zsh.\n"
          "\n"
          "# The events of the first profile on the line, or of the newest one here.\n"
          "_quern_events()\n"
          "{\n"
          "    local word profile\n"
          "    local -a events\n"
          "    for word in ${words[2,-1]}; do\n"
          "        [[ $word != -* && -f $word ]] && profile=$word && break\n"
          "    done\n"
          "    events=(${(f)\"$($words[1] --list-events --format=tsv $profile 2>/dev/null |\n"
          "        cut -f1 | sed 1d | grep -x '[A-Za-z0-9_:%]*')\"})\n"
          "    _values -s , event ${events//:/\\\\:}\n"
          "}\n"
          "\n"
          "_quern()\n"
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
    else if (has_values(row, "@events"))
        fputs(" -x -a '(__quern_events)'", out);
    else if (has_values(row, "@dir"))
        fputs(" -x -a '(__fish_complete_directories)'", out);
    else if (has_values(row, "@file"))
        fputs(" -r", out);
    else if (row->argument != NULL && !option_is_optional(row))
        fputs(" -x", out);
    fputs(" -d '", out);
    print_description(out, row, "");
    fputs("'\n", out);
}

static void print_fish(FILE *out)
{
    fputs("# Completions of quern for fish.\n"
          "\n"
          "# The events of the first profile on the line, or of the newest one here.\n"
          "function __quern_events\n"
          "    set -l profile\n"
          "    for word in (commandline -opc)[2..-1]\n"
          "        if not string match -q -- '-*' $word; and test -f $word\n"
          "            set profile $word\n"
          "            break\n"
          "        end\n"
          "    end\n"
          "    set -l words (commandline -opc)\n"
          "    $words[1] --list-events --format=tsv $profile 2>/dev/null | cut -f1 |\n"
          "        sed 1d | grep -x '[A-Za-z0-9_:%]*'\n"
          "end\n"
          "\n",
          out);
    for (size_t i = 0; i < n_option_rows; i++)
        print_fish_option(out, &option_rows[i]);
}

static const struct {
    const char *name;
    void (*print)(FILE *out);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

void completion_print(FILE *out, const char *shell)
{
    for (size_t i = 0; i < ARRAY_LENGTH(shells); i++)
        if (strcmp(shells[i].name, shell) == 0)
            shells[i].print(out);
}
