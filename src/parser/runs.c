/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/runs.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/names.h"
#include "base/number.h"
#include "base/portable.h"
#include "parser/input/input.h"
#include "profile/profile.h"

const struct text run_compressions[N_RUN_COMPRESSIONS] = {{".gz", 3}, {".zst", 4}, {".xz", 3}};

static struct text join(struct arena *arena, struct text directory, struct text name)
{
    char *path = arena_alloc(arena, directory.length + name.length + 1);

    if (directory.length != 0)
        memcpy(path, directory.at, directory.length);
    memcpy(path + directory.length, name.at, name.length);
    return (struct text){path, directory.length + name.length};
}

static bool ends_with(struct text text, struct text end)
{
    return text.length >= end.length && text_equal(text_skip(text, text.length - end.length), end);
}

/* Returns the part of a path that says that it is compressed; empty where it is not. */
static struct text compression_of(struct text path)
{
    for (size_t i = 0; i < N_RUN_COMPRESSIONS; i++)
        if (ends_with(path, run_compressions[i]))
            return text_skip(path, path.length - run_compressions[i].length);
    return (struct text){0};
}

/*
 * Cuts a mark and digits off the end, as "-01" of a thread or ".1" of a part; *number is what they
 * say. False where there are none.
 */
static bool cut_number(struct text *path, char mark, size_t least_digits, int64_t *number)
{
    size_t start = path->length;
    int64_t value = 0, unit = 1;

    while (start != 0 && is_digit(path->at[start - 1]) && path->length - start < SAFE_DIGITS) {
        start--;
        value += unit * (path->at[start] - '0');
        unit *= 10;
    }
    if (path->length - start < least_digits || start < 2 || path->at[start - 1] != mark ||
        path->at[start - 2] == '/')
        return false;
    *number = value;
    path->length = start - 1;
    return true;
}

/* Cuts ".t1" of a thread or ".p2" of a part off, as gungraun writes them. */
static void cut_letter(struct text *path, char letter)
{
    struct text cut = *path;
    int64_t number;

    if (cut_number(&cut, letter, 1, &number) && ends_with(cut, TEXT(".")))
        *path = (struct text){cut.at, cut.length - 1};
}

/*
 * Cuts off what the names of a run's files end in: ".gz", or of "callgrind.NAME.t1.p2.out", which
 * may be ".out.old" and the like, all from ".out" on. Of that path only the base is left then.
 */
static struct text cut_ending(struct text *path)
{
    struct text whole = *path, name = path_base(whole), ending = compression_of(whole);
    size_t at = name.length;

    path->length -= ending.length;
    while (at != 0 && !text_starts_with(text_skip(name, at), TEXT(".out")))
        at--;
    struct text base = text_between(whole.at, name.at + at);
    size_t length = base.length;
    cut_letter(&base, 'p');
    cut_letter(&base, 't');
    if (base.length == length || !text_starts_with(path_base(base), TEXT("callgrind.")))
        return ending;
    *path = base;
    return text_skip(whole, length);
}

struct run_bases run_file_bases(const struct run_file *file)
{
    struct run_bases bases = {0};
    struct text path = file->path;
    int64_t number;

    bases.ending = cut_ending(&path);
    bases.list[bases.count++] = path;
    if (cut_number(&path, '-', 2, &number) && number == file->thread)
        bases.list[bases.count++] = path;
    path = bases.list[bases.count - 1];
    if (cut_number(&path, '.', 1, &number) && number == file->part)
        bases.list[bases.count++] = path;
    return bases;
}

static bool has_base(const struct run_bases *bases, struct text base)
{
    for (size_t i = 0; i < bases->count; i++)
        if (text_equal(bases->list[i], base))
            return true;
    return false;
}

bool run_bases_share(struct run_bases *bases, const struct run_bases *other)
{
    struct run_bases shared = {.ending = bases->ending};

    if (!text_equal(bases->ending, other->ending))
        return false;
    for (size_t i = 0; i < bases->count; i++)
        if (has_base(other, bases->list[i]))
            shared.list[shared.count++] = bases->list[i];
    if (shared.count != 0)
        *bases = shared;
    return shared.count != 0;
}

struct text run_bases_path(const struct run_bases *bases, struct arena *arena)
{
    struct text ending = bases->ending;

    ending.length -= compression_of(ending).length;
    return ending.length == 0 ? bases->list[0] : join(arena, bases->list[0], ending);
}

bool run_name_is_of_process(struct text name)
{
    static const struct text starts[] = {{"callgrind.out.", 14}, {"cachegrind.out.", 15}};

    for (size_t i = 0; i < ARRAY_LENGTH(starts); i++) {
        size_t at = starts[i].length;
        if (!text_starts_with(name, starts[i]) || name.length == at)
            continue;
        while (at < name.length && is_digit(name.at[at]))
            at++;
        if (at == name.length)
            return true;
    }
    return false;
}

bool run_name_is_of_callgrind(struct text name)
{
    struct text plain = {name.at, name.length - compression_of(name).length};

    return text_starts_with(name, TEXT("callgrind.out")) ||
           (text_starts_with(name, TEXT("callgrind.")) && ends_with(plain, TEXT(".out")));
}

bool run_path_may_be_of(struct text path, const struct run_bases *bases)
{
    int64_t number;

    if (!text_equal(cut_ending(&path), bases->ending))
        return false;
    if (has_base(bases, path))
        return true;
    if (cut_number(&path, '-', 2, &number) && has_base(bases, path))
        return true;
    return cut_number(&path, '.', 1, &number) && has_base(bases, path);
}

bool run_files_are_of_one_run(const struct run_file *a, const struct run_file *b)
{
    struct run_bases shared = run_file_bases(a), bases = run_file_bases(b);

    return a->pid >= 0 && a->pid == b->pid && text_equal(a->command, b->command) &&
           run_bases_share(&shared, &bases);
}

bool run_files_exclude_each_other(const struct run_file *a, const struct run_file *b)
{
    return a->part == b->part && (a->thread == b->thread || a->thread < 0 || b->thread < 0 ||
                                  !text_equal(a->time_range, b->time_range));
}

static void read_identity(struct text value, int64_t *identity)
{
    const char *end;

    if (read_signed(value.at, &end, identity) != NUMBER_OK || end != text_end(value) ||
        *identity < 0)
        *identity = -1;
}

static void read_line(struct run_file *file, struct text key, struct text value)
{
    struct text type = {0};

    value = text_trim(value);
    if (text_equal(key, TEXT("pid")))
        read_identity(value, &file->pid);
    else if (text_equal(key, TEXT("part")))
        read_identity(value, &file->part);
    else if (text_equal(key, TEXT("thread")))
        read_identity(value, &file->thread);
    else if (text_equal(key, TEXT("cmd")))
        file->command = value;
    else if (text_equal(key, TEXT("desc")) && text_cut(&value, ':', &type) &&
             text_equal(text_trim(type), TEXT("Timerange")))
        file->time_range = value;
}

struct run_file run_file_of(struct text path)
{
    return (struct run_file){.path = path, .pid = -1, .part = -1, .thread = -1};
}

/* Whether the line is "fl=..." or costs: there is no header, or it is over. */
static bool is_of_body(struct text line)
{
    return is_digit(line.at[0]) || (line.length > 2 && line.at[2] == '=');
}

bool run_file_read_lines(struct run_file *file, struct text lines)
{
    struct text value, key = {0};

    while (text_cut(&lines, '\n', &value)) {
        if (text_trim(value).length == 0 || value.at[0] == '#')
            continue;
        if (is_of_body(value))
            return true;
        text_cut(&value, ':', &key);
        if (text_equal(key, TEXT("events")))
            return true;
        if (value.at != NULL)
            read_line(file, key, value);
    }
    return false;
}

/* The files that may be of a run. */
struct run_candidates {
    struct profile_look *list; /* from the heap */
    size_t count, capacity;
};

/* Reads on until the header ends. False where the file cannot be read. */
static bool read_header(struct profile_look *look, struct input *input, struct text lines,
                        struct arena *arena, struct error *error)
{
    struct run_file *file = &look->file;
    bool is_read = true, is_whole = false;

    while (is_read && !is_whole && lines.length != 0) {
        is_whole = run_file_read_lines(file, lines);
        file->command = arena_copy_text(arena, file->command);
        file->time_range = arena_copy_text(arena, file->time_range);
        is_read = is_whole || input_next_lines(input, &lines, error);
    }
    look->is_cut = !is_whole && !look->is_empty;
    return is_read;
}

/* Looks into a file that has some bytes. */
static bool look_into(struct profile_look *look, struct arena *arena, struct error *error)
{
    const char *path = look->file.path.at;
    struct input input;
    struct text lines;

    if (!input_open(&input, path, error))
        return false;
    bool is_done = input_next_lines(&input, &lines, error);
    look->is_empty = is_done && lines.length == 0;
    if (is_done && !is_profile_start(lines))
        is_done = error_set(error, ERROR_FAILED, path, 0, "not a profile in the Callgrind format");
    is_done = is_done && read_header(look, &input, lines, arena, error);
    input_close(&input);
    return is_done;
}

bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error)
{
    struct stat status;

    *look = (struct profile_look){.file = run_file_of(path)};
    bool is_there = !text_equal(path, TEXT("-")) && stat(path.at, &status) == 0;
    if (text_equal(path, TEXT("-")) || (is_there && !S_ISREG(status.st_mode)))
        return true;
    if (is_there) {
        look->changed = portable_change_time(&status);
        look->is_empty = status.st_size == 0;
        look->file.device = (uint64_t)status.st_dev;
        look->file.inode = (uint64_t)status.st_ino;
    }
    return look->is_empty || look_into(look, arena, error);
}

/* Returns the part of a path up to its last '/', which is empty for the current directory. */
static struct text directory_part(struct text path)
{
    return (struct text){path.at, path.length - path_base(path).length};
}

static struct text_list list_directory(struct arena *arena, struct text directory)
{
    const char *path = directory.length == 0 ? "." : arena_copy_string(arena, directory);
    DIR *open_directory = opendir(path);
    struct text_list names = {0};

    if (open_directory == NULL)
        return names;
    for (const struct dirent *entry; (entry = readdir(open_directory)) != NULL;)
        arena_append_text(arena, &names, arena_copy_text(arena, text_of(entry->d_name)));
    closedir(open_directory);
    ARRAY_SORT((struct text *)names.items, names.count, texts_compare);
    return names;
}

/* Returns the names in a directory, which is read once. */
static struct text_list names_in(struct run_finder *finder, struct text directory)
{
    if (finder->directories == NULL)
        finder->directories = names_create();
    size_t known = names_count(finder->directories);
    uint32_t id = names_add(finder->directories, directory);
    if (id == known) {
        ARRAY_GROW(finder->listings, known, finder->capacity);
        finder->listings[id] = list_directory(finder->arena, directory);
    }
    return finder->listings[id];
}

void run_finder_free(struct run_finder *finder)
{
    if (finder->directories != NULL)
        names_free(finder->directories);
    free(finder->listings);
}

/* Returns the names in the path's directory that begin with a base. */
static struct text_list names_with_base(struct run_finder *finder, struct text base)
{
    struct text start = path_base(base);
    struct text_list names = names_in(finder, directory_part(base));
    size_t low = 0, high = names.count;

    if (names.items == NULL)
        return (struct text_list){0};
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text_compare(names.items[middle], start) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (high < names.count && text_starts_with(names.items[high], start))
        high++;
    return (struct text_list){names.items + low, high - low};
}

struct text_list directory_list(struct arena *arena, struct text directory)
{
    bool has_slash = ends_with(directory, TEXT("/"));
    struct text path = has_slash ? directory : join(arena, directory, TEXT("/"));
    struct text_list names = list_directory(arena, path), paths = {0};

    for (size_t i = 0; i < names.count; i++)
        arena_append_text(arena, &paths, join(arena, path, names.items[i]));
    return paths;
}

/* Adds a file, unless it is a directory or the like: these are not of a run. */
static void look_at(struct run_candidates *candidates, struct text path, struct arena *arena)
{
    struct profile_look look;
    struct error problem = {0};
    struct stat status;

    if (stat(path.at, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    if (!profile_look(&look, path, arena, &problem))
        look.is_cut = true;
    ARRAY_ADD(candidates->list, candidates->count, candidates->capacity, look);
}

/*
 * Returns all files whose names may be of a base of this one, among them itself and that of the
 * base.
 */
static void gather(struct run_finder *finder, const struct profile_look *named,
                   const struct run_bases *bases, struct run_candidates *candidates)
{
    struct text shortest = bases->list[bases->count - 1];
    struct text_list names = names_with_base(finder, shortest);

    ARRAY_ADD(candidates->list, candidates->count, candidates->capacity, *named);
    for (size_t i = 0; i < names.count; i++) {
        struct text path = join(finder->arena, directory_part(shortest), names.items[i]);
        if (run_path_may_be_of(path, bases) && !text_equal(path, named->file.path))
            look_at(candidates, path, finder->arena);
    }
}

/* Returns the newest file that names its process; NULL if no file does. */
static const struct run_file *newest_candidate(const struct run_candidates *candidates)
{
    const struct profile_look *best = NULL;

    for (size_t i = 0; i < candidates->count; i++) {
        const struct profile_look *candidate = &candidates->list[i];
        if (candidate->file.pid >= 0 && !candidate->is_cut &&
            (best == NULL || is_later(candidate->changed, best->changed)))
            best = candidate;
    }
    return best == NULL ? NULL : &best->file;
}

static int compare_files(const void *a, const void *b)
{
    const struct run_file *left = a, *right = b;

    if (left->part != right->part)
        return left->part < right->part ? -1 : 1;
    if (left->thread != right->thread)
        return left->thread < right->thread ? -1 : 1;
    return text_compare(left->path, right->path);
}

/* Whether it is the file of a base. */
static bool is_base(const struct profile_look *candidate, struct text base)
{
    struct text path = candidate->file.path;

    path.length -= run_file_bases(&candidate->file).ending.length;
    return text_equal(path, base);
}

/* Keeps the bases that all files of the run have. */
static void share_bases(struct run_bases *bases, const struct run_candidates *candidates,
                        const struct run_file *reference)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct run_bases others = run_file_bases(&candidates->list[i].file);
        if (run_files_are_of_one_run(reference, &candidates->list[i].file))
            (void)run_bases_share(bases, &others);
    }
}

/*
 * Takes the shortest of the bases of which there is a file that may be of the run: Callgrind makes
 * it when it starts. Without any, takes the longest, which is the least likely to be wrong.
 */
static void choose_base(const struct run_bases *bases, const struct run_candidates *candidates,
                        const struct run_file *reference, struct found_run *run)
{
    run->base = bases->list[0];
    run->ending = bases->ending;
    for (size_t i = bases->count; i > 0 && !run->has_base; i--)
        for (size_t j = 0; j < candidates->count && !run->has_base; j++) {
            const struct profile_look *candidate = &candidates->list[j];
            bool may_be = candidate->is_empty || candidate->is_cut ||
                          run_files_are_of_one_run(reference, &candidate->file);
            if (!may_be || !is_base(candidate, bases->list[i - 1]))
                continue;
            run->base = bases->list[i - 1];
            run->has_base = true;
            run->base_is_empty = candidate->is_empty;
            run->base_file = candidate->file;
        }
}

/* Drops what a damaged header says, which cannot be relied upon. */
static struct run_file without_header(const struct run_file *file)
{
    struct run_file bare = run_file_of(file->path);

    bare.device = file->device;
    bare.inode = file->inode;
    return bare;
}

/* Takes the candidates that are of one run with the reference, and those that are damaged. */
static void choose(struct arena *arena, const struct run_candidates *candidates,
                   const struct run_file *reference, struct run_bases bases, struct found_run *run)
{
    share_bases(&bases, candidates, reference);
    choose_base(&bases, candidates, reference, run);
    const struct run_bases chosen = {.list = {run->base}, .count = 1, .ending = run->ending};
    run->files = arena_alloc_array(arena, candidates->count, sizeof *run->files);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct profile_look *candidate = &candidates->list[i];
        const struct run_file *file = &candidate->file;
        bool is_lost = candidate->is_cut || (candidate->is_empty && !is_base(candidate, run->base));
        if (is_lost && run_path_may_be_of(file->path, &chosen))
            run->files[run->count++] = without_header(file);
        else if (!is_lost && run_files_are_of_one_run(reference, &candidate->file))
            run->files[run->count++] = *file;
    }
    ARRAY_SORT(run->files, run->count, compare_files);
}

void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run)
{
    const struct run_file *reference = &look->file;
    struct run_candidates candidates = {0};

    *run = (struct found_run){.base = look->file.path};
    if (look->is_cut || (!look->is_empty && look->file.pid < 0)) {
        run->files = arena_alloc(finder->arena, sizeof *run->files);
        run->files[run->count++] = look->file;
        return;
    }
    struct run_bases bases = run_file_bases(&look->file);
    gather(finder, look, &bases, &candidates);
    if (look->is_empty)
        reference = newest_candidate(&candidates);
    if (reference != NULL)
        choose(finder->arena, &candidates, reference, bases, run);
    free(candidates.list);
}

bool found_run_check(const struct found_run *run, struct error *error)
{
    for (size_t i = 1; i < run->count; i++) {
        const struct run_file *file = &run->files[i], *before = file - 1;
        if (file->pid >= 0 && before->pid >= 0 && run_files_exclude_each_other(before, file))
            return error_set(error, ERROR_FAILED, file->path.at, 0,
                             "is part %" PRIi64 " of process %" PRIi64
                             " as '%.200s' is, but of another run: name the files to read",
                             file->part, file->pid, before->path.at);
    }
    return true;
}

/* The runs found so far. */
struct run_search {
    struct profile *profile;
    struct names *keys;       /* of a process, its command and a base of its files' names */
    uint32_t *run_of_key;     /* by id of a key */
    struct run_bases *shared; /* by run: the bases that all its files may be of */
    size_t *n_files;          /* by run */
    struct names *processes;
    uint32_t *process_of; /* by input; NO_ID where it names none */
    bool *are_separated;  /* by process: names in some dump have levels */
};

/* Begins a key: which process of which command it is. */
static void append_process(struct buffer *key, const struct run_file *file)
{
    buffer_print(key, "%" PRIi64 "\n", file->pid);
    buffer_append(key, file->command);
    buffer_append(key, TEXT("\n"));
}

static uint32_t add_key(struct run_search *search, const struct run_file *file, struct text base,
                        struct text ending)
{
    struct buffer key = {0};
    size_t known = names_count(search->keys);

    append_process(&key, file);
    buffer_append(&key, ending);
    buffer_append(&key, TEXT("\n"));
    buffer_append(&key, base);
    uint32_t id = names_add(search->keys, buffer_text(&key));
    free(key.at);
    if (id == known)
        search->run_of_key[id] = NO_ID;
    return id;
}

/* Returns an input as a file of a run; its first part says which process it is, if it has one. */
static struct run_file input_file(const struct profile *profile, uint32_t input,
                                  const struct part *part)
{
    struct run_file file = {.path = text_of(profile->inputs[input].path), .pid = -1};

    if (part == NULL)
        return file;
    file.command = part->command;
    file.pid = part->pid;
    file.part = part->given;
    file.thread = part->thread;
    return file;
}

static void note_process(struct run_search *search, uint32_t input, const struct run_file *file)
{
    struct buffer key = {0};

    append_process(&key, file);
    uint32_t process = file->pid < 0 ? NO_ID : names_add(search->processes, buffer_text(&key));
    free(key.at);
    search->process_of[input] = process;
    if (process != NO_ID && search->profile->inputs[input].levels == LEVELS_SEPARATED)
        search->are_separated[process] = true;
}

/* A file joins the first run that has one of its bases, or begins one. */
static void add_input(struct run_search *search, uint32_t input, const struct part *part)
{
    struct profile *profile = search->profile;
    struct run_file file = input_file(profile, input, part);
    struct run_bases bases = run_file_bases(&file);
    uint32_t keys[MAX_RUN_BASES] = {0}, run = NO_ID;
    size_t n_keys = file.pid >= 0 ? bases.count : 0;

    for (size_t i = 0; i < n_keys; i++) {
        keys[i] = add_key(search, &file, bases.list[i], bases.ending);
        if (run == NO_ID)
            run = search->run_of_key[keys[i]];
    }
    if (run == NO_ID) {
        run = (uint32_t)profile->n_runs++;
        search->shared[run] = bases;
    } else {
        (void)run_bases_share(&search->shared[run], &bases);
    }
    for (size_t i = 0; i < n_keys; i++)
        if (search->run_of_key[keys[i]] == NO_ID)
            search->run_of_key[keys[i]] = run;
    search->n_files[run]++;
    profile->inputs[input].run = run;
    note_process(search, input, &file);
}

/*
 * Callgrind records all dumps of a process in one way. Where one of them has levels of recursion in
 * its names, the others have none because nothing in them is so deep.
 */
static void share_levels(struct run_search *search)
{
    for (size_t i = 0; i < search->profile->n_inputs; i++) {
        struct profile_input *input = &search->profile->inputs[i];
        if (search->process_of[i] != NO_ID && search->are_separated[search->process_of[i]] &&
            input->levels != LEVELS_UNKNOWN && !input->has_lost_levels)
            input->levels = LEVELS_SEPARATED;
    }
}

void profile_find_runs(struct profile *profile, struct arena *arena)
{
    size_t n_inputs = profile->n_inputs, part = 0;
    struct run_search search = {
        .profile = profile,
        .keys = names_create(),
        .run_of_key = memory_alloc(n_inputs * MAX_RUN_BASES, sizeof *search.run_of_key),
        .shared = memory_alloc(n_inputs, sizeof *search.shared),
        .n_files = memory_alloc(n_inputs, sizeof *search.n_files),
        .processes = names_create(),
        .process_of = memory_alloc(n_inputs, sizeof *search.process_of),
        .are_separated = memory_alloc(n_inputs, sizeof *search.are_separated)};

    profile->n_runs = 0;
    for (uint32_t input = 0; input < n_inputs; input++) {
        bool has_parts = part < profile->n_parts && profile->parts[part].input == input;
        add_input(&search, input, has_parts ? &profile->parts[part] : NULL);
        while (part < profile->n_parts && profile->parts[part].input == input)
            part++;
    }
    for (size_t i = 0; i < n_inputs; i++) {
        struct profile_input *input = &profile->inputs[i];
        struct text name = run_bases_path(&search.shared[input->run], arena);
        input->run_name = search.n_files[input->run] == 1 ? text_of(input->path) : name;
        input->pair_name = path_base(name);
    }
    share_levels(&search);
    names_free(search.keys);
    names_free(search.processes);
    free(search.process_of);
    free(search.are_separated);
    free(search.run_of_key);
    free(search.shared);
    free(search.n_files);
}
