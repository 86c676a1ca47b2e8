/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/reporter/format/html/page_sections.h"

#include "base/array.h"

static const struct column column = {.name = {"Ir", 2}, .total = GIVEN(1000)};
static const struct cell cost = GIVEN(10);
static const struct graph_place places[] = {{.number = 0}, {.number = 1}};
static const struct table_row nodes[] = {
    {.kind = ROW_NODE,
     .function = {"main", 4},
     .cells = &cost,
     .inclusive = &cost,
     .graph = &places[0]},
    {.kind = ROW_NODE,
     .function = {"f", 1},
     .cells = &cost,
     .inclusive = &cost,
     .graph = &places[1]},
};

const struct table_row page_group_row = {
    .kind = ROW_HOTSPOT, .file = {"a.c", 3}, .calls = 3, .cells = &cost, .inclusive = &cost};
static const struct cell_range range = {10, 10, true};
static const struct tree_place top = {.self = &range, .inclusive = &range},
                               below = {.depth = 1, .self = &range, .inclusive = &range};
static const struct table_row paths[] = {
    {.kind = ROW_TREE, .function = {"main", 4}, .cells = &cost, .inclusive = &cost, .tree = &top},
    {.kind = ROW_TREE, .function = {"f", 1}, .cells = &cost, .inclusive = &cost, .tree = &below},
};
static const struct table_row lines[] = {
    {.kind = ROW_LISTING, .file = {"a.c", 3}},
    {.kind = ROW_LINE, .line = 1, .text = {"{", 1}, .cells = &cost},
};

const struct hand_made_section page_sections[N_PAGE_SECTIONS] = {
    {{.kind = SECTION_CALL_GRAPH,
      .table = {.columns = &column, .n_columns = 1, .has_inclusive = true}},
     nodes,
     ARRAY_LENGTH(nodes)},
    {{.kind = SECTION_HOTSPOTS, .table = {.columns = &column, .n_columns = 1, .by = {"file", 4}}},
     &page_group_row,
     1},
    {{.kind = SECTION_CALL_TREE,
      .table = {.columns = &column, .n_columns = 1, .remedy = {"record so", 9}}},
     paths,
     2},
    {{.kind = SECTION_CALL_TREE,
      .table = {.columns = &column, .n_columns = 1, .is_bottom_up = true}},
     paths,
     1},
    {{.kind = SECTION_CODE_LISTING, .table = {.columns = &column, .n_columns = 1}, .number = 1},
     lines,
     2},
    {{.kind = SECTION_CODE_LISTING,
      .table = {.columns = &column, .n_columns = 1, .has_instructions = true},
      .number = 1},
     lines,
     2},
    {{.kind = SECTION_CODE_LISTING, .table = {.columns = &column, .n_columns = 1}}, lines, 2},
};
