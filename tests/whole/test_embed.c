/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program that makes the page's script and style into a C file when quern is built. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(embed, .init = temporary_enter, .fini = temporary_leave);

static struct run embed(void)
{
    char *arguments[] = {"embed", "out.c", "page.css", "load.js", "--", "a.js", "main.js", NULL};

    temporary_write("load.js", "import {load} from './load.js';\nexport function load() {}\n");
    return run_program(EMBED_BINARY, arguments, NULL);
}

/* The C file; the caller frees it. */
static char *read_written(void)
{
    FILE *file = fopen("out.c", "r");
    size_t size;

    cr_assert(file != NULL);
    char *written = run_read_file(file, &size);
    fclose(file);
    return written;
}

/* What it makes of two modules and a style; the caller frees it. */
static char *embedded(const char *style, const char *module, const char *last)
{
    temporary_write("page.css", style);
    temporary_write("a.js", module);
    temporary_write("main.js", last);
    struct run run = embed();
    cr_assert_eq(run.status, 0, "status %d: %s", run.status, run.err);
    run_free(&run);
    return read_written();
}

/* The bytes of an array in a C file, without the NUL byte at their end; the caller frees them. */
static char *bytes_of(const char *written, const char *name)
{
    char *bytes = calloc(1, strlen(written) + 1), *end = NULL;
    size_t length = 0;
    const char *at = strstr(written, name);

    cr_assert(bytes != NULL && at != NULL);
    for (at = strchr(at, '{') + 1; strchr(" \n", *at) != NULL; at = end + 1) {
        bytes[length++] = (char)strtol(at, &end, 10);
        if (*end != ',')
            break;
    }
    return bytes;
}

static void expect_script(const char *module, const char *last, const char *expected)
{
    char *written = embedded("", module, last), *script = bytes_of(written, "script_bytes[]");

    cr_expect_str_eq(script, expected);
    free(script);
    free(written);
}

Test(embed, joins_modules)
{
    expect_script("export const one = 1;\n"
                  "const two = 2,\n"
                  "exporter = `import`;\n"
                  "export async function f() {\n"
                  "return {import: two, exports: one};\n"
                  "}",
                  "import {f, one} from './a.js';\n"
                  "f(one);\n",
                  "const one = 1;\n"
                  "const two = 2,\n"
                  "exporter = `import`;\n"
                  "async function f() {\n"
                  "return {import: two, exports: one};\n"
                  "}\n"
                  "f(one);\n");
    expect_script("", "", "");
    expect_script("export class A {}\nexport function f() {}\n",
                  "'\xe2\x89\xa5 \xf0\x9f\x8d\xb0';\n",
                  "class A {}\nfunction f() {}\n'\xe2\x89\xa5 \xf0\x9f\x8d\xb0';\n");
}

/* The script uses what the loader exports. */
Test(embed, joins_the_loader_apart)
{
    char *written = embedded("", "import {load} from './load.js';\nload();\n", "");
    char *loader = bytes_of(written, "loader_bytes[]"),
         *script = bytes_of(written, "script_bytes[]");

    cr_expect_str_eq(loader, "function load() {}\n");
    cr_expect_str_eq(script, "load();\n");
    free(loader);
    free(script);
    free(written);
}

Test(embed, leaves_out_comments_indentation_and_blank_lines)
{
    expect_script("/* SPDX-License-Identifier: X */\n"
                  "\n"
                  "/* import x\n"
                  "   // export default\n"
                  "   the end */ \t\n"
                  "// export {a}\n"
                  "  // `\n"
                  " \t\n"
                  "export function f() {\n"
                  "\tif (a) // why\n"
                  "        return '  // not  /* any */  ';\n"
                  "    /**/\n"
                  "    return a /* b */ / 2 * `  ${c}  `;\n"
                  "    * d;\n"
                  "}\n",
                  "/* SPDX-License-Identifier: X */\n"
                  "import {f} from './a.js';\n"
                  "\n"
                  "f();",
                  "/* SPDX-License-Identifier: X */\n"
                  "function f() {\n"
                  "if (a) // why\n"
                  "return '  // not  /* any */  ';\n"
                  "return a /* b */ / 2 * `  ${c}  `;\n"
                  "* d;\n"
                  "}\n"
                  "f();");
    char *written = embedded("/* SPDX-License-Identifier: X */\n\n/* All\n * of it. */\na,\nb {\n"
                             "    content: \"  /* */ \";\n}\n",
                             "", "");
    char *style = bytes_of(written, "style_bytes[]");
    cr_expect_str_eq(style,
                     "/* SPDX-License-Identifier: X */\na,\nb {\ncontent: \"  /* */ \";\n}\n");
    free(style);
    free(written);
}

Test(embed, says_where_a_module_cannot_be_joined)
{
    static const char *const cases[][2] = {
        {"\nimport a from './a.js';\n", "main.js:2: not `import"},
        {"import * as a from './a.js';\n", "main.js:1: not `import"},
        {"import './a.js';\n", "main.js:1: not `import"},
        {"import {\n    a\n} from './a.js';\n", "main.js:1: not `import"},
        {"import {a} from \"./a.js\";\n", "main.js:1: not `import"},
        {"import {a} from '../a.js';\n", "main.js:1: not `import"},
        {"import {a} from './b.js';\n", "main.js:1: 'b.js' is not among the modules"},
        {"import {a} from './very/long/a.js';\n", "'very/long/a.js' is not among the modules"},
        {"import {a} from './.js';\n", "main.js:1: '.js' is not among the modules"},
        {"import {a, b as c} from './a.js';\n", "main.js:1: an import cannot rename"},
        {"import {a} from './a.js'; f();\n", "main.js:1: something follows the import"},
        {"import('./a.js');\n", "main.js:1: not `import"},
        {"  import {a} from './a.js';\n", "main.js:1: not `import"},
        {"export default f;\n", "main.js:1: not `export`"},
        {"export {a};\n", "main.js:1: not `export`"},
        {"export * from './a.js';\n", "main.js:1: not `export`"},
        {"export let a;\n", "main.js:1: not `export`"},
        {"  export const a = 1;\n", "main.js:1: not `export`"},
        {"a\n'</ScRipt >'\n", "main.js:2: '</script' cannot stand in a page"},
        {"'</style>'\n", "main.js:1: '</style' cannot stand in a page"},
        {"'<!--'\n", "main.js:1: '<!--' cannot stand in a page"},
        {"'<script'\n", "main.js:1: '<script' cannot stand in a page"},
        {"a\n\n\xff", "main.js:3: a byte that is not UTF-8"},
        {"\xc3", "main.js:1: a byte that is not UTF-8"},
        {"\xed\xa0\x80", "main.js:1: a byte that is not UTF-8"},
        {"a\r\n", "main.js:1: a byte that is not UTF-8, or is CR or NUL"},
        {"a\nb = `\n`;\n", "main.js:2: a text goes on in the next line"},
        {"a = 'b\\\n  c';\n", "main.js:1: a text goes on in the next line"},
        {"/* a\n*/ b();\n", "main.js:2: something follows a comment that begins its line"},
        {"/* a */ b();\n", "main.js:1: something follows a comment that begins its line"},
        {"a(); /* b\n// c */\n", "main.js:1: a comment after code goes on in the next line"},
        {"a();\n/* b\n", "main.js:3: a comment does not end"},
    };

    temporary_write("page.css", "");
    temporary_write("a.js", "export const a = 1;\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        temporary_write("main.js", cases[i][0]);
        struct run run = embed();
        cr_expect_eq(run.status, 1, "%s: status %d", cases[i][0], run.status);
        cr_expect(strstr(run.err, cases[i][1]) != NULL, "%s: %s", cases[i][0], run.err);
        run_free(&run);
    }
}

Test(embed, refuses_a_nul_byte_and_a_file_that_is_not_there)
{
    temporary_write("a.js", "");
    temporary_write("main.js", "");
    struct run run = embed();
    cr_expect_eq(run.status, 1);
    cr_expect(strstr(run.err, "page.css: No such file") != NULL, "%s", run.err);
    run_free(&run);

    temporary_write_bytes("page.css", "a\n\0b", 4);
    run = embed();
    cr_expect_eq(run.status, 1);
    cr_expect(strstr(run.err, "page.css:2: a byte that is") != NULL, "%s", run.err);
    run_free(&run);
}

Test(embed, says_how_it_is_called)
{
    char *const cases[][6] = {
        {"embed", NULL},
        {"embed", "out.c", NULL},
        {"embed", "out.c", "page.css", "more.css", NULL},
        {"embed", "out.c", "load.js", "--", "main.js", NULL},
        {"embed", "out.c", "page.css", "main.js", NULL},
        {"embed", "out.c", "page.css", "--", "main.js", NULL},
        {"embed", "out.c", "page.css", "load.js", "--", NULL},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct run run = run_program(EMBED_BINARY, cases[i], NULL);
        cr_expect_eq(run.status, 1);
        cr_expect_str_eq(run.err, "usage: embed OUT.c STYLE.css... LOADER.js... -- MODULE.js...\n");
        run_free(&run);
    }
}

Test(embed, joins_styles_in_their_order)
{
    char *const arguments[] = {"embed",   "out.c", "b.css",   "a.css",
                               "main.js", "--",    "main.js", NULL};

    temporary_write("b.css", "b {}");
    temporary_write("a.css", "a {}\n");
    temporary_write("main.js", "");
    struct run run = run_program(EMBED_BINARY, arguments, NULL);
    cr_assert_eq(run.status, 0, "status %d: %s", run.status, run.err);
    run_free(&run);
    char *written = read_written(), *style = bytes_of(written, "style_bytes[]");
    cr_expect_str_eq(style, "b {}\na {}\n");
    free(style);
    free(written);
}

/* Of a style of one line, which is taken as it is. */
static void expect_hash(const char *text, const char *expected)
{
    char *written = embedded(text, "", ""), *style = bytes_of(written, "style_bytes[]");
    char line[100];

    snprintf(line, sizeof(line), "    %zu,\n    \"sha256-%s\",\n", strlen(text), expected);
    cr_expect(strstr(written, line) != NULL, "%zu bytes: not %s", strlen(text), line);
    cr_expect_str_eq(style, text);
    free(style);
    free(written);
}

/* As openssl has them: the first two and the last are also examples of NIST. */
Test(embed, hashes_what_it_writes)
{
    static const struct {
        size_t length;
        const char *hash;
    } cases[] = {
        {0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="},
        {55, "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="},
        {56, "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="},
        {63, "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ="},
        {64, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="},
        {65, "Y1NhxIu56rFBmOduqKt/GkFoXWrWKqkUbTAdTxfrCuA="},
        {119, "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps="},
        {120, "Lz0zVDLHC1gK8Ojhs2dKfAINaDql9zqq7f3FWvkEwhw="},
        {1000000, "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA="},
    };
    char *text = calloc(1, 1000001);

    cr_assert(text != NULL);
    expect_hash("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        memset(text, 'a', cases[i].length);
        expect_hash(text, cases[i].hash);
    }
    free(text);
}
