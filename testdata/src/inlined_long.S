/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Debug information whose names are far longer than itself: COUNT functions have the ends of one
 * text of two lines as names, and one has a mangled name of which each piece says the one before it
 * twice. All are inlined in main(). For x86-64.
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
    .byte 3, 0x2e, 0, 0x03, 0x0e, 0, 0        /* an inlined one: name */
    .byte 4, 0x2e, 0, 0x6e, 0x08, 0, 0        /* an inlined one: linkage name */
    .byte 5, 0x1d, 0                          /* an instance of it: origin, low, high */
    .byte 0x31, 0x13, 0x11, 0x01, 0x12, 0x07, 0, 0
    .byte 0

    .section .debug_str, "", @progbits
.Ltext:
    .fill 1000000, 1, 'a'
    .string "\nb"

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
.Lfirst:
    .set from, 0
    .rept COUNT
    .byte 3
    .long .Ltext + from
    .set from, from + 1
    .endr
.Lmangled:
    .byte 4
    .ascii "_Z1f1aIiiES_IS0_S0_ES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_ES_IS5_S5_ES_IS6_S6_E"
    .ascii "S_IS7_S7_ES_IS8_S8_ES_IS9_S9_ES_ISA_SA_ES_ISB_SB_ES_ISC_SC_ES_ISD_SD_ES_ISE_SE_E"
    .string "S_ISF_SF_E"
    .byte 2
    .string "main"
    .quad main, .Lend - main
    .byte 5
    .long .Lmangled - .Lunit
    .quad main, 1
    .set from, 0
    .rept COUNT
    .byte 5
    .long .Lfirst - .Lunit + from
    .quad main, 1
    .set from, from + 5
    .endr
    .byte 0, 0
.Lunit_end:
    .section .note.GNU-stack, "", @progbits
