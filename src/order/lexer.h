/* lexer: from a line as typed to its words. Inside order/ only.
 *
 * Words are parted by white space, ',', '+', ';', '!', '?', double quotes and brackets of all
 * kinds; apostrophes, stars and full stops at the ends of a word are dropped, so are words of
 * nothing but dashes. ':', '=' and '/' are tokens of their own, but '/' between two digits stays
 * inside its word, and so does '.' or ',' (which becomes '.'). "#4" is 4. "L'" before a word is a
 * word of its own. Bullets and numbering before the first word are skipped.
 *
 * Each word is folded by itself, so that its place in the line as typed is known whatever folding
 * does to lengths. */
#ifndef ORDER_LEXER_H
#define ORDER_LEXER_H

#include "order/order.h"

struct token {
    struct slice word;        /* folded, in lexed.fold; the separator itself when it is one */
    uint32_t start, end;      /* bytes of the line, as typed */
    uint16_t column, columns; /* characters of the line */
    int16_t keyword;          /* cache of the matcher: KEYWORD_UNKNOWN at first */
    char separator;           /* ':' '/' '=' or 0 */
};

enum { KEYWORD_UNKNOWN = -2 };
enum { TOKENS_MAX = ORDER_TERMS + 1 }; /* the verb and its terms */

/* Large and never cleared: what counts is v[0..n). */
struct lexed {
    struct slice line;
    int n;
    bool more;   /* there are tokens behind the last: beginning at byte `stop` */
    bool commas; /* somewhere a comma stands between digits */
    uint32_t stop;
    size_t used;
    struct token v[TOKENS_MAX];
    char fold[8192];
};

/* Reads the line from byte `from`. Words beyond the limits of struct lexed are left out (`more`) or
 * cut. split_commas: a comma between digits parts words, too. */
void lexer_run(struct lexed *lex, struct slice line, size_t from, bool split_commas);

/* Characters in s, and the byte where character `column` begins (s.n when it is past the end). */
int lexer_columns(struct slice s);
size_t lexer_byte(struct slice s, int column);

/* The rest of the line behind token `behind` as a text: without white space and the ':' or ','
 * that ends the token, and without a pair of double quotes around all of it. */
struct slice lexer_rest(const struct lexed *lex, int behind);

/* The whole word that begins with token i, as typed, up to the next white space or '='; *next is
 * the first token behind it. */
struct slice lexer_word(const struct lexed *lex, int i, int *next);

#endif
