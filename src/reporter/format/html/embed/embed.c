/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * embed OUT.c STYLE.css... LOADER.js... -- MODULE.js...: make a page's style, the script that loads
 * its script, and that one into a C file.
 *
 * Runs while quern is built, and is no part of it. The styles become one, and so do the modules of
 * either script, each in the order given: a line that imports goes, since all names are at hand
 * then, and `export` before a declaration. Functions can be used before they are declared, but a
 * constant only by what runs later: a module that does something when it is loaded comes last. A
 * script has at hand what its loader exports. Comments on lines of their own and indentation go
 * too, since every page would carry them; so no text may go on in a next line. A page's policy
 * allows each by its hash, which has to be that of what a browser sees: hence UTF-8 alone, without
 * CR or NUL.
 */

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56, DIGEST = 32, BASE64 = (DIGEST + 2) / 3 * 4, LINE = 100 };

struct content {
    char *at; /* ends in a NUL byte that is not counted */
    size_t length, capacity;
};

/* A line of a module, to say where something is. */
struct place {
    const char *path;
    size_t line;
};

/* The modules of a script, in the order in which they are joined; those of its loader come before.
 */
struct modules {
    char *const *paths;
    size_t count;
    const struct modules *loader; /* NULL for the loader itself */
};

_Noreturn static void fail(struct place place, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "embed: %s:", place.path);
    if (place.line > 0)
        fprintf(stderr, "%zu:", place.line);
    fputc(' ', stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

static void append(struct content *content, const char *at, size_t length)
{
    if (length >= content->capacity - content->length) {
        content->capacity = 2 * (content->capacity + length) + 1;
        char *grown = realloc(content->at, content->capacity);
        if (grown == NULL) {
            free(content->at);
            fail((struct place){"memory", 0}, "there is not enough");
        }
        content->at = grown;
    }
    memcpy(content->at + content->length, at, length);
    content->length += length;
    content->at[content->length] = '\0';
}

static struct content read_file(const char *path)
{
    struct content content = {0};
    char block[4096];
    size_t length;
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        fail((struct place){path, 0}, "%s", strerror(errno));
    append(&content, "", 0);
    while ((length = fread(block, 1, sizeof(block), file)) > 0)
        append(&content, block, length);
    if (ferror(file))
        fail((struct place){path, 0}, "cannot be read");
    fclose(file);
    return content;
}

/* Returns how many bytes the character here has; 0 if it is not UTF-8, or is CR or NUL. */
static size_t character_length(const char *at)
{
    unsigned char first = (unsigned char)*at, second = (unsigned char)at[first != '\0'];
    size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

    if (first == '\0' || first == '\r' || (first >= 0x80 && first < 0xc2) || first > 0xf4)
        return 0;
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
        return 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)at[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* Returns whether the text begins with this one, in any case. `start` has only small letters. */
static bool starts_with(const char *at, const char *start)
{
    while (*start != '\0' && (*at | (*at >= 'A' && *at <= 'Z' ? 0x20 : 0)) == *start) {
        at++;
        start++;
    }
    return *start == '\0';
}

/* Checks that the text means the same between its tags: it must neither end nor open anything. */
static void check(const struct content *content, const char *path)
{
    static const char *const forbidden[] = {"</script", "</style", "<script", "<!--"};
    struct place place = {path, 1};

    for (size_t i = 0; i < content->length;) {
        size_t length = character_length(content->at + i);
        if (length == 0)
            fail(place, "a byte that is not UTF-8, or is CR or NUL");
        for (size_t k = 0; k < sizeof(forbidden) / sizeof(*forbidden); k++)
            if (starts_with(content->at + i, forbidden[k]))
                fail(place, "'%s' cannot stand in a page", forbidden[k]);
        place.line += content->at[i] == '\n';
        i += length;
    }
}

/* Returns what comes after a word that ends there; NULL if another one is here. */
static const char *skip_word(const char *at, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(at, word, length) != 0)
        return NULL;
    at += length;
    bool goes_on = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                   (*at >= '0' && *at <= '9') || *at == '_' || *at == '$' || *at == ':';
    return goes_on ? NULL : at;
}

/* Returns whether this is the name of one of the modules or of the loader's, without its folder. */
static bool is_given(const char *name, size_t length, const struct modules *modules)
{
    for (; modules != NULL; modules = modules->loader)
        for (size_t i = 0; i < modules->count; i++) {
            const char *path = modules->paths[i];
            size_t folder = strlen(path) - length;
            if (strlen(path) >= length && strncmp(path + folder, name, length) == 0 &&
                (folder == 0 || path[folder - 1] == '/'))
                return true;
        }
    return false;
}

/* Checks that a line is `import {one, two} from './module.js';`, of a module that is given. */
static void check_import(const char *line, struct place place, const struct modules *modules)
{
    static const char begin[] = "import {", middle[] = "} from './";
    bool is_known = strncmp(line, begin, strlen(begin)) == 0;
    const char *names = line + (is_known ? strlen(begin) : 0);
    const char *after = names + strcspn(names, "}");

    if (!is_known || strncmp(after, middle, strlen(middle)) != 0)
        fail(place, "not `import {names} from './module.js';` on one line");
    /* One name as another would have to be renamed in all of the module. */
    for (const char *at = names; at < after; at++)
        if (strncmp(at, " as ", strlen(" as ")) == 0)
            fail(place, "an import cannot rename");
    after += strlen(middle);
    size_t length = strcspn(after, "'");
    if (strcmp(after + length, "';") != 0)
        fail(place, "something follows the import");
    if (!is_given(after, length, modules))
        fail(place, "'%.*s' is not among the modules", (int)length, after);
}

/*
 * Returns what stays of a module's line: nothing of an import, and a declaration without `export`.
 */
static const char *without_export(const char *line, struct place place,
                                  const struct modules *modules)
{
    static const char *const declared[] = {"function ", "async function ", "const ", "class "};
    const char *start = line + strspn(line, " \t"), *after;

    if (skip_word(start, "import") != NULL) {
        check_import(line, place, modules);
        return NULL;
    }
    if ((after = skip_word(start, "export")) == NULL)
        return line;
    for (size_t i = 0; i < sizeof(declared) / sizeof(*declared); i++)
        if (start == line && *after == ' ' && starts_with(after + 1, declared[i]))
            return after + 1;
    fail(place, "not `export` before a function, const or class");
}

/* Returns whether the line is blank, or only a comment; *is_inside says whether one is open. */
static bool is_comment(const char *line, struct place place, bool *is_inside)
{
    const char *start = line + strspn(line, " \t");
    bool begins = !*is_inside && strncmp(start, "/*", 2) == 0;

    if (!*is_inside && !begins)
        return *start == '\0' || strncmp(start, "//", 2) == 0;
    const char *end = strstr(begins ? start + 2 : start, "*/");
    *is_inside = end == NULL;
    if (end != NULL && end[2 + strspn(end + 2, " \t")] != '\0')
        fail(place, "something follows a comment that begins its line");
    return true;
}

/*
 * Fails if the next line could begin within a text, whose blanks count, or within a comment. Only
 * the line itself is looked at, so some harmless ones fail too.
 */
static void check_end(const char *line, struct place place)
{
    size_t length = strlen(line), n_backticks = 0;
    const char *comment = NULL;

    for (const char *at = line; *at != '\0'; at++) {
        n_backticks += *at == '`';
        if (strncmp(at, "/*", 2) == 0)
            comment = at;
    }
    if (n_backticks % 2 != 0 || (length > 0 && line[length - 1] == '\\'))
        fail(place, "a text goes on in the next line");
    if (comment != NULL && strstr(comment + 2, "*/") == NULL)
        fail(place, "a comment after code goes on in the next line");
}

/* Returns the part of a line that a page needs, without its indentation; NULL if there is none. */
static const char *needed_part(const char *line, struct place place, const struct modules *modules,
                               bool *is_in_comment)
{
    if (is_comment(line, place, is_in_comment))
        return NULL;
    check_end(line, place);
    if (modules != NULL)
        line = without_export(line, place, modules);
    return line == NULL ? NULL : line + strspn(line, " \t");
}

/*
 * Adds a file without what only its readers need: comments that have lines of their own, but for
 * the licence in the first one, and blanks. `modules` is NULL for a style.
 */
static void add_file(struct content *joined, const char *path, const struct modules *modules)
{
    struct content file = read_file(path);
    struct place place = {path, 1};
    bool is_in_comment = false;

    check(&file, path);
    if (joined->length > 0 && joined->at[joined->length - 1] != '\n')
        append(joined, "\n", 1);
    for (char *line = file.at; *line != '\0'; place.line++) {
        size_t length = strcspn(line, "\n");
        bool is_last = line[length] == '\0', is_licence = joined->length == 0 && place.line == 1;
        line[length] = '\0';
        const char *needed = needed_part(line, place, modules, &is_in_comment);
        if (is_licence && strncmp(line, "/* SPDX-", 8) == 0)
            needed = line;
        if (needed != NULL) {
            append(joined, needed, strlen(needed));
            append(joined, "\n", !is_last);
        }
        line += length + !is_last;
    }
    if (is_in_comment)
        fail(place, "a comment does not end");
    free(file.at);
}

static uint32_t rotate(uint32_t word, unsigned count)
{
    return word >> count | word << (32 - count);
}

/* Hashes one more block with SHA-256: FIPS 180-4, 6.2.2, with its names. */
static void hash_block(uint32_t hash[8], const unsigned char block[BLOCK])
{
    static const uint32_t K[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    uint32_t W[64], s[8];

    for (size_t t = 0; t < 16; t++)
        W[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (size_t t = 16; t < 64; t++)
        W[t] = (rotate(W[t - 2], 17) ^ rotate(W[t - 2], 19) ^ W[t - 2] >> 10) + W[t - 7] +
               (rotate(W[t - 15], 7) ^ rotate(W[t - 15], 18) ^ W[t - 15] >> 3) + W[t - 16];
    memcpy(s, hash, sizeof(s)); /* a to h */
    for (size_t t = 0; t < 64; t++) {
        uint32_t T1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[t] + W[t];
        uint32_t T2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof(*s));
        s[4] += T1;
        s[0] = T1 + T2;
    }
    for (size_t i = 0; i < 8; i++)
        hash[i] += s[i];
}

/* Hashes the content with SHA-256: FIPS 180-4, 5.1.1 and 6.2. */
static void hash_content(unsigned char digest[DIGEST], const struct content *content)
{
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    size_t whole = content->length / BLOCK * BLOCK, rest = content->length - whole;
    size_t n_last = rest < LENGTH_AT ? 1 : 2;
    unsigned char last[2 * BLOCK] = {0};
    uint64_t n_bits = (uint64_t)content->length * 8;

    for (size_t i = 0; i < whole; i += BLOCK)
        hash_block(hash, (const unsigned char *)content->at + i);
    memcpy(last, content->at + whole, rest);
    last[rest] = 0x80;
    for (size_t i = 0; i < 8; i++)
        last[n_last * BLOCK - 1 - i] = (unsigned char)(n_bits >> 8 * i);
    for (size_t i = 0; i < n_last; i++)
        hash_block(hash, last + i * BLOCK);
    for (size_t i = 0; i < DIGEST; i++)
        digest[i] = (unsigned char)(hash[i / 4] >> (24 - i % 4 * 8));
}

/* Encodes a digest as in RFC 4648, 4. It is one byte short of whole groups of three. */
static void encode(char text[BASE64 + 1], const unsigned char digest[DIGEST])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < BASE64 - 1; i++) {
        uint32_t group = 0;
        for (size_t k = i / 4 * 3; k < i / 4 * 3 + 3; k++)
            group = group << 8 | (k < DIGEST ? digest[k] : 0);
        text[i] = digits[group >> (18 - i % 4 * 6) & 63];
    }
    text[BASE64 - 1] = '=';
    text[BASE64] = '\0';
}

static void write_content(FILE *out, const struct content *content, const char *name)
{
    unsigned char digest[DIGEST];
    char hash[BASE64 + 1];
    int column = LINE;

    hash_content(digest, content);
    encode(hash, digest);
    fprintf(out, "\nstatic const unsigned char %s_bytes[] = {", name);
    /* With the NUL byte, since an array cannot be empty. */
    for (size_t i = 0; i <= content->length; i++) {
        column = column + 5 > LINE ? fprintf(out, "\n   ") - 1 : column;
        column += fprintf(out, " %d,", (unsigned char)content->at[i]);
    }
    fprintf(out, "\n};\n\nconst struct page_file page_%s = {\n    %s_bytes,\n    %zu,\n", name,
            name, content->length);
    fprintf(out, "    \"sha256-%s\",\n};\n", hash);
}

static bool is_style(const char *path)
{
    size_t length = strlen(path);

    return length > strlen(".css") && strcmp(path + length - strlen(".css"), ".css") == 0;
}

/* Joins files; `modules` is NULL for styles. The caller frees the content. */
static struct content join(char *const *paths, size_t count, const struct modules *modules)
{
    struct content joined = {0};

    append(&joined, "", 0);
    for (size_t i = 0; i < count; i++)
        add_file(&joined, paths[i], modules);
    return joined;
}

/* The content is freed. */
static void write_and_free(FILE *out, struct content content, const char *name)
{
    write_content(out, &content, name);
    free(content.at);
}

static void write_all(const char *path, char *const *styles, size_t n_styles,
                      const struct modules *modules)
{
    const struct modules *loader = modules->loader;
    struct content style = join(styles, n_styles, NULL);
    struct content loading = join(loader->paths, loader->count, loader);
    struct content script = join(modules->paths, modules->count, modules);
    FILE *out = fopen(path, "w");

    if (out == NULL)
        fail((struct place){path, 0}, "%s", strerror(errno));
    fputs("/* Made by embed, when quern was built. */\n\n", out);
    fputs("#include \"reporter/format/html/page_files.h\"\n", out);
    write_and_free(out, style, "style");
    write_and_free(out, loading, "loader");
    write_and_free(out, script, "script");
    bool has_failed = ferror(out) != 0;
    if (fclose(out) != 0 || has_failed)
        fail((struct place){path, 0}, "cannot be written");
}

static bool is_module(const char *argument)
{
    return strcmp(argument, "--") != 0;
}

/* Counts the arguments up to one that is something else. */
static size_t count_while(char *const *arguments, bool (*is)(const char *))
{
    size_t count = 0;

    while (arguments[count] != NULL && is(arguments[count]))
        count++;
    return count;
}

int main(int n_arguments, char **arguments)
{
    char *const *styles = arguments + (n_arguments > 2 ? 2 : n_arguments);
    const size_t n_styles = count_while(styles, is_style);
    const struct modules loader = {.paths = styles + n_styles,
                                   .count = count_while(styles + n_styles, is_module)};
    char *const *separator = loader.paths + loader.count;
    char *const *rest = separator + (*separator != NULL);
    const struct modules modules = {rest, count_while(rest, is_module), &loader};

    if (n_styles == 0 || loader.count == 0 || modules.count == 0) {
        fputs("usage: embed OUT.c STYLE.css... LOADER.js... -- MODULE.js...\n", stderr);
        return EXIT_FAILURE;
    }
    write_all(arguments[1], styles, n_styles, &modules);
    return EXIT_SUCCESS;
}
