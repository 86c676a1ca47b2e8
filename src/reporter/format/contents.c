/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/contents.h"

#include "base/array.h"

bool section_is_table(enum section_kind kind)
{
    return kind == SECTION_EVENTS || kind == SECTION_HOTSPOTS || kind == SECTION_OVERVIEW ||
           kind == SECTION_PEEK || kind == SECTION_CODE_LISTING || kind == SECTION_CALL_TREE ||
           kind == SECTION_EXPLANATION;
}

bool refuse_section(enum section_kind kind, struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "this format has no sections of kind %d", kind);
}

bool report_next_of_kind(const struct report *report, enum section_kind kind, FILE *out,
                         struct section *section, struct error *error)
{
    return error->kind == ERROR_NONE && !ferror(out) &&
           report->next(report->maker, section, error) &&
           (section->kind == kind || refuse_section(section->kind, error));
}

const struct table_row *table_next_row(const struct table *table, FILE *out, struct error *error)
{
    struct table_rows *rows = table->rows;

    if (out != NULL && ferror(out))
        return NULL;
    if (rows->next == rows->count) {
        table_rows_clear(rows);
        table->make_rows(table->view, rows);
        if (table->fits != NULL && !table->fits(table->maker, error))
            return NULL;
    }
    return rows->next < rows->count ? rows->list[rows->next++] : NULL;
}

struct table_row **table_read_rows(const struct table *table, size_t most, FILE *out, size_t *count,
                                   struct error *error)
{
    struct table_rows *rows = table->rows;
    struct table_row **list = NULL;
    size_t capacity = 0;

    *count = 0;
    table_rows_clear(rows);
    do {
        rows->count = 0; /* the rows before these stay in the arena */
        table->make_rows(table->view, rows);
        if (ferror(out) || (table->fits != NULL && !table->fits(table->maker, error)))
            break;
        for (size_t i = 0; i < rows->count && *count < most; i++)
            ARRAY_ADD(list, *count, capacity, rows->list[i]);
    } while (rows->count != 0 && *count < most);
    rows->next = rows->count;
    return list;
}

bool row_is_main(const struct table_row *row)
{
    return row->kind == ROW_FUNCTION || row->kind == ROW_HOTSPOT || row->kind == ROW_CYCLE ||
           row->kind == ROW_LINE || row->kind == ROW_INSTRUCTION || row->kind == ROW_TREE ||
           row->kind == ROW_CAUSE || row->kind == ROW_NODE;
}

bool row_is_call(const struct table_row *row)
{
    return row->kind == ROW_CALLER || row->kind == ROW_CALLEE || row->kind == ROW_RECURSION;
}

struct cell row_calls(const struct table *table, const struct table_row *row)
{
    return table->is_difference && row->has_old ? figure_change_of_both(&row->calls)
                                                : row->calls.now;
}

uint64_t row_line(const struct table_row *row)
{
    return row->line == 0 ? row->old.line : row->line;
}

bool table_is_of_lines(const struct table *table)
{
    return text_equal(table->by, TEXT("line"));
}

const char *line_change_name(enum line_change change)
{
    static const char *const names[] = {[LINE_BY_NUMBER] = "by number",
                                        [LINE_SAME] = "same",
                                        [LINE_REFORMATTED] = "reformatted",
                                        [LINE_NEW] = "new",
                                        [LINE_GONE] = "gone"};

    return names[change];
}

const char *jump_course_name(enum jump_course course)
{
    static const char *const names[] = {
        [JUMP_ANY_WAY] = "", [JUMP_BACK] = "back", [JUMP_AHEAD] = "ahead"};

    return names[course];
}

const char *cause_kind_name(enum cause_kind kind)
{
    static const char *const names[] = {[CAUSE_WORK] = "work",
                                        [CAUSE_LIBRARY] = "library",
                                        [CAUSE_CALLS] = "calls",
                                        [CAUSE_RECURSION] = "recursion",
                                        [CAUSE_CYCLE] = "cycle"};

    return names[kind];
}

const struct figure *row_figures(const struct table_row *row)
{
    return row->self != NULL ? row->self : row->inclusive;
}

const struct figure *row_tree_figures(const struct table_row *row)
{
    return row->inclusive != NULL ? row->inclusive : row->self;
}

static bool is_exact(const struct cell *cell)
{
    return !cell->is_bound && !cell->is_estimate;
}

bool figures_are_exact(const struct figure *figures, size_t n_events)
{
    for (size_t i = 0; i < n_events; i++)
        if (!is_exact(&figures[i].now) || !is_exact(&figures[i].old))
            return false;
    return true;
}

struct cell figure_part(const struct table *table, const struct figure *figure,
                        enum figure_part part)
{
    struct cell shown;
    struct spread spread;
    bool has_spread;

    switch (part) {
    case PART_OLD:
        return figure->old;
    case PART_NEW_RATIO:
        return figure->now.is_ratio ? figure->now : (struct cell){0};
    case PART_CHANGE:
        return figure_change_of_both(figure);
    case PART_SPREAD:
        return figure_spread(figure);
    case PART_NOISE_LEAST:
    case PART_NOISE_MOST:
        has_spread = figure_find_spread(figure, &spread);
        return (struct cell){.value = part == PART_NOISE_MOST ? spread.most : spread.least,
                             .is_given = has_spread};
    case PART_LEAST:
    case PART_MOST:
        shown = table_shown(table, figure);
        return (struct cell){.value = part == PART_MOST ? shown.most : shown.least,
                             .is_given = shown.has_range && shown.is_given};
    case PART_SHOWN:
        break;
    }
    return table_shown(table, figure);
}

bool cell_shows_estimate(struct cell cell)
{
    return cell.is_given && cell.is_estimate;
}

struct text row_name(const struct table_row *row)
{
    return row->function.at != NULL ? row->function
         : row->file.at != NULL     ? row->file
         : row->label.at != NULL    ? row->label
                                    : row->object;
}

struct text row_shown_name(const struct table_row *row)
{
    struct text name = row_name(row);

    return name.length != 0 ? name : name.at == NULL ? TEXT("(no object)") : TEXT("(no name)");
}

struct text row_drawn_name(const struct table_row *row)
{
    return row->kind == ROW_LEFT_OUT ? TEXT("(more)") : row_shown_name(row);
}

struct text chain_sign(const struct tree_place *place)
{
    return place->goes_up ? TEXT(" < ") : TEXT(" > ");
}

bool row_has_known_file(const struct table_row *row)
{
    return row->function.at != NULL && is_known_name(row->file);
}

const char *change_name(enum change change)
{
    static const char *const names[] = {
        [CHANGE_NONE] = "",       [CHANGE_NEW] = "new",         [CHANGE_GONE] = "gone",
        [CHANGE_MOVED] = "moved", [CHANGE_RENAMED] = "renamed",
    };

    return names[change];
}

bool change_is_one_sided(enum change change)
{
    return change == CHANGE_NEW || change == CHANGE_GONE;
}

bool change_is_of_name(enum change change)
{
    return change == CHANGE_MOVED || change == CHANGE_RENAMED;
}
