/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/reporter/format/html/page_sections.h"

#include "base/array.h"

static const struct table_event event = {.name = {"Ir", 2}, .unit = 1, TOTAL(1000)};
static const struct figure cost = NOW(10), path_cost = {.now = {.value = 10,
                                                                .least = 10,
                                                                .most = 10,
                                                                .is_given = true,
                                                                .has_range = true}};
static const struct graph_place places[] = {{.number = 0}, {.number = 1}};
static const struct table_row nodes[] = {
    {.kind = ROW_NODE,
     .function = {"main", 4},
     .self = &cost,
     .inclusive = &cost,
     .calls = NOW(0),
     .graph = &places[0]},
    {.kind = ROW_NODE,
     .function = {"f", 1},
     .self = &cost,
     .inclusive = &cost,
     .calls = NOW(0),
     .graph = &places[1]},
};

const struct table_row page_group_row = {
    .kind = ROW_HOTSPOT, .file = {"a.c", 3}, .self = &cost, .inclusive = &cost, .calls = NOW(3)};
static const struct tree_place top = {.depth = 0}, below = {.depth = 1};
static const struct table_row paths[] = {
    {.kind = ROW_TREE,
     .function = {"main", 4},
     .self = &path_cost,
     .inclusive = &path_cost,
     .tree = &top},
    {.kind = ROW_TREE,
     .function = {"f", 1},
     .self = &path_cost,
     .inclusive = &path_cost,
     .tree = &below},
};
static const struct table_row lines[] = {
    {.kind = ROW_LISTING, .file = {"a.c", 3}},
    {.kind = ROW_LINE, .line = 1, .text = {"{", 1}, .self = &cost},
};

const struct hand_made_section page_sections[N_PAGE_SECTIONS] = {
    {{.kind = SECTION_CALL_GRAPH,
      .table = {.has_inclusive = true, .events = &event, .n_events = 1}},
     nodes,
     ARRAY_LENGTH(nodes)},
    {{.kind = SECTION_HOTSPOTS,
      .table = {.has_inclusive = true, .events = &event, .n_events = 1, .by = {"file", 4}}},
     &page_group_row,
     1},
    {{.kind = SECTION_CALL_TREE, .table = {.events = &event, .n_events = 1}}, paths, 2},
    {{.kind = SECTION_CALL_TREE, .table = {.events = &event, .n_events = 1, .is_bottom_up = true}},
     paths,
     1},
    {{.kind = SECTION_CODE_LISTING, .table = {.events = &event, .n_events = 1}, .number = 1},
     lines,
     2},
    {{.kind = SECTION_CODE_LISTING,
      .table = {.by = {"instruction", 11}, .events = &event, .n_events = 1},
      .number = 1},
     lines,
     2},
    {{.kind = SECTION_CODE_LISTING, .table = {.events = &event, .n_events = 1}}, lines, 2},
};
