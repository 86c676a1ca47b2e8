/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <inttypes.h>

#include "base/error.h"
#include "reporter/format/pieces.h"
#include "reporter/format/verdict_text.h"

void message_print(FILE *out, const char *path, uint64_t line, const char *text)
{
    fputs("quern: ", out);
    if (path != NULL) {
        write_text(out, text_of(path));
        if (line != 0)
            fprintf(out, ":%" PRIu64, line);
        fputs(": ", out);
    }
    write_text(out, text_of(text));
    fputc('\n', out);
}

void messages_print(const struct warnings *messages, const char *kind, FILE *out)
{
    for (uint64_t i = 0; i < messages->count && i < WARNINGS_KEPT; i++) {
        const struct warning *message = &messages->first[i];
        message_print(out, message->path, message->line, message->text);
    }
    if (messages->count > WARNINGS_KEPT)
        fprintf(out, "quern: %" PRIu64 " more %s\n", messages->count - WARNINGS_KEPT, kind);
}

void verdicts_print(struct verdict_list verdicts, FILE *out)
{
    for (size_t i = 0; i < verdicts.count; i++) {
        const struct verdict *verdict = &verdicts.items[i];
        enum { SHOWN_RUN = 200 };
        char line[VERDICT_ROOM + SHOWN_RUN + 20], text[VERDICT_ROOM];
        struct text outcome = outcome_name(verdict->outcome), run = verdict->run;
        format_verdict(verdict, text);
        snprintf(line, sizeof line, "%.*s: %.*s%s%s", (int)outcome.length, outcome.at,
                 run.length < SHOWN_RUN ? (int)run.length : SHOWN_RUN, run.at,
                 run.length != 0 ? ": " : "", text);
        message_print(out, verdict->path, verdict->line, line);
    }
}
