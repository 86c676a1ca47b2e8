/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole program: the input is a profile, which some view shows in some format. */

#include <string.h>

#include "fuzz.h"

enum { MOST_OPTIONS = 6 };

static const char *const option_sets[][MOST_OPTIONS] = {
    {"--auto=no"},
    {"--threshold=100", "--tree=both", "--inclusive=yes", "--auto=no"},
    {"--inclusive=both", "--tree=both", "--show-percs=no", "--auto=no"},
    {"--auto=yes", "--context=2", "--threshold=100"},
    {"--top=20"},
    {"--top", "--format=json", "--inclusive=both"},
    {"--by=file", "-n", "5"},
    {"--by=line", "-n", "50"},
    {"--by=directory", "--format=markdown"},
    {"--by=object", "--format=csv"},
    {"--by=namespace", "--width=60"},
    {"--top", "--width=40"},
    {"--by=part", "--format=tsv"},
    {"--by=thread", "--sort=calls"},
    {"--by=file:function", "--no-fold", "--format=json"},
    {"--peek=."},
    {"--peek=.", "--format=json", "--no-fold"},
    {"--peek=.", "--format=markdown"},
    {"--annotate=a", "--inclusive=both"},
    {"--annotate=.", "--format=json"},
    {"--annotate=main", "--format=markdown", "--color=always"},
    {"--annotate=a", "--instructions", "--inclusive=both", "--width=60"},
    {"--annotate=.", "--instructions", "--format=json"},
    {"--annotate=main", "--instructions", "--format=markdown", "--context=1"},
    {"--by=instruction", "--rows=9"},
    {"--by=instruction", "--format=csv", "--no-fold"},
    {"--top", "--color=always", "--sort=calls"},
    {"--format=json", "--tree=both"},
    {"--format=csv", "--show=Ir,CEst,EstCycles,L1m,Bm"},
    {"--format=callgrind"},
    {"--format=callgrind", "--function=a", "--file=!b"},
    {"--call-tree", "--percent-limit=0", "--depth=9"},
    {"--call-tree=.", "--format=json", "--percent-limit=5"},
    {"--call-tree", "--bottom-up", "--format=csv", "--depth=5"},
    {"--call-tree", "--no-fold", "--format=markdown", "--ignore=b"},
    {"--format=folded", "--percent-limit=2"},
    {"--format=folded", "--call-tree=.", "--bottom-up", "--percent-limit=2"},
    {"--format=pprof", "--percent-limit=2"},
    {"--format=pprof", "--call-tree", "--bottom-up", "--depth=4"},
    {"--format=dot", "--by=object"},
    {"--format=dot", "--peek=.", "--depth=3"},
    {"--format=html"},
    {"--format=html", "--no-fold", "--function=!b"},
    {"--list-events", "--format=json"},
    {"--mod-funcname=s/(.)(.*)/\\2\\1/g", "--mod-filename=s/[a-f]/x/gi", "--mod-object=s/./o/"},
    {"--fail-if=Ir > 5%", "--fail-if=incl(Ir) of each . > 3", "--fail-if=calls of? m > 1", "--top"},
    {"--strict", "--jobs=2"},
    {"--part=1-2,4", "--thread=1-3"},
    {"--event=x = Ir + 3 Dr - y : long", "--event=y = 2 Dw", "--sort=x,y", "--auto=no"},
    {"--diff", "--top"},
    {"--diff", "--auto=no", "--threshold=100", "--tree=both"},
    {"--diff", "--by=file", "--format=json", "--min-delta=0.5%"},
    {"--diff", "--peek=.", "--inclusive=both", "--format=csv"},
    {"--diff", "--format=callgrind"},
    {"--diff", "--call-tree", "--format=json"},
    {"--diff", "--call-tree", "--bottom-up", "--percent-limit=3"},
    {"--diff", "--format=folded", "--percent-limit=2"},
    {"--diff", "--format=pprof", "--percent-limit=2"},
    {"--diff", "--format=dot"},
    {"--diff", "--threshold=100", "--inclusive=both"},
    {"--diff", "--by=line", "--format=json"},
    {"--diff", "--by=part"},
    {"--diff", "--annotate=.", "--format=csv"},
    {"--diff", "--annotate=a", "--inclusive=both", "--context=1"},
    {"--diff", "--annotate=main", "--format=markdown", "--no-fold"},
    {"--diff", "--format=github", "--min-delta=1", "--fail-if=Ir > +1"},
    {"--diff", "--format=sarif", "--rows=1000"},
    {"--diff", "--explain", "--format=json"},
    {"--diff", "--explain", "--format=sarif", "--percent-limit=0"},
    {"--diff", "--format=html"},
    {"--diff", "--format=html", "--min-delta=1"},
    {"--format=gitlab", "--fail-if=Ir of each . > 1"},
    {"--diff", "--fail-if=Ir of each . > +2%", "--ignore=b", "--format=markdown"},
};

enum { N_SETS = sizeof option_sets / sizeof *option_sets };

/* Any function of all bytes will do: which options an input meets must only depend on it. */
static size_t sum_bytes(const uint8_t *data, size_t size)
{
    size_t sum = size;

    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const *options = option_sets[sum_bytes(data, size) % N_SETS];
    const char *arguments[MOST_OPTIONS + 2];
    size_t count = 0;

    fuzz_write(FUZZ_NEW, data, size);
    for (size_t i = 0; i < MOST_OPTIONS && options[i] != NULL; i++) {
        arguments[count++] = options[i];
        if (strcmp(options[i], "--diff") ==
            0) { /* the old profile is the same with its end cut off */
            fuzz_write(FUZZ_OLD, data, size - size / 4);
            arguments[count++] = fuzz_path(FUZZ_OLD);
        }
    }
    arguments[count++] = fuzz_path(FUZZ_NEW);
    fuzz_run("/dev/null", arguments, count);
    return 0;
}
