/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The profile of a program that call_tree.c ran. */

#include "support/call_tree.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

/* A profile being written. */
struct writer {
    FILE *out;
    const struct call_tree *tree;
    bool has_object[TREE_OBJECTS], has_file[TREE_FILES], has_node[TREE_NODES]; /* ids defined */
};

static void write_name(struct writer *writer, const char *key, bool *is_defined, unsigned id,
                       const char *name)
{
    if (!writer->tree->has_name_ids)
        fprintf(writer->out, "%s=%s\n", key, name);
    else if (*is_defined)
        fprintf(writer->out, "%s=(%u)\n", key, id + 1);
    else
        fprintf(writer->out, "%s=(%u) %s\n", key, id + 1, name);
    *is_defined = true;
}

static void write_object(struct writer *writer, const char *key, unsigned object)
{
    write_name(writer, key, &writer->has_object[object], object, tree_objects[object]);
}

static void write_file(struct writer *writer, const char *key, unsigned file)
{
    write_name(writer, key, &writer->has_file[file], file, tree_files[file]);
}

/* A function's name has a number of its own for each file and object; no matter. */
static void write_node(struct writer *writer, const char *key, unsigned node)
{
    write_name(writer, key, &writer->has_node[node], node, writer->tree->nodes[node].name);
}

/* Zeros at the end of the line are left out. */
static void write_costs(struct writer *writer, unsigned line, const struct tree_costs *costs)
{
    size_t count = TREE_EVENTS;

    while (count > 0 && costs->events[count - 1] == 0)
        count--;
    fprintf(writer->out, "%u", line);
    for (size_t i = 0; i < count; i++)
        fprintf(writer->out, " %" PRIi64, costs->events[i]);
    fputc('\n', writer->out);
}

static void write_lines(struct writer *writer, unsigned spot)
{
    const struct call_tree *tree = writer->tree;

    for (unsigned line = 1; line <= TREE_LINES; line++) {
        struct tree_costs sum = {0};
        bool is_there = false;

        for (size_t i = 0; i < tree->n_steps; i++) {
            if (tree->steps[i].spot == spot && tree->steps[i].line == line) {
                tree_costs_add(&sum, &tree->steps[i].costs);
                is_there = true;
            }
        }
        if (is_there)
            write_costs(writer, line, &sum);
    }
}

static void write_calls(struct writer *writer, unsigned spot)
{
    const struct call_tree *tree = writer->tree;
    const struct tree_node *caller = &tree->nodes[spot / TREE_FILES];

    for (size_t i = 0; i < tree->n_calls; i++) {
        const struct tree_call *made = &tree->calls[i];
        const struct tree_function *callee = &tree->functions[tree->nodes[made->callee].function];

        if (made->spot != spot)
            continue;
        if (callee->object != tree->functions[caller->function].object)
            write_object(writer, "cob", callee->object);
        if (callee->file != spot % TREE_FILES)
            write_file(writer, "cfi", callee->file);
        write_node(writer, "cfn", made->callee);
        fprintf(writer->out, "calls=%" PRIi64 " 1\n", made->count);
        write_costs(writer, made->line, &made->costs);
    }
}

static bool has_inlined(const struct call_tree *tree, unsigned spot)
{
    for (size_t i = 0; i < tree->n_steps; i++) {
        if (tree->steps[i].spot == spot)
            return true;
    }
    for (size_t i = 0; i < tree->n_calls; i++) {
        if (tree->calls[i].spot == spot)
            return true;
    }
    return false;
}

/* The lines of the node's own file, code of others, and back again for its calls. */
static void write_function(struct writer *writer, unsigned node)
{
    const struct call_tree *tree = writer->tree;
    const struct tree_function *function = &tree->functions[tree->nodes[node].function];
    unsigned own = node * TREE_FILES + function->file, current = function->file;

    write_object(writer, "ob", function->object);
    write_file(writer, "fl", function->file);
    write_node(writer, "fn", node);
    write_lines(writer, own);
    for (unsigned file = 0; file < TREE_FILES; file++) {
        unsigned spot = node * TREE_FILES + file;

        if (file == function->file || !has_inlined(tree, spot))
            continue;
        write_file(writer, "fi", file);
        write_lines(writer, spot);
        write_calls(writer, spot);
        current = file;
    }
    if (current != function->file)
        write_file(writer, "fe", function->file);
    write_calls(writer, own);
    fputc('\n', writer->out);
}

char *call_tree_profile(const struct call_tree *tree)
{
    struct writer writer = {.tree = tree};
    struct tree_costs total = call_tree_total(tree);
    char *text = NULL;
    size_t size;

    writer.out = open_memstream(&text, &size);
    cr_assert(writer.out, "out of memory");
    fprintf(writer.out,
            "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd: ./prog\n"
            "part: 1\n\npositions: line\nevents: Ir Dr\nsummary: %" PRIi64 " %" PRIi64 "\n\n",
            total.events[0], total.events[1]);
    for (unsigned node = 0; node < tree->n_nodes; node++)
        write_function(&writer, node);
    fprintf(writer.out, "totals: %" PRIi64 " %" PRIi64 "\n", total.events[0], total.events[1]);
    fclose(writer.out);
    return text;
}
