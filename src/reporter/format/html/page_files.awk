# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the styles and scripts of a page into a C file, when quern is built:
#
#     awk -v folder=build -f page_files.awk name=style a.css b.css name=script c.js d.js >page_files.c
#
# The files after a name are joined in their order. Modules become one script: imports go, since all
# names are at hand then, and `export` before a declaration. Comments on lines of their own and
# indentation go, too, so no text may go on in a next line. Each result is also written into the
# folder, as name.page, for the tool that hashes it: a page's policy allows it by that hash.

function fail(what)
{
    printf "%s:%d: %s\n", FILENAME, FNR, what | "cat 1>&2"
    has_failed = 1
    exit 1
}

# A digest in hexadecimal digits as base64: three digits become two characters.
function encode(digest,    alphabet, at, bits, i, text)
{
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (at = 1; at <= length(digest); at += 3) {
        bits = 0
        for (i = at; i < at + 3; i++)
            bits = 16 * bits + index("123456789abcdef", substr(digest "00", i, 1))
        text = text substr(alphabet, int(bits / 64) + 1, 1) substr(alphabet, bits % 64 + 1, 1)
    }
    return substr(text, 1, 43) "="
}

function begin_page_file()
{
    if (part != "")
        end_page_file()
    part = name
    path = folder "/" part ".page"
    printf "" >path
    printf "\nstatic const char %s_text[] =", part
}

function write_line()
{
    print >path
    gsub(/[\\"?]/, "\\\\&") # a question mark may be of a trigraph
    printf "\n    \"%s\\n\"", $0
}

function end_page_file(    command, digest)
{
    close(path)
    command = "sha256sum '" path "' 2>/dev/null || shasum -a 256 '" path "'"
    command | getline digest
    close(command)
    if (digest !~ /^[0-9a-f]+ / || index(digest, " ") != 65)
        fail("neither sha256sum nor shasum tells the hash of " path)
    printf ";\nconst struct page_file page_%s = {\n", part
    printf "    {%s_text, sizeof %s_text - 1}, \"sha256-%s\"};\n", part, part,
        encode(substr(digest, 1, 64))
}

BEGIN {
    print "/* Made by page_files.awk, when quern was built. */\n"
    print "#include \"reporter/format/html/page_files.h\"\n"
    print "/* Compilers take longer texts than C asks of them. */"
    print "#pragma GCC diagnostic ignored \"-Woverlength-strings\""
}

FNR == 1 && is_in_comment { fail("a comment did not end in the file before") }

# The first of its files has the licence of all.
FNR == 1 && name != part {
    begin_page_file()
    write_line()
    next
}

# It must mean the same between its tags: neither end nor open anything.
/\r/ || tolower($0) ~ /<\/script|<\/style|<script|<!--/ { fail("this cannot stand in a page") }

is_in_comment || /^[ \t]*\/\*/ {
    start = is_in_comment ? $0 : substr($0, index($0, "/*") + 2)
    is_in_comment = index(start, "*/") == 0
    if (!is_in_comment && substr(start, index(start, "*/") + 2) !~ /^[ \t]*$/)
        fail("something follows a comment that begins its line")
    next
}

/^[ \t]*(\/\/.*)?$/ { next }

/^[ \t]*import[^A-Za-z0-9_$:]/ {
    if (!/^import \{[^}]*\} from '\.\/[a-z]+\.js';$/ || / as /)
        fail("not `import {names} from './module.js';` on one line, without renaming")
    next
}

/^[ \t]*export[^A-Za-z0-9_$:]/ && !sub(/^export /, "") { fail("`export` is indented") }

gsub(/`/, "`") % 2 != 0 || /\\$/ { fail("a text goes on in the next line") }

index($0, "/*") > index($0, "*/") { fail("a comment goes on in the next line") }

{
    sub(/^[ \t]+/, "")
    write_line()
}

END {
    if (has_failed)
        exit 1
    if (is_in_comment)
        fail("a comment does not end")
    end_page_file()
}
