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
 * bash cuts "--show=Ir" into three words at '=', of which the last may be empty, and "a::b" at ':'.
 */
static void print_start(FILE *out)
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

static void print_lists(FILE *out)
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
          "_quern_files()\n"
          "{\n"
          "    compopt -o filenames\n"
          "    IFS=$'\\n'\n"
          "    COMPREPLY+=($(compgen -f -- \"$word\"))\n"
          "}\n"
          "\n"
          "_quern_candidates()\n"
          "{\n"
          "    case $option in\n",
          out);
}

/* What is neither: an option, or a file. */
static void print_options(FILE *out)
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

void bash_script_print(FILE *out)
{
    print_start(out);
    print_lists(out);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_has_words(&option_rows[i]))
            fprintf(out,
                    "    --%s)\n        COMPREPLY=($(compgen -W '%s' -- \"$word\"))\n"
                    "        return ;;\n",
                    option_rows[i].name, option_rows[i].values);
    print_case(out, "@events", "_quern_list _quern_events");
    print_case(out, "@metrics", "_quern_list _quern_metrics");
    print_case(out, "@functions", "_quern_functions");
    print_case(out, "@code", "_quern_functions\n        _quern_files");
    print_case(out, "@dir", "COMPREPLY=($(compgen -d -- \"$word\"))");
    print_options(out);
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
