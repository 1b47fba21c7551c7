/* office: where letters are written out.
 *
 * Rendering and composing a letter needs only its document and the words, so a thread of its own
 * does it while the next letters are played. The row of a letter is in the store at once; its bytes
 * follow with office_flush(), in the same transaction.
 *
 * Invariants
 *   1. While an office is open the words of the house belong to its thread, and nobody else
 *      renders. A parcel belongs to the thread from office_put() until it is done.
 *   2. The thread never touches the store. */
#ifndef TURN_OFFICE_H
#define TURN_OFFICE_H

#include "base/secret.h"
#include "mail/compose.h"
#include "turn/house.h"

#include <jansson.h>

/* One game's report in a letter with several. */
struct part {
    json_t *doc;
    const char *engine;
    const char *reply_to;
    struct slice json;
};

/* A letter to be written out. Strings live in its arena. */
struct parcel {
    struct arena arena;
    int64_t id; /* of the outgoing letter */
    int64_t number; /* how many were put before it */
    json_t *doc;
    const char *template; /* "report" */
    const char *lang, *engine;
    const char *subject;  /* NULL: the phrase "subject" */
    const char *tag;      /* stands before it, with the key that cannot be in the address; or NULL */
    bool html, links, attach;
    bool calendar;        /* with the deadline, as a calendar has it */
    struct slice json;    /* the document's bytes, when they are attached or archived; made when not given */
    struct archived {     /* whose report it is, to be archived; game 0: it is not */
        int64_t game, turn;
        int seat;
        int64_t epoch; /* of the seat */
    } archived;
    uint8_t digest[SECRET_HASH]; /* of the document that is archived */
    bool dumped;          /* json and digest are there */
    struct buf report;    /* the document as the store keeps it, once it is done */
    struct part *parts;   /* a digest: doc holds what is around them */
    int nparts;
    struct draft draft;   /* without subject and bodies */
    struct buf bytes;     /* the letter as the store keeps it, once it is done */
    int result;
    bool dropped; /* its row was taken back */
    struct fault fault;
    struct parcel *next;
};

struct office;

/* house->office is set; everything posted from now on is written out by its thread. */
int office_open(struct house *house, struct fault *fault) CHECKED;
void office_close(struct house *house); /* what is not flushed is lost: roll back */

/* Writes the letter out: now, or by the office's thread when one is open. Takes the parcel. */
int office_put(struct house *house, struct parcel *parcel, struct fault *fault) CHECKED;

/* With a savepoint: what was put behind the mark is dropped again. */
int64_t office_mark(const struct house *house);
void office_undo(struct house *house, int64_t mark);

/* Waits for everything put so far and stores the bytes. */
int office_flush(struct house *house, struct fault *fault) CHECKED;

/* The digest of the newest report of a seat that is put but not stored yet; unchanged when there is none.
 * Waits until it is known. */
void office_digest(const struct house *house, int64_t game, int seat, uint8_t digest[SECRET_HASH]);

/* The newest report of a seat at or before a turn that is put but not stored yet: its document, from
 * the arena; {NULL, 0} when there is none. */
struct slice office_report(const struct house *house, const struct archived *which, struct arena *arena);

/* Waits until the thread is idle: what is put is written out, though not yet stored, and the words are
 * the caller's until he puts something. */
void office_wait(const struct house *house);

/* Only writes the letter out, into parcel->bytes; nothing is stored. The words must be the caller's. */
int office_write(struct house *house, struct parcel *parcel, struct fault *fault) CHECKED;

struct parcel *parcel_new(void);
void parcel_free(struct parcel **parcel);

#endif
