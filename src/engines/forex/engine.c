#include "base/embedded.h"
#include "engines/forex/describe.h"
#include "engines/forex/final.h"
#include "engines/forex/flow.h"
#include "engines/forex/invariant.h"
#include "engines/forex/orders.h"
#include "engines/forex/suggest.h"

/* For-Ex. This file is the table of slots; the rules are in
 *     board.c state.c   currencies, rates, what lies where
 *     orders.c spot.c quotes.c contract.c invest.c divest.c resolve.c choose.c   what a letter does
 *     look.c            reading a table, whatever a ruling has left there
 *     flow.c final.c    what follows by itself, silence, the end
 *     words.c codes.c say.c   what is read and said
 *     suggest.c weigh.c mind.c   what a bot would do
 *     describe.c actions.c doc.c invariant.c   what is told and checked */

static const char *const variants[] = {"forex", NULL};

static const char *const rates[] = {"standard", "alternate", NULL};
static const char *const divests[] = {"together", "clockwise", NULL};
static const char *const seatings[] = {"random", "fixed", NULL};

static const struct option options[OPTIONS] = {
    [OPT_RATES] = {"rates", rates, 0, 0, RATES_STANDARD, NULL, true},
    [OPT_DIVEST] = {"divest", divests, 0, 0, DIVEST_TOGETHER, NULL, false},
    [OPT_SEATING] = {"seating", seatings, 0, 0, 0, NULL, true},
};

static void open_engine(struct engine *engine, struct arena *arena)
{
    struct forex *f = forex_board_read(arena, embedded_text("forex_rates.csv"));
    f->schema = (struct schema){forex_places, PLACES, forex_tallies, TALLIES, forex_kinds, KINDS};
    engine->data = f;
    engine->schema = &f->schema;
    engine->grammar = grammar_compile(arena, &forex_grammar);
    engine->situations = grammar_compile(arena, &forex_situations);
}

static bool finished(const struct table *table)
{
    return table_get(table, T_PHASE, 0) == PHASE_OVER;
}

static int standings(const struct table *table, const struct engine *engine, const int64_t *opts,
                     int variant, struct standing *out)
{
    (void)engine;
    (void)opts;
    (void)variant;
    return forex_standings(table, out);
}

static const char *invariant(const struct table *table, const struct engine *engine,
                             const int64_t *opts)
{
    (void)engine;
    (void)opts;
    return forex_invariant(table);
}

static bool counts_halves(int tally)
{
    return (tally >= T_CASH && tally < T_CASH + CURRENCIES) ||
           (tally >= T_DEBT && tally < T_DEBT + CURRENCIES);
}

/* The places as players name them. */
static const struct alias place_words[] = {
    {"letters", "LETTER LETTRES LETTRE"},
    {"queue", "FILE"},
    {"offer", "OFFERS OFFRE OFFRES"},
    {"quote", "QUOTES COTATIONS COTATION"},
    {"spare", "SPARES RESTE"},
    {0},
};

const struct engine_def forex_engine = {
    .name = "forex",
    .rules = 1,
    .variants = variants,
    .options = options,
    .noptions = OPTIONS,
    .seats_min = 2,
    .seats_max = 6,
    .aliases = place_words,
    .codes = forex_codes,
    .open = open_engine,
    .setup = forex_setup,
    .apply = forex_apply,
    .close = forex_close,
    .advance = forex_advance,
    .awaits = forex_awaits,
    .expire = forex_expire,
    .leave = forex_leave,
    .held = forex_hold,
    .matches = forex_matches,
    .suggest = forex_suggest,
    .describe = forex_describe,
    .finished = finished,
    .standings = standings,
    .invariant = invariant,
    .halves = counts_halves,
};
