/* Numbers and seats: the built-in types that need more than a line to read. */
#include "order/match.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool match_looks_like_number(struct slice word)
{
    if (word.n > 1 && (word.p[0] == '-' || word.p[0] == '.'))
        return is_digit(word.p[1]);
    return word.n > 0 && is_digit(word.p[0]);
}

bool match_number(struct slice word, bool halves, int64_t *value)
{
    int64_t n = 0;
    size_t i = 0;
    for (; i < word.n && is_digit(word.p[i]); i++) {
        if (i == 15)
            return false;
        n = n * 10 + (word.p[i] - '0');
    }
    struct slice rest = {word.p + i, word.n - i};
    if (i > 0 && slice_is(rest, "M")) /* 3M: three million */
        rest.n = 0;
    if (halves && i > 0 && slice_is(rest, "/2")) {
        *value = n;
        return true;
    }
    if (slice_is(rest, ".5") && halves) {
        *value = n * 2 + 1;
        return true;
    }
    if (i == 0 || !(rest.n == 0 || slice_is(rest, ".0")))
        return false;
    *value = halves ? n * 2 : n;
    return true;
}

/* --- seats ---------------------------------------------------------------------------------- */

static bool begins(struct slice whole, struct slice beginning)
{
    return whole.n >= beginning.n && memcmp(whole.p, beginning.p, beginning.n) == 0;
}

/* How well the tokens from i on name the seat: 0 not at all; else more is better, the whole name
 * best. *next is the token behind what was used. */
static int likeness(const struct lexed *lex, int i, const char *name, int *next)
{
    struct lexed own;
    int k = 0;
    lexer_run(&own, slice_of(name), 0, false);
    while (k < own.n && i + k < lex->n && slice_eq(own.v[k].word, lex->v[i + k].word))
        k++;
    *next = i + k;
    if (own.n == 0)
        return 0;
    if (k == own.n)
        return 1000 + k;
    if (i + k < lex->n && begins(own.v[k].word, lex->v[i + k].word)) {
        *next = i + k + 1;
        return k * 2 + 1;
    }
    return k * 2;
}

enum reading match_seat(const struct order_reader *reader, const struct lexed *lex, int i,
                        int *next, int64_t *value, uint64_t *which)
{
    int best = 0;
    int64_t n;
    *next = i + 1;
    *which = 0;
    if (match_number(lex->v[i].word, false, &n)) {
        *value = n;
        return n >= 1 && n <= reader->nseats ? READ_YES : READ_NO;
    }
    for (int s = 1; s <= reader->nseats && s <= SEATS_NAMED && reader->seats; s++) {
        int behind, like = reader->seats[s] ? likeness(lex, i, reader->seats[s], &behind) : 0;
        if (like == 0 || like < best)
            continue;
        if (like > best)
            *which = 0;
        best = like;
        *which |= (uint64_t)1 << s;
        *value = s;
        *next = behind;
    }
    if (*which == 0)
        return READ_NO;
    return (*which & (*which - 1)) == 0 ? READ_YES : READ_WHICH;
}
