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
    else if (option_has_values(row, "@events"))
        fputs(" -x -a '(__quern_events)'", out);
    else if (option_has_values(row, "@dir"))
        fputs(" -x -a '(__fish_complete_directories)'", out);
    else if (option_has_values(row, "@file"))
        fputs(" -r", out);
    else if (row->argument != NULL && !option_is_optional(row))
        fputs(" -x", out);
    fputs(" -d '", out);
    option_print_description(out, row, "");
    fputs("'\n", out);
}

static void print_start(FILE *out)
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
}

void fish_script_print(FILE *out)
{
    print_start(out);
    for (size_t i = 0; i < n_option_rows; i++)
        print_option(out, &option_rows[i]);
}
