/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/block.h"

#include <stdlib.h>

#include "reporter/format/gzip.h"

void block_begin(struct block *block)
{
    *block = (struct block){0};
    block->json = (struct json){.memory = &block->content, .is_for_page = true};
}

void packed_append(struct buffer *buffer, struct text text)
{
    struct buffer bytes = {0};

    gzip_append(&bytes, text);
    base64_append(buffer, buffer_text(&bytes));
    free(bytes.at);
}

struct buffer block_end(struct block *block, const char *name)
{
    struct buffer element = {0};
    const struct text text = buffer_text(&block->content);

    buffer_append(&element, TEXT("<script type=\"application/json\" id=\"data-"));
    buffer_append(&element, text_of(name));
    if (gzip_append_compresses()) {
        buffer_append(&element, TEXT("\" data-encoding=\"gzip\">"));
        packed_append(&element, text);
    } else {
        buffer_append(&element, TEXT("\">"));
        buffer_append(&element, text);
    }
    buffer_append(&element, TEXT("</script>\n"));
    free(block->content.at);
    return element;
}
