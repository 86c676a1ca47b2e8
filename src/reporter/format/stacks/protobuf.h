/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_STACKS_PROTOBUF_H
#define QUERN_REPORTER_FORMAT_STACKS_PROTOBUF_H

/*
 * Fields of a message as Protocol Buffers encode them, added to the end of a buffer. See "Encoding"
 * in their documentation: a key, which is the field's number and what follows; a number of seven
 * bits a byte, or a length and that many bytes.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* A number; one that is 0 is left out, as readers take it for that. */
void protobuf_number(struct buffer *message, unsigned field, uint64_t number);

/* A text, or the bytes of another message; also where there are none. */
void protobuf_bytes(struct buffer *message, unsigned field, struct text bytes);

/* The numbers of a repeated field, packed. Negative ones are their two's complement. */
void protobuf_numbers(struct buffer *message, unsigned field, const uint64_t *numbers,
                      size_t count);

#endif
