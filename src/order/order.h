/* order: one line of a player's mail, understood.
 *
 * The parser takes a line (without quotes, comments and signatures: see order/lines.h) and two
 * grammars: the general one, the same in every game, and the game's own, which may not redefine a
 * general verb. Spelling is forgiven: case, accents, extra spaces, "THE", a trailing full stop,
 * numbering like "1." or "- " before the verb. A verb may be shortened to three letters or more
 * where that is unique. What is not understood becomes a mistake with a caret and, where something
 * near exists, a line to write instead. */
#ifndef ORDER_ORDER_H
#define ORDER_ORDER_H

#include "base/arena.h"
#include "order/grammar.h"
#include "order/mistake.h"

enum {
    TERM_KEYWORD = -1,
    TERM_NUMBER = -2,
    TERM_AMOUNT = -3,
    TERM_SEAT = -4,
    TERM_WORD = -5, /* text = the word as written */
    TERM_TEXT = -6, /* text = the rest of the line as written */
    TERM_SEPARATOR = -7, /* value = ':' or '/' */
};

struct term {
    int type;         /* index into grammar->types, or one of the above */
    int64_t value;    /* keyword index, number, seat, or what the type's reader made of it */
    const char *text; /* TERM_WORD and TERM_TEXT only */
    uint16_t column, columns; /* where it stands in the line, in characters */
};

enum { ORDER_TERMS = 120, ORDER_LINE = 2000 }; /* limits: a longer line is a mistake */

struct order {
    const struct grammar *grammar; /* the general or the game's own */
    int verb;                      /* index into grammar->verbs */
    struct term *terms;            /* exactly as in the pattern, keywords and separators included */
    int nterms;
    int line; /* of the letter, from 1; 0 when nobody wrote it */
};

struct order_reader {
    const struct grammar *general, *game; /* either may be NULL */
    const void *data;                     /* handed to the game's word types */
    const char *const *seats;             /* names, seats[1..nseats] */
    int nseats;
};

/* Reads one line. Returns true with *order filled from the arena, or false with *mistake filled
 * (line, column, columns, code, args, try). Codes: unknown-verb, unknown-word, which, missing,
 * extra, bad-number, unknown-seat, line-too-long, too-many-words. */
bool order_read(const struct order_reader *reader, struct slice line, int number,
                struct arena *arena, struct order *order, struct mistake *mistake);

/* Canonical text: "TAKE OIL-EF ON 2". Reading it gives an equal order. Seats print as numbers. */
void order_print(const struct order_reader *reader, const struct order *order, struct buf *out);
bool order_same(const struct order *a, const struct order *b);

/* How a verb is written, for HELP: "TAKE <company> [ON <number>|<company>] [NEW]", with the verb
 * and keywords of a language ("en", "fr"); type names are left as they are in the pattern, in
 * angle brackets, lower case. */
void order_usage(const struct grammar *grammar, int verb, const char *lang, struct buf *out);

/* Makes orders in code (suggestions, tests): ORDER(arena, grammar, VERB, terms…). */
struct order order_make(struct arena *arena, const struct grammar *grammar, int verb,
                        const struct term *terms, int nterms);
#define T_KEY(k)      ((struct term){.type = TERM_KEYWORD, .value = (k)})
#define T_NUM(n)      ((struct term){.type = TERM_NUMBER, .value = (n)})
#define T_AMOUNT(n)   ((struct term){.type = TERM_AMOUNT, .value = (n)})
#define T_SEAT(n)     ((struct term){.type = TERM_SEAT, .value = (n)})
#define T_SEP(c)      ((struct term){.type = TERM_SEPARATOR, .value = (c)})
#define T_OF(type_, v) ((struct term){.type = (type_), .value = (v)})

/* For tests and start-up: every pattern parses, every keyword and type it names exists, no alias
 * means two things. Returns NULL or what is wrong (static or arena text). */
const char *grammar_check(const struct grammar *grammar, const struct grammar *general,
                          struct arena *arena);

#endif
