/* match: the words of a line against the pattern of a verb. Inside order/ only.
 *
 * A pattern is tried from left to right with backtracking. A state (split of the program, token)
 * that was tried once is not tried again, since what follows does not depend on how it was
 * reached: the work is bounded by the size of the pattern times the number of tokens. */
#ifndef ORDER_MATCH_H
#define ORDER_MATCH_H

#include "order/lexer.h"
#include "order/spelling.h"

enum { EXPECTED_MAX = 24 };

/* The furthest place where the line stopped to make sense, and what was expected there. */
struct failure {
    int at;   /* token; lex->n behind the last */
    bool end; /* the order could have ended here */
    int n;
    struct op expected[EXPECTED_MAX]; /* each OP_TERM, no two alike */
    const char *which;                /* a type's hint: the word could be several things */
    uint64_t which_seats;             /* or several seats: bit i is seat i */
};

/* Large; match_run clears what it uses. */
struct match {
    const struct order_reader *reader;
    const struct grammar *grammar;
    const struct grammar_index *index;
    const struct pattern *pattern;
    struct lexed *lex;
    bool part; /* words may be left over */

    int nterms;
    int next; /* first token left over */
    struct failure failure;
    struct term terms[ORDER_TERMS]; /* of text and word: text points into the line, value bytes */
    uint64_t seen[(PATTERN_NODES * (TOKENS_MAX + 1)) / 64 + 1];
};

/* Matches the tokens behind the first. */
bool match_run(struct match *m);

/* --- numbers and seats, for the built-in types ----------------------------------------------- */

/* halves: fractions of a half are understood, and the value counts halves. */
bool match_number(struct slice word, bool halves, int64_t *value);
bool match_looks_like_number(struct slice word);

enum { SEATS_NAMED = 63 }; /* seats beyond have no names, only numbers */

/* Reads a seat at token i: number, name (of one word or several) or beginning of a name. *next is
 * the token behind it; on READ_WHICH *which has the seats it could be. */
enum reading match_seat(const struct order_reader *reader, const struct lexed *lex, int i,
                        int *next, int64_t *value, uint64_t *which);

/* Whether a token is a word that may stand between others and means nothing. */
bool match_noise(const struct match *m, int at);

#endif
