/* state: where things lie on a For-Ex table, and small hands to move them.
 *
 * Cash, certificates and rates are tallies; letters, the dividend pile, an offer and quotes are
 * pieces. Seat 0 of a tally is the bank: of cash it holds minus what the seats have, of
 * certificates what is left to buy.
 *
 * Everything is public but one thing: what a seat has answered to a divestment (T_ANSWER), until
 * all answers are in. That it has answered (T_ASKED) everyone may know. */
#ifndef FOREX_STATE_H
#define FOREX_STATE_H

#include "engine/say.h"
#include "engines/forex/board.h"
#include "engines/forex/codes.h"

enum { OPT_RATES, OPT_DIVEST, OPT_SEATING, OPTIONS };
enum { DIVEST_TOGETHER, DIVEST_CLOCKWISE };

enum {
    P_LETTERS, /* letters nobody uses */
    P_QUEUE,   /* first to last: contracts and loans (slot is the owner's seat) and the pile */
    P_OFFER,   /* the one open proposal of the seat on turn; slot is the seat that is asked */
    P_QUOTE,   /* of a seat */
    P_SPARE,   /* the pieces of offers and quotes that are not open */
    PLACES,
};

/* Marks of a letter in the queue. A loan has none: what is owed is in the debts of its owner. */
enum { MARK_PAY, MARK_PAY_CURRENCY, MARK_GET, MARK_GET_CURRENCY };
/* Marks of offers and quotes: who wrote it gives the first and gets the second. */
enum { MARK_NUMBER, MARK_GIVE, MARK_FOR };

enum {
    T_TURN,   /* seat on turn */
    T_NUMBER, /* of the turn, from 1 */
    T_PHASE,
    T_SERIAL,   /* the last number given to an offer, quote, sale or choice */
    T_OFFERS,   /* proposals made this turn */
    T_SPOT,     /* 1: a spot trade was completed this turn */
    T_LAST,     /* what became of the last proposal of this turn */
    T_SKIPS,    /* turns skipped in a row */
    T_CARD,     /* next dividend card; CARDS when all are resolved */
    T_RESOLVER, /* who gave the last RESOLVE, and its PREFER: base 8, first currency lowest */
    T_PREFER,
    T_ASK,       /* number of the open sale or choice */
    T_SALE,      /* currency + 1 that is being sold */
    T_TIED,      /* currencies to choose from, as bits */
    T_STRONGEST, /* currency + 1, once the game is over */
    T_BANKRUPT,  /* seat */
    T_ASKED,     /* of a seat, in a sale */
    T_ANSWER,    /* of a seat: how many it sells; only it sees that */
    T_LEFT,      /* of a seat: 1 when its player has left for good */
    T_NOTES,     /* how many notes T_HISTORY holds, and every how many turns one is taken */
    T_STRIDE,
    T_CASH,
    T_HELD = T_CASH + CURRENCIES,
    T_GONE = T_HELD + CURRENCIES,    /* certificates out of the game */
    T_DEBT = T_GONE + CURRENCIES,    /* of a seat: its loan */
    T_HISTORY = T_DEBT + CURRENCIES, /* pairs won, a digit in base 8 per note; last lowest */
    T_RATE = T_HISTORY + CURRENCIES, /* of a pair, see board.h */
    TALLIES = T_RATE + PAIRS,
};

enum {
    PHASE_TURN,   /* T_TURN is awaited */
    PHASE_OFFER,  /* the seat of the offer is */
    PHASE_SALES,  /* the seats with T_ASKED are */
    PHASE_CHOOSE, /* T_RESOLVER is: which currency is strengthened */
    PHASE_DONE,   /* the turn is over */
    PHASE_SWEEP,  /* the last card is resolved: so is the queue now */
    PHASE_END,    /* which currency is the strongest? */
    PHASE_CHOOSE_END,
    PHASE_OVER,
};
enum { LAST_NONE, LAST_ACCEPTED, LAST_DECLINED };
enum { ASKED_NOT, ASKED, ASKED_ANSWERED };

enum { UNIT = 2 }; /* half-units of a unit */
enum {
    CERTIFICATES = 8,
    REMOVED_AT_START = 6,
    HELD_MOST = 4,
    PRICE = 2 * UNIT, /* of a certificate, bought or sold */
    START_CASH = 2 * UNIT,
    INTEREST = 1 * UNIT,
    CONTRACT_MOST = 10, /* units of the stronger side */
    OFFERS_MOST = 3,
    QUOTES_MOST = 3,
    CARDS = 5,
    HISTORY = 20, /* notes kept */
};
extern const int forex_card_pays[CARDS + 1]; /* per certificate, in half-units */

static inline const struct forex *forex_of(const struct engine *engine)
{
    return engine->data;
}

/* --- look.c ------------------------------------------------------------------------------ */

/* A tally within bounds that can be reckoned with. */
enum { SUM_MOST = 1000000 };
static inline int forex_tally(const struct table *t, int tally, int seat)
{
    int64_t v = table_get(t, tally, seat);
    return v > SUM_MOST ? SUM_MOST : v < -SUM_MOST ? -SUM_MOST : (int)v;
}

int forex_turn(const struct table *t);
int forex_phase(const struct table *t);
int forex_card(const struct table *t); /* the next one; CARDS: none */
int forex_resolver(const struct table *t);
int forex_sale(const struct table *t); /* the currency that is being sold; -1: none */
unsigned forex_tied(const struct table *t);
uint16_t forex_offer(const struct table *t); /* the open proposal; 0: none */
uint16_t forex_quote_first(const struct table *t, int seat);
uint16_t forex_quote_next(const struct table *t, uint16_t id);
int forex_quotes(const struct table *t, int seat);

/* One thing in the queue. DUE_NOTHING: something a ruling put there, which no rule knows. */
enum due_what { DUE_NOTHING, DUE_DIVIDEND, DUE_CONTRACT, DUE_LOAN };
struct due {
    uint16_t id;
    enum due_what what;
    int letter;                               /* kind of the piece */
    int owner;                                /* of contracts and loans, else 0 */
    int pay, pay_currency, get, get_currency; /* of contracts, else 0 */
};
void forex_entry(const struct table *t, uint16_t id, struct due *e);

int forex_free_letter(const struct table *t, uint16_t *id); /* the first; -1: none */
int forex_free_letters(const struct table *t);
uint16_t forex_loan(const struct table *t, int seat); /* its loan in the queue; 0: none */
int forex_debt(const struct table *t, int seat, int currency);
bool forex_pays(const struct table *t, const struct due *e); /* whether its owner could, now */

static inline int forex_cash(const struct table *t, int seat, int currency)
{
    return forex_tally(t, T_CASH + currency, seat);
}

static inline int forex_held(const struct table *t, int seat, int currency)
{
    return forex_tally(t, T_HELD + currency, seat);
}

int forex_held_by_all(const struct table *t, int currency);

/* --- state.c ----------------------------------------------------------------------------- */

extern const struct place forex_places[PLACES];
extern const struct tally forex_tallies[TALLIES];

void forex_setup(struct play *play);

/* Puts what the game goes by (turn, phase, what is open) in an order the rules know, should a
 * ruling have left it otherwise. */
void forex_mend(struct table *t);

void forex_letter_back(struct table *t, uint16_t id);

/* A piece for a new offer or quote. */
uint16_t forex_spare(struct table *t, int kind);

/* Adds to a tally, within its bounds. */
void forex_plus(struct table *t, int tally, int seat, int64_t more);

/* Money from seat to seat; 0 is the bank. */
void forex_pay(struct table *t, int currency, int from, int to, int64_t sum);

/* Gives the next number. */
int64_t forex_next_number(struct table *t);

/* Strengthens (or weakens) a currency so many times, says it, and lets quotes lapse whose rate has
 * changed. */
void forex_strengthen(struct play *play, int currency);
void forex_weaken(struct play *play, int currency, int times);

/* Notes how strong every currency is at the beginning of a turn. When there is no more room every
 * second note is dropped, and from then on half as many are taken. */
void forex_history_note(struct table *t);
/* The notes of a currency, first to last; returns how many. */
int forex_history(const struct table *t, int currency, int wins[HISTORY]);

/* --- say.c ------------------------------------------------------------------------------- */

/* "1.5" and "1.5 USD"; constants, or from the arena when large. */
const char *forex_amount(const struct engine *engine, struct arena *arena, int64_t sum);
const char *forex_sum(const struct engine *engine, struct arena *arena, int64_t sum, int currency);
#define SUM(play, name_, sum_, currency_)                                                          \
    WORD((name_), forex_sum((play)->engine, (play)->arena, (sum_), (currency_)))
#define CURRENCY(name_, c) WORD((name_), forex_currency[c])

/* Words with commas between. */
struct list {
    char text[200];
    int n;
};
void forex_list_add(struct list *list, const char *word);
void forex_list_currencies(struct list *list, unsigned bits);

#define SAY(play, sight, code, ...)                                                                \
    ENGINE_SAY((play), (sight), forex_event_name(code), ##__VA_ARGS__)
#define WRONG(play, term, code, ...)                                                               \
    ENGINE_WRONG((play), (term), forex_mistake_name(code), ##__VA_ARGS__)

#endif
