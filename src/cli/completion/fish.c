/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion/scripts.h"

#include "cli/option_table.h"

static void print_option(FILE *out, const struct option_row *row)
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
    else if (row->values != NULL) /* "@events" and the like */
        fprintf(out, " %s -a '(__quern_%s)'", option_is_optional(row) ? "-f" : "-x",
                row->values + 1);
    else if (row->argument != NULL && !option_is_optional(row))
        fputs(" -x", out);
    fputs(" -d '", out);
    script_print_description(out, row, "");
    fputs("'\n", out);
}

static void print_start(FILE *out)
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

void fish_script_print(FILE *out)
{
    print_start(out);
    for (size_t i = 0; i < n_option_rows; i++)
        print_option(out, &option_rows[i]);
}
