/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/contents.h"

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

bool table_next_row(const struct table *table, FILE *out, struct table_row *row,
                    struct error *error)
{
    bool has_failed = out != NULL && ferror(out);

    return !has_failed && table->next(table->view, row) &&
           (table->fits == NULL || table->fits(table->maker, error));
}

bool row_is_main(const struct table_row *row)
{
    return row->kind == ROW_FUNCTION || row->kind == ROW_HOTSPOT || row->kind == ROW_CYCLE ||
           row->kind == ROW_LINE || row->kind == ROW_INSTRUCTION || row->kind == ROW_TREE;
}

bool row_is_call(const struct table_row *row)
{
    return row->kind == ROW_CALLER || row->kind == ROW_CALLEE || row->kind == ROW_RECURSION;
}

bool row_has_calls(const struct table_row *row)
{
    if (row->kind == ROW_TREE || row->kind == ROW_LEFT_OUT)
        return row->tree->has_calls;

    bool is_of_calls = row->kind != ROW_LINE && row->kind != ROW_INSTRUCTION &&
                       row->kind != ROW_CYCLE && row->kind != ROW_PATH;

    return (row->inclusive != NULL && is_of_calls) || row_is_call(row);
}

uint64_t row_line(const struct table_row *row)
{
    return row->line == 0 && row->old != NULL ? row->old->line : row->line;
}

bool table_counts_calls(const struct table *table)
{
    return table->has_inclusive && !table->has_instructions;
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

const struct cell *row_self(const struct table_row *row)
{
    return row_is_call(row) || row->kind == ROW_PATH ? NULL : row->cells;
}

const struct cell *row_inclusive(const struct table_row *row)
{
    return row_is_call(row) || row->kind == ROW_PATH ? row->cells : row->inclusive;
}

const struct cell *row_tree_cells(const struct table_row *row)
{
    return row->inclusive != NULL ? row->inclusive : row->cells;
}

const struct cell_range *row_tree_ranges(const struct table_row *row)
{
    return row->inclusive != NULL ? row->tree->inclusive : row->tree->self;
}

bool cells_are_exact(const struct cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i].is_bound || cells[i].is_estimate)
            return false;
    return true;
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

struct text row_drawn_name(const struct table_row *row, const struct shortener *shortener)
{
    struct text name = row_name(row);

    if (row->kind == ROW_LEFT_OUT)
        return TEXT("(more)");
    if (name.length == 0)
        return TEXT("(no name)");
    return shortener == NULL || row->cycle != 0
             ? name
             : shortener->shorten(shortener->maker, name, SIZE_MAX);
}

bool row_has_known_file(const struct table_row *row)
{
    return row->function.at != NULL && row->file.at != NULL && !text_equal(row->file, TEXT("???"));
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
