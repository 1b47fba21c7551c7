/* mailbox: where letters come from: one contract, and a driver for each kind of account.
 *
 * What holds for all of them
 *   1. A letter is marked, moved or deleted in its mailbox only after take->commit() returned 0
 *      for it.
 *   2. A letter that was not marked is given again by the next fetch, in this process or another;
 *      the taker knows by name or bytes what it has.
 *   3. A fetch that fails has lost nothing: what was committed stays so, the rest is still there.
 */
#ifndef MAIL_MAILBOX_H
#define MAIL_MAILBOX_H

#include "mail/account.h"

struct mailbox_letter {
    const char *name; /* what the mailbox calls it; at most 255 bytes */
    bool alone;       /* the name makes it a letter of its own (a file); else only its bytes do: the
                         same bytes under another name are the same letter */
    struct slice bytes; /* valid during the call; of a letter over READER_LETTER only its head */
    int64_t size;       /* of the whole letter */
};

/* What the one who fetches does with letters. Returning -1 from any of them ends the fetch with
 * that fault. */
struct mailbox_take {
    /* Takes one letter; it may wait for commit() to be durable. */
    int (*letter)(void *ctx, const struct mailbox_letter *letter, struct fault *fault);
    /* All letters given so far are durable when it returns 0. `place` is what the mailbox wants to
     * be told by the next fetch: a line of at most 100 bytes, or NULL for no change. */
    int (*commit)(void *ctx, const char *place, struct fault *fault);
    /* Whether a letter of that name was taken before: asked by mailboxes that cannot mark. */
    int (*known)(void *ctx, const char *name, bool *known, struct fault *fault);
    int64_t now; /* by the taker's clock */
    void *ctx;
};

/* A finding of a check: "ok", "warning" or "error", and what to do about it. */
typedef void mailbox_say(void *ctx, const char *level, const char *text);

struct mailbox;

struct mailbox_driver {
    /* Connects when it is not connected, gives every new letter to `take`, oldest first, and marks
     * them. `place` is the last one committed, "" for none. After a fault the mailbox is
     * disconnected; the next fetch connects anew. */
    int (*fetch)(struct mailbox *box, const char *place, const struct mailbox_take *take,
                 struct fault *fault);
    /* Begins to wait for letters: *fd becomes readable when there may be some (-1: nothing tells,
     * look again after a while; -2: there are some already). Only fetch, rest and close may
     * follow. */
    int (*wait)(struct mailbox *box, int *fd, struct fault *fault);
    /* Connects, looks at everything fetch would need, says what it finds. Changes nothing. */
    int (*check)(struct mailbox *box, mailbox_say *say, void *ctx, struct fault *fault);
    /* Says goodbye if that can be done quickly, and frees. */
    void (*close)(struct mailbox *box);
};

/* The common part of every mailbox; drivers have it first in their own struct. */
struct mailbox {
    const struct mailbox_driver *driver;
    struct arena arena; /* of the account's strings */
    struct mail_account account;
    bool heard; /* a fetch that failed had taken every letter all the same, and could not put it away */
};

/* Makes the mailbox of a checked account without connecting. `base` is where relative Maildirs
 * are. Never fails. */
struct mailbox *mailbox_open(const struct mail_account *account, const char *base);
void mailbox_close(struct mailbox **box);

/* The drivers. */
struct mailbox *maildir_mailbox(const struct mail_account *account, const char *base);
struct mailbox *imap_mailbox(const struct mail_account *account);
struct mailbox *pop3_mailbox(const struct mail_account *account);

/* For drivers: fills the common part. */
void mailbox_init(struct mailbox *box, const struct mailbox_driver *driver,
                  const struct mail_account *account);
void mailbox_done(struct mailbox *box); /* frees box, too */

/* Letters and bytes between two commits. */
enum { MAILBOX_BATCH = 1000, MAILBOX_BYTES = 24 << 20 };

#endif
