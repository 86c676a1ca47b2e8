/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "profile/events.h"

/* TEXT() where the initializer has to be constant. */
#define WORDS(literal)                                                                             \
    {                                                                                              \
        (literal), sizeof(literal) - 1                                                             \
    }

/*
 * This follows the manuals of Valgrind, KCachegrind and gungraun. The estimates are KCachegrind's
 * (CEst) and gungraun's (EstCycles); the ratios are those that Cachegrind prints at the end of a
 * run.
 */
const struct known_event known_events[] = {
    {.name = WORDS("Ir"),
     .long_name = WORDS("Instruction Fetch"),
     .meaning = WORDS("Instructions that ran. The steadiest measure of work done.")},
    {.name = WORDS("Dr"),
     .long_name = WORDS("Data Read Access"),
     .meaning = WORDS("Reads of memory."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("Dw"),
     .long_name = WORDS("Data Write Access"),
     .meaning = WORDS("Writes to memory."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("I1mr"),
     .long_name = WORDS("L1 Instr. Fetch Miss"),
     .meaning = WORDS("Instructions that were not in the first-level cache."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("D1mr"),
     .long_name = WORDS("L1 Data Read Miss"),
     .meaning = WORDS("Reads that missed the first-level data cache."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("D1mw"),
     .long_name = WORDS("L1 Data Write Miss"),
     .meaning = WORDS("Writes that missed the first-level data cache."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("ILmr"),
     .long_name = WORDS("LL Instr. Fetch Miss"),
     .meaning = WORDS("Instructions that had to come from memory: in no cache."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("DLmr"),
     .long_name = WORDS("LL Data Read Miss"),
     .meaning = WORDS("Reads that had to go to memory. Each costs as much as some 100 Ir."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("DLmw"),
     .long_name = WORDS("LL Data Write Miss"),
     .meaning = WORDS("Writes that had to go to memory."),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("I2mr"),
     .long_name = WORDS("L2 Instr. Fetch Miss"),
     .meaning = WORDS("Instructions that were not in the second-level cache.")},
    {.name = WORDS("D2mr"),
     .long_name = WORDS("L2 Data Read Miss"),
     .meaning = WORDS("Reads that missed the second-level cache.")},
    {.name = WORDS("D2mw"),
     .long_name = WORDS("L2 Data Write Miss"),
     .meaning = WORDS("Writes that missed the second-level cache.")},
    {.name = WORDS("Bc"),
     .long_name = WORDS("Conditional Branch"),
     .meaning = WORDS("Conditional branches that ran."),
     .option = WORDS("--branch-sim=yes")},
    {.name = WORDS("Bcm"),
     .long_name = WORDS("Mispredicted Cond. Branch"),
     .meaning = WORDS("Conditional branches that were predicted wrongly."),
     .option = WORDS("--branch-sim=yes")},
    {.name = WORDS("Bi"),
     .long_name = WORDS("Indirect Branch"),
     .meaning = WORDS("Indirect branches: calls by pointer, returns, jump tables."),
     .option = WORDS("--branch-sim=yes")},
    {.name = WORDS("Bim"),
     .long_name = WORDS("Mispredicted Ind. Branch"),
     .meaning = WORDS("Indirect branches that went elsewhere than predicted."),
     .option = WORDS("--branch-sim=yes")},
    {.name = WORDS("Ge"),
     .long_name = WORDS("Global Bus Event"),
     .meaning = WORDS("Events on the bus that all processors share, such as locked instructions."),
     .option = WORDS("--collect-bus=yes")},
    {.name = WORDS("AcCost1"),
     .meaning = WORDS("Lines of the first-level cache that were little used. Self cost only."),
     .is_self_only = true,
     .option = WORDS("--cacheuse=yes")},
    {.name = WORDS("AcCost2"),
     .meaning = WORDS("The same of the last-level cache."),
     .is_self_only = true,
     .option = WORDS("--cacheuse=yes")},
    {.name = WORDS("SpLoss1"),
     .meaning = WORDS("Bytes loaded into the first-level cache and never used. Self cost only."),
     .is_self_only = true,
     .option = WORDS("--cacheuse=yes")},
    {.name = WORDS("SpLoss2"),
     .meaning = WORDS("The same of the last-level cache."),
     .is_self_only = true,
     .option = WORDS("--cacheuse=yes")},
    {.name = WORDS("sysCount"),
     .meaning = WORDS("System calls."),
     .option = WORDS("--collect-systime=yes")},
    {.name = WORDS("sysTime"),
     .meaning = WORDS("Wall-clock time in system calls."),
     .option = WORDS("--collect-systime=yes")},
    {.name = WORDS("sysCpuTime"),
     .meaning = WORDS("Processor time in system calls."),
     .option = WORDS("--collect-systime=nsec")},
    {.name = WORDS("Smp"),
     .long_name = WORDS("Samples"),
     .meaning = WORDS("Samples: how often a profiler found this code running.")},
    {.name = WORDS("Sys"),
     .long_name = WORDS("System Time"),
     .meaning = WORDS("Processor time in the kernel, on behalf of the program.")},
    {.name = WORDS("User"),
     .long_name = WORDS("User Time"),
     .meaning = WORDS("Processor time in the program itself, not in the kernel.")},
    {.name = WORDS("L1m"),
     .long_name = WORDS("L1 Miss Sum"),
     .meaning = WORDS("All misses of the first-level caches."),
     .formula = WORDS("I1mr + D1mr + D1mw"),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("L2m"),
     .long_name = WORDS("L2 Miss Sum"),
     .meaning = WORDS("All misses of the second-level cache."),
     .formula = WORDS("I2mr + D2mr + D2mw")},
    {.name = WORDS("LLm"),
     .long_name = WORDS("Last-level Miss Sum"),
     .meaning = WORDS("All misses of the last-level cache: what had to go to memory."),
     .formula = WORDS("ILmr + DLmr + DLmw"),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("Bm"),
     .long_name = WORDS("Mispredicted Branch"),
     .meaning = WORDS("All branches that were predicted wrongly."),
     .formula = WORDS("Bim + Bcm"),
     .option = WORDS("--branch-sim=yes")},
    {.name = WORDS("CEst"),
     .long_name = WORDS("Cycle Estimation"),
     .meaning = WORDS("Cycles as KCachegrind estimates them: misses weigh 10 or 100 Ir."),
     .formula = WORDS("Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m + 100 LLm"),
     .is_estimate = true},
    {.name = WORDS("EstCycles"),
     .long_name = WORDS("Estimated Cycles"),
     .meaning = WORDS("Cycles as gungraun estimates them: misses weigh 5 or 35 Ir."),
     .formula = WORDS("Ir + Dr + Dw + 4 L1m + 30 LLm"),
     .is_estimate = true},
    {.name = WORDS("I1%"),
     .long_name = WORDS("L1 Instr. Miss Rate"),
     .meaning = WORDS("Of 100 instructions, how many missed the first-level cache."),
     .formula = WORDS("I1mr / Ir"),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("D1%"),
     .long_name = WORDS("L1 Data Miss Rate"),
     .meaning = WORDS("Of 100 reads and writes, how many missed the first-level cache."),
     .formula = WORDS("(D1mr + D1mw) / (Dr + Dw)"),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("LLi%"),
     .long_name = WORDS("LL Instr. Miss Rate"),
     .meaning = WORDS("Of 100 instructions, how many had to come from memory."),
     .formula = WORDS("ILmr / Ir"),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("LLd%"),
     .long_name = WORDS("LL Data Miss Rate"),
     .meaning = WORDS("Of 100 reads and writes, how many had to go to memory."),
     .formula = WORDS("(DLmr + DLmw) / (Dr + Dw)"),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("LL%"),
     .long_name = WORDS("LL Miss Rate"),
     .meaning = WORDS("Of 100 instructions, reads and writes, how many had to go to memory."),
     .formula = WORDS("LLm / (Ir + Dr + Dw)"),
     .option = WORDS("--cache-sim=yes")},
    {.name = WORDS("Bc%"),
     .long_name = WORDS("Cond. Mispredict Rate"),
     .meaning = WORDS("Of 100 conditional branches, how many were predicted wrongly."),
     .formula = WORDS("Bcm / Bc"),
     .option = WORDS("--branch-sim=yes")},
    {.name = WORDS("Bi%"),
     .long_name = WORDS("Ind. Mispredict Rate"),
     .meaning = WORDS("Of 100 indirect branches, how many went elsewhere than predicted."),
     .formula = WORDS("Bim / Bi"),
     .option = WORDS("--branch-sim=yes")},
    {.name = WORDS("B%"),
     .long_name = WORDS("Mispredict Rate"),
     .meaning = WORDS("Of 100 branches, how many were predicted wrongly."),
     .formula = WORDS("Bm / (Bc + Bi)"),
     .option = WORDS("--branch-sim=yes")},
};

const size_t n_known_events = ARRAY_LENGTH(known_events);

const struct known_event *known_event_find(struct text name)
{
    static const struct known_event unknown = {0};

    for (size_t i = 0; i < n_known_events; i++)
        if (text_equal(known_events[i].name, name))
            return &known_events[i];
    return &unknown;
}

bool known_event_is_ratio(struct text name)
{
    const struct text formula = known_event_find(name)->formula;

    return formula.length != 0 && memchr(formula.at, '/', formula.length) != NULL;
}

void known_events_print(FILE *out)
{
    for (size_t i = 0; i < n_known_events; i++)
        fprintf(out, "%-10s %s\n", known_events[i].name.at, known_events[i].meaning.at);
}

static bool is_miss(struct text name)
{
    static const char *const misses[] = {"I1mr", "ILmr", "D1mr", "D1mw",
                                         "DLmr", "DLmw", "Bcm",  "Bim"};

    for (size_t i = 0; i < ARRAY_LENGTH(misses); i++)
        if (text_equal(name, text_of(misses[i])))
            return true;
    return false;
}

int64_t event_times_of_misses(const struct events *events, size_t event)
{
    const struct event *of = &events->list[event];
    int64_t most = 0;

    if (of->factors == NULL)
        return is_miss(of->name);
    for (size_t i = 0; i < of->n_columns; i++) {
        int64_t times = magnitude(of->factors[i].times);
        if (times != 0 && (of->divisor != NULL || !is_miss(events->list[i].name)))
            return 0;
        most = times > most ? times : most;
    }
    return most;
}

bool event_change_is_layout(double misses, int64_t times, double instructions)
{
    enum { LEAST_MISSES = 10 };

    return times != 0 && misses != 0 &&
           fabs(instructions) * LEAST_MISSES <= fabs(misses) / (double)times;
}
