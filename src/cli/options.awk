# SPDX-License-Identifier: GPL-3.0-or-later
#
# awk -v to=c -f options.awk man/quern.1 >option_help.c: what --help says of an option, which is the
# first sentence of its item in OPTIONS of the manual. With to=bash, zsh or fish: how that shell
# completes options and files.
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

# The words of a line of macros; of words in double quotes the quotes go.
function add_macros(line,   macro, word, end)
{
    macro = end = ""
    while (match(line, /^("[^"]*"|[^ ]+) */)) {
        word = substr(line, 1, RLENGTH)
        line = substr(line, RLENGTH + 1)
        sub(/ +$/, "", word)
        if (gsub(/^"|"$/, "", word)) {
            add(word)
        } else if (word in marks) {
            macro = word
            is_joined = is_joined || word == "Ns"
            if (marks[word] != "") {
                add(substr(marks[word], 1, 1))
                is_joined = 1
                end = substr(marks[word], 2) end
            }
        } else if (macro == "") {
            fail("a macro that is not known here: " word)
        } else if (word ~ /^[.,;:]$/ && line == "") {
            add(end word, 1)
            end = ""
        } else if (word ~ /^[,;]$/) {
            add(word, 1)
        } else if (word != "|" && !(macro == "Xr" && word ~ /^[0-9]$/)) {
            add((macro == "Fl" ? "-" : "") word)
        }
    }
    if (end != "")
        add(end, 1)
}

# Takes the option of ".It Fl n Ar N , Fl -rows Ns = Ns Ar N", here --rows.
function begin_item(   rest)
{
    name = $0
    sub(/^.* Fl -/, "", name)
    sub(/^\.It Fl -/, "", name)
    rest = name
    sub(/ .*/, "", name)
    sub(/^[^ ]*/, "", rest)
    names[++n_options] = name
    letters[n_options] = length($3) == 1 ? $3 : ""
    signs[n_options] = rest ~ /^ Ns Op = / ? "=-" : rest ~ /^ Ns = / ? "=" : ""
    is_in_sentence = 1
    sentence = ""
}

function end_sentence()
{
    if (sentence !~ /\.$/)
        fail("the item of --" name " has no sentence")
    sentences[n_options] = sentence
    is_in_sentence = 0
}

# Returns the text with a backslash before each character that is one of `escaped`.
function escape(text, escaped,   i, c, result)
{
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        result = result (index(escaped, c) ? "\\" : "") c
    }
    return result
}

# Returns the text for single quotes of a shell.
function quote(text,   at)
{
    at = index(text, "'")
    return at == 0 ? text : substr(text, 1, at - 1) "'\\''" quote(substr(text, at + 1))
}

function print_c(   i)
{
    print "/* Made by options.awk. */"
    print "#include \"cli/options.h\""
    print ""
    print "const struct option_help option_help[] = {"
    for (i = 1; i <= n_options; i++)
        printf "    {\"%s\", \"%s\"},\n", names[i], escape(sentences[i], "\"\\")
    print "    {NULL, NULL},"
    print "};"
}

# bash cuts "--diff=FILE" into words at '=', of which the last may be empty.
function print_bash(   i, options)
{
    for (i = 1; i <= n_options; i++)
        options = options " --" names[i] (signs[i] == "=" ? "=" : "")
    print "# Completions of quern for bash."
    print "_quern()"
    print "{"
    print "    local word=${COMP_WORDS[COMP_CWORD]} IFS=$' \\t\\n'"
    print "    if [[ $word == -* ]]; then"
    print "        COMPREPLY=($(compgen -W '" substr(options, 2) "' -- \"$word\"))"
    print "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace"
    print "        return"
    print "    fi"
    print "    compopt -o filenames"
    print "    mapfile -t COMPREPLY < <(compgen -f -- \"${word#=}\")"
    print "}"
    print "complete -F _quern quern"
}

function print_zsh(   i, rest)
{
    print "#compdef quern"
    print "# Completions of quern for zsh."
    print "_arguments -s \\"
    for (i = 1; i <= n_options; i++) {
        rest = "[" quote(escape(sentences[i], "[]:")) "]" \
            (signs[i] == "" ? "" : (signs[i] == "=-" ? "::" : ":") names[i] ":_files") "' \\"
        print "    '*--" names[i] signs[i] rest
        if (letters[i] != "")
            print "    '*-" letters[i] (signs[i] == "=" ? "+" : "") rest
    }
    print "    '*:profile:_files'"
}

function print_fish(   i)
{
    print "# Completions of quern for fish."
    for (i = 1; i <= n_options; i++)
        print "complete -c quern -l " names[i] (letters[i] == "" ? "" : " -s " letters[i]) \
            (signs[i] == "=" ? " -r" : "") " -d '" quote(sentences[i]) "'"
}

BEGIN {
    split("Ns Fl Ar Cm Ev Xr Li No Pa", plain, " ")
    for (i in plain)
        marks[plain[i]] = ""
    marks["Ql"] = "''"
    marks["Bq"] = "[]"
    marks["Pq"] = "()"
}

/^\.S[hs] / {
    is_of_options = $1 == ".Ss" ? is_of_options : $2 == "OPTIONS"
}

!is_of_options {
    next
}

/^\.It Fl / {
    begin_item()
}

!is_in_sentence || /^\.It / {
    next
}

/^\./ {
    add_macros(substr($0, 2))
}

!/^\./ {
    add($0)
}

sentence ~ /\.$/ {
    end_sentence()
}

END {
    if (has_failed)
        exit 1
    if (n_options == 0)
        fail("there are no options")
    if (is_in_sentence)
        end_sentence()
    if (to == "c")
        print_c()
    else if (to == "bash")
        print_bash()
    else if (to == "zsh")
        print_zsh()
    else
        print_fish()
}
