/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/names.h"
#include "parser/run_file.h"
#include "profile/profile.h"

/* The runs found so far. */
struct search {
    struct profile *profile;
    struct names *keys;       /* of a process, its command and a base of its files' names */
    uint32_t *run_of_key;     /* by id of a key */
    struct run_bases *shared; /* by run: the bases that all its files may be of */
    size_t *n_files;          /* by run */
};

/* What a key is of besides the base. */
static void append_process(struct buffer *key, const struct run_file *file)
{
    char pid[24];

    snprintf(pid, sizeof pid, "%" PRIi64, file->pid);
    buffer_append(key, text_of(pid));
    buffer_append(key, TEXT("\n"));
    buffer_append(key, file->command);
    buffer_append(key, TEXT("\n"));
}

static uint32_t add_key(struct search *search, const struct run_file *file, struct text base,
                        struct text compression)
{
    struct buffer key = {0};
    size_t known = names_count(search->keys);

    append_process(&key, file);
    buffer_append(&key, compression);
    buffer_append(&key, TEXT("\n"));
    buffer_append(&key, base);
    uint32_t id = names_add(search->keys, buffer_text(&key));
    free(key.at);
    if (id == known)
        search->run_of_key[id] = NO_ID;
    return id;
}

static struct run_file file_of(const struct profile *profile, uint32_t input,
                               const struct part *part)
{
    struct run_file file = {.path = text_of(profile->inputs[input].path), .pid = -1};

    if (part == NULL)
        return file;
    file.command = part->command;
    file.pid = part->pid;
    file.part = part->number;
    file.thread = part->thread;
    return file;
}

/* A file joins the first run that has one of its bases, or begins one. */
static void add_input(struct search *search, uint32_t input, const struct part *part)
{
    struct profile *profile = search->profile;
    struct run_file file = file_of(profile, input, part);
    struct run_bases bases = run_file_bases(&file);
    uint32_t keys[MAX_RUN_BASES] = {0}, run = NO_ID;
    size_t n_keys = file.pid >= 0 ? bases.count : 0;

    for (size_t i = 0; i < n_keys; i++) {
        keys[i] = add_key(search, &file, bases.list[i], bases.compression);
        if (run == NO_ID)
            run = search->run_of_key[keys[i]];
    }
    if (run == NO_ID) {
        run = (uint32_t)profile->n_runs++;
        search->shared[run] = bases;
    } else {
        (void)run_bases_intersect(&search->shared[run], &bases);
    }
    for (size_t i = 0; i < n_keys; i++)
        if (search->run_of_key[keys[i]] == NO_ID)
            search->run_of_key[keys[i]] = run;
    search->n_files[run]++;
    profile->inputs[input].run = run;
}

void profile_find_runs(struct profile *profile)
{
    size_t n_inputs = profile->n_inputs, part = 0;
    struct search search = {.profile = profile,
                            .keys = names_create(),
                            .run_of_key =
                                memory_alloc(n_inputs * MAX_RUN_BASES, sizeof *search.run_of_key),
                            .shared = memory_alloc(n_inputs, sizeof *search.shared),
                            .n_files = memory_alloc(n_inputs, sizeof *search.n_files)};

    profile->n_runs = 0;
    for (uint32_t input = 0; input < n_inputs; input++) {
        bool has_parts = part < profile->n_parts && profile->parts[part].input == input;
        add_input(&search, input, has_parts ? &profile->parts[part] : NULL);
        while (part < profile->n_parts && profile->parts[part].input == input)
            part++;
    }
    for (size_t i = 0; i < n_inputs; i++) {
        struct profile_input *input = &profile->inputs[i];
        input->run_name = search.n_files[input->run] == 1 ? text_of(input->path)
                                                          : search.shared[input->run].list[0];
    }
    names_free(search.keys);
    free(search.run_of_key);
    free(search.shared);
    free(search.n_files);
}
