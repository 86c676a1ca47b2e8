/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/event_meanings.h"

#include "base/array.h"

#define WORDS(literal)                                                                             \
    {                                                                                              \
        (literal), sizeof(literal) - 1                                                             \
    }

/* By the manuals of Valgrind, KCachegrind and gungraun. */
static const struct {
    struct text name, meaning;
} meanings[] = {
    {WORDS("Ir"), WORDS("Instructions that ran. The steadiest measure of work done.")},
    {WORDS("Dr"), WORDS("Reads of memory.")},
    {WORDS("Dw"), WORDS("Writes to memory.")},
    {WORDS("I1mr"), WORDS("Instructions that were not in the first-level cache.")},
    {WORDS("D1mr"), WORDS("Reads that missed the first-level data cache.")},
    {WORDS("D1mw"), WORDS("Writes that missed the first-level data cache.")},
    {WORDS("ILmr"), WORDS("Instructions that had to come from memory: in no cache.")},
    {WORDS("DLmr"), WORDS("Reads that had to go to memory. Each costs as much as some 100 Ir.")},
    {WORDS("DLmw"), WORDS("Writes that had to go to memory.")},
    {WORDS("I2mr"), WORDS("Instructions that were not in the second-level cache.")},
    {WORDS("D2mr"), WORDS("Reads that missed the second-level cache.")},
    {WORDS("D2mw"), WORDS("Writes that missed the second-level cache.")},
    {WORDS("Bc"), WORDS("Conditional branches that ran.")},
    {WORDS("Bcm"), WORDS("Conditional branches that were predicted wrongly.")},
    {WORDS("Bi"), WORDS("Indirect branches: calls by pointer, returns, jump tables.")},
    {WORDS("Bim"), WORDS("Indirect branches that went elsewhere than predicted.")},
    {WORDS("Ge"), WORDS("Events on the bus that all processors share, as locked instructions.")},
    {WORDS("AcCost1"),
     WORDS("Lines of the first-level cache that were little used. Self cost only.")},
    {WORDS("AcCost2"), WORDS("The same of the last-level cache.")},
    {WORDS("SpLoss1"),
     WORDS("Bytes loaded into the first-level cache and never used. Self cost only.")},
    {WORDS("SpLoss2"), WORDS("The same of the last-level cache.")},
    {WORDS("sysCount"), WORDS("System calls.")},
    {WORDS("sysTime"), WORDS("Time in system calls, by the clock.")},
    {WORDS("sysCpuTime"), WORDS("Time of the processor in system calls.")},
    {WORDS("L1m"), WORDS("All misses of the first-level caches.")},
    {WORDS("L2m"), WORDS("All misses of the second-level cache.")},
    {WORDS("LLm"), WORDS("All misses of the last-level cache: what had to go to memory.")},
    {WORDS("Bm"), WORDS("All branches that were predicted wrongly.")},
    {WORDS("CEst"), WORDS("Cycles as KCachegrind estimates them: misses weigh 10 or 100 Ir.")},
    {WORDS("EstCycles"), WORDS("Cycles as gungraun estimates them: misses weigh 5 or 35 Ir.")},
};

struct text event_meaning(struct text name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(meanings); i++)
        if (text_equal(meanings[i].name, name))
            return meanings[i].meaning;
    return (struct text){"", 0};
}

void event_meanings_print(FILE *out)
{
    for (size_t i = 0; i < ARRAY_LENGTH(meanings); i++)
        fprintf(out, "%-10s %s\n", meanings[i].name.at, meanings[i].meaning.at);
}
