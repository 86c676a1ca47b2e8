/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/disassembly.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/portable.h"
#include "base/system.h"

enum {
    /* Starting objdump on a large object takes as long as printing this much code. */
    LARGEST_DETOUR = 512 * 1024,
    LONGEST_INSTRUCTION = 16,
    MNEMONIC_COLUMNS = 6,
    LONGEST_TEXT = 400,
    MOST_PROCESSOR_SECONDS = 60,  /* of a run */
    MOST_SILENT_SECONDS = 20,     /* between two lines */
    MOST_SECONDS = 300,           /* by the clock, of all runs for an object */
    MOST_PRINTED_FOR_BYTE = 1000, /* characters, since names may be long */
    MOST_PRINTED = 1 << 20,       /* in any case */
    NOT_FOUND = 127, /* the exit status of a program that cannot be run, as in a shell */
    BUFFER_SIZE = 64 * 1024,
};

static const rlim_t MOST_MEMORY = sizeof(rlim_t) > 4 ? (rlim_t)4 << 30 : RLIM_INFINITY;

extern char **environ;

struct objdump {
    const char *program, *object;
    int64_t deadline;
    pid_t id;
    int from;
    bool is_at_end;    /* it has closed its output */
    bool is_endless;   /* it printed too much, or took too long */
    uint64_t left;     /* how much it may still print */
    bool has_answered; /* this run or one before has printed an instruction */
    size_t begin, end; /* what is left in the buffer */
    char buffer[BUFFER_SIZE];
};

static int64_t milliseconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Becomes objdump, in the child. A profile may name any file, so that resources are limited. */
static _Noreturn void become_objdump(const char *const *arguments, char **environment, int output)
{
    const struct rlimit seconds = {MOST_PROCESSOR_SECONDS, MOST_PROCESSOR_SECONDS};
    const struct rlimit memory = {MOST_MEMORY, MOST_MEMORY};
    const struct rlimit no_core = {0, 0};
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &no_core);
    if (nothing >= 0 && dup2(output, STDOUT_FILENO) >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
        dup2(nothing, STDERR_FILENO) >= 0) {
        environ = environment;
        execvp(arguments[0], (char *const *)arguments);
    }
    _exit(NOT_FOUND);
}

static bool start_objdump(struct objdump *objdump, uint64_t first, uint64_t last)
{
    /* It is not to look for debug information in the network. */
    static const char *const settings[] = {"DEBUGINFOD_URLS=", NULL};
    uint64_t after =
        last < UINT64_MAX - LONGEST_INSTRUCTION ? last + LONGEST_INSTRUCTION : UINT64_MAX;
    char begin[40], end[40];
    const char *const arguments[] = {objdump->program, "-d", "-w", "-z", begin, end, "--",
                                     objdump->object,  NULL};
    int ends[2];

    snprintf(begin, sizeof begin, "--start-address=0x%" PRIx64, first);
    snprintf(end, sizeof end, "--stop-address=0x%" PRIx64, after);
    if (!portable_pipe(ends))
        return false;
    char **environment = environment_with(settings);
    objdump->id = fork();
    if (objdump->id == 0)
        become_objdump(arguments, environment, ends[1]);
    free(environment);
    if (objdump->id < 0) {
        portable_close_pipe(ends);
        return false;
    }
    close(ends[1]);
    objdump->from = ends[0];
    objdump->is_at_end = objdump->is_endless = false;
    objdump->left = (last - first) / MOST_PRINTED_FOR_BYTE < UINT32_MAX
                      ? MOST_PRINTED + (last - first) * MOST_PRINTED_FOR_BYTE
                      : UINT64_MAX;
    objdump->begin = objdump->end = 0;
    return true;
}

/* Ends the run. Returns its exit status, or -1 if it did not end by itself. */
static int stop(struct objdump *objdump)
{
    int status = 0;
    pid_t ended;

    if (!objdump->is_at_end)
        kill(objdump->id, SIGKILL);
    close(objdump->from);
    do
        ended = waitpid(objdump->id, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == objdump->id && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Waits for output. Returns what poll() does, and 0 where it took too long. */
static int await_output(const struct objdump *objdump)
{
    enum { MOST_SILENT = MOST_SILENT_SECONDS * 1000 };
    struct pollfd awaited = {.fd = objdump->from, .events = POLLIN};
    const int64_t left = objdump->deadline - milliseconds_now();

    if (left <= 0)
        return 0;
    return poll(&awaited, 1, left < MOST_SILENT ? (int)left : MOST_SILENT);
}

/* Reads more into the buffer. Returns false at the end, and of a program that does not end. */
static bool read_more(struct objdump *objdump)
{
    ssize_t length;

    memmove(objdump->buffer, objdump->buffer + objdump->begin, objdump->end - objdump->begin);
    objdump->end -= objdump->begin;
    objdump->begin = 0;
    if (objdump->end == BUFFER_SIZE) /* objdump prints no such line */
        objdump->end = 0;
    do {
        length = await_output(objdump);
        objdump->is_endless = length == 0 || objdump->left < BUFFER_SIZE;
        if (objdump->is_endless)
            return false;
        if (length > 0)
            length =
                read(objdump->from, objdump->buffer + objdump->end, BUFFER_SIZE - objdump->end);
    } while (length < 0 && errno == EINTR);
    objdump->is_at_end = length <= 0;
    objdump->end += length > 0 ? (size_t)length : 0;
    objdump->left -= length > 0 ? (uint64_t)length : 0;
    return length > 0;
}

static bool next_line(struct objdump *objdump, struct text *line)
{
    char *end;

    while ((end = memchr(objdump->buffer + objdump->begin, '\n', objdump->end - objdump->begin)) ==
           NULL)
        if (!read_more(objdump))
            return false;
    *line = text_between(objdump->buffer + objdump->begin, end);
    objdump->begin = (size_t)(end + 1 - objdump->buffer);
    return true;
}

static int hexadecimal_digit(char c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * Tells whether a text names where it leads to, if it is a jump or a call: "jmp 1030 <puts@plt>",
 * or in an object without symbols "jmp 0x1030". After "#" is where that is read from.
 */
static bool names_target(struct text text)
{
    struct text last = text, word;

    if (text.length == 0 || memchr(text.at, '#', text.length) != NULL)
        return false;
    while (text_cut_word(&text, &word))
        last = word;
    return last.at[last.length - 1] == '>' || text_starts_with(last, TEXT("0x"));
}

/* Reads "  401000:\t89 c2 \tmov    %eax,%edx". Returns false if the line is something else. */
static bool read_line(struct text line, struct instruction *instruction)
{
    uint64_t address = 0;
    uint32_t digits = 0;
    struct text bytes;

    line = text_trim(line);
    for (; line.length != 0 && hexadecimal_digit(*line.at) >= 0; line = text_skip(line, 1))
        address = address << 4 | (uint64_t)hexadecimal_digit(*line.at);
    if (!text_starts_with(line, TEXT(":")))
        return false;
    line = text_trim(text_skip(line, 1));
    if (!text_cut(&line, '\t', &bytes))
        return false;
    for (; bytes.length != 0; bytes = text_skip(bytes, 1)) {
        if (hexadecimal_digit(*bytes.at) < 0 && !is_blank(*bytes.at))
            return false;
        digits += !is_blank(*bytes.at);
    }
    line = text_trim(line);
    *instruction = (struct instruction){
        .address = address, .length = digits / 2, .text = line, .has_target = names_target(line)};
    return digits >= 2 && line.length != 0;
}

/* Tells whether it is data, ".word 0x17", or what objdump cannot decode, "(bad)". */
static bool is_no_instruction(struct text text)
{
    return text.at[0] == '.' || text.at[0] == '(';
}

/* Copies a text: operands begin at one column, and blanks elsewhere are single ones. */
static struct text copy_in_one_form(struct text text, struct arena *arena)
{
    char copy[LONGEST_TEXT + MNEMONIC_COLUMNS + 1];
    size_t length = 0, begin;

    for (size_t i = 0; i < text.length && length < LONGEST_TEXT;) {
        for (begin = i; i < text.length && is_blank(text.at[i]);)
            i++;
        if (i == begin) {
            char c = text.at[i++];
            copy[length++] = (char)(c > ' ' && c <= '~' ? c : '?');
            continue;
        }
        bool is_wide = i - begin > 1 || text.at[begin] == '\t';
        do
            copy[length++] = ' ';
        while (is_wide && length <= MNEMONIC_COLUMNS);
    }
    return arena_copy_text(arena, (struct text){copy, length});
}

static void add(struct disassembly *disassembly, struct instruction instruction)
{
    instruction.text = copy_in_one_form(instruction.text, &disassembly->texts);
    ARRAY_ADD(disassembly->list, disassembly->count, disassembly->capacity, instruction);
}

/*
 * Adds what a run prints up to the address at `end`. Returns the index of the first address that no
 * instruction begins at, or `end`. The first address is at `first`.
 */
static size_t read_run(struct objdump *objdump, struct disassembly *disassembly,
                       const struct executed_address *executed, size_t first, size_t end,
                       bool has_gaps)
{
    uint64_t reach = executed[first].reach;
    struct instruction instruction;
    size_t next = first;
    struct text line;

    while (next < end && next_line(objdump, &line)) {
        if (!read_line(line, &instruction))
            continue;
        objdump->has_answered = true;
        uint64_t wanted = executed[next].address;
        if (instruction.address > wanted)
            return next;
        if (instruction.address == wanted) {
            if (is_no_instruction(instruction.text))
                return next;
            add(disassembly, instruction);
            reach = executed[next].reach > reach ? executed[next].reach : reach;
            next++;
        } else if (has_gaps && next != first && wanted <= reach) {
            add(disassembly, instruction);
        }
        /* The C library jumps over the prefix in a process of one thread. */
        if (next < end && executed[next].address == instruction.address + 1 &&
            instruction.length > 1 && text_starts_with(instruction.text, TEXT("lock "))) {
            instruction.address++;
            instruction.length--;
            instruction.text = text_skip(instruction.text, 5);
            add(disassembly, instruction);
            next++;
        }
    }
    return next;
}

/*
 * Decodes from the address at *next on, as far as one run gets, and moves *next on. Data before a
 * stretch may hide its first instruction: the next run begins there.
 */
static enum disassembly_status decode(struct objdump *objdump, struct disassembly *disassembly,
                                      const struct executed_address *executed, size_t *next,
                                      size_t count, bool has_gaps)
{
    size_t first = *next, end = first;
    uint64_t reach = executed[first].reach; /* of all stretches up to the end */

    for (; end < count &&
           (executed[end].address <= reach || executed[end].address - reach <= LARGEST_DETOUR);
         end++)
        reach = executed[end].reach > reach ? executed[end].reach : reach;
    if (!start_objdump(objdump, executed[first].address, executed[end - 1].address))
        return DISASSEMBLY_FAILED;
    *next = read_run(objdump, disassembly, executed, first, end, has_gaps);
    int status = stop(objdump);
    if (*next == end)
        return DISASSEMBLED;
    if (status == NOT_FOUND)
        return DISASSEMBLY_NO_PROGRAM;
    if (objdump->is_endless ||
        (objdump->is_at_end && (status < 0 || (status != 0 && !objdump->has_answered))))
        return DISASSEMBLY_FAILED;
    disassembly->misfit = executed[*next].address;
    for (size_t i = first; i < *next; i++)
        if (executed[i].reach >= disassembly->misfit)
            return DISASSEMBLY_MISFIT;
    return *next == first ? DISASSEMBLY_MISFIT : DISASSEMBLED;
}

enum disassembly_status disassemble(struct disassembly *disassembly, const char *program,
                                    const char *object, const struct executed_address *executed,
                                    size_t count, bool has_gaps)
{
    struct objdump *objdump = memory_alloc(1, sizeof *objdump);
    enum disassembly_status status = DISASSEMBLED;

    *objdump = (struct objdump){.program = program,
                                .object = object,
                                .deadline = milliseconds_now() + INT64_C(1000) * MOST_SECONDS};
    for (size_t next = 0; next < count && status == DISASSEMBLED;)
        status = decode(objdump, disassembly, executed, &next, count, has_gaps);
    free(objdump);
    return status;
}

void disassembly_free(struct disassembly *disassembly)
{
    arena_free(&disassembly->texts);
    free(disassembly->list);
    *disassembly = (struct disassembly){0};
}
