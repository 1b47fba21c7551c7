#include "base/embedded.h"
#include "engines/boss/describe.h"
#include "engines/boss/invariant.h"
#include "engines/boss/orders.h"
#include "engines/boss/suggest.h"

/* I'm the Boss!, C'est moi le Patron ! This file is the table of slots; the rules are in
 *     cards.c deal.c   the board and a negotiation at a glance
 *     orders.c turn.c talk.c plays.c window.c call.c   what a letter does
 *     advance.c finish.c   what follows by itself, who is awaited, what silence means
 *     words.c codes.c say.c   what is read and said
 *     suggest.c bargain.c react.c describe.c glance.c invariant.c   what is told and checked */

static const char *const variants[] = {"boss", NULL};

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const payees[] = {"anyone", "card-players", NULL};
static const char *const draws[] = {"three", "by-investors", NULL};
static const char *const moneys[] = {"hidden", "open", NULL};
static const char *const seatings[] = {"random", "fixed", NULL};

static const struct option options[OPTIONS] = {
    [OPT_KEEPS_ORDER] = {"boss-keeps-order", no_yes, 0, 0, 0, NULL, false},
    [OPT_TEN] = {"ten-must-deal", no_yes, 0, 0, 0, NULL, false},
    [OPT_PAYEES] = {"payees", payees, 0, 0, 0, NULL, false},
    [OPT_DRAW] = {"draw", draws, 0, 0, 0, NULL, false},
    [OPT_FOUR] = {"four-to-deal", no_yes, 0, 0, 0, NULL, false},
    [OPT_LATE] = {"late-limit", no_yes, 0, 0, 0, NULL, false},
    [OPT_SHORT] = {"short", no_yes, 0, 0, 0, NULL, true},
    [OPT_FRIENDLY] = {"friendly", no_yes, 0, 0, 0, NULL, false},
    [OPT_MONEY] = {"money", moneys, 0, 0, 0, NULL, true},
    [OPT_SEATING] = {"seating", seatings, 0, 0, 0, NULL, true},
};

static void open_engine(struct engine *engine, struct arena *arena)
{
    struct boss *b =
        boss_cards_read(arena, embedded_text("boss_influence.csv"),
                        embedded_text("boss_spaces.csv"), embedded_text("boss_tiles.csv"));
    b->schema = (struct schema){boss_places, PLACES, boss_tallies, TALLIES, b->kinds, KINDS};
    engine->data = b;
    engine->schema = &b->schema;
    engine->grammar = grammar_compile(arena, &boss_grammar);
    engine->situations = grammar_compile(arena, &boss_situations);
}

static bool finished(const struct table *table)
{
    return tally(table, T_PHASE) == PHASE_OVER;
}

static int standings(const struct table *table, const struct engine *engine, const int64_t *opts,
                     int variant, struct standing *out)
{
    (void)engine;
    (void)opts;
    (void)variant;
    int n = table_seats(table);
    for (int i = 0; i < n; i++) {
        out[i] = (struct standing){i + 1, table_get(table, T_CASH, i + 1), 1};
        for (int seat = 1; seat <= n; seat++)
            out[i].rank += table_get(table, T_CASH, seat) > out[i].score;
    }
    return n;
}

/* The places as players name them. */
static const struct alias place_words[] = {
    {"investors", "INVESTOR INVESTISSEURS INVESTISSEUR"},
    {"deck", "PIOCHE TALON"},
    {"hand", "MAIN HANDS MAINS"},
    {"shown", "MONTREES MONTREE"},
    {"away", "JOURNEY VOYAGE"},
    {"pending", "SUSPENS"},
    {"queue", "FILE"},
    {"discard", "DEFAUSSE DISCARDS"},
    {"tiles", "TILE TUILES TUILE"},
    {"board", "PLATEAU"},
    {"terms", "TERM CONDITIONS CONDITION"},
    {0},
};

const struct engine_def boss_engine = {
    .name = "boss",
    .rules = 1,
    .variants = variants,
    .options = options,
    .noptions = OPTIONS,
    .seats_min = 2,
    .seats_max = 6,
    .aliases = place_words,
    .codes = boss_codes,
    .open = open_engine,
    .setup = boss_setup,
    .apply = boss_apply,
    .close = boss_close,
    .advance = boss_advance,
    .awaits = boss_awaits,
    .expire = boss_expire,
    .leave = boss_leave,
    .held = boss_held,
    .matches = boss_matches,
    .suggest = boss_suggest,
    .describe = boss_describe,
    .finished = finished,
    .standings = standings,
    .invariant = boss_invariant,
};
