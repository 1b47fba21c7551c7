/* words: the grammar of Capital Power's orders, and of the situations a standing order can name. */
#ifndef CAPITAL_WORDS_H
#define CAPITAL_WORDS_H

#include "engines/capital/state.h"
#include "order/order.h"

enum {
    V_MOVE,
    V_STAY,
    V_BRIBE,
    V_GO,
    V_TRANSFER,
    /* choices of a landing, in the order of their keywords */
    V_BORROW,
    V_REPAY,
    V_DEPOSIT,
    V_WITHDRAW,
    V_BUY,
    V_SELL,
    V_STAKE,
    V_FOUND,
    V_ACCUSE,
    V_PAY,
    V_PASS,
    /* the others */
    V_PLAN,
    V_MORE,
    V_LIQUIDATE,
    V_DEBIT,
    V_ENTRY,
    V_PROPOSE,
    V_ACCEPT,
    V_DECLINE,
    V_GIVE,
    V_TAKE,
    VERBS,
};

enum {
    K_BORROW,
    K_REPAY,
    K_DEPOSIT,
    K_WITHDRAW,
    K_BUY,
    K_SELL,
    K_STAKE,
    K_FOUND,
    K_ACCUSE,
    K_PAY,
    K_PASS,
    ACTIONS,
    K_THEN = ACTIONS,
    K_IF,
    K_GO,
    K_ALL,
    K_MAX,
    K_KEEP,
    K_WHITE,
    K_BLACK,
    K_SHARES,
    K_FROM,
    K_TO,
    K_FOR,
    K_ON,
    K_OFF,
    K_BOOKS,
    K_BY,
    K_WITH,
    K_CAPITAL,
    K_REBUY,
    K_COMPANY,
    K_OFFER,
    K_NONE,
    KEYWORDS,
};

/* Types of words. A company's value is its number among one's own, or FOREIGN + its index; a cell's
 * is its type, or ANY_ELECTION, and a stop is a cell a bribe may lead to; a change's is the sum + CHANGE_ZERO, a split's what the first pays.
 */
enum { W_COMPANY, W_ZONE, W_TYPE, W_CELL, W_CHANGE, W_SPLIT, W_CHOICE, W_STOP, WORDS };
enum { FOREIGN = 16, ANY_ELECTION = CELL_TYPES, CHANGE_ZERO = 500000 };

enum { S_LANDING, S_DUE, SITUATIONS };

extern const struct grammar capital_grammar, capital_situations;

/* The company a seat means by a word; NO_COMPANY: none there is. */
int capital_named(int seat, int64_t value);
/* How a seat would write it. */
int64_t capital_word_for(int seat, int company);
const char *capital_own_name(int seat, int company); /* "2" or "B2" */

/* The refusal of a company that is not the seat's: says which ones are. */
enum outcome capital_not_yours(struct play *play, int seat, int term, int company);

/* --- what is chosen where a pawn has landed ------------------------------------------------- */

enum { QTY_NUMBER, QTY_ALL, QTY_KEEP };

struct action {
    int verb; /* V_BORROW … V_PASS */
    int qty;
    int64_t n;
    int colour; /* -1: not said */
    int company, from, with, type;
    int share; /* per cent that `from` pays */
    int seat;
    int at; /* first term; -1: written beforehand */
};

/* Reads the terms from..to-1 of an order as those of a choice. */
void capital_read_action(int seat, int verb, const struct term *terms, int from, int to,
                         struct action *a);

/* Conditions of a list of choices: "IF BANK LU WITHDRAW ALL". */
struct clause {
    int cell, zone; /* -1: wherever it fits */
    int term;       /* of its verb */
    struct action action;
};
/* The next clause from *at on; false when there is none. */
bool capital_next_clause(int seat, const struct order *order, int *at, struct clause *clause);
/* Whether it is meant for a landing on this cell. */
bool capital_clause_fits(const struct clause *clause, const struct cell *cell);
/* Where an action belongs: bits of cell types. */
unsigned capital_action_cells(int verb);
/* The same for a clause: PAY with a colour speaks of interest, too. */
unsigned capital_clause_cells(const struct clause *clause);

#endif
