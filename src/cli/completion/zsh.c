/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion/scripts.h"

#include "cli/option_table.h"

static void print_action(FILE *out, const struct option_row *row)
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
    } else if (row->values != NULL) { /* "@events" and the like */
        fprintf(out, "_quern_%s", row->values + 1);
    }
}

/* What follows the name of an option. */
static void print_rest(FILE *out, const struct option_row *row)
{
    script_print_description(out, row, "[]:");
    fputc(']', out);
    print_action(out, row);
    fputs("' \\\n", out);
}

static void print_start(FILE *out)
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

void zsh_script_print(FILE *out)
{
    print_start(out);
    fputs("_quern()\n"
          "{\n"
          "    _arguments -s \\\n",
          out);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        const char *sign = row->argument == NULL ? "" : option_is_optional(row) ? "=-" : "=";
        fprintf(out, "        '*--%s%s[", row->name, sign);
        print_rest(out, row);
        if (row->letter == 0)
            continue;
        fprintf(out, "        '*-%c%s[", row->letter, *sign == '\0' || sign[1] == '-' ? "" : "+");
        print_rest(out, row);
    }
    fputs("        '*:profile:_files'\n"
          "}\n"
          "\n"
          "_quern \"$@\"\n",
          out);
}
