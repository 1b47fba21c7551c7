/* Letters with a moderator's key, and his first letter. */
#include "moderator/letter.h"
#include "run/answer.h"
#include "run/intake.h"
#include "run/sender.h"

#include <stdio.h>

enum { GREET_ARENA = 64 << 20 };

/* Opens the game whose moderator has this key; *s = NULL when it is nobody's. */
static int open_game(struct run *run, const struct reply_address *reply, struct arena *arena,
                     struct sitting **s, struct moderator *by, struct fault *fault)
{
    if (reply->who != WHO_MODERATOR)
        return 0;
    const char *name = sender_game(reply, arena);
    if (!name)
        return 0;
    if (sitting_any(run->house, name, arena, s, fault) != 0)
        return fault->exit == EX_DATAERR ? 0 : -1; /* sick: it says nothing */
    if (*s && moderators_find(*s, reply, by, fault) != 0)
        return -1;
    if (*s && by->number == 0)
        sitting_close(s);
    return 0;
}

/* Opens the game the letter belongs to; *s = NULL when no recipient carries a moderator's token. */
static int find(struct run *run, const struct letter *l, struct arena *arena, struct sitting **s,
                struct moderator *by, int64_t *confirm, struct fault *fault)
{
    struct reply_address keys[SENDER_KEYS], reply;
    int n = sender_keys(run->house, l, keys);
    *s = NULL;
    for (int i = 0; i < n && !*s; i++) {
        reply = keys[i];
        if (open_game(run, &reply, arena, s, by, fault) != 0)
            return -1;
        if (*s && !sender_may(run->house, l, by->address))
            sitting_close(s);
        *confirm = reply.await;
    }
    return 0;
}

bool intake_moderates(struct run *run, const struct reply_address *reply, struct arena *arena)
{
    struct sitting *s = NULL;
    struct moderator by;
    struct fault ignored;
    bool is = open_game(run, reply, arena, &s, &by, &ignored) == 0 && s;
    sitting_close(&s);
    return is;
}

/* What cannot be read is answered like a player's letter. */
static int answer_unread(struct sitting *s, const struct moderator *by, const struct read_letter *read,
                         struct fault *fault)
{
    json_t *answer = answer_refusal(read->result == READER_OK || read->result == READER_TOO_BIG ? "too-big"
                                                                                               : "unreadable");
    struct moderator_letter l = {.to = by,
                                 .answers = read->letter.message_id[0] ? read->letter.message_id : NULL,
                                 .answer = answer};
    int r = moderators_post(s, &l, fault);
    json_decref(answer);
    return r;
}

int intake_moderator(struct run *run, struct letter_in *in, const struct read_letter *read,
                     struct arena *arena, bool *taken, struct fault *fault)
{
    struct store *store = run->house->store;
    const struct letter *l = &read->letter;
    struct sitting *s = NULL;
    struct moderator by = {0};
    int64_t confirm = 0, answers = 0;
    bool twice = false, done = false;
    if (find(run, l, arena, &s, &by, &confirm, fault) != 0)
        return -1;
    *taken = s != NULL;
    if (!s)
        return 0;
    in->game = s->game.id;
    int seat = -(int)by.number; /* apart from the seats' letters */
    int r = store_answers_since(store, "refusal", by.address, house_now(run->house) - 3600, &answers, fault);
    if (r == 0 && l->message_id[0])
        r = store_letter_seen(store, s->game.id, seat, l->message_id, &twice, fault);
    bool over = answers >= run->house->config.answers_per_hour;
    if (r == 0 && !twice && !over) {
        if (read->result != READER_OK || l->truncated)
            r = answer_unread(s, &by, read, fault);
        else
            r = moderator_letter(s, &by, confirm, slice_of(l->text), l->message_id[0] ? l->message_id : NULL,
                                 &done, fault);
        if (r == 0 && l->message_id[0])
            r = store_letter_remember(store, s->game.id, seat, l->message_id, fault);
    }
    if (r == 0)
        r = intake_verdict(run, in, twice || over ? LETTER_IGNORED : done ? LETTER_PLAYED : LETTER_REFUSED,
                           twice ? "twice" : over ? "too-many-answers" : done ? "ruled" : "answered", fault);
    sitting_close(&s);
    return r;
}

/* --- games that are new --------------------------------------------------------------------- */

static int greet(struct house *house, const char *name, struct arena *arena, struct fault *fault)
{
    struct sitting *s = NULL;
    int r = store_begin(house->store, fault);
    if (r == 0)
        r = sitting_any(house, name, arena, &s, fault);
    if (r == 0 && s)
        r = moderator_greet(s, fault);
    sitting_close(&s);
    if (r == 0)
        r = store_commit(house->store, fault);
    if (r != 0)
        store_rollback(house->store);
    return r;
}

int run_greet(struct run *run, struct fault *fault)
{
    struct arena arena = ARENA(GREET_ARENA);
    struct store *store = run->house->store;
    const char **names;
    int n = 0, r = store_moderators_new(store, &arena, &names, &n, fault);
    for (int i = 0; i < n && r == 0; i++) {
        r = greet(run->house, names[i], &arena, fault);
        if (r != 0 && fault->exit == EX_DATAERR) { /* a sick game: the others go on */
            fprintf(stderr, "courtier: %s\n", fault->text);
            r = 0;
        }
    }
    arena_free(&arena);
    return r;
}
