/* state: where things lie on a Capital Power table, and small hands to move them.
 *
 * A company is a colour (the seat that began it) and a number: 0 the holding, 1 to 5. Its index is
 * (colour - 1) * NUMBERS + number, its name "R2". What it is lies in tallies of its number under
 * the seat of its colour; whose it is follows from the majority chain up to a holding.
 *
 * Cash is one purse of white and black per seat; seat 0 is the bank, which holds minus what all
 * others have. Books are one register per company: its balance is a tally, its last entries are
 * pieces. Both are seen by the owner only, as are deposits and plans. Everything else is public.
 *
 * A moderator may set any tally to anything: whatever is read here is first made to make sense
 * (company_get, capital_cell, capital_owner), so that rules need not mind. */
#ifndef CAPITAL_STATE_H
#define CAPITAL_STATE_H

#include "engine/say.h"
#include "engines/capital/board.h"
#include "engines/capital/codes.h"

enum {
    OPT_PACE,
    OPT_ROUNDS,
    OPT_AWAIT,
    OPT_FINE,
    OPT_LIQUIDATION,
    OPT_ELECTIONS,
    OPT_TRADE,
    OPT_SEATING,
    OPTIONS,
};
enum { PACE_TURNS, PACE_ROUNDS };
enum { FINE_ANY, FINE_WHITE };

enum { COLOURS = 4, NUMBERS = 6, COMPANIES = COLOURS * NUMBERS, NO_COMPANY = -1 };
enum { TYPE_FIN, TYPE_MIN, TYPE_ALIM, TYPE_TRA, TYPES };
enum { WHITE, BLACK };

enum {
    P_REGISTER, /* entries; of the owner; slot is the company */
    P_OFFER,    /* trades and gifts; of who offers; slot is the seat that is asked */
    P_NOTE,     /* orders kept for later: plans, sealed orders, liquidations (notes.h) */
    P_SPARE,
    PLACES,
};
enum { KIND_ENTRY, KIND_OFFER, KIND_NOTE, KINDS };

/* Marks of an entry. */
enum { ENTRY_NUMBER, ENTRY_SUM, ENTRY_BALANCE, ENTRY_WHY };
enum { ENTRIES_KEPT = 5 }; /* per company */

enum {
    T_TURN,   /* seat on turn */
    T_NUMBER, /* of the turn, from 1 */
    T_ROUND,
    T_PHASE,
    T_RESUME, /* the phase behind a due */
    T_ASK,    /* number of the last choice or due that was asked for */
    T_WINNER,
    T_BANK,     /* bank shares nobody has */
    T_INTERPOL, /* its cell */
    T_QUEUE,    /* companies Interpol still has to look at, as bits */
    T_OPEN,     /* company + 1 whose landing is not done with */
    T_ACTED,    /* whether the seat on turn has begun it: ACTED_… */
    T_MORE,     /* 1: it will write again before its other pawns move */
    T_WAITS,    /* 1: lines of its letter wait for an answer; its own business */
    T_STOP,     /* what happened at this stop: STOP_… */
    T_ACCUSER,  /* 1: the seat on turn may accuse */
    T_DUE_SEAT, /* who must find a sum, and for which company */
    T_DUE_COMPANY,
    T_DUE_RULE,
    T_DUE_TO,
    T_DUE_WHY,
    T_OUT,    /* of a seat: 1: eliminated */
    T_SILENT, /* of a seat: turns in a row without orders */
    T_READY,  /* of a seat, in rounds: READY_… */
    T_WHITE,  /* of a seat: its purse; only it sees that */
    T_BLACK,
    T_DUE,     /* of a seat: what it must find */
    T_LAID,    /* of a seat: what lay on deposit when the open landing began */
    T_OFFERED, /* of a seat: how many offers it has made to seat 1, 2, 3, 4 */
    /* of a company, by number: public */
    T_CELL = T_OFFERED + COLOURS, /* its place on the board, from 1; 0: none */
    T_TYPE = T_CELL + NUMBERS,
    T_CAPITAL = T_TYPE + NUMBERS,
    T_MAJORITY = T_CAPITAL + NUMBERS, /* company + 1 */
    T_MINORITY = T_MAJORITY + NUMBERS,
    T_LOAN = T_MINORITY + NUMBERS, /* white */
    T_DEBT = T_LOAN + NUMBERS,     /* black */
    T_SHARES = T_DEBT + NUMBERS,   /* of the bank */
    T_BRIBES = T_SHARES + NUMBERS, /* zones where it has bribed, as bits */
    T_MOVED = T_BRIBES + NUMBERS,
    /* of a company, by number: seen by the owner only */
    T_BALANCE = T_MOVED + NUMBERS,
    T_DEPOSIT = T_BALANCE + NUMBERS,
    T_FRESH = T_DEPOSIT + NUMBERS,   /* of the deposit: laid there this turn */
    T_PENDING = T_FRESH + NUMBERS,   /* own entries that count from the end of the turn */
    T_ENTRIES = T_PENDING + NUMBERS, /* number of the last entry */
    T_GO = T_ENTRIES + NUMBERS,      /* zone + 1 to enter at the centre */
    T_DEBIT = T_GO + NUMBERS,        /* part of the next fine it is to bear */
    TALLIES = T_DEBIT + NUMBERS,
};

enum {
    PHASE_WRITE,    /* rounds: seats that are not ready are awaited */
    PHASE_TURN,     /* T_TURN is awaited */
    PHASE_CHOICE,   /* T_TURN is: what it does where it landed */
    PHASE_DUE,      /* T_DUE_SEAT is: what it liquidates */
    PHASE_END,      /* all pawns have moved */
    PHASE_INTERPOL, /* it looks at the companies in T_QUEUE */
    PHASE_OVER,
};
enum { MOVED_NOT, MOVED, MOVED_NEW }; /* NEW: founded this turn */
enum { ACTED_NOT, ACTED, ACTED_NOW }; /* NOW: in the letter that is being read */
enum { READY_NOT, READY, READY_SILENT };
enum { STOP_WITHDREW = 1, STOP_REPAID = 2, STOP_CHOSE = 4, STOP_STAKED = 8, STOP_DUE = 16 };
enum { OUT_NOT, OUT_BROKE, OUT_BOOKS, OUT_HOLDING, OUT_LEFT };

enum {
    START_CAPITAL = 100,
    SHARES_ALL = 300,
    SHARES_WIN = 160,
    SHARE_LOT = 10,
    LOT_PRICE = 50,
    LOT_PRICE_CH = 55,
    LOT_RESALE = 40,
    BRIBE_PRICE = 10,
    CAPITAL_MIN = 10,
    STAKE_MIN = 10,
    PARKED_SILENCE = 3,
    OFFERS_MOST = 6,
    /* Of one colour, to all seats: far beyond any game, and what numbers here can hold. */
    ISSUE_MOST = 500000000,
};

static inline const struct board *capital_of(const struct engine *engine)
{
    return engine->data;
}

/* The same where only a table is at hand: its schema is part of the board. */
static inline const struct board *capital_board_of(const struct table *t)
{
    return (const struct board *)((const char *)table_schema(t) - offsetof(struct board, schema));
}

/* --- state.c ----------------------------------------------------------------------------- */

extern const struct place capital_places[PLACES];
extern const struct tally capital_tallies[TALLIES];
extern const char *const capital_kinds[KINDS];
extern const char *const capital_type[TYPES + 1];        /* "FIN", … */
extern const char *const capital_company[COMPANIES + 1]; /* "RH", "R1", … */

void capital_setup(struct play *play);

/* A tally, as large as money can be. */
int64_t tally_of(const struct table *t, int tally, int seat);
int64_t company_get(const struct table *t, int tally, int company);
void company_set(struct table *t, int tally, int company, int64_t value);
void company_plus(struct table *t, int tally, int company, int64_t more);

/* Its cell, -1 when it is not on the board. Companies without a seat of their colour never are. */
int capital_cell(const struct board *b, const struct table *t, int company);
/* Whose it is: the seat of the holding at the end of its majority chain; 0: nobody's. */
int capital_owner(const struct board *b, const struct table *t, int company);
int capital_majority(const struct table *t, int company); /* NO_COMPANY: none */
int capital_minority(const struct table *t, int company);
int capital_minority_seat(const struct board *b, const struct table *t, int company);
/* Whether `above` controls `below` by majorities, at any depth; a company controls itself. */
bool capital_controls(const struct table *t, int above, int below);
/* Share of the capital that its majority owner put in: 60 or 100 %. */
int64_t capital_put_in(const struct table *t, int company);
int64_t capital_owed(const struct table *t, int company); /* its loan of either colour */
int capital_type_of(const struct table *t, int company);
bool capital_parked(const struct board *b, const struct table *t, int company);
int64_t capital_shares(const struct board *b, const struct table *t, int seat);
/* The same of all seats at once, by seat. */
void capital_all_shares(const struct board *b, const struct table *t, int64_t n[SEATS_MAX + 1]);
bool capital_out(const struct table *t, int seat);
int capital_holding(int seat);
/* A number of this colour that is not on the board, from 1; 0: none. */
int capital_free_number(const struct board *b, const struct table *t, int colour);

/* After the owner of companies has changed: who sees their books. */
void capital_show_books(const struct board *b, struct table *t);

/* A piece of this kind from the spare ones, or a new one; laid at the end of a place. */
uint16_t capital_piece(struct table *t, int kind, int place, int seat);
void capital_spare(struct table *t, uint16_t id);

int64_t capital_next_ask(struct table *t);

/* Shares of a sum in per cent: what is got is rounded down, what is paid is rounded up. */
int64_t percent_down(int64_t sum, int64_t percent);
int64_t percent_up(int64_t sum, int64_t percent);

/* --- what is said -------------------------------------------------------------------------- */

#define COMPANY(name_, c) WORD((name_), (c) >= 0 && (c) < COMPANIES ? capital_company[c] : NULL)
#define SAY(play, sight, code, ...)                                                                \
    ENGINE_SAY((play), (sight), capital_event_name(code), ##__VA_ARGS__)
#define WRONG(play, term, code, ...)                                                               \
    ENGINE_WRONG((play), (term), capital_mistake_name(code), ##__VA_ARGS__)

#endif
