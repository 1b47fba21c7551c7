/* selfplay: games of any engine, played by chance from what its own contract offers. */
#ifndef TESTS_SELFPLAY_H
#define TESTS_SELFPLAY_H

#include "turn/turn.h"

/* A small generator for tests; not the game's luck. */
struct chance {
    uint64_t state;
};
uint32_t chance_below(struct chance *c, uint32_t n);

/* A sitting that lives in memory only, with the opening position laid. Close with sitting_close. */
struct sitting *selfplay_sit(const struct engine *engine, int seats, int variant, uint64_t secret,
                             struct arena *arena);

/* Any order of the engine's grammar, sense or not. */
struct order selfplay_babble(const struct sitting *s, struct chance *c, struct arena *arena);

/* A letter for an awaited seat: the suggestion, or a few orders picked by chance among those the
 * report offers (they need not fit together) and any others. Orders come from the arena; returns how
 * many. */
int selfplay_letter(struct sitting *s, int seat, struct chance *c, struct order *orders, int max);

/* The suggestion alone. */
int selfplay_suggest(struct sitting *s, int seat, struct order *orders, int max);

/* Every string under an "order" key in a document. */
int selfplay_orders_in(const json_t *doc, const char **v, int max);

/* How many games a suite plays of each engine: 1,000, or $COURTIER_GAMES. */
int selfplay_games(void);

/* A suite's own usual number, or a third of it where fewer than 100 games are asked for. */
int selfplay_some(int usual);

/* Calls `play` for every registered engine, two at a time in processes of their own; dies when one
 * of them does. */
void selfplay_engines(void (*play)(const struct engine *engine));

#endif
