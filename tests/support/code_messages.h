/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_CODE_MESSAGES_H
#define QUERN_TESTS_SUPPORT_CODE_MESSAGES_H

/*
 * Every message that the code can print, as its sources have it; "..." stands for what is put in.
 */

#include <stdbool.h>
#include <stddef.h>

#include "support/source_code.h"

struct code_message {
    const char *text;
    const char *place; /* the file, or a table of those that are made of several texts */
    int line;          /* in it */
    bool is_open;      /* what stands for its end is never said in it */
};

struct code_messages {
    struct code_message *list;
    size_t count, capacity;
    struct source_code code;
};

/* Fails where a format becomes a message in a way that code_messages.c does not know. */
struct code_messages code_messages_read(void);
void code_messages_free(struct code_messages *messages);

/* Is it one of those that a message of the code stands for? */
bool message_is_of(const char *message, const struct code_message *made);

/* Is it known as a function that takes the format of a message? */
bool makes_messages(struct text function);

#endif
