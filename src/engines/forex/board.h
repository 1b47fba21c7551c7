/* board: the seven currencies, what a unit of one costs in another, and the data file.
 *
 * Sums are half-units (2 is one unit) everywhere inside the engine. A rate is a signed box as one
 * currency sees another: +3 is "I am the stronger, the other stands on my third box", -3 the
 * contrary. Between -1 and +1 there is nothing: one side is always the stronger. */
#ifndef FOREX_BOARD_H
#define FOREX_BOARD_H

#include "base/arena.h"
#include "table/table.h"

enum { GBP, EUR, USD, CHF, JPY, CAD, CNY, CURRENCIES };
enum { PAIRS = CURRENCIES * (CURRENCIES - 1) / 2, BOXES = 10, LETTERS = 6 };
enum { RATES_STANDARD, RATES_ALTERNATE, RATES };

/* Kinds of pieces: the letters A-F first. */
enum { KIND_DIVIDEND = LETTERS, KIND_OFFER, KIND_QUOTE, KINDS };

enum { SUMS = 130 }; /* sums below this many half-units have their text ready */

struct forex {
    struct schema schema;
    int8_t opening[RATES][PAIRS];      /* as the first of the pair sees it */
    const char *amount[SUMS];          /* "1.5" */
    const char *sum[CURRENCIES][SUMS]; /* "1.5 USD" */
};

extern const char *const forex_currency[CURRENCIES + 1]; /* "GBP"; ends with NULL */
extern const char *const forex_kinds[KINDS];
extern const char *const forex_box_text[BOXES + 1]; /* "1.5"; box 0 is none */
extern const int forex_box_rate[BOXES + 1];         /* half-units of the weaker for one unit */

/* Reads the data file; everything comes from the arena. */
struct forex *forex_board_read(struct arena *arena, const char *csv);

/* The pair of two different currencies, in either order. */
int forex_pair(int a, int b);

/* The box after one step in favour of the currency that sees it (or against it: step -1). */
int forex_step(int box, int step);

/* --- rates on a table --------------------------------------------------------------------- */

/* The rate of a and b as a sees it. */
int forex_box(const struct table *t, int a, int b);
void forex_box_set(struct table *t, int a, int b, int box);

/* All of them at once: at[a][b] as a sees it; 0 for a == b. */
struct rates {
    int8_t at[CURRENCIES][CURRENCIES];
};
void forex_rates_read(const struct table *t, struct rates *rates);

/* Pairs in which a currency is the stronger: of one, and of all at once. */
int forex_wins(const struct table *t, int currency);
void forex_wins_read(const struct table *t, int wins[CURRENCIES]);

bool forex_on_eight(const struct table *t, int currency); /* weaker on an 8: pays no dividend */

/* One unit of the stronger and its price: what a has to give for b's side, in half-units. */
void forex_unit(int box, int *a_sum, int *b_sum);

/* A sum exchanged as at the end: whole units, rounded down; the same currency stays as it is. */
int64_t forex_convert(int box, int64_t sum);

#endif
