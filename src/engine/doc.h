/* doc: small hands to write an engine's part of the report document. Running out of memory ends the
 * program. */
#ifndef ENGINE_DOC_H
#define ENGINE_DOC_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

void doc_put(json_t *o, const char *key, json_t *value); /* takes the value */
void doc_text(json_t *o, const char *key, const char *text);
void doc_flag(json_t *o, const char *key, bool value);

/* A report turns {"seat":n} into the seat's number and name, and whether it is the reader. */
void doc_seat(json_t *o, const char *key, int seat);

/* With two companions for words: x_one when it is 1, x_none when it is 0. */
void doc_number(json_t *o, const char *key, int64_t n);

json_t *doc_append(json_t *list, json_t *item);    /* returns the item */
json_t *doc_offer(json_t *list, const char *line); /* appends and returns {"order": line} */

#endif
