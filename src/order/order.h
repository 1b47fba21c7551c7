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
    TERM_WORD = -5,      /* text = the word as written */
    TERM_TEXT = -6,      /* text = the rest of the line as written */
    TERM_SEPARATOR = -7, /* value = ':', '/' or '=' */
};

struct term {
    int type;         /* index into grammar->types, or one of the above */
    int64_t value;    /* keyword index, number, seat, or what the type's reader made of it */
    const char *text; /* TERM_WORD and TERM_TEXT only */
    uint16_t column, columns; /* where it stands in the line, in characters */
};

/* Limits, in terms and in characters: a longer line is a mistake. */
enum { ORDER_TERMS = 120, ORDER_LINE = 2000 };

struct order {
    const struct grammar *grammar; /* the general or the game's own */
    int verb;                      /* index into grammar->verbs */
    struct term *terms;            /* exactly as in the pattern, keywords and separators included */
    int nterms;
    int line; /* of the letter, from 1; 0 when nobody wrote it */
    char when; /* 'Y', 'N': only if what the letter waits for is accepted, or not; 0: always */
};

struct order_reader {
    const struct grammar *general, *game; /* either may be NULL */
    const void *data;                     /* handed to the game's word types */
    const char *const *seats;             /* names, seats[1..nseats] */
    int nseats;
};

/* Codes of mistakes, with their args. `word` and `near` are as players write them; `expected` lists
 * keywords, separators and type names with '|' between: "ON|NEW", "number|company", those
 * of general orders in both languages, "DAILY/QUOTIDIEN|OFF/NON"; `near` is ""
 * when nothing is.
 *     unknown-verb    word, near
 *     unknown-word    word, expected, near, whole ("1"): the order could have ended before it
 *     which           word, hint: could be any of hint
 *     missing         expected: the line ends too early ("verb" when there is nothing at all)
 *     extra           word: the order was complete before it
 *     bad-number      word, expected ("number" or "amount")
 *     unknown-seat    word, names ("Alice, Bob"), near
 *     line-too-long   max, length: in characters
 *     too-many-words  max */
#define ORDER_MISTAKES(X)                                                                          \
    X(UNKNOWN_VERB, "unknown-verb")                                                                \
    X(UNKNOWN_WORD, "unknown-word")                                                                \
    X(WHICH, "which")                                                                              \
    X(MISSING, "missing")                                                                          \
    X(EXTRA, "extra")                                                                              \
    X(BAD_NUMBER, "bad-number")                                                                    \
    X(UNKNOWN_SEAT, "unknown-seat")                                                                \
    X(LINE_TOO_LONG, "line-too-long")                                                              \
    X(TOO_MANY_WORDS, "too-many-words")
extern const char *const order_mistake_codes[]; /* ends with NULL */

/* Reads one line of clean UTF-8. Returns true with *order filled from the arena, or false with
 * *mistake filled (line, column, columns, code, args, try). Columns count characters of the line
 * as given. */
bool order_read(const struct order_reader *reader, struct slice line, int number,
                struct arena *arena, struct order *order, struct mistake *mistake);

/* The same for an order that begins inside a line, at character `from`: the one behind NEXT, or a
 * situation behind WHEN. With `rest` other words may follow the order, which takes as many as it
 * can: *rest is the character where they begin, -1 when there are none. Columns still count from
 * the beginning of the line, and `try` is the whole line. */
bool order_read_part(const struct order_reader *reader, struct slice line, int number, int from,
                     int *rest, struct arena *arena, struct order *order, struct mistake *mistake);

/* Canonical text: "TAKE OIL-EF ON 2". Reading it gives an equal order. Seats print as numbers. */
void order_print(const struct order_reader *reader, const struct order *order, struct buf *out);
/* The same with the verb and keywords of a language ("en", "fr") and seats by name: what a player is
 * shown. Read with the same seats, it gives an equal order, too. */
void order_say(const struct order_reader *reader, const struct order *order, const char *lang,
               struct buf *out);
bool order_same(const struct order *a, const struct order *b);

/* How a verb is written, for HELP: "TAKE <company> [ON (<number>|<company>) | NEW]", with the verb
 * and keywords of a language ("en", "fr"); type names are left as they are in the pattern, in
 * angle brackets, lower case. "…" follows what may be repeated. */
void order_usage(const struct grammar *grammar, int verb, const char *lang, struct buf *out);

/* Makes orders in code (suggestions, tests): ORDER(arena, grammar, VERB, terms…). The terms are
 * copied, texts are not. */
struct order order_make(struct arena *arena, const struct grammar *grammar, int verb,
                        const struct term *terms, int nterms);
#define T_KEY(k)       ((struct term){.type = TERM_KEYWORD, .value = (k)})
#define T_NUM(n)       ((struct term){.type = TERM_NUMBER, .value = (n)})
#define T_AMOUNT(n)    ((struct term){.type = TERM_AMOUNT, .value = (n)})
#define T_SEAT(n)      ((struct term){.type = TERM_SEAT, .value = (n)})
#define T_SEP(c)       ((struct term){.type = TERM_SEPARATOR, .value = (c)})
#define T_WORD(s)      ((struct term){.type = TERM_WORD, .text = (s)})
#define T_TEXT(s)      ((struct term){.type = TERM_TEXT, .text = (s)})
#define T_OF(type_, v) ((struct term){.type = (type_), .value = (v)})
#define ORDER(arena, grammar, verb, ...)                                                           \
    order_make(                                                                                    \
        (arena), (grammar), (verb), (const struct term[]){T_NUM(0), ##__VA_ARGS__} + 1,            \
        (int)(sizeof((const struct term[]){T_NUM(0), ##__VA_ARGS__}) / sizeof(struct term)) - 1)

#endif
