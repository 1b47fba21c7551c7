/* grammar: how rulings are written.
 *
 * Two grammars, as for players: prefixes and questions that are not rulings themselves, and the
 * rulings. Pieces, places and tallies are named as the engine's schema names them, or by the
 * engine's own aliases. */
#ifndef MODERATOR_GRAMMAR_H
#define MODERATOR_GRAMMAR_H

#include "turn/sitting.h"

enum {
    ASIDE_HELP,
    ASIDE_STATUS,
    ASIDE_CONFIRM,
    ASIDE_PREVIEW,
    ASIDE_FORCE,
};

enum ruling_verb {
    RULE_PAUSE,
    RULE_RESUME,
    RULE_EXTEND,
    RULE_DEADLINE,
    RULE_REMIND,
    RULE_UNDO,
    RULE_REDO,
    RULE_REROLL,
    RULE_PLAY,
    RULE_MOVE,
    RULE_SET,
    RULE_SWAP,
    RULE_DEAL,
    RULE_SHUFFLE,
    RULE_SEAT,
    RULE_ANNOUNCE,
    RULE_RESEND,
    RULE_PEEK,
    RULE_JOURNAL,
    RULE_OPTION,
    RULE_PACE,
    RULE_START,
    RULE_END,
    RULE_CANCEL,
    RULE_INVITE,
    RULES
};

enum { KEY_OF, KEY_FROM, KEY_TO, KEY_FOR, KEY_WITH, KEY_KEEP, KEY_ORDER, KEY_TURNS, KEY_REPLACE,
       KEY_KICK, KEY_BOT, KEY_RENEW, KEY_GAME };

/* Word types, as terms carry them: the index of a kind, place or tally; twice a number, for halves. */
enum { TYPE_PIECE, TYPE_PLACE, TYPE_TALLY, TYPE_VALUE };

const struct grammar *ruling_grammar(void);
const struct grammar *ruling_asides(void);

/* A reader of rulings over a game. */
struct order_reader ruling_reader(const struct sitting *s);

#endif
