#include "base/embedded.h"
#include "engines/capital/describe.h"
#include "engines/capital/flow.h"
#include "engines/capital/invariant.h"
#include "engines/capital/orders.h"
#include "engines/capital/suggest.h"

/* Capital Power. This file is the table of slots; the rules are in
 *     board.c state.c books.c   the circuits, what lies where, cash and registers
 *     orders.c moves.c landing.c choices.c found.c trade.c notes.c   what a letter does
 *     inspect.c due.c liquidate.c   inspections, sums that are due, and the ways out
 *     flow.c final.c            what follows by itself, silence, the end
 *     words.c codes.c           what is read and said
 *     suggest.c describe.c reach.c invariant.c   what a bot would do, what is told and checked */

static const char *const variants[] = {"capital", NULL};

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const paces[] = {"turns", "rounds", NULL};
static const char *const fines[] = {"any", "white", NULL};
static const char *const liquidations[] = {"fair", "harsh", NULL};
static const char *const elections[] = {"standard", "generous", NULL};
static const char *const seatings[] = {"random", "fixed", NULL};

static const struct option options[OPTIONS] = {
    [OPT_PACE] = {"pace", paces, 0, 0, PACE_TURNS, NULL, false},
    [OPT_ROUNDS] = {"rounds", NULL, 1, 1000, 100, NULL, false},
    [OPT_AWAIT] = {"await-choices", no_yes, 0, 0, 0, NULL, false},
    [OPT_FINE] = {"ggff-fine", fines, 0, 0, FINE_ANY, NULL, false},
    [OPT_LIQUIDATION] = {"liquidation", liquidations, 0, 0, 0, NULL, false},
    [OPT_ELECTIONS] = {"elections", elections, 0, 0, 0, NULL, false},
    [OPT_TRADE] = {"free-trade", no_yes, 0, 0, 0, NULL, false},
    [OPT_SEATING] = {"seating", seatings, 0, 0, 0, NULL, true},
};

static void open_engine(struct engine *engine, struct arena *arena)
{
    struct board *b = arena_new(arena, struct board);
    const char *wrong = capital_board_read(arena, embedded_text("capital_board.csv"), b);
    if (wrong)
        die("capital_board.csv: %s", wrong);
    b->schema =
        (struct schema){capital_places, PLACES, capital_tallies, TALLIES, capital_kinds, KINDS};
    engine->data = b;
    engine->schema = &b->schema;
    engine->grammar = grammar_compile(arena, &capital_grammar);
    engine->situations = grammar_compile(arena, &capital_situations);
}

static bool finished(const struct table *table)
{
    return table_get(table, T_PHASE, 0) == PHASE_OVER;
}

static int standings(const struct table *table, const struct engine *engine, const int64_t *opts,
                     int variant, struct standing *out)
{
    (void)opts;
    (void)variant;
    return capital_standings(capital_of(engine), table, out);
}

/* The places as players name them. */
static const struct alias place_words[] = {
    {"register", "REGISTERS REGISTRE REGISTRES"},
    {"offer", "OFFERS OFFRE OFFRES"},
    {"note", "NOTES"},
    {"spare", "SPARES RESTE"},
    {0},
};

const struct engine_def capital_engine = {
    .name = "capital",
    .rules = 1,
    .variants = variants,
    .options = options,
    .noptions = OPTIONS,
    .seats_min = 2,
    .seats_max = 4,
    .aliases = place_words,
    .codes = capital_codes,
    .open = open_engine,
    .setup = capital_setup,
    .apply = capital_apply,
    .close = capital_close,
    .advance = capital_advance,
    .awaits = capital_awaits,
    .expire = capital_expire,
    .leave = capital_leave,
    .held = capital_held,
    .matches = capital_matches,
    .suggest = capital_suggest,
    .describe = capital_describe,
    .finished = finished,
    .standings = standings,
    .invariant = capital_invariant,
};
