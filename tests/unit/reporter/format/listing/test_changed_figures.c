/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/listing/changed_figures.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "reporter/format/text_sections.h"
#include "unit/reporter/format/hand_made.h"

/* A line whose costs were and are bounds, as wide as its columns. */
static char *write_line(bool is_ascii)
{
    const struct column column = {.name = TEXT("Ir"),
                                  .largest = BOUND(1500000),
                                  .smallest = BOUND(1500000),
                                  .largest_side = GIVEN(3000000),
                                  .has_bounds = true};
    const struct table table = {.columns = &column, .n_columns = 1};
    const struct cell old_cells[] = {BOUND(1500000)}, cells[] = {BOUND(1500000)};
    const struct old_table_row old = {.cells = old_cells};
    const struct table_row row = {.kind = ROW_LINE, .cells = cells, .old = &old};
    const struct format_options options = {.is_ascii = is_ascii};
    char *text;
    size_t size;
    const struct text_writer writer = {.out = open_memstream(&text, &size), .options = &options};

    cr_assert(writer.out, "out of memory");
    struct changed_figures figures = changed_figures_begin(&writer, &table, 0);
    changed_figures_write_heading(&figures);
    fputc('\n', writer.out);
    changed_figures_write(&figures, &row);
    changed_figures_end(&figures);
    fclose(writer.out);
    return text;
}

Test(changed_figures, mark_bounds)
{
    expect_text(write_line(false), "        old        new      change  % of own\n"
                                   " \xe2\x89\xa5"
                                   "1,500,000 \xe2\x89\xa5"
                                   "3,000,000 ~+1,500,000   +100.00");
}

Test(changed_figures, say_at_least_in_ascii_too)
{
    expect_text(write_line(true), "         old         new      change  % of own\n"
                                  " >=1,500,000 >=3,000,000 ~+1,500,000   +100.00");
}
