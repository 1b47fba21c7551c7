/* people: players and their records, who waits around a game, who moderates it. See store/store.h. */
#ifndef STORE_PEOPLE_H
#define STORE_PEOPLE_H

#include "base/arena.h"
#include "base/secret.h"

struct store;

struct player {
    int64_t id;
    const char *address, *name, *lang, *format, *tz;
};

/* Finds by address (case does not matter) or adds; an existing player keeps his settings. */
int store_player_put(struct store *s, struct player *p, struct fault *f) CHECKED; /* sets id */
int store_player_find(struct store *s, const char *address, struct arena *a, struct player *p,
                      struct fault *f) CHECKED; /* p->id = 0: nobody */
int store_player_set(struct store *s, const struct player *p, struct fault *f) CHECKED; /* by id */

/* --- people around games --------------------------------------------------------------------- */

/* How people come to a game; none kept: public, and begun at once. */
struct lobby {
    bool private;       /* in no list, only by invitation */
    const char *format; /* of people who are new to the house */
};
int store_lobby_put(struct store *s, int64_t game, const struct lobby *l, struct fault *f) CHECKED;
int store_lobby_get(struct store *s, int64_t game, struct arena *a, struct lobby *l,
                    struct fault *f) CHECKED;

/* A game that waits for players. */
struct open_game {
    const char *name, *engine, *variant, *lang;
    int seats, taken;
    bool private;
};
int store_open_games(struct store *s, bool all, int max, struct arena *a, struct open_game **v,
                     int *n, struct fault *f) CHECKED; /* by name; private ones when `all` */

/* Somebody around a game who has a reply address but no seat. */
enum guest_state {
    GUEST_INVITED, /* by the moderator */
    GUEST_ASKED,   /* wrote, but has not proved that the address is his */
    GUEST_HERE,    /* has a seat when the game begins; watches; has the new address */
    GUEST_GONE,    /* declined, left */
    GUEST_SEATED,  /* the game has begun, and he sits in it */
};
struct guest {
    int64_t game, number;
    char kind; /* WHO_INVITED, WHO_OBSERVER, WHO_ADDRESS of turn/token.h */
    enum guest_state state;
    const char *address, *name, *lang;
    const char *luck; /* words for the seed, or "" */
    int64_t player;   /* once the address is proven (kind a: whose it shall be), or 0 */
    int64_t place;    /* order of joining */
    int64_t since, told;
    int64_t seen_shown; /* the newest turn he was told of, as players count them; -1: none */
    int64_t seen_entry; /* the newest journal entry of that; 0: all that turn has */
};
int store_guest_add(struct store *s, const struct guest *g, struct fault *f) CHECKED;
int store_guest_set(struct store *s, const struct guest *g, struct fault *f) CHECKED;
int store_guests(struct store *s, int64_t game, struct arena *a, struct guest **v, int *n,
                 struct fault *f) CHECKED; /* v[0] is number 1 */

/* One who was invited and has not answered, `first` or `last` seconds after that; *game = NULL: nobody. */
int store_guest_silent(struct store *s, int64_t now, int64_t first, int64_t last, struct arena *a,
                       const char **game, struct guest *g, struct fault *f) CHECKED;
/* A watcher who is due a report: his last was `every` seconds ago, or his game is over. *game = NULL:
 * nobody is. */
int store_guest_due(struct store *s, int64_t now, int64_t every, struct arena *a, const char **game,
                    struct guest *g, struct fault *f) CHECKED; /* only game and number are set */
int store_guest_put_off(struct store *s, const struct guest *g, struct fault *f) CHECKED; /* told */

int store_guest_move(struct store *s, int64_t player, const char *address, struct fault *f) CHECKED;
/* No request of the player for another address, in whichever game, can be confirmed any more. */
int store_guest_stay(struct store *s, int64_t player, struct fault *f) CHECKED;

struct player_seat {
    const char *game;
    int seat;
};
int store_player_seats(struct store *s, int64_t player, struct arena *a, struct player_seat **v,
                       int *n, struct fault *f) CHECKED; /* in games that are being played */
int store_player_get(struct store *s, int64_t id, struct arena *a, struct player *p,
                     struct fault *f) CHECKED; /* p->id = 0: nobody */

/* What became of something asked of a player: answered, in time or not, or passed over. The first
 * word on it stands. */
struct answered {
    int64_t game, number, player, deadline, at;
    bool on_time;
};
int store_answered_add(struct store *s, const struct answered *row, struct fault *f) CHECKED;
/* How a game ended for a player; rank 0: he resigned. */
int store_result_put(struct store *s, int64_t game, int64_t player, int rank, struct fault *f) CHECKED;

/* What a player has to show. */
struct record {
    int64_t player;
    const char *name, *address;
    int64_t games, wins, resigned, playing; /* games: over, or resigned from */
    int64_t asked, on_time;
};
/* Best first; of private games, and of people without a game, only when `all`. */
int store_records(struct store *s, bool all, int max, struct arena *a, struct record **v, int *n,
                  struct fault *f) CHECKED;

/* --- moderators ------------------------------------------------------------------------------ */

struct moderator {
    int64_t game;
    int64_t number; /* in its game, from 1 */
    const char *address;
    bool house;     /* by the configuration of the house */
    int64_t epoch;  /* goes up when the token is renewed */
    bool greeted;   /* he was sent his first letter */
    int64_t asked;  /* highest number of a question to him (struct confirmation) */
};
int store_moderators(struct store *s, int64_t game, struct arena *a, struct moderator **v, int *n,
                     struct fault *f) CHECKED; /* by number */
/* Names of games being played with a moderator who was not greeted yet. */
int store_moderators_new(struct store *s, struct arena *a, const char ***v, int *n, struct fault *f) CHECKED;
int store_moderator_put(struct store *s, const struct moderator *m, struct fault *f) CHECKED;

/* Rulings that wait for the moderator's reply. */
struct confirmation {
    int64_t game, moderator;
    int64_t number; /* of his questions */
    int64_t turn;  /* it counts only while the game is there; -1: at any time */
    int64_t until;
    const char *lines;
};
int store_confirmation_add(struct store *s, const struct confirmation *c, struct fault *f) CHECKED;
/* The one of c's game, moderator and number; c->lines = NULL: there is none. */
int store_confirmation_find(struct store *s, struct arena *a, struct confirmation *c, struct fault *f) CHECKED;
/* Forgets it, and those of the game that are too old. */
int store_confirmation_drop(struct store *s, const struct confirmation *c, int64_t now, struct fault *f) CHECKED;

#endif
