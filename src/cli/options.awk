# SPDX-License-Identifier: GPL-3.0-or-later
#
# awk -v to=c -f options.awk man/quern.1 >option_help.c: what --help says of an option, which is the
# first sentence of its item in OPTIONS of the manual. With to=bash, zsh or fish: how that shell
# completes options, those of their values that are words, and files.
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
    sub(/^.* /, "", rest)
    arguments[n_options] = rest
    is_in_sentence = 1
    sentence = ""
}

# Takes the values that follow "Cm", as in ".Cm text , json".
function add_values(   i, macro)
{
    for (i = 1; i <= NF; i++)
        if ($i ~ /^\.?[A-Z][a-z]$/)
            macro = $i
        else if (macro ~ /Cm$/ && $i ~ /^[a-z]/)
            values[n_options] = values[n_options] (values[n_options] == "" ? "" : " ") $i
}

function end_sentence()
{
    if (sentence !~ /\.$/)
        fail("the item of --" name " has no sentence")
    sentences[n_options] = sentence
    is_in_sentence = 0
}

# What the option's value is: "words", "files", "directories", or "" for anything else and none.
function kind(i)
{
    if (values[i] != "")
        return "words"
    if (arguments[i] ~ /^(FILE|OLD|WHAT)$/)
        return "files"
    return arguments[i] ~ /^(DIR|TO)$/ ? "directories" : ""
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

# bash cuts "--by=file:function" into words at '=', of which the last may be empty, and at ':'.
function print_bash(   i, options, directories)
{
    for (i = 1; i <= n_options; i++) {
        options = options " --" names[i] (signs[i] == "=" ? "=" : "")
        if (kind(i) == "directories")
            directories = directories "|--" names[i] (letters[i] == "" ? "" : "|-" letters[i])
    }
    print "# Completions of quern for bash."
    print "_quern()"
    print "{"
    print "    local word=${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD option words= kind=-f IFS=$' \\t\\n'"
    print "    while ((at > 1)) && [[ $word == :* || ${COMP_WORDS[at-1]} == *: ]]; do"
    print "        word=${COMP_WORDS[--at]}$word"
    print "    done"
    print "    option=${COMP_WORDS[at-1]}"
    print "    [[ $option == '=' ]] && option=${COMP_WORDS[at-2]}"
    print "    [[ $word == '=' ]] && word="
    print "    case $option in"
    for (i = 1; i <= n_options; i++)
        if (kind(i) == "words")
            print "    --" names[i] ") words='" values[i] "' ;;"
    print "    " substr(directories, 2) ") kind=-d ;;"
    print "    *) [[ $word == -* ]] && words='" substr(options, 2) "' ;;"
    print "    esac"
    print "    COMPREPLY=()"
    print "    if [[ ! $words ]]; then"
    print "        compopt -o filenames"
    print "        mapfile -t COMPREPLY < <(compgen \"$kind\" -- \"$word\")"
    print "        return"
    print "    fi"
    print "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))"
    print "    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace"
    print "    # What comes after the last ':' is put in."
    print "    ((at == COMP_CWORD)) || COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*:}\"}\"}\")"
    print "}"
    print "complete -F _quern quern"
}

# Returns how zsh completes the option's value.
function zsh_action(i)
{
    if (signs[i] == "")
        return ""
    return (signs[i] == "=-" ? "::" : ":") names[i] ":" \
        (kind(i) == "words" ? "(" escape(values[i], ":") ")" : kind(i) == "" ? "" : "_" kind(i))
}

function print_zsh(   i, rest)
{
    print "#compdef quern"
    print "# Completions of quern for zsh."
    print "_arguments -s \\"
    for (i = 1; i <= n_options; i++) {
        rest = "[" quote(escape(sentences[i], "[]:")) "]" zsh_action(i) "' \\"
        print "    '*--" names[i] signs[i] rest
        if (letters[i] != "")
            print "    '*-" letters[i] (signs[i] == "=" ? "+" : "") rest
    }
    print "    '*:profile:_files'"
}

function print_fish(   i, action)
{
    print "# Completions of quern for fish."
    for (i = 1; i <= n_options; i++) {
        action = kind(i) == "files" ? " -r" : signs[i] == "=" ? " -x" : signs[i] == "" ? "" : " -f"
        if (kind(i) == "words")
            action = action " -a '" values[i] "'"
        if (kind(i) == "directories")
            action = action " -a '(__fish_complete_directories)'"
        print "complete -c quern -l " names[i] (letters[i] == "" ? "" : " -s " letters[i]) action \
            " -d '" quote(sentences[i]) "'"
    }
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

/^\.(It|Cm) / && n_options != 0 {
    add_values()
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
