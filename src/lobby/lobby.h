/* lobby: the people around a game who have no seat in it yet, or never will.
 *
 * An open game has seats, a secret and no table. People come to it by JOIN or by invitation; each is
 * a guest with a reply address of his own, and a seat is taken only by a letter to that address: it
 * proves that he reads what is sent to the address on file. When the seats are full, or the moderator
 * says so, the game begins with who is there, in the order they joined.
 *
 * Invariants
 *   1. Nothing is done for an address that has not proved itself but to write to it: one letter, with
 *      the key. LOBBY_LETTERS a day, and the house's limit an hour, bound what can be sent there.
 *   2. Whether a private game exists is told only to people invited to it.
 *   3. Letters to people without a seat are made from public things and from what they wrote. */
#ifndef LOBBY_LOBBY_H
#define LOBBY_LOBBY_H

#include "turn/founding.h"

enum {
    LOBBY_LETTERS = 6,      /* a day, to an address that has proved nothing */
    LOBBY_ASKED = 100,      /* unanswered requests about one game, within */
    LOBBY_PATIENCE = 3 * 86400, /* so many seconds: more is somebody's bad joke */
    LOBBY_FIRST = 3 * 86400, /* after so many seconds an invitation is brought to mind, */
    LOBBY_LAST = 10 * 86400, /* and again after so many */
    LOBBY_LUCK = 200,       /* bytes of a player's words */
    LOBBY_LIST = 40,        /* lines of GAMES and STANDINGS */
    LOBBY_WATCH = 86400,    /* seconds between two reports to a watcher */
};

/* Who writes, and what becomes of it. */
struct lobby_writer {
    struct house *house;
    struct arena *arena;
    const char *address, *name, *lang;
    bool proven;            /* the letter came to a reply address that only he was sent */
    const char *message_id; /* of his letter, or NULL */
    struct game *game;      /* whose key he used; NULL: none */
    struct guest *guest;
    json_t *answer;         /* gets "set", "games", "players" */
    bool written;           /* a letter of its own has gone to him that says what was done */
};

/* --- join.c: seats ---------------------------------------------------------------------------- */

/* Makes an open game, inside the caller's transaction; `people` ("Name <address>", ends with NULL)
 * are invited. EX_USAGE when the spec makes no sense. */
int lobby_found(struct house *house, const struct game_spec *spec, bool private,
                const char *const *people, struct arena *arena, struct game *game,
                struct fault *fault) CHECKED;

/* The moderator invites "Name <address>" to an open game: a letter with the commitment and a reply
 * address. Mistakes: no-open-game, bad-address, already-joined. `by` is who does it, as rulings name
 * him ("house", "m1"): the journal of the game begins with it; it has the name, not the address. */
int lobby_invite(struct house *house, const char *game, const char *by, const char *who,
                 struct arena *arena, struct mistake *mistake, struct fault *fault) CHECKED;

/* Reminds people who were invited and have not answered: twice, and never again. Each in a transaction
 * of its own. */
int lobby_remind(struct house *house, struct fault *fault) CHECKED;

/* Calls an open game off: who was invited or had joined is told, and it waits for nobody any more.
 * Journalled in the same way. */
int lobby_cancel(struct house *house, struct game *game, const char *by, struct arena *arena,
                 struct fault *fault) CHECKED;

/* Begins an open game with who has joined; `bots` fill the other seats. The sitting is the caller's.
 * Mistakes: no-open-game, too-few-players. */
int lobby_start(struct house *house, const char *game, bool bots, struct arena *arena,
                struct sitting **s, struct mistake *mistake, struct fault *fault) CHECKED;

/* JOIN name words: a seat in an open game, or, unproven, the letter that asks for a reply. */
int lobby_join(struct lobby_writer *w, const char *name, const char *words,
               struct mistake *mistake, struct fault *fault) CHECKED;
/* By a guest, for the game of his key: takes the seat; gives it back or declines; sets his words. */
int lobby_accept(struct lobby_writer *w, const char *words, struct mistake *mistake,
                 struct fault *fault) CHECKED;
int lobby_leave(struct lobby_writer *w, struct mistake *mistake, struct fault *fault) CHECKED;
int lobby_luck(struct lobby_writer *w, const char *words, struct mistake *mistake,
               struct fault *fault) CHECKED;

/* --- watch.c: observers ----------------------------------------------------------------------- */

/* OBSERVE name, and a guest's confirmation of it; UNOBSERVE. */
int lobby_observe(struct lobby_writer *w, const char *name, struct mistake *mistake,
                  struct fault *fault) CHECKED;
int lobby_watch(struct lobby_writer *w, struct mistake *mistake, struct fault *fault) CHECKED;
int lobby_unobserve(struct lobby_writer *w, struct mistake *mistake, struct fault *fault) CHECKED;

/* Sends one watcher the public report; `answer` may be NULL. Sets what he has seen. */
int lobby_report(struct sitting *s, struct guest *guest, json_t *answer, const char *message_id,
                 struct fault *fault) CHECKED;

/* Reports to watchers who are due one, each in a transaction of its own. */
int lobby_watchers(struct house *house, struct fault *fault) CHECKED;

/* --- address.c: players move ------------------------------------------------------------------ */

/* ADDRESS new: writes to the new address for a reply. */
int lobby_address(struct sitting *s, const struct seat *seat, const char *address,
                  struct mistake *mistake, struct fault *fault) CHECKED;
/* That reply: the player is reached there from now on; the keys of all his seats are renewed. */
int lobby_moved(struct lobby_writer *w, struct mistake *mistake, struct fault *fault) CHECKED;

/* --- list.c: what there is -------------------------------------------------------------------- */

int lobby_games(struct lobby_writer *w, struct fault *fault) CHECKED;
int lobby_standings(struct lobby_writer *w, struct fault *fault) CHECKED;

/* --- guest.c: finding and writing to them ------------------------------------------------------ */

/* The game of that name, in any case; game->id = 0 when the word cannot be one or there is none. */
int lobby_game(struct house *house, const char *name, struct arena *arena, struct game *game,
               struct fault *fault) CHECKED;
/* Whether it waits for players: it has not begun, and was not called off. */
bool lobby_waits(const struct game *game);
/* The guest of a game with that number, or with that kind and address; number 0: nobody. *n gets how
 * many guests there are. */
int lobby_guest(struct house *house, int64_t game, int64_t number, char kind, const char *address,
                struct arena *arena, struct guest *guest, int *n, struct fault *fault) CHECKED;
/* Whether strangers have asked too often about this game. */
int lobby_crowded(struct house *house, int64_t game, struct arena *arena, bool *crowded,
                  struct fault *fault) CHECKED;
/* Adds a guest with the next number. */
int lobby_guest_new(struct house *house, const struct game *game, char kind, enum guest_state state,
                    const char *address, const char *name, const char *lang, int n,
                    struct guest *guest, struct fault *fault) CHECKED;
/* The player of a proven address, made when he is new. */
int lobby_player(struct house *house, const struct game *game, const struct guest *guest,
                 struct arena *arena, int64_t *player, struct fault *fault) CHECKED;

/* Letters that nobody asked for twice: an address gets no more than the house allows. */
int lobby_too_many(struct house *house, const struct guest *guest, bool *over, struct fault *fault) CHECKED;

/* A letter to a guest about his game: where he stands, and `answer` (may be NULL). */
int lobby_letter(struct house *house, const struct game *game, const struct guest *guest,
                 json_t *answer, const char *message_id, struct arena *arena,
                 struct fault *fault) CHECKED;

void lobby_say(struct lobby_writer *w, const char *code, const char *key, const char *value);

#endif
