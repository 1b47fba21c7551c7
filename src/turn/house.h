/* house: one installation: a directory with courtier.conf, courtier.db, Maildirs and, if the host
 * wants, templates of his own.
 *
 * The clock is injected: house->clock is the only source of time behind the command line. */
#ifndef TURN_HOUSE_H
#define TURN_HOUSE_H

#include "report/words.h"
#include "store/store.h"
#include "turn/mailconf.h"
#include "turn/pace.h"

#include <stdint.h>

struct config {
    const char *name;      /* [house] name: shown as the sender */
    const char *address;   /* [house] address: where players write */
    const char *lang;      /* [house] language */
    const char *moderator; /* [house] moderator: the first address, or "" */
    const char *moderators; /* all of them, with commas between */
    int64_t keep_letters;  /* [house] keep-letters: seconds; 0: for ever */
    struct mail_conf mail; /* [inbox] [outbox] [mail] */
    int64_t answers_per_hour; /* [mail] answers-per-hour: to one address */
    struct pace pace;      /* [pace]: of new games */
    int64_t downtime;      /* [pace] downtime: a longer time without a run is given back; 0: never */
    const char *talk;      /* [house] talk: of new games */
};

struct house_clock {
    int64_t (*now)(void *ctx);
    void *ctx;
};

struct house {
    const char *dir;
    struct config config;
    struct store *store;
    struct words_shelf *shelf;
    uint8_t key[SECRET_KEY]; /* of the reply tokens */
    struct house_clock clock;
    struct office *office;   /* writes letters out beside the play; NULL: at once (turn/office.h) */
    int lock; /* descriptor of the lock file, -1: not held */
    struct arena arena;
};

/* HOUSE_INDEX is for who only brings up to date what can be made anew (archive/search.h): beside
 * another courtier at work, without its lock. */
enum house_access { HOUSE_READ, HOUSE_INDEX, HOUSE_WRITE };

/* Makes DIR a house; EX_CANTCREAT when it is one already. */
int house_init(const char *dir, const char *address, const char *name, const char *lang,
               struct fault *fault) CHECKED;

/* EX_NOINPUT when DIR is not a house. HOUSE_WRITE takes the lock: EX_TEMPFAIL when another
 * courtier holds it. */
int house_open(struct house **house, const char *dir, enum house_access access,
               struct fault *fault) CHECKED;
void house_close(struct house **house);

/* Whether this address moderates all games of the house. */
bool house_moderates(const struct house *house, const char *address);

int64_t house_now(const struct house *house);

/* "3h" "45m" "2d" "1d12h" to seconds; false when it is not a time. */
bool house_duration(struct slice text, int64_t *seconds);

bool talk_ok(const char *talk); /* open, anonymous or none */

/* DIR of a "maildir:DIR" URL; relative ones are inside the house. NULL when it is not one. */
const char *house_maildir(const struct house *house, const char *url, struct arena *arena);

/* Where installed templates are: $COURTIER_TEMPLATES, beside the program, or the prefix. */
const char *house_templates(struct arena *arena);

#endif
