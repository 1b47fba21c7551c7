#include "archive/back.h"

void back_put(struct sitting *s, int64_t turn, int64_t shown, const struct table *table)
{
    table_copy(s->table, table);
    s->past = true;
    s->game.turn = turn;
    s->game.shown = shown;
    s->game.status = GAME_PLAYING;
    s->nawaits = 0;
    for (int i = 0; i < s->game.seats; i++)
        memset(s->seats[i].digest, 0, sizeof s->seats[i].digest);
}

int back_to(struct sitting *s, int64_t turn, struct fault *fault)
{
    insist(turn >= 0 && turn <= s->game.turn);
    if (turn == s->game.turn)
        return 0;
    struct table *past = table_new(s->engine->schema, s->game.seats);
    int64_t shown;
    int r = store_table_at(s->house->store, s->game.id, turn, past, fault);
    if (r == 0)
        r = store_turn_shown(s->house->store, s->game.id, turn, &shown, fault);
    if (r == 0)
        back_put(s, turn, shown, past);
    table_free(&past);
    return r;
}
