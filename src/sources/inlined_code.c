/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/inlined_code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/names.h"
#include "base/portable.h"
#include "sources/source.h"

/* Writes items after their count. */
static void write_items(FILE *to, const void *items, uint64_t count, size_t size)
{
    fwrite(&count, sizeof count, 1, to);
    if (count != 0) /* or there are no items to point at */
        fwrite(items, size, (size_t)count, to);
}

/* Writes texts after each other, each with a NUL byte. */
static void write_names(FILE *to, const struct names *names)
{
    struct buffer bytes = {0};

    for (uint32_t id = 0; id < names_count(names); id++) {
        buffer_append(&bytes, names_text(names, id));
        buffer_append(&bytes, (struct text){"", 1});
    }
    write_items(to, bytes.at, bytes.length, 1);
    free(bytes.at);
}

void inlined_code_write(const struct inlined_code *code, enum inlined_code_status status, FILE *to)
{
    fputc((int)status, to);
    write_names(to, code->names);
    write_names(to, code->files);
    write_items(to, code->functions, code->n_functions, sizeof *code->functions);
    write_items(to, code->nodes, code->n_nodes, sizeof *code->nodes);
    write_items(to, code->points, code->n_points, sizeof *code->points);
}

/* Reads items. Returns NULL if there are fewer than announced, or more than any object has. */
static void *receive(struct process *process, size_t size, size_t *count)
{
    enum { MOST_BYTES = 1 << 30 };
    uint64_t wanted;
    void *items = NULL;

    if (process_read(process, &wanted, sizeof wanted) && wanted <= MOST_BYTES / size) {
        *count = (size_t)wanted;
        items = memory_alloc(*count + 1, size);
        if (process_read(process, items, *count * size))
            return items;
    }
    *count = 0;
    free(items);
    return NULL;
}

/* Reads distinct texts of one line each. */
static bool receive_names(struct process *process, struct names *names)
{
    size_t size;
    char *bytes = receive(process, 1, &size);
    struct text rest = {bytes, size}, name;
    bool is_read = bytes != NULL && (size == 0 || bytes[size - 1] == '\0');

    while (is_read && rest.length != 0 && text_cut(&rest, '\0', &name)) {
        size_t count = names_count(names);
        is_read = names_add(names, name) == count && memchr(name.at, '\n', name.length) == NULL &&
                  memchr(name.at, '\r', name.length) == NULL;
    }
    free(bytes);
    return is_read;
}

static bool is_id(uint32_t id, size_t count)
{
    return id == NO_ID || id < count;
}

/* Returns whether all references between items are valid. */
static bool is_code_right(const struct inlined_code *code)
{
    size_t n_names = names_count(code->names), n_files = names_count(code->files);

    for (size_t i = 0; i < code->n_functions; i++)
        if (code->functions[i].name >= n_names || !is_id(code->functions[i].file, n_files))
            return false;
    for (size_t i = 0; i < code->n_nodes; i++) {
        const struct code_node *node = &code->nodes[i];
        if (!is_id(node->parent, i) || !is_id(node->call_file, n_files) ||
            (node->parent != NO_ID && node->function >= code->n_functions))
            return false;
    }
    for (size_t i = 0; i < code->n_points; i++)
        if (!is_id(code->points[i].file, n_files) || !is_id(code->points[i].node, code->n_nodes))
            return false;
    return true;
}

bool inlined_code_receive(struct inlined_code *code, struct process *process,
                          enum inlined_code_status *status)
{
    unsigned char first = 0, more;

    *code = (struct inlined_code){.names = names_create(), .files = names_create()};
    bool is_right =
        process_read(process, &first, 1) && first <= INLINED_CODE_DAMAGED &&
        receive_names(process, code->names) && receive_names(process, code->files) &&
        (code->functions = receive(process, sizeof *code->functions, &code->n_functions)) &&
        (code->nodes = receive(process, sizeof *code->nodes, &code->n_nodes)) &&
        (code->points = receive(process, sizeof *code->points, &code->n_points)) &&
        is_code_right(code) && !process_read(process, &more, 1) && !process->is_endless;
    *status = is_right ? (enum inlined_code_status)first : INLINED_CODE_DAMAGED;
    return is_right;
}

/* The request to the child process. */
struct question {
    const struct source *object;
    const struct wanted_code *wanted;
};

static void answer(void *context)
{
    const struct question *question = context;
    struct inlined_code code;
    enum inlined_code_status status =
        debug_information_read(&code, question->object, question->wanted);

    inlined_code_write(&code, status, stdout);
    fflush(stdout);
}

void inlined_code_start(struct inlined_code_reader *reader, const struct source *object,
                        const struct wanted_code *wanted)
{
    /*
     * Limits that grow with the size of the object, without holes, plus addresses that the heap may
     * reserve.
     */
    enum { SECONDS = 60, BYTES_FOR_SECOND = 1 << 20, MEMORY_FOR_BYTE = 64 };
    const uint64_t memory = UINT64_C(1) << 32;
    struct question question = {object, wanted};
    struct stat file = {0};

    reader->is_running = false;
    fstat(fileno(object->stream), &file);
    const uint64_t blocks = (uint64_t)file.st_blocks < INT32_MAX ? (uint64_t)file.st_blocks : 0,
                   size = blocks * 512, mapped = portable_mapped_size();
    const unsigned seconds = (unsigned)(SECONDS + size / BYTES_FOR_SECOND);
    const struct process_limits limits = {
        .processor_seconds = seconds,
        .silent_seconds = seconds,
        .memory = mapped == 0 ? 0 : mapped + memory + size * MEMORY_FOR_BYTE};
    reader->is_running = process_call(&reader->process, answer, &question, &limits);
    reader->status = INLINED_CODE_DAMAGED;
}

enum inlined_code_status inlined_code_finish(struct inlined_code_reader *reader,
                                             struct inlined_code *code)
{
    *code = (struct inlined_code){0};
    if (!reader->is_running)
        return reader->status;
    enum inlined_code_status status;
    bool is_received = inlined_code_receive(code, &reader->process, &status);
    if (process_end(&reader->process) == 0 && is_received)
        return status;
    inlined_code_free(code);
    return INLINED_CODE_DAMAGED;
}

void inlined_code_free(struct inlined_code *code)
{
    names_free(code->files);
    free(code->functions);
    free(code->nodes);
    free(code->points);
    names_free(code->names);
    *code = (struct inlined_code){0};
}
