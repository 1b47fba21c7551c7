#include "run/verbs.h"

/* The one without a function is done by the answer itself: a PREVIEW is about the whole letter. */
static verb_function *const functions[] = {
    [GENERAL_HELP] = verb_help,     [GENERAL_STATUS] = verb_status, [GENERAL_REPORT] = verb_report,
    [GENERAL_PREVIEW] = NULL,       [GENERAL_LANG] = verb_setting, [GENERAL_FORMAT] = verb_setting,
    [GENERAL_WHEN] = verb_when,     [GENERAL_WHENS] = verb_whens,       [GENERAL_FORGET] = verb_forget,
    [GENERAL_HISTORY] = verb_history, [GENERAL_SEARCH] = verb_search,
    [GENERAL_NEXT] = verb_next,     [GENERAL_CANCEL] = verb_cancel, [GENERAL_SAY] = verb_say,
    [GENERAL_WHISPER] = verb_whisper, [GENERAL_VACATION] = verb_vacation, [GENERAL_DIGEST] = verb_digest,
    [GENERAL_TZ] = verb_setting,         [GENERAL_ADDRESS] = verb_address,
    [GENERAL_GAMES] = verb_games,   [GENERAL_JOIN] = verb_join,   [GENERAL_LEAVE] = verb_leave,
    [GENERAL_LUCK] = verb_luck,     [GENERAL_OBSERVE] = verb_observe,
    [GENERAL_UNOBSERVE] = verb_unobserve,
    [GENERAL_STANDINGS] = verb_standings,
    [GENERAL_RESIGN] = verb_resign,
};

int verb_do(struct verb_call *call, struct fault *fault)
{
    const struct order *o = call->order;
    struct mistake *m = call->mistake;
    if (functions[o->verb] && functions[o->verb](call, fault) != 0)
        return -1;
    if (m->code && m->columns == 0 && m->term >= 0 && m->term < o->nterms) {
        m->column = o->terms[m->term].column;
        m->columns = o->terms[m->term].columns;
    }
    return 0;
}
