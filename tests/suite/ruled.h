/* ruled: games by chance in which somebody rules. */
#ifndef RULED_H
#define RULED_H

#include "selfplay.h"
#include "world.h"

extern struct chance ruled_chance; /* the same in each run; who likes begins it anew */
int ruled_below(int n);

/* The g-th game of an engine: its variants by turns, as many seats as chance says. */
struct sitting *ruled_begin(struct world *w, const struct engine *e, int g);

/* Somebody who is awaited writes, or is silent. Nothing happens at a table at which nobody can play. */
void ruled_play(struct world *w, struct sitting *s);

struct ruled {
    bool done, refused;
};

/* A ruling, as if already confirmed; `posting`: letters are written, too. */
struct ruled ruled_make(struct sitting *s, const char *text, bool posting);

#endif
