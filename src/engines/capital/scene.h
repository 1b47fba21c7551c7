/* scene: what is being described, for describe.c, group.c, reach.c and actions.c. */
#ifndef CAPITAL_SCENE_H
#define CAPITAL_SCENE_H

#include "engine/doc.h"
#include "engines/capital/books.h"

struct scene {
    const struct engine *engine;
    const struct board *b;
    const struct table *t;
    const int64_t *options;
    int seat, seats; /* seat: the reader's, 0 or SIGHT_MODERATOR */
    int phase, turn;
    struct arena *arena;
};

/* Whether the reader sees the books of this seat. */
static inline bool scene_sees(const struct scene *s, int seat)
{
    return s->seat == seat || s->seat == SIGHT_MODERATOR;
}

/* The company's name and the phrase with its colour. */
void scene_company(json_t *o, const char *key, int company);

/* --- group.c: groups, registers, cash against books, shares ------------------------------- */
void capital_describe_groups(const struct scene *s, json_t *doc);
/* --- reach.c: what each pawn can reach, and what that would cost --------------------------- */
void capital_describe_reach(const struct scene *s, json_t *doc);
/* --- actions.c: what the reader may do now -------------------------------------------------- */
void capital_describe_actions(const struct scene *s, json_t *doc);

#endif
