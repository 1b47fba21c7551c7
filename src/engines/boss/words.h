/* words: the grammar of the orders, and of what WHEN can name. */
#ifndef BOSS_WORDS_H
#define BOSS_WORDS_H

#include "engines/boss/cards.h"
#include "order/order.h"

enum {
    V_PLACE,
    V_DEAL,
    V_ROLL,
    V_DRAW,
    V_DISCARD,
    V_SHOW,
    V_ASK,
    V_OFFER,
    V_AGREE,
    V_WITHDRAW,
    V_USE,
    V_TRAVEL,
    V_RECRUIT,
    V_BOSS,
    V_STOP,
    V_PASS,
    V_CLOSE,
    V_FAIL,
    V_RECALL,
    VERBS,
};

enum {
    K_IF,
    K_SPACE,
    K_ELSE,
    K_DRAW,
    K_SHARE,
    K_FOR,
    K_OR,
    K_AND,
    K_ANY,
    K_BOSS,
    K_TO,
    K_OF,
    K_INVESTOR,
    K_CLAN,
    K_WITH,
    K_JOKER,
    K_FROM,
    K_ALWAYS,
    K_TRAVEL,
    K_RECRUIT,
    K_STOP,
    KEYWORDS,
};

enum { W_INVESTOR, WORDS }; /* its value is the family */

extern const struct grammar boss_grammar;

/* Situations: WHEN TRAVEL ON Sacks, WHEN BOSS BY Benoit, WHEN CLOSE. */
enum { S_TRAVEL, S_RECRUIT, S_BOSS, S_CARD, S_CLOSE, S_FAIL, S_TALK, SITUATIONS };
enum { SK_ON, SK_OF, SK_FROM, SK_BY, SK_SPACE, SITUATION_KEYWORDS };

extern const struct grammar boss_situations;

#endif
