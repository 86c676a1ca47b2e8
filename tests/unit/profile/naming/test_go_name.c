/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/naming/go_name.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "profile/naming/name_syntax.h"

Test(go_name, has_a_package_and_what_can_be_taken_out)
{
    static const struct {
        const char *name, *package, *expected;
    } cases[] = {
        {"golang.org/x/net/http2.(*Framer).WriteData", "golang.org/x/net/http2",
         "http2.(*Framer).WriteData"},
        {"net/http.noBody.Read", "net/http", "http.noBody.Read"},
        {"gopkg.in/yaml%2ev2.Unmarshal", "gopkg.in/yaml%2ev2", "yaml%2ev2.Unmarshal"},
        {"main.(*T[go.shape.string_0]).Add", "main", "main.(*T[..]).Add"},
        {"slices.SortFunc[go.shape.[]int,go.shape.int]", "slices", "slices.SortFunc[..]"},
        {"example.com/demo.Map[...]", "example.com/demo", "demo.Map[...]"},
        {"type:.eq.crypto/ecdsa.PublicKey", "crypto/ecdsa", "type:.eq.ecdsa.PublicKey"},
        {"net/http.(*Server).Serve-fm", "net/http", "http.(*Server).Serve-fm"},
        {"runtime.main", "runtime", "runtime.main"},
        {"main.(*List[go.shape.struct { main.a int; main.b string }]).Push", "main",
         "main.(*List[..]).Push"},
        {"slices.Sort[go.shape.struct { a int }]", "slices", "slices.Sort[..]"},
        {"vendor/golang.org/x/net/http2.Get", "vendor/golang.org/x/net/http2", "http2.Get"},
        {"x.com/a/cmd.Reader.x.com/b/metric.produce", "x.com/a/cmd",
         "x.com/a/cmd.Reader.x.com/b/metric.produce"},
        {"gopkg.in/go-git.v4/plumbing.Get", "gopkg.in/go-git.v4/plumbing", "plumbing.Get"},
    };
    struct name_syntax syntax = {0};
    struct buffer left = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        name_syntax_read(&syntax, text_of(cases[i].name));
        left.length = 0;
        append_cut_name(&left, syntax.name, syntax.cuts, syntax.n_cuts, (1u << N_NAME_STAGES) - 1);
        cr_expect_str_eq(buffer_string(&left), cases[i].expected);
        cr_expect(text_equal(syntax.package, text_of(cases[i].package)), "%s", cases[i].name);
    }
    free(left.at);
    name_syntax_free(&syntax);
}

Test(go_name, is_not_any_name_with_a_slash_or_a_dot)
{
    static const char *const names[] = {
        "main",        "/usr/bin/foo.sh", "include::/a/b.php",
        "a/b",         "std::a.b",        "f.b(int)",
        "a/b.c d",     "a.(b).c",         ".L1",
        "a/.b",        "f.b[go",          "f.b]",
        "f@GLIBC_2.2", "a/b.(*",          "[5]a/b.c",
        "a/b.f [x]",
    };
    struct name_syntax syntax = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        name_syntax_read(&syntax, text_of(names[i]));
        cr_expect_null(syntax.package.at, "%s", names[i]);
    }
    name_syntax_free(&syntax);
}
