#include "turn/stats.h"

static int note(struct sitting *s, const struct await_row *row, bool on_time, struct fault *fault)
{
    const struct seat *seat = &s->seats[row->seat - 1];
    struct answered a = {.game = s->game.id,
                         .number = row->number,
                         .player = seat->player,
                         .deadline = row->deadline,
                         .at = house_now(s->house),
                         .on_time = on_time};
    return seat->bot || !seat->player ? 0 : store_answered_add(s->house->store, &a, fault);
}

int stats_answered(struct sitting *s, const struct await_row *row, struct fault *fault)
{
    bool in_time = row->deadline == 0 || house_now(s->house) <= row->deadline;
    return s->acted & SIGHT_SEAT(row->seat) ? note(s, row, in_time, fault) : 0;
}

int stats_expired(struct sitting *s, const struct await_row *row, struct fault *fault)
{
    return note(s, row, false, fault);
}

int stats_finished(struct sitting *s, struct fault *fault)
{
    struct standing v[SEATS_MAX];
    int n = s->engine->def->standings(s->table, s->engine, s->options, s->variant, v);
    for (int i = 0; i < n; i++) {
        const struct seat *seat = &s->seats[v[i].seat - 1];
        bool gone = seat->bot && seat->dismissed; /* a bot has ended it for him */
        if (seat->player && (!seat->bot || gone) &&
            store_result_put(s->house->store, s->game.id, seat->player, gone ? 0 : v[i].rank, fault) != 0)
            return -1;
    }
    return 0;
}

int stats_left(struct sitting *s, const struct seat *seat, struct fault *fault)
{
    return seat->player ? store_result_put(s->house->store, s->game.id, seat->player, 0, fault) : 0;
}
