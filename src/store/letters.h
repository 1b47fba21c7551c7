/* letters: in and out, and what inboxes were read already. See store/store.h. */
#ifndef STORE_LETTERS_H
#define STORE_LETTERS_H

#include "base/arena.h"
#include "base/secret.h"

struct store;

/* --- letters ------------------------------------------------------------------------------- */

enum letter_status { LETTER_NEW, LETTER_PLAYED, LETTER_REFUSED, LETTER_IGNORED, LETTER_ASIDE };

struct letter_in {
    int64_t id;
    const char *source; /* which inbox */
    int64_t received;
    enum letter_status status;
    struct slice bytes;
    bool damaged; /* what the store has makes no sense: no bytes */
    int64_t size;
    const char *verdict; /* why: "played", "no-seat", "auto-submitted", "killed-reader", … */
    int64_t game;
    int seat;
    const char *sender; /* whose bytes it counts among; NULL: nobody's */
};

/* Stores a letter once: the same bytes from the same source file name again give *fresh = false.
 * `key` is what makes it the same letter: SHA-256 over its bytes and the name it has in its inbox,
 * so that a player may send the same text twice. Letters too large to keep come with no bytes and
 * their size. Sets the id, of the letter there was when it is not fresh. */
int store_letter_in_add(struct store *s, const uint8_t key[SECRET_HASH], struct letter_in *l,
                        bool *fresh, struct fault *f) CHECKED;
/* The oldest letters still new, at most max, and no more once they make LETTERS_BYTES: what a run
 * holds in memory is bounded. */
enum { LETTERS_BYTES = 16 << 20 };
int store_letters_new(struct store *s, int max, struct arena *a, struct letter_in **v, int *n,
                      struct fault *f) CHECKED;
/* The verdict: status, verdict, game, seat, sender by id. */
int store_letter_in_set(struct store *s, const struct letter_in *l, struct fault *f) CHECKED;
int store_letter_in_counts(struct store *s, int64_t counts[5], struct fault *f) CHECKED;
/* Whether a letter with this Message-ID was already played for that seat (mail sent twice). */
int store_letter_seen(struct store *s, int64_t game, int seat, const char *message_id, bool *seen,
                      struct fault *f) CHECKED;
int store_letter_remember(struct store *s, int64_t game, int seat, const char *message_id,
                          struct fault *f) CHECKED;

struct letter_out {
    int64_t id;
    int64_t game; /* 0: none */
    int seat;
    int64_t turn;
    const char *kind; /* "report" "refusal" "help" "notice" */
    const char *to, *message_id;
    struct slice bytes;
    bool damaged; /* what the store has makes no sense: no bytes */
    int64_t created, sent; /* sent 0: waiting */
    int64_t attempts, next_try;
    const char *answer; /* of the last attempt */
};

/* The id the next outgoing letter will get: part of its Message-ID. */
int store_letter_out_next(struct store *s, int64_t *id, struct fault *f) CHECKED;
/* The row, with the id given by next; without bytes these follow in the same transaction. */
int store_letter_out_add(struct store *s, struct letter_out *l, struct fault *f) CHECKED;
int store_letter_out_bytes(struct store *s, int64_t id, struct slice bytes, struct fault *f) CHECKED;

/* Packing apart from the store, for a thread that has no part in it: the packed bytes, valid until
 * the next packing, are what store_letter_out_packed() takes; false when they make no sense. */
struct press;
struct press *store_press_new(void);
void store_press_free(struct press **press);
struct slice store_pack(struct press *press, struct slice bytes, const char *engine);
bool store_unpack(struct press *press, struct slice packed, struct arena *a, struct slice *bytes) CHECKED;
int store_letter_out_packed(struct store *s, int64_t id, struct slice packed, struct fault *f) CHECKED;
int store_letters_waiting(struct store *s, int64_t now, int max, struct arena *a,
                          struct letter_out **v, int *n, struct fault *f) CHECKED; /* by id */
/* The same with their bytes packed: whether they make sense shows when they are unpacked. */
int store_letters_waiting_packed(struct store *s, int64_t now, int max, struct arena *a,
                                 struct letter_out **v, int *n, struct fault *f) CHECKED;
int store_letter_out_sent(struct store *s, int64_t id, int64_t at, struct fault *f) CHECKED;
int store_letter_out_failed(struct store *s, int64_t id, int64_t next_try, const char *answer,
                            struct fault *f) CHECKED;
/* Whatever waits for its next try is due now. */
int store_letters_hurry(struct store *s, int64_t now, struct fault *f) CHECKED;
/* Given up: it is not tried again, and `answer` says why. */
int store_letter_out_given_up(struct store *s, int64_t id, int64_t at, const char *answer,
                              struct fault *f) CHECKED;
int store_letter_out_counts(struct store *s, int64_t *waiting, int64_t *sent,
                            struct fault *f) CHECKED;

/* How many letters of a kind other than report were written to an address since a time, up to ANSWERS_COUNTED: the
 * loop rules' limit. */
enum { ANSWERS_COUNTED = 1000 };
int store_answers_since(struct store *s, const char *kind, const char *address, int64_t since,
                        int64_t *n, struct fault *f) CHECKED;

/* All letters of a game, both ways, by time and without their bytes. */
struct letter_row {
    bool out; /* to a player; else from one, and only id, at and seat are set */
    int64_t id, at, turn;
    int seat;
    const char *kind, *to, *message_id;
};
int store_letters_of(struct store *s, int64_t game, struct arena *a, struct letter_row **v, int *n,
                     struct fault *f) CHECKED;
/* *bytes = {NULL,0}: too many to keep, or dropped since. */
int store_letter_bytes(struct store *s, const struct letter_row *l, struct arena *a,
                       struct slice *bytes, struct fault *f) CHECKED;
/* Drops the bytes of letters delivered before a time, at most max of them; *n: how many. */
int store_letters_drop(struct store *s, int64_t before, int max, int *n, struct fault *f) CHECKED;
/* The bytes of all letters a sender has sent since a time. */
int store_letter_in_sum(struct store *s, const char *sender, int64_t since, int64_t *bytes,
                        struct fault *f) CHECKED;
/* Forgets the bytes of a letter that came in. */
int store_letter_in_drop(struct store *s, int64_t id, struct fault *f) CHECKED;
/* The letter of that Message-ID sent since a time; *id = 0: none. `at` > 0 notes that it came back;
 * *again tells that it had already. */
int store_letter_bounced(struct store *s, const char *message_id, int64_t since, int64_t at, int64_t *id,
                         int64_t *game, int *seat, bool *again, struct fault *f) CHECKED;
/* When the oldest letter that waits and the newest of all were written, 0 for none; how many were
 * given up. */
int store_letters_age(struct store *s, int64_t *oldest, int64_t *newest, int64_t *failed, struct fault *f) CHECKED;
/* How many letters that wait have been tried, and the answer one of them met. */
int store_letters_tried(struct store *s, struct arena *a, int64_t *n, const char **answer, struct fault *f) CHECKED;
/* How many letters were sent after a time. */
int store_letters_sent_since(struct store *s, int64_t since, int64_t *n, struct fault *f) CHECKED;

/* --- inboxes ------------------------------------------------------------------------------- */

/* How far a mailbox was read; *place = "" when it is new. */
int store_inbox_get(struct store *s, const char *name, struct arena *a, const char **place,
                    struct fault *f) CHECKED;
int store_inbox_set(struct store *s, const char *name, const char *place, struct fault *f) CHECKED;
/* Letters that stay in a mailbox which cannot mark them, by the mailbox's name for them. */
int store_inbox_known(struct store *s, const char *inbox, const char *name, bool *known,
                      struct fault *f) CHECKED;
int store_inbox_remember(struct store *s, const char *inbox, const char *name, struct fault *f) CHECKED;

#endif
