/* arg: the named values that go with an event or a mistake.
 *
 * Codes and args are all an engine says; the words come from the templates. An arg's name and
 * word must be constants or live as long as the arena of the letter. */
#ifndef BASE_ARG_H
#define BASE_ARG_H

#include <stdint.h>

enum { ARGS_MAX = 10 };

enum arg_type {
    ARG_NUMBER, /* n */
    ARG_SEAT,   /* n is a seat; a report shows the name, and says when it is the reader */
    ARG_KIND,   /* n is a kind of piece: a report shows its name, "OIL-EF" */
    ARG_WORD,   /* word is a code without language: "AERO", or codes with spaces: "T1 T5 20" */
    ARG_TEXT,   /* word is what a person wrote: shown as it is, never looked up */
};

struct arg {
    const char *name;
    enum arg_type type;
    int64_t n;
    const char *word;
};

#define NUM(name_, v)  ((struct arg){.name = (name_), .type = ARG_NUMBER, .n = (v)})
#define SEAT(name_, v) ((struct arg){.name = (name_), .type = ARG_SEAT, .n = (v)})
#define KIND(name_, v) ((struct arg){.name = (name_), .type = ARG_KIND, .n = (v)})
#define WORD(name_, v) ((struct arg){.name = (name_), .type = ARG_WORD, .word = (v)})
#define TEXT(name_, v) ((struct arg){.name = (name_), .type = ARG_TEXT, .word = (v)})

#endif
