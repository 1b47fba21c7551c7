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
};

enum general_keyword { GENERAL_DAYS, GENERAL_WEEKS, GENERAL_UNTIL, GENERAL_OFF, GENERAL_DAILY };

/* Compiled once, when first asked for. */
const struct grammar *general_grammar(void);

#endif
