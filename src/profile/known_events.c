/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "profile/events.h"

/* TEXT() for constant initializers. */
#define WORDS(literal)                                                                             \
    {                                                                                              \
        (literal), sizeof(literal) - 1                                                             \
    }

/* A row of most recorded events, which have no formula. */
#define RECORDED(short_name, full_name, recorded_with, meant)                                      \
    {                                                                                              \
        .name = WORDS(short_name), .long_name = WORDS(full_name), .option = WORDS(recorded_with),  \
        .meaning = WORDS(meant)                                                                    \
    }
#define DERIVED(short_name, full_name, made_of, recorded_with, meant)                              \
    {                                                                                              \
        .name = WORDS(short_name), .long_name = WORDS(full_name), .formula = WORDS(made_of),       \
        .option = WORDS(recorded_with), .meaning = WORDS(meant)                                    \
    }

/*
 * This follows the manuals of Valgrind, KCachegrind and gungraun. The estimates are KCachegrind's
 * (CEst) and gungraun's (EstCycles); the ratios are those that Cachegrind prints at the end of a
 * run.
 */
const struct known_event known_events[] = {
    RECORDED("Ir", "Instruction Fetch", "",
             "Instructions that ran. The steadiest measure of work done."),
    RECORDED("Dr", "Data Read Access", "--cache-sim=yes", "Reads of memory."),
    RECORDED("Dw", "Data Write Access", "--cache-sim=yes", "Writes to memory."),
    RECORDED("I1mr", "L1 Instr. Fetch Miss", "--cache-sim=yes",
             "Instructions that were not in the first-level cache."),
    RECORDED("D1mr", "L1 Data Read Miss", "--cache-sim=yes",
             "Reads that missed the first-level data cache."),
    RECORDED("D1mw", "L1 Data Write Miss", "--cache-sim=yes",
             "Writes that missed the first-level data cache."),
    RECORDED("ILmr", "LL Instr. Fetch Miss", "--cache-sim=yes",
             "Instructions that had to come from memory: in no cache."),
    RECORDED("DLmr", "LL Data Read Miss", "--cache-sim=yes",
             "Reads that had to go to memory. Each costs as much as some 100 Ir."),
    RECORDED("DLmw", "LL Data Write Miss", "--cache-sim=yes", "Writes that had to go to memory."),
    RECORDED("I2mr", "L2 Instr. Fetch Miss", "",
             "Instructions that were not in the second-level cache."),
    RECORDED("D2mr", "L2 Data Read Miss", "", "Reads that missed the second-level cache."),
    RECORDED("D2mw", "L2 Data Write Miss", "", "Writes that missed the second-level cache."),
    RECORDED("Bc", "Conditional Branch", "--branch-sim=yes", "Conditional branches that ran."),
    RECORDED("Bcm", "Mispredicted Cond. Branch", "--branch-sim=yes",
             "Conditional branches that were predicted wrongly."),
    RECORDED("Bi", "Indirect Branch", "--branch-sim=yes",
             "Indirect branches: calls by pointer, returns, jump tables."),
    RECORDED("Bim", "Mispredicted Ind. Branch", "--branch-sim=yes",
             "Indirect branches that went elsewhere than predicted."),
    RECORDED("Ge", "Global Bus Event", "--collect-bus=yes",
             "Events on the bus that all processors share, such as locked instructions."),
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
    RECORDED("Smp", "Samples", "", "Samples: how often a profiler found this code running."),
    RECORDED("Sys", "System Time", "", "Processor time in the kernel, on behalf of the program."),
    RECORDED("User", "User Time", "", "Processor time in the program itself, not in the kernel."),
    DERIVED("L1m", "L1 Miss Sum", "I1mr + D1mr + D1mw", "--cache-sim=yes",
            "All misses of the first-level caches."),
    DERIVED("L2m", "L2 Miss Sum", "I2mr + D2mr + D2mw", "",
            "All misses of the second-level cache."),
    DERIVED("LLm", "Last-level Miss Sum", "ILmr + DLmr + DLmw", "--cache-sim=yes",
            "All misses of the last-level cache: what had to go to memory."),
    DERIVED("Bm", "Mispredicted Branch", "Bim + Bcm", "--branch-sim=yes",
            "All branches that were predicted wrongly."),
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
    DERIVED("I1%", "L1 Instr. Miss Rate", "I1mr / Ir", "--cache-sim=yes",
            "Of 100 instructions, how many missed the first-level cache."),
    DERIVED("D1%", "L1 Data Miss Rate", "(D1mr + D1mw) / (Dr + Dw)", "--cache-sim=yes",
            "Of 100 reads and writes, how many missed the first-level cache."),
    DERIVED("LLi%", "LL Instr. Miss Rate", "ILmr / Ir", "--cache-sim=yes",
            "Of 100 instructions, how many had to come from memory."),
    DERIVED("LLd%", "LL Data Miss Rate", "(DLmr + DLmw) / (Dr + Dw)", "--cache-sim=yes",
            "Of 100 reads and writes, how many had to go to memory."),
    DERIVED("LL%", "LL Miss Rate", "LLm / (Ir + Dr + Dw)", "--cache-sim=yes",
            "Of 100 instructions, reads and writes, how many had to go to memory."),
    DERIVED("Bc%", "Cond. Mispredict Rate", "Bcm / Bc", "--branch-sim=yes",
            "Of 100 conditional branches, how many were predicted wrongly."),
    DERIVED("Bi%", "Ind. Mispredict Rate", "Bim / Bi", "--branch-sim=yes",
            "Of 100 indirect branches, how many went elsewhere than predicted."),
    DERIVED("B%", "Mispredict Rate", "Bm / (Bc + Bi)", "--branch-sim=yes",
            "Of 100 branches, how many were predicted wrongly."),
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
