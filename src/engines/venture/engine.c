#include "base/embedded.h"
#include "engines/venture/codes.h"
#include "engines/venture/describe.h"
#include "engines/venture/endturn.h"
#include "engines/venture/invariant.h"
#include "engines/venture/suggest.h"

/* Venture, and Riche ou Pauvre. This file is the table of slots; the rules are in
 *     cards.c sets.c pay.c groups.c   what cards are worth
 *     orders.c deals.c reorganize.c money.c forced.c   what a letter does
 *     endturn.c   what follows by itself
 *     words.c codes.c   what is read and said
 *     suggest.c plan.c describe.c invariant.c   what is told and checked */

static const char *const variants[] = {"venture", "riche-ou-pauvre", NULL};

static const char *const final_hands[] = {"face", "sets", "none", NULL};
static const char *const removes[] = {"14", "0", NULL};
static const char *const seatings[] = {"random", "fixed", NULL};
static const struct option_preset final_presets[] = {{VARIANT_RICHE, FINAL_NONE}, {-1, 0}};

static const struct option options[OPTIONS] = {
    [OPT_DRAW] = {"draw", NULL, 2, 3, 2, NULL, false},
    [OPT_FINAL_HAND] = {"final-hand", final_hands, 0, 0, FINAL_FACE, final_presets, false},
    [OPT_STALL] = {"stall", NULL, 0, 100, 5, NULL, false},
    [OPT_REMOVE] = {"remove", removes, 0, 0, REMOVE_14, NULL, true},
    [OPT_HAND_LIMIT] = {"hand-limit", NULL, 0, RESOURCES, 0, NULL, false},
    [OPT_SEATING] = {"seating", seatings, 0, 0, 0, NULL, true},
};

static void open_engine(struct engine *engine, struct arena *arena)
{
    struct venture *v = venture_cards_read(arena, embedded_text("venture_companies.csv"),
                                           embedded_text("venture_resources.csv"));
    v->schema = (struct schema){venture_places, PLACES, venture_tallies, TALLIES, v->kinds, KINDS};
    engine->data = v;
    engine->schema = &v->schema;
    engine->grammar = grammar_compile(arena, &venture_grammar);
}

static int awaits(const struct table *table, const int64_t *opts, struct await *out)
{
    (void)opts;
    if (table_get(table, T_PHASE, 0) != PHASE_ORDERS)
        return 0;
    int seat = (int)table_get(table, T_TURN, 0);
    bool forced = table_get(table, T_FORCED, seat);
    out[0] = (struct await){seat, CLOCK_TURN, venture_await_name(forced ? AW_FORCED : AW_TURN),
                            table_get(table, T_NUMBER, 0)};
    return 1;
}

static void expire(struct play *play, const struct await *await)
{
    venture_expire(play, await->seat);
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
    int n = table_seats(table);
    for (int i = 0; i < n; i++) {
        out[i] = (struct standing){i + 1, table_get(table, T_SCORE, i + 1), 1};
        for (int seat = 1; seat <= n; seat++)
            out[i].rank += table_get(table, T_SCORE, seat) > out[i].score;
    }
    return n;
}

static const char *invariant(const struct table *table, const struct engine *engine,
                             const int64_t *opts)
{
    (void)opts;
    return venture_invariant(table, engine);
}

/* The places as players name them. */
static const struct alias place_words[] = {
    {"reserve", "RESERVES"},
    {"market", "MARCHE"},
    {"group", "GROUPE GROUPS GROUPES"},
    {"removed", "AWAY ECARTEES ECARTEE"},
    {"deck", "PIOCHE TALON"},
    {"hand", "MAIN HANDS MAINS"},
    {"shown", "MONTREES MONTREE"},
    {"discard", "DEFAUSSE DISCARDS"},
    {0},
};

const struct engine_def venture_engine = {
    .name = "venture",
    .rules = 1,
    .variants = variants,
    .options = options,
    .noptions = OPTIONS,
    .seats_min = 2,
    .seats_max = 6,
    .aliases = place_words,
    .codes = venture_codes,
    .open = open_engine,
    .setup = venture_setup,
    .apply = venture_apply,
    .close = venture_close,
    .advance = venture_advance,
    .awaits = awaits,
    .expire = expire,
    .held = NULL,
    .matches = NULL,
    .suggest = venture_suggest,
    .describe = venture_describe,
    .finished = finished,
    .standings = standings,
    .invariant = invariant,
};
