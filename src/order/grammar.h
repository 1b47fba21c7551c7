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
 *     : / =       the separators themselves
 * Example: "company [ ON ( number | company ) | NEW ]".
 * Choices are tried from left to right and the first that lets the whole line match is taken.
 * Built-in types: number (whole, 0 or more), amount (a number; where the grammar counts half-units
 * also 1.5, 1,5, 1/2 and ½), seat (number, name or unique beginning of a name), word (any one
 * word as written, up to the next space or '=': Europe/Paris, 10:30), text (the rest of the line as
 * written, without a pair of quotes around all of it; only at the end of a pattern). */
#ifndef ORDER_GRAMMAR_H
#define ORDER_GRAMMAR_H

#include "base/arena.h"
#include "base/buf.h"

#include <stdint.h>

enum {
    VERB_ANSWERS = 1,  /* answers what was asked of this seat: bound to the number of the await */
    VERB_ANY_TIME = 2, /* does not need the seat to be awaited */
    /* General verbs only: the rest of the line is itself an order. The pattern ends in `text`, and
     * order_read_part() reads the order from the column of that term. */
    VERB_TAKES_ORDER = 4,
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
    /* The i-th thing of this type, for "did you mean"; false when i is past the last. NULL: none.
     */
    bool (*list)(const void *data, int i, int64_t *value);
};

typedef void word_printer(const void *data, int64_t value, struct buf *out);

struct grammar {
    const struct verb *verbs;
    int nverbs;
    const struct keyword *keywords;
    int nkeywords;
    const struct word_type *types;
    int ntypes;
    /* By type: how a French player is shown its words, NULL where print() does. Both must be read.
     * The whole list may be NULL. */
    word_printer *const *french;
    /* By verb: a shorter pattern for its usage line alone, NULL where there is none. */
    const char *const *usage;
    bool half_units;                   /* amount counts halves: 1.5 reads as 3 */
    const struct grammar_index *index; /* by grammar_compile; NULL works too, but slowly */
};

/* The same grammar with its patterns worked out and its spellings sorted, from the arena: what an
 * engine's open() should hand out. It points into the one given, which must live as long. A
 * pattern that does not parse is a bug (grammar_check says which). */
const struct grammar *grammar_compile(struct arena *arena, const struct grammar *grammar);

/* For tests and start-up: every pattern parses, every keyword and type it names exists, no
 * spelling means two things (a game may not redefine a general verb), every spelling is a word a
 * player can write. `general` may be NULL. Returns NULL or what is wrong, from the arena. */
const char *grammar_check(const struct grammar *grammar, const struct grammar *general,
                          struct arena *arena);

#endif
