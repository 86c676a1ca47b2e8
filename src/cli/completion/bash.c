/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion/scripts.h"

#include "cli/option_table.h"

/* "--a|--b)", a case of all options with these values, and what is done there. */
static void print_case(FILE *out, const char *values, const char *action)
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
 * bash cuts "--show=Ir" into three words at '=', of which the last may be empty.
 */
static void print_start(FILE *out)
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

void bash_script_print(FILE *out)
{
    print_start(out);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_has_words(&option_rows[i]))
            fprintf(out,
                    "    --%s)\n        COMPREPLY=($(compgen -W '%s' -- \"$word\"))\n"
                    "        return ;;\n",
                    option_rows[i].name, option_rows[i].values);
    print_case(out, "@events",
               "before=${word%\"${word##*,}\"}\n"
               "        while read -r event; do\n"
               "            [[ $event == \"${word##*,}\"* ]] && COMPREPLY+=(\"$before$event\")\n"
               "        done < <(_quern_events)\n"
               "        compopt -o nospace");
    print_case(out, "@dir", "COMPREPLY=($(compgen -d -- \"$word\"))");
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
