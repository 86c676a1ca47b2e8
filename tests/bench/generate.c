/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * generate: write a profile in the Callgrind format with the shape of real ones.
 *
 * A program is laid out first: functions in files in objects. A body is drawn from the same
 * random sequence each time, so it is alike in every context and part; only what ran, and how
 * often, differs. Shares are those of real profiles. `summary:` comes last, when it is known.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 13, N_OBJECTS = 20, FIRST_HEADER = 40, FIRST_SOURCE = 200, FILE_LINES = 1024 };
enum { SIZE, SEED, EVENTS, PARTS, FUNCTIONS, CALLERS, INSTR, JUMPS, LONG_NAMES, NO_IDS, N_OPTIONS };

/* Every option is a number: its maximum if given without one. */
static const struct {
    const char *name;
    uint64_t maximum;
    const char *help;
} options[N_OPTIONS] = {
    {"--size", INT64_MAX / 2, "stop at about that many bytes; K, M, G: powers of 1000 [1M]"},
    {"--seed", UINT64_MAX, "the same seed gives the same profile everywhere [1]"},
    {"--events", 13, "how many of Ir Dr Dw I1mr ..., in Callgrind's order [1]"},
    {"--parts", 100000, "parts in the file, the later ones with calls=0 [1]"},
    {"--functions", 10000000, "how many; again where size is left [by its square root]"},
    {"--callers", 8, "tell functions apart by that many callers [0]"},
    {"--instr", 1, "costs by address and line"},
    {"--jumps", 1, "jumps, conditional and not"},
    {"--long-names", 1, "C++ templates of 100 to 1500 characters"},
    {"--no-compress", 1, "names in full, without ids"},
};

/* How many of 1,024 lines have the event; it costs their count, or a call's Ir, shifted right. */
static const struct {
    const char *name;
    unsigned short share;
    unsigned char self_shift, call_shift;
} events[MAX_EVENTS] = {
    {"Ir", 1024, 0, 0}, {"Dr", 340, 0, 1},  {"Dw", 200, 0, 2},    {"I1mr", 105, 3, 5},
    {"D1mr", 38, 5, 7}, {"D1mw", 11, 6, 8}, {"ILmr", 38, 63, 10}, {"DLmr", 2, 8, 12},
    {"DLmw", 4, 7, 11}, {"Bc", 180, 0, 2},  {"Bcm", 130, 2, 5},   {"Bi", 8, 0, 6},
    {"Bim", 5, 1, 8},
};

/* By line or address, each without and with line numbers; by line 0, calls alone split the cost. */
static const struct detail {
    unsigned char length_shift, run_mask, line_step, same_line, header, call; /* shares: of 64 */
} details[2][2] = {{{3, 0, 0, 64, 0, 54}, {2, 3, 2, 5, 20, 14}},
                   {{0, 7, 0, 64, 0, 14}, {0, 7, 1, 36, 4, 14}}};

static const char *const words[8] = {"tree", "node", "hash", "list", "type", "emit", "map", "get"};

struct position {
    uint64_t address, line; /* line 0: without debug information */
};

struct function {
    const struct detail *detail;
    struct position start;
    uint64_t length, object, file, first_id, n_contexts; /* each context has a name and an id */
};

struct writer {
    uint64_t option[N_OPTIONS];
    struct function *functions;
    bool *is_named; /* by id: of objects, "???" of each, headers, then sources and functions */
    uint64_t part, object, file, index, id; /* where we are; the function's index and id */
    struct position here, last;             /* relative positions start from the last cost */
    uint64_t count, sum[MAX_EVENTS];        /* how often this code ran, costs of the part */
    uint64_t n_ids, turn, written;          /* ids given out, bodies and bytes written */
    char *at, buffer[1 << 16];              /* room for a run of code, names in full */
};

/* splitmix64: small, fast, and the same everywhere. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t mixed = *state += 0x9e3779b97f4a7c15;

    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

static uint64_t mix(uint64_t one, uint64_t other)
{
    return next_random(&(uint64_t){one ^ next_random(&other)});
}

/* 1 to 2^bits, no power of two rarer than another: lengths, distances and costs are like that. */
static uint64_t skewed(uint64_t draw, uint64_t bits)
{
    return 1 + (draw >> 16) % ((uint64_t)1 << (draw % 0x10000 * (bits + 1) >> 16));
}

static inline char *put_number(char *at, uint64_t number)
{
    size_t n_digits = 1;

    for (uint64_t rest = number; rest > 9; rest /= 10)
        n_digits++;
    for (size_t i = n_digits; i-- > 0; number /= 10)
        at[i] = (char)('0' + number % 10);
    return at + n_digits;
}

/* As Callgrind does: absolute where the last one is 0 or far away. */
static char *put_subposition(char *at, uint64_t number, uint64_t last, bool is_address)
{
    uint64_t distance = number > last ? number - last : last - number;

    if (last == 0 || distance >= 100)
        return is_address ? at + sprintf(at, "0x%" PRIx64, number) : put_number(at, number);
    if (distance == 0)
        return stpcpy(at, "*");
    return put_number(stpcpy(at, number > last ? "+" : "-"), distance);
}

static char *put_position(const struct writer *writer, char *at, struct position position)
{
    if (writer->option[INSTR])
        at = stpcpy(put_subposition(at, position.address, writer->last.address, true), " ");
    return put_subposition(at, position.line, writer->last.line, false);
}

static char *put_costs(char *at, const uint64_t *costs, size_t n)
{
    while (n > 1 && costs[n - 1] == 0) /* zeros at the end are left out */
        n--;
    for (size_t i = 0; i < n; i++)
        at = put_number(stpcpy(at, " "), costs[i]);
    return stpcpy(at, "\n");
}

/* Most calls go to a few functions, wherever those are, the rest to near ones; few make a cycle. */
static uint64_t pick_callee(const struct writer *writer, uint64_t caller, uint64_t key)
{
    uint64_t draw = mix(mix(writer->option[SEED], caller), key), n = writer->option[FUNCTIONS];
    uint64_t popular = mix(writer->option[SEED], skewed(draw, 16) % n) % n;
    uint64_t near = draw >> 58 == 0 ? caller - caller % 256 : caller + 1 + (draw >> 40) % 16;

    return draw >> 58 > 24 && popular > caller ? popular : near < n ? near : n - 1;
}

/* A function's name, which its number makes unique, and those of its callers. */
static char *put_function(const struct writer *writer, char *at, const struct function *function,
                          uint64_t id)
{
    uint64_t index = (uint64_t)(function - writer->functions), context = id - function->first_id;
    uint64_t n = writer->option[FUNCTIONS];

    for (uint64_t level = 0;; level++) {
        uint64_t draw = mix(~writer->option[SEED], index);
        uint64_t depth = writer->option[LONG_NAMES] ? 5 + skewed(draw, 6) : draw % 8 == 0;

        for (uint64_t i = 0; i < depth; i++)
            at = stpcpy(stpcpy(stpcpy(at, "std::"), words[mix(draw, i) % 8]), "_type<");
        for (uint64_t i = 0; i < depth; i++)
            at = stpcpy(stpcpy(at, i == 0 ? "int>" : ", 1>"), i + 1 < depth ? "" : "::");
        at = stpcpy(stpcpy(stpcpy(at, words[draw >> 61]), "_"), words[draw >> 58 & 7]);
        at = put_number(stpcpy(at, "_"), index);
        at = stpcpy(at, draw % 4 == 0 ? "" : "(tree_node*, unsigned, bool)");
        at = stpcpy(at, level == 0 && context % 32 == 31 ? "'2" : "");
        if (level == writer->option[CALLERS])
            return at;
        at = stpcpy(at, "'");
        index = n - 1 - pick_callee(writer, n - 1 - index, context); /* seen from its end */
    }
}

/* "fn=(12) name" where an id first occurs, else "fn=(12)"; a file or object without a function. */
static void write_name(struct writer *writer, const char *key, uint64_t id,
                       const struct function *function)
{
    bool is_known = writer->is_named[id];
    char *at = stpcpy(writer->at, key);

    if (!writer->option[NO_IDS]) {
        writer->is_named[id] = true;
        at = stpcpy(put_number(stpcpy(at, "("), id + 1), is_known ? ")" : ") ");
    }
    if (!is_known && function != NULL)
        at = put_function(writer, at, function, id);
    else if (!is_known && id / N_OBJECTS == 1)
        at = stpcpy(at, "???");
    else if (!is_known)
        at = put_number(stpcpy(at, id < N_OBJECTS ? "/usr/lib/module.so." : "project/source-"), id);
    writer->at = stpcpy(at, "\n");
}

static uint64_t enter(struct writer *writer, const char *key, uint64_t from, uint64_t to)
{
    if (from != to)
        write_name(writer, key, to, NULL);
    return to;
}

static void write_line(struct writer *writer, uint64_t draw)
{
    const uint64_t n = writer->option[EVENTS], factor = writer->option[INSTR] ? 1 : 1 + draw % 16;
    uint64_t costs[MAX_EVENTS];

    for (size_t i = 0; i < n; i++) {
        bool occurs = draw * (2 * i + 0x9e3779b97f4a7c15) >> 54 < events[i].share;
        uint64_t cost = (i == 0 ? factor : 1) * writer->count >> events[i].self_shift;
        costs[i] = occurs ? cost + (cost == 0) : 0;
        writer->sum[i] += costs[i];
    }
    writer->at = put_costs(put_position(writer, writer->at, writer->here), costs, n);
    writer->last = writer->here;
}

/* A call from the last line of cost; in later parts, some began before. */
static void write_call(struct writer *writer, const struct function *caller, uint64_t draw)
{
    uint64_t n_callees = 1 + (caller->length << caller->detail->length_shift) / 16;
    uint64_t index = pick_callee(writer, writer->index, draw % n_callees);
    const struct function *callee = &writer->functions[index];
    uint64_t id = callee->first_id + mix(index, writer->id) % callee->n_contexts;
    uint64_t cost = writer->count * (4 + skewed(draw >> 8, 10)), costs[MAX_EVENTS];
    uint64_t n_calls = writer->part > 0 && draw % 2048 == 0 ? 0 : writer->count;

    enter(writer, "cob=", caller->object, callee->object);
    enter(writer, "cfi=", writer->file, callee->file);
    write_name(writer, "cfn=", id, callee);
    char *at = stpcpy(put_number(stpcpy(writer->at, "calls="), n_calls), " ");
    at = stpcpy(put_position(writer, at, callee->start), " \n");
    for (size_t i = 0; i < writer->option[EVENTS]; i++)
        costs[i] = cost * (16 + (draw >> 2 * i) % 4) >> (4 + events[i].call_shift);
    writer->at = put_costs(put_position(writer, at, writer->last), costs, writer->option[EVENTS]);
}

static void write_jump(struct writer *writer, uint64_t draw)
{
    struct position target = {writer->last.address + draw % 128, writer->last.line};
    char *at = stpcpy(writer->at, draw % 4 == 0 ? "jump=" : "jcnd=1/");

    at = put_position(writer, stpcpy(put_number(at, writer->count), " "), target);
    writer->at = stpcpy(put_position(writer, stpcpy(at, " \n"), writer->last), " \n");
}

/* Run by run, each up to a call or jump: the function's own code, or a header's. */
static void write_body(struct writer *writer, const struct function *function)
{
    const struct detail *detail = function->detail;
    uint64_t seed = mix(writer->option[SEED], writer->index), luck = mix(seed, ++writer->turn);
    uint64_t heat = next_random(&luck) % (writer->option[CALLERS] > 0 ? 8 : 13);

    writer->last = (struct position){0, 0};
    for (uint64_t length, done = 0; done < function->length; done += length) {
        uint64_t shape = mix(seed, done), draw = next_random(&shape), chance = next_random(&luck);
        uint64_t file = function->file;

        length = 1 + (draw >> 56 & detail->run_mask);
        if (done > 0 && chance % 4 == 0)
            continue;
        if (done == 0 || chance >> 63)
            writer->count = 1 + (chance >> 2) % ((uint64_t)1 << heat);
        writer->here.address = function->start.address + 5 * done;
        writer->here.line = function->start.line + detail->line_step * done;
        if (draw % 64 < detail->header) {
            file = FIRST_HEADER + (draw >> 6) % (FIRST_SOURCE - FIRST_HEADER);
            writer->here.line = 1 + (draw >> 32) % FILE_LINES;
        }
        writer->file = enter(writer, file == function->file ? "fe=" : "fi=", writer->file, file);
        for (uint64_t i = 0; i < length; i++) {
            draw = next_random(&shape);
            write_line(writer, draw);
            writer->here.address += 1 + draw % 4 + draw / 4 % 4;
            uint64_t distance = draw / 16 % 64 < detail->same_line ? 0 : skewed(draw >> 10, 5);
            writer->here.line += writer->here.line > 32 && draw >> 61 == 0 ? -distance : distance;
        }
        draw = next_random(&shape);
        if (draw % 64 < detail->call)
            write_call(writer, function, draw >> 6);
        else if (writer->option[JUMPS] && draw % 64 > 36)
            write_jump(writer, draw >> 6);
        writer->written += fwrite(writer->buffer, 1, (size_t)(writer->at - writer->buffer), stdout);
        writer->at = writer->buffer;
    }
    writer->file = enter(writer, "fe=", writer->file, function->file);
}

/* A function in one of its contexts; then the next one is due. */
static void write_function(struct writer *writer)
{
    const struct function *function = &writer->functions[writer->index];

    writer->at = stpcpy(writer->at, "\n");
    writer->object = enter(writer, "ob=", writer->object, function->object);
    writer->file = enter(writer, "fl=", writer->file, function->file);
    write_name(writer, "fn=", writer->id, function);
    write_body(writer, function);
    if (++writer->id == function->first_id + function->n_contexts) {
        writer->index = (writer->index + 1) % writer->option[FUNCTIONS];
        writer->id = writer->functions[writer->index].first_id;
    }
}

static void write_part(struct writer *writer)
{
    const uint64_t *option = writer->option;
    char *at = writer->at;

    if (writer->part == 0)
        at = stpcpy(at, "# callgrind format\nversion: 1\ncreator: generate\ncmd: generate\n");
    at = stpcpy(put_number(stpcpy(at, "part: "), writer->part + 1), "\ndesc: Trigger: end\n");
    at = stpcpy(at, option[INSTR] ? "positions: instr line\nevents:" : "positions: line\nevents:");
    for (size_t i = 0; i < option[EVENTS]; i++)
        at = stpcpy(stpcpy(at, " "), events[i].name);
    writer->at = stpcpy(at, "\n\n");
    writer->object = writer->file = UINT64_MAX;
    memset(writer->sum, 0, sizeof writer->sum);
    do
        write_function(writer);
    while (writer->written < option[SIZE] / option[PARTS] * (writer->part + 1));
    at = put_costs(stpcpy(writer->at, "\nsummary:"), writer->sum, option[EVENTS]);
    writer->at = stpcpy(put_costs(stpcpy(at, "totals:"), writer->sum, option[EVENTS]), "\n");
}

/* Three quarters of all functions are in the first object, and so on; every third has no lines. */
static void lay_out_program(struct writer *writer)
{
    const uint64_t *option = writer->option, n = option[FUNCTIONS];
    uint64_t body = 320 + 980 * option[INSTR] + option[CALLERS] * (45 + 355 * option[LONG_NAMES]);
    uint64_t n_bodies = option[CALLERS] > 0 ? option[SIZE] / body : 0; /* roughly */
    uint64_t state = option[SEED], object = 0, file = 0;
    struct position next = {0x1000, UINT64_MAX};

    writer->n_ids = FIRST_SOURCE;
    writer->functions = calloc(n, sizeof(struct function));
    for (uint64_t i = 0; i < n && writer->functions != NULL; i++) {
        for (; object + 1 < N_OBJECTS && (n - i) << 2 * (object + 1) <= n; object++)
            next.line = UINT64_MAX;
        if (next.line > FILE_LINES) {
            next.line = object % 3 != 1;
            file = next.line == 0 ? N_OBJECTS + object : writer->n_ids++;
        }
        const struct detail *detail = &details[option[INSTR]][next.line > 0];
        uint64_t draw = next_random(&state);
        uint64_t length = 1 + ((skewed(draw, 6) + skewed(draw >> 32, 10)) >> detail->length_shift);
        uint64_t n_contexts = 1 + n_bodies * skewed(next_random(&state), 12) / n / 320;
        writer->functions[i] =
            (struct function){detail, next, length, object, file, writer->n_ids, n_contexts};
        writer->n_ids += n_contexts;
        next.address += 5 * length;
        next.line += detail->line_step * length;
    }
    writer->is_named = calloc(writer->n_ids, sizeof(bool));
    if (writer->functions == NULL || writer->is_named == NULL) {
        perror("generate");
        exit(EXIT_FAILURE);
    }
    writer->id = writer->functions[0].first_id;
    writer->at = writer->buffer;
}

/* Set an option, such as "--size=10M"; false if there is no such option. */
static bool read_option(uint64_t *option, const char *argument)
{
    char name[16], unit = ' ';
    uint64_t number = 0;
    int n_fields = sscanf(argument, "%15[^=]=%" SCNu64 "%c", name, &number, &unit);

    number *= unit == 'K' ? 1000 : unit == 'M' ? 1000000 : unit == 'G' ? 1000000000 : 1;
    for (size_t i = 0; i < N_OPTIONS && n_fields > 0; i++) {
        if (strcmp(name, options[i].name) != 0)
            continue;
        option[i] = strchr(argument, '=') == NULL ? options[i].maximum : number;
        return option[i] > 0 && option[i] <= options[i].maximum;
    }
    return false;
}

int main(int n_arguments, char **arguments)
{
    static struct writer writer = {.option = {1000000, 1, 1, 1}}; /* size, seed, events, parts */
    uint64_t *option = writer.option, root = 1;

    for (int i = 1; i < n_arguments; i++) {
        if (read_option(option, arguments[i]))
            continue;
        fputs("usage: generate [option[=number]]... > profile\n", stderr);
        for (size_t k = 0; k < N_OPTIONS; k++)
            fprintf(stderr, "  %-14s %s\n", options[k].name, options[k].help);
        return 2;
    }
    while (root * root < option[SIZE])
        root++;
    if (option[FUNCTIONS] == 0)
        option[FUNCTIONS] = option[CALLERS] > 0 ? 1 + root * 7 / 10 : 4 * root;
    lay_out_program(&writer);
    for (; writer.part < option[PARTS]; writer.part++)
        write_part(&writer);
    fwrite(writer.buffer, 1, (size_t)(writer.at - writer.buffer), stdout);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
