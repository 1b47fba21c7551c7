/* dictionary: what letters and reports of a game look like, so that packed they hold only what is theirs.
 *
 * A file db/dictionary_ENGINE_N is a zstd dictionary with the number N, in base64; contrib/dictionary
 * makes it. What is packed with one needs it for ever: a file is never changed or taken away. When the
 * templates have moved on, one with the next number is put beside it, and new letters are packed with that. */
#ifndef STORE_DICTIONARY_H
#define STORE_DICTIONARY_H

#include <zstd.h>

/* For packing; NULL: there is none for these letters. Any thread may ask. */
const ZSTD_CDict *dictionary_for(const char *engine, int level);

/* For opening, by number; NULL: this program has no such dictionary. */
const ZSTD_DDict *dictionary_numbered(unsigned number);

/* The greatest number; 0: there is none. A database notes it (db.c): a program with fewer must not open it. */
unsigned dictionary_newest(void);

#endif
