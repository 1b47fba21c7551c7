#include "ruled.h"
#include "moderator/letter.h"
#include "selfplay.h"
#include "turn/post.h"

#include <stdio.h>

enum { LETTER = 16 };

struct chance ruled_chance = {20261118};

int ruled_below(int n)
{
    return (int)chance_below(&ruled_chance, (uint32_t)n);
}

struct sitting *ruled_begin(struct world *w, const struct engine *e, int g)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", "David", "Emma", "Farid", "Gus", NULL};
    const char *seated[SEATS_MAX + 1] = {NULL};
    char name[32], secret[65];
    int seats = e->def->seats_min + ruled_below(e->def->seats_max - e->def->seats_min + 1), variants = 0;
    for (int i = 0; i < seats; i++)
        seated[i] = names[i];
    while (e->def->variants[variants])
        variants++;
    snprintf(name, sizeof name, "g%d", g);
    snprintf(secret, sizeof secret, "%064d", g + 77);
    world_game(w, e->def->name, name, e->def->variants[g % variants], NULL, seated, secret);
    return world_sit(w, name);
}

struct ruled ruled_make(struct sitting *s, const char *text, bool posting)
{
    struct moderator_words words = {.text = slice_of(text), .confirmed = true};
    struct moderator_answer out;
    must(moderator_rule(s, NULL, &words, &out, &world_fault));
    if (out.done && posting)
        must(post_reports(s, NULL, out.awaits, &world_fault));
    json_decref(out.answer), json_decref(out.peeks);
    return (struct ruled){out.done, out.refused};
}

void ruled_play(struct world *w, struct sitting *s)
{
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order *orders = arena_array(&w->arena, struct order, LETTER);
    if (s->nawaits == 0)
        return;
    const struct await_row *row = &s->awaits[ruled_below(s->nawaits)];
    int seat = row->seat;
    if (ruled_below(8) == 0) {
        must(turn_expire(s, row, &world_fault));
        return;
    }
    int n = selfplay_letter(s, seat, &ruled_chance, orders, LETTER);
    turn_try(s, seat, orders, n, false, a);
    if (!a->ok) {
        n = selfplay_suggest(s, seat, orders, LETTER);
        turn_try(s, seat, orders, n, false, a);
    }
    if (!a->ok || n == 0)
        return; /* a table that is none: nothing need be legal there */
    must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
    must(turn_settle(s, &world_fault));
}
