/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/filter.h"

bool pattern_compile(struct pattern *pattern, const char *expression, struct error *error)
{
    pattern_free(pattern);
    pattern->is_negated = expression[0] == '!';
    pattern->expression = regex_compile(expression + pattern->is_negated, false, error);
    pattern->is_given = pattern->expression != NULL;
    return pattern->is_given;
}

bool pattern_set(struct pattern *pattern, const char *option, const char *expression,
                 struct error *error)
{
    struct error reason;

    if (!pattern_compile(pattern, expression, &reason))
        return error_usage(error, "--%s=%.100s: %s", option, expression, reason.text);
    pattern->written = text_of(expression);
    return true;
}

bool pattern_passes(const struct pattern *pattern, struct text text)
{
    return !pattern->is_given || regex_finds(pattern->expression, text) != pattern->is_negated;
}

bool filter_passes(const struct filter *filter, struct text object, struct text file,
                   struct text function)
{
    return pattern_passes(&filter->function, function) && pattern_passes(&filter->file, file) &&
           pattern_passes(&filter->object, object) &&
           !(filter->ignored.is_given && pattern_passes(&filter->ignored, function));
}

bool filter_is_empty(const struct filter *filter)
{
    return !filter->function.is_given && !filter->file.is_given && !filter->object.is_given &&
           !filter->ignored.is_given;
}

bool pattern_check(const struct pattern *pattern, struct error *error)
{
    return !pattern->is_given || regex_check(pattern->expression, error);
}

bool filter_check(const struct filter *filter, struct error *error)
{
    return pattern_check(&filter->function, error) && pattern_check(&filter->file, error) &&
           pattern_check(&filter->object, error) && pattern_check(&filter->ignored, error);
}

void pattern_free(struct pattern *pattern)
{
    regex_free(pattern->expression);
    pattern->expression = NULL;
    pattern->is_given = false;
}

void filter_free(struct filter *filter)
{
    pattern_free(&filter->function);
    pattern_free(&filter->file);
    pattern_free(&filter->object);
    pattern_free(&filter->ignored);
}
