#include "turn/note.h"

#include <stdlib.h>

bool note_is(const char *kind)
{
    return strcmp(kind, "talk") == 0 || strcmp(kind, "notice") == 0;
}

int note_add(struct sitting *s, const char *kind, int seat, sight sight, json_t *body,
             struct fault *fault)
{
    char *text = report_dump(body);
    struct entry e = {.game = s->game.id,
                      .turn = s->game.turn,
                      .kind = kind,
                      .seat = seat,
                      .sight = sight,
                      .body = text};
    int r = store_journal_add(s->house->store, &s->game, &e, fault);
    free(text);
    json_decref(body);
    return r == 0 ? store_game_set(s->house->store, &s->game, fault) : -1;
}

int note_room(struct sitting *s, int seat, int as, bool *room, struct fault *fault)
{
    int64_t bytes = 0;
    int r = store_note_bytes(s->house->store, s->game.id, s->game.shown, as, SIGHT_SEAT(seat), &bytes, fault);
    *room = bytes < NOTE_BYTES;
    return r;
}
