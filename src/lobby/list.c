#include "lobby/lobby.h"

int lobby_games(struct lobby_writer *w, struct fault *fault)
{
    struct open_game *v;
    int n;
    json_t *list = json_array();
    if (store_open_games(w->house->store, false, LOBBY_LIST, w->arena, &v, &n, fault) != 0) {
        json_decref(list);
        return -1;
    }
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:s,s:s,s:i,s:i,s:i,s:s}", "name", v[i].name, "variant",
                                                  v[i].variant, "seats", v[i].seats, "taken",
                                                  v[i].taken, "free", v[i].seats - v[i].taken,
                                                  "lang", v[i].lang));
    report_put(w->answer, "games", json_pack("{s:o,s:b}", "list", list, "any", json_array_size(list) > 0));
    return 0;
}

int lobby_standings(struct lobby_writer *w, struct fault *fault)
{
    struct record *v;
    int n;
    json_t *list = json_array();
    if (store_records(w->house->store, false, LOBBY_LIST, w->arena, &v, &n, fault) != 0) {
        json_decref(list);
        return -1;
    }
    for (int i = 0; i < n; i++) {
        json_t *o = json_pack("{s:i,s:s,s:I,s:I}", "rank", i + 1, "name", v[i].name, "games",
                              (json_int_t)v[i].games, "wins", (json_int_t)v[i].wins);
        if (v[i].asked)
            report_put(o, "percent", json_integer(v[i].on_time * 100 / v[i].asked));
        json_array_append_new(list, o);
    }
    report_put(w->answer, "ranking", json_pack("{s:o,s:b}", "list", list, "any", n > 0));
    return 0;
}
