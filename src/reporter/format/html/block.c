/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/block.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/arena.h"
#include "reporter/format/html/base64.h"
#include "reporter/format/stacks/gzip.h"

FILE *open_memory(char **text, size_t *length)
{
    FILE *memory = open_memstream(text, length);

    if (memory == NULL)
        out_of_memory();
    return memory;
}

void close_memory(FILE *memory)
{
    bool has_failed = ferror(memory);

    if (fclose(memory) != 0 || has_failed)
        out_of_memory();
}

void block_begin(struct block *block)
{
    *block = (struct block){0};
    block->json =
        (struct json){.out = open_memory(&block->text, &block->length), .is_for_page = true};
}

static void append_compressed(struct buffer *element, struct text text)
{
    char *bytes;
    size_t length;
    FILE *memory = open_memory(&bytes, &length);
    struct gzip *gzip = gzip_open(memory, GZIP_QUICK);

    gzip_write(gzip, text);
    gzip_close(gzip);
    close_memory(memory);
    base64_append(element, (struct text){bytes, length});
    free(bytes);
}

struct buffer block_end(struct block *block, const char *name)
{
    struct buffer element = {0};

    close_memory(block->json.out);
    const struct text text = {block->text, block->length};
    buffer_append(&element, TEXT("<script type=\"application/json\" id=\"data-"));
    buffer_append(&element, text_of(name));
    if (gzip_is_built_in()) {
        buffer_append(&element, TEXT("\" data-encoding=\"gzip\">"));
        append_compressed(&element, text);
    } else {
        buffer_append(&element, TEXT("\">"));
        buffer_append(&element, text);
    }
    buffer_append(&element, TEXT("</script>\n"));
    free(block->text);
    return element;
}
