/* run: fetch → intake → play → post → send, once.
 *
 * The stages meet only in the store. Each is one or more transactions and safe to rerun after a
 * crash at any instruction: a letter is committed before the inbox's copy is marked, played in the
 * same transaction as its verdict and the letters it causes, and an outgoing letter keeps its
 * Message-ID and file name however often it is delivered. */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "mail/reader.h"
#include "turn/house.h"

#include <signal.h>

struct mailbox;

enum { SUMS = 64 };

struct run_counts {
    int64_t fetched, played, refused, ignored, aside, expired, sent, failed;
};

/* What a sender has sent since a moment; no sender: a free place. (limits.c) */
struct run_sum {
    char sender[256];
    int64_t since, bytes;
};

struct run {
    struct house *house;
    struct mail_reader *reader; /* started when first needed */
    struct delivery *delivery;  /* letters being written to the outbox, or NULL */
    struct run_counts counts;
    struct mailbox *boxes[INBOXES_MAX]; /* as the configuration has them; opened when needed */
    struct fault trouble; /* the first thing a mail server did not let us do; exit 0: none */
    bool deaf;  /* an inbox could not be read to its end in this round */
    bool retry; /* letters that wait for their next try are sent in this round */
    volatile sig_atomic_t *stop; /* NULL, or set when it is time to end */
    void (*progress)(const struct run_counts *counts); /* NULL: none */
    struct run_sum sums[SUMS];
};

/* Letters per transaction; each has its own savepoint. */
enum { RUN_BATCH = 64 };

int run_fetch(struct run *run, struct fault *fault) CHECKED;
int run_intake(struct run *run, struct fault *fault) CHECKED; /* intake, play and post */
int run_greet(struct run *run, struct fault *fault) CHECKED; /* moderators of games that have begun */
int run_deadlines(struct run *run, struct fault *fault) CHECKED;
int run_send(struct run *run, struct fault *fault) CHECKED;

/* watch.c: what time brings besides deadlines. run_waking comes first: how long the house was not
 * there, and whether the system's clock went back. */
int run_waking(struct run *run, struct fault *fault) CHECKED;
int run_reminders(struct run *run, struct fault *fault) CHECKED;
int run_talk(struct run *run, struct fault *fault) CHECKED;
int run_digests(struct run *run, struct fault *fault) CHECKED;

/* The pieces of run_send: start delivering some of what waits, in the background (how many; 0: nothing
 * waits), and wait for it and mark it sent, inside the caller's transaction. */
int send_start(struct run *run, struct fault *fault) CHECKED;
int send_finish(struct run *run, struct fault *fault) CHECKED;

int run_carry(struct run *run, struct fault *fault) CHECKED; /* run_send by server or program */

/* Notes what went wrong with a mail server: the run goes on and tells at its end. */
void run_trouble(struct run *run, const struct fault *fault);

/* All of it. Trouble with mail servers is told at the end (run->trouble), when everything else is
 * done; any other fault ends it. */
int run_once(struct run *run, struct fault *fault) CHECKED;
void run_rest(struct run *run); /* finishes what is under way: the house may be closed then */
void run_end(struct run *run);  /* with everything it holds; run_rest first, unless the house is open */

/* Waits for letters, at most so many seconds, or until *run->stop. The house may be closed. */
void run_wait(struct run *run, int64_t seconds);

/* One letter from standard input: stored as if fetched. */
int run_post(struct run *run, struct slice bytes, bool *fresh, struct fault *fault) CHECKED;

#endif
