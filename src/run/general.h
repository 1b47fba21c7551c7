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
};

/* Compiled once, when first asked for. */
const struct grammar *general_grammar(void);

#endif
