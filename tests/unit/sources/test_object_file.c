/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/object_file.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/made_object.h"
#include "support/temporary.h"

TestSuite(object_file, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

static const unsigned char code[] = {0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17};

/* Of x86-64, with eight bytes of code from 0x401000 on. */
static const struct made_object plain = {
    .bits = 64, .machine = 62, .address = 0x401000, .code = code, .size = sizeof code};

/* Writes and opens it. */
static enum object_status open_made(const struct made_object *made, struct object_file *object)
{
    made_object_write(made, "object");
    return object_open(object, "object");
}

static enum object_status open_bytes(const void *bytes, size_t size, struct object_file *object)
{
    temporary_write_bytes("object", bytes, size);
    return object_open(object, "object");
}

Test(object_file, is_read_in_both_classes_and_byte_orders)
{
    struct object_file object;

    for (unsigned i = 0; i < 4; i++) {
        struct made_object made = plain;
        made.bits = i % 2 == 0 ? 32 : 64;
        made.is_big_endian = i / 2 == 1;
        made.machine = made.bits == 32 ? 3 : 62;
        cr_assert_eq(open_made(&made, &object), OBJECT_READ);
        cr_expect_eq(object.bits, made.bits);
        cr_expect_eq(object.is_big_endian, made.is_big_endian);
        cr_expect_eq(object.machine, made.machine);
        cr_assert_eq(object.n_code, 1);
        cr_expect_eq(object.code[0].address, 0x401000);
        cr_expect_eq(object.code[0].offset, MADE_CODE_OFFSET);
        cr_expect_eq(object.code[0].size, sizeof code);
        cr_expect_eq(object.build_id_length, 0);
        object_close(&object);
        cr_expect_not(object.is_open);
    }
}

#define NOTE(name_size, size, type) name_size "\0\0\0" size "\0\0\0" type "\0\0\0"

Test(object_file, has_a_build_id_in_its_notes)
{
    static const struct {
        const char *notes;
        size_t size;
        uint64_t alignment;
        const char *expected;
    } cases[] = {
        {NOTE("\4", "\3", "\3") "GNU\0abc", 19, 4, "abc"},
        {NOTE("\4", "\3", "\3") "GNU\0abc", 18, 4, ""},
        {NOTE("\4", "\0", "\3") "GNU\0", 16, 4, ""},
        {NOTE("\4", "\3", "\1") "GNU\0abc", 19, 4, ""},
        {NOTE("\4", "\3", "\3") "GNX\0abc", 19, 4, ""},
        {NOTE("\4", "\5", "\1") "GNU\0xxxxx\0\0\0" NOTE("\4", "\4", "\3") "GNU\0abcd", 44, 4,
         "abcd"},
        {NOTE("\4", "\5", "\1") "GNU\0xxxxx\0\0\0" NOTE("\4", "\4", "\3") "GNU\0abcd", 44, 8,
         "abcd"},
        {NOTE("\4", "\4", "\1") "GNU\0xxxx\0\0\0\0" NOTE("\4", "\4", "\3") "GNU\0abcd", 44, 8,
         "abcd"},
        {NOTE("\4", "\4", "\1") "GNU\0xxxx" NOTE("\4", "\4", "\3") "GNU\0abcd", 40, 4, "abcd"},
        {NOTE("\6", "\2", "\1") "abcde\0\0\0xx\0\0" NOTE("\4", "\2", "\3") "GNU\0ab", 42, 0, "ab"},
        {NOTE("\4", "\100",
              "\3") "GNU\0"
                    "0123456789012345678901234567890123456789012345678901234567890123",
         80, 4, "0123456789012345678901234567890123456789012345678901234567890123"},
        {NOTE("\4", "\101",
              "\3") "GNU\0"
                    "01234567890123456789012345678901234567890123456789012345678901234",
         81, 4, ""},
        {"\377\377\377\377\377\377\377\377\3\0\0\0GNU\0abc", 19, 4, ""},
        {"\4\0\0", 3, 4, ""}};
    struct object_file object;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct made_object made = plain;
        made.notes = cases[i].notes;
        made.notes_size = cases[i].size;
        made.notes_alignment = cases[i].alignment;
        cr_assert_eq(open_made(&made, &object), OBJECT_READ);
        cr_expect_eq(object.build_id_length, strlen(cases[i].expected), "case %zu", i);
        cr_expect(memcmp(object.build_id, cases[i].expected, object.build_id_length) == 0,
                  "case %zu", i);
        object_close(&object);
    }
}

Test(object_file, must_be_a_regular_file)
{
    struct object_file object;

    cr_assert_eq(mkdir("directory", 0700), 0);
    cr_assert_eq(mkfifo("fifo", 0600), 0);
    cr_expect_eq(object_open(&object, "missing"), OBJECT_NOT_FOUND);
    cr_expect_eq(object_open(&object, "directory"), OBJECT_NOT_FOUND);
    cr_expect_eq(object_open(&object, "fifo"), OBJECT_NOT_FOUND);
    cr_expect_eq(object_open(&object, "/dev/null"), OBJECT_NOT_FOUND);
    cr_expect_eq(object_open(&object, ""), OBJECT_NOT_FOUND);
    cr_expect_not(object.is_open);
    object_close(&object);
}

Test(object_file, may_be_of_another_kind)
{
    static const char *const contents[] = {
        "", "\177", "\177EL", "#!/bin/sh\n", "\xcf\xfa\xed\xfe", "MZ", "!<arch>\n"};
    struct object_file object;

    for (size_t i = 0; i < ARRAY_LENGTH(contents); i++) {
        cr_expect_eq(open_bytes(contents[i], strlen(contents[i]), &object), OBJECT_NOT_ELF,
                     "case %zu", i);
        cr_expect_not(object.is_open);
    }
}

Test(object_file, is_damaged_where_its_header_makes_no_sense)
{
    static unsigned char bytes[MADE_OBJECT_ROOM];
    static const struct {
        size_t offset;
        unsigned char value;
    } cases[] = {
        {4, 0},      {4, 3},    {5, 0},
        {5, 3},      {54, 55},  {54, 0}, /* the size of a segment's header */
        {32 + 7, 1}, {33, 255},          /* where they are */
        {57, 255},                       /* their number */
    };
    size_t size = made_object_bytes(&plain, bytes);
    struct object_file object;

    for (size_t length = 4; length < 64 + 56; length++)
        cr_expect_eq(open_bytes(bytes, length, &object), OBJECT_DAMAGED, "%zu bytes", length);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        unsigned char before = bytes[cases[i].offset];
        bytes[cases[i].offset] = cases[i].value;
        cr_expect_eq(open_bytes(bytes, size, &object), OBJECT_DAMAGED, "case %zu", i);
        cr_expect_not(object.is_open);
        bytes[cases[i].offset] = before;
    }
    cr_expect_eq(open_bytes(bytes, size, &object), OBJECT_READ);
    object_close(&object);
}

/* A segment's header may be longer than what is known of it. */
Test(object_file, may_have_larger_headers)
{
    static unsigned char bytes[MADE_OBJECT_ROOM];
    struct made_object made = plain;
    struct object_file object;

    made.segment_header_size = 100;
    size_t size = made_object_bytes(&made, bytes);
    cr_assert_eq(open_bytes(bytes, size, &object), OBJECT_READ);
    cr_expect_eq(object.n_code, 1);
    object_close(&object);
}

Test(object_file, has_code_in_some_of_its_segments)
{
    static const struct made_segment segments[] = {
        {1, 4, MADE_CODE_OFFSET, 0x1000, 8, 1},              /* data */
        {1, 5, MADE_CODE_OFFSET + 1, 0x2000, 2, 1},          /* code */
        {2, 5, MADE_CODE_OFFSET, 0x3000, 8, 1},              /* not loaded */
        {1, 5, MADE_CODE_OFFSET, 0x4000, 0, 1},              /* empty */
        {1, 5, 1 << 30, 0x5000, 8, 1},                       /* not in the file */
        {1, 5, UINT64_MAX - 3, 0x6000, 8, 1},                /* likewise */
        {1, 5, MADE_CODE_OFFSET, UINT64_MAX - 3, 8, 1},      /* not in memory */
        {1, 1, MADE_CODE_OFFSET + 4, 0x7000, UINT64_MAX, 1}, /* cut off at the file's end */
        {1, 7, MADE_CODE_OFFSET, UINT64_MAX - 8, 8, 1},      /* at the end of memory */
    };
    struct made_object made = plain;
    struct object_file object;

    made.segments = segments;
    made.n_segments = ARRAY_LENGTH(segments);
    cr_assert_eq(open_made(&made, &object), OBJECT_READ);
    cr_assert_eq(object.n_code, 3);
    cr_expect_eq(object.code[0].address, 0x2000);
    cr_expect_eq(object.code[1].address, 0x7000);
    cr_expect_lt(object.code[1].size, MADE_OBJECT_ROOM);
    object_close(&object);
}

Test(object_file, has_no_more_segments_than_there_is_room_for)
{
    struct made_segment segments[MADE_SEGMENTS];
    struct made_object made = plain;
    struct object_file object;

    for (size_t i = 0; i < MADE_SEGMENTS; i++)
        segments[i] = (struct made_segment){1, 5, MADE_CODE_OFFSET, 0x1000 * i, 8, 1};
    made.segments = segments;
    made.n_segments = MADE_SEGMENTS;
    cr_assert_eq(open_made(&made, &object), OBJECT_READ);
    cr_expect_eq(object.n_code, MOST_CODE_SEGMENTS);
    object_close(&object);
}

/* Whatever is said is within the file: nothing is read that is not there. */
Test(object_file, may_have_any_byte_changed)
{
    static unsigned char bytes[MADE_OBJECT_ROOM];
    struct made_object made = plain;
    struct object_file object;

    made.notes = NOTE("\4", "\3", "\3") "GNU\0abc";
    made.notes_size = 19;
    size_t size = made_object_bytes(&made, bytes), n_read = 0;
    for (size_t i = 0; i < 64 + 2 * 56; i++)
        for (unsigned change = 1; change < 256; change += 127) {
            bytes[i] ^= (unsigned char)change;
            if (open_bytes(bytes, size, &object) == OBJECT_READ) {
                n_read++;
                for (size_t j = 0; j < object.n_code; j++) {
                    cr_expect_leq(object.code[j].offset, size);
                    cr_expect_leq(object.code[j].size, size - object.code[j].offset);
                }
                object_close(&object);
            }
            bytes[i] ^= (unsigned char)change;
        }
    cr_expect_gt(n_read, 100);
}

static bool is_equal_to_plain(const struct made_object *made)
{
    struct object_file a, b;

    made_object_write(&plain, "plain");
    cr_assert_eq(object_open(&a, "plain"), OBJECT_READ);
    cr_assert_eq(open_made(made, &b), OBJECT_READ);
    bool is_equal = object_has_equal_code(&a, &b);
    cr_expect_eq(object_has_equal_code(&b, &a), is_equal);
    object_close(&a);
    object_close(&b);
    return is_equal;
}

Test(object_file, has_equal_code_where_all_of_it_is)
{
    static const unsigned char other[] = {0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x18};
    static const struct made_segment two[] = {{1, 5, MADE_CODE_OFFSET, 0x401000, 8, 1},
                                              {1, 5, MADE_CODE_OFFSET, 0x402000, 8, 1}};
    struct made_object made = plain;

    cr_expect(is_equal_to_plain(&made));
    made.notes = NOTE("\4", "\3", "\3") "GNU\0abc";
    made.notes_size = 19;
    cr_expect(is_equal_to_plain(&made));
    made.code = other;
    cr_expect_not(is_equal_to_plain(&made));
    made = plain;
    made.size--;
    cr_expect_not(is_equal_to_plain(&made));
    made = plain;
    made.address++;
    cr_expect_not(is_equal_to_plain(&made));
    made = plain;
    made.machine = 183;
    cr_expect_not(is_equal_to_plain(&made));
    made = plain;
    made.is_big_endian = true;
    cr_expect_not(is_equal_to_plain(&made));
    made = plain;
    made.bits = 32;
    cr_expect_not(is_equal_to_plain(&made));
    made = plain;
    made.segments = two;
    made.n_segments = 2;
    cr_expect_not(is_equal_to_plain(&made));
}

/* More than what is read at once. */
Test(object_file, has_equal_code_to_its_last_byte)
{
    enum { SIZE = 1 << 18 };
    const struct made_segment segment = {1, 5, 0, 0x1000, SIZE, 1};
    struct made_object made = plain;
    struct object_file a, b;

    made.segments = &segment;
    made.n_segments = 1;
    made_object_write(&made, "a");
    made_object_write(&made, "b");
    cr_assert(truncate("a", SIZE) == 0 && truncate("b", SIZE) == 0);
    cr_assert_eq(object_open(&a, "a"), OBJECT_READ);
    cr_assert_eq(object_open(&b, "b"), OBJECT_READ);
    cr_expect(object_has_equal_code(&a, &b));
    FILE *file = fopen("b", "r+");
    cr_assert(file != NULL && fseek(file, SIZE - 1, SEEK_SET) == 0);
    fputc(1, file);
    fclose(file);
    cr_expect_not(object_has_equal_code(&a, &b));
    cr_assert(truncate("b", SIZE - 1) == 0);
    cr_expect_not(object_has_equal_code(&a, &b));
    object_close(&a);
    object_close(&b);
}
