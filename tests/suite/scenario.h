/* scenario: plays a .game file, a game told in plain sentences, through the real pipeline: letters
 * lie in a Maildir, the program runs with a clock of the test's, what it mails is read back.
 *
 * One sentence a line; '#' begins a comment; lines indented by two spaces belong to the sentence
 * above them (a letter's text). `Alice` stands for a player, or a stranger's mail address.
 *
 * What is played (before everything else; seats are in the order of the players)
 *     game venture fight                 engine, and the game's name
 *     players Alice Bob Chloe
 *     variant riche-ou-pauvre / option stall=2 / language fr / at 2026-03-02 10:00
 *     turns take 2 days / at most 5 answers an hour
 *     setting mail auth token-or-from    section, key and value of courtier.conf; "none" for ""
 *     pace grace=6h quiet=sat,sun / talk anonymous / bots Carl / the moderator is mod@house.example
 *     moderator Max / moderator option peek=silent / moderator option moderator-plays
 *     people Dora Ed                     who know of the house, but have no seat
 *     seats 3 [private]                  in place of players: an open game that people join
 *
 * The table is laid: the cards named change places with others, none is made or lost
 *     Alice's hand: 1/2x T1 T5 20        all of her hand; what she held goes under the deck
 *     Bob's group 2: CHEM-CD AUTO-DEF    from bottom to top
 *     deck top: PROFIT 10                the first is drawn first
 *     deck: PROFIT, the rest to discard  (or: to Bob's hand)
 *     market: nothing
 *     Bob's score: 12 / idle: 4          any tally; "turn: Bob" for one that is a seat
 *
 * What happens; the program runs after each, five minutes later
 *     Alice writes [in HTML]             + text; to the reply address of the last letter she got
 *     Alice has written                  + text; the program runs only at the next sentence
 *     Alice writes 30 times              + text; as many letters at once
 *     Alice writes 10000 lines           + text, over and over in one letter
 *     Alice writes a letter of 30 MB / nested 1000 deep    + text
 *     Alice writes an empty letter
 *     Alice answers her first letter     + text; to the reply address of an older letter
 *     Alice answers Bob's letter         + text; to his reply address
 *     Alice writes to the house          + text; to the bare address
 *     Alice writes with a wrong token    + text
 *     Alice writes for Bob with her own token    + text
 *     this letter arrives                + all of its bytes: {Alice's address}, {Alice's reply
 *                                        address}, {Alice's letter} and {Alice's subject} of the
 *                                        last one she got (its Message-ID), {id}, {00} for a
 *                                        byte, {99 times ab}
 *     the letter arrives again           the last one written, the same Message-ID
 *     Alice's letter comes back          what she was sent last lies in the inbox
 *     wait 4 days / 3 hours / 20 minutes
 *     wait until 2026-03-07 10:00        the house is there all the time, but runs only then
 *     the house is down for 3 days       and knows it when it runs again
 *     the clock goes back 2 days
 *     Alice lives in Europe/Paris        her time zone
 *     ruling "UNDO 2"                    on the command line, with --yes
 *     ruling "END" without a yes         by mail: Max writes
 *     the moderator invites Dora / starts the game [with bots] / cannot start the game
 *
 * What is so. Letters are those of the last run, white space does not matter in them
 *     Alice is told "…" "…" / is not told "…" / is told nothing / gets 2 letters
 *     Alice gets                         + the whole text; UPDATE=1 writes it
 *     nobody is told anything
 *     the subject of Alice's letter has "…"   (or: has no "…")
 *     the source of Alice's letter has "…"    its bytes
 *     Alice's letter is shorter than 60 kB
 *     the letter is played / refused / answered / ignored / set aside
 *     5 letters are ignored
 *     the ruling is done / refused / unconfirmed / says "…" "…"
 *     the rules may be broken            from here on: a ruling is forced
 *     Alice's hand is T1 T5 20           in any order; a group, or the top of a pile, in this order
 *     Bob's group 2 is empty / deck has 20 cards / Alice's hand has T1 T5 / has no 20
 *     the deck top is PROFIT 10
 *     Alice's score is 12
 *     Alice's deadline is 2026-03-09 10:00    in UTC; "is none" when her clock stands still
 *     Alice is a bot / is not a bot
 *     it is Bob's turn / nobody is awaited / the game is over / the game is not over
 *     the game is open / Dora has a seat / has no seat / a bot plays Dora's seat
 *     the seed is mixed from "a" "b"     the words of who joined, in that order
 *     Dora has the record "2 games" "1 wins" "50 percent in time"
 *
 * What is always checked: the engine's invariant after each run; that a run in which nothing was
 * played left the table as it was; that no letter has a hole where a word should be; and, when the
 * table was not laid by hand, that the journal replays to the same game. */
#ifndef TESTS_SCENARIO_H
#define TESTS_SCENARIO_H

#include "world.h"

#include <setjmp.h>

enum {
    SCENARIO_PEOPLE = 24,
    SCENARIO_OPTIONS = 16,
    SCENARIO_MAIL = 256,
    SCENARIO_DRAFT = 64 << 20
};

/* --- scenario_script.c: the file ----------------------------------------------------------- */

struct word {
    struct slice text;
    bool quoted; /* text is without the quotes */
};

struct sentence {
    int line; /* of the file, from 1 */
    struct word *words;
    int n;
    int block_line, block_lines; /* where its block is; 0 lines: it has none */
    struct slice block;          /* without the indentation; each line ends in LF */
    const char *update;          /* what the block should be, when that was found to differ */
};

struct script {
    const char *path;
    struct slice *lines;
    int nlines;
    struct sentence *v;
    int n;
};

/* Takes the text apart; it must stay. */
void script_read(struct script *script, const char *path, struct slice text, struct arena *arena);
/* The text with the blocks that have an update written anew. */
void script_print(const struct script *script, struct buf *out);

/* --- scenario.c: the story ----------------------------------------------------------------- */

struct person {
    const char *name, *address;
    int seat; /* 0: a stranger */
    struct world_mail got[SCENARIO_MAIL];
    int ngot, fresh; /* those from `fresh` on came in the last run */
};

struct scenario {
    struct world world;
    struct script script;
    const struct sentence *at;
    struct game_spec spec;
    bool private;
    const char *options[SCENARIO_OPTIONS + 1], *players[SEATS_MAX + 1];
    int noptions, nplayers;
    const char *bots[SEATS_MAX + 1];
    int nbots;
    bool begun;
    struct person people[SCENARIO_PEOPLE];
    int npeople;
    struct run_counts before;       /* the counts when the last run began */
    struct slice last;              /* bytes of the last letter written */
    struct buf draft;               /* of a letter given byte by byte */
    struct sitting *seen;           /* the game as it is being looked at, or NULL */
    struct stack *stack;            /* the table being laid, or NULL */
    bool stacked;                   /* it was, once */
    int wrong;                      /* sentences that were not so */
    const struct world_mail *shown; /* the letter printed last */
    const char *moderators[SEATS_MAX + 1];
    int nmoderators;
    struct {
        const char *says;
        bool refused, grave;
    } ruling;     /* the last one on the command line */
    bool lawless; /* the engine's invariant need not hold */
    bool quiet;
    jmp_buf stop;
};

/* Plays a script from its text. Returns how many sentences were not so, or made no sense; they are
 * printed unless quiet. *updated gets the text with new blocks when there are any. */
int scenario_play(const char *path, struct slice text, bool quiet, struct buf *updated);

/* Plays a script that must be right, and leaves its house behind for somebody to go on with: directory,
 * time and number of letters; not open. */
void scenario_leave(const char *path, struct slice text, struct world *out);

/* Something is not as the sentence says: noted, and the story goes on. */
void scenario_wrong(struct scenario *sc, const char *fmt, ...) PRINTF(2, 3);
/* The sentence makes no sense: the story ends here. */
_Noreturn void scenario_stop(struct scenario *sc, const char *fmt, ...) PRINTF(2, 3);

/* The seat's or stranger's person; NULL when the word is neither a player nor an address. */
struct person *scenario_person(struct scenario *sc, struct slice word);
/* The same for "Bob's". */
struct person *scenario_owner(struct scenario *sc, struct slice word);

/* What a sentence's pattern caught, in the order of the pattern. */
struct caught {
    struct person *person[2];
    long long number;
    struct slice word[3];
    int rest; /* the first word that the pattern left over */
};

/* Words of the pattern: PERSON, PERSON's, N, WORD, a|b, and … at the end for anything. */
bool scenario_match(struct scenario *sc, const char *pattern, struct caught *caught);

/* The game as the store has it, until the next run. */
const struct sitting *scenario_look(struct scenario *sc);

/* Somebody with an address at players.example. */
struct person *scenario_add(struct scenario *sc, struct slice name);

/* Whether the game waits for players: then there is nothing to look at. */
bool scenario_open(struct scenario *sc);

/* Lets the program run once, and checks what must hold after every run. */
void scenario_run(struct scenario *sc);

/* --- scenario_mail.c: letters in ------------------------------------------------------------ */

enum mail_act { MAIL_NOTHING, MAIL_NOW, MAIL_LATER };

/* Writes the letter the sentence tells of; MAIL_LATER when the program is not to run yet,
 * MAIL_NOTHING when the sentence tells of none. */
enum mail_act scenario_mail_act(struct scenario *sc);

/* --- scenario_lobby.c: people who come and go ------------------------------------------------ */

bool scenario_lobby_act(struct scenario *sc);   /* the moderator does something; false: he does not */
bool scenario_lobby_check(struct scenario *sc);
/* Makes the open game. */
void scenario_lobby_found(struct scenario *sc);

/* --- scenario_told.c: letters out ----------------------------------------------------------- */

/* Takes what was mailed since the last time. */
void scenario_told_collect(struct scenario *sc);
/* The text must have this in it, white space apart. */
void scenario_expect(struct scenario *sc, struct slice text, struct slice what);
bool scenario_told_check(struct scenario *sc); /* false when the sentence is not about letters */

/* --- scenario_table.c: what lies where ------------------------------------------------------ */

/* Plays "Alice's hand: …"; false when the sentence is no such thing. */
bool scenario_table_lay(struct scenario *sc);
/* Writes what was laid to the store, as a ruling's turn. */
void scenario_table_laid(struct scenario *sc);
bool scenario_table_check(struct scenario *sc);
void scenario_table_drop(struct scenario *sc); /* forgets what was laid */

/* --- scenario_moderator.c: rulings ----------------------------------------------------------- */

bool scenario_moderator_prepare(struct scenario *sc);
bool scenario_moderator_act(struct scenario *sc); /* the program runs behind it */
bool scenario_moderator_check(struct scenario *sc);

#endif
