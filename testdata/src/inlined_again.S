/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Debug information of main() with 100 blocks in each other, each of which says that the next one
 * after it is the one within it: a walk that believes it takes 2^100 steps. For x86-64.
 */
    .text
    .globl main
    .type main, @function
main:
    xorl %eax, %eax
    ret
.Lend:
    .size main, . - main

    .section .debug_abbrev, "", @progbits
.Labbreviations:
    .byte 1, 0x11, 1                          /* a unit: language, name, low, high */
    .byte 0x13, 0x05, 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0
    .byte 2, 0x2e, 1                          /* a function: name, low, high */
    .byte 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0
    .byte 3, 0x0b, 1, 0x01, 0x13, 0, 0        /* a block: the next one */
    .byte 0

    .section .debug_info, "", @progbits
.Lunit:
    .long .Lunit_end - .Lunit_begin
.Lunit_begin:
    .value 4
    .long .Labbreviations
    .byte 8
    .byte 1
    .value 0x0c
    .string "x.c"
    .quad main, .Lend - main
    .byte 2
    .string "main"
    .quad main, .Lend - main
    .rept 100
    .byte 3
    .long . + 4 - .Lunit
    .endr
    .fill 102, 1, 0
.Lunit_end:
    .section .note.GNU-stack, "", @progbits
