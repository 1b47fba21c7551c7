/* suggest: letters a bot writes. See engine.h. */
#ifndef BOSS_SUGGEST_H
#define BOSS_SUGGEST_H

#include "engines/boss/orders.h"

void boss_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                  int variant, struct arena *arena, struct suggestion *out);

/* --- inside: suggest.c, bargain.c, react.c ---------------------------------------------------- */

/* What a bot knows and writes. Sums of money are in tenths of a million. */
struct mind {
    const struct boss *b;
    const struct grammar *grammar;
    const struct table *t;
    const int64_t *options;
    int seat, seats;
    struct hand hand; /* without what waits */
    unsigned held;    /* families of clan cards in hand */
    bool alone;       /* so much has failed that nothing is expected of others */
    struct deal d;
    struct arena *arena;
    struct suggestion *out;
};

void boss_write(struct mind *m, int verb, const struct term *terms, int n);
#define WRITE(m, verb, ...)                                                                        \
    boss_write(                                                                                    \
        (m), (verb), (const struct term[]){T_NUM(0), ##__VA_ARGS__} + 1,                           \
        (int)(sizeof((const struct term[]){T_NUM(0), ##__VA_ARGS__}) / sizeof(struct term)) - 1)

/* Tenths a deal on these needs would leave to this seat as the Boss; 0 when it cannot be done.
 * Families others have are bought; `asks`: prices that stand are known. */
int boss_gain(const struct mind *m, const struct space *needs, int value, bool asks);

/* The investor three recruitment cards should take, -1 for none worth it. */
int boss_recruit_target(const struct mind *m, bool any);
void boss_write_recruit(struct mind *m, int family);

void boss_suggest_talk(struct mind *m); /* what to say to the Boss */
void boss_suggest_boss(struct mind *m); /* what the Boss does */
void boss_suggest_window(struct mind *m);
void boss_suggest_call(struct mind *m, bool closing);

#endif
