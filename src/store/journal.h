/* journal: what happened in a game, the reports of it, and looking for words in it. See store/store.h. */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/secret.h"
#include "store/games.h"
#include "table/table.h"

struct store;

/* --- journal ------------------------------------------------------------------------------- */

struct entry {
    int64_t game, number, turn;
    int64_t shown; /* of its turn, as players read it (struct turn); read, not written, and not in the chain */
    const char *kind; /* "order" "draws" "event" "ruling" "silence" "leave" "secret" "talk" "notice" */
    int seat;
    sight sight;
    const char *body; /* compact JSON */
    uint8_t chain[SECRET_HASH];
};

/* The text that is hashed: fields with lengths, so that no two entries give the same: "GAME NUMBER
 * TURN SEAT SIGHT LENGTH KIND\nLENGTH BODY\n", lengths in bytes. */
void entry_text(const struct entry *e, struct buf *out);

/* The link an entry must have behind `previous`: for who checks a journal. */
void entry_chain(const struct entry *e, const uint8_t previous[SECRET_HASH],
                 uint8_t chain[SECRET_HASH]);

/* Appends: sets e->number = ++g->journal and e->chain = g->chain = the next link of the chain.
 * The caller writes g back. */
int store_journal_add(struct store *s, struct game *g, struct entry *e, struct fault *f) CHECKED;
/* How much a seat (0: all, where talk is anonymous) has noted after a shown turn, as far as `eye` sees it. */
int store_note_bytes(struct store *s, int64_t game, int64_t shown, int seat, sight eye, int64_t *bytes,
                     struct fault *f) CHECKED;
int store_journal(struct store *s, int64_t game, int64_t from_turn, int64_t to_turn,
                  struct arena *a, struct entry **v, int *n, struct fault *f) CHECKED;

/* The entries of turns from one to another that a report may tell. */
struct journal_span {
    int64_t from, to;
    int64_t seen, least; /* of turns shown as `least` or higher; behind that of the turn `seen`, if not -1 */
};
int store_journal_news(struct store *s, int64_t game, const struct journal_span *span, struct arena *a,
                       struct entry **v, int *n, struct fault *f) CHECKED;

/* The same a part at a time, for who need not have all of it in memory. */
enum { JOURNAL_PAGE = 200 };
struct journal_page {
    int64_t from, to; /* turns; both move on with the pages */
    bool back;        /* the newest first */
    int64_t number;   /* of the last entry read; 0: none yet */
    bool over;
};
/* The next entries, at most JOURNAL_PAGE; *n is 0 when there are no more. */
int store_journal_page(struct store *s, int64_t game, struct journal_page *page, struct arena *a,
                       struct entry **v, int *n, struct fault *f) CHECKED;

/* --- reports ------------------------------------------------------------------------------- */

/* The document of one seat after one turn (0: people who watch); stored compressed. A second one for
 * the same seat and turn is the one that counts; the first stays. */
int store_report_put(struct store *s, int64_t game, int64_t turn, int seat, struct slice doc,
                     struct fault *f) CHECKED;
/* The same with a document packed by store_pack(). */
int store_report_packed(struct store *s, int64_t game, int64_t turn, int seat, struct slice packed,
                        struct fault *f) CHECKED;
struct report_row {
    int64_t turn;
    struct slice doc;
};
/* The newest at or before `turn`. doc = {NULL,0}: there is none. */
int store_report_get(struct store *s, int64_t game, int64_t turn, int seat, struct arena *a,
                     struct report_row *row, struct fault *f) CHECKED;

/* All of a seat, as they were sent. */
int store_report_list(struct store *s, int64_t game, int seat, struct arena *a,
                      struct report_row **v, int *n, struct fault *f) CHECKED;

/* --- search -------------------------------------------------------------------------------- */

/* The words of journal entries, found by SQLite's FTS5. The index runs behind the journal: up to an
 * entry, and who searches brings it up to the present first. */
int store_told_upto(struct store *s, int64_t game, int64_t *number, struct fault *f) CHECKED;
int store_told_set_upto(struct store *s, int64_t game, int64_t number, struct fault *f) CHECKED;
int store_told_add(struct store *s, const struct entry *e, const char *text, struct fault *f) CHECKED;
int store_journal_after(struct store *s, int64_t game, int64_t number, struct arena *a,
                        struct entry **v, int *n, struct fault *f) CHECKED;

/* Entries that hold all these words (separated by spaces; "OIL-EF" is OIL next to EF; a * at the end
 * of a word stands for any ending) and are seen by one of `eye`, or also by nobody with `all`; of every
 * game when game is 0. Newest first, at most max; whispers only of the turns from `sat` on. What is
 * out of sight has no part in the result or its order. */
int store_told_find(struct store *s, int64_t game, struct slice words, sight eye, bool all, int64_t sat,
                    int max, struct arena *a, struct entry **v, int *n, struct fault *f) CHECKED;

#endif
