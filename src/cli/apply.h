/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_APPLY_H
#define QUERN_CLI_APPLY_H

/* What each option does with its value: a function for each row of the table, named after it. */

#include "cli/option_row.h"

/* Input */
option_apply apply_part, apply_thread, apply_diff, apply_event, apply_mod_filename,
    apply_mod_funcname, apply_mod_object, apply_strict, apply_jobs;

/* Select */
option_apply apply_function, apply_file, apply_object, apply_ignore, apply_show, apply_sort,
    apply_threshold;

/* View */
option_apply apply_top, apply_rows, apply_by, apply_call_tree, apply_bottom_up, apply_percent_limit,
    apply_exact, apply_depth, apply_peek, apply_annotate, apply_instructions, apply_inclusive,
    apply_tree, apply_no_fold, apply_list_events;

/* Source */
option_apply apply_auto, apply_context, apply_include, apply_path_map, apply_old_include,
    apply_old_path_map, apply_old_rev, apply_object_path, apply_old_object_path, apply_disassembler,
    apply_debuginfod;

/* Output */
option_apply apply_show_percs, apply_format, apply_output, apply_html_limit, apply_pager,
    apply_color, apply_long_names, apply_names, apply_wide, apply_width;

/* Checks */
option_apply apply_fail_if, apply_limits, apply_min_delta;

/* Other */
option_apply apply_help, apply_version, apply_completion;

#endif
