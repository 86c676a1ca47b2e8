/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/facts_block.h"

#include "reporter/format/html/page.h"
#include "reporter/format/json/json_facts.h"
#include "reporter/format/json/json_writer.h"

/* A member with the keys, or the numbers, of the blocks of a kind that the page has. */
static void write_blocks(struct json *json, struct text key, const struct page *page,
                         enum page_block_kind kind)
{
    json_key(json, key);
    json_begin(json, '[');
    for (size_t i = 0; i < page->n_blocks; i++) {
        const struct page_block *block = &page->blocks[i];
        if (block->kind != kind || block->is_left_out)
            continue;
        if (kind == BLOCK_GROUP || kind == BLOCK_TREE)
            json_text(json, block->key);
        else
            json_number(json, (int64_t)block->number);
    }
    json_end(json, ']');
}

void facts_block_write(struct json *json, struct page *page)
{
    const struct report *report = page->report;

    json_begin(json, '{');
    json_member(json, TEXT("version"), TEXT(QUERN_VERSION));
    json_key(json, TEXT("title"));
    json_text(json, page_title(page));
    json_run(json, &report->facts, page->graph.is_difference);
    json_list(json, TEXT("descriptions"), report->facts.descriptions);
    json_verdicts(json, report->verdicts);
    json_list(json, TEXT("warnings"), page->warnings);
    json_list(json, TEXT("left_out"), page_left_out(page));
    write_blocks(json, TEXT("groups"), page, BLOCK_GROUP);
    write_blocks(json, TEXT("trees"), page, BLOCK_TREE);
    write_blocks(json, TEXT("listings"), page, BLOCK_LISTING);
    write_blocks(json, TEXT("instructions"), page, BLOCK_INSTRUCTIONS);
    json_key(json, TEXT("remedy"));
    json_text(json, page->remedy);
    json_end(json, '}');
}
