#include "turn/silence.h"
#include "turn/clock.h"
#include "turn/note.h"
#include "turn/post.h"
#include "turn/stats.h"
#include "turn/turn.h"

static int note_seat(struct sitting *s, const struct seat *seat, const char *code, struct fault *fault)
{
    json_t *body = json_pack("{s:s,s:{s:i}}", "code", code, "seat", "seat", seat->number);
    return note_add(s, "notice", seat->number, SIGHT_ALL, body, fault);
}

static int hold(struct sitting *s, struct seat *seat, struct fault *fault)
{
    seat->still |= STILL_SILENCE;
    if (store_seat_set(s->house->store, seat, fault) != 0 || clock_adjust(s, fault) != 0 ||
        note_seat(s, seat, "held", fault) != 0 || post_alert(s, seat, "alert.held", fault) != 0)
        return -1;
    return post_moderator(s, seat, "notice.held", fault);
}

static int dismiss(struct sitting *s, struct seat *seat, struct fault *fault)
{
    seat->dismissed = house_now(s->house);
    seat->silent = 0;
    if (note_seat(s, seat, "dismissed", fault) != 0 ||
        post_alert(s, seat, "alert.dismissed", fault) != 0)
        return -1;
    seat->bot = true;
    if (store_seat_set(s->house->store, seat, fault) != 0 || turn_settle(s, fault) != 0)
        return -1;
    return post_moderator(s, seat, "notice.dismissed", fault);
}

int silence_act(struct sitting *s, const struct await_row *await, struct fault *fault)
{
    struct await_row due = *await;
    struct seat *seat = &s->seats[due.seat - 1];
    if (due.clock == CLOCK_TURN && s->pace.silence == SILENCE_HOLD)
        return stats_expired(s, &due, fault) != 0 ? -1 : hold(s, seat, fault);
    seat->silent += due.clock == CLOCK_TURN;
    if (store_seat_set(s->house->store, seat, fault) != 0 || turn_expire(s, &due, fault) != 0)
        return -1;
    /* An await that is still there gets a new deadline: it must not come up again at once. */
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].number == due.number && clock_again(s, &s->awaits[i], fault) != 0)
            return -1;
    bool over = s->game.status != GAME_PLAYING;
    if (!over && s->pace.silence == SILENCE_DISMISS && seat->silent >= s->pace.dismiss)
        return dismiss(s, seat, fault);
    return 0;
}

int silence_over(struct sitting *s, struct seat *seat, struct fault *fault)
{
    if (seat->bot && seat->dismissed) {
        seat->bot = false;
        seat->dismissed = seat->silent = 0;
        if (store_seat_set(s->house->store, seat, fault) != 0 || note_seat(s, seat, "back", fault) != 0)
            return -1;
    }
    seat->dismissed = 0; /* whoever sits here now was not sent away */
    return seat->still & STILL_SILENCE ? clock_wake(s, seat, STILL_SILENCE, fault) : 0;
}
