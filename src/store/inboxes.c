#include "store/db.h"

int store_letter_out_given_up(struct store *s, int64_t id, int64_t at, const char *answer,
                              struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_given_up");
    stmt_put_int(q, "at", at);
    stmt_put_text(q, "answer", answer);
    stmt_put_int(q, "id", id);
    return stmt_run(q, f);
}

int store_letters_sent_since(struct store *s, int64_t since, int64_t *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_sent_since");
    stmt_put_int(q, "since", since);
    if (stmt_step(q, f) < 0)
        return -1;
    *n = stmt_int(q, "letters");
    stmt_done(q);
    return 0;
}

int store_inbox_get(struct store *s, const char *name, struct arena *a, const char **place,
                    struct fault *f)
{
    struct stmt *q = stmt_get(s, "inbox_get");
    stmt_put_text(q, "name", name);
    int r = stmt_step(q, f);
    *place = "";
    if (r == 1) {
        *place = stmt_text(q, "place", a);
        stmt_done(q);
    }
    return r < 0 ? -1 : 0;
}

int store_inbox_set(struct store *s, const char *name, const char *place, struct fault *f)
{
    struct stmt *q = stmt_get(s, "inbox_set");
    stmt_put_text(q, "name", name);
    stmt_put_text(q, "place", place);
    return stmt_run(q, f);
}

int store_inbox_known(struct store *s, const char *inbox, const char *name, bool *known,
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, "inbox_known");
    stmt_put_text(q, "inbox", inbox);
    stmt_put_text(q, "name", name);
    int r = stmt_step(q, f);
    *known = r == 1;
    if (*known)
        stmt_done(q);
    return r < 0 ? -1 : 0;
}

int store_inbox_remember(struct store *s, const char *inbox, const char *name, struct fault *f)
{
    struct stmt *q = stmt_get(s, "inbox_remember");
    stmt_put_text(q, "inbox", inbox);
    stmt_put_text(q, "name", name);
    return stmt_run(q, f);
}

/* --- letters that came back ------------------------------------------------------------------ */

int store_letter_bounced(struct store *s, const char *message_id, int64_t since, int64_t at,
                         int64_t *id, int64_t *game, int *seat, bool *again, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_bounce_find");
    stmt_put_text(q, "message_id", message_id);
    stmt_put_int(q, "since", since);
    int r = stmt_step(q, f);
    *id = 0;
    if (r <= 0)
        return r;
    *id = stmt_int(q, "id");
    *game = stmt_int(q, "game");
    *seat = (int)stmt_int(q, "seat");
    *again = stmt_int(q, "bounced") > 0;
    stmt_done(q);
    if (!at || *again)
        return 0;
    q = stmt_get(s, "letter_out_bounce_note");
    stmt_put_int(q, "at", at);
    stmt_put_int(q, "id", *id);
    return stmt_run(q, f);
}

int store_seat_bounces(struct store *s, int64_t game, int number, int64_t bounces, struct fault *f)
{
    struct stmt *q = stmt_get(s, "seat_bounces");
    stmt_put_int(q, "bounces", bounces);
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "number", number);
    return stmt_run(q, f);
}

/* --- who wrote ------------------------------------------------------------------------------- */

int store_letter_in_sum(struct store *s, const char *sender, int64_t since, int64_t *bytes,
                        struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_in_sum");
    stmt_put_text(q, "sender", sender);
    stmt_put_int(q, "since", since);
    if (stmt_step(q, f) < 0)
        return -1;
    *bytes = stmt_int(q, "bytes");
    stmt_done(q);
    return 0;
}

int store_letter_in_drop(struct store *s, int64_t id, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_in_drop");
    stmt_put_int(q, "id", id);
    return stmt_run(q, f);
}

/* --- for the doctor -------------------------------------------------------------------------- */

int store_letters_age(struct store *s, int64_t *oldest, int64_t *newest, int64_t *failed,
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_age");
    if (stmt_step(q, f) < 0)
        return -1;
    *oldest = stmt_int(q, "oldest");
    *newest = stmt_int(q, "newest");
    *failed = stmt_int(q, "failed");
    stmt_done(q);
    return 0;
}

int store_letters_tried(struct store *s, struct arena *a, int64_t *n, const char **answer, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_tried");
    if (stmt_step(q, f) < 0)
        return -1;
    *n = stmt_int(q, "letters");
    *answer = stmt_text(q, "answer", a);
    stmt_done(q);
    return 0;
}
