/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_facts.h"

#include "base/array.h"
#include "base/error.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

void json_list(struct json *json, struct text key, struct text_list list)
{
    json_begin_member(json, key, '[');
    for (size_t i = 0; i < list.count; i++)
        json_text(json, list.items[i]);
    json_end(json, ']');
}

static void write_part(struct json *json, const struct part_facts *part)
{
    const struct {
        struct text key;
        int64_t number;
    } numbers[] = {
        {TEXT("part"), part->number}, {TEXT("thread"), part->thread}, {TEXT("pid"), part->pid}};

    json_begin(json, '{');
    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        if (numbers[i].number >= 0)
            json_number_member(json, numbers[i].key, numbers[i].number);
    json_member_if_any(json, TEXT("thread_name"), part->thread_name);
    json_member_if_any(json, TEXT("trigger"), part->trigger);
    json_member_if_any(json, TEXT("time_range"), part->time_range);
    json_member(json, TEXT("file"), part->file);
    json_member_if_any(json, TEXT("creator"), part->creator);
    json_member(json, TEXT("command"), part->command);
    json_list(json, TEXT("descriptions"), part->descriptions);
    json_end(json, '}');
}

/* Writes how far inlined functions are known. */
static void write_inlining(struct json *json, const struct facts *facts)
{
    if (facts->n_inlining == 0)
        return;
    json_begin_member(json, TEXT("inlining"), '[');
    for (size_t i = 0; i < facts->n_inlining; i++) {
        const struct inlining_facts *inlining = &facts->inlining[i];
        json_begin(json, '{');
        json_member(json, TEXT("object"), inlining->object);
        json_member_if_any(json, TEXT("side"), inlining->is_old ? TEXT("old") : TEXT(""));
        json_member(json, TEXT("by"), inlining->by);
        json_member(json, TEXT("reason"), inlining->reason);
        if (inlining->by.at != NULL) {
            json_ratio_member(json, TEXT("named"), inlining->named);
            json_ratio_member(json, TEXT("ambiguous"), inlining->ambiguous);
        }
        json_end(json, '}');
    }
    json_end(json, ']');
}

void json_run(struct json *json, const struct facts *facts, bool is_difference)
{
    json_list(json, TEXT("files"), facts->files);
    if (is_difference)
        json_list(json, TEXT("old"), facts->old_files);
    if (facts->noise_files.count != 0)
        json_list(json, TEXT("noise"), facts->noise_files);
    json_member(json, TEXT("command"), facts->command);
    json_member_if_any(json, TEXT("creator"), facts->creators.items[0]);
    json_begin_member(json, TEXT("parts"), '[');
    for (size_t i = 0; i < facts->n_parts; i++)
        write_part(json, &facts->parts[i]);
    json_end(json, ']');
    write_inlining(json, facts);
}

static void write_limited(struct json *json, struct text key, const struct verdict *verdict,
                          struct limited figure)
{
    json_key(json, key);
    if (verdict_has_decimals(verdict))
        json_ratio(json, verdict_number(verdict, figure));
    else
        json_number(json, figure.count);
}

/* Writes the subject of a verdict, with the keys of such a row. */
static void write_row(struct json *json, const struct verdict *verdict)
{
    bool is_line = text_equal(verdict->key, TEXT("line"));
    bool is_instruction = text_equal(verdict->key, TEXT("instruction"));

    if (verdict->name.length == 0)
        return;
    if (!is_line && !is_instruction)
        json_member(json, verdict->key, verdict->name);
    if (is_instruction)
        json_member(json, TEXT("function"), verdict->function);
    if (is_line || verdict->function.length != 0)
        json_member(json, TEXT("file"), verdict->file);
    if (is_line || verdict->file_line != 0) {
        json_key(json, TEXT("line"));
        json_line_number(json, verdict->file_line);
    }
    if (verdict->address != 0)
        json_address(json, verdict->address);
}

static void write_verdict(struct json *json, const struct verdict *verdict)
{
    json_member_if_any(json, TEXT("input"), verdict->run);
    json_member(json, TEXT("limit"), verdict->limit);
    if (json->is_for_page) {
        char text[VERDICT_ROOM];
        format_verdict(verdict, text);
        json_member(json, TEXT("text"), text_of(text));
    }
    if (verdict->path != NULL) {
        json_member(json, TEXT("limits_file"), text_of(verdict->path));
        json_number_member(json, TEXT("limits_line"), (int64_t)verdict->line);
    }
    write_row(json, verdict);
    json_member(json, TEXT("verdict"), outcome_name(verdict->outcome));
    if (verdict->reason != NULL) {
        json_member(json, TEXT("reason"), text_of(verdict->reason));
        return;
    }
    write_limited(json, TEXT("value"), verdict, verdict->value);
    write_limited(json, TEXT("bound"), verdict, verdict->bound);
    if (verdict->is_growth) {
        write_limited(json, TEXT("new"), verdict, verdict->current);
        write_limited(json, TEXT("was"), verdict, verdict->old);
    }
    if (verdict->is_growth && verdict->is_share && verdict->is_of_whole)
        write_limited(json, TEXT("old_total"), verdict, (struct limited){.count = verdict->whole});
    if (verdict->has_spread) {
        json_begin_member(json, TEXT("noise"), '{');
        write_limited(json, TEXT("least"), verdict,
                      (struct limited){.count = verdict->spread.least});
        write_limited(json, TEXT("most"), verdict, (struct limited){.count = verdict->spread.most});
        json_end(json, '}');
    }
    if (verdict->is_bound)
        json_boolean_member(json, TEXT("exact"), false);
}

void json_doubts(struct json *json, const struct warnings *doubts)
{
    json_begin_member(json, TEXT("notes"), '[');
    for (uint64_t i = 0; i < doubts->count && i < WARNINGS_KEPT; i++) {
        const struct warning *doubt = &doubts->first[i];
        json_begin(json, '{');
        json_member(json, TEXT("name"), text_of(doubt->name));
        if (doubt->path != NULL)
            json_member(json, TEXT("file"), text_of(doubt->path));
        json_member(json, TEXT("text"), text_of(doubt->text));
        json_end(json, '}');
    }
    json_end(json, ']');
}

void json_verdicts(struct json *json, struct verdict_list verdicts)
{
    json_begin_member(json, TEXT("limits"), '[');
    for (size_t i = 0; i < verdicts.count; i++) {
        json_begin(json, '{');
        write_verdict(json, &verdicts.items[i]);
        json_end(json, '}');
    }
    json_end(json, ']');
}
