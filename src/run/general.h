/* general: the orders that are the same in every game. */
#ifndef RUN_GENERAL_H
#define RUN_GENERAL_H

#include "order/grammar.h"

enum general_verb {
    GENERAL_HELP,
    GENERAL_STATUS,
    GENERAL_REPORT,
    GENERAL_PREVIEW,
    GENERAL_LANG,
    GENERAL_FORMAT,
    GENERAL_WHEN,
    GENERAL_WHENS,
    GENERAL_FORGET,
    GENERAL_HISTORY,
    GENERAL_SEARCH,
    GENERAL_NEXT,
    GENERAL_CANCEL,
    GENERAL_SAY,
    GENERAL_WHISPER,
    GENERAL_VACATION,
    GENERAL_DIGEST,
    GENERAL_TZ,
    GENERAL_ADDRESS,
    GENERAL_GAMES,
    GENERAL_JOIN,
    GENERAL_LEAVE,
    GENERAL_LUCK,
    GENERAL_OBSERVE,
    GENERAL_UNOBSERVE,
    GENERAL_STANDINGS,
    GENERAL_RESIGN,
};

enum general_keyword { GENERAL_DAYS, GENERAL_WEEKS, GENERAL_UNTIL, GENERAL_OFF, GENERAL_DAILY };

/* Compiled once, when first asked for. */
const struct grammar *general_grammar(void);

/* What people without a seat may answer beside it: ACCEPT, DECLINE. Games have such words of their
 * own, so these are not general. */
enum guest_verb { GUEST_ACCEPT, GUEST_DECLINE };
const struct grammar *guest_grammar(void);

#endif
