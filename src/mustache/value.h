/* value: JSON values as the templates see them. Only for the files of src/mustache. */
#ifndef MUSTACHE_VALUE_H
#define MUSTACHE_VALUE_H

#include "base/buf.h"

#include <jansson.h>
#include <stdint.h>

/* The value of a dotted name: its first part in the nearest context, from the last of the stack
 * down, that has it; each further part in the value before it, and there only. Without parts the
 * nearest context itself. NULL when there is none. *steps counts the contexts visited. */
const json_t *value_find(const json_t *const *stack, size_t n_stack, const struct slice *parts,
                         size_t n_parts, uint64_t *steps);

bool value_truthy(const json_t *value); /* NULL is not */

/* Appends the value as text, & < > " escaped when `html`. NULL adds nothing. */
void value_put(const json_t *value, bool html, struct buf *out);

#endif
