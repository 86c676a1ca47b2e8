# SPDX-License-Identifier: GPL-3.0-or-later
#
# awk -f option_help.awk man/quern.1 >option_help.c: what --help and the completions say of an option,
# which is the first sentence of its item in OPTIONS of the manual.
#
# So an option is explained in one place, and the page can be read as it is, in a checkout too. It
# knows the macros of mdoc(7) that such sentences need, and stops at others.

function fail(message)
{
    printf "%s:%d: %s\n", FILENAME, FNR, message >"/dev/stderr"
    has_failed = 1
    exit 1
}

# Appends a word to the sentence, after a blank unless it is the first, is punctuation, or follows Ns.
function add(word, is_closing)
{
    gsub(/\\&/, "", word)
    gsub(/\\\(aq/, "'", word)
    gsub(/\\-/, "-", word)
    if (word ~ /\\/)
        fail("an escape that is not known: " word)
    if (sentence != "" && !is_joined && !is_closing)
        sentence = sentence " "
    sentence = sentence word
    is_joined = 0
}

# Closes what Ql, Bq or Pq opened.
function close_all(   i)
{
    for (i = n_open; i > 0; i--)
        add(closing[i], 1)
    n_open = 0
}

function open(begin, end)
{
    add(begin)
    is_joined = 1
    closing[++n_open] = end
}

# The words of a line of macros; of words in double quotes the quotes go.
function add_macros(line,   macro, word)
{
    macro = ""
    n_open = 0
    while (line != "") {
        if (substr(line, 1, 1) == "\"") {
            word = substr(line, 2)
            line = substr(word, index(word, "\"") + 1)
            word = substr(word, 1, index(word, "\"") - 1)
            add(word)
        } else {
            match(line, /^[^ ]+/)
            word = substr(line, 1, RLENGTH)
            line = substr(line, RLENGTH + 1)
            if (word ~ /^(Ns|Ql|Bq|Pq|Fl|Ar|Cm|Ev|Xr|Li|No|Pa)$/) {
                macro = word
                if (word == "Ns")
                    is_joined = 1
                else if (word == "Ql")
                    open("'", "'")
                else if (word == "Bq")
                    open("[", "]")
                else if (word == "Pq")
                    open("(", ")")
            } else if (macro == "") {
                fail("a macro that is not known here: " word)
            } else if (word ~ /^[.,;:]$/ && line == "") {
                close_all()
                add(word, 1)
            } else if (word ~ /^[,;|]$/ || (macro == "Xr" && word ~ /^[0-9]$/)) {
                if (word ~ /^[,;]$/)
                    add(word, 1)
            } else if (macro == "Fl") {
                add("-" word)
            } else {
                add(word)
            }
        }
        sub(/^ +/, "", line)
    }
    close_all()
}

function print_sentence()
{
    if (name == "")
        return
    if (sentence !~ /\.$/)
        fail("the item of --" name " has no sentence")
    gsub(/["\\]/, "\\\\&", sentence)
    printf "    {\"%s\", \"%s\"},\n", name, sentence
    name = ""
    n_options++
}

BEGIN {
    print "/* Made by option_help.awk. */"
    print "#include \"cli/options.h\""
    print ""
    print "const struct option_help option_help[] = {"
}

/^\.Sh / {
    is_of_options = $2 == "OPTIONS"
}

!is_of_options {
    next
}

# ".It Fl n Ar N , Fl -rows Ns = Ns Ar N" is of --rows. What follows it up to the end of a sentence is
# the sentence.
/^\.It Fl / {
    print_sentence()
    name = $0
    sub(/^.* Fl -/, "", name)
    sub(/^\.It Fl -/, "", name)
    sub(/ .*/, "", name)
    sentence = ""
    next
}

name == "" {
    next
}

/^\./ {
    add_macros(substr($0, 2))
}

!/^\./ {
    add($0)
}

sentence ~ /\.$/ {
    print_sentence()
}

END {
    if (has_failed)
        exit 1
    if (n_options == 0)
        fail("there are no options")
    print "    {NULL, NULL},"
    print "};"
}
