/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/static_section.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

static void check(struct text text, size_t n_characters, const char *expected)
{
    struct buffer written = {0};

    html_cut_text(&written, text, n_characters);
    cr_expect_str_eq(buffer_string(&written), expected);
    free(written.at);
}

Test(html_text, leaves_no_markup)
{
    check(TEXT("</script><a href='x' title=\"&amp;\">"), SIZE_MAX,
          "&lt;/script&gt;&lt;a href=&#39;x&#39; title=&quot;&amp;amp;&quot;&gt;");
}

Test(html_text, replaces_what_is_not_shown)
{
    check(TEXT("a\0b\nc\x7f"), SIZE_MAX,
          "a\xef\xbf\xbd"
          "b\xef\xbf\xbd"
          "c\xef\xbf\xbd");
    check(
        TEXT("\xe4 \xe2\x80\xae \xe2\x80\xa8 \xc2\x85 \xed\xa0\x80"), SIZE_MAX,
        "\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check(TEXT("tab\t\xc3\xa4"), SIZE_MAX, "tab\t\xc3\xa4");
    check((struct text){0}, SIZE_MAX, "");
}

Test(html_text, cuts_between_characters)
{
    check(TEXT("\xc3\xa4\xe2\x82\xac<x"), 3, "\xc3\xa4\xe2\x82\xac&lt;\xe2\x80\xa6");
    check(TEXT("abc"), 3, "abc");
    check(TEXT("abc"), 0, "\xe2\x80\xa6");
}
