#include "archive/back.h"

void back_put(struct sitting *s, int64_t turn, const struct table *table)
{
    table_copy(s->table, table);
    s->past = true;
    s->game.turn = turn;
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
    int r = store_table_at(s->house->store, s->game.id, turn, past, fault);
    if (r == 0)
        back_put(s, turn, past);
    table_free(&past);
    return r;
}
