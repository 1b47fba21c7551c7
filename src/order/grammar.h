/* grammar: the orders a game understands, as a table.
 *
 * Everything about orders comes from here: parsing, canonical printing, HELP's usage lines, error
 * carets and "did you mean". A grammar is constant data plus a reader and a printer for each type
 * of word that is the game's own (a company, a card).
 *
 * Patterns. The words behind a verb, in a small language:
 *     ON          a keyword of the grammar, in capitals (its aliases are understood too)
 *     company     a word of the type of that name, or one of the built-in types below
 *     [ … ]       may be missing
 *     ( a | b )   one of them; [ a | b ] one of them or none
 *     x+          one or more;   x*  none or more (x a word or a bracket)
 *     : /         the separators themselves
 * Example: "company [ ON ( number | company ) | NEW ]".
 * Built-in types: number (whole, 0 or more), amount (a number with at most one decimal .5 or ,5,
 * in half-units when the grammar says so), seat (number, name or unique beginning of a name),
 * word (any one word), text (the rest of the line, as written). */
#ifndef ORDER_GRAMMAR_H
#define ORDER_GRAMMAR_H

#include "base/buf.h"

#include <stdint.h>

enum {
    VERB_ANSWERS = 1, /* answers what was asked of this seat: bound to the number of the await */
    VERB_ANY_TIME = 2, /* does not need the seat to be awaited */
    VERB_TAKES_ORDER = 4, /* general verbs only: the rest of the line is itself an order */
};

/* Words are in capitals without accents; `also` lists further spellings, space separated, in any
 * language. NULL where there is none. */
struct verb {
    const char *name;    /* "TAKE": canonical, English */
    const char *fr;      /* "PRENDRE" */
    const char *also;    /* "BUY ACHETER PRENDS" */
    const char *pattern; /* "" when nothing follows */
    unsigned flags;
};

struct keyword {
    const char *name; /* "ON" */
    const char *fr;   /* "SUR" */
    const char *also;
};

enum reading { READ_NO, READ_YES, READ_WHICH };

/* A type of word. `data` is the engine's own, as given to the parser. */
struct word_type {
    const char *name; /* as patterns name it: "company" */
    /* Reads one folded word (utf8_fold). READ_WHICH: it could be several things: *hint, a constant
     * or arena text, lists them ("T8 S8 C8"). */
    enum reading (*read)(const void *data, struct slice word, int64_t *value, const char **hint);
    void (*print)(const void *data, int64_t value, struct buf *out);
    /* The i-th thing of this type, for "did you mean"; false when i is past the last. NULL: none. */
    bool (*list)(const void *data, int i, int64_t *value);
};

struct grammar {
    const struct verb *verbs;
    int nverbs;
    const struct keyword *keywords;
    int nkeywords;
    const struct word_type *types;
    int ntypes;
    bool half_units; /* amount counts halves: 1.5 reads as 3 */
};

#endif
